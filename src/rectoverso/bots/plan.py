"""The plan behind advice: how its search would go on in this turn, kept so that the next advice agrees with it."""

from __future__ import annotations

from ..games import game_of
from ..kernel import dispatch, entry_points
from ..kernel.fixed_record import Record, Rng, blank
from .search_bot import SearchBot

MIN_VISITS = 30  # a position that the search reached less often is not planned for
WORLDS = 4  # imagined side by side: where they differ after a move, it has revealed something


class TurnPlan:
    """What an adviser means one seat to do in a turn: by position, the move there.

    It is made from what the seat has seen, in worlds that fit it. So it ends where a move reveals something, and with
    the turn. A position that was not expected is not in it.
    """

    def __init__(self) -> None:
        self.moves: dict[int, int] = {}

    def move(self, observation: Record) -> int | None:
        """The move that was planned for this position, if it was expected."""
        return self.moves.get(_key(observation.state))

    def go_on(self, bot: SearchBot, observation: Record, move: int, rng: Rng) -> None:
        """Plan the rest of the turn from this move on. What was planned before is kept while it is followed."""
        followed = self.move(observation) == move
        kept, moves = self.moves if followed else {}, dict[int, int]()
        worlds = [_imagined(observation, rng) for _ in range(WORLDS)]
        seat, key, next_move = int(observation.state.turn), _key(worlds[0]), move
        while next_move >= 0 and key not in moves:
            moves[key] = next_move
            for world in worlds:
                entry_points.apply(world, next_move)
            if any(world.over or world.turn != seat for world in worlds) or len({_key(world) for world in worlds}) > 1:
                break
            key = _key(worlds[0])
            next_move = kept.get(key, bot.most_tried(worlds[0], MIN_VISITS))
        self.moves = {**kept, **moves}


def _imagined(observation: Record, rng: Rng) -> Record:
    world = blank(game_of(observation.dtype).state)
    entry_points.imagine(observation, world, rng)
    return world


def _key(state: Record) -> int:
    return int(dispatch.position_key(state))
