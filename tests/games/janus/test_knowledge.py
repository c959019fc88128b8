"""What a seat has seen in Janus, and what events tell it (rules, last chapter)."""

from __future__ import annotations

import random

import numpy as np
import pytest

import rectoverso
from rectoverso.games.janus.knowledge import possible
from rectoverso.games.janus.material import LETTERS
from rectoverso.games.janus.rules import triplet_possible
from rectoverso.games.janus.ties import MAX_TIES
from rectoverso.games.janus.worlds import broken_ties
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from tests.games.driver import rigged_cards
from tests.games.janus.oracle import all_cards
from tests.games.janus.positions import OPTIONS, rounds


def dealt(*first: str, **options: str) -> Round:
    """Three seats, two cards each; then the pile."""
    return rectoverso.from_deal("janus", 3, rigged_cards(all_cards(), " ".join(first)), **options)


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


def test_j11_after_drawing_the_first_card_tells_nothing_yet() -> None:
    """Seat 2 draws a B: its two dealt cards may both be B as long as it may still draw."""
    deal = ("A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "D/E", "B/D", "K/C")
    round = dealt(*deal, triplet="after-drawing").play("draw").play("end").play("draw")
    assert int(round.observation(1).tied) == 0
    assert int(round.observation(2).tied) == 1, "of seat 1, whose drawing is over"
    assert int(round.play("end").observation(1).tied) == 1


def test_j11_after_drawing_no_triplet_was_laid_although_two_drawn_cards_are_alike() -> None:
    round = dealt("A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "B/C", "K/B", "K/C", "D/E", triplet="after-drawing")
    round.play("draw").play("end").play("draw").play("draw")
    assert "K" not in may_be(round, 1, 2 * 2)


def test_j11_an_older_card_that_stays_beside_a_triplet_is_not_the_fourth() -> None:
    """Seat 1 draws A and A to its A: #2, held longer than the last card laid down, is no A."""
    round = dealt("A/B", "C/D", "E/F", "G/H", "I/J", "K/G", "A/K", "A/J", triplet="after-drawing")
    assert "A" in may_be(round, 2, 2 * 1)
    round.play("draw").play("draw")
    assert "A" not in may_be(round, 2, 2 * 1)


def test_j11_the_newest_card_that_stays_beside_a_triplet_may_be_the_fourth() -> None:
    """Seat 3 lays down A, A and A and keeps #8, taken last from seat 2, who never saw its other side: also an A."""
    round = dealt("E/F", "G/H", "I/J", "K/G", "A/B", "A/C", "B/E", "D/A", "A/K", triplet="after-drawing")
    round.play("draw").play("end").play("draw").play("end").play("draw").play("take #8")
    assert (round.turn, round.standing.scores) == (1, [0, 0, 1])
    assert "A" in may_be(round, 2, 2 * 7 + 1)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_no_event_contradicts_the_truth(options: dict[str, str]) -> None:
    """What is barred, and what is tied, is so: at every step of many games, for everybody."""
    told = 0
    for seed in range(12):
        whole = rounds(seed, 3 + seed % 4, 150, **options)
        for at in range(0, len(whole.numbers), 3):
            round = whole.at(at)
            sides = [int(round.state.sides[side // 2]) >> 8 * (side % 2) & 255 for side in range(132)]
            for seat in (*range(1, round.players + 1), "watcher"):
                observation = round.observation(seat)
                assert not any(int(observation.barred[side]) >> sides[side] & 1 for side in range(132))
                assert broken_ties(observation, np.array(sides, np.int64)) == 0
                told += int(observation.tied) + int((observation.barred != 0).sum())
    assert told > 1000


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


def test_j13_agreed_that_the_game_goes_on_tells_nothing() -> None:
    for seed in range(60, 80):
        round = rounds(seed, 3 + seed % 4, 400, ending="agreed")
        assert not any(round.observation(seat).needs_triplet for seat in range(1, round.players + 1))


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
