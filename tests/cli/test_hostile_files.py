"""A hostile file of 10 MB ends in a clear error at once: sizes are checked before anything is expanded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.test_bad_input import a_record

SIZE = 10_000_000  # bytes


def changed(of: str = "nummerus", /, **changes: Any) -> bytes:
    return json.dumps(a_record(of, **changes)).encode()


HOSTILE = {
    "nesting": lambda: b"[" * SIZE,
    "nesting in a key that is ignored": lambda: changed()[:-1] + b', "x": ' + b'{"a":' * (SIZE // 5) + b"1" + b"}" * 9,
    "one giant string": lambda: b'"' + b"a" * SIZE + b'"',
    "one giant game name": lambda: changed(game="x" * SIZE),
    "one giant move": lambda: changed(moves=["take " + "9" * SIZE], legal=None, to_move=None),
    "a million moves": lambda: changed(moves=["take 1"] * 1_000_000, legal=None, to_move=None),
    "a hundred thousand wrong moves": lambda: changed(moves=["draw"] * 100_000, legal=None, to_move=None),
    "moves that are all different": lambda: changed(
        moves=[f"take {n}" for n in range(100_000)], legal=None, to_move=None
    ),
    "a huge whole number": lambda: changed()[:-1] + b', "players": ' + b"9" * SIZE + b"}",
    "a huge number of players": lambda: changed(players=10**4000),
    "a huge fraction": lambda: changed()[:-1] + b', "players": 1e' + b"9" * SIZE + b"}",
    "a million options": lambda: changed(options={f"option {n}": n for n in range(500_000)}),
    "an option as a tree": lambda: changed(options={"board": [[["classic"]] * 10] * 100_000}),
    "a deal of a million cards": lambda: changed(deal=[0] * 2_000_000),
    "a card of megabytes": lambda: changed(deal=["A" * SIZE, *range(48)]),
    "a card of megabytes, Janus": lambda: changed("janus", deal=["A" * SIZE] * 1 + ["A/A"] * 65),
    "a card of megabytes, Titus": lambda: changed("titus", deal=["1" * SIZE] * 1 + ["1/1"] * 53),
    "a list of legal moves of megabytes": lambda: changed(legal=[["take 1"] * 1_000_000, *[[]] * 47]),
    "a legal move of megabytes": lambda: changed(legal=[["take 1" * 1_000_000], *[[]] * 47]),
    "to_move as a tree": lambda: changed(to_move=[[[1] * 100] * 1000] * 48),
    "scores of megabytes": lambda: changed(result={"scores": [1] * 3_000_000, "ranks": [1]}),
    "zeros": lambda: b"\0" * SIZE,
    "noise": lambda: bytes(range(128, 256)) * (SIZE // 128),
    "no line ends": lambda: b"{} " * (SIZE // 3),
    "quotes": lambda: b'"' * SIZE,
    "escapes": lambda: b'"' + b"\\u0000" * (SIZE // 6) + b'"',
    "half characters": lambda: b'{"format": "' + b"\\ud800" * (SIZE // 6) + b'"}',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_ends_in_a_clear_error(kind: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(HOSTILE[kind]())
    ran = run("replay", str(path))
    assert ran.code == 2
    assert ran.out.startswith(b"line 1: bad: ")
    assert len(ran.out) < 1000
    assert "Traceback" not in ran.err


def test_each_of_many_wrong_lines_is_named(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(b"{}\n" * 100_000)
    ran = run("replay", str(path), "--json")
    assert ran.code == 2
    assert isinstance(ran.json, dict)
    assert ran.json["bad"] == 100_000


def test_an_endless_file_is_not_read_to_its_end(run: Run) -> None:
    ran = run("legal", "/dev/zero", "--at", "0")
    assert ran.code == 2
    assert "MB" in ran.err
