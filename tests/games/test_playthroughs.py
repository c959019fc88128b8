"""Golden playthroughs: whole games as every seat and a watcher saw them, kept as text.

A change in a view, a word, an odd or a rule shows up as a difference in these files, for everybody to read. Write them
anew with `RECTOVERSO_UPDATE=1 pytest tests/games/test_playthroughs.py`, and look at the difference.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rectoverso.games import game_named
from rectoverso.games.conformance.sample_games import viewers
from rectoverso.games.game import Game
from rectoverso.games.game_record import from_record
from rectoverso.games.round import Round, Seat
from rectoverso.words import LANGUAGES

FOLDER = Path(__file__).parent
SAMPLES = FOLDER.parent / "samples"
NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
PICTURE_EVERY = 20
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("titus", 2, {}),
    ("titus", 3, {"fewest": "points"}),
    ("janus", 3, {}),
    ("janus", 4, {"discard": "top", "stall": 5}),
    ("janus", 3, {"ending": "agreed", "triplet": "after-drawing"}),
    ("nummerus", 1, {}),
    ("nummerus", 2, {"tausch": True, "scoring": "points"}),
    ("nummerus", 3, {"board": "square"}),
]


def sample(name: str, players: int, options: dict[str, Any]) -> Round:
    """The first of the sample records at such a table."""
    lines = [line for file in sorted(SAMPLES.glob(f"{name}*.jsonl")) for line in file.read_text().splitlines()]
    records = map(msgspec.json.decode, lines)
    return from_record(next(one for one in records if (one["players"], one["options"]) == (players, options)))


def named(seat: Seat) -> str:
    return f"seat {seat}" if isinstance(seat, int) else seat


def fingerprint(round: Round, seat: Seat) -> str:
    """A short mark of everything this seat is shown now, and of all it has seen (odds are tested by their own)."""
    shown = [round.view(seat), round.game.known(round.observed(seat))]
    return hashlib.sha256(b"".join(map(msgspec.json.encode, shown))).hexdigest()[:12]


def pictures(round: Round) -> list[str]:
    lines = []
    for seat in viewers(round):
        lines += [
            f"--- {named(seat)} sees ({fingerprint(round, seat)})",
            round.game.picture(round.observation(seat)).rstrip(),
        ]
    return lines


def playthrough(game: Game, players: int, options: dict[str, Any]) -> str:
    """The whole game as text."""
    whole = sample(game.name, players, options)
    round = whole.at(0)
    lines = [f"{game.name}, {players} players, {options}", *pictures(round)]
    for move in whole.numbers:
        turn, legal = round.turn, round.legal
        told = round.watch_number(move, viewers(round))
        lines += ["", f"{len(round.numbers)}. seat {turn}: {game.text(move)}    ({len(legal)} legal)"]
        lines += [f"    {named(seat)}: {game.in_words(what, 'en', NAMES[:players])}" for seat, what in told.items()]
        if len(round.numbers) % PICTURE_EVERY == 0:
            lines += [f"    {lang}: {game.in_words(told['watcher'], lang, NAMES[:players])}" for lang in LANGUAGES]
            lines += pictures(round)
    result = round.result
    assert result is not None
    return "\n".join([*lines, "", *pictures(round), "", f"scores {result.scores}, ranks {result.ranks}", ""])


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_a_playthrough_is_as_it_was(name: str, players: int, options: dict[str, Any]) -> None:
    marks = "-".join([str(players), *(f"{key}-{value}" for key, value in options.items())]).lower()
    file = FOLDER / name / "playthroughs" / f"{marks}.txt"
    text = playthrough(game_named(name), players, options)
    if os.environ.get("RECTOVERSO_UPDATE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    assert text == file.read_text()
