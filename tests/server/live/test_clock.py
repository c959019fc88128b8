"""The time at a table, when the server starts again with another time of day."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.site import Clock, Site, deal

HOUR_MS = 3_600_000


@pytest.mark.parametrize("jump", [-1000 * HOUR_MS, -HOUR_MS, HOUR_MS, 1000 * HOUR_MS])
def test_a_turn_goes_on_whatever_the_clock_says_after_a_restart(jump: int, tmp_path: Path) -> None:
    clock = Clock()
    site = Site(tmp_path, now=clock)
    guest = site.guest()
    cookies = dict(guest.http.cookies)
    table = guest.open("nummerus", "me", "bot", turn_seconds=60, random_seats=False)
    window = guest.window(table, chair=1)
    deal(window)
    window.until_my_turn()
    clock.time += 50_000
    site.stop()

    clock.time += jump
    site = Site(tmp_path, now=clock)
    guest = site.guest()
    guest.http.cookies.clear()
    guest.http.cookies.update(cookies)
    window = guest.window(table, chair=1)
    [now] = [message["now"] for message in window.messages() if message["type"] == "snapshot"]
    assert 0 < window.table["deadline"] - now <= 60_000
    assert window.play(window.legal[0], id="after-the-restart")["type"] == "moved"
    stored = [event.t for event in site.tables.store.log(table)]
    assert stored == sorted(stored)
    site.stop()
