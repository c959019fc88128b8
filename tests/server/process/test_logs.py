"""Logs are structured and name no secrets."""

from __future__ import annotations

import json
import re

import pytest

from tests.repository.tree import ROOT

SOURCES = [*(ROOT / "src/rectoverso/server").rglob("*.py"), *(ROOT / "src/rectoverso/table").rglob("*.py")]


def test_a_deal_that_is_not_over_is_never_logged() -> None:
    """No call of a logger names a seed, a nonce, a deal, a link, a cookie or a guest."""
    calls = [call for file in SOURCES for call in re.findall(r"log\.\w+\([^)]*\)", file.read_text("utf-8"))]
    assert len(calls) > 5
    assert [call for call in calls if re.search(r"seed|nonce|deal|link|cookie|guest|secrets", call)] == []


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
