"""Nothing in Recto Verso knows the fourth game, and all of it plays the game: command line, bots, arena, server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rectoverso.words import LANGUAGES
from tests.fourth_game.conftest import Command, environment
from tests.server.server_process import running
from tests.server.site import RemoteSite, Window, deal


def test_it_passes_check_game(rectoverso: Command) -> None:
    done = rectoverso("check-game", "quartus", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["ok"]


def test_a_search_beats_chance_in_the_arena(rectoverso: Command) -> None:
    done = rectoverso(
        "arena", "quartus", "--players", "2", "--games", "60", "--seed", "tea", "--bots", "search:100,random", "--json"
    )
    rated = {bot["bot"]: bot for bot in json.loads(done.stdout)["bots"]}
    assert rated["search:100"]["wins"] >= 0.9 * rated["search:100"]["games"]
    assert rated["search:100"]["elo_low"] > rated["random"]["elo_high"]


def test_it_is_stepped_in_batches(rectoverso: Command) -> None:
    done = rectoverso("bench", "batch", "quartus", "--batch", "16", "--seconds", "0.01", "--json")
    [speed] = json.loads(done.stdout)
    assert (speed["game"], speed["players"], speed["batch"]) == ("quartus", 2, 16)
    assert speed["steps_per_s"] > 0


def test_its_games_are_recorded_replayed_and_advised_on(rectoverso: Command, tmp_path: Path) -> None:
    play = ("selfplay", "quartus", "--players", "3", "--games", "4", "--seed", "tea", "--bots", "greedy,casual,random")
    for file in ("one.jsonl", "other.jsonl"):
        assert rectoverso(*play, "--option", "row=4", "--legal", "--out", file).returncode == 0
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "other.jsonl").read_bytes()
    replayed = rectoverso("replay", "one.jsonl", "--json")
    assert json.loads(replayed.stdout)["bad"] == 0
    reasons = set()
    for lang in LANGUAGES:
        done = rectoverso(
            "advise", "one.jsonl", "--at", "4", "--bot", "search:200", "--seed", "x", "--lang", lang, "--json"
        )
        reasons.add(json.loads(done.stdout)["reason"])
    assert len(reasons) == len(LANGUAGES)
    odds = json.loads(rectoverso("odds", "one.jsonl", "--at", "4").stdout)
    assert all(abs(sum(faces.values()) - 1) < 1e-9 for faces in odds.values())


# ---- over HTTP and a socket


@pytest.fixture
def site(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RemoteSite]:
    """A server where the game is installed."""
    monkeypatch.setenv("PYTHONPATH", environment(installed)["PYTHONPATH"])
    with running(tmp_path, "--db", str(tmp_path / "games.db")) as (_, address):
        site = RemoteSite(address)
        yield site
        site.send_home()


def test_a_page_is_told_all_that_it_needs(site: RemoteSite) -> None:
    guest = site.guest()
    game = next(one for one in guest.get("/api/site")["games"] if one["name"] == "quartus")
    assert game["title"] == "Quartus"
    assert (game["players"], game["usual_players"], game["age"], game["minutes"]) == ([2, 3, 4], 2, 8, [5, 10])
    assert game["levels"] == ["novice", "casual", "club", "expert", "master"]
    assert game["generic"]
    assert game["hidden"]
    assert len(game["deck"]) == 21
    assert game["words"]["de"]["options"]["row"] == {
        "name": "Reihe",
        "help": "Wie viele Karten in der Reihe zur Wahl liegen.",
        "values": {"3": "drei Karten", "4": "vier Karten"},
    }
    for lang in game["rules"]:
        assert guest.http.get(f"/api/rules/quartus/{lang}").text.startswith("# Quartus")
    assert sorted(game["rules"]) == sorted(LANGUAGES)
    cover = guest.http.get(game["cover"])
    assert cover.headers["content-type"].startswith("image/svg+xml")
    assert cover.text.startswith("<svg")


def test_it_is_played_to_its_end_on_the_generic_board(site: RemoteSite) -> None:
    guest = site.guest("Anna")
    window = guest.window(guest.open("quartus", "me", "bot", "bot"), lang="de")
    deal(window)
    generic = latest(window)
    while window.view["to_move"] is not None:
        if not window.legal:
            window.hear()
            continue
        generic = latest(window)
        assert [group["owner"] for group in generic["groups"]] == [None, None, 1, 2, 3]
        assert {group["label"] for group in generic["groups"]} >= {"Reihe", "Nachziehstapel", "Deine Karten"}
        assert len(generic["moves"]) == len(window.legal)
        assert generic["moves"][0].startswith("Die ")
        assert generic["moves"][0].endswith(f", wie sie liegt ({window.legal[0].split()[1]})")
        window.play(window.legal[0])
    window.until(lambda message: message["type"] == "changed" and message["what"] == "over")
    shown = [piece["text"] for group in latest(window)["groups"] if group["owner"] for piece in group["pieces"]]
    assert len(shown) == 15
    assert all("zählt" in text for text in shown)


def latest(window: Window) -> dict[str, Any]:
    """The generic board that came last."""
    boards = [
        generic
        for message in window.messages()
        if (generic := message.get("generic") or (message.get("position") or {}).get("generic"))
    ]
    board: dict[str, Any] = boards[-1]
    return board


def test_its_records_are_shown_step_by_step(site: RemoteSite, rectoverso: Command) -> None:
    done = rectoverso("selfplay", "quartus", "--players", "2", "--seed", "tea", "--bots", "random", "--out", "-")
    asked = {"record": json.loads(done.stdout), "seat": "all", "lang": "fr"}
    replay = site.guest().post("/api/replay", asked)
    assert replay["generic"]["groups"][0]["label"] == "Rangée"
    assert len(replay["steps"]) == 10
    assert all(step["generic"]["moves"] == [] and step["text"] for step in replay["steps"])
