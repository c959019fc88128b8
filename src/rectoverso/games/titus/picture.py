"""A game of Titus as text for terminals, and as a drawing."""

from __future__ import annotations

from ... import art
from ...kernel.fixed_record import Record
from .board import Observation, TitusCoin, TitusSeat, TitusTable, board
from .drawing import draw_coin, draw_point_card


def picture(observation: Record) -> str:
    """The pile, the point cards and the seats as text: a coin is its face and its tag."""
    shown = board(Observation(observation))
    lines = [_pile_line(shown)]
    if shown.hand is not None:
        lines.append(f"in the hand: {_coin(shown.hand)}")
    for number, seat in enumerate(shown.seats, 1):
        lines.append(f"seat {number}: {_groups(seat) or '–'}")
        for series in seat.series:
            lines.append(f"  card {series.card}: {_run(series.coins) or 'empty'}")
    if shown.backs:
        lines.append("other faces: " + ", ".join(f"{face}({tag})" for tag, face in shown.backs.items()))
    return "\n".join(lines)


def _pile_line(shown: TitusTable) -> str:
    pile = f"pile: {_coin(shown.top)} and {shown.pile - 1} more" if shown.top else "pile: empty"
    cards = f"point cards: {shown.stack[0]} to {shown.stack[-1]}" if shown.stack else "no point cards left"
    return f"{pile}   {cards}"


def _groups(seat: TitusSeat) -> str:
    return "   ".join(_run(group) for group in seat.groups)


def _run(coins: list[TitusCoin]) -> str:
    return "-".join(_coin(coin) for coin in coins)


def _coin(coin: TitusCoin) -> str:
    return f"{coin.face}(#{coin.tag})"


_MARGIN, _GAP, _COIN, _CARD = 20, 16, 60, 84
_BESIDE = 52  # T14: the card's value stays visible
_STEP = 46  # how much of a coin shows beside the one on top of it
_WIDTH = 900


def svg(observation: Record) -> str:
    """The pile and the stack, then each seat: its groups, its point cards with their series."""
    shown = board(Observation(observation))
    backs = shown.backs
    rows = [_middle(shown, backs)]
    for number, seat in enumerate(shown.seats, 1):
        rows.append([_label(f"{number}"), *([_coins(group, backs) for group in seat.groups])])
        if seat.series:
            rows.append([_label(""), *(_card(series.card, series.coins, backs) for series in seat.series)])
    pieces, width, y = [], 0.0, float(_MARGIN)
    for row in rows:
        drawn, right, height = _laid_out(row)
        pieces.append(art.at(drawn, 0, y))
        width, y = max(width, right), y + height + _GAP
    return art.page("".join(pieces), width + _MARGIN, y, title=picture(observation), background=art.colour("page"))


_Piece = tuple[str, float, float]  # what it looks like, its width and its height
_Backs = dict[str, int] | None


def _laid_out(row: list[_Piece]) -> tuple[str, float, float]:
    """Pieces side by side, wrapped where the picture would become too wide."""
    drawn, x, y, right, height = [], float(_MARGIN), 0.0, 0.0, 0.0
    for piece, wide, high in row:
        if x + wide > _WIDTH:
            x, y, height = float(_MARGIN + _COIN + _GAP), y + height + _GAP, 0.0
        drawn.append(art.at(piece, x, y))
        x, height = x + wide + _GAP, max(height, high)
        right = max(right, x)
    return "".join(drawn), right, y + height


def _middle(shown: TitusTable, backs: _Backs) -> list[_Piece]:
    row = []
    if shown.top is not None:
        row += [_coins([shown.top], backs), _label(f"+{shown.pile - 1}")]
    if shown.stack:
        row += [_card(shown.stack[0], [], backs), _label(f"+{len(shown.stack) - 1}")]
    if shown.hand is not None:
        row += [_label("←"), _coins([shown.hand], backs)]
    return row


def _label(text: str) -> _Piece:
    ink = art.colour("ink")
    return f'<text y="42" font-family="{art.FONT}" font-size="30" fill="{ink}">{text}</text>', _COIN, _COIN


def _coins(coins: list[TitusCoin], backs: _Backs) -> _Piece:
    """Coins that lie on each other, the highest on top; after the end with their backs."""
    step = _COIN if backs else _STEP
    drawn = []
    for place, coin in enumerate(coins):
        back = backs[f"#{coin.tag}"] if backs else None
        drawn.append(art.at(draw_coin(coin.face or 0, back), place * step, 0, _COIN / 100))
    return "".join(drawn), step * (len(coins) - 1) + _COIN, _COIN


def _card(value: int, coins: list[TitusCoin], backs: _Backs) -> _Piece:
    series, wide, _ = _coins(coins, backs) if coins else ("", 0.0, 0.0)
    card = art.at(draw_point_card(value), 0, 0, _COIN / 100)
    return card + art.at(series, _BESIDE, _CARD - _COIN), max(_COIN, _BESIDE + wide), _CARD
