"""Ten minutes with the research interfaces; docs/research.md has the details.

python examples/tutorial.py

Needs the extra rl: pip install 'rectoverso[rl]'
"""

import numpy as np

import rectoverso
from rectoverso.games.features import parts
from rectoverso.rl import baselines, batch, pettingzoo

rng = np.random.default_rng(1)

# 1. A game in plain Python. Moves are texts, as in a record; seats count from 1.
game = rectoverso.new("titus", players=2, seed="tutorial")
game.play("draw").play("place")
print(f"Seat {game.turn} is to move and may play {', '.join(game.legal)}. The table:\n{game}\n")

# 2. What a seat knows, as numbers with names. Faces that it has not seen are 0.
known = parts(game.game.features, game.encoding(2))
print(f"Seat 2 has seen {np.count_nonzero(known['face'])} of {known['face'].size} coins.\n")

# 3. The same game in PettingZoo: an agent for each seat, a mask of legal actions, a reward at the end.
env = pettingzoo.env("titus", players=2)
env.reset(seed=7)
for _ in env.agent_iter():
    observation, reward, over, cut, info = env.last()
    env.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
print(f"Two random players scored {env.unwrapped.round.result.scores}.\n")

# 4. A bot of ours as the opponent. It sees what its seat has seen, and nothing else.
env.reset(seed=7)
greedy = baselines.policy(env, "greedy", seed=1)
while not env.unwrapped.round.over:
    legal = np.flatnonzero(env.last()[0]["action_mask"])
    env.step(greedy() if env.agent_selection == "seat_2" else int(rng.choice(legal)))
print(f"Against greedy, seat 2, it is {env.unwrapped.round.result.scores}.\n")

# 5. Many games at once. The arrays stay in place and are overwritten by every step.
games = batch.make("titus", games=128, players=2, seed=1)
games.reset()
finished, first_seat = 0, 0.0
while finished < 200:
    chance = games.mask * rng.random(games.mask.shape, dtype=np.float32)
    games.step(chance.argmax(axis=1))
    finished += int(games.done.sum())
    first_seat += float(games.reward[games.done, 0].sum())
print(f"In {finished} random games the first seat got {first_seat / finished:+.3f} on average, from −1 to 1.")

# 6. A player of your own is a function of these numbers and the mask. examples/self_play.py learns one, and
#    rectoverso arena titus --players 2 --bots greedy,package.module:factory
#    rates it against our bots.
