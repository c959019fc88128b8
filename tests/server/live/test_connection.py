"""The connection: numbered, acknowledged, resumable; nothing is played twice, nothing is lost."""

from __future__ import annotations

import itertools
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.site import Site, Window, deal, mover, until


def two(site: Site, game: str = "nummerus", **more: Any) -> tuple[str, Window, Window]:
    """Two persons at a table, dealt."""
    anna, ben = site.guest("Anna"), site.guest("Ben")
    opened = anna.opened(game, "me", "person", **more)
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    windows = anna.window(opened["table"]), ben.window(opened["table"])
    deal(*windows)
    return opened["table"], *windows


def other(window: Window, *windows: Window) -> Window:
    return next(one for one in windows if one is not window)


def test_a_move_reaches_everybody_with_the_same_number(site: Site) -> None:
    _, anna, ben = two(site)
    first = mover(anna, ben)
    second = other(first, anna, ben)
    answer = first.play(first.legal[0])
    assert answer["type"] == "moved"
    told = second.until(lambda message: message["type"] == "moved")
    assert (told["n"], told["board"]) == (answer["n"], answer["board"])
    assert told["line"]["entry"] == answer["line"]["entry"]
    assert answer["line"]["text"].startswith("You ")
    assert told["line"]["text"].startswith(first.guest.get("/api/site")["name"])
    assert "ref" not in told
    assert not answer["legal"]
    assert told["legal"]


def test_a_repeated_request_is_answered_and_not_played_twice(site: Site) -> None:
    _, anna, ben = two(site)
    first = mover(anna, ben)
    move = first.legal[0]
    done = first.play(move, id="once")
    again = first.ask("play", id="once", move=move, against=first.n)
    assert again == {"type": "ack", "id": "once", "n": done["n"]}
    first.settle()
    assert [m["n"] for m in first.messages() if m["type"] == "moved"] == [done["n"]]


def test_a_repeated_request_is_known_again_after_the_table_came_back_from_its_log(site: Site) -> None:
    id, anna, ben = two(site)
    first = mover(anna, ben)
    move = first.legal[0]
    done = first.play(move, id="once")
    tables = site.tables
    before = tables.rooms[id].table
    tables._loop.call_soon_threadsafe(tables.rebuild, tables.rooms[id])
    until(lambda: tables.rooms[id].table is not before)
    again = first.ask("play", id="once", move=move, against=first.n)
    assert again == {"type": "ack", "id": "once", "n": done["n"]}
    assert tables.rooms[id].table.n == done["n"]


def test_a_move_against_an_old_position_is_refused_with_the_present_view(site: Site) -> None:
    _, anna, ben = two(site)
    first = mover(anna, ben)
    old = first.n
    first.play(first.legal[0])
    second = mover(anna, ben)
    second.play(second.legal[0])
    first.settle()
    answer = first.play(first.legal[0], against=old)
    assert (answer["type"], answer["code"]) == ("refused", "stale")
    snapshot = first.hear()
    assert snapshot["type"] == "snapshot"
    assert snapshot["position"]["view"]["legal"] == first.legal


def test_names_and_reactions_in_between_do_not_make_a_move_stale(site: Site) -> None:
    _, anna, ben = two(site)
    first = mover(anna, ben)
    against = first.n
    second = other(first, anna, ben)
    assert second.ask("rename", name="Somebody else")["type"] == "changed"
    assert second.ask("react", reaction="well-played")["type"] == "ack"
    assert first.until(lambda message: message["type"] == "reaction")["reaction"] == "well-played"
    assert first.play(first.legal[0], against=against)["type"] == "moved"


def test_resigning_between_two_ends_the_round_for_both_and_shows_everything(site: Site) -> None:
    table, anna, ben = two(site, "titus")
    first = mover(anna, ben)
    second = other(first, anna, ben)
    first.play(first.legal[0])
    answer = second.ask("resign")
    assert (answer["what"], answer["chair"]) == ("taken-over", second.chair)
    for window in (anna, ben):
        over = window.until(lambda message: message.get("what") == "over")
        view = over["position"]["view"]
        loser = over["table"]["chairs"][second.chair - 1]["seat"]
        assert view["result"]["ranks"][loser - 1] == 2
        assert (view["to_move"], view["legal"]) == (None, [])
    later = second.guest.window(table)
    snapshot = next(message for message in later.messages() if message["type"] == "snapshot")
    assert [(note["what"], note["chair"]) for note in snapshot["notes"]] == [("resigned", second.chair)]
    record = second.guest.get(f"/api/tables/{table}/rounds/1/record")
    assert record["ended"]["by"] == "resigned"
    assert record["stopped"]["ranks"][loser - 1] == 2
    shown = anna.guest.post("/api/replay", {"record": record})
    assert shown["result"]["ranks"][loser - 1] == 2


def test_a_bot_that_plays_on_for_a_person_is_named_so(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
    opened = anna.opened("nummerus", "me", "person", "bot", random_seats=False, first_chair=2)
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    host, friend = anna.window(opened["table"]), ben.window(opened["table"])
    deal(host, friend)
    friend.play(friend.legal[0])
    assert host.until(lambda message: message["type"] == "moved")["line"]["text"].startswith("Ben takes")
    while not host.legal:
        host.hear()
    friend.ask("resign")
    host.until(lambda message: message.get("what") == "taken-over")
    assert host.table["stop"] == {"resigned": [2], "wanted": [], "needed": [1]}
    host.play(host.legal[0])
    moved = host.until(lambda message: message["type"] == "moved")
    assert moved["by"] == "bot"
    assert moved["line"]["text"].startswith("Ben (bot) takes")
    assert friend.until(lambda message: message.get("n") == moved["n"])["line"]["text"].startswith("Ben (bot) takes")
    host.ask("stop")
    host.until(lambda message: message.get("what") == "over")
    assert host.view["log"][0]["seat"] == 1


def test_refusals_carry_codes(site: Site) -> None:
    table, anna, ben = two(site)
    first = mover(anna, ben)
    second = other(first, anna, ben)
    assert second.refused("play", move="take 1", against=second.n) == "not-your-turn"
    assert first.refused("play", move="take 99", against=first.n) == "illegal-move"
    assert first.refused("play", move="take 1", against=first.n, chair=second.chair) == "not-your-chair"
    assert first.refused("play", move="take 1", against=first.n, chair=6) == "no-such-chair"
    assert first.refused("ask_close") == "no-vote-here"
    assert first.refused("back") == "not-handed-over"
    assert first.refused("again") == "not-now"
    assert first.refused("odds") == "help-forbidden"
    assert second.refused("undo", against=second.n) == "nothing-to-undo"
    assert first.refused("seat_bot", chair=2, level="club") in ("not-the-host", "not-now")
    stranger = site.guest().window(table)
    assert stranger.chair is None
    assert stranger.refused("resign", chair=1) == "not-your-chair"


def test_whoever_tries_a_move_is_told_why_it_is_not_possible(site: Site) -> None:
    _, anna, ben = two(site)
    first = mover(anna, ben)
    answer = first.ask("why", move="end")
    assert answer["type"] == "why"
    assert answer["at"] == first.view["at"]
    assert answer["attempt"] == {
        "move": "end", "possible": False, "why": "First take a pawn: every turn takes one.", "rule": "N3",
    }  # fmt: skip
    assert first.ask("why", move=first.legal[0])["attempt"]["possible"]
    assert first.ask("why", move="nonsense")["attempt"]["why"] == "That move is not possible."
    assert other(first, anna, ben).refused("why", move="end") == "not-your-turn"


def test_an_illegal_move_is_refused_with_the_legal_ones(site: Site) -> None:
    _, anna, ben = two(site)
    first = mover(anna, ben)
    answer = first.play("take 99")
    assert answer["details"] == {"move": "take 99", "legal": first.legal}


def test_several_windows_on_one_seat_agree(site: Site) -> None:
    table, anna, ben = two(site)
    first = mover(anna, ben)
    twin = first.guest.window(table)
    assert twin.view == first.view
    answer = first.play(first.legal[0], id="mine")
    heard = twin.until(lambda message: message["type"] == "moved")
    assert "ref" not in heard
    del answer["ref"]
    assert heard == answer


def test_who_comes_back_gets_exactly_what_was_missed(site: Site) -> None:
    table, anna, ben = two(site)
    first = mover(anna, ben)
    second = other(first, anna, ben)
    witness = second.guest.window(table)
    have = second.n
    witness.frames.clear()
    second.close()
    first.play(first.legal[0])
    witness.settle()
    witness.play(witness.legal[0])
    first.settle()
    first.play(first.legal[0])
    witness.settle()
    back = Window(second.guest)
    assert back.hello(table, have=have)["resumed"]
    back.settle()
    missed = [message for message in back.messages() if "n" in message]
    told = [message for message in witness.messages() if "n" in message]
    observation = [{key: value for key, value in message.items() if key != "ref"} for message in told]
    assert missed == observation
    assert len(missed) == 3


@pytest.mark.parametrize("have", [999_999, 0])
def test_who_asks_for_what_is_not_there_gets_a_fresh_view(site: Site, have: int) -> None:
    table, anna, _ = two(site)
    back = Window(anna.guest)
    assert back.hello(table, have=have)["resumed"] is False
    assert back.view == anna.view


def test_another_protocol_is_refused_and_the_connection_closed(site: Site) -> None:
    table = site.guest().open("nummerus", "me")
    window = Window(site.guest())
    window.say("hello", protocol=999, table=table)
    assert window.hear()["code"] == "wrong-protocol"
    assert window.hear() == {"type": "bye", "code": "wrong-protocol"}


def test_nothing_is_possible_before_hello(site: Site) -> None:
    window = Window(site.guest())
    assert window.refused("play", move="take 1", against=1, chair=1) == "hello-first"
    window.say("hello", protocol=1, table="a" * 12)
    assert window.hear()["code"] == "no-such-table"
    window.settle()


def test_a_table_may_forbid_watching(site: Site) -> None:
    anna = site.guest()
    table = anna.open("nummerus", "me", watching=False)
    stranger = Window(site.guest())
    stranger.say("hello", protocol=1, table=table)
    assert stranger.hear()["code"] == "watching-forbidden"
    assert anna.window(table).chair == 1


def test_a_hot_seat_shows_nobodys_cards_until_it_is_asked_to(site: Site) -> None:
    guest = site.guest()
    chairs = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Cleo")]
    window = guest.window(guest.open("janus", *chairs, random_seats=False))
    assert window.chair is None
    for chair in (1, 2, 3):
        window.ask("commit", chair=chair, commitment=None)
    window.until(lambda message: message.get("what") == "dealt")
    assert window.view["seat"] == "watcher"
    assert all(card["own"] is None for seat in window.view["table"]["seats"] for card in seat["hand"])
    window.say("look", chair=2)
    window.until(lambda message: message["type"] == "snapshot")
    assert window.view["seat"] == 2
    assert all(card["own"] for card in window.view["table"]["seats"][1]["hand"])
    assert window.view["legal"] == []
    window.say("look", chair=1)
    window.until(lambda message: message["type"] == "snapshot")
    assert window.play(window.legal[0])["type"] == "moved"
    window.say("look", chair=None)
    window.until(lambda message: message["type"] == "snapshot")
    assert window.view["seat"] == "watcher"


def test_what_players_read_comes_in_their_language(site: Site) -> None:
    table, anna, ben = two(site)
    first = mover(anna, ben)
    german = other(first, anna, ben).guest.window(table, lang="de")
    number = first.legal[0].split()[1]
    first.play(first.legal[0])
    text = german.until(lambda message: message["type"] == "moved")["line"]["text"]
    assert text == f"{first.guest.get('/api/site')['name']} nimmt Chip {number}."


def test_a_reader_who_does_not_keep_up_is_dropped(site: Site) -> None:
    from websockets.exceptions import ConnectionClosed

    table, anna, ben = two(site)
    lazy = Window(site.guest())
    room = site.tables.rooms[table]
    lazy.hello(table)
    [reader] = [reader for reader in room.readers if reader.chair is None]
    flood = b'"' + b"x" * 100_000 + b'"'

    def overfill() -> None:
        for _ in range(400):
            reader.send(flood)

    site.tables._loop.call_soon_threadsafe(overfill)
    heard: list[str | bytes] = []
    with pytest.raises(ConnectionClosed):
        heard.extend(lazy.socket.recv(timeout=60) for _ in itertools.count())
    assert len(heard) < 100
    assert json.loads(heard[-1]) == {"type": "bye", "code": "too-slow"}
    first = mover(anna, ben)
    assert first.play(first.legal[0])["type"] == "moved"
    assert reader not in room.readers


def closed_with(window: Window) -> dict[str, Any]:
    """The last message before the socket was closed."""
    from websockets.exceptions import ConnectionClosed

    last: dict[str, Any] = {}
    with suppress(ConnectionClosed):
        while True:
            last = window.hear()
    return last


@pytest.mark.parametrize("watching", [True, False])
def test_a_player_who_leaves_a_chair_no_longer_looks_from_it(site: Site, watching: bool) -> None:
    host, anna, ben, carla = (site.guest(name) for name in ("Host", "Anna", "Ben", "Carla"))
    table = host.open("janus", "me", "open", "open", watching=watching, public=True)
    anna.post(f"/api/tables/{table}/join", {})
    old = anna.window(table)
    old.ask("leave")
    if not watching:
        assert closed_with(old) == {"type": "bye", "code": "watching-forbidden"}
    assert ben.post(f"/api/tables/{table}/join", {})["chair"] == 2
    carla.post(f"/api/tables/{table}/join", {})
    deal(host.window(table), ben.window(table), carla.window(table))
    if watching:
        old.until(lambda message: message.get("what") == "dealt")
        assert old.view["seat"] == "watcher"
        assert old.view["table"] == site.guest().window(table).view["table"]


def test_a_chair_got_since_then_needs_a_fresh_view(site: Site) -> None:
    table, anna, _ = two(site)
    watcher = site.guest()
    window = watcher.window(table)
    have = window.n
    link = anna.guest.post(f"/api/tables/{table}/carry", {"chair": anna.chair})["link"]
    watcher.post("/api/join", {"link": link})
    again = Window(watcher)
    assert not again.hello(table, have=have)["resumed"]
    assert again.view["seat"] == anna.view["seat"]


def test_a_reader_who_does_not_read_at_all_is_cut_off(site: Site) -> None:
    table, _, _ = two(site)
    lazy = Window(site.guest())
    lazy.hello(table)
    room = site.tables.rooms[table]
    [reader] = [reader for reader in room.readers if reader.chair is None]
    lost = reader._direct.transport

    def overfill() -> None:
        for _ in range(400):
            reader.send(b'"' + b"x" * 100_000 + b'"')

    lazy.socket.recv_messages.pause()
    site.tables._loop.call_soon_threadsafe(overfill)
    until(lambda: reader not in room.readers)
    until(lambda: lost.is_closing() and not lost.get_write_buffer_size())
    lazy.socket.recv_messages.resume()


def test_nobody_can_have_seen_what_has_not_happened(site: Site) -> None:
    _, anna, ben = two(site)
    first = mover(anna, ben)
    answer = first.play(first.legal[0], against=10**9)
    assert (answer["type"], answer["code"]) == ("refused", "stale")


def test_a_reaction_that_is_sent_twice_is_shown_once(site: Site) -> None:
    _, anna, ben = two(site)
    for _ in range(2):
        assert anna.ask("react", reaction="hello", id="hi")["type"] == "ack"
    ben.settle()
    assert sum(message["type"] == "reaction" for message in ben.messages()) == 1


def test_reactions_of_a_chair_are_bounded_however_many_windows_it_has(tmp_path: Path) -> None:
    """Each is told to everybody at the table, and read aloud to some."""
    site = Site(tmp_path, reaction_rate=0.0, reaction_burst=3.0)
    table, anna, ben = two(site)
    again = anna.guest.window(table, chair=anna.chair)
    for window in (anna, again, anna):
        assert window.ask("react", reaction="wow")["type"] == "ack"
    assert anna.refused("react", reaction="wow") == again.refused("react", reaction="wow") == "too-many-requests"
    assert ben.ask("react", reaction="wow")["type"] == "ack"
    ben.settle()
    told = [message["chair"] for message in ben.messages() if message["type"] == "reaction"]
    assert sorted(told) == sorted([anna.chair] * 3 + [ben.chair])
    site.stop()


def test_a_message_is_measured_in_bytes(site: Site) -> None:
    _, anna, _ = two(site)
    assert anna.refused("rename", name="é" * 3000, id="long") == "too-large"
