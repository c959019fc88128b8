"""Frames: every kind counts where data arrives, and who sends too much or reads nothing is disconnected."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from rectoverso.server.http.http_protocol import HttpProtocol
from rectoverso.server.http.tcp_connections import CONNECTIONS, TcpConnections
from rectoverso.server.http.websocket import WebSocketProtocol
from rectoverso.server.live.connection import OVERRUN_BURST
from rectoverso.server.start import serve
from tests.server.raw_socket import RawSocket, close_code, frame, upgrade
from tests.server.site import Site, until

BURST = 20
TOO_MANY = BURST + int(OVERRUN_BURST) + 50
POLICY, TOO_BIG, NOT_UTF_8 = 1008, 1009, 1007


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that allows little at once and nearly nothing after that."""
    running = Site(tmp_path_factory.mktemp("limited"), request_rate=0.001, request_burst=BURST)
    yield running
    running.stop()


FLOODS = {
    "pings": [frame(Opcode.PING)] * TOO_MANY,
    "pongs": [frame(Opcode.PONG)] * TOO_MANY,
    "empty texts": [frame(Opcode.TEXT)] * TOO_MANY,
    "empty binaries": [frame(Opcode.BINARY)] * TOO_MANY,
    "empty fragments": [frame(Opcode.TEXT, fin=False)] + [frame(Opcode.CONT, fin=False)] * TOO_MANY,
    "pings between fragments": [frame(Opcode.TEXT, fin=False)] + [frame(Opcode.PING)] * TOO_MANY,
    "large pings": [frame(Opcode.PING, bytes(125))] * TOO_MANY,
}


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("kind", FLOODS)
def test_frames_of_every_kind_count(limited: Site, kind: str, at_once: bool) -> None:
    with RawSocket(limited.address) as raw:
        raw.open()
        for data in [b"".join(FLOODS[kind])] if at_once else FLOODS[kind]:
            raw.send(data)
        said = raw.to_the_end()
    if said and not at_once:  # nothing is said if the server closed while we were still sending
        assert close_code(said) == POLICY


def test_a_closing_frame_ends_it_whatever_follows(limited: Site) -> None:
    with RawSocket(limited.address) as raw:
        raw.open()
        raw.send(frame(Opcode.CLOSE, b"\x03\xe8") * TOO_MANY)
        raw.to_the_end()


def test_bytes_that_trickle_in_count_each_time(limited: Site) -> None:
    with RawSocket(limited.address) as raw:
        raw.open()
        until(lambda: limited.sockets._open)
        [connection] = limited.sockets._open
        received = connection._direct.conn.reader.buffer
        raw.send(frame(Opcode.TEXT, bytes(200))[:8])  # the head of a frame
        until(lambda: not received)
        for number in range(1, TOO_MANY):
            if connection not in limited.sockets._open:
                break
            raw.send(b"x")
            until(lambda number=number: len(received) >= number or connection not in limited.sockets._open)
        assert close_code(raw.to_the_end()) == POLICY


def test_what_was_refused_does_not_disconnect_at_once(limited: Site) -> None:
    guest = limited.guest()
    window = guest.window(guest.open("nummerus", "me"))
    for t in range(BURST + 10):
        window.say("ping", t=t)
    codes = [window.hear().get("code") for _ in range(BURST + 10)]
    assert codes[-1] == "too-many-requests"


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([frame(Opcode.TEXT, bytes(serve.MAX_FRAME_BYTES + 1))], TOO_BIG),
        ([frame(Opcode.TEXT, bytes(1024), fin=False)] + [frame(Opcode.CONT, bytes(1024), fin=False)] * 16, TOO_BIG),
        ([frame(Opcode.TEXT, b"\xff")], NOT_UTF_8),
    ],
    ids=["a huge frame", "a huge message in fragments", "not UTF-8"],
)
def test_messages_that_cannot_be_taken_close_the_connection(site: Site, frames: list[bytes], code: int) -> None:
    with RawSocket(site.address) as raw:
        raw.open()
        for data in frames:
            raw.send(data)
        assert close_code(raw.to_the_end()) == code


def test_a_message_in_fragments_is_read_with_pings_in_between(site: Site) -> None:
    with RawSocket(site.address) as raw:
        raw.open()
        raw.send(frame(Opcode.TEXT, b'{"type":"pi', fin=False))
        raw.send(frame(Opcode.PING, b"are you there"))
        raw.send(frame(Opcode.CONT, b'ng","t":1}'))
        said = b""
        while b'"type":"pong","t":1' not in said:
            said += raw.some()
    assert b"are you there" in said


def test_a_whole_text_takes_the_short_way(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = WebSocketProtocol.handle_text
    taken: list[bytes] = []

    def noting(protocol: WebSocketProtocol, event: Frame) -> None:
        taken.append(bytes(event.data))
        usual(protocol, event)

    monkeypatch.setattr(WebSocketProtocol, "handle_text", noting)
    with RawSocket(site.address) as raw:
        raw.open()
        raw.send(frame(Opcode.TEXT, b'{"type":"ping","t":1}'))
        assert b'"type":"pong","t":1' in raw.some()
        raw.send(frame(Opcode.TEXT, b'{"type":"pi', fin=False) + frame(Opcode.CONT, b'ng","t":2}'))
        assert b'"type":"pong","t":2' in raw.some()
    assert taken == [b'{"type":"pi']


def test_a_client_that_reads_no_pong_is_cut_off(site: Site) -> None:
    with RawSocket(site.address) as raw:
        raw.open()
        with pytest.raises(ConnectionError):
            raw.tcp.sendall(frame(Opcode.PING, bytes(125)) * 1_000_000)  # 130 MB, if nobody stops us


def test_frames_that_come_with_the_handshake_end_it(site: Site) -> None:
    with RawSocket(site.address) as raw:
        raw.send(upgrade(site.address) + frame(Opcode.PING))
        assert raw.to_the_end() == b""


async def test_frames_before_the_socket_is_accepted_end_it(site: Site) -> None:
    ours, theirs = socket.socketpair()
    config = uvicorn.Config(site.app, **{**serve._uvicorn_options(), "factory": False})
    state = {CONNECTIONS: TcpConnections(site.settings)}
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_accepted_socket(
        lambda: HttpProtocol(config=config, server_state=ServerState(), app_state=state), ours
    )
    protocol.data_received(upgrade(site.address))
    assert not transport.is_closing()
    transport.get_protocol().data_received(frame(Opcode.PING))
    assert transport.is_closing()
    theirs.close()


def test_all_sockets_of_an_address_share_a_limit(tmp_path: Path) -> None:
    few = Site(tmp_path, address_frame_rate=0.001, address_frame_burst=BURST)
    try:
        guest = few.guest()
        table = guest.open("nummerus", "me")
        first, second = guest.window(table), guest.window(table)
        for t in range(BURST):
            first.say("ping", t=t)
        first.until(lambda message: message.get("code") == "too-many-requests")
        second.say("ping", t=1)
        answer = second.until(lambda message: message["type"] in ("pong", "refused"))
        assert answer.get("code") == "too-many-requests"
    finally:
        few.stop()
