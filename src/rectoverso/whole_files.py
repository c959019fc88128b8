"""Files that get their name only when they are complete. Whatever stops the writing, nothing is left behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """The name of a file beside the target, to be renamed when it is complete; it is removed if it is not."""
    path = target.parent / f".{target.name[:80]}.{os.urandom(6).hex()}"
    with removed_in_the_end(path):
        yield path


@contextmanager
def removed_in_the_end(*paths: Path) -> Iterator[None]:
    """Remove these files in the end, if they are there. They need not exist yet: Ctrl-C may come at any instant."""
    try:
        try:
            yield
        finally:
            _remove(paths)
    finally:  # after an error, Ctrl-C may come in the middle of the first removal
        _remove(paths)


def _remove(paths: tuple[Path, ...]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def replace_file(path: Path, content: bytes | bytearray) -> None:
    """Replace a file in one step: its bytes are on disk before it gets its name, so it is never half written."""
    new = path.with_name(f".{path.name}.new")  # always the same: the next run overwrites what a killed one left
    with removed_in_the_end(new):
        with open(new, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
