"""Writes the exercises of games, `exercises.json` in their folders: positions with a move that is clearly the best.

python scripts/exercises.py GAME …

Bots play games from fixed seeds. A position is kept if two short searches and a long one, each with other random
numbers, find the same best move, and its lead is clear. It may be stopped at any time, and goes on with the deal after
the last one that the file holds.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rectoverso.analysis.long_search import SearchedMove, lead, lead_error, long_search
from rectoverso.analysis.move_values import move_values
from rectoverso.bots.bot import Budget, Resources
from rectoverso.bots.newcomer import NewcomerBot
from rectoverso.bots.search_bot import SearchBot
from rectoverso.bots.search_memory import SearchMemory
from rectoverso.bots.tree import root_moves
from rectoverso.games import game_named
from rectoverso.games.deal import BOT_DOMAIN, Stream
from rectoverso.games.exercise import SEED, Exercise, exercise_deal, exercises, written
from rectoverso.games.game import Game, Grade
from rectoverso.games.round import Round
from rectoverso.kernel.fixed_record import Record
from rectoverso.kernel.rng import new_rng

COLLECTION = 100
MAX_SHARE = 0.4
"""No kind of move, grade, third of the game or number of players makes more of the collection than this.

And at no time is more than half of it easy.
"""
MIN_CHOICES = 3
PLAYERS_SIMULATIONS = 500
SHORT_SIMULATIONS = (1_000, 8_000)
LONG_SIMULATIONS = 1_000_000
MIN_LEAD = 0.04
"""In the chance of winning, before the next best move."""
MIN_ERRORS = 4.0
"""The lead is at least this many times its standard error."""
MAX_PER_GAME = 5
MIN_DISTANCE = 8
"""Two positions of a game are at least this many moves apart."""
QUICK_SIMULATIONS = 100
QUICK_TRIES = 3


class Candidate(NamedTuple):
    """A position whose best move was the same in all short searches."""

    round: Round
    best: int
    lead: float
    phase: int
    grade: Grade

    def properties(self) -> tuple[tuple[str, object], ...]:
        """What may not occur too often in a collection."""
        return _properties(self.round.game.texts[self.best], self.phase, self.grade, self.round.players)


def main() -> None:
    """Complete the collections of the named games, in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME")
    games = [game_named(name) for name in parser.parse_args().games]
    found = {game.name: list(exercises(game)) for game in games}
    following = {name: 1 + max((one.deal for one in have), default=-1) for name, have in found.items()}
    while missing := [game for game in games if len(found[game.name]) < COLLECTION]:
        game = min(missing, key=lambda game: len(found[game.name]))
        for exercise in of_deal(game, following[game.name], found[game.name]):
            found[game.name].append(exercise)
            write(game, found[game.name])
            print(
                f"{game.name} {len(found[game.name])}: deal {exercise.deal}, {exercise.grade}, {exercise.best}",
                flush=True,
            )
        following[game.name] += 1


def write(game: Game, found: list[Exercise]) -> None:
    """Write a collection down, one exercise a line."""
    assert game.exercises is not None
    lines = ",\n".join(json.dumps(written(one), separators=(",", ":")) for one in found)
    game.exercises.write_text(f"[\n{lines}\n]\n", "utf-8")


def of_deal(game: Game, deal: int, found: list[Exercise]) -> Iterator[Exercise]:
    """The exercises that a game with this deal gives, as far as the collection has room for them."""
    listed = sorted(candidates(game, deal), key=lambda one: (one.grade == "easy", -one.lead))
    counts = Counter(property for one in found for property in of_exercise(one))
    kept: list[int] = []
    for one in listed:
        at = len(one.round.numbers)
        crowded = any(abs(at - other) < MIN_DISTANCE for other in kept)
        full = any(counts[property] >= MAX_SHARE * COLLECTION for property in one.properties())
        too_easy = one.grade == "easy" and 2 * counts["grade", "easy"] >= len(found)
        if crowded or full or too_easy or len(kept) == MAX_PER_GAME or len(found) >= COLLECTION:
            continue
        moves = long_search(one.round.observation(one.round.turn or 0), LONG_SIMULATIONS, len(SHORT_SIMULATIONS) + deal)
        if moves[0].move == one.best and is_clear(moves):
            kept.append(at)
            counts.update(one.properties())
            yield exercise(one, deal, moves)


def is_clear(moves: list[SearchedMove]) -> bool:
    """Is the best move clearly better than the next, beyond what chance may do?"""
    return lead(moves) >= max(MIN_LEAD, MIN_ERRORS * lead_error(moves))


def exercise(one: Candidate, deal: int, moves: list[SearchedMove]) -> Exercise:
    """A position that the long search has confirmed."""
    texts = one.round.game.texts
    wins = {texts[move.move]: round(move.win, 3) for move in moves}
    return Exercise(deal, one.round.players, one.phase, one.grade, tuple(one.round.moves), wins)


def candidates(game: Game, deal: int) -> list[Candidate]:
    """The positions of a game between bots where the short searches agree on a best move."""
    players = game.players[deal % len(game.players)]
    round = Round(game, players, exercise_deal(game, deal))
    stream = Stream(BOT_DOMAIN, SEED, deal)
    memories = [SearchMemory() for _ in range(players)]
    bots = [SearchBot(Budget(PLAYERS_SIMULATIONS), Resources(memory=memory)) for memory in memories]
    rngs = [stream.rng() for _ in bots]
    promising: list[tuple[Round, int]] = []
    while (turn := round.turn) is not None:
        observation = round.observation(turn)
        move = bots[turn - 1].choose(observation, rngs[turn - 1]).move
        if _stands_out(memories[turn - 1], observation, move) and short_lead(observation, move, 0) >= MIN_LEAD:
            promising.append((round.copy(), move))
        round.play_number(move)
        if round.all_would_close():
            round.play(*game.extra_moves)
    listed = []
    for position, move in promising:
        observation = position.observation(position.turn or 0)
        if (ahead := short_lead(observation, move, 1)) >= MIN_LEAD:
            phase = 3 * len(position.numbers) // len(round.numbers)
            listed.append(Candidate(position, move, ahead, phase, grade(observation, move)))
    return listed


def _stands_out(memory: SearchMemory, observation: Record, move: int) -> bool:
    """Is there a choice, and did the bot that played the game look at its own move more than at all others?"""
    one = memory.searches[0]
    tries = dict(root_moves(one.tree, observation.state, one.scratch.moves))
    return len(tries) >= MIN_CHOICES and 2 * tries[move] > sum(tries.values())


def short_lead(observation: Record, move: int, which: int) -> float:
    """By how much a move leads in a short search; 0 if another one is the best."""
    first, second = move_values(observation, SHORT_SIMULATIONS[which], which)[:2]
    seat = int(observation.seat)
    return first.values[seat] - second.values[seat] if first.move == move else 0.0


def grade(observation: Record, best: int) -> Grade:
    """Easy: a newcomer finds the move, one step ahead. Medium: a quick search does. Hard: it mostly does not."""
    if NewcomerBot(Resources()).choose(observation, new_rng(0)).move == best:
        return "easy"
    choices = (SearchBot(Budget(QUICK_SIMULATIONS)).choose(observation, new_rng(seed)) for seed in range(QUICK_TRIES))
    return "medium" if 2 * sum(choice.move == best for choice in choices) > QUICK_TRIES else "hard"


def of_exercise(one: Exercise) -> tuple[tuple[str, object], ...]:
    """What may not occur too often in a collection."""
    return _properties(one.best, one.phase, one.grade, one.players)


def _properties(move: str, phase: int, grade: Grade, players: int) -> tuple[tuple[str, object], ...]:
    return ("kind", move.split()[0]), ("phase", phase), ("grade", grade), ("players", players)


if __name__ == "__main__":
    main()
