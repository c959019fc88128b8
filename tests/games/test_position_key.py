"""Fingerprints of positions: what differs to the seat that moves has another one, or a search takes it for the same."""

from __future__ import annotations

from itertools import product

import pytest

import rectoverso
from rectoverso.games.janus.rules import TAG, TAG_BITS
from rectoverso.games.round import Round
from rectoverso.kernel import dispatch
from tests.bots.positions import position
from tests.games.driver import rigged_cards
from tests.games.janus.oracle import all_cards

PARTS: dict[str, dict[str, range]] = {
    "titus": {"hand": range(12), "phase": range(3), "turn": range(4), "taken": range(6), "taking_over": range(2)},
    "janus": {"turn": range(3), "phase": range(3), "quiet": range(36)},
    "nummerus": {"power": range(1, 49), "turn": range(3), "phase": range(2)},
}


@pytest.mark.parametrize("name", PARTS)
def test_positions_that_differ_in_how_far_the_turn_is_never_look_alike(name: str) -> None:
    """Whose turn it is, what the mover has done in it (J6), and how long nothing has happened (J13c)."""
    state = position(name, 3, 1, 10).state.copy()
    observation = set()
    for values in product(*PARTS[name].values()):
        for part, value in zip(PARTS[name], values, strict=True):
            state[part] = value
        observation.add(int(dispatch.position_key(state)))
    assert len(observation) == len(list(product(*PARTS[name].values())))


@pytest.mark.parametrize(("name", "players"), [("titus", 3), ("janus", 3), ("janus", 5), ("nummerus", 2)])
def test_positions_that_look_alike_have_the_same_moves(name: str, players: int) -> None:
    moves: dict[int, list[int]] = {}
    for number in range(6):
        for round in along(name, players, number):
            legal = sorted(round.legal_numbers)
            assert moves.setdefault(int(dispatch.position_key(round.state)), legal) == legal


def test_t5_a_coin_that_has_shown_both_faces_is_known_by_both() -> None:
    """Swapped away and back it lies as before; but what is under it is no secret any more."""
    state = position("titus", 2, 1, 10).state.copy()
    coin, other = 1, int(state.down[1])
    hidden = int(dispatch.position_key(state))
    state.down[coin] = other % 20 + 1
    assert int(dispatch.position_key(state)) == hidden
    state.both_faces = int(state.both_faces) | 1 << coin
    known = int(dispatch.position_key(state))
    state.down[coin] = other
    assert len({hidden, known, int(dispatch.position_key(state))}) == 3


def test_j3_cards_in_a_hand_look_the_same_in_whichever_order_they_came() -> None:
    state = position("janus", 3, 1, 2).state.copy()
    before, hand = int(dispatch.position_key(state)), int(state.hand[1])
    assert int(state.cards[1]) == 2
    state.hand[1] = hand >> TAG_BITS | (hand & TAG) << TAG_BITS
    assert int(dispatch.position_key(state)) == before
    state.hand[1], state.hand[2] = state.hand[2], state.hand[1]
    assert int(dispatch.position_key(state)) != before


def test_j11_a_kept_triplet_and_the_card_that_made_it_are_part_of_what_lies_open() -> None:
    """With `after-drawing` a hand with three alike is another position than one without; which came last is not."""
    deal = rigged_cards(all_cards(), "A/B A/C D/E F/G H/I J/K A/K B/D")
    round = rectoverso.from_deal("janus", 3, deal, triplet="after-drawing")
    kept, other = round.copy().play("draw"), round.copy().play("take #3")
    assert dispatch.position_key(kept.state) != dispatch.position_key(other.state)
    first, second = round.copy().play("draw").play("take #3"), round.copy().play("take #3").play("draw")
    assert dispatch.position_key(first.state) == dispatch.position_key(second.state)


def along(name: str, players: int, number: int) -> list[Round]:
    """The positions of a game by the rule of thumb, with a random move now and then."""
    last = position(name, players, number, 200, noise=True)
    return [last.at(at) for at in range(len(last.numbers))]
