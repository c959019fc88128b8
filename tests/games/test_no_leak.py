"""Nothing that a seat has not seen reaches it (docs/rules.md, last chapter).

A game is played to some point. For a seat, a world is imagined that fits all that the seat has seen, and the same
moves are played in that world from its first deal on. Whatever the seat is given along the way, byte for byte, must
be the same in both: it cannot tell the worlds apart.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectoverso.bots import make_bot
from rectoverso.errors import Refused
from rectoverso.games import GAMES, game_named
from rectoverso.games.attempts import attempt
from rectoverso.games.conformance.sample_games import any_move, go_on, opened, rule_of_thumb, tables, viewers
from rectoverso.games.round import WATCHER, Round, Seat
from rectoverso.kernel import entry_points
from rectoverso.kernel.fixed_record import Record
from rectoverso.kernel.rng import new_rng
from rectoverso.words import LANGUAGES

TABLES = [(name, players, options) for name in GAMES for players, options in tables(game_named(name))]
NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
ANY_POSITION: dict[str, Any] = {
    "number": st.integers(0, 10**6),
    "far": st.floats(0, 0.999),
    "policies": st.lists(st.booleans(), min_size=1, max_size=5),
    "rng": st.integers(0, 2**60),
}
"""The deal, how far it is played and how, and the world to compare it with."""


def given_at(round: Round, seat: Seat, thorough: bool) -> dict[str, Any]:
    """All that a seat may be given at one moment: record, table, notes, odds, pictures, moves, refusals, a bot."""
    game, observation = round.game, round.observation(seat)
    gifts: dict[str, Any] = {
        "seen": observation.tobytes(),
        "table": msgspec.json.encode(game.board(game.observed(observation))),
        "known": msgspec.json.encode(game.known(game.observed(observation))),
        "encodings": [round.encoding(seat, memory).tobytes() for memory in ("table", "notes")],
        "to move": round.turn,
        "legal": round.legal if seat == round.turn else None,
        "undo": [game.reveals_a_face(round.state, move) for move in round.legal_numbers],
        "vote": game.would_close(observation) if game.would_close is not None and seat != WATCHER else None,
    }
    if seat == round.turn:
        gifts["greedy"] = make_bot("greedy").choose(observation, new_rng(7))
    if thorough:
        gifts["odds"] = msgspec.json.encode(game.odds(observation))
        gifts["text"] = game.picture(observation)
        gifts["picture"] = game.svg(observation)
        gifts["views"] = [msgspec.json.encode(round.view(seat, memory)) for memory in ("table", "notes")]
        gifts["why not"] = [attempt(observation, move, "en") for move in game.texts[:: game.moves // 60]]
        gifts["refusals"] = [refusal(round, seat, move) for move in ("take #99", "draw", "end", "")]
    return gifts


def refusal(round: Round, seat: Seat, move: str) -> str | None:
    """What the seat is answered when it tries something."""
    if seat != round.turn:
        return None
    try:
        round.copy().play(move)
    except Refused as refused:
        return str(refused)
    return None


def said(round: Round, told: Any) -> list[str]:
    """A move in words, in every language."""
    return [round.game.in_words(told, lang, NAMES[: round.players]) for lang in LANGUAGES]


def assert_same_for(seat: Seat, truth: Round, world: Round) -> None:
    """Play the game again, in the truth and in a world imagined for the seat, and compare all that it gets."""
    numbers = truth.numbers
    real = Round(truth.game, truth.players, truth.deal, truth.options)
    dreamt = Round(world.game, world.players, world.deal, world.options)
    for at in range(len(numbers) + 1):
        thorough = at == len(numbers) or at % 29 == 0
        mine, theirs = given_at(real, seat, thorough), given_at(dreamt, seat, thorough)
        for name, gift in mine.items():
            assert gift == theirs[name], f"seat {seat} is told {name} after {at} moves"
        if at == len(numbers):
            break
        told = [round.watch_number(numbers[at], [seat])[seat] for round in (real, dreamt)]
        assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])
        assert said(real, told[0]) == said(dreamt, told[1])


def played_to(table: int, number: int, far: float, policies: list[bool]) -> Round:
    """A game at one of the tables, played by chance and by the rule of thumb in turns, but not to its end."""
    name, players, options = TABLES[table]
    round, rng = opened(game_named(name), players, options, number), new_rng(number)
    finished = round.copy()
    while not finished.over:
        careful = policies[len(finished.numbers) % len(policies)]
        go_on(finished, (rule_of_thumb if careful else any_move)(finished, rng))
    for move in finished.numbers[: int(far * len(finished.numbers))]:
        round.play_number(move)
    return round


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: "-".join(map(str, TABLES[table])))
@settings(max_examples=2)
@given(**ANY_POSITION)
def test_nothing_leaks_to_any_seat_nor_to_the_watcher(
    table: int, number: int, far: float, policies: list[bool], rng: int
) -> None:
    truth = played_to(table, number, far, policies)
    everybody = viewers(truth)
    for seat in {everybody[rng % len(everybody)], WATCHER}:
        assert_same_for(seat, truth, truth.imagine(seat, new_rng(rng)))


@pytest.mark.soak
@settings(max_examples=2000)
@given(table=st.integers(0, len(TABLES) - 1), **ANY_POSITION)
def test_nothing_leaks_in_thousands_of_games(
    table: int, number: int, far: float, policies: list[bool], rng: int
) -> None:
    truth = played_to(table, number, far, policies)
    for seat in viewers(truth):
        assert_same_for(seat, truth, truth.imagine(seat, new_rng(rng)))


@pytest.mark.parametrize("name", ["titus", "janus"])
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: one hidden face, slipped into what a seat is shown, makes it fail."""
    table = next(i for i, (game, _, _) in enumerate(TABLES) if game == name)
    truth = played_to(table, 1, 0.5, [True])
    world = truth.imagine(1, new_rng(1))
    assert_same_for(1, truth, world)
    honest, (field, place) = entry_points.observe, first_difference(truth.state, world.state)

    def leaky(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
        honest(observation, state, knowledge, seat)
        observation.state[field][place] = state[field][place]

    monkeypatch.setattr(entry_points, "observe", leaky)
    with pytest.raises(AssertionError, match="seat 1 is told seen"):
        assert_same_for(1, truth, world)


def first_difference(one: Record, other: Record) -> tuple[str, int]:
    """A place where two worlds differ that the seat cannot tell apart: something hidden."""
    return next(
        (field, place)
        for field in one.dtype.names
        for place in range(one[field].size if one[field].shape else 0)
        if one[field][place] != other[field][place]
    )
