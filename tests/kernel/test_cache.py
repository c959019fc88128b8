"""Compiled code is kept, and never used once anything that it is made of has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rectoverso
from rectoverso.kernel.jit import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is cached without the compiler")

# A package of its own: a rule, material that it looks at, and generic code that is given the game's record.
_PROBE = {
    "games/__init__.py": "",
    "games/probe/__init__.py": "",
    "games/probe/material.py": """
import numpy as np
DECK = np.arange(3)
STEP = 1
""",
    "games/probe/rules.py": """
from rectoverso.kernel import dispatch
from rectoverso.kernel.jit import inlined, kernel
from rectoverso.kernel.fixed_record import Record, record_type
from .material import DECK, STEP
STATE = record_type("probe", [])

@inlined
def more(number):
    return number + 10

@kernel
def standstill(state):
    '"""
    "A docstring."
    """'
    return more(STEP) + DECK[2]

@kernel
def unused(state):
    return 1

dispatch.register(STATE, standstill=standstill)
""",
    "bots/__init__.py": "",
    "bots/pair.py": """
from typing import NamedTuple

class Pair(NamedTuple):
    one: int
    other: int
""",
    "bots/caller.py": """
from rectoverso.bots.pair import Pair
from rectoverso.games.probe.rules import STATE
from rectoverso.kernel import dispatch
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.fixed_record import blank

@kernel
def twice(state):
    return 2 * dispatch.standstill(state)

@kernel
def first(pair):
    return pair.one

@kernel
def ask(state, pair):
    return twice(state) + first(pair)

said = ask(blank(STATE), Pair(100, 200))
print(said, "cached" if ask.stats.cache_hits else "compiled")
""",
}


class Probe:
    """The package, and what its program says."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._package = folder / "rectoverso"
        for name, text in _PROBE.items():
            path = self._package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace('\'"""\'', '"""'))
        ours = Path(rectoverso.__file__).parent
        shutil.copytree(ours / "kernel", self._package / "kernel", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("errors.py", "whole_files.py"):
            shutil.copy(ours / name, self._package)
        (self._package / "__init__.py").write_text("")

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a source."""
        path = self._package / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def run(self) -> str:
        """The answer, and whether it was compiled for it."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self._folder),
            "RECTOVERSO_CACHE": str(self._folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",  # an edit within the same second must be seen
        }
        command = [sys.executable, "-m", "rectoverso.bots.caller"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=self._folder)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def warm_probe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package whose code has been compiled once."""
    folder = tmp_path_factory.mktemp("probe")
    assert Probe(folder).run() == "126 compiled"
    return folder


@pytest.fixture
def probe(warm_probe: Path, tmp_path: Path) -> Probe:
    """A copy of it, as of the day before an edit."""
    probe = Probe(tmp_path)
    shutil.copytree(warm_probe / "cache", tmp_path / "cache")
    return probe


def test_what_was_compiled_once_is_not_compiled_again_wherever_it_lies(probe: Probe) -> None:
    assert probe.run() == "126 cached"


@pytest.mark.parametrize(
    ("name", "old", "new", "answer"),
    [
        pytest.param("games/probe/rules.py", "more(STEP)", "2 * more(STEP)", 148, id="a rule behind generic code"),
        pytest.param("games/probe/rules.py", "number + 10", "number + 20", 146, id="a rule that is inlined"),
        pytest.param("games/probe/material.py", "STEP = 1", "STEP = 2", 128, id="a constant of another file"),
        pytest.param("games/probe/material.py", "np.arange(3)", "np.arange(3) * 2", 130, id="an array of another file"),
        pytest.param("bots/caller.py", "2 * dispatch", "3 * dispatch", 139, id="a kernel that is called"),
        pytest.param("bots/pair.py", "one: int\n    other: int", "other: int\n    one: int", 226, id="fields"),
    ],
)
def test_an_edit_is_noticed(probe: Probe, name: str, old: str, new: str, answer: int) -> None:
    """Yesterday's rules must never be played."""
    probe.edit(name, old, new)
    assert [probe.run(), probe.run()] == [f"{answer} compiled", f"{answer} cached"]


def test_the_way_back_is_kept(probe: Probe) -> None:
    """Who changes a rule and changes it back finds the old code."""
    probe.edit("games/probe/material.py", "STEP = 1", "STEP = 2")
    probe.run()
    probe.edit("games/probe/material.py", "STEP = 2", "STEP = 1")
    assert probe.run() == "126 cached"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("games/probe/rules.py", "A docstring.", "Another docstring."),
        (
            "games/probe/rules.py",
            "@kernel\ndef standstill",
            "# A comment, and so another line.\n@kernel\ndef standstill",
        ),
        ("games/probe/rules.py", "return 1", "return 2"),
        ("games/probe/material.py", "STEP = 1", "STEP = 1\nOTHER = 2"),
        ("kernel/bits.py", "return", "return  0 if False else"),
    ],
)
def test_what_is_not_part_of_a_kernel_does_not_compile_it_again(probe: Probe, name: str, old: str, new: str) -> None:
    probe.edit(name, old, new)
    assert probe.run() == "126 cached"


def test_a_spoilt_file_is_made_anew(probe: Probe, tmp_path: Path) -> None:
    for path in (tmp_path / "cache").rglob("*.entry"):
        path.write_bytes(path.read_bytes()[:100])
    assert [probe.run(), probe.run()] == ["126 compiled", "126 cached"]


def test_a_file_that_names_a_renamed_class_is_made_anew(probe: Probe) -> None:
    probe.edit("bots/pair.py", "class Pair(", "class Couple(")
    probe.edit("bots/caller.py", "import Pair", "import Couple as Pair")
    probe.edit("bots/caller.py", "twice(state) +", "1 + twice(state) +")
    assert [probe.run(), probe.run()] == ["127 compiled", "127 cached"]
