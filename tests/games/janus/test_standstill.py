"""J13c: a game that comes to a standstill, and what the bots make of it."""

from __future__ import annotations

import pytest

import rectoverso
from rectoverso.bots import make_bot
from rectoverso.games.janus.rules import STALLED
from rectoverso.games.round import Round
from rectoverso.kernel import entry_points
from rectoverso.kernel.fixed_record import Record, copied
from rectoverso.kernel.rng import new_rng


def quiet_for(rounds: float, players: int = 3, **options: int) -> Record:
    """The state after a number of rounds without a triplet."""
    state = copied(rectoverso.new("janus", players=players, seed="quiet", **options).state)
    state.quiet = int(rounds * players)
    return state


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize(("rounds", "standstill"), [(0, 0.0), (3, 0.0), (4.5, 0.25), (6, 0.5), (9, 1.0), (11, 1.0)])
def test_j13_a_standstill_comes_gradually(rounds: float, standstill: float, players: int) -> None:
    assert entry_points.standstill(quiet_for(rounds, players)) == pytest.approx(standstill, abs=0.03)


@pytest.mark.parametrize(("stall", "rounds"), [(4, 2), (0, 6), (40, 6)])
def test_j13_the_option_stall_makes_it_come_sooner_but_never_later(stall: int, rounds: float) -> None:
    assert entry_points.standstill(quiet_for(rounds, stall=stall)) == pytest.approx(0.5)


def test_titus_and_nummerus_never_stand_still() -> None:
    for name in ("titus", "nummerus"):
        assert entry_points.standstill(rectoverso.new(name, players=2, seed="quiet").state) == 0.0


def idle(turns: int) -> Round:
    """Three seats that draw a card and discard it again: nobody makes a triplet."""
    round = rectoverso.new("janus", players=3, seed="idle")
    while round.state.quiet < turns:
        legal = round.legal
        discards = [move for move in legal if move.startswith("discard")]
        full = len(discards) > 2
        round.play("end" if "end" in legal else discards[0] if full else "draw")
    assert not round.over
    return round


def forgotten(round: Round, keep: float) -> int:
    """How many faces that seat 1 has seen are gone from its mind."""
    observation = round.observation(1)
    left = copied(observation)
    entry_points.forget(left, keep, 7)
    return int((observation.faces != 0).sum() - (left.faces != 0).sum())


def test_nobody_forgets_while_the_game_is_at_a_standstill() -> None:
    calm, still = idle(9), idle(30)
    assert forgotten(still, 0.5) <= forgotten(calm, 0.5)
    assert forgotten(calm, 0.5) > 0


def stuck(number: int) -> Round:
    """A deal in which the rule of thumb alone finds no more triplet, after four quiet rounds."""
    round, rng = rectoverso.new("janus", players=3, seed="stuck", number=number), new_rng(number)
    while (turn := round.turn) is not None:
        if round.state.quiet == 12 and "end" not in round.legal:
            standing = round.copy()
        round.play_number(int(entry_points.heuristic(round.observation(turn), 0.0, rng)))
    assert round.state.ending == STALLED
    return standing


def goes_on(round: Round, bot: str) -> bool:
    """Does anybody make a triplet, if bots play on?"""
    bots, rng = [make_bot(bot) for _ in range(round.players)], new_rng(1)
    while (turn := round.turn) is not None and round.state.quiet >= 12:
        round.play_number(bots[turn - 1].choose(round.observation(turn), rng).move)
    return int(round.state.ending) != STALLED


@pytest.mark.parametrize("bot", ["greedy", "novice", "casual", "search:100"])
def test_j13_bots_find_a_way_out_where_the_rule_of_thumb_is_stuck(bot: str) -> None:
    deals = [55, 77, 99, 109, 117, 121, 123, 130, 143]
    assert sum(goes_on(stuck(number), bot) for number in deals) >= len(deals) - 1
