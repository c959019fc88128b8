"""Files of game records: read one record at a time, written completely or not at all."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..errors import BadInput, shown
from ..whole_files import unfinished

if TYPE_CHECKING:
    from ..games.round import Round

STANDARD = "-"
COMPRESSED = ".gz"
MAX_RECORD_BYTES = 64 << 20


# ---- reading


@contextmanager
def reading(name: str) -> Iterator[IO[bytes]]:
    """Open a file, compressed if its name ends in .gz; or standard input."""
    if name == STANDARD:
        if sys.stdin is None:
            raise BadInput("standard input is closed; name a file instead of -")
        yield sys.stdin.buffer
        return
    try:
        file = open(name, "rb")  # noqa: SIM115  # closed below; only errors of opening are caught here
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {shown(name, 200)}: {_reason(error)}") from None
    with file:
        if not name.endswith(COMPRESSED):
            yield file
            return
        import gzip
        import zlib

        try:
            with io.BufferedReader(gzip.GzipFile(fileobj=file)) as unpacked:
                yield unpacked
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise BadInput(f"{shown(name, 200)} is not a whole gzip file: {error}") from None


def lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The records of a file with their line numbers. A single record may span several lines."""
    physical = _physical(file, 1)
    for number, line in physical:
        if not line.strip():
            continue
        if not line.rstrip().endswith(b"}"):
            whole = line + file.read(MAX_RECORD_BYTES) + file.readline()
            if _is_json(whole):
                yield number, whole
                return
            physical = chain(_physical(io.BytesIO(whole), number), _physical(file, number + whole.count(b"\n")))
        else:
            yield number, line
        break
    yield from ((number, line) for number, line in physical if line.strip())


def _physical(file: IO[bytes], number: int) -> Iterator[tuple[int, bytes]]:
    while line := file.readline(MAX_RECORD_BYTES + 1):
        if len(line) > MAX_RECORD_BYTES:
            raise BadInput(f"line {number} is longer than {MAX_RECORD_BYTES >> 20} MB, the limit for a game record")
        yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        number += 1


def _is_json(text: bytes) -> bool:
    import msgspec

    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    return True


def first_game(name: str) -> Round:
    """The game of a file's first record, replayed and checked."""
    from ..games.game_record import parse
    from .compiling import replayed

    with reading(name) as file:
        for number, line in lines(file):
            try:
                return replayed(parse(line))
            except BadInput as error:
                raise BadInput(f"{shown(name, 200)}, line {number}: {error}") from None
    raise BadInput(f"there is no game record in {shown(name, 200)}")


# ---- writing


@contextmanager
def writing(name: str) -> Iterator[IO[bytes]]:
    """Open a file that gets its name only when it is complete; or standard output."""
    if name == STANDARD:
        if sys.stdout is None:
            raise BadInput("standard output is closed; name a file instead of -")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with _explained(name):
        target = Path(os.path.realpath(name))
        replaced = not target.exists() or target.is_file()
        if replaced and not target.parent.is_dir():
            raise NotADirectoryError
    with unfinished(target) as new:
        with _explained(name):
            file = open(new if replaced else target, "wb")  # noqa: SIM115  # closed below; only errors of opening are caught here
        with file:
            yield file
        if replaced:
            _put_in_place(new, target)


@contextmanager
def _explained(name: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write {shown(name, 200)}: {_reason(error)}") from None


def _put_in_place(new: Path, target: Path) -> None:
    if target.exists():
        new.chmod(target.stat().st_mode)
    new.replace(target)


def _reason(error: OSError | ValueError) -> str:
    """Why a file could not be opened."""
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case NotADirectoryError():
            return "there is no such folder"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "permission denied"
        case OSError():
            return (error.strerror or str(error)).lower()
        case _:
            return "this is not a valid file name"


def print_json(document: Any) -> None:
    """Print one JSON document; on a terminal, with line breaks."""
    import msgspec

    text = msgspec.json.encode(document)
    if sys.stdout.isatty():
        text = msgspec.json.format(text)
    sys.stdout.buffer.write(text + b"\n")
