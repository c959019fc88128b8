"""The folder of a tournament: its plan, the records of the games played so far, its report."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ..errors import BadInput, shown
from ..whole_files import replace_file
from .schedule import Played, Task, Tournament

PLAN, GAMES, REPORT = "plan.json", "games.jsonl", "report.html"

_encode = msgspec.json.Encoder().encode


class Folder:
    """A tournament on disk, so that it can be interrupted and continued."""

    def __init__(self, path: str, plan: Tournament) -> None:
        self._path = make_folder(path)
        self._plan = plan
        self._claim()

    def _claim(self) -> None:
        """Write the plan; refuse a folder that belongs to another one."""
        file, wanted = self._path / PLAN, _encode(self._plan)
        if file.exists() and file.read_bytes().strip() != wanted:
            raise BadInput(f"{self._path} holds another tournament; name another folder, or repeat its command exactly")
        replace_file(file, wanted + b"\n")

    def games(self) -> dict[Task, list[tuple[Played, dict[str, Any]]]]:
        """The games played so far, of complete deals only."""
        tasks: dict[Task, dict[int, tuple[Played, dict[str, Any]]]] = {}  # by rotation: a deal cut off is played again
        file = self._path / GAMES
        for number, line in enumerate(file.read_bytes().splitlines() if file.exists() else [], 1):
            try:
                record = msgspec.json.decode(line)
            except msgspec.DecodeError:  # the line that was being written when the run was interrupted
                continue
            try:
                played = _played(self._plan, record)
            except (KeyError, TypeError, ValueError):
                fault = f"{file}, line {number}, is not a game of this tournament"
                raise BadInput(f"{fault}; remove the line, or name another folder") from None
            tasks.setdefault(Task(played.pairing, played.deal), {})[played.rotation] = (played, record)
        return {task: list(games.values()) for task, games in tasks.items() if len(games) == self._plan.players}

    def add(self, records: Iterable[dict[str, Any]]) -> None:
        """Append the games of a deal; they are on disk when this returns."""
        with open(self._path / GAMES, "ab+") as file:
            file.write(_line_end_missing(file) + b"".join(_encode(record) + b"\n" for record in records))
            file.flush()
            os.fsync(file.fileno())

    def finish(self, records: Iterable[dict[str, Any]], report: str) -> None:
        """Write all records in order, and the report."""
        replace_file(self._path / GAMES, b"".join(_encode(record) + b"\n" for record in records))
        replace_file(self._path / REPORT, report.encode())


def make_folder(path: str) -> Path:
    """A folder by its path; made if it is not there."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"cannot write {shown(path, 200)}: {reason.lower()}") from None
    return folder


def _line_end_missing(file: BinaryIO) -> bytes:
    """A line break, if the last line was cut off while it was being written."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - 1, 0))
    return b"\n" if file.read(1) not in (b"", b"\n") else b""


def kept_seed(path: str) -> str | None:
    """The seed of the tournament in a folder, if there is one."""
    file = Path(path) / PLAN
    try:
        return msgspec.json.decode(file.read_bytes(), type=Tournament).seed if file.is_file() else None
    except (OSError, msgspec.MsgspecError):
        raise BadInput(f"{file} cannot be read as the plan of a tournament; name another folder") from None


def _played(plan: Tournament, record: dict[str, Any]) -> Played:
    pairing, deal, rotation = record["arena"]
    for number, limit in ((pairing, len(plan.lineups)), (deal, plan.deals), (rotation, plan.players)):
        if number not in range(limit):
            raise ValueError(f"{number} of {limit}")
    seats = tuple(plan.bots.index(name) for name in record["names"])
    result = record["result"]
    return Played(pairing, deal, rotation, seats, tuple(result["scores"]), tuple(result["ranks"]), len(record["moves"]))
