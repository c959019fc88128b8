"""The bot `greedy` in Janus: it takes triplets, collects pairs, beats random players, and its games come to an end."""

from __future__ import annotations

import pytest

import rectoverso
from rectoverso.bots import make_bot
from rectoverso.games.janus import GAME
from rectoverso.games.janus.heuristics import no_triplet_possible
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng


def dealt(*first: str) -> Round:
    """Three seats, two cards each; then the pile."""
    used = {frozenset(card.split("/")) for card in first}
    symbols = "ABCDEFGHIJK"
    rest = [f"{a}/{b}" for a in symbols for b in symbols if a <= b and frozenset((a, b)) not in used]
    return rectoverso.from_deal("janus", 3, [*first, *rest])


def choice(round: Round) -> str:
    return GAME.text(make_bot("greedy").choose(round.observation(round.turn or 1), new_rng(1)).move)


def played(players: int, bots: str, number: int) -> Round:
    """A game of these bots; r is random, anything else greedy."""
    round = rectoverso.new("janus", players=players, seed="greedy", number=number)
    seats, rng = [make_bot("random" if bot == "r" else "greedy") for bot in bots], new_rng(number)
    while not round.over:
        round.play_number(seats[(round.turn or 1) - 1].choose(round.observation(round.turn or 1), rng).move)
    return round


def test_greedy_completes_a_triplet_from_the_pile() -> None:
    assert choice(dealt("A/B", "A/C", "D/E", "F/G", "H/I", "J/K", "A/D")) == "draw"


def test_greedy_completes_a_triplet_from_another_hand() -> None:
    assert choice(dealt("A/B", "A/C", "D/A", "F/G", "H/I", "J/K", "E/E")) == "take #3"


def test_greedy_sees_a_triplet_in_two_draws() -> None:
    round = dealt("A/B", "C/D", "E/A", "F/G", "H/A", "J/K", "E/E")
    first = choice(round)
    assert first in ("take #3", "take #5")
    round.play(first)
    round.play(choice(round))
    assert GAME.board(round.observed(1)).seats[0].score == 1


def stalls(players: int, games: int) -> float:
    ended = [GAME.board(played(players, "g" * players, number).observed(1)).ending for number in range(games)]
    return ended.count("stall") / games


def _alone(number: int) -> bool:
    ranks = played(3, "grr", number).result.ranks  # type: ignore[union-attr]  # the game is over
    return ranks[0] == 1 and ranks.count(1) == 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_between_greedy_bots_seldom_stall(players: int) -> None:
    assert stalls(players, 30) <= 0.05, "a few games only; the long run is in `make soak`"


def test_greedy_is_mostly_alone_in_front_of_two_random_players() -> None:
    assert sum(_alone(number) for number in range(40)) >= 28, "a few games only; the long run is in `make soak`"


@pytest.mark.soak
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_under_five_percent_of_the_games_between_greedy_bots_stall(players: int) -> None:
    assert stalls(players, 1000) < 0.05


@pytest.mark.soak
def test_greedy_takes_85_percent_of_the_first_places_alone_against_two_random_players() -> None:
    assert sum(_alone(number) for number in range(2000)) >= 0.85 * 2000


def test_j13_greedy_does_not_agree_to_an_end_while_a_triplet_can_be_made() -> None:
    round = played(4, "gggg", 1).at(60)
    assert not no_triplet_possible(round.observation(1))
