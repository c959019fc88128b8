"""The rules as a table plays by them: setting up, legal moves, refusals, results, votes."""

from __future__ import annotations

import numpy as np

from ...errors import Refused
from ...kernel import entry_points
from ...kernel.fixed_record import Record, copied
from ...kernel.rng import new_rng
from ..game import Game
from ..game_record import legal_along
from ..round import Round
from .check import Broken, require
from .sample_games import any_move, go_on, moments, opened, place_of, played, tables
from .texts import JUNK


def setting_up_is_deterministic(game: Game) -> None:
    """The same deal gives the same beginning, even in a record in which another game has been played."""
    used = {}
    for round in played(game):
        used[round.players] = round.state
    for players, options in tables(game):
        round = opened(game, players, options)
        twin = opened(game, players, options)
        require(round.state.tobytes() == twin.state.tobytes(), f"{place_of(round)}: set up in two ways")
        again = copied(used[players])
        entry_points.setup(again, round.deal, players, game.option_numbers(round.options))
        require(_same_play(round, again), f"{place_of(round)}: a used record is not set up like a new one")


def _same_play(round: Round, state: Record) -> bool:
    """Are the same moves legal from here to the end?"""
    rng, other = new_rng(5), copied(state)
    moves, mine = np.zeros(round.game.list_size, np.int32), round.copy()
    while not mine.over:
        n = entry_points.legal(other, moves)
        if other.over or moves[:n].tolist() != mine.legal_numbers:
            return False
        before = len(mine.numbers)
        go_on(mine, any_move(mine, rng))
        for move in mine.numbers[before:]:
            entry_points.apply(other, move)
    return bool(other.over)


def legal_lists_are_sound(game: Game) -> None:
    """While a game runs, somebody is to move and something is legal: no move twice, none out of range."""
    votes = set(game.extra_numbers.tolist())
    for finished in played(game):
        for at, legal in enumerate(legal_along(finished)):
            where = f"{place_of(finished)}, before move {at + 1}"
            require(0 < len(legal) <= game.max_legal_moves, f"{where}: {len(legal)} legal moves")
            require(len(set(legal)) == len(legal), f"{where}: a legal move is listed twice")
            require(min(legal) >= 0 and max(legal) < game.moves, f"{where}: a legal move is out of range")
            require(not votes & set(legal), f"{where}: what only a vote produces is listed")
            require(1 <= finished.movers[at] <= finished.players, f"{where}: seat {finished.movers[at]} is to move")
            chosen = finished.numbers[at]
            require(chosen in votes or chosen in legal, f"{where}: the rule of thumb chose what is not legal")


def every_legal_move_can_be_played(game: Game) -> None:
    """Each legal move can be played on a copy; looking for moves and playing on copies leaves the game as it is."""
    for round in moments(game, step=17):
        before = round.state.tobytes(), round.knowledge.tobytes()
        for move in round.legal_numbers:
            twin = round.copy()
            twin.play_number(move)
            require(twin.over or len(twin.legal_numbers) > 0, f"{place_of(twin)}: {game.text(move)} leads nowhere")
            require(twin.numbers == [*round.numbers, move], f"{place_of(round)}: a copy has another course")
        after = round.state.tobytes(), round.knowledge.tobytes()
        require(after == before, f"{place_of(round)}: the game has changed")
        require(round.over == (round.turn is None), f"{place_of(round)}: over and turn disagree")


def what_is_not_legal_is_refused(game: Game) -> None:
    """A move that is not legal is refused, and changes nothing."""
    for round in moments(game, step=41):
        legal, before = set(round.legal), round.state.tobytes()
        for text in (*game.texts[:: max(1, game.moves // 60)], *JUNK):
            if text in legal or (text in game.extra_moves and not round.over):
                continue
            try:
                round.play(text)
            except Refused as refused:
                code = "game-over" if round.over else "illegal-move"
                require(refused.code == code, f"{place_of(round)}: {text!r} is refused as {refused.code}, not {code}")
            else:
                raise Broken(f"{place_of(round)}: {text!r} is not legal, but was played")
        require(round.state.tobytes() == before, f"{place_of(round)}: a refusal has changed the game")


def results_are_rankings(game: Game) -> None:
    """Scores keep to their limit, a rank is one more than the number of better seats, more points never rank worse."""
    for round in played(game):
        result = round.result
        require(result is not None, f"{place_of(round)}: no result at the end")
        assert result is not None
        scores, ranks = result.scores, result.ranks
        require(len(scores) == len(ranks) == round.players, f"{place_of(round)}: a result for other seats")
        require(min(scores) >= 0 and max(scores) <= game.max_score, f"{place_of(round)}: scores {scores}")
        for rank in ranks:
            require(rank == 1 + sum(other < rank for other in ranks), f"{place_of(round)}: ranks {ranks}")
        for mine, my_rank in zip(scores, ranks, strict=True):
            for yours, your_rank in zip(scores, ranks, strict=True):
                require(mine <= yours or my_rank < your_rank, f"{place_of(round)}: scores {scores}, ranks {ranks}")


def a_vote_ends_the_game(game: Game) -> None:
    """A move that only a vote produces is never offered, may come at any time, and ends the game."""
    for round in moments(game, step=23):
        for text in game.extra_moves if not round.over else ():
            require(text not in round.legal, f"{place_of(round)}: {text} is offered")
            require(round.copy().play(text).over, f"{place_of(round)}: the game goes on after {text}")
