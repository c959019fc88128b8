"""Writes the exercises of games, `exercises.json` in their folders: positions with a move that is clearly the best.

python scripts/exercises.py GAME … [--part 1/2]    look for exercises, in every second block of deals
python scripts/exercises.py GAME … --merge         add what all parts have found to the collections

Bots play games from fixed seeds. A position is kept if every search with other random numbers finds the same best move
with a clear lead: two short ones, a screening one, and two of 1,000,000 simulations. A part takes its
blocks of deals, fills its share of the collection, and writes what a deal gave as soon as it is done with it, in
`build/exercises`. It may be stopped at any time, and goes on with the deal after the last one that gave an exercise.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
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
from rectoverso.games.exercise import SEED, Exercise, exercise_deal, exercises, read, written
from rectoverso.games.game import Game, Grade
from rectoverso.games.round import Round
from rectoverso.kernel.fixed_record import Record
from rectoverso.kernel.rng import new_rng

FOUND = Path(__file__).parents[1] / "build" / "exercises"
COLLECTION = 100
BLOCK = 12
"""Parts take this many deals in a row: so each of them has every number of players, which also follow the deals."""
MAX_SHARE = 0.6
"""No kind of move, third of the game or number of players makes more of the collection than this.

They are unequal by nature: most moves of Janus take, and most of its clear positions come late, from games for three.
And at no time is more than half of the collection easy.
"""
MIN_CHOICES = 3
PLAYERS_SIMULATIONS = 500
SHORT_SIMULATIONS = (1_000, 8_000)
LONG_SIMULATIONS = 1_000_000
MIN_LEAD = 0.04
"""In the chance of winning, before the next best move."""
MIN_ERRORS = 4.0
"""The lead is at least this many times its standard error."""
LONG_SEARCHES = ((100_000, 0.05), (LONG_SIMULATIONS, MIN_LEAD), (LONG_SIMULATIONS, MIN_LEAD))
"""Simulations and the lead asked for. The first one costs a tenth, and spares most positions that would fail later."""
MAX_PER_GAME = 5
MIN_DISTANCE = 8
"""Two positions of a game are at least this many moves apart."""
QUICK_SIMULATIONS = 100
QUICK_TRIES = 3


class Part(NamedTuple):
    """One of several processes that share the deals: the number of the process, from 1, and how many there are."""

    number: int
    of: int

    def file(self, game: Game) -> Path:
        """What it has found for a game, one exercise a line."""
        return FOUND / f"{game.name}-{self.number}-of-{self.of}.jsonl"

    def takes(self, deal: int) -> bool:
        """Is this one of its deals?"""
        return deal // BLOCK % self.of == self.number - 1

    @property
    def share(self) -> float:
        """How many exercises it looks for, with those that are there."""
        return COLLECTION / self.of


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
    """Look for exercises of the named games, in turn; or merge what has been found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--part", type=part, default=Part(1, 1), metavar="NUMBER/OF")
    parser.add_argument("--merge", action="store_true")
    arguments = parser.parse_args()
    games = [game_named(name) for name in arguments.games]
    if arguments.merge:
        for game in games:
            write(game, known(game)[:COLLECTION])
    else:
        look_for(games, arguments.part)


def part(text: str) -> Part:
    """A part as it is written on the command line: 1/2."""
    number, of = (int(word) for word in text.split("/"))
    if not 1 <= number <= of:
        raise ValueError(text)
    return Part(number, of)


def look_for(games: list[Game], part: Part) -> None:
    """Fill a part of the collections, always of the game that has the fewest."""
    FOUND.mkdir(parents=True, exist_ok=True)
    found = {game.name: [one for one in known(game) if part.takes(one.deal)] for game in games}
    following = {name: 1 + max((one.deal for one in have), default=-1) for name, have in found.items()}
    while missing := [game for game in games if len(found[game.name]) < part.share]:
        game = min(missing, key=lambda game: len(found[game.name]))
        deal, have = following[game.name], found[game.name]
        following[game.name] += 1
        if part.takes(deal):
            new = list(of_deal(game, deal, have, part.share))
            with part.file(game).open("a", encoding="utf-8") as file:
                file.write("".join(f"{line(one)}\n" for one in new))
            have += new
            print(f"{game.name} deal {deal}: {len(new)} of {len(have)}", *(one.grade for one in new), flush=True)


def known(game: Game) -> list[Exercise]:
    """The collection and what all parts have found, in the order of the deals."""
    files = sorted(FOUND.glob(f"{game.name}-*.jsonl"))
    found = [read(json.loads(entry)) for file in files for entry in file.read_text("utf-8").splitlines()]
    each = {(one.deal, one.moves): one for one in (*exercises(game), *found)}
    return sorted(each.values(), key=lambda one: one.deal)


def write(game: Game, found: list[Exercise]) -> None:
    """Write a collection down, one exercise a line."""
    assert game.exercises is not None
    lines = ",\n".join(line(one) for one in found)
    game.exercises.write_text(f"[\n{lines}\n]\n", "utf-8")


def line(one: Exercise) -> str:
    """An exercise as text."""
    return json.dumps(written(one), separators=(",", ":"))


def of_deal(game: Game, deal: int, found: list[Exercise], share: float) -> Iterator[Exercise]:
    """The exercises that a game with this deal gives, as far as the collection has room for them."""
    listed = sorted(candidates(game, deal), key=lambda one: (one.grade == "easy", -one.lead))
    counts = Counter(property for one in found for property in of_exercise(one))
    kept: list[int] = []
    for one in listed:
        at, total = len(one.round.numbers), len(found) + len(kept)
        crowded = any(abs(at - other) < MIN_DISTANCE for other in kept)
        full = any(counts[property] >= MAX_SHARE * share for property in one.properties())
        too_easy = one.grade == "easy" and 2 * counts["grade", "easy"] >= total
        if crowded or full or too_easy or len(kept) == MAX_PER_GAME or total >= share:
            continue
        if (moves := confirmed(one, deal)) is not None:
            kept.append(at)
            counts.update(one.properties())
            yield exercise(one, deal, moves)


def confirmed(one: Candidate, deal: int) -> list[SearchedMove] | None:
    """What the last search found, if all agree that this move is clearly the best; the first to fail ends it."""
    observation = one.round.observation(one.round.turn or 0)
    moves = None
    for number, (simulations, min_lead) in enumerate(LONG_SEARCHES):
        seed = len(SHORT_SIMULATIONS) + len(LONG_SEARCHES) * deal + number
        moves = long_search(observation, simulations, seed)
        if moves[0].move != one.best or not is_clear(moves, min_lead):
            return None
    return moves


def is_clear(moves: list[SearchedMove], min_lead: float = MIN_LEAD) -> bool:
    """Is the best move clearly better than the next, beyond what chance may do?"""
    return lead(moves) >= max(min_lead, MIN_ERRORS * lead_error(moves))


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
