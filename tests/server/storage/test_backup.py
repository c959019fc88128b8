"""Records in and out."""

from __future__ import annotations

import msgspec

from rectoverso.bots.selfplay import self_played
from rectoverso.games import game_named
from rectoverso.server.storage import backup


def test_records_come_in_once_and_go_out_again(db: str) -> None:
    game = game_named("nummerus")
    records = [self_played(game, 2, {}, "store", number, ["random"] * 2).record() for number in range(3)]
    lines = [msgspec.json.encode(record) for record in records]
    assert backup.import_(db, iter(enumerate(lines[:2], 1))) == 2
    assert backup.import_(db, iter(enumerate(lines, 1))) == 1
    assert sorted(backup.export(db)) == sorted(lines)
