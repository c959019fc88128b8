"""Logs are structured and name no secrets."""

from __future__ import annotations

import ast
import json
import os
import re
import socket
import subprocess
import sys

import pytest

from tests.repository.tree import ROOT

SERVER = [*(ROOT / "src/rectoverso/server").rglob("*.py")]
SOURCES = [*SERVER, *(ROOT / "src/rectoverso/table").rglob("*.py")]


def test_a_deal_that_is_not_over_is_never_logged() -> None:
    """No call of a logger names a seed, a nonce, a deal, a link, a cookie or a guest."""
    calls = [call for file in SOURCES for call in re.findall(r"log\.\w+\([^)]*\)", file.read_text("utf-8"))]
    assert len(calls) > 5
    assert [call for call in calls if re.search(r"seed|nonce|deal|link|cookie|guest|secrets", call)] == []


def logged() -> dict[str, set[str]]:
    """By event that the server logs, its levels."""
    found: dict[str, set[str]] = {}
    for file in SERVER:
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            match call:
                case ast.Call(ast.Attribute(ast.Name("log"), level), [ast.Constant(event), *_]):
                    found.setdefault(str(event), set()).add({"exception": "error"}.get(level, level))
                case ast.Call(ast.Attribute(ast.Name("log"), _)):
                    raise AssertionError(f"{file.name}, line {call.lineno}: an event is a text")
    return found


def test_hosts_find_every_line_of_the_log_explained() -> None:
    chapter = (ROOT / "docs/hosting.md").read_text("utf-8").split("## Log lines")[1].split("\n## ")[0]
    rows = [line.split(" | ") for line in chapter.splitlines() if line.startswith("| `")]
    described = {event: {row[1]} for row in rows for event in re.findall("`([^`]+)`", row[0])}
    assert described == logged()


def test_logs_are_json_without_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    import structlog

    from rectoverso.server.process.logs import set_up

    before = structlog.get_config()
    try:
        set_up(pretty=False)
        structlog.get_logger("x").error("oops", seed="deadbeef", table="t")
    finally:
        structlog.configure(**before)  # what is captured here is closed when others log
    line = json.loads(capsys.readouterr().err)
    assert line["seed"] == "(not logged)"
    assert line["table"] == "t"


def test_a_line_is_written_at_once_even_without_buffering() -> None:
    """Processes that share a log do not write into each other's lines: each datagram here is one write."""
    log = "import structlog; structlog.get_logger('x').info('games are ready', table='t')"
    program = f"from rectoverso.server.process.logs import set_up; set_up(pretty=False); {log}"
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with ours, theirs:
        unbuffered = os.environ | {"PYTHONUNBUFFERED": "1"}
        subprocess.run([sys.executable, "-c", program], env=unbuffered, stderr=theirs, check=True)
        ours.setblocking(False)
        written = ours.recv(65536)
    assert written.endswith(b"\n")
    assert json.loads(written)["event"] == "games are ready"
