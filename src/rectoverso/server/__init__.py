"""All input and output of live games: HTTP, sockets, storage, the fair deal. The games themselves lie in `table`."""

from __future__ import annotations


def play() -> None:
    """At home: the server on its embedded database, and the page in the browser."""
    from .process.start import play as start

    start()
