"""A table without a server: events happen one after the other, time and luck come from the test."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rectoverso.errors import Refused
from rectoverso.table import automatic, fair
from rectoverso.table import commands as c
from rectoverso.table import events as e
from rectoverso.table.attendance import Attendance
from rectoverso.table.decide import decide
from rectoverso.table.setup import Place, Setup
from rectoverso.table.table import Table, replay

START = 1_700_000_000_000


class Evening:
    """One table and its log."""

    def __init__(self, game: str, *who: str, seed: int = 1, **setup: Any) -> None:
        places = [_place(kind, number) for number, kind in enumerate(who, 1)]
        fields: dict[str, Any] = {"options": {}, "random_seats": False, **setup}
        opened = e.Opened(
            t=START, setup=Setup(game=game, players=len(who), **fields), places=places, host="g1", rules=1
        )
        self.log: list[e.AnyEvent] = [opened]
        self.table = Table(opened)
        self.now = START
        self.rng = random.Random(seed)
        self.away: dict[int, int] = {}
        self.settle()

    def seed(self) -> str:
        """The server's luck."""
        return self.rng.randbytes(32).hex()

    def happen(self, events: Sequence[e.AnyEvent]) -> None:
        """Apply events, and those that are due after them."""
        for event in events:
            self.log.append(event)
            self.table.evolve(event)
        if events:
            self.settle()

    def settle(self) -> None:
        """Apply the events that are due."""
        while events := automatic.events_due(self.table, Attendance(self.away), self.now, self.seed):
            for event in events:
                self.log.append(event)
                self.table.evolve(event)

    def later(self, seconds: float) -> None:
        """Time passes."""
        self.now += int(seconds * 1000)
        self.settle()

    def deal(self) -> None:
        """Nobody brings a nonce: the round begins."""
        for chair in self.table.persons:
            if self.table.phase == "committing" and not chair.bot_plays:
                self.do(c.Commit, chair.number, None)
        assert self.table.phase == "playing"

    def commit(self, *chairs: int, draw: int = 1) -> None:
        """These chairs commit to a nonce of their own, the other persons take no part."""
        for chair in self.table.persons:
            took_part = chair.number in chairs
            commitment = fair.commitment_to_nonce(nonce(chair.number, draw)) if took_part else None
            assert self.table.secrets is not None
            if chair.number not in self.table.secrets.aside:
                self.do(c.Commit, chair.number, commitment)

    def open(self, *chairs: int, draw: int = 1) -> None:
        """These chairs open what they committed to."""
        for chair in chairs:
            self.do(c.OpenNonce, chair, nonce(chair, draw))

    def do(self, command: type[c.ChairCommand], chair: int, *fields: Any) -> None:
        """The person on a chair gives a command; on a bot's chair nobody does, which is refused."""
        guests = self.table.chair(chair).guests
        self.command(command("", chair, *fields), guests[0] if guests else "")

    def command(self, command: c.Command, guest: str = "") -> None:
        """A guest gives a command."""
        self.happen(decide(self.table, command, guest, self.now))

    def play(self, move: str | None = None) -> str:
        """The seat to move moves: the person, or the bot as if it had thought of this."""
        table = self.table
        assert table.round is not None
        mover = table.to_move
        assert mover is not None
        chosen = move or self.rng.choice(table.round.legal)
        if mover.bot_plays:
            self.command(c.PlayBot(mover.number, table.position_n, chosen))
        else:
            self.do(c.Play, mover.number, table.n, chosen)
        return chosen

    def play_out(self) -> None:
        """To the end of the round."""
        while self.table.phase == "playing":
            self.play()

    def play_eventful_round(self, name: str, undone: int) -> None:
        """The first person takes this name, actions are undone, and the third person leaves for a while."""
        self.do(c.Rename, 1, name)
        for _ in range(undone):
            self.play()
            if (possible := self.table.undoable()) is not None:
                self.do(c.Undo, possible[0], self.table.n)
        self.do(c.Leave, 3)
        self.play()
        self.do(c.Back, 3)
        self.play_out()

    def want_again(self, *, same_deal: bool = False) -> None:
        """All persons want another round."""
        for chair in self.table.persons:
            self.do(c.PlayAgain, chair.number, same_deal)

    def twin(self) -> Table:
        """The same table rebuilt from its log, through the store's text and back."""
        return replay([e.decode(e.encode(event)) for event in self.log])


def nonce(chair: int, draw: int = 1) -> str:
    """The nonce of a chair in one draw."""
    return f"{draw:x}{chair:x}" * 32


def _place(kind: str, number: int) -> Place:
    if kind == "bot":
        return Place("bot", level="novice")
    if kind == "person":
        return Place("person", guest=f"g{number}", name=f"P{number}")
    return Place("open")


def told(table: Table) -> dict[str, Any]:
    """All that makes a table, to compare two of them."""
    apart = ("round", "game", "finished", "secrets")
    fields = {name: value for name, value in vars(table).items() if name not in apart and not name.startswith("_")}
    round = table.round
    return {
        **fields,
        "chairs": [vars(chair) for chair in table.chairs],
        "steps": [vars(step) for step in table.steps],
        "vote": vars(table.vote) if table.vote else None,
        "round": None if round is None else (round.moves, round.turn, round.deal.tolist(), round.state.tobytes()),
        "finished": [
            (played.moves, played.result, played.order, played.again, played.ended) for played in table.finished
        ],
        "secrets": vars(table.secrets) if table.secrets else None,
    }


def refusal(command: type[c.ChairCommand], evening: Evening, chair: int, *fields: object) -> str:
    """The code with which a command is refused."""
    with pytest.raises(Refused) as refused:
        evening.do(command, chair, *fields)
    return refused.value.code


def two(game: str = "nummerus", **setup: object) -> Evening:
    """Two persons, with the cards dealt."""
    evening = Evening(game, "person", "person", **setup)
    evening.deal()
    return evening
