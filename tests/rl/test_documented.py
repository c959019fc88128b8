"""docs/research.md lists the parts of every observation as they are."""

from __future__ import annotations

import pytest

from rectoverso.games import GAMES, game_named
from tests.repository.tree import ROOT

PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_every_part_is_listed_with_its_shape(name: str) -> None:
    game = game_named(name)
    rows = [
        f"| `{part.name}` | {' × '.join(map(str, part.shape))} | {part.highest} | {part.meaning} |"
        for part in game.features
    ]
    heading = f"**{game.title}**, {game.encoding_size} bytes, {game.moves} actions:"
    listed = PAGE.partition(heading)[2].partition("\n\n|")[2].partition("\n\n")[0].splitlines()
    assert listed[2:] == rows
