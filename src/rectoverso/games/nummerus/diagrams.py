"""Diagrams for the rules pages of Nummerus, each drawn from a position."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from ...art import at, colour
from ...art import diagram as art
from ...art.diagram import Scene
from ..game import Value
from ..prepared_positions import prepared
from ..round import Round
from .board import NummerusTable
from .drawing import PIECES, draw_pawn, draw_power, draw_token, plan_of
from .prepared_walks import table_of, walk

_CELL = 56.0
_PAWN = 48.0

Fields = Sequence[tuple[int, int]]
"""(column, row) on the grid of the board, from 0."""


# ---- the board


def _grid(board: str) -> list[tuple[int, int]]:
    """Where each field lies on the grid, in reading order."""
    plan = plan_of(board, cell=2, margin=0)
    return [(int(x) // 2, int(y) // 2) for x, y in plan.centres]


def _part(
    table: NummerusTable, columns: range, rows: range, marked: Collection[int] = (), slides: Fields = ()
) -> Scene:
    """A part of the board: its fields, its pawns, arrows from the Power pawn to fields."""
    drawn, centres = [], {}
    for field, (column, row) in enumerate(_grid(table.board)):
        if column in columns and row in rows:
            x, y = (column - columns.start) * _CELL, (row - rows.start) * _CELL
            centres[column, row] = (x + _CELL / 2, y + _CELL / 2)
            drawn.append(at(PIECES.draw("field", "light"), x, y, _CELL / 100))
            pawn = table.fields[field]
            piece = draw_power() if field == table.power else "" if pawn is None else draw_pawn(pawn)
            scene = Scene(at(piece, 0, 0, _PAWN / 100), _PAWN, _PAWN) if piece else art.EMPTY
            shown = art.outlined(scene) if field in marked else scene
            drawn.append(at(shown.drawn, x + (_CELL - _PAWN) / 2, y + (_CELL - _PAWN) / 2))
    start = _grid(table.board)[table.power]
    arrows = [
        art.arrow_between(_beside(centres[start], centres[end], 26), _beside(centres[end], centres[start], 26))
        for end in slides
    ]
    wide, high = len(columns) * _CELL, len(rows) * _CELL
    return Scene(at(_ground(wide, high) + "".join([*drawn, *arrows]), 6, 6), wide + 12, high + 12)


def _fields(board: str) -> Scene:
    """A whole board without its pawns."""
    size = 0.4 * _CELL  # so that both fit a phone
    grid = _grid(board)
    drawn = [at(PIECES.draw("field", "light"), column * size, row * size, size / 100) for column, row in grid]
    wide, high = ((max(field[axis] for field in grid) + 1) * size for axis in (0, 1))
    return Scene(at(_ground(wide, high) + "".join(drawn), 6, 6), wide + 12, high + 12)


def _ground(wide: float, high: float) -> str:
    return f'<rect x="-6" y="-6" width="{wide + 12:g}" height="{high + 12:g}" rx="10" fill="{colour("board")}"/>'


def _beside(start: tuple[float, float], end: tuple[float, float], far: float) -> tuple[float, float]:
    """The point this far from the start, towards the end."""
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    return x + (to_x - x) * far / length, y + (to_y - y) * far / length


# ---- in front of the players


def _pawns(numbers: Sequence[int], marked: Collection[int] = ()) -> Scene:
    pieces = []
    for number in numbers:
        piece = Scene(at(draw_pawn(number), 0, 0, _PAWN / 100), _PAWN, _PAWN)
        pieces.append(art.outlined(piece) if number in marked else piece)
    return art.row(*pieces, gap=3)


def _seat(table: NummerusTable, seat: int, marked: Collection[int] = (), width: float = 0) -> Scene:
    """What lies in front of a seat: its series, its loose pawns, its tokens."""
    shown = table.seats[seat - 1]
    runs = [_pawns(run, marked) for run in [*shown.series, *([pawn] for pawn in shown.loose)]]
    tokens = [Scene(at(draw_token(), 0, 0, _PAWN / 100), _PAWN, _PAWN) for _ in range(shown.tokens)]
    return art.mat(art.row(*runs, *tokens, gap=20), width=width, mine=seat == 1)


# ---- positions


def _after(numbers: Sequence[int], players: int = 2, options: Mapping[str, Value] | None = None) -> Round:
    """A position in which these pawns have been taken; nobody has exchanged any."""
    return prepared("nummerus", players, *walk(numbers, players=players, options=options), options)


_SLIDE: Final[dict[int, str | int]] = {17: 0, 10: 30, 16: 41, 18: 14, 19: 2}


def _ready() -> Scene:
    """N1: on each field a pawn or the Power pawn; the first rows of the board."""
    return _part(table_of(prepared("nummerus", 2, ())), range(7), range(4))


def _boards() -> Scene:
    """N2: the fields of both boards, the classic one with its notches."""
    return art.row(*(_fields(board) for board in ("classic", "square")), gap=40)


def _slide() -> Scene:
    """N3: over an empty field to the nearest pawn; then the Power pawn stands there."""
    round = prepared("nummerus", 2, _SLIDE, "take 30, take 41")
    columns, rows = range(1, 6), range(2, 5)
    before = _part(table_of(round), columns, rows, {18}, [(3, 3)])
    round.play("take 14")
    return art.before_after(before, art.row(_part(table_of(round), columns, rows), _pawns([14])), down=True)


def _lines() -> Scene:
    """N3: on each of the eight lines only the nearest pawn."""
    round = prepared("nummerus", 2, _SLIDE | {24: 33}, "take 30, take 41, take 14, take 33")
    table = table_of(round)
    grid = _grid(table.board)
    far = [grid[field] for field in table.reach if not _adjacent(grid[field], grid[table.power])]
    return _part(table, range(1, 6), range(2, 6), table.reach, far)


def _edge() -> Scene:
    """N3: a line ends at a notch of the board; the pawn beyond it cannot be taken."""
    above = _grid("classic").index((0, 3))
    table = table_of(prepared("nummerus", 2, {above: 0}))
    part = _part(table, range(4), range(2, 7), table.reach)
    notch = at(art.cross().drawn, 6 + (_CELL - art.cross().width) / 2, 6 + 2 * _CELL + (_CELL - art.cross().height) / 2)
    return Scene(part.drawn + notch, part.width, part.height)


def _adjacent(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _free_choice() -> Scene:
    """N4: no pawn on any line, so every pawn of the board can be taken."""
    round = prepared("nummerus", 2, ())
    while not (table := table_of(round)).free_choice or len(round.moves) < _LATE:
        round.play(round.legal[_STRIDE * len(round.moves) % len(round.legal)])
    return _part(table, range(7), range(9), table.reach)


_LATE, _STRIDE = 36, 6
"""A game that comes to a free choice late."""


def _series() -> Scene:
    """N5: the pawn between two series joins them."""
    round = _after((11, 40, 12, 3, 14, 27, 15, 44, 13)).at(8)
    before = _seat(table_of(round), 1)
    round.play("take 13")
    return art.before_after(before, _seat(table_of(round), 1, {13}), down=True)


def _longest() -> Scene:
    """N6: two series of four beat a series of four and one of three."""
    mine, theirs = (4, 5, 6, 7, 20, 21, 22, 23), (30, 31, 32, 33, 41, 42, 43, 1)
    round = _after([pawn for both in zip(mine, theirs, strict=True) for pawn in both])
    seats = [_seat(table_of(round), seat) for seat in (1, 2)]
    return art.column(art.row(seats[0], art.tick()), seats[1])


def _exchange() -> Scene:
    """N8: a pawn for a token and a loose pawn of an opponent."""
    round = _after((20, 22, 21, 8, 23, 9, 40), options={"tausch": True})
    frames = []
    for moves in ((), ("trade 40 22",)):
        for move in moves:
            round.play(move)
        table = table_of(round)
        frames.append(art.column(_seat(table, 2, {22, 40}), _seat(table, 1, {22, 40})))
    return art.before_after(*frames, down=True)


_LINK = (31, 33, 34, 35, 36)


def _links() -> Scene:
    """N9: a pawn between two series of a solitaire goes to one of them; they stay apart."""
    round = prepared("nummerus", 1, *walk(_LINK, (32,), players=1))
    rows = [_seat(table_of(round), 1)]
    for other in (31, 33):
        rows.append(_seat(table_of(round.copy().play(f"take 32 on {other}")), 1, {32}))
    return art.column(rows[0], art.arrow(down=True), *rows[1:])


def _put_away() -> Scene:
    """N10: six pawns or more are put away; every other series counts."""
    round = _after((1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 40), 1)
    table = table_of(round)
    lines = []
    for run in table.seats[0].series:
        lines.append(art.row(_pawns(run), art.tick() if len(run) >= (table.put_away_from or 0) else art.text("1")))
    return art.mat(art.column(*lines))


DIAGRAMS: Final[dict[str, Callable[[], Scene]]] = {
    "ready": _ready,
    "boards": _boards,
    "slide": _slide,
    "lines": _lines,
    "edge": _edge,
    "free-choice": _free_choice,
    "series": _series,
    "longest": _longest,
    "exchange": _exchange,
    "links": _links,
    "put-away": _put_away,
}
