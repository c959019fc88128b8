"""The fourth game in the environments for research: PettingZoo, OpenSpiel and batches know it without being told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fourth_game.conftest import environment

PROGRAM = """
import warnings

import numpy as np
import pyspiel
from pettingzoo.test import api_test

import rectoverso.rl.openspiel
from rectoverso.games.round import Round
from rectoverso.rl import batch, pettingzoo

warnings.simplefilter("error")
# tests/rl/test_pettingzoo.py says why these two cannot be avoided.
warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
warnings.filterwarnings("ignore", "Observation is not a NumPy array")
for players in (2, 3, 4):
    api_test(pettingzoo.env("quartus", players=players), num_cycles=40)
    game = pyspiel.load_game("rectoverso_quartus", {"players": players})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)

    games = batch.make("quartus", games=4, players=players, seed=1)
    games.reset()
    rounds = [Round(games.game, players, games.deal(i)) for i in range(4)]
    envs, states = [], []
    for round in rounds:
        env = pettingzoo.env("quartus", players=players)
        env.reset(options={"deal": round.record()["deal"]})
        envs.append(env)
        states.append(game.new_initial_state())
        for card in round.deal:
            states[-1].apply_action(game.cards.index(int(card)))
    rng = np.random.default_rng(players)
    while not all(round.over for round in rounds):
        actions = [int(rng.choice(row.nonzero()[0])) for row in games.mask]
        for i, round in enumerate(rounds):
            if not round.over:
                assert (games.obs[i] == round.encoding(round.turn)).all()
                assert envs[i].agent_selection == f"seat_{round.turn}" == f"seat_{states[i].current_player() + 1}"
                round.play_number(actions[i])
                envs[i].step(actions[i])
                states[i].apply_action(actions[i])
        games.step(actions)
    for round, env, state in zip(rounds, envs, states):
        assert round.record() == env.unwrapped.round.record() == state.round.record()
        assert state.is_terminal()
print("all agree")
"""


def test_pettingzoo_openspiel_and_a_batch_play_the_same_games(installed: Path) -> None:
    pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install 'rectoverso[rl]'")
    pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment(installed), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "all agree" in done.stdout
