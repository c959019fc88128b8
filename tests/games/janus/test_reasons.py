"""Why a move of Janus is good, in words: every claim is held against what the seat sees, and its odds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rectoverso.games.janus import GAME
from rectoverso.games.round import Round
from rectoverso.words import keys, say
from tests.bots.claims import NAMES, Check, Values, false_claims, is_chance, misspoken, only_move, played_games

GAMES = {3: 2, 4: 2, 5: 1, 6: 1}  # by players
LETTER = {say("en", f"symbol_{letter.lower()}"): letter for letter in "ABCDEFGHIJK"}


def table(round: Round) -> Any:
    """What the seat to move sees."""
    return round.game.board(round.observed(round.turn or 1))


def own(round: Round) -> list[str]:
    """The own sides of the seat to move."""
    return [card.own for card in table(round).seats[(round.turn or 1) - 1].hand]


def tag_of(round: Round, move: int) -> int:
    """The card that a move is about."""
    text = round.game.text(move)
    return int(table(round).top.tag) if text == "draw" else int(text.split("#")[1])


def received(round: Round, move: int, values: Values) -> str | None:
    """The symbol that a card shows to who draws it; and its holder is who is said to be."""
    tag = tag_of(round, move)
    if round.game.text(move) == "draw":
        assert "other" not in values
        return str(table(round).top.up)
    seat, card = next(
        (p, one) for p, observation in enumerate(table(round).seats) for one in observation.hand if one.tag == tag
    )
    assert values["other"] == NAMES[seat]
    return str(card.outer)


def makes(round: Round, move: int, values: Values, alike: int) -> bool:
    """How many more cards of its symbol the hand has, besides the card."""
    symbol = LETTER[values["symbol"]]
    return received(round, move, values) == symbol and own(round).count(symbol) == alike


def lays_down(round: Round, *moves: int) -> bool:
    """J11: do these moves lay a triplet down?"""
    after, seat = round.copy(), (round.turn or 1) - 1
    for move in moves:
        after.play_number(move)
    return after.standing.scores[seat] == round.standing.scores[seat] + 1


def triplet(round: Round, move: int, values: Values) -> bool:
    """J11: a triplet is laid down, or it may be kept until the drawing is over."""
    return makes(round, move, values, 2) and (lays_down(round, move) or lays_down(round, move, GAME.number("end")))


def kept_triplet(round: Round, move: int, values: Values) -> bool:
    """J11: a triplet is in the hand, and this move lays it down."""
    return own(round).count(LETTER[values["symbol"]]) == 3 and lays_down(round, move)


def outer(round: Round, move: int, values: Values) -> bool:
    """The likeliest other side, with its own chance."""
    odds = round.odds(round.turn or 1)[f"#{tag_of(round, move)}"]
    share = odds[LETTER[values["symbol"]]]
    return share == max(odds.values()) and (is_chance(values["chance"], share) if "chance" in values else share > 0.999)


def discarded(round: Round, move: int, values: Values) -> str:
    """The own side of the card that goes."""
    cards = table(round).seats[(round.turn or 1) - 1].hand
    symbol = str(next(card.own for card in cards if card.tag == tag_of(round, move)))
    assert symbol == LETTER[values["symbol"]]
    return symbol


def discard(single: bool, full: bool) -> Check:
    """A card that matches no other one or does; out of a full hand or not."""

    def check(round: Round, move: int, values: Values) -> bool:
        alike = own(round).count(discarded(round, move, values))
        return (alike == 1) == single and (len(own(round)) == 4) == full

    return check


def end_pair(round: Round, move: int, values: Values) -> bool:
    """A pair, and room for one card."""
    return own(round).count(LETTER[values["symbol"]]) == 2 and len(own(round)) < 4


CHECKS: dict[str, Check] = {
    "reason_only_move": only_move,
    "reason_janus_draw_triplet": triplet,
    "reason_janus_take_triplet": triplet,
    "reason_janus_draw_pair": lambda r, m, v: makes(r, m, v, 1),
    "reason_janus_take_pair": lambda r, m, v: makes(r, m, v, 1),
    "reason_janus_draw_more": lambda r, m, v: makes(r, m, v, 0) and table(r).pile > 1,
    "reason_janus_draw_last": lambda r, m, v: makes(r, m, v, 0) and table(r).pile == 1,
    "reason_janus_take_more": lambda r, m, v: makes(r, m, v, 0),
    "reason_janus_outer": outer,
    "reason_janus_outer_known": outer,
    "reason_janus_discard": discard(single=False, full=False),
    "reason_janus_discard_single": discard(single=True, full=False),
    "reason_janus_discard_full": discard(single=False, full=True),
    "reason_janus_discard_single_full": discard(single=True, full=True),
    "reason_janus_end_pair": end_pair,
    "reason_janus_end_triplet": kept_triplet,
    "reason_janus_kept_triplet": kept_triplet,
    "reason_janus_end": lambda r, m, v: int(v["count"]) == 4 - len(own(r)) and len(set(own(r))) == len(own(r)),
}


def test_every_reason_is_checked() -> None:
    assert set(CHECKS) == {"reason_only_move", *keys("reason_janus_")}


@pytest.mark.parametrize("players", GAMES)
def test_every_claim_is_true_in_every_position(players: int) -> None:
    heard: Counter[str] = Counter()
    positions = played_games("janus", players, GAMES[players])
    assert [claim for round in positions for claim in false_claims(round, CHECKS, heard)] == []
    assert len(heard) >= 12, heard


def test_every_claim_is_true_where_triplets_are_laid_down_after_drawing() -> None:
    heard: Counter[str] = Counter()
    positions = played_games("janus", 4, 6, triplet="after-drawing")
    assert [claim for round in positions for claim in false_claims(round, CHECKS, heard)] == []
    assert heard["reason_janus_end_triplet"] > 0
    assert heard["reason_janus_kept_triplet"] > 0


@pytest.mark.parametrize("players", GAMES)
def test_all_languages_name_the_same_numbers(players: int) -> None:
    positions = [round.copy() for at, round in enumerate(played_games("janus", players, 1)) if at % 9 == 0]
    assert [text for round in positions for text in misspoken(round)] == []
