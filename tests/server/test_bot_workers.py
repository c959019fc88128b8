"""Bots think aside: one slow search keeps no other table waiting, and one that fails does not stop its own."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from rectoverso.bots import Bot, make_bot
from rectoverso.bots.bot import Choice
from tests.server.site import PATIENCE, Site, Window, deal, until


class Slow:
    """A bot that thinks until it is told to come to an end."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.thinks, self.enough = threading.Event(), threading.Event()

    def choose(self, observation: Any, rng: Any) -> Choice:
        """Long."""
        self.thinks.set()
        assert self.enough.wait(PATIENCE)
        return self._bot.choose(observation, rng)


class Broken:
    """A bot that cannot think."""

    def choose(self, observation: Any, rng: Any) -> Choice:
        """Not at all."""
        raise RuntimeError("no idea")


def seated(site: Site) -> tuple[str, Window]:
    """A person, first to move, and a bot."""
    guest = site.guest()
    table = guest.open("nummerus", "me", "bot", random_seats=False)
    window = guest.window(table)
    deal(window)
    window.settle()
    return table, window


def answered(window: Window) -> dict[str, Any]:
    """Make a move; the bot's."""
    window.play(window.legal[0])
    return window.until(lambda message: message["type"] == "moved" and message["by"] == "bot")


def test_one_slow_search_delays_no_other_table(site: Site) -> None:
    table, window = seated(site)
    other = seated(site)[1]
    slow = Slow(make_bot("greedy"))
    site.tables.bot_workers.bots[table] = {2: slow}
    window.play(window.legal[0])
    until(slow.thinks.is_set)
    for _ in range(5):
        answered(other)
    position = site.tables.rooms[table].table.position_n
    window.settle()
    assert window.n == position
    slow.enough.set()
    assert window.until(lambda message: message["type"] == "moved")["by"] == "bot"


def test_where_a_bot_fails_a_simpler_one_plays(site: Site) -> None:
    table, window = seated(site)
    site.tables.bot_workers.bots[table] = {2: Broken()}
    assert answered(window)["to_move"] == 1


@pytest.mark.parametrize("level", ["novice", "casual", "club", "expert", "master"])
@pytest.mark.parametrize(("game", "players"), [("titus", 2), ("janus", 3), ("nummerus", 2)])
def test_every_level_answers(site: Site, game: str, players: int, level: str) -> None:
    guest = site.guest()
    bots = [{"kind": "bot", "level": level}] * (players - 1)
    window = guest.window(guest.open(game, "me", *bots, random_seats=False))
    deal(window)
    window.settle()
    while (moved := window.play(window.legal[0]))["to_move"] == 1:
        assert moved["by"] == "person"
    assert window.until(lambda message: message["type"] == "moved")["by"] == "bot"


def test_bots_do_not_wait_for_those_who_ask_for_advice(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from rectoverso.server.live import odds_and_advice

    enough = threading.Event()

    def slow(*given: Any) -> dict[str, Any]:
        assert enough.wait(PATIENCE)
        return {}

    monkeypatch.setattr(odds_and_advice, "advice", slow)
    table, asker = seated(site)
    _, player = seated(site)
    windows = [asker, *(asker.guest.window(table) for _ in range(5))]
    for window in windows:
        window.say("advise", id="advice", chair=1)
    codes = [window.answer("advice").get("code") for window in windows[2:]]
    assert codes == ["busy"] * 4
    answered(player)
    enough.set()
    assert [window.answer("advice")["type"] for window in windows[:2]] == ["advice", "advice"]


def test_bots_play_among_themselves_only_while_somebody_looks_on(site: Site) -> None:
    guest = site.guest()
    table = guest.open("nummerus", "bot", "bot")
    room = site.tables.rooms[table]
    until(lambda: room.table.phase == "playing")
    assert room._thinking is None
    assert not room.table.steps
    watcher = site.guest().window(table)
    watcher.until(lambda message: message["type"] == "moved")
