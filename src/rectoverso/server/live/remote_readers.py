"""Who reads a table in other processes, as those have announced it."""

from __future__ import annotations

from ..storage.notices import Here


class RemoteReaders:
    """The readers of one table, by process."""

    def __init__(self) -> None:
        self._by_process: dict[str, Here] = {}

    def note(self, process: str, here: Here) -> bool:
        """A process tells who reads there now; False if that is nothing new."""
        before = self._by_process.pop(process, None)
        if here.guests or here.watchers:
            self._by_process[process] = here
        told = (before.guests, before.watchers) if before is not None else ([], 0)
        return told != (here.guests, here.watchers)

    def forget(self, process: str) -> bool:
        """A process has ended; False if nobody read there."""
        return self._by_process.pop(process, None) is not None

    @property
    def guests(self) -> set[str]:
        """Those who hold a chair at the table."""
        return {guest for here in self._by_process.values() for guest in here.guests}

    @property
    def watchers(self) -> int:
        """How many look on."""
        return sum(here.watchers for here in self._by_process.values())

    def __bool__(self) -> bool:
        return bool(self._by_process)
