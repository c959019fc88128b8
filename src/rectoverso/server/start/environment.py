"""Settings from the environment, and where the data of this user lies."""

from __future__ import annotations

import os
from pathlib import Path

from ...errors import BadInput
from ...resources import client
from ..process.auth import load_secrets
from ..process.proxies import Proxies
from ..process.seeds_for_tests import TEST_SEED, Repeatable, on_this_machine
from ..process.settings import Settings
from ..storage.database import database_url, is_sqlite, sqlite_file
from .open_files import max_connections

DB, ORIGINS, HOSTS, SECURE = "RECTOVERSO_DB", "RECTOVERSO_ORIGINS", "RECTOVERSO_HOSTS", "RECTOVERSO_SECURE"
METRICS, PROXIES, RATES = "RECTOVERSO_METRICS", "RECTOVERSO_PROXIES", "RECTOVERSO_RATES"
KEEP_GAMES, KEEP_GUESTS = "RECTOVERSO_KEEP_GAMES", "RECTOVERSO_KEEP_GUESTS"
WARM, PACE = "RECTOVERSO_WARM", "RECTOVERSO_PACE"
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
USUAL_DAYS, MAX_DAYS = 365, 36_500


def data_folder() -> Path:
    """The folder for the data of this user."""
    from platformdirs import user_data_path

    folder = user_data_path("rectoverso", appauthor=False)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def database(given: str | None = None) -> str:
    """The given database, else the one in the environment, else the user's own."""
    return given if given is not None else os.environ.get(DB) or str(data_folder() / "rectoverso.db")


def settings_from_environment() -> Settings:
    """Settings are passed in the environment, so that they also reach the process that reloading starts."""
    db = database()
    url = database_url(db)
    folder = sqlite_file(url).resolve().parent if is_sqlite(url) else data_folder()
    secret, *old_secrets = load_secrets(folder)
    settings = Settings(db=db, secret=secret, old_secrets=tuple(old_secrets), page=client())
    settings.origins = _words(ORIGINS)
    settings.hosts = tuple(name.lower() for name in _words(HOSTS))
    settings.proxies = proxies()
    settings.secure = os.environ.get(SECURE, "") == "1"
    settings.metrics, settings.metrics_address = _metrics()
    settings.compile_first = os.environ.get(WARM, "on") != "off"
    settings.bot_threads = max(4, 2 * (os.cpu_count() or 1))
    settings.keep_games_days, settings.keep_guests_days = _days(KEEP_GAMES), _days(KEEP_GUESTS)
    if os.environ.get(PACE, "") == "off":
        settings.bot_pace = (0.0, 0.0)
    if os.environ.get(RATES, "") == "off":
        lift_limits(settings)
    settings.max_connections = min(settings.max_connections, max_connections())
    if (test_seed := os.environ.get(TEST_SEED)) is not None:
        Repeatable(test_seed).apply(settings)
    return settings


def lift_limits(settings: Settings) -> None:
    """Load tests and most other tests come from one address, and fast."""
    for name in vars(settings):
        if name.endswith(("_rate", "_burst")):
            setattr(settings, name, 1e9)
        elif name.startswith("max_"):
            setattr(settings, name, 1_000_000)


def proxies() -> tuple[str, ...]:
    """The trusted proxies; refuses what is not an address or a network."""
    words = _words(PROXIES) if PROXIES in os.environ else ("127.0.0.1",)
    Proxies(words)
    return words


def answer_to_loopback_names(host: str) -> None:
    """If the server listens on a loopback address, only loopback names lead to it, and those that the host has set.

    Otherwise a page of any site could make its own name lead to this machine, and talk to the server as its owner.
    """
    if on_this_machine(host):
        names = dict.fromkeys([*_words(HOSTS), *LOOPBACK_NAMES, f"[{host}]" if ":" in host else host])
        os.environ[HOSTS] = " ".join(names)


def _days(name: str) -> int | None:
    """A number of days, a year if none is given; `forever` is None."""
    text = os.environ.get(name, "").strip() or str(USUAL_DAYS)
    if text == "forever":
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:7]) <= MAX_DAYS:
        raise BadInput(f"{name} is a number of days from 1 to {MAX_DAYS}, or forever, not {text[:60]!r}")
    return int(text)


def metrics_address() -> tuple[str, int] | None:
    """The address that the host has given the metrics."""
    return _metrics()[1]


def _metrics() -> tuple[bool, tuple[str, int] | None]:
    """Whether `/metrics` answers, or on which address of its own."""
    text = os.environ.get(METRICS, "").strip() or "on"
    if text in ("on", "off"):
        return text == "on", None
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 <= int(port[:6]) <= 65_535:
        raise BadInput(f"{METRICS} is on, off or HOST:PORT, not {text[:60]!r}")
    return False, (host.strip("[]"), int(port))


def _words(name: str) -> tuple[str, ...]:
    return tuple(word for word in os.environ.get(name, "").replace(",", " ").split() if word)
