"""One record for each way a game can end; the oracle and the product replay them all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.driver import ORACLE, PRODUCT, Implementation
from tests.games.oracle_api import check_against, oracle_of

ENDINGS = Path(__file__).parent / "endings"
WAYS = {
    "titus-last-coin",
    "titus-last-coin-and-a-free-action",
    "janus-no-triplet-possible",
    "janus-stall",
    "janus-stall-by-a-passed-seat",
    "janus-close",
    "janus-no-card-left",
    "nummerus-empty-board",
    "nummerus-exchange-after-the-last-pawn",
    "nummerus-solitaire",
}


def test_there_is_a_record_for_each_way_to_end() -> None:
    assert {path.stem for path in ENDINGS.glob("*.jsonl")} == WAYS


def ending(way: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((ENDINGS / f"{way}.jsonl").read_text(encoding="utf-8"))
    return record


@pytest.mark.parametrize("way", sorted(WAYS))
def test_the_oracle_ends_it_that_way(way: str) -> None:
    record = ending(way)
    game = check_against(oracle_of(record["game"]).Oracle, record)
    assert game.ending is not None
    assert way.removeprefix(f"{record['game']}-").startswith(game.ending) or record["game"] == "nummerus"


@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("implementation", [ORACLE, PRODUCT], ids=repr)
def test_every_implementation_replays_it(way: str, implementation: Implementation) -> None:
    record = ending(way)
    table = implementation.open(record["game"], record["players"], record["deal"], **record["options"])
    for move, seat, legal in zip(record["moves"], record["to_move"], record["legal"], strict=True):
        assert (table.turn, table.legal) == (seat, legal)
        table.move(move)
    assert (table.turn, table.result) == (None, record["result"])
