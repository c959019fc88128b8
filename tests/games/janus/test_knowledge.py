"""What a seat has seen in Janus, and what events tell it (rules, last chapter)."""

from __future__ import annotations

import random

import pytest

import rectoverso
from rectoverso.games.janus.knowledge import MAX_TIES, possible
from rectoverso.games.janus.material import LETTERS
from rectoverso.games.janus.rules import triplet_possible
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from tests.games.janus.positions import rounds


def dealt(*first: str) -> Round:
    """Three seats, two cards each; then the pile."""
    used = {frozenset(card.split("/")) for card in first}
    rest = [f"{a}/{b}" for a in LETTERS for b in LETTERS if a <= b and frozenset((a, b)) not in used]
    return rectoverso.from_deal("janus", 3, [*first, *rest])


def may_be(round: Round, seat: int, side: int) -> str:
    """The symbols that an unseen side may have, as far as this seat can tell."""
    symbols = int(possible(round.observation(seat), side))
    return "".join(letter for place, letter in enumerate(LETTERS, 1) if symbols >> place & 1)


def test_j11_who_draws_two_alike_and_lays_no_triplet_does_not_hold_a_third() -> None:
    """Seat 2 draws K and K: none of its dealt cards can have K as its own side, which seats 1 and 3 did not see."""
    round = dealt("A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "B/C", "K/B", "K/C", "D/E")
    round.play("draw").play("end").play("draw").play("draw")
    own_side_of_card_3 = 2 * 2
    assert "K" not in may_be(round, 1, own_side_of_card_3)
    assert "K" not in round.odds(1)["#3"]
    assert "K" in dealt("A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "B/C").odds(1)["#3"]


def test_j11_a_drawn_card_ties_the_two_sides_that_were_not_seen() -> None:
    """Seat 2 draws a B and lays no triplet: its two dealt cards, which seat 1 sees from outside, are not both B."""
    round = dealt("A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "D/E", "B/D", "K/C").play("draw").play("end").play("draw")
    # Seat 1 knows of seat 2's draw and seat 2 of seat 1's (a D); seat 3 of both, but it sees where the card B/D is.
    assert [int(round.observation(seat).tied) for seat in (1, 2, 3)] == [1, 1, 1]
    worlds = [round.imagine(1, new_rng(rng)).state.sides[2:4] & 255 for rng in range(300)]
    inside = [tuple(LETTERS[symbol - 1] for symbol in pair) for pair in worlds]
    assert ("B", "B") not in inside
    assert {"B"} <= {symbol for pair in inside for symbol in pair}


def test_a_card_is_followed_with_the_eyes_under_the_pile() -> None:
    round = dealt("A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "B/C").play("discard #1")
    assert [int(round.observation(seat).faces[0]) for seat in (1, 2, 3)] == [1, 1, 1]
    assert [int(round.observation(seat).faces[1]) for seat in (1, 2, 3)] == [2, 2, 2], "they saw its outer side before"
    assert int(round.observation("watcher").faces[1]) == 0


def test_a_robbed_player_does_not_see_the_side_that_the_taker_saw() -> None:
    round = dealt("A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "B/C", "D/K")
    round.play("draw").play("end")  # seat 1 draws #7: B is its own side, the others see C
    round.play("take #7").play("end")
    assert int(round.observation(1).faces[13]) == 0
    assert int(round.observation(3).faces[13]) == 3
    round.play("draw").play("end").play("draw").play("end")
    round.play("discard #7")
    assert int(round.observation(1).faces[13]) == 3, "now everybody sees it (J10)"


@pytest.mark.parametrize("players", [3, 6])
def test_long_games_full_of_taking_leave_room_for_every_tie(players: int) -> None:
    """A watcher has to keep the most events in mind; players who take whatever they can make the most of them."""
    chance = random.Random(players)
    round = rectoverso.new("janus", players=players, seed="robbers", stall=0)
    most = 0
    while not round.over and len(round.numbers) < 1500:
        takes = [move for move in round.legal_numbers if 0 < move < 67]
        pick = takes if takes and chance.random() < 0.9 else round.legal_numbers
        round.play_number(chance.choice(pick))
        most = max(most, int(round.knowledge.tied))
        assert round.knowledge.dropped == 0
    assert 20 < most < MAX_TIES / 2


def test_j13b_the_game_goes_on_so_some_symbol_is_left_on_three_cards() -> None:
    """Late in a game that is not over, each imagined world has a triplet left in it."""
    guarded = 0
    for seed in range(60, 120):
        round = rounds(seed, 3 + seed % 4, 400)
        for seat in range(1, round.players + 1):
            if round.observation(seat).needs_triplet:
                guarded += 1
                assert triplet_possible(int(round.imagine(seat, new_rng(seed)).state.carriers))
    assert guarded > 0
