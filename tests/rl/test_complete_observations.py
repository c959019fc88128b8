"""Observations are complete: whatever a seat is shown of a difference between two deals is in its numbers and its text.

A game is played, and the same moves again from deals with one card turned over or two cards exchanged, as far as they
are legal there. (That nothing else is in them is tested with all other things that a seat gets: `test_no_leak.py`.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from rectoverso.games import GAMES, game_named
from rectoverso.games.conformance.sample_games import any_move, go_on, opened, rule_of_thumb, tables, viewers
from rectoverso.games.round import WATCHER, Round, Seat
from rectoverso.kernel.cards import turned_over
from rectoverso.kernel.fixed_record import Deal
from rectoverso.kernel.rng import new_rng
from rectoverso.rl.planes import Planes

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")

from rectoverso.rl.openspiel import short_name  # noqa: E402  # only where OpenSpiel is installed

TABLES = [(name, players, options) for name in GAMES for players, options in tables(game_named(name))]
DEALS = 4
MAX_MOVES = 250
EVERY = 9  # moves between two comparisons of what takes time to write


def played(table: int) -> Round:
    """A game with moves by chance or by the rule of thumb."""
    name, players, options = TABLES[table]
    round, rng = opened(game_named(name), players, options, table), new_rng(table)
    while not round.over and len(round.numbers) < MAX_MOVES:
        go_on(round, (any_move if table % 2 else rule_of_thumb)(round, rng))
    return round


def similar_deals(round: Round, rng: np.random.Generator) -> Iterator[Deal]:
    """Deals with one card turned over or two cards exchanged."""
    for number in range(DEALS):
        deal = round.deal.copy()
        one, other = rng.choice(len(deal), 2, replace=False)
        if round.game.two_faced and number % 2:
            deal[one] = turned_over(int(deal[one]))
        else:
            deal[one], deal[other] = deal[other], deal[one]
        yield deal


def side_by_side(finished: Round, deal: Deal) -> Iterator[tuple[Round, Round]]:
    """The game, and its moves from another deal, for as long as both take the same course."""
    game, players, options = finished.game, finished.players, finished.options
    one, other = Round(game, players, finished.deal, options), Round(game, players, deal, options)
    yield one, other
    for number in finished.numbers:
        if number not in other.legal_numbers and number not in game.extra_numbers:
            return
        one.play_number(number)
        other.play_number(number)
        if one.turn != other.turn:
            return
        yield one, other


def shown(round: Round, seat: Seat) -> dict[str, bytes]:
    """What a seat is shown in words: the table, and with notes all that it has seen."""
    observed = round.observed(seat)
    table = msgspec.json.encode(round.game.board(observed))
    return {"table": table, "notes": table + msgspec.json.encode(round.game.known(observed))}


def information(game: Any, round: Round, seat: Seat) -> str:
    """OpenSpiel's information state, as text; of the watcher: what is public."""
    private = pyspiel.PrivateInfoType.NONE if seat == WATCHER else pyspiel.PrivateInfoType.SINGLE_PLAYER
    kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=private)
    return game.make_py_observer(kind).string_from(_Playing(round), 0 if seat == WATCHER else seat - 1)


class _Playing:
    """A state of OpenSpiel that has been dealt, as far as observers look at it."""

    dealing = False

    def __init__(self, round: Round) -> None:
        self.round = round


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: "-".join(map(str, TABLES[table])))
def test_what_a_seat_sees_differ_is_in_every_encoding(table: int) -> None:
    finished = played(table)
    planes = Planes(finished.game.features)
    outcomes = set()
    for deal in similar_deals(finished, np.random.default_rng(table)):
        for one, other in side_by_side(finished, deal):
            if len(one.numbers) % EVERY and not one.over:
                continue
            for seat in viewers(one):
                mine, theirs = shown(one, seat), shown(other, seat)
                for memory in ("table", "notes"):
                    numbers, others = one.encoding(seat, memory), other.encoding(seat, memory)
                    same = mine[memory] == theirs[memory]
                    where = f"seat {seat}, {memory}, after {len(one.numbers)} moves"
                    assert np.array_equal(numbers, others) == same, where
                    assert np.array_equal(planes(numbers), planes(others)) == same, where
                    outcomes.add(same)
    assert outcomes >= {False}
    assert True in outcomes or not finished.game.two_faced


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: "-".join(map(str, TABLES[table])))
def test_the_information_state_differs_whenever_a_seat_has_ever_seen_a_difference(table: int) -> None:
    finished = played(table)
    game = pyspiel.load_game(short_name(finished.game), {"players": finished.players, **finished.options})
    for deal in similar_deals(finished, np.random.default_rng(table)):
        told_apart: set[Seat] = set()
        for one, other in side_by_side(finished, deal):
            for seat in viewers(one):
                if one.observation(seat).tobytes() != other.observation(seat).tobytes():
                    told_apart.add(seat)
                if len(one.numbers) % EVERY == 0 or one.over:
                    differ = information(game, one, seat) != information(game, other, seat)
                    assert differ == (seat in told_apart), f"seat {seat} after {len(one.numbers)} moves"
