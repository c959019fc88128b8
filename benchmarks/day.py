"""Replays a day's arrivals at a hundredth of the scale, in minutes, against a real server; compares with the model.

    python benchmarks/day.py --players 100000 --minutes 24      # 1,000 visitors, an hour in a minute
    python benchmarks/day.py --players 20000 --minutes 2        # a small run

Visitors come as the hours of the day have it, most in the evening. Each asks for the site and for a table, against a
bot or another visitor, plays a game with pauses for thinking, and leaves. Arrivals, pauses and games are shortened
alike, so as many sit at tables at a time as at that scale in truth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from scale_model import DAY_S, Habits, read_costs, size

from rectoverso.bench.server import GAME, Player, Running, Site, TableUnderLoad, _Heard, on_new_server

SCALE = 100
BY_HOUR = (2, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 5, 6, 5, 5, 5, 6, 7, 9, 12, 13, 11, 7, 4)
"""How many visitors come in each hour, relative to one another."""
LEVEL = "club"
MOVES = 48.0
"""Of the game that is played, in the mean."""


class VisitedTable(TableUnderLoad):
    """A table where one game is played, with pauses, by one visitor or two."""

    def __init__(self, load: Running, pause_s: float, rng: random.Random) -> None:
        super().__init__(0, load)
        self._pause_s, self._rng = pause_s, rng
        self.over = asyncio.get_running_loop().create_future()

    def heard(self, player: Player, message: _Heard) -> None:
        """Answer after a pause; the table is left when the game is over."""
        legal = message.legal or (message.position.view.legal if message.position else [])
        if message.what == "over":
            if not self.over.done():
                self.over.set_result(None)
        elif legal:
            move = self._rng.choice(legal)
            pause = self._pause_s * (0.5 + self._rng.random())
            fields = b'"play","against":%d,"move":"%s"' % (message.n, move.encode())
            asyncio.get_running_loop().call_later(pause, self._say, player, fields)
        elif message.preparing:
            self._say(player, b'"commit","commitment":null')
        elif message.type == "refused":
            self.load.refused += 1


class Day:
    """A day in short."""

    def __init__(self, site: Site, visitors: int, minutes: float, habits: Habits, seed: int) -> None:
        self._site, self._habits, self._rng = site, habits, random.Random(seed)
        self.shortened = DAY_S / (60 * minutes)
        games = visitors * habits.games_per_player / (habits.with_bots + 2 * (1 - habits.with_bots))
        hours = self._rng.choices(range(24), BY_HOUR, k=round(games))
        self._starts = sorted((hour + self._rng.random()) * 3600 / self.shortened for hour in hours)
        self.load = Running(0, think=True)
        self.open = self.most_open = self.games = 0

    async def run(self) -> None:
        """Every game begins at its time."""
        loop = asyncio.get_running_loop()
        began, games = loop.time(), []
        for start in self._starts:
            await asyncio.sleep(max(0.0, began + start - loop.time()))
            games.append(loop.create_task(self._game()))
        await asyncio.gather(*games)

    async def _game(self) -> None:
        persons = 1 if self._rng.random() < self._habits.with_bots else 2
        chairs: list[dict[str, str]] = [
            {"kind": "me"},
            {"kind": "bot", "level": LEVEL} if persons == 1 else {"kind": "person"},
        ]
        cookies, opened = await asyncio.to_thread(self._sit_down, chairs, persons)
        turns = self._habits.moves_per_game
        pause_s = 60 * self._habits.minutes_per_game / turns / self.shortened
        table = VisitedTable(self.load, pause_s, self._rng)
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        loop, players = asyncio.get_running_loop(), []
        for chair, cookie in enumerate(cookies, 1):
            hello = b'{"type":"hello","protocol":1,"table":"%s","chair":%d}' % (opened["table"].encode(), chair)
            head = self._site.handshake(cookie)
            _, player = await loop.create_connection(
                lambda head=head, hello=hello, chair=chair: Player(head, hello, table, chair),
                "127.0.0.1",
                self._site.port,
            )
            players.append(player)
        await table.over
        self.games += 1
        self.open -= 1
        for player in players:
            player.transport.close()

    def _sit_down(self, chairs: list[dict[str, str]], persons: int) -> tuple[list[str], Any]:
        cookies = [self._site.ask("/api/site")[1] for _ in range(persons)]
        opened, _ = self._site.ask("/api/tables", {"game": GAME, "chairs": chairs}, cookies[0])
        for cookie in cookies[1:]:
            self._site.ask("/api/join", {"link": opened["links"][0]["link"]}, cookie)
        for cookie in cookies:
            self._site.ask("/api/tables", None, cookie)
        return cookies, opened


async def _replay(site: Site, options: argparse.Namespace, habits: Habits) -> dict[str, float]:
    """What the day has cost; the first game, which loads the rules, does not count."""
    warm = Day(site, 1, 0.01, habits, 0)
    await warm.run()
    cpu, day = site.cpu(), Day(site, round(options.players / SCALE), options.minutes, habits, 1)
    await day.run()
    return {
        "games": day.games,
        "tables at the peak": day.most_open,
        "CPU seconds": round(site.cpu() - cpu, 1),
        "MB received": round(day.load.received_bytes / 1e6, 2),
        "refused": day.load.refused,
        "memory MB": round(site.memory()),
    }


def main() -> None:
    """Replay a day and print it next to the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=100_000, help="a day, in truth")
    parser.add_argument("--minutes", type=float, default=24.0, help="how long the day lasts here")
    options = parser.parse_args()
    os.environ["RECTOVERSO_PACE"] = "off"
    habits = Habits(moves_per_game=MOVES)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "day.db"
        measured = on_new_server(lambda site: _replay(site, options, habits), str(db))
        with sqlite3.connect(db) as opened:
            moves = int(opened.execute("select count(*) from events where event like '%\"moved\"%'").fetchone()[0])
    habits = Habits(moves_per_game=moves / max(1, measured["games"]), new_visitors=0.0)
    model = size(options.players, read_costs(GAME), habits)
    predicted = {
        "games": round(model.games_a_day / SCALE),
        "tables at the peak": round(model.tables_at_peak / SCALE, 1),
        "CPU seconds": round(model.cpu_seconds_a_day / SCALE, 1),
        "MB received": round(1000 * model.sent_gb_a_day / SCALE, 2),
    }
    print(
        json.dumps(
            {"measured": {**measured, "moves": moves}, "model": predicted, "load": round(os.getloadavg()[0], 1)},
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
