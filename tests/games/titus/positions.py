"""Positions for the tests of knowledge and thumbs, and all worlds that fit them, found the slow way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import rectoverso
from rectoverso.games.titus.knowledge import OBSERVATION
from rectoverso.games.titus.material import COINS, PAIRS
from rectoverso.games.titus.odds import work_out_odds
from rectoverso.kernel import entry_points
from rectoverso.kernel.fixed_record import Record, blank
from rectoverso.kernel.rng import new_rng

Coin = tuple[int, int]
World = tuple[Coin, ...]  # by tag: the face up, the face down


def played(seed: int, players: int = 2, moves: int = 10_000, greedy: bool = True) -> rectoverso.Round:
    """A game after a number of moves of the rule of thumb, or of chance."""
    game = rectoverso.new("titus", players=players, seed=f"position {seed}")
    rng, dice = new_rng(seed), random.Random(seed)
    while not game.over and len(game.numbers) < moves:
        heuristic = greedy and game.turn is not None
        game.play_number(
            int(entry_points.heuristic(game.observation(game.turn or 1), 0.0, rng))
            if heuristic
            else dice.choice(game.legal_numbers)
        )
    return game


def few_unknown(rng: random.Random, unknown: int, in_pile: int | None = None) -> Record:
    """What has been seen when all but a few coins are known; those few lie open, on top of the pile or below it."""
    coins = [rng.sample(pair, 2) for pair in PAIRS]
    rng.shuffle(coins)
    in_pile = rng.randint(0, unknown - 1) if in_pile is None else in_pile
    drawn = COINS - 1 - in_pile
    open_tags = set(rng.sample(range(drawn), unknown - in_pile - 1)) | {drawn}
    observation = blank(OBSERVATION)
    observation.state.players, observation.state.drawn = 2, drawn
    for tag in range(drawn + 1):
        observation.state.up[tag] = coins[tag][0]
        observation.state.down[tag] = 0 if tag in open_tags else coins[tag][1]
    work_out_odds(observation)
    return observation


def worlds(observation: Record) -> Iterator[World]:
    """Every order and orientation of the unknown coins that shows what has been seen, each as often as it is likely.

    The prior is uniform over orders and orientations (T4): a double counts twice, once for each way up.
    """
    faces = list(zip(observation.state.up.tolist(), observation.state.down.tolist(), strict=True))[:COINS]
    known = {(min(face), max(face)) for face in faces if 0 not in face}
    yield from _placed(faces, 0, [pair for pair in PAIRS if pair not in known])


def _placed(faces: list[Coin], tag: int, left: list[Coin]) -> Iterator[World]:
    if tag == COINS:
        yield tuple(faces)
    elif 0 not in faces[tag]:
        yield from _placed(faces, tag + 1, left)
    else:
        for pair in left:
            for way_up in (pair, pair[::-1]):
                if faces[tag][0] in (0, way_up[0]):
                    placed = [*faces[:tag], way_up, *faces[tag + 1 :]]
                    yield from _placed(placed, tag + 1, [other for other in left if other != pair])


def counted_odds(observation: Record) -> dict[str, dict[str, float]]:
    """The odds of every hidden face and of the next coin's up face, by looking at every world."""
    open_tags = [tag for tag in range(COINS) if observation.state.up[tag] and not observation.state.down[tag]]
    counts: dict[str, Counter[str]] = {f"#{tag + 1}": Counter() for tag in open_tags}
    below_top = int(observation.state.drawn) + 1
    if below_top < COINS:
        counts["next"] = Counter()
    for world in worlds(observation):
        for tag in open_tags:
            counts[f"#{tag + 1}"][str(world[tag][1])] += 1
        if below_top < COINS:
            counts["next"][str(world[below_top][0])] += 1
    return {name: {face: n / count.total() for face, n in count.items()} for name, count in counts.items()}
