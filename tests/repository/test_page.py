"""The page finds the games' folders: no other file of it knows a game by name."""

from __future__ import annotations

import re
from pathlib import Path

from rectoverso.games.discovery import own_names
from tests.repository.tree import ROOT, lines, place, with_suffix

SOURCE = ROOT / "web" / "src"
GAMES = SOURCE / "games"
GENERATED = SOURCE / "lib" / "protocol.ts"
NAME = re.compile("|".join(own_names()), re.IGNORECASE)


def shared_files() -> list[Path]:
    own = [GAMES / name for name in own_names()]
    found = [path for path in with_suffix(".ts", ".svelte", ".css", ".html") if path.is_relative_to(SOURCE)]
    return [path for path in found if path != GENERATED and not any(path.is_relative_to(folder) for folder in own)]


def test_every_game_has_a_folder_with_its_board_and_its_cover() -> None:
    for name in own_names():
        assert (GAMES / name / "index.ts").is_file()
        assert (GAMES / name / "cover.svg").is_file()


def test_no_other_file_of_the_page_names_a_game() -> None:
    read = [*shared_files(), ROOT / "web" / "index.html", ROOT / "web" / "vite.config.ts"]
    assert len(read) > 50
    found = [place(path, number) for path in read for number, line in enumerate(lines(path), 1) if NAME.search(line)]
    assert found == []


def test_rule_numbers_stand_only_in_the_folder_of_their_game() -> None:
    cited = re.compile(r"\b[TJN]\d{1,2}\b")
    files = shared_files()
    assert [place(path, n) for path in files for n, line in enumerate(lines(path), 1) if cited.search(line)] == []
