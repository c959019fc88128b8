"""Diagrams for the rules pages of Janus, each drawn from a position."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from ...art import at
from ...art import diagram as art
from ...art.diagram import Scene
from ..prepared_positions import prepared
from ..round import Round, Seat
from .board import JanusCard, JanusTable
from .drawing import PIECES, draw_card, draw_symbol
from .lesson import last_triplet
from .material import LETTERS

_SCALE = 0.62
_WIDE, _HIGH = (length * _SCALE for length in PIECES.size("card"))
_PLAYERS = 3
_ME, _OTHER = 1, 2


def _table(round: Round, seat: Seat) -> JanusTable:
    """The table as a seat sees it."""
    table: JanusTable = round.game.board(round.observed(seat))
    return table


def _card(side: str | None, *, outer: bool = False, marked: bool = False) -> Scene:
    drawn = Scene(at(draw_card(side, outer=outer), 0, 0, _SCALE), _WIDE, _HIGH)
    return art.outlined(drawn, circular=False) if marked else drawn


def _hand(cards: Sequence[JanusCard], *, outer: bool, marked: Collection[int] = ()) -> Scene:
    """A hand as its holder sees it, or from outside."""
    sides = [_card(card.outer if outer else card.own, outer=outer, marked=card.tag in marked) for card in cards]
    return art.row(*sides, gap=10) if sides else Scene("", _WIDE, _HIGH)


def _pile(table: JanusTable, marked: bool = False) -> Scene:
    """The pile: its top card, and the edges of those below."""
    assert table.top is not None
    below = _card(None)
    drawn = at(below.drawn, 10, 10) + at(below.drawn, 5, 5) + _card(table.top.up, marked=marked).drawn
    return Scene(drawn, _WIDE + 10, _HIGH + 10)


def _seen_by(count: int, scene: Scene, *, mine: bool = True, cards: int = 2) -> Scene:
    """What one person, or what the others, see."""
    width = cards * _WIDE + (cards - 1) * 10
    return art.row(art.people(count), art.mat(scene, width=width, mine=mine), gap=10)


def _symbols() -> Scene:
    """J1: the eleven symbols."""
    drawn = [Scene(at(draw_symbol(letter), 0, 0, _WIDE / 100), _WIDE, _WIDE) for letter in LETTERS]
    return art.mat(art.column(art.row(*drawn[:6]), art.row(*drawn[6:])))


def _ready() -> Scene:
    """J2: two cards for each player, and the pile; you see the inner sides of yours, the outer sides of all others."""
    table = _table(prepared("janus", _PLAYERS, ("A/C", "F/I", "B/D", "E/G", "H/J", "K/A", "C/D")), _ME)
    mine = art.row(art.people(1), art.mat(_hand(table.seats[0].hand, outer=False)), gap=10)
    others = [art.mat(_hand(seat.hand, outer=True), mine=False) for seat in table.seats[1:]]
    return art.column(art.row(*others, gap=30), art.row(mine, _pile(table), gap=60))


def _two_sides() -> Scene:
    """J3: the same hand as its holder sees it, and as the others see it, card by card."""
    round = prepared("janus", _PLAYERS, ("A/C", "F/I", "B/D", "E/G", "H/J", "K/A", "C/D"), "draw, end")
    return _both_views(round, (), cards=3)


def _dealt() -> Scene:
    """J4: both sides of the two dealt cards lie open to their holder, until the end of their first turn."""
    round = prepared("janus", _PLAYERS, ("A/C", "F/I", "B/D", "E/G", "H/J", "K/A", "C/D"))
    frames = []
    for moves in ((), ("draw", "end")):
        for move in moves:
            round.play(move)
        dealt = _table(round, _ME).seats[0].hand[:2]
        frames.append(art.mat(art.column(_hand(dealt, outer=False), _hand(dealt, outer=True), gap=10)))
    return art.row(art.people(1), art.before_after(*frames), gap=10)


def _drawing() -> Scene:
    """J8: what was up on the pile is now the inner side; the others see the other side."""
    round = prepared("janus", _PLAYERS, ("A/C", "F/I", "B/D", "E/G", "H/J", "K/A", "C/D"))
    before = art.column(_pile(_table(round, _ME), marked=True), Scene("", _WIDE, 8))
    round.play("draw")
    return art.before_after(before, _both_views(round, {7}, cards=3))


def _both_views(round: Round, marked: Collection[int], cards: int) -> Scene:
    mine = _hand(_table(round, _ME).seats[0].hand, outer=False, marked=marked)
    theirs = _hand(_table(round, _OTHER).seats[0].hand, outer=True, marked=marked)
    return art.column(_seen_by(1, mine, cards=cards), _seen_by(3, theirs, mine=False, cards=cards))


def _limits() -> Scene:
    """J5, J9: with four cards nothing can be drawn; without a card, from the pile only."""
    deal = ("A/C", "F/I", "K/F", "E/G", "H/J", "B/A", "C/D", "J/K", "G/B", "G/H")
    others = "draw, end, draw, end"
    cases = []
    for moves, possible in (("draw, take #3", art.cross()), ("discard #1, discard #2", art.tick())):
        table = _table(prepared("janus", _PLAYERS, deal, f"{moves}, {others}"), _ME)
        mine = _seen_by(1, _hand(table.seats[0].hand, outer=False), cards=0)
        hand = art.mat(_hand(table.seats[1].hand[:1], outer=True), mine=False)
        sources = art.row(_pile(table), possible, hand, art.cross(), gap=10)
        cases.append(art.column(mine, sources))
    return art.column(*cases, gap=40)


def _taking() -> Scene:
    """J7, J8: a card out of another hand; the outer side that was seen becomes the inner side."""
    round = prepared("janus", _PLAYERS, ("A/C", "B/I", "I/F", "E/G", "H/J", "K/A", "C/D"))
    table = _table(round, _ME)
    before = art.mat(_hand(table.seats[1].hand, outer=True, marked={3}), mine=False)
    round.play("take #3")
    return art.before_after(before, _both_views(round, {3}, cards=3))


def _triplet() -> Scene:
    """J11: two alike in the hand, the third one on the pile; all three are laid down."""
    round = prepared("janus", _PLAYERS, ("C/A", "C/F", "B/D", "E/G", "H/J", "K/A", "C/I"))
    table = _table(round, _ME)
    hand = art.row(art.people(1), art.mat(_hand(table.seats[0].hand, outer=False)), gap=10)
    before = art.column(_pile(table, marked=True), hand)
    round.play("draw")
    laid = _table(round, _ME).seats[0].triplets[0]
    return art.before_after(before, art.row(*(_card(laid.symbol) for _ in laid.tags), gap=10))


def _discarding() -> Scene:
    """J10: the card goes under the pile, inner side up."""
    round = prepared("janus", _PLAYERS, ("A/C", "F/I", "B/D", "E/G", "H/J", "K/A", "C/D"))
    table = _table(round, _ME)
    hand = art.row(art.people(1), art.mat(_hand(table.seats[0].hand, outer=False, marked={2})), gap=10)
    before = art.row(hand, _pile(table), gap=30)
    round.play("discard #2")
    table = _table(round, _ME)
    top = _pile(table)
    goes = at(_card("F", marked=True).drawn, 40, 52) + top.drawn
    left = art.row(art.people(1), art.mat(_hand(table.seats[0].hand, outer=False)), gap=10)
    after = art.row(left, Scene(goes, _WIDE + 40, _HIGH + 52), gap=30 + _WIDE + 10)
    return art.before_after(before, after, down=True)


def _end() -> Scene:
    """J13: the cards that are left at the end, both sides of each: no symbol stands on three of them."""
    round = last_triplet().play("take #8")
    table = _table(round, _ME)
    laid = {tag for seat in table.seats for triplet in seat.triplets for tag in triplet.tags}
    left = [sides for tag, sides in (table.sides or {}).items() if int(tag[1:]) not in laid]
    both = [art.column(*(_card(side, outer=True) for side in sides), gap=4) for sides in left]
    return art.row(*both, gap=18)


DIAGRAMS: Final[dict[str, Callable[[], Scene]]] = {
    "symbols": _symbols,
    "ready": _ready,
    "hand": _two_sides,
    "dealt": _dealt,
    "draw": _drawing,
    "limits": _limits,
    "take": _taking,
    "triplet": _triplet,
    "discard": _discarding,
    "end": _end,
}
