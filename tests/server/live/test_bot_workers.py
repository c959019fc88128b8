"""Bots think aside: one slow search keeps no other table waiting, and one that fails does not stop its own."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from rectoverso.bots import Bot, Choice, make_bot
from rectoverso.kernel.record import Record, Rng
from tests.repository.tree import ROOT
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


def test_bots_play_their_seats_and_one_person_may_ask_for_help(site: Site) -> None:
    guest = site.guest()
    window = guest.window(guest.open("titus", "me", "bot", "bot"))
    deal(window)
    while not window.legal:
        window.hear()
    assert window.table["help"]
    odds = window.ask("odds")
    assert odds["type"] == "odds"
    assert odds["odds"]
    advice = window.ask("advise")
    assert advice["type"] == "advice"
    assert advice["advice"]["move"] in window.legal
    window.ask("resign")
    window.until(lambda message: message.get("what") == "over")
    record = guest.get(f"/api/tables/{guest.get('/api/tables')['tables'][0]['table']}/rounds/1/record")
    assert record["ended"]["by"] == "resigned"


def test_a_bot_that_chooses_an_illegal_move_holds_up_nobody(site: Site) -> None:
    class Cheat:
        """Claims a move that no game has."""

        def choose(self, observation: Record, rng: Rng) -> Choice:
            return Choice(-1)

    guest = site.guest()
    table = guest.open("nummerus", "me", "bot")
    window = guest.window(table)
    deal(window)
    while not window.legal:
        window.hear()
    bots, cheat, before = site.tables.bot_workers.bots, Cheat(), window.view["at"]
    bots[table] = {2: cheat}
    assert window.play(window.legal[0])["type"] == "moved"
    while not window.legal:
        window.hear()
    assert window.view["at"] == before + 2
    assert bots[table].get(2) is not cheat  # a fresh one thinks from here on


def test_foreign_bots_play_over_the_same_socket(site: Site) -> None:
    """The example in examples/foreign_bot.py, twice, against itself."""
    links = site.guest().opened("nummerus", "person", "person")["links"]
    addresses = [f"http://{site.address}{link['path']}" for link in links]
    bots = [
        subprocess.Popen([sys.executable, ROOT / "examples/foreign_bot.py", address], stdout=subprocess.PIPE, text=True)
        for address in addresses
    ]
    said = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
    assert said[0] == said[1]
    assert "'ranks'" in said[0]
