"""The product against the naive oracle: legal moves, turn and result at every step of many games.

`RECTOVERSO_GAMES` sets the number of games of the long run (`make soak`). Without the compiler, one game in
`RECTOVERSO_FEWER_GAMES` is played.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from itertools import cycle, islice, product
from typing import Any

import pytest

from rectoverso.bots.selfplay import self_played
from rectoverso.games import game_named
from rectoverso.kernel.jit import COMPILED
from tests.games.census import CORNERS, census
from tests.games.driver import PRODUCT
from tests.games.oracle_api import oracle_of
from tests.games.wanderers import WANDERERS, Journey, journeys, tables

GAMES = ["titus", "janus", "nummerus"]
SHARE_OF_SOAK = {"titus": 0.3, "janus": 0.3, "nummerus": 0.4}
QUICK = {"titus": 150, "janus": 450, "nummerus": 200}
"""Games in `make test`: enough for every corner of the rules, and for every wanderer at every table."""
BOTS = 50
SLICES = 4  # so that several processes can share the work
FEWER = 1 if COMPILED else int(os.environ.get("RECTOVERSO_FEWER_GAMES", "20"))
SOAK = int(os.environ.get("RECTOVERSO_GAMES", "20000"))


def compare(journey: Journey) -> int:
    """Play the same moves in both; how many there were."""
    oracle = journey.oracle()
    table = PRODUCT.open(journey.game, journey.players, journey.deal(), **dict(journey.options))
    moves: list[str] = []
    for move in journey.choices(oracle):
        where = f"{journey} after {moves}"
        assert table.turn == oracle.to_move, where
        assert table.legal == oracle.legal(), where
        assert table.result is None, where
        table.move(move)
        oracle.play(move)
        moves.append(move)
    assert (table.turn, table.legal, table.result) == (None, [], oracle.result()), f"{journey} after {moves}"
    return len(moves)


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("game", GAMES)
def test_the_product_and_the_oracle_agree_at_every_step(game: str, part: int) -> None:
    for journey in islice(journeys(game, QUICK[game]), part, None, SLICES * FEWER):
        assert compare(journey) > 0


def bots_games(game: str, count: int) -> Iterable[dict[str, Any]]:
    """Records of games between the product's own bots, over all player counts and options."""
    seats = cycle(product(["greedy", "random", "greedy,random"], tables(game)))
    for number, (bots, (players, options)) in enumerate(islice(seats, count)):
        names = list(islice(cycle(bots.split(",")), players))
        yield self_played(game_named(game), players, options, "oracle", number, names).record(legal=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_oracle_agrees_with_the_games_of_the_bots(game: str) -> None:
    for record in bots_games(game, BOTS):
        assert {"legal", "to_move", "result"} <= set(record)
        oracle_of(game).check_record(record)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_with_many_games_of_the_bots(game: str) -> None:
    for record in bots_games(game, SOAK // 10):
        oracle_of(game).check_record(record)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4 * SLICES))
@pytest.mark.parametrize("game", GAMES)
def test_they_agree_over_a_long_run(game: str, part: int) -> None:
    for journey in islice(journeys(game, round(SOAK * SHARE_OF_SOAK[game])), part, None, 4 * SLICES):
        assert compare(journey) > 0


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("players", range(3, 7))
def test_j11_j13_they_agree_on_thousands_of_games_by_the_letter(players: int, part: int) -> None:
    """5,000 games at every player count with triplets laid down after drawing, an end by agreement, or both."""

    def by_the_letter(seats: int, options: dict[str, Any]) -> bool:
        return seats == players and (options["triplet"] == "after-drawing" or options["ending"] == "agreed")

    for journey in islice(journeys("janus", SOAK // 4, by_the_letter), part, None, SLICES):
        assert compare(journey) > 0


@pytest.mark.parametrize("game", GAMES)
def test_these_games_come_to_every_corner_of_the_rules(game: str) -> None:
    observation: Counter[str] = Counter()
    for journey in journeys(game, QUICK[game]):
        observation.update(census(journey))
    assert not CORNERS[game] - set(observation)


@pytest.mark.parametrize("game", GAMES)
def test_these_games_are_of_every_player_count_and_option(game: str) -> None:
    played = {(journey.wanderer, journey.players, journey.options) for journey in journeys(game, QUICK[game])}
    assert len(played) == len(WANDERERS[game]) * len(tables(game))
