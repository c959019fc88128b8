"""What an attack is: a function `attack(target)`, which runs in a process of its own until it is ended.

So its work does not slow the honest player down. It calls `target.under_way()` as soon as it hurts. To add one, put it
into a list of `Attack`s with a small count for `make test` and a full one for `make soak`, and call `play_during`
(`test_attacks.py`). Attackers come from a loopback address of their own (`target.source`), as strangers would.
Modules with attacks import little, so that they start soon.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.synchronize import Event


@dataclass(frozen=True)
class Target:
    """What an attack is told: where the server is, where to come from, and how often to do its harm."""

    host: str
    port: int
    source: str
    count: int
    _under_way: Event

    def under_way(self) -> None:
        """Tell that the attack has begun to hurt."""
        self._under_way.set()


@dataclass(frozen=True)
class Attack:
    """An attack, how often in `make test`, and how often in `make soak`."""

    run: Callable[[Target], None]
    few: int
    many: int

    @property
    def name(self) -> str:
        """For reports and ids of tests."""
        return self.run.__name__
