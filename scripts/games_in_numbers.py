"""Writes `docs/games-in-numbers.md` and its plots: statistics of games between bots.

python scripts/games_in_numbers.py docs --games 200
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from math import sqrt
from pathlib import Path
from statistics import mean

import msgspec

from rectoverso.arena.runners import workers
from rectoverso.bots.bot import Resources
from rectoverso.bots.levels import LevelBot
from rectoverso.bots.selfplay import play_out
from rectoverso.games import game_named
from rectoverso.games.deal import BOT_DOMAIN, Stream, deal_from_seed
from rectoverso.games.discovery import own_names
from rectoverso.games.game import Game, Level
from rectoverso.games.round import Round
from rectoverso.plots import Bar, Curve, bars, lines

SEED = "the games in numbers"
MEMORY_SIMULATIONS = 100  # per move, where the value of memory is measured
KEEP_CHANCES = (1.0, 0.9, 0.75, 0.5, 0.0)
MemoryShares = list[tuple[float, float]]
"""By the others' chance of keeping a face: the share of first places of a player who forgets nothing."""


class Numbers(msgspec.Struct, frozen=True):
    """Statistics of games with one number of players."""

    game: str
    players: int
    games: int
    moves: float
    turns: float
    best: float
    mean_score: float
    shares: list[float]
    kinds: dict[str, float]
    endings: dict[str, float]


def player(keep: float, simulations: int) -> LevelBot:
    """A bot that keeps a face from turn to turn with this chance; without simulations it plays by the rule of thumb."""
    return LevelBot.with_level(Level("numbers", keep, 0.0, simulations), Resources())


def played(game: Game, players: int, number: int, keeps: Sequence[float], simulations: int = 0) -> Round:
    """A game between such bots."""
    round = Round(game, players, deal_from_seed(game.deck, game.two_faced, SEED, number), {})
    stream = Stream(BOT_DOMAIN, SEED, number)
    play_out(round, [player(keep, simulations) for keep in keeps], [stream.rng() for _ in keeps])
    return round


def counted(game: Game, players: int, games: int) -> Numbers:
    """Statistics of games between players who forget nothing."""
    rounds = [played(game, players, number, [1.0] * players) for number in range(games)]
    kinds = Counter(move.split()[0] for round in rounds for move in round.moves)
    endings = Counter(_ending(round) for round in rounds)
    results = [round.standing for round in rounds]
    shares = [mean((result.ranks[seat] == 1) / result.ranks.count(1) for result in results) for seat in range(players)]
    return Numbers(
        game=game.name,
        players=players,
        games=games,
        moves=mean(len(round.numbers) for round in rounds),
        turns=mean(_turns(round) for round in rounds),
        best=mean(min(result.scores) if players == 1 else max(result.scores) for result in results),
        mean_score=mean(mean(result.scores) for result in results),
        shares=shares,
        kinds={kind: count / games for kind, count in sorted(kinds.items())},
        endings={name: count / games for name, count in sorted(endings.items()) if name},
    )


def _ending(round: Round) -> str:
    endings = round.game.endings
    return endings.get(int(round.state.ending), "") if endings else ""


def _turns(round: Round) -> int:
    return 1 + sum(one != other for one, other in zip(round.movers, round.movers[1:], strict=False))


def memory_worth(game: Game, players: int, games: int, keep: float) -> float:
    """The share of first places of a player who forgets nothing, against others who keep a face with this chance.

    All of them search: a rule of thumb makes little use of what it remembers.
    """
    won = 0.0
    for number in range(games):
        seat = number % players
        keeps = [1.0 if other == seat else keep for other in range(players)]
        ranks = played(game, players, number, keeps, MEMORY_SIMULATIONS).standing.ranks
        won += (ranks[seat] == 1) / ranks.count(1)
    return won / games


# ---- in several processes, which get games by name


def _counted(name: str, players: int, games: int) -> Numbers:
    return counted(game_named(name), players, games)


def _memory_worth(name: str, players: int, games: int, keep: float) -> float:
    return memory_worth(game_named(name), players, games, keep)


def count_all(
    names: Sequence[str], games: int, processes: int
) -> tuple[list[Numbers], dict[str, dict[int, MemoryShares]]]:
    """All statistics of these games; the longest jobs start first, but the result does not depend on the order."""
    tables: list[Future[Numbers]] = []
    memory: dict[str, dict[int, list[tuple[float, Future[float]]]]] = {}
    with workers(processes) as pool:
        for name in sorted(names, key=lambda name: not game_named(name).two_faced):
            sizes = sorted(game_named(name).players, reverse=True)
            tables += [pool.submit(_counted, name, players, games) for players in sizes]
            if game_named(name).two_faced:
                memory[name] = {
                    players: [
                        (keep, pool.submit(_memory_worth, name, players, fewer(games), keep)) for keep in KEEP_CHANCES
                    ]
                    for players in sizes
                }
        done = sorted((one.result() for one in tables), key=lambda one: (names.index(one.game), one.players))
        worth = {
            name: {
                players: [(keep, one.result()) for keep, one in by_keep] for players, by_keep in sorted(sizes.items())
            }
            for name, sizes in memory.items()
        }
    return done, worth


# ---- writing


def page(tables: list[Numbers], memory: dict[str, dict[int, MemoryShares]], games: int) -> str:
    """The page, in Markdown."""
    parts = [
        "# The games in numbers",
        "",
        "Statistics of games between bots that play by each game's rule of thumb and forget nothing. Generated by",
        f"`python scripts/games_in_numbers.py docs --games {games}`; the same command gives the same page.",
        f"A share of {games} games has a margin of error of about {98 / games**0.5:.0f} percentage points (95 %).",
    ]
    for name in dict.fromkeys(one.game for one in tables):
        parts += ["", f"## {game_named(name).title}", "", *_table([one for one in tables if one.game == name]), ""]
        if (solitaire := game_named(name).solitaire) is not None:
            parts += [f"With one player, the score is the number of {solitaire.counts}; fewer are better.", ""]
        parts += [f"![First places by seat](numbers/{name}-seats.svg)", ""]
        parts += _kinds([one for one in tables if one.game == name])
        if name in memory:
            parts += ["", *_memory(name, memory[name], fewer(games))]
    return "\n".join(parts) + "\n"


def _table(tables: list[Numbers]) -> list[str]:
    rows = ["| players | games | moves | turns | best score | mean score | first places by seat |", "| --- " * 7 + "|"]
    for one in tables:
        seats = " · ".join(f"{100 * share:.0f} %" for share in one.shares)
        rows.append(
            f"| {one.players} | {one.games} | {one.moves:.0f} | {one.turns:.0f} | {one.best:.1f} | "
            f"{one.mean_score:.1f} | {seats} |"
        )
    return rows


def _kinds(tables: list[Numbers]) -> list[str]:
    kinds = sorted({kind for one in tables for kind in one.kinds})
    rows = ["Moves of each kind per game:", "", "| players | " + " | ".join(f"`{kind}`" for kind in kinds) + " |"]
    rows.append("| --- " * (len(kinds) + 1) + "|")
    rows += [
        f"| {one.players} | " + " | ".join(f"{one.kinds.get(kind, 0):.1f}" for kind in kinds) + " |" for one in tables
    ]
    if any(one.endings for one in tables):
        ways = sorted({way for one in tables for way in one.endings})
        rows += ["", "How games end:", "", "| players | " + " | ".join(ways) + " |", "| --- " * (len(ways) + 1) + "|"]
        rows += [
            f"| {one.players} | " + " | ".join(f"{100 * one.endings.get(way, 0):.0f} %" for way in ways) + " |"
            for one in tables
        ]
    return rows


def fewer(games: int) -> int:
    """The number of games where all players search, which takes longer."""
    return max(games // 2, 1)


def _memory(name: str, worth: dict[int, MemoryShares], games: int) -> list[str]:
    return [
        "What memory is worth: the share of first places of a player who forgets nothing, against others who remember",
        f"each face out of sight from turn to turn with this chance. All search with {MEMORY_SIMULATIONS} simulations;",
        f"{games} games each, margin of error about {98 / games**0.5:.0f} percentage points:", "",
        "| players | " + " | ".join(f"{100 * keep:.0f} %" for keep in KEEP_CHANCES) + " |",
        "| --- " * (len(KEEP_CHANCES) + 1) + "|",
        *(f"| {players} | " + " | ".join(f"{100 * share:.0f} %" for _, share in one) + " |"
          for players, one in worth.items()), "",
        f"![What memory is worth](numbers/{name}-memory.svg)",
    ]  # fmt: skip


def write(folder: Path, games: int, processes: int = 1, names: Sequence[str] = own_names()) -> None:
    """Write the page and its plots into a folder."""
    tables, memory = count_all(names, games, processes)
    (folder / "numbers").mkdir(parents=True, exist_ok=True)
    for name in names:
        _draw(folder, f"{name}-seats", seats_plot(name, [one for one in tables if one.game == name]))
        if name in memory:
            _draw(folder, f"{name}-memory", memory_plot(name, memory[name]))
    (folder / "games-in-numbers.md").write_text(page(tables, memory, games), encoding="utf-8")


def seats_plot(name: str, tables: list[Numbers]) -> str:
    """First places by seat, with 95 % intervals."""
    seats = []
    for one in tables:
        for seat, share in enumerate(one.shares if one.players > 1 else (), 1):
            margin = 1.96 * sqrt(share * (1 - share) / one.games)
            label = f"{one.players} players, seat {seat}"
            seats.append(Bar(label, 100 * share, 100 * max(share - margin, 0.0), 100 * min(share + margin, 1.0)))
    return bars(f"{game_named(name).title}: first places by seat", seats, "per cent, with 95 % intervals")


def memory_plot(name: str, worth: dict[int, MemoryShares]) -> str:
    """What memory is worth: a line for each number of players."""
    drawn = [
        Curve(f"{players} players", [(100 * keep, 100 * share) for keep, share in reversed(by_keep)])
        for players, by_keep in worth.items()
    ]
    title = f"{game_named(name).title}: what memory is worth"
    return lines(title, drawn, "chance that the others keep a face for a turn, per cent", "first places, per cent")


def _draw(folder: Path, name: str, svg: str) -> None:
    (folder / "numbers" / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.games < 1:
        parser.error("--games must be 1 or more")
    if asked.processes < 1:
        parser.error("--processes must be 1 or more")
    write(asked.folder, asked.games, asked.processes)
