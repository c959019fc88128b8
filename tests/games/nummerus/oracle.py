"""Nummerus, played slowly and plainly: the board is a dict of fields. Rules N1 to N10."""

from __future__ import annotations

import random
from typing import Any

from tests.games.oracle_api import check_against, fill_in, ranking, refuse_unless_legal, require

DEFAULTS = {"board": "classic", "tausch": False, "scoring": "longest"}
ROWS = {"classic": [3, 5, 7, 7, 5, 7, 7, 5, 3], "square": [7] * 7}  # N2
GRID_WIDTH = 7
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
POWER = 0
PUT_AWAY = 6  # N10

Field = tuple[int, int]  # row, column


def fields(board: str) -> list[Field]:
    """N2: the fields in reading order; every row is centred on the grid."""
    result = []
    for row, length in enumerate(ROWS[board]):
        left = (GRID_WIDTH - length) // 2
        result += [(row, column) for column in range(left, left + length)]
    return result


def series_of(pawns: list[int]) -> list[list[int]]:
    """N5: runs of consecutive numbers, two at least; series join by themselves."""
    runs: list[list[int]] = []
    for pawn in sorted(pawns):
        if runs and pawn == runs[-1][-1] + 1:
            runs[-1].append(pawn)
        else:
            runs.append([pawn])
    return [run for run in runs if len(run) >= 2]


def loose(pawns: list[int]) -> list[int]:
    """N8: the pawns that are not part of a series."""
    bound = [pawn for run in series_of(pawns) for pawn in run]
    return [pawn for pawn in pawns if pawn not in bound]


class Oracle:
    def __init__(self, players: int, options: dict[str, Any], deal: list[int]) -> None:
        require(1 <= players <= 4, "1 to 4 players")
        self.options = fill_in(options, DEFAULTS)
        require(self.options["board"] in ROWS, "board is classic or square")
        require(self.options["scoring"] in ("longest", "points"), "scoring is longest or points")
        require(sorted(deal) == list(range(49)), "the pawns 1 to 48 and the Power pawn of N1")
        places = fields(self.options["board"])
        self.fields = set(places)
        self.board = {field: pawn for field, pawn in zip(places, deal, strict=True) if pawn != POWER}
        self.power = places[deal.index(POWER)]
        self.solitaire = players == 1
        require(not (self.solitaire and self.options["tausch"]), "tausch needs opponents")
        require(not (self.solitaire and self.options["scoring"] == "points"), "points are for several players")
        self.pawns: list[list[int]] = [[] for _ in range(players)]
        self.solitaire_series: list[list[int]] = []  # N9
        tokens = 0
        if self.options["tausch"]:
            tokens = 1 if players == 4 else 2  # N8
        self.tokens = [tokens] * players
        self.may_trade = False  # after the take, before the end of the turn
        self.ending: str | None = None
        self.seat = 0  # counted from 0 inside; seat 1 moves first

    # ---- what a player may do -------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.seat + 1

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.may_trade:
            return sorted([*self.trades(), "end"])
        return sorted(text for pawn in self.pawns_in_reach() for text in self.ways_to_take(pawn))

    def pawns_in_reach(self) -> list[int]:
        """N3: the nearest pawn on each of the 8 lines; N4: if there is none, any pawn of the board."""
        reach = []
        for down, right in DIRECTIONS:
            row, column = self.power[0] + down, self.power[1] + right
            while (row, column) in self.fields and (row, column) not in self.board:
                row, column = row + down, column + right
            if (row, column) in self.board:
                reach.append(self.board[(row, column)])
        return reach or list(self.board.values())

    def ways_to_take(self, pawn: int) -> list[str]:
        """N9: in solitaire a pawn between two series goes to one of them, as the player decides."""
        if self.solitaire and len(self.touched_series(pawn)) == 2:
            return [f"take {pawn} on {pawn - 1}", f"take {pawn} on {pawn + 1}"]
        return [f"take {pawn}"]

    def touched_series(self, pawn: int) -> list[list[int]]:
        """N9: the series that this number directly continues; each single pawn is already a series."""
        return [series for series in self.solitaire_series if pawn in (series[0] - 1, series[-1] + 1)]

    def trades(self) -> list[str]:
        """N8: give any own pawn to any opponent, get from that opponent any pawn that is not part of a series.

        What is loose is judged before the exchange, so the pawn just given is not among them.
        """
        if self.tokens[self.seat] == 0:
            return []
        wanted = [pawn for seat, pawns in enumerate(self.pawns) if seat != self.seat for pawn in loose(pawns)]
        return [f"trade {mine} {other}" for mine in self.pawns[self.seat] for other in wanted]

    # ---- moves ------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        refuse_unless_legal(text, self.legal())
        word, *arguments = text.split()
        if word == "take":
            self.take(int(arguments[0]))
            if self.solitaire:
                self.put_to_series(int(arguments[0]), int(arguments[2]) if len(arguments) == 3 else None)
            self.may_trade = bool(self.trades())  # where no exchange is possible the turn ends by itself
        else:
            if word == "trade":
                self.trade(int(arguments[0]), int(arguments[1]))
            self.may_trade = False  # N8: at most one exchange a turn
        if not self.may_trade:
            self.end_turn()

    def take(self, pawn: int) -> None:
        """N3, N4: the Power pawn stays on the field of the pawn taken."""
        [field] = [field for field, lying in self.board.items() if lying == pawn]
        del self.board[field]
        self.power = field
        self.pawns[self.seat].append(pawn)

    def put_to_series(self, pawn: int, neighbour: int | None) -> None:
        """N9: to the series it continues, to the chosen one of two (they stay apart), or it opens a new one."""
        touched = self.touched_series(pawn)
        if neighbour is not None:
            touched = [series for series in touched if neighbour in series]
        if touched:
            [series] = touched
            series.append(pawn)
            series.sort()
        else:
            self.solitaire_series.append([pawn])

    def trade(self, mine: int, other: int) -> None:
        """N8: a used token is worthless."""
        [opponent] = [seat for seat, pawns in enumerate(self.pawns) if other in pawns]
        self.pawns[self.seat].remove(mine)
        self.pawns[opponent].append(mine)
        self.pawns[opponent].remove(other)
        self.pawns[self.seat].append(other)
        self.tokens[self.seat] -= 1

    def end_turn(self) -> None:
        if not self.board:  # N6
            self.ending = "empty-board"
            return
        self.seat = (self.seat + 1) % len(self.pawns)

    # ---- the result -------------------------------------------------------------------------

    def result(self) -> dict[str, list[int]]:
        if self.solitaire:  # N10: what is left counts, single pawns too
            left = [series for series in self.solitaire_series if len(series) < PUT_AWAY]
            return {"scores": [len(left)], "ranks": [1]}
        lengths = [sorted((len(run) for run in series_of(pawns)), reverse=True) for pawns in self.pawns]
        if self.options["scoring"] == "points":  # N7
            points = [sum(length * (length + 1) // 2 for length in mine) for mine in lengths]
            return {"scores": points, "ranks": ranking(points)}
        # N6: the longest, then the second longest and so on; a missing one counts as shorter, as lists compare
        return {"scores": [max(mine, default=0) for mine in lengths], "ranks": ranking(lengths)}


def fresh_deal(players: int, rng: random.Random) -> list[int]:
    """N1: one pawn on each field, at random."""
    deal = list(range(49))
    rng.shuffle(deal)
    return deal


def check_record(record: dict[str, Any]) -> None:
    assert record["game"] == "nummerus"
    check_against(Oracle, record)
