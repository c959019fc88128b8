"""Files that get their name when they are complete: an interrupt at any instant leaves nothing half written."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from rectoverso.cli.files import writing
from rectoverso.server.process import auth
from rectoverso.server.storage.sqlite_files import written_whole
from rectoverso.whole_files import replace_file
from rectoverso.words import editing

# A file that was opened in the very instant of the interrupt is closed by the interpreter, which says so.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

OLD, NEW = b"old", b"new and complete"
BY_INSTRUCTION = ("/files.py", "_files.py", "/auth.py", "/editing.py", "/contextlib.py")
BY_LINE = ("/pathlib.py",)
"""Where an interrupt is tried after every instruction, and where after every line."""


class Broken(Exception):
    """What goes wrong while a file is being written."""


def interrupts(work: Callable[[], object]) -> Iterator[int]:
    """Do the work again and again, with Ctrl-C after one more instruction each time, until it gets to its end."""
    for instant in count():
        if not _is_interrupted(work, instant):
            assert instant > 100  # the tracing works
            return
        yield instant


def _is_interrupted(work: Callable[[], object], instant: int) -> bool:
    passed = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal passed
        source = frame.f_code.co_filename
        if event == "call":
            frame.f_trace_opcodes = not source.endswith(BY_LINE)
            return trace if source.endswith(BY_LINE + BY_INSTRUCTION) else None
        if event == ("line" if source.endswith(BY_LINE) else "opcode"):
            passed += 1
            if passed > instant:
                sys.settrace(None)
                signal.raise_signal(signal.SIGINT)
        return trace

    sys.settrace(trace)
    try:
        work()
    except Broken:
        return False
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def write_by_command(target: Path) -> None:
    with writing(str(target)) as file:
        file.write(NEW)


def break_a_command(target: Path) -> None:
    with writing(str(target)) as file:
        file.write(NEW[:3])
        raise Broken


def write_shard(target: Path) -> None:
    replace_file(target, NEW)


def write_catalogue(target: Path) -> None:
    editing._write(target, {"yes": "Yes"})


def write_database(target: Path) -> None:
    with written_whole(target) as copy:
        copy.with_name(f"{copy.name}-journal").touch()
        copy.write_bytes(NEW)
        copy.with_name(f"{copy.name}-journal").unlink()


def break_a_database(target: Path) -> None:
    with written_whole(target) as copy:
        copy.with_name(f"{copy.name}-journal").touch()
        copy.write_bytes(NEW[:3])
        raise Broken


@pytest.mark.parametrize(
    ("write", "before"),
    [
        (write_by_command, OLD),
        (write_by_command, None),
        (break_a_command, None),
        (write_shard, None),
        (write_catalogue, OLD),
        (write_database, None),
        (break_a_database, None),
    ],
)
def test_an_interrupt_at_any_instant_leaves_the_old_file_or_the_new_one(
    write: Callable[[Path], None], before: bytes | None, tmp_path: Path
) -> None:
    target = tmp_path / "file"
    with suppress(Broken):
        write(target)
    complete = target.read_bytes() if target.exists() else before
    put(target, before)
    for instant in interrupts(lambda: write(target)):
        left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert left.pop(target.name, None) in (before, complete), f"interrupted after {instant} instructions"
        assert left == {}, f"interrupted after {instant} instructions"
        put(target, before)


def put(target: Path, content: bytes | None) -> None:
    """Put a file there, or none."""
    if content is None:
        target.unlink(missing_ok=True)
    else:
        target.write_bytes(content)


def test_an_interrupt_at_any_instant_leaves_the_whole_key_or_none(tmp_path: Path) -> None:
    key = tmp_path / "rectoverso.key"
    for instant in interrupts(lambda: auth._make_key(key)):
        left = [path.name for path in tmp_path.iterdir()]
        assert left in ([], [key.name]), f"interrupted after {instant} instructions"
        if left:
            assert len(key.read_text()) == 64
            key.unlink()
