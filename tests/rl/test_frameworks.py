"""Torch and JAX read a batch's arrays without a copy. Each test runs where the framework is installed."""

from __future__ import annotations

import importlib
import re
import textwrap
from typing import Any

import numpy as np
import pytest

from rectoverso.games import GAMES
from rectoverso.rl import batch
from rectoverso.rl.batch import Batch
from tests.repository.tree import ROOT


def stepped(games: Batch) -> None:
    moves, _ = games.legal_lists
    games.step(moves[:, 0].astype(np.int64))


def framework(name: str) -> Any:
    pytest.importorskip(name, reason=f"needs {name}, which nothing here installs: pip install {name}")
    return importlib.import_module(name)


@pytest.mark.parametrize("name", GAMES)
def test_torch_shares_the_memory_and_sees_every_step(name: str) -> None:
    torch = framework("torch")
    games = batch.make(name, games=16, seed=1)
    games.reset()
    shared = {part: torch.from_dlpack(getattr(games, part)) for part in ("obs", "mask", "reward", "done", "seat")}
    for _ in range(20):
        stepped(games)
        for part, tensor in shared.items():
            array = getattr(games, part)
            assert tensor.data_ptr() == array.ctypes.data
            assert (tensor.numpy() == array).all()
    logits = torch.zeros(games.mask.shape).masked_fill(~shared["mask"], -torch.inf)
    games.step(torch.distributions.Categorical(logits=logits).sample().numpy())


def test_the_example_of_the_documentation_runs() -> None:
    framework("torch")
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    [example] = [block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import torch" in block]
    exec(textwrap.dedent("  " + example.lstrip()), {})


@pytest.mark.parametrize("name", GAMES)
def test_jax_reads_the_arrays_by_dlpack(name: str) -> None:
    """JAX takes its arrays to be unchanging: take them again after each step."""
    jax = framework("jax")
    games = batch.make(name, games=16, seed=1)
    games.reset()
    for _ in range(5):
        stepped(games)
        seen = jax.dlpack.from_dlpack(games.obs)
        assert seen.unsafe_buffer_pointer() == games.obs.ctypes.data
        assert (np.asarray(seen) == games.obs).all()
