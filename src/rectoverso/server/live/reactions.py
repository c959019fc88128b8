"""The reactions at one table: each is told once, and no chair sends too many."""

from __future__ import annotations

from collections import deque

from ...errors import Refused
from ..process.rate_limits import Buckets
from ..process.settings import Settings

MAX_REMEMBERED = 64
"""Reactions that are known again if they are sent twice."""


class Reactions:
    """What was told last, and how much each chair has sent."""

    def __init__(self, settings: Settings) -> None:
        self._told: deque[str] = deque(maxlen=MAX_REMEMBERED)
        self._rates = Buckets(settings.reaction_rate, settings.reaction_burst)

    def check(self, chair: int, ref: str, now: float) -> None:
        """Refuse a chair that does nothing else, since every reaction is told to all readers."""
        if ref not in self._told and not self._rates.take(str(chair), now):
            raise Refused("too-many-requests")

    def is_new(self, ref: str) -> bool:
        """Whether this one has to be told; from now on it has been."""
        if ref in self._told:
            return False
        self._told.append(ref)
        return True
