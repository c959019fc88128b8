"""J13: what bots answer when they are asked to end a game of Janus, and when they ask each other."""

from __future__ import annotations

from typing import Any

import pytest

import rectoverso
from rectoverso.bots.selfplay import self_played
from rectoverso.games import game_named
from rectoverso.games.janus.heuristics import no_triplet_possible
from rectoverso.games.janus.rules import CLOSED, NO_TRIPLET_POSSIBLE, round_was_quiet
from rectoverso.games.round import Round
from tests.games.janus.oracle import Oracle
from tests.games.wanderers import Journey, journeys

JANUS = game_named("janus")
AGREED: dict[str, Any] = {"ending": "agreed"}


def votes(round: Round) -> list[bool]:
    """What each seat would answer now."""
    assert JANUS.would_close is not None
    return [bool(JANUS.would_close(round.observation(seat))) for seat in range(1, round.players + 1)]


def test_j13_a_bot_agrees_after_twelve_rounds_without_a_triplet() -> None:
    round = rectoverso.new("janus", players=3, seed="vote", **AGREED)
    round.state.quiet = 12 * 3 - 1
    assert votes(round) == [False] * 3
    round.state.quiet = 12 * 3
    assert votes(round) == [True] * 3


def finished(journey: Journey) -> Round:
    """A wanderer's game in the product."""
    oracle = journey.oracle()
    round = rectoverso.from_deal("janus", journey.players, journey.deal(), **dict(journey.options))
    for move in journey.choices(oracle):
        round.play(move)
        oracle.play(move)
    return round


def test_j13_a_bot_agrees_when_it_has_seen_that_no_triplet_is_possible() -> None:
    """It is always right: a seat that says so knows it for certain."""
    agreed = 0
    for journey in journeys("janus", 40, lambda players, options: options["ending"] == "agreed"):
        whole = finished(journey)
        last = whole.at(len(whole.numbers) - 1)
        oracle = journey.oracle()
        for move in last.moves:
            oracle.play(move)
        for seat in range(1, last.players + 1):
            if no_triplet_possible(last.observation(seat)):
                agreed += 1
                assert not oracle.triplet_is_possible()
    assert agreed > 0


def quiet_rounds(round: Round) -> list[int]:
    """By move: how many whole rounds without a triplet had passed after it (the oracle counts)."""
    oracle = Oracle(round.players, dict(round.options), [JANUS.write_card(int(card)) for card in round.deal])
    counts = []
    for move in round.moves:
        oracle.play(move)
        counts.append(oracle.turns_without_triplet // round.players)
    return counts


@pytest.mark.parametrize("triplet", ["at-once", "after-drawing"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_j13_bots_among_themselves_are_asked_after_each_round_without_a_triplet(players: int, triplet: str) -> None:
    for number in range(4):
        whole = self_played(JANUS, players, AGREED | {"triplet": triplet}, "vote", number, ["greedy"] * players)
        assert whole.moves[-1] == "close"
        counts = quiet_rounds(whole)
        for at in range(1, len(whole.numbers)):
            grown = counts[at - 1] > (counts[at - 2] if at > 1 else 0)
            assert bool(round_was_quiet(whole.at(at).state)) == grown, f"after {at} moves"
        assert all(votes(whole.at(len(whole.numbers) - 1)))


def test_j12_passed_over_turns_end_a_round_too() -> None:
    """Late games, in which the pile is empty and seats without cards are passed over."""
    passed = 0
    for journey in journeys("janus", 60, lambda players, options: options["ending"] == "agreed"):
        whole = finished(journey)
        counts = quiet_rounds(whole)
        for at in range(1, len(whole.numbers)):
            round = whole.at(at)
            grown = counts[at - 1] > (counts[at - 2] if at > 1 else 0)
            assert bool(round_was_quiet(round.state)) == grown
            passed += grown and int(round.state.cards[6]) == 0
    assert passed > 0


def test_j13c_games_that_end_by_themselves_need_no_vote() -> None:
    for number in range(6):
        assert "close" not in self_played(JANUS, 3, {}, "vote", number, ["greedy"] * 3).moves


def test_j13_bots_that_nothing_else_stops_agree_to_stop() -> None:
    for number in range(3):
        whole = self_played(JANUS, 3, {"stall": 0}, "vote", number, ["random"] * 3)
        assert whole.state.ending in (CLOSED, NO_TRIPLET_POSSIBLE)
