"""What a strong player would do, how well it would end, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..games import game_of
from ..games.game import Game, Line
from ..kernel.record import Luck, Record
from .bot import Bot, Budget
from .levels import LevelBot
from .searcher import SearchBot, Weighed

PROOF = 2_000_000  # positions that a proof may look at: about a second at worst
ASIDE = 1000  # simulations to weigh the moves of a bot that does not search


class Advised(msgspec.Struct, frozen=True):
    """A move: the chance of a first place (shared ones by their share), the expected score, how often it was tried."""

    move: str
    win: float
    score: float
    visits: int


class Advice(msgspec.Struct, frozen=True):
    """The move advised, and all others, best first; `exact`: proved, not guessed."""

    move: str
    win: float
    score: float
    exact: bool
    reason: str
    moves: list[Advised]


def advise(bot: Bot, seen: Record, luck: Luck, lang: str, names: Sequence[str]) -> Advice:
    """What a bot advises the seat to move, from what that seat has seen."""
    game = game_of(seen.dtype)
    proved = proved_lines(game, seen)
    weighed = _from_lines(proved) if proved is not None else weigh(bot, seen, luck)
    best = weighed[0]
    moves = [Advised(game.text(one.move), _rounded(one.win), _rounded(one.score), one.visits) for one in weighed]
    return Advice(
        moves[0].move, moves[0].win, moves[0].score, proved is not None, why(game, seen, best.move, lang, names), moves
    )


def why(game: Game, seen: Record, move: int, lang: str, names: Sequence[str]) -> str:
    """The reason for a move, in words."""
    return "" if game.reason is None else game.reason(seen, game.odds(seen), move, lang, names)


def proved_lines(game: Game, seen: Record) -> list[Line] | None:
    """What all moves lead to, where that can be proved."""
    return None if game.solver is None else game.solver().lines(seen, PROOF)


def weigh(bot: Bot, seen: Record, luck: Luck) -> list[Weighed]:
    """All legal moves, the bot's own choice first; one that does not search is helped by a search aside."""
    if isinstance(bot, SearchBot | LevelBot) and (own := bot.weigh(seen, luck)) is not None:
        return own
    choice = bot.choose(seen, luck).move
    weighed = SearchBot(Budget(simulations=ASIDE)).weigh(seen, luck)
    return sorted(weighed, key=lambda one: one.move != choice)


def _from_lines(lines: Sequence[Line]) -> list[Weighed]:
    return [Weighed(line.move, line.win, line.score, 0) for line in lines]


def _rounded(value: float) -> float:
    return round(value, 4)
