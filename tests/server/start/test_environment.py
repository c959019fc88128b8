"""Settings from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from rectoverso.errors import BadInput
from rectoverso.server.start import environment


@pytest.mark.parametrize(
    ("host", "set_by_host", "answered"),
    [
        ("127.0.0.1", "", "localhost 127.0.0.1 [::1]"),
        ("localhost", "", "localhost 127.0.0.1 [::1]"),
        ("::1", "games.example", "games.example localhost 127.0.0.1 [::1]"),
        ("127.0.0.7", "", "localhost 127.0.0.1 [::1] 127.0.0.7"),
        ("0.0.0.0", "", ""),
        ("0.0.0.0", "games.example", "games.example"),
    ],
)
def test_on_a_loopback_address_only_loopback_names_are_answered_and_those_that_are_set(
    host: str, set_by_host: str, answered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environment.HOSTS, set_by_host)
    environment.answer_to_loopback_names(host)
    assert environment._words(environment.HOSTS) == tuple(answered.split())


@pytest.fixture
def _own_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RECTOVERSO_DB", str(tmp_path / "games.db"))


@pytest.mark.usefixtures("_own_database")
@pytest.mark.parametrize(("given", "days"), [("", 365), ("30", 30), (" 1 ", 1), ("forever", None)])
def test_a_host_says_how_long_things_are_kept(given: str, days: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECTOVERSO_KEEP_GAMES", given)
    monkeypatch.setenv("RECTOVERSO_KEEP_GUESTS", given)
    settings = environment.settings_from_environment()
    assert (settings.keep_games_days, settings.keep_guests_days) == (days, days)


@pytest.mark.usefixtures("_own_database")
@pytest.mark.parametrize("given", ["0", "-1", "1.5", "a year", "99999999999", "٣"])
def test_what_is_no_number_of_days_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECTOVERSO_KEEP_GUESTS", given)
    with pytest.raises(BadInput, match="RECTOVERSO_KEEP_GUESTS is a number of days from 1 to 36500, or forever"):
        environment.settings_from_environment()
