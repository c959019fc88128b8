"""Two processes share a PostgreSQL database: any of them serves any player.

Both run in threads of this process here, so that a test can look behind the scenes; real processes are in
tests/server/start/test_workers.py.
"""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from rectoverso.server.live.cluster import Cluster
from rectoverso.server.storage.leases import Beat
from rectoverso.server.storage.notices import Listener, channel_of
from rectoverso.server.storage.table_write import TableWrite
from rectoverso.table import events as e
from rectoverso.table.table import replay
from tests.server import postgres
from tests.server.site import KEPT_ALIVE, PATIENCE, Guest, Site, Window, deal, mover, until


@pytest.fixture
def sites(db: str, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    one, two = Site(tmp_path, test_seed=None, db=db), Site(tmp_path, test_seed=None, db=db)
    until(lambda: cluster(one).knows_others and cluster(two).knows_others)
    yield one, two
    one.stop()
    two.stop()


def cluster(site: Site) -> Cluster:
    return cast("Cluster", site.tables.peers)


def elsewhere(guest: Guest, site: Site) -> Guest:
    """The same guest, whose requests go to another process."""
    twin = object.__new__(Guest)
    twin.__dict__ = {**guest.__dict__, "site": site}
    twin.http = type(guest.http)(
        base_url=f"http://{site.address}",
        headers={"X-Rectoverso": "1"},
        cookies=guest.http.cookies,
        timeout=PATIENCE,
        limits=KEPT_ALIVE,
    )
    twin.ids = itertools.count(1000)
    site.came(twin)
    return twin


def seated(one: Site, two: Site, **setup: Any) -> tuple[Window, Window]:
    """Two people at one table, each connected to another process."""
    anna, ben = one.guest("Anna"), two.guest("Ben")
    opened = anna.opened("nummerus", "me", "person", random_seats=False, **setup)
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    return anna.window(opened["table"]), ben.window(opened["table"])


def log_of(site: Site, table: str) -> list[e.AnyEvent]:
    return site.tables.store.log(table)


def test_people_in_two_processes_play_with_each_other(sites: tuple[Site, Site]) -> None:
    anna, ben = seated(*sites)
    deal(anna, ben, nonces=True)
    for _ in range(6):
        anna_moves = mover_of(anna, ben)
        other = ben if anna_moves is anna else anna
        moved = anna_moves.play(anna_moves.legal[0])
        assert moved["type"] == "moved"
        heard = other.until(lambda message, n=moved["n"]: message.get("n") == n)
        assert heard["board"] == moved["board"]
    table = anna.table
    assert table["phase"] == "playing"


def mover_of(*windows: Window) -> Window:
    """Who has legal moves, once both have heard all that the other has."""
    last = max(window.n for window in windows)
    for window in windows:
        while window.n < last:
            window.hear()
    return mover(*windows)


def test_what_both_do_at_once_is_stored_once_and_in_one_order(sites: tuple[Site, Site]) -> None:
    """Both rename themselves again and again: each loses some races, reads the log, and decides again."""
    anna, ben = seated(*sites)
    deal(anna, ben)
    times, failures = 25, list[BaseException]()

    def rename(window: Window, name: str) -> None:
        try:
            for number in range(times):
                assert window.ask("rename", name=f"{name} {number}")["type"] == "changed"
        except BaseException as error:  # told below
            failures.append(error)

    threads = [threading.Thread(target=rename, args=pair) for pair in ((anna, "Anna"), (ben, "Ben"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    [table] = sites[0].tables.rooms
    log = log_of(sites[0], table)
    renamed = [event for event in log if isinstance(event, e.Renamed)]
    for chair, name in ((1, "Anna"), (2, "Ben")):
        assert [event.name for event in renamed if event.chair == chair] == [f"{name} {k}" for k in range(times)]
    for site in sites:
        until(lambda site=site: site.tables.rooms[table].table.n == len(log))


class Nobody(set[str]):
    """The others as a process knows them that has not heard of any yet."""

    def add(self, _: str) -> None: ...

    def __ior__(self, _: object) -> Nobody:  # type: ignore[override,misc]  # whatever it is told
        return self


def test_what_a_process_wrote_that_has_just_begun_is_known_to_all(sites: tuple[Site, Site]) -> None:
    one, two = sites
    cluster(one)._others, cluster(two)._others = Nobody(), Nobody()
    anna, ben = one.guest("Anna"), two.guest("Ben")
    opened = anna.opened("nummerus", "me", "person", random_seats=False)
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    window = Window(elsewhere(ben, one))
    assert window.hello(opened["table"], chair=2)["chair"] == 2
    assert not cluster(one).knows_others


def test_a_request_that_was_stored_by_one_process_is_not_repeated_by_another(sites: tuple[Site, Site]) -> None:
    one, two = sites
    anna, ben = seated(one, two)
    deal(anna, ben)
    first = mover_of(anna, ben)
    request = {"id": "the-one-move", "move": first.legal[0], "against": first.n}
    played = first.ask("play", **request)
    guest = first.guest
    again = elsewhere(guest, two if guest.site is one else one).window(log_table(one))
    answer = again.ask("play", **request, chair=first.chair)
    assert answer == {"type": "ack", "id": "the-one-move", "n": played["n"]}


def log_table(site: Site) -> str:
    [table] = site.tables.rooms
    return table


def test_presence_and_reactions_reach_readers_of_other_processes(sites: tuple[Site, Site]) -> None:
    anna, ben = seated(*sites)
    deal(anna, ben)
    anna.settle()
    ben.ask("react", reaction="oops")
    anna.until(lambda message: message["type"] == "reaction" and message["chair"] == 2)
    ben.close()
    anna.until(lambda message: message["type"] == "presence" and message["present"] == [True, False])
    back = ben.guest.window(log_table(sites[0]))
    anna.until(lambda message: message["type"] == "presence" and message["present"] == [True, True])
    back.until(lambda message: message["type"] == "presence" and message["present"] == [True, True])


def bot_table(one: Site, two: Site) -> tuple[str, Window]:
    """A table with a bot that the first process runs, and somebody who plays there through the second."""
    anna = one.guest("Anna")
    table = anna.open("nummerus", "me", "bot", random_seats=False)
    until(lambda: cluster(one).runs(table))
    window = elsewhere(anna, two).window(table)
    deal(window)
    return table, window


def test_one_process_has_the_lease_and_bots_play_for_people_of_the_other(sites: tuple[Site, Site]) -> None:
    one, two = sites
    table, window = bot_table(one, two)
    for _ in range(3):
        window.until_my_turn()
        assert window.play(window.legal[0])["type"] == "moved"
    assert not cluster(two).runs(table)


def test_a_process_that_stops_leaves_its_tables_to_the_other_at_once(sites: tuple[Site, Site]) -> None:
    one, two = sites
    table, window = bot_table(one, two)
    one.stop()
    until(lambda: cluster(two).runs(table))
    window.until_my_turn()
    window.play(window.legal[0])
    window.until_my_turn()


def test_a_process_that_lost_its_leases_writes_nothing_of_its_own_there(
    sites: tuple[Site, Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its beats fail until the other has taken over; for a while both run the bot, and each number is written once."""
    one, two = sites
    table, window = bot_table(one, two)
    with monkeypatch.context() as silence:
        silence.setattr(cluster(one)._leases, "beat", no_connection)
        until(lambda: cluster(two).runs(table))
        assert cluster(one).runs(table)  # it does not know yet
        play_turns(window)
    until(lambda: not cluster(one).runs(table))
    until(lambda: one.tables.rooms[table].table.n == two.tables.rooms[table].table.n)
    written: list[TableWrite] = []
    monkeypatch.setattr(one.tables, "write", written.append)
    play_turns(window)
    assert written == []
    assert cluster(two).runs(table)
    assert replay(log_of(two, table)).n == window.n


def no_connection() -> Beat:
    raise SQLAlchemyError("cut")


def play_turns(window: Window) -> None:
    for _ in range(3):
        window.until_my_turn()
        assert window.play(window.legal[0])["type"] == "moved"
    window.until_my_turn()


def test_events_of_which_no_hint_came_are_found_in_the_log(sites: tuple[Site, Site]) -> None:
    anna, ben = seated(*sites)
    deal(anna, ben)
    for site in sites:
        site.tables.store.announcement = lambda _: ("", [])
    first = mover_of(anna, ben)
    other = ben if first is anna else anna
    n = first.play(first.legal[0])["n"]
    other.until(lambda message: message.get("n") == n)


def test_hints_come_again_after_the_listener_lost_its_connection(sites: tuple[Site, Site], db: str) -> None:
    anna, ben = seated(*sites)
    deal(anna, ben)
    engine = create_engine(postgres.driver(db))
    cut = text("select pg_terminate_backend(pid) from pg_stat_activity where query = :listening")
    with engine.begin() as connection:
        channel = channel_of(connection)
        assert len(connection.execute(cut, {"listening": f"LISTEN {channel}"}).all()) == 2
    engine.dispose()
    anna.settle()
    ben.close()
    anna.until(lambda message: message["type"] == "presence" and message["present"] == [True, False])


def test_the_lobby_and_the_quick_match_know_tables_of_all_processes(sites: tuple[Site, Site]) -> None:
    one, two = sites
    anna, ben = one.guest("Anna"), two.guest("Ben")
    joined = anna.post("/api/quick", {"game": "nummerus"})
    assert [table["table"] for table in ben.get("/api/lobby")["waiting"]] == [joined["table"]]
    anna.window(joined["table"])
    until(lambda: ben.get(f"/api/tables/{joined['table']}")["table"]["chairs"][0]["present"])
    assert ben.post("/api/quick", {"game": "nummerus"})["table"] == joined["table"]
    assert log_of(one, joined["table"])


def test_a_deleted_table_is_gone_from_all_processes(sites: tuple[Site, Site]) -> None:
    one, two = sites
    anna = one.guest("Anna")
    table = anna.open("nummerus", "me", "me")
    watcher = two.guest().window(table)
    assert anna.http.delete("/api/guest").status_code == 200
    assert watcher.until(lambda message: message["type"] == "bye")["code"] == "no-such-table"
    until(lambda: table not in two.tables.rooms)
    assert log_of(two, table) == []


def test_a_process_that_missed_the_deletion_of_a_table_adds_nothing_to_it(sites: tuple[Site, Site]) -> None:
    one, two = sites
    anna = one.guest("Anna")
    table = anna.open("nummerus", "me", "me")
    window = elsewhere(anna, two).window(table, chair=1)
    until(lambda: two.tables.rooms[table].table.n == one.tables.rooms[table].table.n)
    engine = two.tables.store.engine
    with engine.begin() as connection:
        connection.execute(text("delete from events where table_id = :table"), {"table": table})
    window.say("rename", id="late", chair=1, name="Late")
    assert window.until(lambda message: message["type"] == "bye")["code"] == "no-such-table"
    assert log_of(two, table) == []


def test_notices_hold_no_move_no_card_and_no_secret(sites: tuple[Site, Site], db: str) -> None:
    """Whatever processes tell each other is the same, whatever has been dealt, drawn and played."""
    said: list[str] = []
    engine = create_engine(postgres.driver(db))
    listener = Listener(engine, lambda sender, heard: said.extend(map(repr, heard)), lambda: None)
    try:
        anna, ben = seated(*sites)
        deal(anna, ben, nonces=True)
        for _ in range(8):
            first = mover_of(anna, ben)
            n = first.play(first.legal[0])["n"]
            first.ask("react", reaction="oops")
            until(lambda n=n: any(f"n={n})" in one for one in said))
    finally:
        listener.close()
        engine.dispose()
    table = log_table(sites[0])
    people = {guest for chair in sites[0].tables.rooms[table].table.chairs for guest in chair.guests}
    number, person = r"\d+", f"({'|'.join(people)})"
    guest, ref = f"'{person}'", f"'{person}:request-{number}'"
    allowed = [
        f"EventsWritten\\(table='{table}', n={number}\\)",
        f"Here\\(table='{table}', guests=\\[({guest}(, {guest})*)?\\], watchers={number}, resumed_at={number}\\)",
        f"WhoIsHere\\(table='{table}'\\)",
        f"ReactedElsewhere\\(table='{table}', chair=[12], reaction='oops', ref={ref}\\)",
        "Started\\(\\)",
    ]
    assert [one for one in said if not any(re.fullmatch(pattern, one) for pattern in allowed)] == []
