"""What the server costs, by tables, log length, database, workers and idle sockets: one command for each figure.

    python benchmarks/scale.py all --db URL --out FILE    # the next five, then their plots: about ten minutes
    python benchmarks/scale.py tables                     # 10, 100, 1,000 and 2,500 tables (5,000 sockets)
    python benchmarks/scale.py logs                       # to come to a table of 100 and of 10,000 events
    python benchmarks/scale.py databases --db URL         # SQLite and an empty PostgreSQL database, in turns
    python benchmarks/scale.py workers --db URL           # 1 and 2 workers on PostgreSQL
    python benchmarks/scale.py idle                       # 10,000 idle sockets next to 100 active tables
    python benchmarks/scale.py costs                      # what scale_model.py needs; writes scale-costs.json
    python benchmarks/scale.py plots FILE…                # draws what the others wrote with --out FILE

`--small` measures little, for a busy machine. Every result names the load of the machine while it was measured.
URL is an empty PostgreSQL database: it is emptied before and after every run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scale_model import COSTS, Costs
from sqlalchemy import Engine, create_engine, func, inspect, select, text

from rectoverso.bench.server import (
    GAME,
    Player,
    Running,
    Site,
    TableUnderLoad,
    _Heard,
    measure,
    on_new_server,
    open_tables,
    run_load,
)
from rectoverso.plots import Bar, Curve, bars, lines
from rectoverso.server.start.open_files import limit, raise_limit
from rectoverso.server.storage import schema
from rectoverso.server.storage.database import database_url
from rectoverso.server.storage.migration import VERSION_TABLE

PLOTS = Path(__file__).parent.parent / "docs/numbers"
Rows = list[dict[str, Any]]
IDLE_SOCKETS, ACTIVE_TABLES = 10_000, 100
OPENED_TOGETHER = 5
"""Idle tables that are opened at the same time: most of what that takes is waiting."""
OTHER_FILES = 300
"""Files that a benchmark needs besides idle sockets."""


def load_of(**what: Any) -> dict[str, Any]:
    """A load test as a row."""
    arguments = {"think": True, "seconds": 10.0, **what}
    names = ("tables", "think", "seconds", "db", "workers")
    with emptied(arguments.get("db")):
        found = measure(**{name: arguments[name] for name in names if name in arguments})
    return {name: getattr(found, name) for name in found.__struct_fields__}


@contextmanager
def emptied(db: str | None) -> Iterator[None]:
    """PostgreSQL as it was before: a server would go on with the games that the one before has left."""
    if db is None:
        yield
        return
    engine = create_engine(database_url(db))
    _refuse_games(engine)
    try:
        yield
    finally:
        _empty(engine)
        engine.dispose()


def _refuse_games(engine: Engine) -> None:
    """Nothing that somebody keeps is ever deleted."""
    with engine.connect() as connection:
        names = {*inspect(connection).get_table_names()}
        ours = names <= {*schema.metadata.tables, VERSION_TABLE}
        events = select(func.count()).select_from(schema.events)
        if not ours or (schema.events.name in names and connection.execute(events).scalar_one()):
            raise SystemExit("--db: this database is not empty; name an empty one")


def _empty(engine: Engine) -> None:
    with engine.begin() as connection:
        for name in inspect(connection).get_table_names():
            connection.execute(text(f'DROP TABLE "{name}" CASCADE'))


# ---- by tables, databases and workers


def tables(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Cost by the number of tables, with think time: two sockets each."""
    for count in (10, 50) if options.small else (10, 100, 1000, 2500):
        yield {"sockets": 2 * count, **load_of(tables=count, seconds=options.seconds)}


def databases(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """SQLite and PostgreSQL in turns, flat out. The CPU time is that of the server, without that of PostgreSQL."""
    for turn in range(1 if options.small else 3):
        for name, db in (("SQLite", None), ("PostgreSQL", options.db)):
            count = 20 if options.small else 100
            yield {"database": name, "turn": turn, **load_of(tables=count, think=False, seconds=options.seconds, db=db)}


def workers(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """One process and two, on PostgreSQL, flat out."""
    for turn in range(1 if options.small else 3):
        for count in (1, 2):
            load = load_of(
                tables=20 if options.small else 200, think=False, seconds=options.seconds, db=options.db, workers=count
            )
            yield {"workers": count, "turn": turn, **load}


# ---- by the length of the log


class Solitaire(TableUnderLoad):
    """One player who plays until the log is long enough; then the round is played to its end."""

    def __init__(self, load: Running, events: int) -> None:
        super().__init__(0, load)
        self._wanted = events
        self.over = asyncio.get_running_loop().create_future()

    def heard(self, player: Player, message: _Heard) -> None:
        """Play on until the log is long enough."""
        if message.what == "over" and message.n >= self._wanted:
            self.over.set_result(message.n)
            return
        self._sent.clear()
        super().heard(player, message)


async def _long_logs(site: Site, wanted: list[int]) -> list[tuple[str, str, int]]:
    found = []
    for events in wanted:
        _, cookie = site.ask("/api/site")
        opened, _ = site.ask("/api/tables", {"game": GAME, "chairs": [{"kind": "me"}]}, cookie)
        running = Running(1, think=False)
        running.begun = True
        solitaire = Solitaire(running, events)
        player = await _connect(site, solitaire, cookie, opened["table"])
        found.append((opened["table"], cookie, await solitaire.over))
        player.transport.close()
    return found


async def _connect(site: Site, table: TableUnderLoad, cookie: str, id: str, chair: int = 1) -> Player:
    hello = b'{"type":"hello","protocol":1,"table":"%s","chair":%d}' % (id.encode(), chair)

    def make() -> Player:
        return Player(site.handshake(cookie), hello, table, chair)

    _, player = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", site.port)
    return player


class Arrival(TableUnderLoad):
    """Notes when the view of the table is there."""

    def __init__(self, load: Running) -> None:
        super().__init__(0, load)
        self.began, self.seen = time.perf_counter(), asyncio.get_running_loop().create_future()

    def heard(self, player: Player, message: _Heard) -> None:
        """The first snapshot."""
        if message.type == "snapshot" and not self.seen.done():
            self.seen.set_result(1000 * (time.perf_counter() - self.began))


async def _arrive(site: Site, cookie: str, table: str) -> float:
    arrival = Arrival(Running(1, think=False))
    player = await _connect(site, arrival, cookie, table)
    took: float = await arrival.seen
    player.transport.close()
    return took


def logs(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """From connecting to the view: of a table that has to be loaded from its log, and of one that is in memory."""
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "logs.db")
        os.environ["RECTOVERSO_SECRET"] = "so that cookies outlive the server"
        found = on_new_server(lambda site: _long_logs(site, [100, 1000 if options.small else 10_000]), db)
        for turn in range(1 if options.small else 5):
            for table, cookie, events in found:
                loaded, again = on_new_server(lambda site, t=table, c=cookie: _twice(site, c, t), db)
                yield {"turn": turn, "events": events, "loaded_ms": round(loaded, 1), "in_memory_ms": round(again, 1)}


async def _twice(site: Site, cookie: str, table: str) -> tuple[float, float]:
    await _long_logs(site, [1])  # a whole game: the rules are loaded
    return await _arrive(site, cookie, table), await _arrive(site, cookie, table)


# ---- idle sockets


class Idle(TableUnderLoad):
    """Somebody who looks and does nothing."""

    def __init__(self, load: Running, here: list[Player]) -> None:
        super().__init__(0, load)
        self._here = here

    def heard(self, player: Player, message: _Heard) -> None:
        """The server closes a socket that sends anything before it was accepted; from the welcome on it is here."""
        if message.type == "welcome":
            self._here.append(player)


async def _idle(site: Site, sockets: int, active: int, seconds: float) -> dict[str, Any]:
    empty_mb, quiet = site.memory(), Running(0, think=False)
    cookies = [site.ask("/api/site")[1] for _ in range(2)]
    players: list[Player] = []
    pinging = asyncio.create_task(_ping(players))

    async def open_some() -> None:
        for _ in range(sockets // 2 // OPENED_TOGETHER):
            id = await asyncio.to_thread(site.open_table, cookies)
            for chair, cookie in enumerate(cookies, 1):
                await _connect(site, Idle(quiet, players), cookie, id, chair)

    await asyncio.gather(*(open_some() for _ in range(OPENED_TOGETHER)))
    await asyncio.sleep(1)
    idle_mb, still_here = site.memory(), len([player for player in players if not player.transport.is_closing()])
    if still_here != sockets:
        raise SystemExit(f"the server has closed {sockets - still_here} of {sockets} idle sockets")
    load = await run_load(site, active, True, seconds)
    pinging.cancel()
    for player in players:
        player.transport.close()
    kb = 1000 * (idle_mb - empty_mb) / (sockets // 2) if sockets else 0.0
    row = {
        "idle_sockets": sockets,
        "empty_mb": round(empty_mb),
        "idle_mb": round(idle_mb),
        "kb_per_table": round(kb, 1),
    }
    return {**row, **{f"active_{name}": getattr(load, name) for name in load.__struct_fields__}}


async def _ping(players: list[Player]) -> None:
    """As pages do: each every 15 s, also those that come while others are still connecting."""
    while True:
        starts = range(0, len(players), 100)
        for start in starts:
            for player in players[start : start + 100]:
                player.say(b'{"type":"ping","t":1}')
            await asyncio.sleep(15 / len(starts))
        await asyncio.sleep(0.1)


def idle(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Idle sockets, two at a table each, beside active tables. Clients and server need a file for each socket."""
    sockets, active = (200, 10) if options.small else (IDLE_SOCKETS, ACTIVE_TABLES)
    if limit() < sockets + 2 * active + OTHER_FILES:
        raise SystemExit(f"this process may open {limit()} files: raise the limit, `ulimit -n 20000`")
    for count in (0, sockets):
        yield on_new_server(lambda site, n=count: _idle(site, n, active, options.seconds))


# ---- what the model needs


def costs(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The unit costs; also written to scale-costs.json."""
    count = 200 if options.small else 300
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "costs.db"
        base = on_new_server(_visits, str(Path(folder) / "visits.db"))
        load = on_new_server(lambda site: run_load(site, count, True, options.seconds), str(db))
        stored = sum(file.stat().st_size for file in db.parent.glob("costs.db*")) - 100_000
        moves = _moves_in(db)
    sitting_kb = on_new_server(lambda site: _sitting_kb(site, 50))
    table_kb = on_new_server(lambda site: _table_kb(site, count))
    by_game = bot_cpu_ms_by_game("club", 2 if options.small else 10)
    found = Costs(
        cpu_ms_per_move=round(1000 / load.moves_per_cpu_s, 3),
        cpu_ms_per_visit=round(base["cpu_ms"], 2),
        bot_cpu_ms_per_game=round(statistics.mean(by_game.values()), 1),
        process_mb=round(base["process_mb"]),
        table_kb=round(table_kb, 1),
        database_bytes_per_move=round(stored / moves, 1),
        sent_bytes_per_move=load.bytes_per_move,
        sent_kb_per_sitting=round(sitting_kb, 2),
    )
    written: dict[str, Any] = {
        "measured": {"tables": count, "seconds": options.seconds, "load": round(os.getloadavg()[0], 1)}
    }
    COSTS.write_text(
        json.dumps({**written, "bot_cpu_ms_by_game": by_game, "costs": vars(found)}, indent=2) + "\n", "utf-8"
    )
    yield vars(found)


async def _visits(site: Site) -> dict[str, float]:
    """A visit: the page, the site, a table, its list; the first ones load the game."""

    def visit() -> None:
        _, cookie = site.ask("/api/site")
        site.ask("/api/tables", {"game": GAME, "chairs": [{"kind": "me"}, {"kind": "person"}]}, cookie)
        site.ask("/api/tables", None, cookie)
        site.ask("/api/lobby", None, cookie)

    for _ in range(20):
        await asyncio.to_thread(visit)
    memory, cpu, count = site.memory(), site.cpu(), 200
    for _ in range(count):
        await asyncio.to_thread(visit)
    return {"cpu_ms": 1000 * (site.cpu() - cpu) / count, "process_mb": memory}


async def _sitting_kb(site: Site, tables: int) -> float:
    """What a player is sent over the socket before the first move."""
    running = Running(tables, think=True)
    await open_tables(site, running)
    await running.dealt()
    return running.received_bytes / (2 * tables) / 1000


async def _table_kb(site: Site, tables: int) -> float:
    """Memory of a table with two sockets; the first tables load the rules, and do not count."""
    await run_load(site, 20, True, 2.0)
    before = site.memory()
    load = await run_load(site, tables, True, 2.0)
    return 1000 * (load.memory_mb - before) / tables


def _moves_in(db: Path) -> int:
    import sqlite3

    with sqlite3.connect(db) as opened:
        return int(opened.execute("select count(*) from events where event like '%moved%'").fetchone()[0])


def bot_cpu_ms_by_game(level: str, games: int) -> dict[str, float]:
    """What one bot of a level thinks in a game, with the fewest players that are no solitaire."""
    from rectoverso.bots.selfplay import self_played
    from rectoverso.games import game_named
    from rectoverso.games.discovery import all_names

    spent = {}
    for name in all_names():
        game = game_named(name)
        seats = next(number for number in game.players if number > 1)
        options = game.options_of(seats, {})
        self_played(game, seats, options, "warm", 0, [level] * seats)
        began = time.process_time()
        for number in range(games):
            self_played(game, seats, options, "scale", number, [level] * seats)
        spent[name] = round(1000 * (time.process_time() - began) / games / seats, 1)
    return spent


# ---- plots


def plots(options: argparse.Namespace) -> None:
    """Draw what was measured, into docs/numbers."""
    for file in options.files:
        for what, rows in json.loads(Path(file).read_text("utf-8")).items():
            _draw(what, rows)


def _draw(what: str, rows: Rows) -> None:
    PLOTS.mkdir(exist_ok=True)
    (PLOTS / f"scale-{what}.svg").write_text(_drawn(what, rows), "utf-8")


def _drawn(what: str, rows: Rows) -> str:
    if what == "tables":
        points = [(row["sockets"], row["p99_ms"]) for row in rows]
        median = [(row["sockets"], row["p50_ms"]) for row in rows]
        return lines("Time of a move", [Curve("99 %", points), Curve("half", median)], "sockets", "ms")
    if what == "logs":
        return bars("Coming to a table that is not in memory", _bars(rows, "events", "loaded_ms", " events"), "ms")
    if what == "idle":
        return bars("99 % of the moves of active tables", _bars(rows, "idle_sockets", "active_p99_ms", " idle"), "ms")
    by = "database" if what == "databases" else "workers"
    field = "moves_per_cpu_s" if what == "databases" else "moves_per_s"
    return bars(f"Moves, by {by}", _bars(rows, by, field, ""), field.replace("_", " "))


def _bars(rows: Rows, by: str, field: str, unit: str) -> list[Bar]:
    """A bar for each kind: median, lowest and highest."""
    kinds = list(dict.fromkeys(row[by] for row in rows))
    values = {kind: [row[field] for row in rows if row[by] == kind] for kind in kinds}
    return [Bar(f"{kind}{unit}", statistics.median(found), min(found), max(found)) for kind, found in values.items()]


FIGURES = {f.__name__: f for f in (tables, logs, databases, workers, idle)}
MEASURES = {**FIGURES, "costs": costs}


def measured(what: str, options: argparse.Namespace) -> Rows:
    """The rows of a figure, each printed as a line of JSON, with the load of the machine."""
    rows, began = [], time.perf_counter()
    for row in MEASURES[what](options):
        rows.append({"what": what, **row, "load": round(os.getloadavg()[0], 1)})
        print(json.dumps(rows[-1]), flush=True)
    print(f"{what}: {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return rows


def main() -> None:
    """Measure, print every row, and write all of them to a file, by figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["all", *MEASURES, "plots"])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--db", help="an empty PostgreSQL database")
    parser.add_argument("--out")
    options = parser.parse_args()
    if options.what in ("all", "databases", "workers") and not options.db:
        parser.error("name an empty PostgreSQL database with --db postgresql://…")
    if options.what == "plots":
        plots(options)
        return
    raise_limit()
    found: dict[str, Rows] = {}
    for what in FIGURES if options.what == "all" else [options.what]:
        found[what] = measured(what, options)
        if options.out:  # after each, so that nothing is lost if a later one fails
            Path(options.out).write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    if options.what == "all" and not options.small:
        for what, rows in found.items():
            _draw(what, rows)


if __name__ == "__main__":
    main()
