"""The analysis of a finished game over HTTP: a moment's work at a time, and never of a game that is being played."""

from __future__ import annotations

import msgspec
import pytest

from rectoverso.analysis.analysis import Analysis, analyse
from rectoverso.analysis.positions import Effort
from rectoverso.bots.selfplay import self_played
from rectoverso.games import game_named
from rectoverso.server.live import analyses
from tests.server.site import Site, deal

EFFORT = Effort(30, 20, 2, 1000)


def test_an_analysis_goes_on_with_every_request_and_is_that_of_the_command_line(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "EFFORT", EFFORT)
    monkeypatch.setattr(analyses, "STEP_S", 0.0)  # one position a request
    round = self_played(game_named("nummerus"), 2, {}, "http", 0, ["greedy", "random"])
    record, guest = round.record(names=["Anna", None]), site.guest()
    first = guest.post("/api/analysis", {"record": record})
    assert (first["done"], first["total"], first["analysis"]) == (0, 48, None)
    assert len(first["values"]) == 1
    monkeypatch.setattr(analyses, "STEP_S", 600.0)
    whole = guest.post("/api/analysis", {"record": record})
    assert whole["done"] == 48
    expected = analyse(round, EFFORT, "en", ["Anna", "Player 2"])
    assert msgspec.convert(whole["analysis"], Analysis) == expected


def test_a_game_that_is_being_played_is_not_analysed(site: Site) -> None:
    anna = site.guest("Anna")
    opened = anna.opened("nummerus", "me", "me")
    deal(anna.window(opened["table"]))
    assert anna.refused("GET", f"/api/tables/{opened['table']}/rounds/1/record") == "not-over"
    running = self_played(game_named("nummerus"), 2, {}, "http", 0, ["greedy", "random"]).at(30)
    assert anna.refused("POST", "/api/analysis", {"record": running.record()}) == "bad-input"
    assert anna.refused("POST", "/api/analysis", {"record": {}}) == "bad-input"
