"""Runs a command in this process: its output, its error output, its exit code."""

from __future__ import annotations

import io
import signal
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest

from rectoverso.cli import main
from rectoverso.cli.compiling import COMPILING


@dataclass(frozen=True)
class Ran:
    """A finished command."""

    code: int
    out: bytes
    err: str

    @property
    def json(self) -> object:
        """The one JSON document that was printed."""
        return msgspec.json.decode(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with these arguments and this standard input."""

    def ran(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capfdbinary.readouterr()
        on_interrupt = signal.getsignal(signal.SIGINT)
        try:
            code = main([str(argument) for argument in arguments])
        finally:
            signal.signal(signal.SIGINT, on_interrupt)  # an interrupted command ignores Ctrl-C while it ends
        printed = capfdbinary.readouterr()
        return Ran(code, printed.out, printed.err.decode().replace(COMPILING + "\n", ""))

    return ran


def assert_one_sentence(ran: Ran) -> None:
    """Bad input: exit code 2, nothing on standard output, one sentence on standard error."""
    assert ran.code == 2
    assert ran.out == b""
    assert ran.err.startswith("rectoverso: ")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    assert len(ran.err) < 500
