"""Tables and games to check on: every number of players and every option, by chance and by the rule of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ...kernel import entry_points
from ...kernel.fixed_record import Rng
from ...kernel.rng import below, new_rng
from ..deal import deal_from_seed
from ..game import Game, Option, Value
from ..game_record import MAX_RECORD_MOVES
from ..round import WATCHER, Round, Seat
from .check import require

SEED = "conformance"
MAX_CHOICES = 8
"""Of more choices of options than these, each number of players gets only some; all together get them all."""


def tables(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Every number of players, and with each of them every value of every option that fits it."""
    for place, players in enumerate(game.players):
        fitting = [option for option in game.options if option.players is None or players in option.players]
        choices = list(product(*(range(len(_choices(option))) for option in fitting)))
        for chosen in choices:
            weight = sum(number * (1 + at) for at, number in enumerate(chosen))
            if len(choices) <= MAX_CHOICES or weight % len(game.players) == place:
                yield players, {option.name: _choices(option)[at] for option, at in zip(fitting, chosen, strict=True)}


def _choices(option: Option) -> tuple[Value, ...]:
    if isinstance(option.values, range):
        low = option.values[min(2, len(option.values) - 1)]  # the lowest values may mean "never"
        return tuple(sorted({low, int(option.default)}))
    return option.values


def opened(game: Game, players: int, options: dict[str, Value], number: int = 0) -> Round:
    """A table before its first move."""
    return Round(game, players, deal_from_seed(game.deck, game.two_faced, SEED, number), options)


def opened_again(round: Round) -> Round:
    """The same table before its first move."""
    return Round(round.game, round.players, round.deal, round.options)


def any_move(round: Round, rng: Rng) -> int:
    """A legal move, each equally likely."""
    legal = round.legal_numbers
    require(len(legal) > 0, f"{place_of(round)}: nothing is legal, but the game is not over")
    return legal[below(rng, len(legal))]


def rule_of_thumb(round: Round, rng: Rng) -> int:
    """The move of the game's rule of thumb."""
    return int(entry_points.heuristic(round.observation(round.turn or WATCHER), 0.0, rng))


def played(game: Game, number: int = 0) -> Iterator[Round]:
    """Finished games at every table, by chance and by the rule of thumb."""
    for place, (players, options) in enumerate(tables(game)):
        for policy in (any_move, rule_of_thumb):
            round = opened(game, players, options, number)
            rng = new_rng(1000 * number + place)
            while not round.over:
                require(len(round.numbers) < MAX_RECORD_MOVES, f"{place_of(round)}: the game does not end")
                go_on(round, policy(round, rng))
            yield round


def go_on(round: Round, move: int) -> None:
    """Play a move, and end the game where all seats would agree to that: some games end by a vote alone."""
    round.play_number(move)
    if round.all_would_close():
        round.play_number(int(round.game.extra_numbers[0]))


def moments(game: Game, step: int, every: int = 1) -> Iterator[Round]:
    """Positions along those games (or every n-th of them): one every few moves, and the last one."""
    for place, finished in enumerate(played(game)):
        if place % every:
            continue
        total = len(finished.numbers)
        for at in sorted({*range(place % step, total, step), total}):
            yield finished.at(at)


def viewers(round: Round) -> list[Seat]:
    """All seats, and the watcher."""
    return [*range(1, round.players + 1), WATCHER]


def place_of(round: Round) -> str:
    """The table and the moment that a complaint is about."""
    options = "".join(f", {name} {value}" for name, value in round.game.changed_options(round.options).items())
    return f"{round.players} players{options}, after {len(round.numbers)} moves"
