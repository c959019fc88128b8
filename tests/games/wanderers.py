"""Players that wander through the games so that, together, they see every corner of the rules.

They look at the oracle, hidden faces and all: they are here to visit rare positions, not to play fair.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.games.oracle_api import OracleProtocol, oracle_of

Wanderer = Callable[[random.Random, Any], str]

PATIENCE = 400  # moves; a game of Janus that nothing else ends is closed then


def at_random(rng: random.Random, game: OracleProtocol) -> str:
    return rng.choice(game.legal())


def preferring(*words: str) -> Wanderer:
    """Always a move with the first of these words that is legal; chance decides between several, or if none is."""

    def choose(rng: random.Random, game: OracleProtocol) -> str:
        legal = game.legal()
        for word in words:
            wanted = [text for text in legal if text.split()[0] == word]
            if wanted:
                return rng.choice(wanted)
        return rng.choice(legal)

    return choose


def seldom(wanderer: Wanderer, chance: float) -> Wanderer:
    """Mostly at random, seldom as this wanderer."""
    return lambda rng, game: wanderer(rng, game) if rng.random() < chance else at_random(rng, game)


def matchmaker(rng: random.Random, game: Any) -> str:
    """Janus: lays triplets as fast as hidden sides allow; sends away what matches least."""
    legal = game.legal()
    own = Counter(card.front for card in game.hand)
    sides = {f"take #{card.tag}": card.back for hand in game.hands for card in hand}
    sides |= {"draw": game.pile[0].front} if game.pile else {}
    draws = [text for text in legal if text in sides]
    if draws:
        best = max(own[sides[text]] for text in draws)
        if best > 0 or "end" not in legal:
            return rng.choice([text for text in draws if own[sides[text]] == best])
    if "end" in legal:
        return "end"
    return min(legal, key=lambda text: own[next(card.front for card in game.hand if text == f"discard #{card.tag}")])


def builder(rng: random.Random, game: Any) -> str:
    """Titus: scores, joins and merges whatever it can, and takes the coin that it can group."""
    legal = game.legal()
    for word in ("score", "merge", "join"):
        wanted = [text for text in legal if text.startswith(word)]
        if wanted:
            return rng.choice(wanted)
    if game.hand is not None:
        fitting = [text for text in legal if text.startswith("swap") and groups_when_turned(game, text)]
        return rng.choice(fitting or ["place"])
    takes = [text for text in legal if text.startswith("take") and groups_when_turned(game, text)]
    if takes:
        return rng.choice(takes)
    if "end" in legal and game.pile and not any(game.fits(game.pile[0], group) for group in game.me.reserve):
        return "end"
    return "draw" if "draw" in legal else rng.choice(legal)


def groups_when_turned(game: Any, text: str) -> bool:
    """Whether the coin of this `swap` or `take`, turned over, fits onto a group of the player to move."""
    number = int(text.split()[1].lstrip("#"))
    if text.startswith("swap"):
        coins = [group[0] for player in game.others for group in player.reserve if group[0].tag == number]
    else:
        coins = [card.series[-1] for player in game.others for card in player.point_cards if card.value == number]
    return any(coins[0].down in (group[0].up - 1, group[-1].up + 1) for group in game.me.reserve)


def late_trader(rng: random.Random, game: Any) -> str:
    """Nummerus: keeps its tokens for the end."""
    trades = [text for text in game.legal() if text.startswith("trade")]
    if trades and len(game.board) < 2 * len(game.pawns):
        return rng.choice(trades)
    return preferring("end", "take")(rng, game)


def runner(rng: random.Random, game: Any) -> str:
    """Nummerus: takes the number beside one it has."""
    wanted = {pawn + step for pawn in game.pawns[game.seat] for step in (-1, 1)}
    legal = game.legal()
    beside = [text for text in legal if text.startswith("take") and int(text.split()[1]) in wanted]
    return rng.choice(beside or legal)


WANDERERS: dict[str, dict[str, Wanderer]] = {
    "titus": {
        "random": at_random,
        "builder": builder,
        "thief": preferring("take", "join", "score", "merge", "place", "draw"),
        "never ends": preferring("score", "merge", "join", "take", "draw", "swap"),
        "hoarder": preferring("merge", "join", "draw", "swap", "place", "end"),
        "exchanger": preferring("score", "merge", "swap", "join", "draw"),
        "mostly random": seldom(builder, 0.7),
    },
    "janus": {
        "random": at_random,
        "matchmaker": matchmaker,
        "mostly matchmaker": seldom(matchmaker, 0.9),
        "collector": preferring("draw", "take"),
        "thief": preferring("take", "draw", "discard"),
        "spendthrift": preferring("discard", "draw", "take"),
        "idler": preferring("end", "draw", "discard"),
    },
    "nummerus": {
        "random": at_random,
        "trader": preferring("trade", "take"),
        "keeper": preferring("end", "take"),
        "late trader": late_trader,
        "runner": runner,
    },
}

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "titus": {"fewest": ["cards", "points"]},
    "janus": {
        "discard": ["under", "top"],
        "stall": [12, 5, 0],
        "triplet": ["at-once", "after-drawing"],
        "ending": ["auto", "agreed"],
    },
    "nummerus": {"board": ["classic", "square"], "tausch": [False, True], "scoring": ["longest", "points"]},
}
SEATS = {"titus": range(2, 5), "janus": range(3, 7), "nummerus": range(1, 5)}


@dataclass(frozen=True)
class Journey:
    """One game to be played: everything about it follows from these."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...]
    wanderer: str
    seed: int

    def deal(self) -> list[Any]:
        deal: list[Any] = oracle_of(self.game).fresh_deal(self.players, random.Random(f"deal {self.seed}"))
        return deal

    def oracle(self) -> Any:
        return oracle_of(self.game).Oracle(self.players, dict(self.options), self.deal())

    def choices(self, oracle: Any) -> Iterator[str]:
        """The moves, one after the other; the caller plays each before it asks for the next."""
        rng = random.Random(f"moves {self.seed}")
        closed_at = rng.randrange(PATIENCE) if rng.random() < 0.1 else PATIENCE
        wanderer = WANDERERS[self.game][self.wanderer]
        for at in itertools.count():
            if oracle.over:
                return
            yield "close" if self.game == "janus" and at >= closed_at else wanderer(rng, oracle)


def tables(game: str) -> list[tuple[int, dict[str, Any]]]:
    """All player counts and options of a game."""
    names, values = list(OPTIONS[game]), list(OPTIONS[game].values())
    chosen = [dict(zip(names, choice, strict=True)) for choice in itertools.product(*values)]
    everything = [(players, options) for players in SEATS[game] for options in chosen]
    return [(players, options) for players, options in everything if not unfit(players, options)]


def unfit(players: int, options: dict[str, Any]) -> bool:
    """N7, N8: points and exchange tokens are for several players. J13: where only a vote ends the game, none stalls."""
    alone = players == 1 and (options["tausch"] or options["scoring"] == "points")
    return alone or (options.get("ending") == "agreed" and options["stall"] != 12)


def journeys(game: str, count: int, at: Callable[[int, dict[str, Any]], bool] | None = None) -> Iterator[Journey]:
    """A number of games, over all player counts, options (or only those asked for) and wanderers in turn."""
    wanted = [table for table in tables(game) if at is None or at(*table)]
    plan = itertools.cycle(itertools.product(WANDERERS[game], wanted))
    for seed, (wanderer, (players, options)) in enumerate(itertools.islice(plan, count)):
        yield Journey(game, players, tuple(options.items()), wanderer, seed)
