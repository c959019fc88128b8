"""Positions of Janus reached by mixed play, and all worlds that fit them, found the slow way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import rectoverso
from rectoverso.bots import make_bot
from rectoverso.games.round import Round
from rectoverso.kernel.fixed_record import Record
from rectoverso.kernel.rng import new_rng
from tests.games.janus.oracle import SYMBOLS, Oracle, all_cards

Card = tuple[str, str]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"triplet": "after-drawing"},
    {"ending": "agreed"},
    {"triplet": "after-drawing", "ending": "agreed", "discard": "top"},
]


def rounds(seed: int, players: int, moves: int, **options: Any) -> Round:
    """A game in which greedy and arbitrary moves alternate, up to a number of moves or the last one before the end."""
    chance = random.Random(seed)
    round = rectoverso.new("janus", players=players, seed=f"position {seed}", **options)
    greedy, rng, share = make_bot("greedy"), new_rng(seed), chance.random()
    while len(round.numbers) < moves:
        if chance.random() < share:
            move = greedy.choose(round.observation(round.turn or 1), rng).move
        else:
            move = chance.choice(round.legal_numbers)
        ahead = round.copy()
        ahead.play_number(move)
        if ahead.over:
            break
        round = ahead
    return round


def unseen_tags(observation: Record) -> list[int]:
    """The cards, from 0, of which the seat has not seen both sides."""
    return [tag for tag in range(66) if not (observation.faces[2 * tag] and observation.faces[2 * tag + 1])]


def fitting_deals(round: Round, seat: int) -> Iterator[tuple[list[str], int]]:
    """Every deal that agrees with the sides that the seat has seen, and its weight: a double may lie either way up."""
    observation = round.observation(seat)
    sides = [[_letter(observation.faces[2 * tag + side]) for side in (0, 1)] for tag in range(66)]
    whole = {tuple(sorted(pair)) for pair in sides if None not in pair}
    left = [card for card in all_cards() if card not in whole]
    yield from _filled(sides, sorted(unseen_tags(observation), key=lambda tag: sides[tag] == [None, None]), left, 1)


def _letter(symbol: int) -> str | None:
    return SYMBOLS[symbol - 1] if symbol else None


def _filled(
    sides: list[list[str | None]], tags: list[int], left: list[Card], weight: int
) -> Iterator[tuple[list[str], int]]:
    if not tags:
        yield [f"{one}/{other}" for one, other in sides], weight
        return
    tag, *others = tags
    known = sides[tag]
    for card in left:
        ways = {card, card[::-1]}
        for way in ways:
            if all(observation in (None, face) for observation, face in zip(known, way, strict=True)):
                sides[tag] = list(way)
                rest = [other for other in left if other != card]
                yield from _filled(sides, others, rest, weight * (2 if len(ways) == 1 else 1))
    sides[tag] = known


def same_events(round: Round, deal: list[str]) -> bool:
    """Would the same moves lead to the same turns and triplets, with this deal? (The oracle plays it.)"""
    truth, world = (
        Oracle(round.players, dict(round.options), [round.game.write_card(int(card)) for card in round.deal]),
        Oracle(round.players, dict(round.options), deal),
    )
    for move in round.moves:
        truth.play(move)
        if move not in world.legal():
            return False
        world.play(move)
        if (truth.to_move, truth.triplets, truth.over) != (world.to_move, world.triplets, world.over):
            return False
    return True


def enumerated_odds(round: Round, seat: int) -> tuple[dict[str, dict[str, float]], dict[str, float] | None]:
    """By tag the odds of the unseen side of each half-known card, and of the up side below the pile's top."""
    observation = round.observation(seat)
    half = [tag for tag in unseen_tags(observation) if observation.faces[2 * tag] or observation.faces[2 * tag + 1]]
    odds: dict[str, dict[str, float]] = {f"#{tag + 1}": {} for tag in half}
    state = round.state
    pile = [int(state.pile[(int(state.top) + i) & 127]) for i in range(state.cards[6])]
    following: dict[str, float] = {}
    total = 0
    for deal, weight in fitting_deals(round, seat):
        if not same_events(round, deal):
            continue
        total += weight
        for tag in half:
            face = deal[tag].split("/")[1 if observation.faces[2 * tag] else 0]
            odds[f"#{tag + 1}"][face] = odds[f"#{tag + 1}"].get(face, 0) + weight
        if len(pile) > 1:
            face = deal[pile[1]].split("/")[1 if state.turned[pile[1]] else 0]
            following[face] = following.get(face, 0) + weight
    normal = {tag: {face: weight / total for face, weight in row.items()} for tag, row in odds.items()}
    return normal, {face: weight / total for face, weight in following.items()} if len(pile) > 1 else None
