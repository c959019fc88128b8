"""The metrics: what a host sees of the server, and who else sees it."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from rectoverso.errors import BadInput
from rectoverso.server.process.metrics import REGISTRY
from rectoverso.server.process.metrics_listener import metrics_listener
from rectoverso.server.start import environment
from tests.repository.tree import ROOT
from tests.server.site import Site, deal


def values(text: str) -> dict[str, float]:
    """Every sample, by its name and labels."""
    return {
        sample.name + "".join(f" {name}={value}" for name, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_moves_bots_commits_and_refusals_are_counted(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        guest = site.guest()
        before = values(guest.http.get("/metrics").text)
        window = guest.window(guest.open("nummerus", "me", "bot"))
        deal(window)
        window.until_my_turn()
        moved = window.play(window.legal[0])
        window.until(lambda message: message["type"] == "moved" and message["n"] > moved["n"])  # the bot has moved
        assert window.refused("play", move="nonsense", against=window.n) == "illegal-move"
        after = values(guest.http.get("/metrics").text)
    finally:
        site.stop()
    grown = {name for name, value in after.items() if value > before.get(name, 0)}
    assert grown >= {
        "rectoverso_moves_total",
        "rectoverso_move_seconds_count",
        "rectoverso_move_seconds_bucket le=+Inf",
        "rectoverso_bot_wait_seconds_count",
        "rectoverso_thinking_seconds_count",
        "rectoverso_commit_size_count",
        "rectoverso_commit_seconds_sum",
        "rectoverso_refused_total code=illegal-move",
        "rectoverso_connections",
        "rectoverso_tables",
    }
    assert after["rectoverso_database_writing"] == 1
    assert after["rectoverso_bot_queue"] == 0
    assert after["rectoverso_move_seconds_count"] - before["rectoverso_move_seconds_count"] >= 2


def test_only_programs_on_this_machine_read_them(tmp_path: Path) -> None:
    site = Site(tmp_path, test_seed=None)
    try:
        address = f"http://{site.address}/metrics"
        assert httpx.get(address).status_code == 200
        through_proxy = httpx.get(address, headers={"X-Forwarded-For": "203.0.113.9"})
        assert (through_proxy.status_code, through_proxy.json()["code"]) == (404, "not-found")
        pretending = httpx.get(address, headers={"X-Forwarded-For": "127.0.0.1, 203.0.113.9"})
        assert pretending.status_code == 404
    finally:
        site.stop()


def test_each_process_has_an_address_for_them_of_its_own() -> None:
    with metrics_listener(("127.0.0.1", 20_464)) as first, metrics_listener(("127.0.0.1", 20_464)) as second:
        assert first != second
        for port in (first, second):
            assert "rectoverso_tables" in httpx.get(f"http://127.0.0.1:{port}/metrics").text


@pytest.mark.parametrize(
    ("given", "answers", "address"),
    [
        ("", True, None),
        ("on", True, None),
        ("off", False, None),
        ("127.0.0.1:9464", False, ("127.0.0.1", 9464)),
        ("[::1]:9464", False, ("::1", 9464)),
    ],
)
def test_a_host_says_where_they_are(
    given: str, answers: bool, address: tuple[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environment.METRICS, given)
    assert environment._metrics() == (answers, address)


@pytest.mark.parametrize("given", ["9464", ":9464", "127.0.0.1:", "127.0.0.1:99999", "yes", "localhost:٣"])
def test_what_is_no_address_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.METRICS, given)
    with pytest.raises(BadInput, match="RECTOVERSO_METRICS is on, off or HOST:PORT"):
        environment._metrics()


def test_the_guide_lists_them_all() -> None:
    listed = set(re.findall(r"^\| `(rectoverso_\w+)", (ROOT / "docs/hosting.md").read_text("utf-8"), re.MULTILINE))
    families = {family.name for family in REGISTRY.collect() if family.name.startswith("rectoverso_")}
    assert listed == families
