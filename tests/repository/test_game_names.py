"""A game is one folder: outside it, no source names it, except where it says why."""

from __future__ import annotations

import re
from pathlib import Path

from rectoverso.games.discovery import own_names
from tests.repository.tree import ROOT, lines, place, with_suffix

PACKAGE = ROOT / "src" / "rectoverso"
NAME = re.compile("|".join(own_names()), re.IGNORECASE)

# Where a name may stand, and why. A new game changes none of these places.
EXAMPLE = "an example in a help text or a docstring: some game must be named"
EXCEPTIONS: dict[str, tuple[str, str]] = {
    "__init__.py": (r'^"""Recto Verso: .* family games|rectoverso\.new\("', f"what the product is; {EXAMPLE}"),
    "games/round.py": (r'>>> game = rectoverso\.new\("', EXAMPLE),
    "games/view_schema.py": (r">>> sorted\(view_schema\(", EXAMPLE),
    "cli/app.py": (r"^  rectoverso |^    help=.*family games", f"what the product is; {EXAMPLE}"),
    "rl/baselines.py": (r">>> env = pettingzoo\.env\(", EXAMPLE),
    "rl/batch.py": (r'>>> games = batch\.make\("', EXAMPLE),
    "rl/gymnasium.py": (r">>> env = gymnasium\.make\(", EXAMPLE),
    "rl/openspiel.py": (r">>> game = pyspiel\.load_game\(", EXAMPLE),
    "rl/planes.py": (r'>>> games = batch\.make\("', EXAMPLE),
    "rl/pettingzoo.py": (r">>> env = pettingzoo\.env\(", EXAMPLE),
    "bench/server.py": (r'^GAME = "', "figures of the server are compared over time, so the game stays the same"),
    **{
        f"cli/{command}.py": (r"^  rectoverso ", EXAMPLE)
        for command in ("advise", "arena", "bench", "check_game", "dataset", "odds", "play", "replay", "selfplay")
    },
}


def shared_sources() -> list[Path]:
    folders = [PACKAGE / "games" / name for name in own_names()]
    sources = [path for path in with_suffix(".py") if path.is_relative_to(PACKAGE)]
    return [path for path in sources if not any(path.is_relative_to(folder) for folder in folders)]


def test_no_shared_source_names_a_game() -> None:
    named, used = [], set()
    for path in shared_sources():
        allowed = EXCEPTIONS.get(str(path.relative_to(PACKAGE)))
        for number, line in enumerate(lines(path), 1):
            if not NAME.search(line):
                continue
            if allowed is not None and re.search(allowed[0], line):
                used.add(str(path.relative_to(PACKAGE)))
            else:
                named.append(f"{place(path, number)}: {line.strip()}")
    assert named == []
    assert used == set(EXCEPTIONS), "an exception that nothing needs any more"


def test_no_shared_data_file_is_called_after_a_game() -> None:
    shared = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    folders = [PACKAGE / "games" / name for name in own_names()]
    built = [PACKAGE / "web", PACKAGE / "pages"]
    outside = [path for path in shared if not any(path.is_relative_to(folder) for folder in (*folders, *built))]
    assert [str(path) for path in outside if NAME.search(path.name)] == []
