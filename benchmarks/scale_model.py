"""How large a server must be: a model from measured costs. docs/scale.md explains it.

python benchmarks/scale_model.py            # the table of docs/scale.md
python benchmarks/scale_model.py --json
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path

COSTS = Path(__file__).parent / "scale-costs.json"
DAY_S = 86_400
SCALES = (1_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Costs:
    """What was measured (benchmarks/scale.py costs)."""

    cpu_ms_per_move: float
    """Of the server, for a move of a person or a bot: received, stored, told to both players."""
    cpu_ms_per_visit: float
    """The page, the site, a table: everything over HTTP for one game."""
    bot_cpu_ms_per_game: float
    """Thinking of one bot in one game."""
    process_mb: float
    """A process without tables."""
    table_kb: float
    """A table with two sockets."""
    database_bytes_per_move: float
    """Of the database file, the record of the finished game included."""
    sent_bytes_per_move: float
    """To both players."""
    sent_kb_per_sitting: float
    """To one player over the socket, before the first move: the table, the deal, the first view."""
    page_kb: float = 96.0
    """The page for a new visitor, compressed (docs/performance.md)."""
    sockets_per_process: int = 5_000
    """Up to this many the latency was measured to be fine."""


@dataclass(frozen=True)
class Habits:
    """What people do: assumptions, not measured."""

    games_per_player: float = 2.0
    moves_per_game: float = 60.0
    minutes_per_game: float = 12.0
    with_bots: float = 0.6
    """Share of the games where one person plays against a bot; otherwise two persons play."""
    new_visitors: float = 0.2
    """Share of the players whose browser does not have the page yet."""
    peak: float = 3.0
    """The busiest minutes against the mean of the day."""
    busy: float = 0.5
    """How much of a core may be used at the peak: the rest keeps latency low, and outlives a dead process."""
    days_kept: int = 365


@dataclass(frozen=True)
class Size:
    """What a number of players a day needs."""

    players_a_day: int
    games_a_day: float
    tables_at_peak: float
    sockets_at_peak: float
    moves_a_second_at_peak: float
    cpu_seconds_a_day: float
    server_cores: float
    bot_cores: float
    processes: int
    memory_gb: float
    database_gb_a_year: float
    commits_a_second_at_peak: float
    sent_mbit_a_second_at_peak: float
    sent_gb_a_day: float
    price_class: str


def size(players: int, costs: Costs, habits: Habits) -> Size:
    """The model."""
    persons_per_table = habits.with_bots + 2 * (1 - habits.with_bots)
    games = players * habits.games_per_player / persons_per_table
    moves = games * habits.moves_per_game
    tables = games * habits.minutes_per_game * 60 / DAY_S * habits.peak
    sockets = tables * persons_per_table
    serving_s = (moves * costs.cpu_ms_per_move + games * persons_per_table * costs.cpu_ms_per_visit) / 1000
    bots_s = games * habits.with_bots * costs.bot_cpu_ms_per_game / 1000
    server_cores, bot_cores = (spent / DAY_S * habits.peak / habits.busy for spent in (serving_s, bots_s))
    processes = max(1, ceil(server_cores), ceil(sockets / costs.sockets_per_process))
    sent = moves * costs.sent_bytes_per_move / 2 * persons_per_table
    sent += games * persons_per_table * costs.sent_kb_per_sitting * 1000
    sent += players * habits.new_visitors * costs.page_kb * 1000
    moves_at_peak = moves / DAY_S * habits.peak
    return Size(
        players_a_day=players,
        games_a_day=games,
        tables_at_peak=tables,
        sockets_at_peak=sockets,
        moves_a_second_at_peak=moves_at_peak,
        cpu_seconds_a_day=serving_s + bots_s,
        server_cores=server_cores,
        bot_cores=bot_cores,
        processes=processes,
        memory_gb=(processes * costs.process_mb + tables * costs.table_kb / 1000) / 1000,
        database_gb_a_year=moves * costs.database_bytes_per_move * habits.days_kept / 1e9,
        commits_a_second_at_peak=min(moves_at_peak, 300.0 * processes),
        sent_mbit_a_second_at_peak=sent * 8 / DAY_S * habits.peak / 1e6,
        sent_gb_a_day=sent / 1e9,
        price_class=_price_class(processes + ceil(bot_cores)),
    )


def _price_class(cores: int) -> str:
    """Rough classes of rented machines; prices differ by vendor and year."""
    if cores <= 2:
        return "one small machine: about 10 € a month"
    if cores <= 8:
        return "a machine of 8 cores, or two: about 100 € a month"
    return (
        f"{ceil(cores / 8)} machines of 8 cores and one for the database: about {100 * (ceil(cores / 8) + 2)} € a month"
    )


def read_costs(game: str | None = None) -> Costs:
    """The costs that were measured last; with a game, bots play that one, else each of them as often."""
    read = json.loads(COSTS.read_text("utf-8"))
    costs = Costs(**read["costs"])
    return costs if game is None else replace(costs, bot_cpu_ms_per_game=read["bot_cpu_ms_by_game"][game])


ROWS = (
    ("games a day", "games_a_day", "{:,.0f}"),
    ("tables at the peak", "tables_at_peak", "{:,.0f}"),
    ("sockets at the peak", "sockets_at_peak", "{:,.0f}"),
    ("moves a second at the peak", "moves_a_second_at_peak", "{:,.1f}"),
    ("CPU seconds a day", "cpu_seconds_a_day", "{:,.0f}"),
    ("cores for serving at the peak, half used", "server_cores", "{:.2f}"),
    ("cores for bots at the peak, half used", "bot_cores", "{:.2f}"),
    ("processes", "processes", "{:d}"),
    ("memory of the processes, GB", "memory_gb", "{:.1f}"),
    ("database after a year, GB", "database_gb_a_year", "{:,.1f}"),
    ("commits a second at the peak, at most", "commits_a_second_at_peak", "{:,.1f}"),
    ("sent at the peak, Mbit/s", "sent_mbit_a_second_at_peak", "{:,.1f}"),
    ("sent a day, GB", "sent_gb_a_day", "{:,.1f}"),
    ("price class", "price_class", "{}"),
)


def table(sizes: list[Size]) -> str:
    """The sizes as a table in Markdown."""
    lines = ["| players a day | " + " | ".join(f"{one.players_a_day:,}" for one in sizes) + " |"]
    lines.append("| --- |" + " --- |" * len(sizes))
    for name, field, form in ROWS:
        lines.append(f"| {name} | " + " | ".join(form.format(asdict(one)[field]) for one in sizes) + " |")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    sizes = [size(players, read_costs(), Habits()) for players in SCALES]
    print(json.dumps([asdict(one) for one in sizes], indent=2) if "--json" in sys.argv else table(sizes))


if __name__ == "__main__":
    main()
