"""The sample records replay in the oracles: every legal list, turn and result agrees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.oracle_api import oracle_of

SAMPLES = Path(__file__).parent.parent / "samples"


def sample_records() -> list[Any]:
    """One pytest parameter for each record, named by file and line."""
    parameters = []
    for path in sorted(SAMPLES.glob("*.jsonl")):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            parameters.append(pytest.param(json.loads(text), id=f"{path.stem}-{line}"))
    return parameters


def test_the_samples_are_all_there() -> None:
    assert len(sample_records()) == 97


@pytest.mark.parametrize("record", sample_records())
def test_the_oracle_replays_the_sample(record: dict[str, Any]) -> None:
    assert {"legal", "to_move", "result"} <= set(record), "a sample that holds these checks everything"
    oracle_of(record["game"]).check_record(record)
