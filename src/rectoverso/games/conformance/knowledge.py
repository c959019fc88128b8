"""What a seat knows: the same in every world that it cannot tell apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel import entry_points
from ...kernel.rng import new_rng
from ..features import starts
from ..game import Game
from ..round import WATCHER, Memory
from .check import require
from .sample_games import moments, opened_again, place_of, played, rule_of_thumb, viewers

MEMORIES: tuple[Memory, ...] = ("table", "notes")


def what_is_legal_is_public(game: Game) -> None:
    """From what any seat has seen, the same moves are legal, and the same seat is to move."""
    moves = np.zeros(game.list_size, np.int32)
    for round in moments(game, step=7):
        for seat in viewers(round):
            observation = round.observation(seat)
            where, again = place_of(round), round.observation(seat)
            require(observation.tobytes() == again.tobytes(), f"{where}: {seat} has two different observations")
            require(int(observation.state.over) == int(round.state.over), f"{where}: {seat} does not see the end")
            if not round.over:
                n = entry_points.legal(observation.state, moves)
                same = sorted(moves[:n].tolist()) == sorted(round.legal_numbers)
                require(same, f"{where}: other moves are legal for {seat}")
                require(int(observation.state.turn) == int(round.state.turn), f"{where}: {seat} sees another turn")


def imagined_worlds_look_the_same(game: Game) -> None:
    """A world imagined for a seat is dealt from the same deck, and looks the same to that seat and to the watcher."""
    rng = new_rng(11)
    deck = _faces(game, game.deck)
    for round in moments(game, step=67):
        for seat in viewers(round):
            world = round.imagine(seat, rng)
            where = f"{place_of(round)}: the world of {seat}"
            require(_faces(game, world.deal) == deck, f"{where} has another deck")
            for viewer in (seat, WATCHER):
                require(
                    world.observation(viewer).tobytes() == round.observation(viewer).tobytes(),
                    f"{where}: {viewer} sees it",
                )
            require(world.legal == round.legal, f"{where}: other moves are legal")
            for move in round.legal_numbers:
                differ = game.reveals_a_face(world.state, move) != game.reveals_a_face(round.state, move)
                require(not differ, f"{where}: {game.text(move)} uncovers something in one world only")


def _faces(game: Game, deal: Any) -> list[tuple[int, ...]]:
    """The cards of a deal without order and orientation."""
    if not game.two_faced:
        return sorted((int(card),) for card in deal)
    return sorted(tuple(sorted((int(card) & 255, int(card) >> 8))) for card in deal)


def imagined_worlds_look_the_same_all_along(game: Game) -> None:
    """In a world imagined at some point of a game, the seat would have seen the same at every step before."""
    rng = new_rng(13)
    for place, finished in enumerate(played(game)):
        round = finished.at(len(finished.numbers) * 2 // 3)
        seat = viewers(round)[place % (round.players + 1)]
        world = round.imagine(seat, rng)
        mine, other = opened_again(round), opened_again(world)
        for number in round.numbers:
            told = mine.watch_number(number, [seat])[seat]
            same = other.watch_number(number, [seat])[seat]
            require(told == same, f"{place_of(mine)}: {seat} is told other things in an imagined world")
            alike = mine.observation(seat).tobytes() == other.observation(seat).tobytes()
            require(alike, f"{place_of(mine)}: {seat} sees other things in an imagined world")


def encodings_tell_what_a_seat_knows(game: Game) -> None:
    """What a seat knows as numbers is written completely, keeps to its limits, and is the same in imagined worlds."""
    rng = new_rng(17)
    starting = starts(game.features)
    for round in moments(game, step=37):
        for seat in viewers(round):
            world = round.imagine(seat, rng)
            for memory in MEMORIES:
                where, numbers = f"{place_of(round)}: the encoding of {seat}, {memory}", round.encoding(seat, memory)
                require(bool((numbers == world.encoding(seat, memory)).all()), f"{where} tells something hidden")
                full = np.full_like(numbers, 255)
                entry_points.encode(round.state, round.knowledge, round.seat_number(seat), memory == "notes", full)
                require(bool((numbers == full).all()), f"{where} is not written completely")
                for feature, start in zip(game.features, starting, strict=False):
                    highest = int(numbers[start : start + feature.size].max())
                    require(highest <= feature.highest, f"{where}: {feature.name} has a {highest}")


def odds_are_odds(game: Game) -> None:
    """The odds of a face sum to 1; impossible faces are left out."""
    for round in moments(game, step=67, every=3):
        for seat in viewers(round):
            for tag, faces in round.odds(seat).items():
                if faces is None:
                    continue
                where = f"{place_of(round)}: the odds of {tag} for {seat}"
                require(abs(sum(faces.values()) - 1) < 1e-9, f"{where} sum to {sum(faces.values())}")
                require(all(0 < chance <= 1 for chance in faces.values()), f"{where} are {faces}")


def the_rule_of_thumb_is_legal(game: Game) -> None:
    """The rule of thumb gives a legal move, and the same one for the same random numbers."""
    for round in moments(game, step=5):
        if round.over:
            continue
        first, again = rule_of_thumb(round, new_rng(3)), rule_of_thumb(round, new_rng(3))
        require(first == again, f"{place_of(round)}: the rule of thumb is not deterministic")
        require(first in round.legal_numbers, f"{place_of(round)}: the rule of thumb breaks the rules")
