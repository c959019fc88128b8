"""Whole games between bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..games.deal import BOT_DOMAIN, Stream, deal_from_seed
from ..games.game_record import MAX_RECORD_MOVES
from ..games.round import Round
from .bot import Clock, check_bot, make_bot
from .policy import Player, choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..games.game import Game
    from ..kernel.fixed_record import Rng


def bot_names(text: str, players: int) -> list[str]:
    """The bot of each seat, from `name,name,…`; one name stands for all seats."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        check_bot(name)
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise BadInput(f"{len(names)} bots for {players} seats; name one bot for all, or one for each seat")
    return names


def self_played(
    game: Game,
    players: int,
    options: Mapping[str, object],
    seed: str,
    number: int,
    names: Sequence[str],
    clock: Clock | None = None,
) -> Round:
    """Game `number` of a seed, played by bots to its end.

    The same arguments always give the same game, unless a bot has a time budget; then it needs a clock.
    """
    round = Round(game, players, deal_from_seed(game.deck, game.two_faced, seed, number), options)
    stream = Stream(BOT_DOMAIN, seed, number)
    play_out(round, [make_bot(name, clock) for name in names], [stream.rng() for _ in names])
    return round


def play_out(round: Round, players: Sequence[Player], rngs: Sequence[Rng]) -> None:
    """Let bots and policies play on to the end; each has its own random numbers."""
    while (turn := round.turn) is not None:
        round.play_number(choice(players[turn - 1], round, rngs[turn - 1]))
        if round.all_would_close():
            round.play(*round.game.extra_moves)
        if len(round.numbers) >= MAX_RECORD_MOVES:
            raise BadInput(f"a game did not end within {MAX_RECORD_MOVES} moves; with other options it may end earlier")
