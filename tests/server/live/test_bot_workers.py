"""Bots think aside: one slow search keeps no other table waiting, and one that fails does not stop its own."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rectoverso.bots import Bot, Choice, make_bot
from rectoverso.bots.bot import Resources
from rectoverso.bots.search_memory import Search
from rectoverso.games import game_named
from rectoverso.games.round import new as new_round
from rectoverso.kernel.fixed_record import Record, Rng
from rectoverso.server.live.bot_workers import BotPlayer, BotTurn, BotWorkers
from rectoverso.server.live.connection import Connection
from rectoverso.server.messages.socket import Advice
from rectoverso.server.process import metrics
from rectoverso.server.process.settings import Settings
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


@pytest.fixture
def bots_of(site: Site, monkeypatch: pytest.MonkeyPatch) -> dict[str, Bot]:
    """By table, the bot that plays there instead of the usual one."""
    workers, others = site.tables.bot_workers, dict[str, Bot]()
    usual = workers.new_bot

    def new_bot(turn: BotTurn, player: BotPlayer, resources: Resources) -> Bot:
        return others.get(turn.table) or usual(turn, player, resources)

    monkeypatch.setattr(workers, "new_bot", new_bot)
    return others


def seated(site: Site, bots: int = 1) -> tuple[str, Window]:
    """A person, first to move, and bots."""
    guest = site.guest()
    table = guest.open("nummerus", "me", *["bot"] * bots, random_seats=False)
    window = guest.window(table)
    deal(window)
    window.settle()
    return table, window


def answered(window: Window) -> dict[str, Any]:
    """Make a move; the bot's."""
    window.play(window.legal[0])
    return window.until(lambda message: message["type"] == "moved" and message["by"] == "bot")


def test_one_slow_search_delays_no_other_table(site: Site, bots_of: dict[str, Bot]) -> None:
    table, window = seated(site)
    other = seated(site)[1]
    slow = Slow(make_bot("greedy"))
    bots_of[table] = slow
    window.play(window.legal[0])
    until(slow.thinks.is_set)
    for _ in range(5):
        answered(other)
    position = site.tables.rooms[table].table.position_n
    window.settle()
    assert window.n == position
    slow.enough.set()
    assert window.until(lambda message: message["type"] == "moved")["by"] == "bot"


def test_where_a_bot_fails_a_simpler_one_plays(site: Site, bots_of: dict[str, Bot]) -> None:
    table, window = seated(site)
    bots_of[table] = Broken()
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
    from rectoverso.server.live import answers

    enough = threading.Event()

    def slow(id: str, at: int, *given: Any) -> Advice:
        assert enough.wait(PATIENCE)
        return Advice(id, at, {})

    monkeypatch.setattr(answers, "advice", slow)
    table, asker = seated(site)
    _, player = seated(site)
    windows = [asker, *(asker.guest.window(table) for _ in range(5))]
    for window in windows[:2]:
        window.say("advise", id="advice", chair=1)
        window.settle()  # it was taken before the others ask
    for window in windows[2:]:
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
    assert room._bots.thinking is None
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
    assert window.ask("advise")["advice"]["move"] == advice["advice"]["move"]
    (reader,) = (reader for room in site.tables.rooms.values() for reader in room.readers)
    assert isinstance(reader, Connection)
    assert reader._plans[1].moves
    window.ask("resign")
    window.until(lambda message: message.get("what") == "over")
    record = guest.get(f"/api/tables/{guest.get('/api/tables')['tables'][0]['table']}/rounds/1/record")
    assert record["ended"]["by"] == "resigned"


def test_a_bot_that_chooses_an_illegal_move_holds_up_nobody(site: Site, bots_of: dict[str, Bot]) -> None:
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
    before = window.view["at"]
    bots_of[table] = Cheat()
    assert window.play(window.legal[0])["type"] == "moved"
    while not window.legal:
        window.hear()
    assert window.view["at"] == before + 2


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


# ---- many tables


def searches(site: Site) -> set[int]:
    """The search trees that the threads of a server keep, each by its place in memory."""
    return {id(one) for worker in site.tables.bot_workers.workers for one in worker.memory.searches}


def alive() -> set[int]:
    """All search trees of this process, whoever keeps them."""
    gc.collect()
    return {id(one) for one in gc.get_objects() if isinstance(one, Search)}


def at_a_table_with(site: Site, level: str) -> Window:
    """A person, first to move, and a bot."""
    guest = site.guest()
    window = guest.window(guest.open("nummerus", "me", {"kind": "bot", "level": level}, random_seats=False))
    deal(window)
    window.settle()
    return window


def test_trees_belong_to_threads_not_to_chairs(tmp_path: Path) -> None:
    site = Site(tmp_path, bot_threads=2)
    try:
        before = alive()
        windows = [at_a_table_with(site, "club") for _ in range(8)]
        for window in windows:
            answered(window)
        kept = searches(site)
        assert 0 < len(kept) <= 2
        assert alive() - before <= kept, "nobody but the threads keeps a tree"
        workers = site.tables.bot_workers
        assert workers.players == 8
        for window in windows:
            window.ask("resign")
            window.until(lambda message: message.get("what") == "over")
            window.close()
        until(lambda: not any(room.readers for room in site.tables.rooms.values()))
        for table in list(site.tables.rooms):
            site.tables._loop.call_soon_threadsafe(site.tables.unload, table)
        until(lambda: not site.tables.rooms)
        assert workers.players == 0
        assert searches(site) == set()
        assert not alive() & (kept - before)
    finally:
        site.stop()


@pytest.mark.parametrize("kept", [True, False])
def test_a_bot_finds_its_tree_again_unless_another_needed_the_memory(tmp_path: Path, kept: bool) -> None:
    site = Site(tmp_path, test_seed=None, bot_threads=1)
    try:
        window, other = (at_a_table_with(site, "master") for _ in range(2))
        [worker] = site.tables.bot_workers.workers
        answered(window)
        mine = worker.memory.searches[0]
        if not kept:
            answered(other)
        answered(window)
        assert (worker.memory.searches[0] is mine) is kept
    finally:
        site.stop()


@pytest.fixture
def asked(site: Site) -> Iterator[Asking]:
    """Two threads whose bots think until they are let go, without any table."""
    asking = Asking(site)
    yield asking
    asking.close()


class Asking:
    """Asks bots for moves on behalf of addresses, and notes who was served in which order."""

    def __init__(self, site: Site) -> None:
        self._loop = site.tables._loop
        self.workers = BotWorkers(Settings(db="", secret="", bot_threads=2, bot_pace=(0.0, 0.0), bot_seconds=PATIENCE))
        self.workers.new_bot = self._new_bot  # type: ignore[method-assign]  # so that the test decides how long it thinks
        self.begun: list[str] = []
        self.answers: list[str] = []
        self._enough: dict[str, threading.Event] = {}
        self._game = game_named("nummerus")
        self._observation = new_round("nummerus", players=2, seed="queue").observation(1)

    def _new_bot(self, turn: BotTurn, player: BotPlayer, resources: Resources) -> Bot:
        asking = self

        class Waiting:
            def choose(self, observation: Record, rng: Rng) -> Choice:
                asking.begun.append(turn.table)
                assert asking._enough[turn.table].wait(PATIENCE)
                return make_bot("random").choose(observation, rng)

        return Waiting()

    def in_loop(self, work: Callable[[], object]) -> None:
        """Do something in the server's thread, and wait for it."""
        done = threading.Event()

        def both() -> None:
            work()
            done.set()

        self._loop.call_soon_threadsafe(both)
        assert done.wait(PATIENCE)

    def ask(self, address: str, table: str) -> None:
        """A table of this address asks for a move."""
        self._enough.setdefault(table, threading.Event())
        turn = BotTurn(table, 1, 1, "club", self._game, self._observation, address)
        self.in_loop(lambda: self.workers.think(turn, lambda move: self.answers.append(table)))

    def serve(self, table: str, following: str) -> None:
        """The bot of a table comes to an end; then that of another one begins."""
        self._enough[table].set()
        until(lambda: table in self.answers and self.begun[-1] == following)

    def close(self) -> None:
        """Let everybody go."""
        for enough in self._enough.values():
            enough.set()
        self.in_loop(self.workers.close)


def test_addresses_take_turns_and_none_gets_every_thread(asked: Asking) -> None:
    for number in range(6):
        asked.ask("greedy", f"g{number}")
    until(lambda: asked.begun == ["g0"])  # one of the two threads stays free for others
    asked.ask("honest", "h0")
    until(lambda: asked.begun == ["g0", "h0"])
    for address, table in (("honest", "h1"), ("third", "t0")):
        asked.ask(address, table)
    for table, following in (("g0", "g1"), ("h0", "h1"), ("g1", "t0"), ("h1", "g2")):
        asked.serve(table, following)
    assert asked.begun == ["g0", "h0", "g1", "h1", "t0", "g2"]


def test_a_table_waits_for_one_bot_at_a_time(asked: Asking) -> None:
    for _ in range(5):
        asked.ask("a", "same")
    asked.ask("a", "other")
    until(lambda: asked.begun == ["same"])
    assert len(asked.workers._queue) == 2


def test_who_waits_too_long_plays_by_the_rule_of_thumb(asked: Asking) -> None:
    asked.workers._settings.bot_seconds = 0.05
    before = metrics.LATE_BOTS._value.get()
    del asked.workers.new_bot  # the usual one
    for worker in asked.workers.workers:
        worker.busy = True
    asked.ask("honest", "late")
    until(lambda: asked.answers == ["late"])
    assert metrics.LATE_BOTS._value.get() == before + 1


def test_bots_wait_while_no_person_is_there_and_go_on_when_one_returns(site: Site, bots_of: dict[str, Bot]) -> None:
    table, window = seated(site, bots=2)
    room = site.tables.rooms[table]
    slow = bots_of[table] = Slow(make_bot("greedy"))
    watcher = site.guest().window(table)
    window.play(window.legal[0])
    until(slow.thinks.is_set)
    window.close()
    until(lambda: len(room.readers) == 1)
    slow.enough.set()  # what it has begun it ends
    watcher.until(lambda message: message["type"] == "moved" and message["by"] == "bot")
    assert room.bots_wait
    back = window.guest.window(table)
    back.ask("resign")
    back.close()
    until(lambda: len(room.readers) == 1)
    for _ in range(2):  # the move on which it was, and then none
        until(lambda: room._bots.thinking is None and not room._busy)
        watcher.settle()
    at = len(room.table.steps)
    watcher.settle()
    assert len(room.table.steps) == at
    assert [one["my_turn"] for one in window.guest.get("/api/tables")["tables"]] == [True]
    window.guest.window(table)
    watcher.until(lambda message: message.get("what") == "over")


def test_what_waits_for_a_thread_is_dropped_when_everybody_leaves(site: Site, bots_of: dict[str, Bot]) -> None:
    table, window = seated(site)
    workers, room = site.tables.bot_workers, site.tables.rooms[table]
    slow = [Slow(make_bot("greedy")) for _ in workers.workers]
    others = [seated(site) for _ in slow]
    for (other, player), bot in zip(others, slow, strict=True):
        bots_of[other] = bot
        player.play(player.legal[0])
    window.play(window.legal[0])
    until(lambda: table in workers._waiting)
    window.close()
    until(lambda: table not in workers._waiting)
    until(lambda: room._bots.thinking is None)
    for bot in slow:
        bot.enough.set()
