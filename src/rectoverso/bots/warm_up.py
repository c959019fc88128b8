"""Calls once every kernel that a game in play needs, so that it is compiled and cached."""

from __future__ import annotations

from ..games.deal import deal_from_seed
from ..games.game import Game
from ..games.game_record import from_record
from ..games.round import WATCHER, Round
from ..kernel import entry_points
from ..kernel.rng import new_rng
from .advice import advise
from .bot import make_bot
from .plan import TurnPlan
from .selfplay import self_played

MOVES = 8
PROOF_POSITIONS = 1000


def use_for_playing(game: Game) -> None:
    """Call all that a table, its bots, its help and a replay call."""
    _play_at_a_table(game)
    for players in {*game.players[:2], game.players[-1]}:  # alone and for two, some games are solved
        round = self_played(game, players, {}, "warm", 0, ["greedy"] * players)
        late = round.at(3 * len(round.numbers) // 4)
        _ask_for_help(late)
    assert from_record(round.record()).result is not None


def _play_at_a_table(game: Game) -> None:
    round = Round(game, game.players[-1], deal_from_seed(game.deck, game.two_faced, "warm"), {})
    bots = [make_bot(bot) for bot in ("random", "newcomer", "greedy", *(level.name for level in game.levels[:3]))]
    for number in range(MOVES):
        if round.turn is None:
            break
        observation = round.observation(round.turn)
        move = bots[number % len(bots)].choose(observation, new_rng(1)).move
        if game.would_close is not None:
            game.would_close(observation)
        game.reveals_a_face(round.state, move)
        round.watch_number(move, [1, WATCHER])
        game.board_json(round.observed(1))
    round.at(len(round.numbers) - 1).view(1, "notes")
    round.seen_or_all("all")
    _ = round.standing


def _ask_for_help(round: Round) -> None:
    assert round.turn is not None
    observation = round.observation(round.turn)
    if round.game.solver is not None:
        round.game.solver().best(observation, PROOF_POSITIONS)
    advise(make_bot("search:10"), observation, new_rng(1), "en", [""] * round.players, TurnPlan())
    round.imagine(round.turn, new_rng(1))
    entry_points.forget(observation, 0.0, 0)


def use_everything(game: Game) -> None:
    """The same, and what only research programs call."""
    use_for_playing(game)
    round = self_played(game, game.players[-1], {}, "warm", 0, ["random"] * game.players[-1])
    from_record(round.record(legal=True))
