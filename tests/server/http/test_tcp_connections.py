"""Connections: bounded in number, and none may be idle, slow or unread for long."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from rectoverso.server.http import tcp_connections
from rectoverso.server.http.tcp_connections import TcpConnection
from tests.server.raw_socket import RawSocket, upgrade
from tests.server.site import Site, until

HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nX-Rectoverso: 1\r\nContent-Length: 1000\r\n\r\n{"


@pytest.mark.parametrize(
    "slow",
    [
        pytest.param([], id="nothing"),
        pytest.param([b"GET / HTTP/1.1\r\nHost: loc"], id="part of a header"),
        pytest.param([POST], id="part of a body"),
        pytest.param([HEALTH, b"G"], id="part of a second request"),
        pytest.param([upgrade("localhost", *(f"X-{n}: x" for n in range(200)))], id="a handshake that fails"),
    ],
)
def test_a_request_that_does_not_arrive_ends_the_connection(
    slow: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tcp_connections, "REQUEST_TIMEOUT_S", 0.2)
    monkeypatch.setattr(tcp_connections, "CHECK_EVERY_S", 0.05)
    running = Site(tmp_path)
    try:
        with RawSocket(running.address) as raw:
            for data in slow:
                raw.send(data)
            raw.to_the_end()
        until(lambda: not len(running.connections))
    finally:
        running.stop()


def test_only_what_is_complete_stops_the_clock(site: Site) -> None:
    def deadline() -> float | None:
        [connection] = [one for one in site.connections._all.values() if one.transport.get_extra_info("peername") == me]
        return connection.deadline

    with RawSocket(site.address) as raw:
        me = raw.tcp.getsockname()
        until(lambda: me in [one.transport.get_extra_info("peername") for one in site.connections._all.values()])
        begun = deadline()
        assert begun is not None
        raw.send(HEALTH[:20])
        raw.send(HEALTH[20:])
        assert raw.answer().startswith(b"HTTP/1.1 200 ")
        assert raw.tcp.recv(3) == b"ok\n"
        assert deadline() is None
        raw.send(HEALTH[:20])
        until(lambda: deadline() is not None)
        again = deadline()
        raw.send(HEALTH[20:22])
        raw.send(HEALTH[22:])
        assert raw.answer().startswith(b"HTTP/1.1 200 ")
        assert deadline() is None
        assert again > begun
    with RawSocket(site.address) as raw:
        me = raw.tcp.getsockname()
        raw.open()
        assert deadline() is None


def test_an_address_has_a_bounded_number_of_connections(tmp_path: Path) -> None:
    few = Site(tmp_path, max_connections_per_address=2, proxies=())
    try:
        with RawSocket(few.address) as first, RawSocket(few.address):
            until(lambda: len(few.connections) == 2)
            with RawSocket(few.address) as third:
                assert third.to_the_end() == b""
            first.tcp.close()
            until(lambda: len(few.connections) == 1)
            with RawSocket(few.address) as fourth:
                fourth.send(HEALTH)
                assert fourth.answer().startswith(b"HTTP/1.1 200 ")
    finally:
        few.stop()


def test_an_address_opens_connections_only_at_a_rate(tmp_path: Path) -> None:
    few = Site(tmp_path, connection_rate=0.001, connection_burst=2, proxies=())
    try:
        for _ in range(2):
            with RawSocket(few.address) as raw:
                raw.send(HEALTH)
                assert raw.answer().startswith(b"HTTP/1.1 200 ")
        with RawSocket(few.address) as third:
            assert third.to_the_end() == b""
    finally:
        few.stop()


def test_a_connection_over_the_rate_of_requests_is_closed(tmp_path: Path) -> None:
    few = Site(tmp_path, http_rate=0.001, http_burst=2)
    try:
        with RawSocket(few.address) as raw:
            for _ in range(10):
                raw.send(HEALTH)
            assert raw.to_the_end().count(b"HTTP/1.1 ") == 3
    finally:
        few.stop()


def test_when_all_are_taken_the_one_that_waits_longest_makes_room(tmp_path: Path) -> None:
    few = Site(tmp_path, max_connections=3)
    try:
        with RawSocket(few.address) as player:
            player.open()
            with RawSocket(few.address) as first, RawSocket(few.address) as second:
                until(lambda: len(few.connections) == 3)
                with RawSocket(few.address) as newcomer:
                    assert first.to_the_end() == b""
                    newcomer.send(HEALTH)
                    assert newcomer.answer().startswith(b"HTTP/1.1 200 ")
                second.send(HEALTH)
                assert second.answer().startswith(b"HTTP/1.1 200 ")
            assert few.sockets._open
    finally:
        few.stop()


async def test_a_client_that_reads_nothing_is_cut_off_and_one_that_reads_is_not() -> None:
    ours, theirs = socket.socketpair()
    transport, _ = await asyncio.get_running_loop().connect_accepted_socket(asyncio.Protocol, ours)
    connection = TcpConnection(transport, "local")
    assert not connection.overdue(0.0)
    transport.write(bytes(20_000_000))
    assert not connection.overdue(1.0)
    assert not connection.overdue(1.0 + tcp_connections.STALLED_TIMEOUT_S)
    left = transport.get_write_buffer_size()
    theirs.setblocking(False)
    while transport.get_write_buffer_size() == left:
        await asyncio.get_running_loop().sock_recv(theirs, 1 << 20)
        await asyncio.sleep(0)
    assert not connection.overdue(2.0 + tcp_connections.STALLED_TIMEOUT_S)
    assert connection.overdue(3.0 + 2 * tcp_connections.STALLED_TIMEOUT_S)
    transport.abort()
    theirs.close()


async def test_closing_takes_no_longer_than_it_may() -> None:
    ours, theirs = socket.socketpair()
    transport, _ = await asyncio.get_running_loop().connect_accepted_socket(asyncio.Protocol, ours)
    connection = TcpConnection(transport, "local")
    transport.write(bytes(20_000_000))
    transport.close()
    assert not connection.overdue(10.0)
    assert connection.overdue(11.0 + tcp_connections.CLOSE_TIMEOUT_S)
    transport.abort()
    theirs.close()
