"""The games for OpenSpiel, registered as `rectoverso_<game>` when this module is imported.

>>> import pyspiel
>>> import rectoverso.rl.openspiel
>>> game = pyspiel.load_game("rectoverso_janus(players=4)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 121)

The cards are dealt one by one by chance: a card of the deck and, where cards have two faces, the way up.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import numpy as np
import pyspiel

from ..errors import BadInput
from ..games.discovery import all_games
from ..games.game import Game, Value
from ..games.game_record import MAX_RECORD_MOVES
from ..games.round import WATCHER, Round, Seat, unordered
from ..kernel.cards import turned_over
from ..kernel.rng import new_rng
from .rewards import pay, payment

log = logging.getLogger(__name__)

_SEED_RANGE = 1 << 53
_SETTINGS = ("players", "reward")


def short_name(game: Game) -> str:
    """The name under which OpenSpiel knows a game."""
    return f"rectoverso_{game.name}"


def game_type(game: Game, players: int, by_score: bool) -> Any:
    """What OpenSpiel is told of a game with these settings."""
    kinds = pyspiel.GameType
    defaults: dict[str, Value] = {"players": game.usual_players, "reward": "rank"}
    defaults |= {option.name: option.default for option in game.options}
    return kinds(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if game.two_faced
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if by_score else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


class RectoVersoGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel ships no types
    """A game with its settings: `players`, `reward` (`rank` or `score`) and the options of the rules."""

    described: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game, given = self.described, dict(parameters or {})
        players = given.get("players", game.usual_players)
        given_options = {name: value for name, value in given.items() if name not in _SETTINGS}
        self.options = game.options_of(players, given_options)
        self.payment = payment(players, "score" if players == 1 else given.get("reward", "rank"))
        self.cards = cards(game)
        self.unordered = [unordered(card) for card in self.cards]
        ways_up = Counter(self.unordered)
        self.chances = [1 / ways_up[card] for card in self.unordered]
        by_score = self.payment.by_score
        lowest, highest = (0.0, float(game.max_score)) if by_score else (-1.0, 1.0)
        information = pyspiel.GameInfo(
            num_distinct_actions=game.moves,
            max_chance_outcomes=len(self.cards),
            num_players=players,
            min_utility=-highest if self.payment.sign < 0 else lowest,
            max_utility=-lowest if self.payment.sign < 0 else highest,
            utility_sum=None if by_score else 0.0,
            max_game_length=MAX_RECORD_MOVES,
        )
        super().__init__(game_type(game, players, by_score), information, dict(parameters or {}))

    def new_initial_state(self) -> State:
        """Before the first card is dealt."""
        return State(self)

    def make_py_observer(self, observation_type: Any = None, params: Any = None) -> Observer:
        """What shows a player the game."""
        return Observer(self, observation_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def cards(game: Game) -> list[int]:
    """What chance may deal: each card of the deck, each way up; cards that look the same both ways up only once."""
    deck = [int(card) for card in game.deck]
    if not game.two_faced:
        return deck
    return [side for card in deck for side in sorted({card, int(turned_over(card))})]


class Play:
    """A game being played. OpenSpiel copies states deeply; of this one only what changes is copied."""

    def __init__(self, round: Round | None) -> None:
        self.round = round

    def __deepcopy__(self, memo: Any) -> Play:
        return Play(None if self.round is None else self.round.copy())


class State(pyspiel.State):  # type: ignore[misc]  # pyspiel ships no types
    """A moment of a game: while the cards are dealt, or while it is played. Players count from 0."""

    def __init__(self, game: RectoVersoGame) -> None:
        super().__init__(game)
        self._dealt: list[int] = []
        self._play = Play(None)

    @property
    def round(self) -> Round:
        """The game on the table, once all cards are dealt."""
        assert self._play.round is not None, "the cards are still being dealt"
        return self._play.round

    @property
    def dealing(self) -> bool:
        """Are there cards left to deal?"""
        return self._play.round is None

    # ---- what OpenSpiel asks a state

    def current_player(self) -> int:
        """Whose turn it is: chance deals, then the seats play."""
        if self.dealing:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return (self.round.turn or 0) - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards left, all equally likely, and each way up equally likely."""
        game = self.get_game()
        gone = self._gone()
        left = len(game.described.deck) - len(gone)
        return [
            (outcome, game.chances[outcome] / left) for outcome, card in enumerate(game.unordered) if card not in gone
        ]

    def _gone(self) -> set[int]:
        """The cards dealt so far, whichever way up."""
        cards = self.get_game().unordered
        return {cards[outcome] for outcome in self._dealt}

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.round.legal_numbers)

    def _apply_action(self, action: int) -> None:
        """Deal a card or play a move. OpenSpiel does not check that it is legal, and kernels rely on it."""
        if not self.dealing:
            if action not in self.round.legal_numbers:
                raise BadInput(f"action {action} is not legal for player {self.current_player()}")
            self.round.play_number(action)
            return
        game = self.get_game()
        if not 0 <= action < len(game.cards) or game.unordered[action] in self._gone():
            raise BadInput(f"action {action} is not legal for chance: no card of this number is left to deal")
        self._dealt.append(action)
        if len(self._dealt) == len(game.described.deck):
            deal = np.array([game.cards[outcome] for outcome in self._dealt], np.int64)
            self._play = Play(Round(game.described, game.num_players(), deal, game.options))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {game.described.write_card(game.cards[action])}"
        text: str = game.described.texts[action]
        return text

    def is_terminal(self) -> bool:
        """Is the game over, or as long as a record can be?"""
        return not self.dealing and (self.round.over or len(self.round.numbers) >= MAX_RECORD_MOVES)

    def returns(self) -> list[float]:
        """What each seat gets; 0 before the end."""
        paid = np.zeros(self.get_game().num_players(), np.float64)
        if self.is_terminal():
            standing = self.round.standing
            pay(self.get_game().payment, np.array(standing.scores), np.array(standing.ranks), paid)
        return [float(amount) for amount in paid]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A random world that fits all that a player has seen: another deal, the same moves."""
        world = self.round.imagine(player + 1, new_rng(int(sampler() * _SEED_RANGE)))
        state: State = self.get_game().new_initial_state()
        for card in world.deal:
            state.apply_action(self.get_game().cards.index(int(card)))
        for number in world.numbers:
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        """The whole truth, for people: anybody who reads it knows all cards."""
        game = self.get_game()
        if self.dealing:
            return "dealt: " + " ".join(str(game.described.write_card(game.cards[outcome])) for outcome in self._dealt)
        return self.round.picture("all")


class Observer:
    """What a player is shown. With perfect recall: the moves so far, and all that the player has seen.

    Without it: what lies on the table, seen from the player's seat. A tensor has the parts of the game's encoding, by
    name, and `player`; it holds what is known, not in which order it became known.
    """

    def __init__(self, game: RectoVersoGame, observation_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers have no parameters; not {params}")
        private = pyspiel.PrivateInfoType
        if observation_type.private_info == private.ALL_PLAYERS:
            raise ValueError("what all players know together is not offered; choose a single player or nobody")
        self._private = observation_type.private_info == private.SINGLE_PLAYER
        self._recall = bool(observation_type.perfect_recall)
        features = game.described.features
        shapes = [("player", (game.num_players(),)), *((feature.name, feature.shape) for feature in features)]
        sizes = [int(np.prod(shape)) for _, shape in shapes]
        self.tensor = np.zeros(sum(sizes), np.float32)
        pieces = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: piece.reshape(shape) for (name, shape), piece in zip(shapes, pieces, strict=True)}
        self._players = game.num_players()

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor; all zeros while the cards are dealt."""
        self.tensor.fill(0)
        if state.dealing:
            return
        self.dict["player"][player] = 1
        self.tensor[self._players :] = state.round.encoding(self._viewer(player), "notes" if self._recall else "table")

    def string_from(self, state: State, player: int) -> str:
        """The same as text. What a player has seen follows from the moves and from the faces known.

        Where all lies open, it follows from the deal and the moves.
        """
        if state.dealing:
            return f"seat {player + 1}, the cards are being dealt"
        round, viewer = state.round, self._viewer(player)
        observed = round.observed(viewer)
        parts = [f"seat {viewer}", msgspec.json.encode(round.game.board(observed)).decode()]
        if self._recall:
            if not round.game.two_faced:
                parts.append(" ".join(str(round.game.write_card(int(card))) for card in round.deal))
            parts += [msgspec.json.encode(round.game.known(observed)).decode(), "; ".join(round.moves)]
        return "\n".join(parts)

    def _viewer(self, player: int) -> Seat:
        return player + 1 if self._private else WATCHER


def _register(game: Game) -> None:
    """Make a game known to OpenSpiel. Its class is kept in this module, where pickle looks for it."""
    made = type(f"{game.title}Game", (RectoVersoGame,), {"described": game, "__module__": __name__})
    globals()[made.__name__] = made
    pyspiel.register_game(game_type(game, game.usual_players, by_score=False), made)


for _game in all_games(log.warning):
    _register(_game)
