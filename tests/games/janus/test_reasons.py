"""Why a move of Janus is good, in words: every claim is held against what the seat sees, and its odds."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import rectoverso
from rectoverso.games.janus import GAME
from rectoverso.games.janus.board import Observation
from rectoverso.games.janus.reasons import Seen
from rectoverso.games.janus.rules import PILE
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
        (seat, one) for seat, shown in enumerate(table(round).seats) for one in shown.hand if one.tag == tag
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


def sides_of(round: Round, name: str) -> list[str]:
    """The own sides of a player, as they are."""
    seat = NAMES.index(name) + 1
    return [card.own for card in round.game.board(round.observed(seat)).seats[seat - 1].hand]


def in_sight(round: Round, symbol: str, except_tag: int = 0) -> Counter[str]:
    """How many cards with this symbol can be seen, by who has them; on the pile by an empty name."""
    seen = table(round)
    cards = [("", seen.top.tag, seen.top.up)] if seen.top else []
    for seat, player in enumerate(seen.seats, 1):
        cards += [(NAMES[seat - 1], card.tag, card.outer) for card in player.hand if seat != round.turn]
    return Counter(name for name, tag, shown in cards if shown == symbol and tag != except_tag)


def drawn_symbol(round: Round, move: int) -> str:
    """The symbol that a card shows to who draws it."""
    tag, seen = tag_of(round, move), table(round)
    shown = {card.tag: card.outer for player in seen.seats for card in player.hand}
    return str(seen.top.up if round.game.text(move) == "draw" else shown[tag])


def third(round: Round, move: int, values: Values) -> bool:
    """A third card is in sight, for a pair in the hand or one that this card makes."""
    if round.game.text(move) == "end":
        return any(own(round).count(one) == 2 and in_sight(round, one)[values.get("other", "")] for one in own(round))
    symbol = drawn_symbol(round, move)
    return own(round).count(symbol) == 1 and in_sight(round, symbol, tag_of(round, move))[values.get("other", "")] > 0


def drawable(round: Round, move: int, symbol: str, name: str) -> list[int]:
    """The moves after this one that draw this symbol from the player, or from the pile."""
    after = round.copy()
    after.play_number(move)
    if after.turn != round.turn:
        return []
    from_there = [one for one in after.legal_numbers if after.game.text(one).startswith("take" if name else "draw")]
    return [
        one for one in from_there if drawn_symbol(after, one) == symbol and (not name or holder(after, one) == name)
    ]


def holder(round: Round, move: int) -> str:
    """The player out of whose hand a card is taken."""
    tag = tag_of(round, move)
    return next(NAMES[i] for i, player in enumerate(table(round).seats) if tag in [card.tag for card in player.hand])


def second(alike: int) -> Check:
    """With this card the hand has one more of the symbol than named, and another can be drawn this turn."""

    def check(round: Round, move: int, values: Values) -> bool:
        symbol = drawn_symbol(round, move)
        return own(round).count(symbol) == alike and drawable(round, move, symbol, values.get("other", "")) != []

    return check


def next_card(round: Round, move: int, values: Values) -> bool:
    """The card below the top of the pile is drawn next, and makes a triplet of a pair with its own chance."""
    symbol = LETTER[values["symbol"]]
    share = round.odds(round.turn or 1)["next"][symbol]
    after = round.copy()
    after.play_number(move)
    possible = after.turn == round.turn and "draw" in after.legal and own(round).count(symbol) == 2
    return possible and (is_chance(values["chance"], share) if "chance" in values else share > 0.999)


def two_of(round: Round, move: int, values: Values) -> bool:
    """The other has two of the symbol of the card; it is not theirs."""
    taken_from = "" if round.game.text(move) == "draw" else holder(round, move)
    return sides_of(round, values["other"]).count(drawn_symbol(round, move)) == 2 and taken_from != values["other"]


def breaks(round: Round, move: int, values: Values) -> bool:
    """The other has a pair, and this card is one of the two."""
    symbol, tag = LETTER[values["symbol"]], tag_of(round, move)
    seat = NAMES.index(values["other"]) + 1
    hand = round.game.board(round.observed(seat)).seats[seat - 1].hand
    return [card.own for card in hand].count(symbol) == 2 and [card.own for card in hand if card.tag == tag] == [symbol]


def carriers(round: Round, symbol: str) -> list[int]:
    """The tags of the cards left that have this symbol on a side, by the deal."""
    laid = {tag for player in table(round).seats for triplet in player.triplets for tag in triplet.tags}
    cards = enumerate((str(round.game.write_card(int(card))) for card in round.deal), 1)
    return [tag for tag, card in cards if symbol in card.split("/") and tag not in laid]


def left(round: Round, move: int, values: Values) -> bool:
    """There are not more cards with this symbol, besides mine and this one."""
    mine = {card.tag for card in table(round).seats[(round.turn or 1) - 1].hand} | {tag_of(round, move)}
    return len(set(carriers(round, drawn_symbol(round, move))) - mine) <= int(values["count"]) <= 9


def discarded_symbol(round: Round, move: int) -> str:
    """The own side of the card that goes."""
    return str(next(c.own for c in table(round).seats[(round.turn or 1) - 1].hand if c.tag == tag_of(round, move)))


def discard_deny(round: Round, move: int, values: Values) -> bool:
    """The other has two of the outer side of the card."""
    symbol, tag = LETTER[values["symbol"]], tag_of(round, move)
    seat = round.turn or 1
    outer_side = next(
        card.outer
        for card in round.game.board(round.observed(seat % round.players + 1)).seats[seat - 1].hand
        if card.tag == tag
    )
    return bool(outer_side == symbol and sides_of(round, values["other"]).count(symbol) == 2)


def discard_for(round: Round, move: int, values: Values) -> bool:
    """Out of a full hand, with a pair of another symbol whose third card is in sight, and stays so."""
    symbol = LETTER[values["symbol"]]
    after = round.copy()
    after.play_number(move)
    stays = "other" in values or table(after).top.up == symbol
    pair = own(round).count(symbol) == 2 and discarded_symbol(round, move) != symbol
    return pair and stays and len(own(round)) == 4 and in_sight(round, symbol)[values.get("other", "")] > 0


def end_full(round: Round, move: int, values: Values) -> bool:
    """J5: one more card may be drawn, and would be the fourth."""
    return len(own(round)) == 3 and len(set(own(round))) == 3 and table(round).phase == "drawn"


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
    "reason_janus_third_hand": third,
    "reason_janus_third_pile": third,
    "reason_janus_third_now_hand": second(1),
    "reason_janus_third_now_pile": second(1),
    "reason_janus_second_hand": second(0),
    "reason_janus_second_pile": second(0),
    "reason_janus_next": next_card,
    "reason_janus_next_known": next_card,
    "reason_janus_deny": two_of,
    "reason_janus_breaks": breaks,
    "reason_janus_left": left,
    "reason_janus_discard_dead": lambda r, m, v: len(carriers(r, discarded_symbol(r, m))) < 3,
    "reason_janus_discard_deny": discard_deny,
    "reason_janus_discard_for_hand": discard_for,
    "reason_janus_discard_for_pile": discard_for,
    "reason_janus_discard_unseen": lambda r, m, v: not in_sight(r, discarded_symbol(r, m)),
    "reason_janus_end_full": end_full,
    "reason_janus_end": lambda r, m, v: int(v["count"]) == 4 - len(own(r)) and len(set(own(r))) == len(own(r)),
}


def test_every_reason_is_checked() -> None:
    assert set(CHECKS) == {"reason_only_move", *keys("reason_janus_")}


@pytest.mark.parametrize("players", GAMES)
def test_every_claim_is_true_in_every_position(players: int) -> None:
    heard: Counter[str] = Counter()
    positions = played_games("janus", players, GAMES[players])
    assert [claim for round in positions for claim in false_claims(round, CHECKS, heard)] == []
    assert len(heard) >= 20, heard


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


def test_j6_a_second_card_is_promised_exactly_when_the_rules_allow_one() -> None:
    """Drawing from the pile, at every position of some games where that lays no triplet."""
    found = []
    for number in range(4):
        round, rng = rectoverso.new("janus", 3, seed="second card", number=number), random.Random(number)
        while not round.over:
            seat = round.turn
            if "draw" in round.legal and round.state.cards[PILE] > 1:
                promised = Seen(Observation(round.observation(seat)), ["A", "B", "C"]).second_card()
                later = round.copy().play("draw")
                if later.state.triplets[seat - 1] == round.state.triplets[seat - 1]:
                    assert promised == (later.turn == seat and "draw" in later.legal)
                    found.append(promised)
            round.play(rng.choice(round.legal))
    assert set(found) == {True, False}
