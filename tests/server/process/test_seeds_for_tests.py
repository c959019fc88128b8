"""Seeds and ids that are the same in every run, for tests only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rectoverso.errors import BadInput
from rectoverso.server.process.seeds_for_tests import COOKIE, TEST_SEED, on_this_machine
from rectoverso.server.start.serve import ServeOptions, check
from tests.server.server_process import running, start
from tests.server.site import PATIENCE, Guest, Site, deal


def ids_and_boards(folder: Path, *tests: str, seed: str = "tea") -> list[tuple[str, Any]]:
    """For each test, in this order: the id of its table, and the board as it lies after the bots' first moves."""
    folder.mkdir()
    site = Site(folder, test_seed=seed)
    try:
        return [table_of(site.guest(), test) for test in tests]
    finally:
        site.stop()


def table_of(guest: Guest, test: str) -> tuple[str, Any]:
    guest.http.cookies.set(COOKIE, test)
    table = guest.open("nummerus", "bot", "me", "bot", memory="notes")
    window = guest.window(table)
    deal(window, nonces=True)
    window.until_my_turn()
    return table, window.view["table"]


def test_a_test_gets_the_same_whatever_runs_beside_it(tmp_path: Path) -> None:
    [alone] = ids_and_boards(tmp_path / "one", "rain.1")
    other, later, again = ids_and_boards(tmp_path / "two", "wind.1", "rain.1", "rain.2")
    assert later == alone
    assert other[0] != alone[0]
    assert other[1] != alone[1]
    # Another run of the same test has tables of its own, with the same deal.
    assert again[0] != alone[0]
    assert again[1] == alone[1]
    [elsewhere] = ids_and_boards(tmp_path / "three", "rain.1", seed="coffee")
    assert elsewhere[1] != alone[1]


def test_tables_of_one_test_differ(own_site: Site) -> None:
    guest = own_site.guest()
    first, second = table_of(guest, "rain.1"), table_of(guest, "rain.1")
    assert first[0] != second[0]
    assert first[1] != second[1]


def test_advice_is_repeated_too(own_site: Site) -> None:
    advice = []
    for run in (1, 2):
        guest = own_site.guest()
        guest.http.cookies.set(COOKIE, f"rain.{run}")
        window = guest.window(guest.open("nummerus", "me", "bot", memory="notes", random_seats=False))
        deal(window)
        advice.append(window.ask("advise")["advice"])
    assert advice[0] == advice[1]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "games.example.org"])
def test_a_server_for_others_refuses_predictable_deals(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(ServeOptions(host=host))
    monkeypatch.setenv(TEST_SEED, "tea")
    for own in ("127.0.0.1", "::1", "localhost"):
        check(ServeOptions(host=own))
    with pytest.raises(BadInput, match=f"{TEST_SEED} makes every deal predictable.* instead of {host}"):
        check(ServeOptions(host=host))


def test_the_refusal_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    process = start(tmp_path, "--host", "0.0.0.0", "--port", "0", "--db", "games.db", **{TEST_SEED: "tea"})
    said = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, said.count("\n")) == (2, 1), said
    assert TEST_SEED in said


def test_guests_from_elsewhere_are_refused_even_behind_a_proxy(tmp_path: Path) -> None:
    import httpx

    with running(tmp_path, "--db", "games.db", **{TEST_SEED: "tea"}) as (_, address):
        assert httpx.get(f"http://{address}/api/site").status_code == 200
        answer = httpx.get(f"http://{address}/api/site", headers={"X-Forwarded-For": "203.0.113.7"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


def test_what_is_on_this_machine() -> None:
    assert [on_this_machine(host) for host in ("127.0.0.1", "::1", "localhost", "127.9.9.9")] == [True] * 4
    assert [on_this_machine(host) for host in ("", "0.0.0.0", "::", "localhost.example.org", "8.8.8.8")] == [False] * 5
