"""Who is present at a table now, since when the others have been away, and since when the table goes on."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .table_parts import Chair


class Attendance:
    """`away_since` holds, by chair, when its person was last seen; a chair that is not in it is present.

    `resumed_at`: when the table last went on after a time in which nobody could do anything, such as a restart.
    """

    def __init__(self, away_since: dict[int, int] | None = None) -> None:
        self.away_since: dict[int, int] = away_since if away_since is not None else {}
        self.resumed_at = 0

    def resume(self, now: int) -> None:
        """The table goes on; players who are away count as away only from now on."""
        self.resumed_at = now
        self.away_since = dict.fromkeys(self.away_since, now)

    @property
    def complete(self) -> bool:
        """Nobody is away."""
        return not self.away_since

    def present(self, chair: Chair) -> bool:
        """Bots always are."""
        return chair.kind == "bot" or chair.number not in self.away_since

    def update(self, chairs: Iterable[Chair], guests: Collection[str], now: int) -> None:
        """These guests are connected now. A chair without a connected guest is away, since `now` or longer."""
        for chair in chairs:
            if chair.kind == "bot" or any(guest in guests for guest in chair.guests):
                self.away_since.pop(chair.number, None)
            else:
                self.away_since.setdefault(chair.number, now)
