"""Finished games: their record, its proof, and the replay."""

from __future__ import annotations

from typing import Any

import rectoverso
from rectoverso.games.game_record import from_record, write
from rectoverso.table.proof import verify
from tests.server.site import Site, deal, play_out


def test_after_the_end_the_seed_is_shown_and_the_record_proves_its_deal(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
    opened = anna.opened("nummerus", "me", "person")
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    path = f"/api/tables/{opened['table']}/rounds/1/record"
    windows = [anna.window(opened["table"]), ben.window(opened["table"])]
    deal(*windows, nonces=True)
    assert windows[0].table["fair"]["seed"] is None
    assert anna.refused("GET", path) == "not-over"
    seed = site.tables.rooms[opened["table"]].table.secrets.seed  # type: ignore[union-attr]  # a round is being played
    play_out(windows)
    assert not any(seed in frame for window in windows for frame in window.frames[:-1])
    shown = windows[0].table["fair"]
    assert shown["seed"] == seed
    file = anna.http.get(path).headers["content-disposition"]
    assert file == f'attachment; filename="nummerus-{opened["table"]}-1.json"'
    record = anna.get(path)
    assert verify(record).seed == seed
    assert record["names"] in (["Anna", "Ben"], ["Ben", "Anna"])
    assert anna.refused("GET", path.replace("/1/", "/2/")) == "not-found"
    steps = anna.post("/api/replay", {"record": record, "seat": 1, "lang": "fr"})
    assert [step["move"] for step in steps["steps"]] == record["moves"]
    assert steps["result"] == record["result"]
    assert from_record(record).over
    again = [window.ask("again") for window in windows]
    assert [answer["what"] for answer in again] == ["again", "again"]
    deal(*windows)
    assert windows[0].table["match"]["round"] == 2


def test_a_replay_with_every_face_open_shows_what_no_seat_saw(site: Site) -> None:
    round = rectoverso.new("janus", 3, seed="open faces")
    for _ in range(8):
        round.play(round.legal[0])
    record = write(round)
    guest = site.guest()
    sides = {
        seat: _sides_dealt(guest.post("/api/replay", {"record": record, "seat": seat}))
        for seat in ("all", 1, "watcher")
    }
    assert all(None not in pair for pair in sides["all"])
    assert all(pair == (None, None) for pair in sides["watcher"])
    # J4: seat 1 has seen both sides of its two dealt cards, and of the others' cards the outer side only.
    assert sides[1] == [*sides["all"][:2], *((None, outer) for _, outer in sides["all"][2:])]
    open_steps = guest.post("/api/replay", {"record": record, "seat": "all"})["steps"]
    assert [step["move"] for step in open_steps] == record["moves"]
    assert not any("You" in step["text"] for step in open_steps)


def _sides_dealt(replay: dict[str, Any]) -> list[tuple[str | None, str | None]]:
    return [(card["own"], card["outer"]) for seat in replay["start"]["seats"] for card in seat["hand"]]
