"""What each seat is shown and told in Janus (J2 to J4, J8, J10 to J13)."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

import rectoverso
from rectoverso.games.janus import GAME
from rectoverso.games.janus.narration import JanusTold
from rectoverso.games.round import Memory, Round, Seat
from rectoverso.words import LANGUAGES
from tests.games.driver import rigged_cards
from tests.games.janus.oracle import all_cards
from tests.games.janus.positions import rounds

VIEWERS: tuple[Seat, ...] = (1, 2, 3, "watcher")
MEMORIES: tuple[Memory, ...] = ("table", "notes")
NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]


def dealt(first: list[str], **options: str) -> Round:
    """Three seats; a deal that begins with these cards."""
    return rectoverso.from_deal("janus", 3, rigged_cards(all_cards(), " ".join(first)), **options)


def opening(**options: str) -> Round:
    """Seat 1 holds A/B and C/D, seat 2 E/F and G/H, seat 3 I/J and K/A; the pile shows B, then C."""
    return dealt(["A/B", "C/D", "E/F", "G/H", "I/J", "K/A", "B/C", "C/E"], **options)


def hands(round: Round, seat: Seat) -> list[list[tuple[str | None, str | None]]]:
    """By seat, own and outer side of each card in the hand as this viewer sees them."""
    table = GAME.board(round.observed(seat))
    return [[(card.own, card.outer) for card in shown.hand] for shown in table.seats]


def told(round: Round, move: str) -> dict[object, JanusTold]:
    return round.watch_number(GAME.number(move), VIEWERS)  # type: ignore[return-value]  # of this game


def test_j3_the_holder_sees_the_own_sides_and_the_others_the_outer_sides() -> None:
    round = opening()
    for _ in range(3):
        round.play("draw").play("end")
    own = hands(round, 1)[0]
    assert own == [("A", None), ("C", None), ("B", None)]
    assert [card[1] for card in hands(round, 2)[0]] == ["B", "D", "C"]
    assert hands(round, 1)[1][:2] == [(None, "F"), (None, "H")]


def test_j4_the_two_dealt_cards_lie_open_to_their_holder_until_the_end_of_his_first_turn() -> None:
    round = opening()
    assert hands(round, 1) == [[("A", "B"), ("C", "D")], [(None, "F"), (None, "H")], [(None, "J"), (None, "A")]]
    round.play("draw")
    assert hands(round, 1)[0] == [("A", "B"), ("C", "D"), ("B", None)], "their first turn; the drawn card is hidden"
    round.play("end")
    assert hands(round, 1)[0] == [("A", None), ("C", None), ("B", None)]
    assert hands(round, 2)[1] == [("E", "F"), ("G", "H")]
    round.play("draw").play("end")
    assert hands(round, 2)[1][:2] == [("E", None), ("G", None)]
    assert hands(round, 3)[2] == [("I", "J"), ("K", "A")]


def test_j4_only_the_dealt_cards_lie_open() -> None:
    """Seat 1 takes #3 (E/F) from seat 2, and seat 3, who has seen both its sides by then, takes it from seat 1."""
    round = opening().play("take #3").play("end").play("draw").play("end").play("take #3")
    assert GAME.known(round.observed(3)).sides["#3"] == ("E", "F")
    assert hands(round, 3)[2] == [("I", "J"), ("K", "A"), ("E", None)]


def test_a_watcher_sees_no_side_of_a_card_in_a_hand() -> None:
    assert hands(opening(), "watcher") == [[(None, None)] * 2] * 3


def test_j4_the_notes_tell_both_sides_of_the_dealt_cards_and_no_more() -> None:
    known = GAME.known(opening().observed(1)).sides
    assert known["#1"] == ("A", "B")
    assert known["#3"] == (None, "F")
    assert known["#7"] == ("B", None)
    assert "#8" not in known


def test_j8_a_drawn_card_shows_its_other_side_to_the_others_only() -> None:
    observation = told(opening(), "draw")
    assert [(observation[seat].symbol, observation[seat].outer) for seat in (1, 2, 3, "watcher")] == [
        ("B", None), ("B", "C"), ("B", "C"), ("B", None),
    ]  # fmt: skip
    assert {line.next.up for line in observation.values()} == {"C"}


def test_j8_a_taken_card_shows_each_seat_what_it_can_see() -> None:
    """Seat 1 takes #3 (E/F) from seat 2: it sees F, seat 2 still sees E, seat 3 sees both, a watcher neither."""
    round = opening()
    observation = told(round, "take #3")
    assert [(observation[seat].symbol, observation[seat].outer) for seat in (1, 2, 3, "watcher")] == [
        ("F", None), (None, "E"), ("F", "E"), (None, None),
    ]  # fmt: skip
    assert GAME.known(round.observed(2)).sides["#3"] == ("F", "E"), "seat 2 has seen both sides at the deal (J4)"
    assert GAME.known(round.observed("watcher")).sides.get("#3") is None


def test_j10_everybody_sees_the_own_side_of_a_discarded_card() -> None:
    observation = told(opening(), "discard #1")
    assert {(line.symbol, line.on_top) for line in observation.values()} == {("A", False)}


def test_old_lines_of_the_log_name_no_side() -> None:
    for move in ("draw", "take #3", "discard #1"):
        line = GAME.without_faces(told(opening(), move)[3])
        assert line.symbol is None
        assert getattr(line, "outer", None) is None


def test_what_the_robbed_player_reads_names_the_inner_side() -> None:
    line = told(opening(), "take #3")[2]
    assert GAME.in_words(line, "en", ["Ada", "@you", "Cleo"]) == "Ada takes a card from you; its inner side was column."


def test_j11_a_triplet_lies_open_for_the_watcher_too() -> None:
    round = rounds(2, 4, 120)
    laid = [seat.triplets for seat in GAME.board(round.observed("watcher")).seats]
    assert any(laid)
    assert all(len(triplet.tags) == 3 for triplets in laid for triplet in triplets)
    assert laid == [seat.triplets for seat in GAME.board(round.observed(1)).seats]


def test_after_the_end_every_side_is_open_to_all() -> None:
    round = opening().play("close")
    for seat in VIEWERS:
        table = GAME.board(round.observed(seat))
        assert table.ending == "close"
        assert len(table.sides) == 66
        assert hands(round, seat)[0] == [("A", "B"), ("C", "D")]


def test_an_undo_is_offered_only_where_nothing_showed() -> None:
    round = opening().play("draw")
    assert {GAME.text(move): GAME.reveals_a_face(round.state, move) for move in round.legal_numbers} == {
        move: move != "end" for move in round.legal
    }
    assert GAME.reveals_a_face(round.state, GAME.number("close")), "the end shows everything"


def test_j11_after_drawing_the_end_of_a_turn_may_show_a_triplet() -> None:
    round = opening(triplet="after-drawing").play("draw")
    assert GAME.reveals_a_face(round.state, GAME.number("end")), "or that there is none among the three cards"
    round = opening(triplet="after-drawing").play("discard #1")
    assert not GAME.reveals_a_face(round.state, GAME.number("end"))


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("end", "Ada lays down a triplet: laurel!"),
        ("draw", "Ada draws from the pile: amphora. Ada lays down a triplet: laurel! The pile now shows: laurel."),
        ("take #3", "Ada takes a card from Ben. Ada lays down a triplet: laurel!"),
    ],
)
def test_j11_after_drawing_the_triplet_is_told_by_its_own_symbol(move: str, said: str) -> None:
    """Seat 1 holds A and A and draws a third A; then it may still take a card."""
    first = ["A/B", "A/C", "D/E", "F/G", "H/I", "J/K", "A/K", "B/D"]
    round = dealt(first, triplet="after-drawing").play("draw")
    line = told(round, move)["watcher"]
    assert (line.triplet, line.laid) == (True, "A")
    assert GAME.in_words(line, "en", NAMES) == said
    assert GAME.in_words(GAME.without_faces(line), "en", NAMES).endswith("Ada lays down a triplet.")


def test_j13_no_card_left_is_told() -> None:
    line = replace(opening().play("draw").watch_number(GAME.number("end"), [1])[1], ending="no-card-left")
    assert GAME.in_words(line, "en", NAMES) == "Ada ends the turn. No card is left: the game is over."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_of_whole_games_is_told_in_words(lang: str) -> None:
    for seed, options in ((0, {"stall": 2}), (1, {"discard": "top"}), (2, {}), (3, {"triplet": "after-drawing"})):
        round = rounds(seed, 3 + seed, 100, **options)
        for seat in VIEWERS[::3]:
            names = ["@you", *NAMES[1:]] if seat == 1 else NAMES
            for memory in MEMORIES:
                for entry in round.log(seat, memory):
                    assert GAME.in_words(entry.told, lang, names).endswith((".", "!"))


def test_a_stalled_game_says_after_how_many_rounds() -> None:
    round = rectoverso.new("janus", players=3, seed="quiet", stall=1)
    for _ in range(3):
        round.play("draw").play("end")
    last = round.log(1)[-1].told
    assert (last.ending, last.rounds) == ("stall", 1)
    assert GAME.in_words(last, "en", NAMES) == "Cleo ends the turn. 1 round without a triplet: the game is over."


def test_views_are_plain_json() -> None:
    view = rounds(3, 5, 60).view(2, "notes")
    decoded = msgspec.json.decode(msgspec.json.encode(view))
    assert decoded["table"]["seats"][1]["hand"][0]["outer"] is None
    assert set(decoded["known"]) == {"sides", "pile", "unseen"}
