"""The server's settings. The clock, seeds and ids are settings too, so that a test can repeat a whole game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .process_name import own_name
from .steady_clock import SteadyClock

ID_ALPHABET, ID_LENGTH = "abcdefghijkmnpqrstuvwxyz23456789", 12


def new_seed(table: str, n: int) -> str:
    """256 bits for event number `n` of a table, as hex: from the system's generator, whichever table it is."""
    return secrets.token_hex(32)


def new_id() -> str:
    """A table's or a guest's id: 12 letters and digits, about 60 bits, from the system's generator."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


@dataclass
class Settings:
    """Everything that a host can set, and everything that comes from outside."""

    db: str
    secret: str
    """The key that signs cookies and links."""
    old_secrets: tuple[str, ...] = ()
    """Keys that signed before it; what they signed still counts."""
    process: str = field(default_factory=own_name)
    """The name of this process among those that share the database."""
    page: Path | None = None
    """The folder of the built page."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may talk to this server, besides its own."""
    hosts: tuple[str, ...] = ()
    """The host names this server answers to; empty: any."""
    secure: bool = False
    """Send cookies over https only."""
    metrics: bool = True
    """Answer `/metrics` to programs on this machine."""
    metrics_address: tuple[str, int] | None = None
    """Where metrics are served instead, to everybody who can reach it; other processes take the ports after it."""
    compile_first: bool = False
    """Compile the games in processes of their own before they can be played; else when they are first played, here."""
    bot_threads: int = 4
    bot_pace: tuple[float, float] = (0.25, 0.55)
    """A bot waits at least a time between these before it moves, in seconds."""
    bot_seconds: float = 1.5
    """The longest a bot may take to choose a move."""
    advisor_bot: str = "search:800ms"
    """The bot that gives advice."""
    request_rate: float = 30.0
    request_burst: float = 120.0
    """Socket, per connection: frames per second in the long run, and at once."""
    address_frame_rate: float = 300.0
    address_frame_burst: float = 1200.0
    """Socket, per address: the same."""
    reaction_rate: float = 0.5
    reaction_burst: float = 6.0
    """Reactions of a chair: the same."""
    http_rate: float = 15.0
    http_burst: float = 150.0
    """HTTP, per address: the same."""
    computing_rate: float = 1.0
    computing_burst: float = 30.0
    """Odds, advice and replays, per address: the same."""
    connection_rate: float = 20.0
    connection_burst: float = 200.0
    """New connections, per address: the same."""
    new_guest_rate: float = 0.1
    new_guest_burst: float = 60.0
    """New guests, per address: the same."""
    max_tables_per_hour: int = 120
    """Tables that a guest may sit down at."""
    max_tables_per_hour_of_an_address: int = 360
    """Tables that may be opened from one address."""
    max_tables_of_an_address: int = 300
    """Unfinished tables that were opened from one address."""
    max_bot_tables_of_an_address: int = 100
    """Those among them at which bots play."""
    max_waiting_tables_of_an_address: int = 10
    max_waiting_tables_of_a_guest: int = 3
    """Public tables that wait for people in the lobby."""
    max_connections_per_address: int = 200
    """Connections of all kinds; behind a proxy, sockets."""
    max_connections: int = 10_000
    """In all; not more than the system has files for."""
    proxies: tuple[str, ...] = ("127.0.0.1",)
    """Proxies that are trusted to name the address of the client."""
    idle_seconds: float = 60.0
    """A connection that is silent for this long is closed."""
    keep_games_days: int | None = 365
    """How long finished games are kept; None: for ever."""
    keep_guests_days: int | None = 365
    """How long guests are kept at whose tables nothing happens; None: for ever."""
    now: Callable[[], int] = field(default_factory=SteadyClock)
    new_seed: Callable[[str, int], str] = field(default=new_seed)
    new_id: Callable[[], str] = field(default=new_id)
    repeatable: bool = False
    """For tests (seeds_for_tests.py): seeds and ids follow from a test's name; tables can be opened at a position."""
