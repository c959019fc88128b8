"""Our environments against those of pgx, PettingZoo and OpenSpiel: random moves per second, one core, one run.

python benchmarks/peers.py --seconds 2

Everything runs in this process, bound to one core, and CPU time counts. Choosing the moves, each legal one equally
likely, is part of every figure: in ours and in pgx's it is compiled. What is not installed is left out, and said
so: pip install 'rectoverso[rl,openspiel]' pgx 'pettingzoo[classic]'. Their game is Connect Four, which all three have.
It is a small game: 42 cells, 7 actions, nothing hidden.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

GAMES = 1024
STEPS = 64  # of all games, between two readings of the clock

Measured = tuple[str, float]


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many steps per second of CPU time; `work` does some and says how many."""
    work()
    steps, start = 0, process_time()
    while (spent := process_time() - start) < seconds or not steps:
        steps += work()
    return steps / spent


def batches(seconds: float) -> Iterator[Measured]:
    """Our batch environment; observation, mask and the choice of the moves included."""
    from rectoverso.bench.batch import batch_speed
    from rectoverso.games import GAMES as NAMES
    from rectoverso.games import game_named

    for name in NAMES:
        players = max(2, game_named(name).players[0])
        speed = batch_speed(game_named(name), players, seconds, GAMES, choosing=True)
        yield f"rectoverso batch, {name}, {players} players", speed.steps_per_s


def pgx_batch(seconds: float) -> Iterator[Measured]:
    """pgx: as many games side by side, compiled by JAX for the CPU, dealt again when over."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def several(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, chosen, again = jax.random.split(key, 3)
            chance = jax.random.uniform(chosen, state.legal_action_mask.shape) * state.legal_action_mask
            return (step(state, chance.argmax(axis=1), jax.random.split(again, GAMES)), key), None

        return jax.lax.scan(one, (state, key), None, STEPS)[0]

    carry = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES)), jax.random.PRNGKey(1)]

    def work() -> int:
        carry[:] = several(*carry)
        jax.block_until_ready(carry[0].observation)
        return GAMES * STEPS

    yield "pgx batch, connect_four", rate(work, seconds)


def pettingzoo_games(seconds: float) -> Iterator[Measured]:
    """PettingZoo: one game at a time, by `last` and `step`."""
    import numpy as np
    from pettingzoo.classic import connect_four_v3

    from rectoverso.rl.pettingzoo import env as ours

    rng = np.random.default_rng(1)
    for name, env in (
        ("PettingZoo, connect_four", connect_four_v3.env()),
        ("rectoverso in PettingZoo, titus", ours("titus")),
    ):

        def work(env: Any = env) -> int:
            env.reset(seed=int(rng.integers(1 << 30)))
            steps = 0
            for _ in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                env.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
            return steps

        yield name, rate(work, seconds)


def openspiel_games(seconds: float) -> Iterator[Measured]:
    """OpenSpiel: random playouts of one game at a time, from Python; its Connect Four is written in C++."""
    import numpy as np
    import pyspiel

    import rectoverso.rl.openspiel  # noqa: F401  # registers our games

    rng = np.random.default_rng(1)
    names = {"OpenSpiel, connect_four": "connect_four", "rectoverso in OpenSpiel, titus": "rectoverso_titus(players=2)"}
    for name, loaded in names.items():
        game = pyspiel.load_game(loaded)

        def work(game: Any = game) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[rng.integers(len(legal))])
                steps += 1
            return steps

        yield name, rate(work, seconds)


def main() -> None:
    """Measure all that is installed."""
    arguments = argparse.ArgumentParser(description="Random moves per second, ours and others', on one core.")
    arguments.add_argument("--seconds", type=float, default=2.0)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    os.environ["JAX_PLATFORMS"] = "cpu"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    measured = []
    for measure in (batches, pgx_batch, pettingzoo_games, openspiel_games):
        try:
            for name, speed in measure(given.seconds):
                measured.append({"what": name, "steps_per_s": round(speed)})
                if not given.json:
                    print(f"{name:44} {speed:>14,.0f} steps/s", flush=True)
        except ImportError as error:
            if not given.json:
                print(f"{measure.__name__:44} left out: {error}")
    if given.json:
        print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
