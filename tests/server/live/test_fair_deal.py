"""The fair deal over the wire: nothing is opened before everybody knows what everybody committed to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rectoverso.server.live.table_message import for_everybody
from rectoverso.table import events as e
from rectoverso.table.attendance import Attendance
from rectoverso.table.fair import commitment_to_nonce
from rectoverso.table.proof import verify
from rectoverso.table.table import replay
from tests.server.site import Clock, Guest, Site, Window, nonce, play_out
from tests.table.evening import START
from tests.table.records import old_log


@pytest.fixture
def clocked(tmp_path: Path) -> Iterator[tuple[Site, Clock]]:
    """A server whose clock stands still."""
    clock = Clock()
    site = Site(tmp_path, now=clock)
    yield site, clock
    site.stop()


def two(site: Site) -> tuple[str, list[Guest], list[Window]]:
    guests = [site.guest("Anna"), site.guest("Ben")]
    opened = guests[0].opened("nummerus", "me", "person")
    guests[1].post("/api/join", {"link": opened["links"][0]["link"]})
    return opened["table"], guests, [guest.window(opened["table"]) for guest in guests]


def fair(window: Window, phase: str) -> dict[str, Any]:
    """What the table says of its deal, once it is in this phase."""
    window.settle()
    while window.table["phase"] != phase:
        window.hear()
    found: dict[str, Any] = window.table["fair"]
    return found


def test_all_commitments_are_shown_before_any_nonce_is_taken(clocked: tuple[Site, Clock]) -> None:
    site, _ = clocked
    _, _, windows = two(site)
    commitments = [commitment_to_nonce(nonce(chair)) for chair in (1, 2)]
    windows[0].ask("commit", commitment=commitments[0])
    shown = fair(windows[1], "committing")
    assert (shown["committed"], shown["commitments"]) == ([1], None)
    assert windows[0].refused("open", nonce=nonce(1)) == "not-now"
    windows[1].ask("commit", commitment=commitments[1])
    for window in windows:
        shown = fair(window, "opening")
        assert (shown["commitments"], shown["opened"], shown["nonces"]) == (commitments, [], None)
    windows[0].ask("open", nonce=nonce(1))
    assert not any(nonce(1) in frame for frame in windows[1].frames)


def test_a_nonce_that_is_not_opened_is_told_and_the_table_draws_again(clocked: tuple[Site, Clock]) -> None:
    site, clock = clocked
    table, guests, windows = two(site)
    for chair, window in enumerate(windows, 1):
        window.ask("commit", commitment=commitment_to_nonce(nonce(chair)))
    first = fair(windows[0], "opening")
    windows[0].ask("open", nonce=nonce(1))
    clock.time += 10_000
    guests[1].window(table)
    told = windows[0].until(lambda message: message.get("what") == "redrawn")
    second = told["table"]["fair"]
    assert (told["table"]["phase"], told["table"]["match"]["round"]) == ("committing", 1)
    assert (second["draw"], second["unopened"], second["committed"], second["opened"]) == (2, [[2]], [], [])
    assert second["commitment"] != first["commitment"]
    fair(windows[1], "committing")
    assert windows[1].refused("commit", commitment=commitment_to_nonce(nonce(4))) == "too-late"
    windows[0].ask("commit", commitment=commitment_to_nonce(nonce(3)))
    windows[0].ask("open", nonce=nonce(3))
    for window in windows:
        while window.table["phase"] != "playing":
            window.hear()
    play_out(windows)
    proof = verify(guests[0].get(f"/api/tables/{table}/rounds/1/record"))
    assert (proof.nonces, [draw.unopened for draw in proof.abandoned]) == ([nonce(3), None], [[2]])
    assert proof.abandoned[0].commitment == first["commitment"]


def test_a_round_that_an_older_version_dealt_is_announced_with_its_scheme() -> None:
    """A window then expects no more of the record than it can prove."""
    for log, scheme in ((old_log(), 2), (old_log(e.Dealt(t=START)), 1)):
        shown = for_everybody(replay(log), Attendance(), 0).fair
        assert shown is not None
        assert shown.scheme == scheme
