"""For tests only: a table at a position of a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rectoverso.games.game_record import from_record
from tests.server.site import Site

SAMPLES = Path(__file__).parents[2] / "samples"
PATH = "/api/test/tables"
BOT = {"level": "novice"}


def sample(game: str) -> Any:
    return json.loads((SAMPLES / f"{game}.jsonl").read_text("utf-8").splitlines()[0])


def at_seat_to_move(record: Any, at: int) -> dict[str, Any]:
    """The request: I sit where it is the turn, bots elsewhere."""
    turn = from_record(record).at(at).turn
    chairs = [{} if seat == turn else BOT for seat in range(1, record["players"] + 1)]
    return {"record": record, "at": at, "chairs": chairs}


@pytest.mark.parametrize("game", ["janus", "nummerus", "titus"])
def test_everything_is_as_in_the_record(site: Site, game: str) -> None:
    guest, record = site.guest("Anna"), sample(game)
    for at in (0, 7, len(record["moves"]) - 1):
        round = from_record(record).at(at)
        opened = guest.post(PATH, at_seat_to_move(record, at))
        window = guest.window(opened["table"])
        assert opened["chairs"] == [round.turn] == [window.chair]
        assert window.legal == round.legal
        assert window.view["at"] == at
        window.play(record["moves"][at])


def test_the_last_move_ends_the_round_and_stores_the_record(site: Site) -> None:
    guest, record = site.guest(), sample("nummerus")
    body = {"record": record, "at": len(record["moves"]), "chairs": [BOT] * record["players"]}
    table = guest.post(PATH, {**body, "chairs": [{}, *body["chairs"][1:]]})["table"]
    window = guest.window(table)
    while window.table["phase"] == "playing":
        window.hear()
    stored = guest.get(f"/api/tables/{table}/rounds/1/record")
    assert stored["deal"] == record["deal"]
    assert stored["moves"] == record["moves"]
    assert stored["result"] == record["result"]


def test_friends_sit_down_by_their_cookies_and_names_are_chosen(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
    record = sample("nummerus")
    chairs = [{}, {"cookie": ben.http.cookies["rectoverso"]}, {"name": "Cleo"}, BOT][: record["players"]]
    table = anna.post(PATH, {"record": record, "at": 3, "chairs": chairs})["table"]
    names = [chair["name"] for chair in anna.get(f"/api/tables/{table}")["table"]["chairs"]]
    assert names[: record["players"]] == ["Anna", "Ben", "Cleo", None][: record["players"]]
    assert ben.window(table).chair == 2


def test_bad_requests_are_refused_with_a_reason(site: Site) -> None:
    guest, record = site.guest(), sample("titus")
    whole = at_seat_to_move(record, 3)
    for change, code, said in (
        ({"chairs": []}, "bad-input", "the record has"),
        ({"at": 10_000}, "bad-input", "10000 is not from 0 to"),
        ({"record": {**record, "deal": []}, "at": 0}, "bad-input", "deal: a list of"),
        ({"chairs": [{"cookie": "forged"}, BOT]}, "not-signed-in", ""),
        ({"surprise": 1}, "bad-input", "unknown field"),
    ):
        answer = guest.http.post(PATH, json=whole | change)
        assert answer.json()["code"] == code
        assert said in answer.text


def test_the_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    site = Site(tmp_path)
    guest = site.guest()
    table = guest.post(PATH, at_seat_to_move(sample("titus"), 7))["table"]
    before = guest.window(table).view
    cookie = guest.http.cookies["rectoverso"]
    site.stop()
    site = Site(tmp_path)
    try:
        guest = site.guest()
        guest.http.cookies.clear()
        guest.http.cookies.set("rectoverso", cookie)
        assert guest.window(table).view == before
    finally:
        site.stop()


def test_there_is_no_such_route_for_guests(tmp_path: Path) -> None:
    site = Site(tmp_path, test_seed=None)
    try:
        guest = site.guest()
        answer = guest.http.post(PATH, json=at_seat_to_move(sample("titus"), 3))
        assert (answer.status_code, answer.json()["code"]) in [(404, "not-found"), (405, "not-found")]
        assert "/api/test" not in guest.http.get("/api/openapi.json").text
        assert not site.tables.rooms
    finally:
        site.stop()
