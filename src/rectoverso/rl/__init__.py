"""The games as environments for research: batches, PettingZoo, Gymnasium, OpenSpiel (docs/research.md).

Thin adapters: the rules are in `games`, and what a seat knows as numbers is in `encoding.py` of each game.
"""
