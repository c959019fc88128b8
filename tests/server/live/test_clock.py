"""The time at a table, when the server starts again with another time of day."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rectoverso.table.fair import commitment_to_nonce
from tests.server.site import Clock, Guest, Site, Window, deal, nonce, play_out

HOUR_MS = 3_600_000
FAR_MS = 1000 * HOUR_MS


class Restarted:
    """A server that starts again with another time of day; its guest keeps their cookies."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.clock = folder, Clock()
        self.site = Site(folder, now=self.clock)
        self.guest: Guest = self.site.guest()

    def restart(self, jump: int) -> None:
        cookies = dict(self.guest.http.cookies)
        self.site.stop()
        self.clock.time += jump
        self.site = Site(self._folder, now=self.clock)
        ids = self.guest.ids  # a request that was made before the restart would be answered as a repetition
        self.guest = self.site.guest()
        self.guest.ids = ids
        self.guest.http.cookies.clear()
        self.guest.http.cookies.update(cookies)

    def check_log(self, table: str) -> None:
        """Time at a table never runs backwards."""
        stored = [event.t for event in self.site.tables.store.log(table)]
        assert stored == sorted(stored)


@pytest.mark.parametrize("jump", [-FAR_MS, -HOUR_MS, HOUR_MS, FAR_MS])
def test_a_turn_goes_on_whatever_the_clock_says_after_a_restart(jump: int, tmp_path: Path) -> None:
    server = Restarted(tmp_path)
    table = server.guest.open("nummerus", "me", "bot", turn_seconds=60, random_seats=False)
    window = server.guest.window(table, chair=1)
    deal(window)
    window.until_my_turn()
    server.clock.time += 50_000
    server.restart(jump)
    window = server.guest.window(table, chair=1)
    [now] = [message["now"] for message in window.messages() if message["type"] == "snapshot"]
    assert 0 < window.table["deadline"] - now <= 60_000
    assert window.play(window.legal[0])["type"] == "moved"
    server.check_log(table)
    server.site.stop()


def nothing(window: Window) -> None:
    """The draw has begun, and the person has not committed."""


def commit(window: Window) -> None:
    window.ask("commit", commitment=commitment_to_nonce(nonce(1)))
    while window.table["phase"] == "committing":
        window.hear()


def play_to_the_end(window: Window) -> None:
    deal(window)
    play_out([window])


@pytest.mark.parametrize("jump", [-FAR_MS, FAR_MS])
@pytest.mark.parametrize(
    ("phase", "reach", "go_on"),
    [
        ("committing", nothing, lambda window: deal(window, nonces=True)),
        ("opening", commit, lambda window: window.ask("open", nonce=nonce(1))),
        ("over", play_to_the_end, lambda window: window.ask("again")),
    ],
)
def test_outside_of_a_turn_a_table_waits_as_long_as_ever_after_a_restart(
    phase: str, reach: Callable[[Window], None], go_on: Callable[[Window], object], jump: int, tmp_path: Path
) -> None:
    server = Restarted(tmp_path)
    table = server.guest.open("nummerus", "me")
    reach(server.guest.window(table))
    server.clock.time += 5_000
    server.restart(jump)
    window = server.guest.window(table)
    assert window.table["phase"] == phase
    go_on(window)
    deal(window)
    assert window.play(window.legal[0])["type"] == "moved"
    server.check_log(table)
    server.site.stop()


@pytest.mark.parametrize("jump", [-FAR_MS, FAR_MS])
def test_a_table_that_waits_for_people_is_still_open_after_a_restart(jump: int, tmp_path: Path) -> None:
    server = Restarted(tmp_path)
    opened = server.guest.opened("nummerus", "me", "person")
    server.clock.time += 5_000
    server.restart(jump)
    windows = [server.guest.window(opened["table"])]
    assert windows[0].table["phase"] == "waiting"
    friend = server.site.guest("Ben")
    friend.post("/api/join", {"link": opened["links"][0]["link"]})
    windows.append(friend.window(opened["table"]))
    deal(*windows)
    assert windows[0].table["phase"] == "playing"
    server.check_log(opened["table"])
    server.site.stop()
