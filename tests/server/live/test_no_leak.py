"""No byte that reaches a seat depends on what the seat has not seen.

A whole game is played over real sockets, with moves, clock and ids from a script, and every byte sent to each seat and
to a watcher is kept: snapshots, events, refusals, undo, resuming, HTTP. Then, for each reader, the same script is
played in a world that looks the same to that reader, up to the move that would show everything. What that reader was
sent must be the same, byte by byte. The server's commitment to its seed is a hash and hides it, so the worlds share one
seed here and differ in the deal alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rectoverso.games.round import Round, Seat
from rectoverso.kernel.rng import new_rng
from rectoverso.server.live import table_message
from rectoverso.server.live.room import Room
from rectoverso.server.storage import leases
from rectoverso.table import fair
from tests.server import nginx, postgres
from tests.server.site import PATIENCE, Clock, Guest, Site, Window, counted, deal, until

LONGEST = 45
"""Moves of a scripted game."""

Step = tuple[Any, ...]


class Evening:
    """One run of the script: everybody's windows, and every byte they were sent."""

    def __init__(self, folder: Path, game: str, players: int, setup: dict[str, Any]) -> None:
        folder.mkdir()
        self.clock = Clock()
        self.sites = self.open_sites(folder)
        guests = [site.guest(name) for name, site in zip(("Anna", "Ben", "Cleo", "Dirk")[:players], cycle(self.sites))]
        opened = guests[0].opened(game, "me", *["person"] * (players - 1), **setup)
        self.table = str(opened["table"])
        for guest, link in zip(guests[1:], opened["links"], strict=True):
            guest.post("/api/join", {"link": link["link"]})
        until(lambda: self.rooms()[0].table.phase == "committing")  # what follows by itself
        self.people: list[Guest] = [*guests, self.sites[-1].guest()]
        self.kept: list[list[str]] = [[] for _ in self.people]
        self.windows = [self._comes_in(guest) for guest in self.people]
        deal(*self.windows, nonces=True)
        self.settle()

    def open_sites(self, folder: Path) -> list[Site]:
        """The processes that serve."""
        return [Site(folder, now=self.clock, new_seed=counted("", 64), new_id=counted("t", 11))]

    def _comes_in(self, guest: Guest) -> Window:
        """Until all processes know that they are there."""
        window = guest.window(self.table)
        until(lambda: len({(*room.attendance.away_since, room.watchers()) for room in self.rooms()}) == 1)
        return window

    def rooms(self) -> list[Room]:
        """The table, in each process that has it in memory."""
        return [site.tables.rooms[self.table] for site in self.sites if self.table in site.tables.rooms]

    def stop(self) -> None:
        """Everybody goes home."""
        for site in self.sites:
            site.stop()

    @property
    def round(self) -> Round:
        """The truth."""
        round = self.rooms()[0].table.round
        assert round is not None
        return round

    def seat(self, person: int) -> Seat:
        """Where somebody sits in this round."""
        seat: Seat = self.windows[person].view["seat"]
        return seat

    def settle(self) -> None:
        """Everybody hears all there is to hear, also what follows by itself."""
        rooms = self.rooms()
        until(lambda: not any(room._busy for room in rooms) and len({room.table.n for room in rooms}) == 1)
        for window in self.windows:
            window.settle()

    def mover(self) -> int:
        """Whose turn it is."""
        return next(person for person in range(len(self.people)) if self.seat(person) == self.round.turn)

    def do(self, step: Step) -> None:
        """One line of the script."""
        self.clock.time += 1000
        kind, person, *more = step
        window = self.windows[person]
        fields = {"id": f"step-{self.clock.time}"}
        match kind:
            case "play":
                answer = window.play(more[0], **fields)
                assert answer["type"] == "moved", answer
            case "illegal":
                window.play("draw a card", **fields)
            case "stale":
                window.play("draw", against=1, **fields)
            case "undo":
                window.ask("undo", against=window.n, **fields)
            case "react":
                window.ask("react", reaction="oops", **fields)
            case "ask":
                window.ask("ask_close", **fields)
            case "no":
                window.ask("vote", yes=False, **fields)
            case "odds":
                window.ask("odds", **fields)
            case "why":
                window.ask("why", move=more[0], **fields)
            case "http":
                self.kept[person].append(self.people[person].http.get(more[0].format(self.table)).text)
            case "cut":
                self._comes_back(person, have=window.n)
            case "fresh":
                self._comes_back(person)
        self.settle()

    def _comes_back(self, person: int, **hello: int) -> None:
        old = self.windows[person]
        old.close()
        self.kept[person] += old.frames
        [room] = self.rooms()
        until(lambda: len(room.readers) < len(self.people))
        new = self.windows[person] = Window(self.people[person])
        new.n, new.view, new.chair = old.n, old.view, old.chair
        new.hello(self.table, **hello)

    def sent(self, person: int) -> list[str]:
        """Every text sent to somebody."""
        return self.kept[person] + self.windows[person].frames


PATHS = ["/api/tables/{}", "/api/tables/{}/rounds/1/record", "/api/tables/{}/links", "/api/tables", "/api/lobby"]


class SharedEvening(Evening):
    """Two processes on PostgreSQL serve, behind nginx, and neighbours are connected to different ones.

    Presence and reactions come when they come: they hold nothing of the game, and are left out.
    """

    def open_sites(self, folder: Path) -> list[Site]:
        """Two, with ids of their own."""
        address = postgres.address()
        if address is None:
            pytest.skip(f"no PostgreSQL answers at {postgres.RUNNING}, and no initdb is here to start one with")
        self._schema = postgres.own_schema(address)
        settings: dict[str, Any] = {"now": self.clock, "db": self._schema.__enter__()}
        sites = [Site(folder, new_seed=counted("", 64), new_id=counted(letter, 11), **settings) for letter in "tu"]
        until(lambda: all(site.tables.peers.knows_others for site in sites))
        self._proxies = ExitStack()
        for number, site in enumerate(sites):
            (folder / f"nginx-{number}").mkdir()
            site.address = self._proxies.enter_context(nginx.in_front_of(site.address, folder / f"nginx-{number}"))
        return sites

    def stop(self) -> None:
        """The proxies and the database go as well."""
        super().stop()
        self._proxies.close()
        self._schema.__exit__(None, None, None)

    def _comes_back(self, person: int, **hello: int) -> None:
        """Not here: when the other process hears of it is a matter of luck."""

    def sent(self, person: int) -> list[str]:
        """Every text about the game."""
        return [
            text for text in super().sent(person) if not text.startswith(('{"type":"presence"', '{"type":"reaction"'))
        ]


def improvise(evening: Evening, rng: random.Random) -> list[Step]:
    """Make the script up, playing the truth; it stops before the move that shows everything."""
    script: list[Step] = []

    def do(*step: Any) -> None:
        script.append(step)
        evening.do(step)

    while len(evening.round.numbers) < LONGEST:
        mover = evening.mover()
        move = rng.choice(evening.windows[mover].legal)
        last = evening.round.copy()
        last.play(move)
        if last.over:
            break
        do("play", mover, move)
        texts = evening.round.game.texts
        if rng.randrange(3) == 0 and not evening.round.over:
            do("why", evening.mover(), rng.choice([rng.choice(texts), rng.choice(texts[:150]), "draw a card"]))
        for step in interlude(evening, mover, rng):
            do(*step)
    return script


def interlude(evening: Evening, mover: int, rng: random.Random) -> list[Step]:
    """What else people do between two moves."""
    person = rng.randrange(len(evening.people))
    seated = rng.randrange(len(evening.people) - 1)
    match rng.randrange(12):
        case 0:
            return [("illegal", seated)]
        case 1:
            return [("stale", mover)]
        case 2 | 3:
            return [("undo", rng.choice([seated, mover]))]
        case 4:
            return [("http", person, rng.choice(PATHS))]
        case 5:
            return [("cut", person)]
        case 6:
            return [("fresh", person)]
        case 7:
            return [("odds", seated)]
        case 8:
            return [("react", seated)]
        case 9 if evening.round.game.extra_moves:
            return [("ask", seated), ("no", (seated + 1) % (len(evening.people) - 1))]
    return []


def imagined(truth: Round, seat: Seat, rng: random.Random) -> Any:
    """A deal that this seat could not have told from the true one, and that is another."""
    for _ in range(20):
        world = truth.imagine(seat, new_rng(rng.getrandbits(63)))
        if not np.array_equal(world.deal, truth.deal):
            break
    return world.deal


def compare(
    game: str,
    players: int,
    setup: dict[str, Any],
    folder: Path,
    patch: pytest.MonkeyPatch,
    kind: type[Evening] = Evening,
) -> None:
    """The truth, then for everybody a world that looks the same to them: the same bytes."""
    rng = random.Random(f"{game} {players} {setup}")
    truth = kind(folder / "truth", game, players, setup)
    try:
        script = improvise(truth, rng)
        told = [truth.sent(person) for person in range(players + 1)]
        seats = [truth.seat(person) for person in range(players + 1)]
        round = truth.round.copy()
    finally:
        truth.stop()
    assert len(round.numbers) > 20
    different = 0
    for person in range(players + 1):
        other = imagined(round, seats[person], rng)
        different += not np.array_equal(other, round.deal)
        patch.setattr(fair, "deal", _always(other))
        evening = kind(folder / f"world-{person}", game, players, setup)
        try:
            for step in script:
                evening.do(step)
            assert evening.sent(person) == told[person], f"{seats[person]} was sent something it has not seen"
        finally:
            evening.stop()
        patch.undo()
    assert different or game == "nummerus"


def _always(deal: Any) -> Callable[..., Any]:
    return lambda *_: deal


@pytest.mark.parametrize(
    ("game", "players", "setup"),
    [
        ("titus", 2, {}),
        ("titus", 3, {"memory": "notes"}),
        ("janus", 3, {}),
        ("janus", 3, {"memory": "notes", "options": {"discard": "top"}, "turn_seconds": 3600}),
        ("janus", 3, {"options": {"triplet": "after-drawing", "ending": "agreed"}}),
        ("nummerus", 2, {"options": {"tausch": True}}),
    ],
    ids=str,
)
def test_no_byte_depends_on_what_a_seat_has_not_seen(
    game: str, players: int, setup: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(game, players, setup, tmp_path, monkeypatch)


@pytest.fixture
def patient() -> Iterator[None]:
    """No process counts as dead, and its readers as away, because the machine is busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leases, "ALIVE_S", PATIENCE)
        yield


@pytest.mark.usefixtures("patient")
def test_no_byte_depends_on_what_a_seat_has_not_seen_with_two_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare("titus", 2, {}, tmp_path, monkeypatch, SharedEvening)


@pytest.mark.soak
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("game", ["titus", "janus", "nummerus"])
def test_no_byte_depends_on_what_a_seat_has_not_seen_with_two_processes_to_the_end(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.server.live.test_no_leak.LONGEST", 600)
    compare(game, 3, {"memory": "notes"}, tmp_path, monkeypatch, SharedEvening)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["titus", "janus"])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("memory", ["table", "notes"])
def test_no_byte_depends_on_what_a_seat_has_not_seen_at_every_kind_of_table(
    game: str, players: int, memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.server.live.test_no_leak.LONGEST", 600)
    compare(game, players, {"memory": memory}, tmp_path, monkeypatch)


def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a single number sent to all depended on a hidden card, the comparison would fail."""
    honest = table_message.may_ask

    def leaky(table: Any) -> bool:
        hidden = table.round is not None and int(table.round.deal[-1]) % 2 == 0
        return honest(table) != hidden

    original = compare

    def found() -> bool:
        for attempt in range(4):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(table_message, "may_ask", leaky)
                try:
                    original("titus", 2, {"rounds": attempt + 1}, tmp_path / str(attempt), monkeypatch)
                except AssertionError as error:
                    return "has not seen" in str(error)
        return False

    for attempt in range(4):
        (tmp_path / str(attempt)).mkdir()
    assert found()
