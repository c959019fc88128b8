"""A game of Janus as text for terminals, and as a drawing."""

from __future__ import annotations

from ... import art
from ...kernel.fixed_record import Record
from .board import JanusCard, JanusSeat, JanusTable, Observation, board
from .drawing import PIECES, draw_card, draw_symbol

_UNSEEN = "?"


def picture(observation: Record) -> str:
    """The pile and the seats as text: a card is its own side, its outer side and its tag; `?` cannot be seen now."""
    shown = board(Observation(observation))
    lines = [f"pile: {shown.top.up}(#{shown.top.tag}) and {shown.pile - 1} more" if shown.top else "pile: empty"]
    for number, seat in enumerate(shown.seats, 1):
        hand = "  ".join(_card(card) for card in seat.hand) or "–"
        laid = " ".join(triplet.symbol * 3 for triplet in seat.triplets)
        lines.append(f"seat {number}: {hand}" + (f"   triplets: {laid}" if laid else ""))
    return "\n".join(lines)


def _card(card: JanusCard) -> str:
    return f"{card.own or _UNSEEN}/{card.outer or _UNSEEN}(#{card.tag})"


_MARGIN, _GAP, _SCALE, _SMALL = 20.0, 10.0, 0.6, 0.3


def svg(observation: Record) -> str:
    """The pile, then each seat: its hand, as this seat sees it, and its triplets."""
    shown = board(Observation(observation))
    wide, high = (length * _SCALE for length in PIECES.size("card"))
    pieces, width, y = [art.at(_pile(shown, wide), _MARGIN, _MARGIN)], 4 * wide, _MARGIN + high + _GAP
    for number, seat in enumerate(shown.seats, 1):
        row, right = _seat(number, seat, wide, both=shown.sides is not None)
        pieces.append(art.at(row, _MARGIN, y))
        width, y = max(width, right), y + high + _GAP
    return art.page(
        "".join(pieces), width + 2 * _MARGIN, y + _MARGIN, title=picture(observation), background=art.colour("page")
    )


def _label(text: str, x: float) -> str:
    ink = art.colour("ink")
    return f'<text x="{x:g}" y="42" font-family="{art.FONT}" font-size="30" fill="{ink}">{text}</text>'


def _pile(shown: JanusTable, wide: float) -> str:
    if shown.top is None:
        return _label("0", 0)
    return art.at(draw_card(shown.top.up), 40, 0, _SCALE) + _label(f"+{shown.pile - 1}", 40 + wide + _GAP)


def _seat(number: int, seat: JanusSeat, wide: float, both: bool) -> tuple[str, float]:
    """A seat's cards in a row, after the end with both sides; and where the row ends."""
    pieces, x = [_label(f"{number}", 0)], 40.0
    for card in seat.hand:
        sides = [(card.own, False), (card.outer, True)] if both else [(card.own or card.outer, card.own is None)]
        for side, outer in sides:
            pieces.append(art.at(draw_card(side, outer=outer), x, 0, _SCALE))
            x += wide * (0.5 if both and not outer else 1.0)
        x += _GAP
    for triplet in seat.triplets:
        pieces.append(art.at(draw_symbol(triplet.symbol), x + _GAP, 10, _SMALL))
        x += 100 * _SMALL + _GAP
    return "".join(pieces), x
