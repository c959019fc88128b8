"""The games for OpenSpiel, by its own tests and bots and by ours."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.conformance.sample_games import tables
from rectoverso.games.features import parts
from rectoverso.games.game_record import MAX_RECORD_MOVES, from_record

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402  # only where OpenSpiel is installed
from open_spiel.python.observation import make_observation  # noqa: E402  # the same

from rectoverso.rl.openspiel import short_name  # noqa: E402  # the same; importing it registers the games

TABLES = [(name, players) for name in GAMES for players in game_named(name).players]
WITH_OPTIONS = [(name, players, options) for name in GAMES for players, options in tables(game_named(name))]
ENDING = [table for table in WITH_OPTIONS if table[2].get("ending") != "agreed"]  # J13: the others end by a vote
SOME_MOVES = 400  # more than any of these games has


def with_options(tables: list[Any]) -> Any:
    """A test for each of these tables, named after it."""
    names = ["-".join(map(str, table)) for table in tables]
    return pytest.mark.parametrize("table", range(len(tables)), ids=names)


def load(name: str, players: int, **options: Any) -> Any:
    return pyspiel.load_game(short_name(game_named(name)), {"players": players, **options})


def dealt(game: Any, rng: np.random.Generator) -> Any:
    """A state after all cards have been dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(outcomes, p=chances))
    return state


def played(game: Any, moves: int, seed: int = 1) -> Any:
    """A state after some random moves."""
    rng = np.random.default_rng(seed)
    state = dealt(game, rng)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def resampled(state: Any, player: int, rng: np.random.Generator) -> Any:
    """Another world for a player, who cannot tell it from this one."""
    world = state.resample_from_infostate(player, rng.random)
    assert world.information_state_string(player) == state.information_state_string(player)
    assert world.information_state_tensor(player) == state.information_state_tensor(player)
    assert world.observation_string(player) == state.observation_string(player)
    assert world.observation_tensor(player) == state.observation_tensor(player)
    assert world.legal_actions() == state.legal_actions()
    assert world.is_terminal() == state.is_terminal()
    return world


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_passes_the_random_simulation_test(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_passes_the_random_simulation_test_a_hundred_times(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=100, serialize=True, verbose=False)


@pytest.mark.soak
@with_options(ENDING)
def test_it_passes_the_random_simulation_test_with_every_option(table: int) -> None:
    name, players, options = ENDING[table]
    pyspiel.random_sim_test(load(name, players, **options), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_chance_deals_every_card_and_every_way_up_equally_likely(name: str) -> None:
    described = game_named(name)
    state = load(name, described.usual_players).new_initial_state()
    for left in range(len(described.deck), 0, -1):
        chances: Counter[tuple[str, ...]] = Counter()
        for outcome, chance in state.chance_outcomes():
            card = state.action_to_string(outcome).removeprefix("deal ")
            chances[tuple(sorted(card.split("/")))] += chance
            sides = len(set(card.split("/"))) if described.two_faced else 1
            assert chance == pytest.approx(1 / left / sides)
        assert list(chances.values()) == pytest.approx([1 / left] * left)
        state.apply_action(state.legal_actions()[left % len(state.legal_actions())])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_states_are_serialised_and_pickled(name: str, players: int) -> None:
    game = load(name, players)
    for state in (played(game, 25), game.new_initial_state()):
        again = game.deserialize_state(state.serialize())
        assert again.history() == state.history()
        assert str(again) == str(state)
        loaded, of_it = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert str(of_it) == str(state)
        assert loaded.get_parameters() == game.get_parameters()
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@with_options(WITH_OPTIONS)
def test_a_resampled_world_gives_the_same_information_state(table: int) -> None:
    name, players, options = WITH_OPTIONS[table]
    game, rng = load(name, players, **options), np.random.default_rng(5)
    other_worlds = 0
    last = played(game, SOME_MOVES)
    assert last.is_terminal() == (WITH_OPTIONS[table] in ENDING)
    end = len(last.round.numbers)
    for moves in (0, 7, 40, end - 1, end):
        state = played(game, moves)
        for player in range(players):
            world = resampled(state, player, rng)
            other_worlds += world.history() != state.history()
    assert other_worlds > 0 or not game_named(name).two_faced


@pytest.mark.soak
def test_a_game_that_only_a_vote_ends_is_cut_off_and_resampled() -> None:
    """J13: environments hold no votes, so such a game gets as long as a record can be."""
    state = played(load("janus", 3, ending="agreed"), MAX_RECORD_MOVES)
    assert state.is_terminal()
    assert not state.round.over
    assert sum(state.returns()) == 0
    for player in range(3):
        resampled(state, player, np.random.default_rng(5))


@pytest.mark.parametrize("name", GAMES)
def test_observers_have_named_pieces_and_show_what_the_seat_knows(name: str) -> None:
    game = load(name, game_named(name).usual_players)
    state = played(game, 20)
    features = game_named(name).features
    for recall, memory in ((True, "notes"), (False, "table")):
        observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall))
        observation.set_from(state, player=1)
        expected = parts(features, state.round.encoding(2, memory))
        assert set(observation.dict) == {"player", *expected}
        for piece, numbers in expected.items():
            assert (observation.dict[piece] == numbers).all()
        assert observation.dict["player"].argmax() == 1
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.string_from(state, 0) == public.string_from(state, 1)


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_written_as_moves_and_paid_at_the_end(name: str) -> None:
    game = load(name, game_named(name).usual_players)
    state = played(game, 10**6)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    fresh = played(game, 3)
    legal = [fresh.action_to_string(action) for action in fresh.legal_actions()]
    assert sorted(legal) == sorted(fresh.round.legal)
    assert fresh.string_to_action(legal[0]) == fresh.legal_actions()[0]


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str) -> None:
    """OpenSpiel passes on whatever it is given."""
    game = load(name, game_named(name).usual_players)
    dealing = game.new_initial_state()
    dealing.apply_action(0)
    playing = played(game, 5)
    ended = played(game, 10**6)
    for state in (dealing, playing, ended):
        before, legal = (str(state), state.history(), state.current_player()), state.legal_actions()
        for action in {0, game.num_distinct_actions() - 1, 10**6, -7}.difference(legal):
            with pytest.raises(BadInput, match=f"action {action} is not legal"):
                state.apply_action(action)
        assert (str(state), state.history(), state.current_player()) == before
        assert state.legal_actions() == legal


def test_parameters_are_the_options_of_the_game() -> None:
    game = pyspiel.load_game("rectoverso_nummerus(players=3,tausch=true,board=square,reward=score)")
    state = played(game, 10**6)
    assert state.round.options == {"board": "square", "tausch": True, "scoring": "longest"}
    assert state.returns() == state.round.result.scores
    alone = played(pyspiel.load_game("rectoverso_nummerus(players=1)"), 10**6)
    assert alone.returns() == [-alone.round.result.scores[0]]
    with pytest.raises(BadInput):
        pyspiel.load_game("rectoverso_nummerus(players=9)")


@pytest.mark.parametrize(("name", "players"), [(name, game_named(name).usual_players) for name in GAMES])
def test_openspiels_searches_play_whole_games(name: str, players: int) -> None:
    """Information-set search where faces are hidden, else plain tree search; the other seats play at random."""
    game = load(name, players)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=rng)]
    if game_named(name).two_faced:
        bots.append(ismcts.ISMCTSBot(game, _Guess(), 2.0, 3, random_state=rng))
    for bot in bots:
        state = dealt(game, np.random.default_rng(2))
        while not state.is_terminal():
            mine = state.current_player() == 0 and len(state.round.numbers) < 20
            state.apply_action(bot.step(state) if mine else rng.choice(state.legal_actions()))
        assert len(state.returns()) == players


@pytest.mark.parametrize(("name", "players"), [("nummerus", 2), ("titus", 2), ("janus", 3)])
def test_openspiels_searches_choose_every_move_of_a_game(name: str, players: int) -> None:
    """Information-set search takes only games with hidden faces; plain tree search plays the other one."""
    game = load(name, players)
    rng = np.random.RandomState(1)
    if game_named(name).two_faced:
        bots = [ismcts.ISMCTSBot(game, _Guess(), 2.0, 2, random_state=rng) for _ in range(players)]
    else:
        bots = [mcts.MCTSBot(game, 2.0, 2, _Guess(), random_state=rng) for _ in range(players)]
    state = dealt(game, np.random.default_rng(2))
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0
    assert from_record(state.round.record()).over


class _Guess:
    """Every position is worth the same: enough to show that the search plays."""

    def evaluate(self, state: Any) -> list[float]:
        return [0.0] * state.num_players()

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]
