"""The compiler can be switched off: then the same source runs as plain Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.bots import tree_search
from rectoverso.games import game_named
from rectoverso.kernel import jit, sources
from rectoverso.kernel.jit import COMPILED

FOLDER = Path(__file__).parent


@pytest.mark.skipif(not COMPILED, reason="this is the run without the compiler")
def test_the_kernel_passes_its_tests_without_the_compiler() -> None:
    environment = {**os.environ, "RECTOVERSO_JIT": "off"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(FOLDER)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=FOLDER.parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


@pytest.mark.skipif(not COMPILED, reason="nothing is cached without the compiler")
def test_the_cache_is_kept_apart_by_the_sources(tmp_path: Path) -> None:
    """Yesterday's rules must never be played: a changed callee in another file is noticed."""
    package = tmp_path / "rectoverso"
    for name, text in _PROBE.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    shutil.copytree(Path(jit.__file__).parent, package / "kernel")
    shutil.copy(Path(jit.__file__).parent.parent / "errors.py", package)
    assert [_run(tmp_path), _run(tmp_path)] == ["1 compiled", "1 cached"]
    rules = package / "games/probe/rules.py"
    rules.write_text(rules.read_text().replace("return 1", "return 2"))
    assert [_run(tmp_path), _run(tmp_path)] == ["2 compiled", "2 cached"]
    rules.write_text(rules.read_text().replace("    return 2", '    """A word about it."""\n\n    return LIMIT  # why'))
    rules.write_text("LIMIT = 2\n" + rules.read_text())
    assert [_run(tmp_path), _run(tmp_path)] == ["2 compiled", "2 cached"]
    rules.write_text(rules.read_text().replace("A word", "Another word").replace("# why", "# why so"))
    assert _run(tmp_path) == "2 cached"


_PROBE = {
    "__init__.py": "",
    "games/__init__.py": "",
    "games/probe/__init__.py": "",
    "games/probe/rules.py": """
from rectoverso.kernel.jit import kernel
@kernel
def answer(state):
    return 1
""",
    "bots/__init__.py": "",
    "bots/caller.py": """
import numpy as np
from rectoverso.games.probe.rules import answer
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.record import blank, record_type
@kernel
def ask(state):
    return answer(state)
said = ask(blank(record_type("probe", [])))
print(said, "cached" if ask.stats.cache_hits else "compiled")
""",
}


def _run(folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "RECTOVERSO_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "rectoverso.bots.caller"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_generic_code_is_made_from_the_games_it_is_given() -> None:
    """Each record type has its own entry in the cache of a generic function; other games are not part of it."""
    for name in ("titus", "janus"):
        game_named(name)
    signature = "(Record(titus_observation[type=int64;offset=0]), int64)"
    made_from = sources.closure(jit.sources_of(tree_search.__name__, signature))
    assert {tree_search.__name__, "rectoverso.games.titus.rules", "rectoverso.games.titus.material"} <= made_from
    assert {"rectoverso.kernel.bits", "rectoverso.kernel.rng"} <= made_from
    assert not any(name.startswith("rectoverso.games.janus") for name in made_from)
    assert "rectoverso.games.titus.narration" not in made_from
