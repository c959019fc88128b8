"""Settings from the environment."""

from __future__ import annotations

import pytest

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
