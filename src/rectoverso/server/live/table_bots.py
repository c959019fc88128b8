"""The bots of one table: when they think, and for whom they play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...table.commands import PlayBot
from ...table.decide import TAKEOVER_LEVEL
from .bot_workers import BotMove, BotTurn
from .queued_command import QueuedCommand

if TYPE_CHECKING:
    from .room import Room

ELSEWHERE = "elsewhere"
"""In place of the address of a watcher who is connected to another process."""


class TableBots:
    """Lets the bot whose turn it is think, as long as somebody is there to play for."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.thinking: tuple[int, int] | None = None
        """The position and the chair that a bot thinks about."""

    def let_think(self) -> None:
        """A bot gets what its seat knows, never the state."""
        table, workers = self._room.table, self._room.tables.bot_workers
        mover = table.to_move
        if mover is None or not mover.bot_plays or table.round is None:
            return
        address = self._plays_for()
        if address is None:
            if workers.cancel(self._room.id):
                self.thinking = None
            return
        thinking = (table.position_n, mover.number)
        if self.thinking == thinking:
            return
        self.thinking = thinking
        seat = table.seat_of(mover.number)
        assert seat is not None
        level = mover.level or TAKEOVER_LEVEL
        seen = table.round.observation(seat)
        turn = BotTurn(self._room.id, mover.number, table.position_n, level, table.game, seen, address)
        workers.think(turn, self._moves)

    def _plays_for(self) -> str | None:
        """The address that bots play for: of a person at the table, or of a watcher where no person has a chair.

        For a person who is connected to another process, the guest's id takes its place.
        None: nobody is here, so bots wait until somebody returns.
        """
        room, table = self._room, self._room.table
        persons = bool(table.persons)
        readers = (reader for reader in room.readers if not persons or table.chairs_of(reader.guest))
        here = next((reader.address for reader in readers), None)
        if here is not None or not room.remote_readers:
            return here
        return next(iter(room.remote_readers.guests), None) if persons else ELSEWHERE

    @property
    def wait(self) -> bool:
        """It is a bot's turn, but nobody is here to play for."""
        mover = self._room.table.to_move
        return mover is not None and mover.bot_plays and self._plays_for() is None

    def _moves(self, chosen: BotMove) -> None:
        """The move of a bot is one more command in the queue."""
        if self.thinking == (chosen.position_n, chosen.chair):
            self.thinking = None
        move = self._room.table.game.texts[chosen.move]
        self._room.submit(QueuedCommand(PlayBot(chosen.chair, chosen.position_n, move)))
