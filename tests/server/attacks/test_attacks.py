"""The server stays pleasant for an honest player while strangers attack it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.server import nginx, postgres
from tests.server.attacks.attack import Attack
from tests.server.attacks.honest_player import (
    ServerUnderAttack,
    check_sample,
    check_soak,
    play_during,
    server_under_attack,
)
from tests.server.attacks.network_attacks import NETWORK_ATTACKS
from tests.server.attacks.table_attacks import TABLE_ATTACKS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs many loopback addresses and /proc")

ATTACKS = [*NETWORK_ATTACKS, *TABLE_ATTACKS]
NUMBERED = [pytest.param(attack, number, id=attack.name) for number, attack in enumerate(ATTACKS)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderAttack]:
    """One server for all attacks: it must survive them one after the other."""
    with server_under_attack(tmp_path_factory.mktemp("attacked")) as server:
        yield server


@pytest.mark.parametrize(("attack", "number"), NUMBERED)
def test_an_honest_player_plays_on_in_a_small_attack(server: ServerUnderAttack, attack: Attack, number: int) -> None:
    check_sample(play_during(server, attack, number))


@pytest.mark.soak
@pytest.mark.parametrize(("attack", "number"), NUMBERED)
def test_an_honest_player_hardly_notices_an_attack(server: ServerUnderAttack, attack: Attack, number: int) -> None:
    check_soak(play_during(server, attack, number, soak=True))


# ---- two processes on PostgreSQL

SHARED = [parameters for parameters in NUMBERED if parameters.id in ("request_flood", "lobby_flood")]
"""The attacks that reach the other process through the database."""


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderAttack]:
    """Two processes that share a PostgreSQL database, behind nginx."""
    address = postgres.address()
    if address is None:
        pytest.skip(f"no PostgreSQL answers at {postgres.RUNNING}, and no initdb is here to start one with")
    folder = tmp_path_factory.mktemp("attacked")
    with (
        postgres.own_schema(address) as db,
        server_under_attack(folder, db, workers=2) as server,
        nginx.in_front_of(server.address, folder) as front,
    ):
        yield replace(server, address=front)


@pytest.mark.parametrize(("attack", "number"), SHARED)
def test_an_honest_player_plays_on_with_two_processes(
    two_workers: ServerUnderAttack, attack: Attack, number: int
) -> None:
    check_sample(play_during(two_workers, attack, number))


@pytest.mark.soak
@pytest.mark.parametrize(("attack", "number"), NUMBERED)
def test_an_honest_player_hardly_notices_an_attack_with_two_processes(
    two_workers: ServerUnderAttack, attack: Attack, number: int
) -> None:
    check_soak(play_during(two_workers, attack, number, soak=True))
