"""All input and output of live games: HTTP, sockets, storage. What happens at a table is decided in `table`."""

from __future__ import annotations


def play() -> None:
    """At home: start the server on its embedded database and open the page."""
    from .start.serve import play as start

    start()
