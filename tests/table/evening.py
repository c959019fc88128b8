"""A table without a server: events happen one after the other, time and luck come from the test."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from rectoverso.table import decide, progress
from rectoverso.table import events as e
from rectoverso.table.progress import Here
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
        """Let events happen, and what follows from them."""
        for event in events:
            self.log.append(event)
            self.table.evolve(event)
        if events:
            self.settle()

    def settle(self) -> None:
        """What happens by itself."""
        while events := progress.following(self.table, Here(self.away), self.now, self.seed):
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
                self.do(decide.commit, chair.number, None)
        assert self.table.phase == "playing"

    def do(self, what: Callable[..., Sequence[e.AnyEvent]], chair: int, *more: Any) -> None:
        """Somebody does something."""
        self.happen(what(self.table, self.table.chair(chair), *more, self.now))

    def play(self, move: str | None = None) -> str:
        """Whoever is to move moves: the person, or the bot as if it had thought of this."""
        table = self.table
        assert table.round is not None
        mover = table.to_move
        assert mover is not None
        chosen = move or self.rng.choice(table.round.legal)
        if mover.bot_plays:
            self.happen(decide.play_bot(table, mover, table.position_n, chosen, self.now))
        else:
            self.happen(decide.play(table, mover, table.n, chosen, self.now))
        return chosen

    def play_out(self) -> None:
        """To the end of the round."""
        while self.table.phase == "playing":
            self.play()

    def twin(self) -> Table:
        """The same table made anew from its log, through the store's text and back."""
        return replay([e.decode(e.encode(event)) for event in self.log])


def _place(kind: str, number: int) -> Place:
    if kind == "bot":
        return Place("bot", level="novice")
    if kind == "person":
        return Place("person", guest=f"g{number}", name=f"P{number}")
    return Place("open")


def told(table: Table) -> dict[str, Any]:
    """All that makes a table, to compare two of them."""
    apart = ("round", "game", "played", "secrets")
    fields = {name: value for name, value in vars(table).items() if name not in apart and not name.startswith("_")}
    round = table.round
    return {
        **fields,
        "chairs": [vars(chair) for chair in table.chairs],
        "steps": [vars(step) for step in table.steps],
        "question": vars(table.question) if table.question else None,
        "round": None if round is None else (round.moves, round.turn, round.deal.tolist(), round.state.tobytes()),
        "played": [
            (played.round.moves, played.result, played.order, played.again, played.ended) for played in table.played
        ],
        "secrets": vars(table.secrets) if table.secrets else None,
    }
