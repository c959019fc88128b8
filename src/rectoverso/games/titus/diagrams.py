"""Diagrams for the rules pages of Titus, each drawn from a position."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from ...art import at
from ...art import diagram as art
from ...art.diagram import Scene
from ..prepared_positions import prepared
from ..round import Round
from .board import TitusCoin, TitusSeries, TitusTable
from .drawing import draw_coin, draw_coin_back, draw_point_card

_SIZE = 64.0
_STEP = 51.0  # how much of a coin shows beside the one on top of it
_CARD_HEIGHT = 1.4 * _SIZE
_CARD_STEP = 50.0  # how much of a point card shows beside the one on top of it
_BESIDE = 52.0  # T14: the card's value stays visible


def _table(round: Round) -> TitusTable:
    table: TitusTable = round.game.board(round.observed("watcher"))
    return table


def _coin(coin: TitusCoin, marked: Collection[int] = ()) -> Scene:
    drawn = Scene(at(draw_coin(coin.face or 0), 0, 0, _SIZE / 100), _SIZE, _SIZE)
    return art.outlined(drawn) if coin.tag in marked else drawn


def _group(coins: Sequence[TitusCoin], marked: Collection[int] = ()) -> Scene:
    drawn = "".join(at(_coin(coin, marked).drawn, place * _STEP, 0) for place, coin in enumerate(coins))
    return Scene(drawn, _STEP * (len(coins) - 1) + _SIZE, _SIZE)


def _reserve(table: TitusTable, seat: int, marked: Collection[int] = (), width: float = 0) -> Scene:
    groups = [_group(group, marked) for group in table.seats[seat - 1].groups]
    return art.mat(art.row(*groups) if groups else Scene("", _SIZE, _SIZE), width=width, mine=seat == 1)


def _series(series: TitusSeries, marked: Collection[int] = ()) -> Scene:
    card = at(draw_point_card(series.card), 0, 0, _SIZE / 100)
    if not series.coins:
        return Scene(card, _SIZE, _CARD_HEIGHT)
    coins = _group(series.coins, marked)
    return Scene(card + at(coins.drawn, _BESIDE, _CARD_HEIGHT - _SIZE), _BESIDE + coins.width, _CARD_HEIGHT)


def _both_faces() -> Scene:
    """T1: three coins with the faces that lie up, and below them their other faces, which have been seen."""
    round = prepared("titus", 2, ("8/8", "8/9", "8/10"), "draw, place, draw, place, draw, place")
    table = _table(round)
    shown = sorted((group[0] for seat in table.seats for group in seat.groups), key=lambda coin: coin.tag)
    sides = []
    for coin, written in zip(shown, round.record()["deal"], strict=False):
        other = draw_coin_back(int(written.partition("/")[2]))
        sides.append(art.column(_coin(coin), Scene(at(other, 0, 0, _SIZE / 100), _SIZE, _SIZE), gap=6))
    return art.row(*sides, gap=30)


def _ready() -> Scene:
    """T3, T4: the pile with its top coin, and the point cards, the most valuable one on top."""
    table = _table(prepared("titus", 2, ("12/14",), ""))
    assert table.top is not None
    below = at(draw_coin(0), 0, 0, _SIZE / 100)
    pile = Scene(at(below, 10, 10) + at(below, 5, 5) + _coin(table.top).drawn, _SIZE + 10, _SIZE + 10)
    stack = table.stack[::-1]
    rows = [_cards(half) for half in (stack[:6], stack[6:])]
    return art.row(pile, art.column(*rows), gap=30)


def _cards(values: Sequence[int]) -> Scene:
    cards = [at(draw_point_card(card), place * _CARD_STEP, 0, _SIZE / 100) for place, card in enumerate(values)]
    return Scene("".join(cards), _CARD_STEP * (len(cards) - 1) + _SIZE, _CARD_HEIGHT)


def _fits() -> Scene:
    """T6: a group of three, an independent coin, and what fits onto the group."""
    coins = ("9/9", "3/3", "10/8", "11/11", "5/6")
    moves = "draw, place, draw, place, draw, join #1, draw, join #1, draw, place"
    table = _table(prepared("titus", 2, coins, moves))
    fitting = [Scene(at(draw_coin(face), 0, 0, _SIZE / 100), _SIZE, _SIZE) for face in (8, 12)]
    return art.row(_reserve(table, 1), *(art.row(coin, art.tick(), gap=4) for coin in fitting))


def _merging() -> Scene:
    """T7, T14: two groups that continue each other become one."""
    coins = ("5/7", "2/2", "6/6", "8/8", "16/18", "7/9")
    moves = "draw, place, draw, place, draw, join #1, draw, place, draw, place, draw, join #4"
    round = prepared("titus", 2, coins, moves)
    before = _reserve(_table(round), 1)
    round.play("merge #1 #6")
    return art.before_after(before, _reserve(_table(round), 1), down=True)


def _exchange() -> Scene:
    """T9: the coin in the hand goes to the other player, and theirs comes turned over."""
    coins = ("5/7", "9/8", "6/4", "7/7", "3/3", "14/13")
    moves = "draw, place, draw, place, draw, join #1, draw, join #1, end, draw, place, draw"
    round = prepared("titus", 2, coins, moves)
    table = _table(round)
    assert table.hand is not None
    width = _STEP * 3 + _SIZE
    hand = art.row(art.people(1), _coin(table.hand, {6}), gap=8)
    before = art.column(_reserve(table, 2, {2}, width), hand, _reserve(table, 1, (), width))
    round.play("swap #2").play("join #1")
    table = _table(round)
    after = art.column(_reserve(table, 2, {6}, width), Scene("", _SIZE, _SIZE), _reserve(table, 1, {2}, width))
    return art.before_after(before, after)


_AHEAD = ("11/10", "12/14", "12/12", "1/2", "13/13", "14/16", "15/13", "13/12", "14/14", "15/15", "16/17")
_OTHER_SCORES = (
    "draw, place, draw, place, draw, join #1, draw, place, draw, join #2, draw, join #2, draw, join #2, score #2"
)


def _taking_from_a_series() -> Scene:
    """T10: the top coin of another player's series, turned over; the point card stays."""
    round = prepared("titus", 2, _AHEAD, _OTHER_SCORES)
    frames = []
    for step in ((), ("take 18", "join #1")):
        for move in step:
            round.play(move)
        table = _table(round)
        series = art.mat(_series(table.seats[1].series[0], {7}), width=_BESIDE + 3 * _STEP + _SIZE, mine=False)
        frames.append(art.column(series, _reserve(table, 1, {7}, _STEP * 3 + _SIZE)))
    return art.before_after(*frames, down=True)


def _end_of_taking() -> Scene:
    """T11, T12: an independent coin ends the taking, and so does the third coin."""
    cases = []
    for coins, steps in (
        (("5/7", "16/18", "6/4", "12/14"), ("draw, join #1", "draw, place")),
        (("5/7", "16/18", "6/4", "7/7", "8/10"), ("draw, join #1", "draw, join #1", "draw, join #1")),
    ):
        round = prepared("titus", 2, coins, "draw, place, draw, place")
        frames = []
        for number, step in enumerate(steps, 1):
            for move in step.split(", "):
                round.play(move)
            newest = {2 + number}
            mark = art.stop() if round.turn != 1 or _table(round).taking_over else art.tick()
            frames.append(art.row(_reserve(_table(round), 1, newest), mark, gap=6))
        cases.append(art.before_after(*frames, down=True))
    return art.row(*cases, gap=24)


def _behind() -> Scene:
    """T13: another player has a point card and you have none, so you go on after the third coin."""
    round = prepared("titus", 2, _AHEAD, f"{_OTHER_SCORES}, draw, join #1, draw, join #1, draw, join #1")
    frames = [art.mat(_series(_table(round).seats[1].series[0]), mine=False)]
    for third_or_fourth in (10, 11):
        frames.append(art.row(_reserve(_table(round), 1, {third_or_fourth}), art.tick(), gap=6))
        round.play("draw").play("join #1")
    return art.column(frames[0], art.before_after(*frames[1:], down=True))


_SCORED = "draw, place, draw, place, draw, join #1, draw, place, draw, place, draw, join #4"
_SCORING = ("11/9", "3/3", "12/12", "14/16", "19/19", "15/15", "13/11")


def _scoring() -> Scene:
    """T14: a coin between two groups, a merge, and the whole group on the top point card."""
    round = prepared("titus", 2, _SCORING, f"{_SCORED}, draw")
    table = _table(round)
    assert table.hand is not None
    before = art.column(_coin(table.hand, {7}), _reserve(table, 1))
    round.play("join #1").play("merge #1 #4")
    together = _reserve(_table(round), 1, {7})
    round.play("score #1")
    return art.before_after(before, together, art.mat(_series(_table(round).seats[0].series[0])), down=True)


def _points() -> Scene:
    """T19: a point card, and a group of four that is left in the reserve."""
    coins = (*_SCORING, "18/16", "1/1", "5/5", "16/17", "6/8", "7/7", "8/10")
    scored = f"{_SCORED}, draw, join #1, merge #1 #4, score #1, draw, place"
    moves = f"{scored}, draw, place, draw, place, draw, place, draw, join #10, draw, join #10, draw, join #10"
    round = prepared("titus", 2, coins, moves)
    table = _table(round)
    seat = table.seats[0]
    card = seat.series[0]
    left = seat.score - card.card
    lines = [art.row(_series(card), art.text(str(card.card)))]
    for group in seat.groups:
        lines.append(art.row(_group(group), art.text(str(left if len(group) > 1 else 0))))
    return art.column(art.mat(art.column(*lines)), art.text(f"{card.card} + {left} = {seat.score}"))


DIAGRAMS: Final[dict[str, Callable[[], Scene]]] = {
    "coins": _both_faces,
    "ready": _ready,
    "group": _fits,
    "merge": _merging,
    "exchange": _exchange,
    "series": _taking_from_a_series,
    "end-of-taking": _end_of_taking,
    "behind": _behind,
    "scoring": _scoring,
    "points": _points,
}
