"""Bad input on the socket: whatever is sent is answered, or the connection closed; no error of ours, no stuck table."""

from __future__ import annotations

import random
import string
import time
from typing import Any, get_args

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from rectoverso.server.live.room import Room
from rectoverso.server.messages.socket import MAX_BYTES, Request
from rectoverso.server.process import metrics
from tests.server.site import PATIENCE, Site, Window, deal

MESSAGES = 2_000
MESSAGES_IN_SOAK = 100_000

KINDS = [kind.__struct_config__.tag for kind in get_args(Request)]
FIELDS = sorted({field for kind in get_args(Request) for field in kind.__struct_encode_fields__} | {"type", "nix"})


NONSENSE = [
    *(None, True, -1, 0, 3.5, 2**70),
    *("", "x" * 300, "\u0000\ud7ff", "é" * 50),
    *([], {}, [[[]]], {"a": {"b": 1}}),
]


class Fuzzer:
    """Makes up messages: mostly nearly right ones, some nonsense, some huge."""

    def __init__(self, rng: random.Random, table: str, windows: list[Window]) -> None:
        self.rng, self.table, self.windows = rng, table, windows
        self.ids = [f"id-{number}" for number in range(60)]

    def value(self, field: str) -> Any:
        """A value for a field, as a rule of the right kind."""
        rng = self.rng
        if rng.random() < 0.2:
            return rng.choice(NONSENSE)
        window = rng.choice(self.windows)
        match field:
            case "type":
                return rng.choice(KINDS)
            case "id":
                return rng.choice(self.ids)
            case "chair":
                return rng.choice([1, 2, 3, 6])
            case "against" | "have":
                return rng.choice([window.n, window.n, 0, 1, 10**6])
            case "move":
                return rng.choice([*window.legal, "take 1", "draw", "end", "close", "take 99", "merge #1 #2"])
            case "table":
                return rng.choice([self.table, self.table, "a" * 12, "../../etc"])
            case "protocol":
                return 1
            case "lang":
                return rng.choice(["en", "de", "xx"])
            case "reaction":
                return rng.choice(["oops", "<b>"])
            case "level":
                return rng.choice(["club", "god"])
            case "name":
                return rng.choice(["Zoë", "<script>", "A" * 190, "\u202eevil"])
            case "commitment" | "nonce":
                return rng.choice(["0" * 64, "zz", None])
            case _:
                return rng.choice([True, False, 1])

    def message(self) -> str | bytes:
        """Something to send."""
        rng = self.rng
        shape = rng.random()
        if shape < 0.05:
            return "".join(rng.choice(string.printable) for _ in range(rng.randrange(60)))
        if shape < 0.08:
            return rng.randbytes(rng.randrange(40))
        if shape < 0.10:
            return "[" * rng.choice([5, MAX_BYTES - 1, MAX_BYTES + 1])
        kind = rng.choice([kind for kind in get_args(Request) if kind.__struct_config__.tag not in ("leave", "resign")])
        fields = {field: self.value(field) for field in kind.__struct_encode_fields__}
        fields["type"] = kind.__struct_config__.tag
        if rng.random() < 0.15:
            fields[rng.choice(FIELDS)] = self.value(rng.choice(FIELDS))
        if rng.random() < 0.1:
            fields.pop(rng.choice(list(fields)))
        return msgspec.json.encode(fields).decode()


def fuzz(site: Site, monkeypatch: pytest.MonkeyPatch, messages: int, game: str, chairs: int) -> None:
    """Send it all, from two seats and from a stranger; then the table still plays, and never had to be rebuilt."""
    rng = random.Random(f"{messages} {game}")
    rebuilt, rebuild = list[str](), site.tables.rebuild

    def noted(room: Room) -> None:
        rebuilt.append(room.id)
        rebuild(room)

    monkeypatch.setattr(site.tables, "rebuild", noted)
    anna, ben = site.guest("Anna"), site.guest("Ben")
    opened = anna.opened(game, "me", "person", *["bot"] * (chairs - 2), turn_seconds=86_400)
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    table = opened["table"]
    people = [anna, ben, site.guest()]
    windows = [guest.window(table) for guest in people]
    deal(*windows)
    before = metrics.ERRORS._value.get()
    fuzzer = Fuzzer(rng, table, windows)
    for number in range(messages):
        at = rng.randrange(len(windows))
        message = fuzzer.message()
        try:
            windows[at].socket.send(message)
            if rng.random() < 0.1:
                windows[at].socket.send(message)
            if number % 20 == 0:
                for window in windows:
                    window.settle(number)
        except ConnectionClosed:
            windows[at] = people[at].window(table)
    windows = [guest.window(table) for guest in people]
    assert metrics.ERRORS._value.get() == before
    still_plays(site, table, windows[:2])
    assert metrics.ERRORS._value.get() == before
    assert rebuilt == []


def still_plays(site: Site, table: str, windows: list[Window]) -> None:
    """A move can be made, whatever was sent before. What is still on its way from old windows may come in between."""
    room = site.tables.rooms[table]
    end = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < end, f"no person comes to move: {room.table.phase}"
        if room.table.to_move is None or room.table.to_move.bot_plays:
            go_on(room, windows)
            time.sleep(0.05)
            continue
        fresh = [window.guest.window(table) for window in windows]
        for window in fresh:
            window.settle()
        first = next((window for window in fresh if window.legal), None)
        if first is None:
            continue
        answer = first.play(first.legal[0])
        if answer["type"] == "moved":
            return
        # Busy: the queue is full of what old windows have sent. Whatever else is refused so counts as an error, or
        # rebuilds the table.
        assert answer["code"] in ("stale", "not-your-turn", "bot-plays", "game-over", "not-now", "busy"), answer


def go_on(room: Room, windows: list[Window]) -> None:
    """What two persons do to come to a turn of theirs: another round, its deal, their own seats back from a bot."""
    for chair, window in enumerate(windows, 1):
        window.settle()
        if room.table.phase == "over":
            window.ask("again", chair=chair)
        elif room.table.phase in ("committing", "opening"):
            window.ask("commit", chair=chair, commitment=None)
        elif room.table.chair(chair).ended:
            window.ask("back", chair=chair)


@pytest.mark.parametrize(("game", "chairs"), [("nummerus", 2), ("janus", 3)])
def test_whatever_is_sent_the_table_plays_on(
    site: Site, monkeypatch: pytest.MonkeyPatch, game: str, chairs: int
) -> None:
    fuzz(site, monkeypatch, MESSAGES // 2, game, chairs)


@pytest.mark.soak
def test_whatever_is_sent_for_long_the_table_plays_on(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz(site, monkeypatch, MESSAGES_IN_SOAK, "titus", 2)


def test_every_malformed_message_gets_its_refusal(site: Site) -> None:
    guest = site.guest()
    window = guest.window(guest.open("nummerus", "me"))
    for text in ("", "nix", "[]", "{}", '{"type":"dance"}', '{"type":"play"}', '{"type":"ping","t":"x"}', "[" * 3000):
        window.socket.send(text)
        assert window.until(lambda message: message["type"] == "refused")["code"] == "malformed"
    window.socket.send(b"{}")
    assert window.until(lambda message: message["type"] == "refused")["code"] == "malformed"
    window.socket.send("x" * (MAX_BYTES + 1))
    assert window.until(lambda message: message["type"] == "refused")["code"] == "too-large"
    window.socket.send('{"type":"play","id":"mine","chair":"one"}')
    assert window.until(lambda message: message["type"] == "refused")["id"] == "mine"


def test_a_huge_frame_closes_the_connection_and_nothing_else(site: Site) -> None:
    guest = site.guest()
    table = guest.open("nummerus", "me")
    window, other = guest.window(table), guest.window(table)
    window.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        window.until(lambda message: False)
    other.settle()


def test_floods_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    limited = Site(
        tmp_path_factory.mktemp("limited"), request_rate=1e-6, request_burst=5.0, http_rate=1e-6, http_burst=8.0
    )
    try:
        guest = limited.guest()
        window = guest.window(guest.open("nummerus", "me"))
        for t in range(20):
            window.say("ping", t=t)
        kinds = [window.until(lambda message: message["type"] in ("pong", "refused")) for _ in range(20)]
        assert {message.get("code") for message in kinds if message["type"] == "refused"} == {"too-many-requests"}
        assert guest.http.get("/api/lobby").status_code == 200
        codes = [guest.http.get("/api/lobby").status_code for _ in range(20)]
        assert codes[-1] == 429
    finally:
        limited.stop()
