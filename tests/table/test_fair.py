"""Fair deals: nobody can choose one, everybody can check one."""

from __future__ import annotations

import hashlib

import pytest

from rectoverso.errors import Refused
from rectoverso.games import game_named
from rectoverso.table import commands as c
from rectoverso.table import fair
from tests.table.evening import Evening, nonce, told

SEED, NONCE = "11" * 32, "22" * 32


def test_the_commitments_are_the_documented_hashes() -> None:
    assert fair.commitment_to_seed(SEED) == hashlib.sha256(b"rectoverso/seed/1\0" + b"\x11" * 32).hexdigest()
    assert fair.commitment_to_nonce(NONCE) == hashlib.sha256(b"rectoverso/nonce/1\0" + b"\x22" * 32).hexdigest()
    combined_seed = hashlib.sha256(b"rectoverso/fair/1\0" + b"\x11" * 32 + b"\1" + b"\x22" * 32 + b"\0").digest()
    assert fair.combined_seed(SEED, [NONCE, None]) == combined_seed


def test_the_documented_example_is_right() -> None:
    """docs/fair-deals.md shows these numbers, so that another language can be checked against them."""
    from tests.repository.tree import ROOT

    page = (ROOT / "docs" / "fair-deals.md").read_text("utf-8")
    assert fair.commitment_to_seed(SEED) in page
    assert fair.commitment_to_nonce(NONCE) in page
    assert fair.combined_seed(SEED, [NONCE, None]).hex() in page
    deal = fair.deal(game_named("nummerus"), SEED, [NONCE, None]).tolist()
    assert " ".join(map(str, deal)) in " ".join(page.split())
    assert fair.seats(SEED, [NONCE, None]) == [1, 2]


@pytest.mark.parametrize("game", ["titus", "janus", "nummerus"])
def test_every_secret_changes_the_deal(game: str) -> None:
    described = game_named(game)
    deals = {
        tuple(fair.deal(described, seed, nonces).tolist())
        for seed in (SEED, NONCE)
        for nonces in ([None, None], [NONCE, None], [None, NONCE], [NONCE, NONCE], [SEED, NONCE])
    }
    assert len(deals) == 10


def test_a_nonce_must_be_the_one_committed_to() -> None:
    evening = Evening("nummerus", "person", "person")
    evening.do(c.Commit, 1, fair.commitment_to_nonce(NONCE))
    evening.do(c.Commit, 2, None)
    with pytest.raises(Refused, match="commitment-mismatch"):
        evening.do(c.OpenNonce, 1, SEED)
    with pytest.raises(Refused, match="commitment-mismatch"):
        evening.do(c.OpenNonce, 2, SEED)
    evening.do(c.OpenNonce, 1, NONCE)
    assert evening.table.phase == "playing"
    assert evening.table.secrets is not None
    assert evening.table.secrets.by_chair(2) == [NONCE, None]


def test_n7_the_first_seat_moves_on() -> None:
    assert [fair.moved_on([3, 1, 2], rounds) for rounds in range(4)] == [[3, 1, 2], [1, 2, 3], [2, 3, 1], [3, 1, 2]]


# ---- a nonce that is not opened


def test_a_nonce_that_is_not_opened_makes_the_table_draw_again() -> None:
    evening = Evening("nummerus", "person", "person", "person")
    evening.commit(1, 2)
    evening.open(1)
    first = evening.table.secrets
    assert first is not None
    evening.later(9.9)
    assert evening.table.phase == "opening"
    evening.later(0.1)
    assert (evening.table.phase, evening.table.number) == ("committing", 1)
    second = evening.table.secrets
    assert second is not None
    assert second.seed != first.seed
    assert (second.commitments, second.nonces, second.abandoned, second.aside) == ({}, {}, [first], {2})
    assert told(evening.table) == told(evening.twin())


def test_whoever_did_not_open_stands_aside_and_is_not_waited_for() -> None:
    evening = Evening("nummerus", "person", "person")
    evening.commit(1, 2)
    evening.open(1)
    evening.later(10)
    with pytest.raises(Refused, match="too-late"):
        evening.do(c.Commit, 2, fair.commitment_to_nonce(nonce(2, 2)))
    evening.commit(1, draw=2)
    assert evening.table.phase == "opening"
    evening.open(1, draw=2)
    assert evening.table.phase == "playing"
    assert evening.table.secrets is not None
    assert evening.table.secrets.by_chair(2) == [nonce(1, 2), None]


def test_a_nonce_of_an_abandoned_draw_opens_nothing() -> None:
    evening = Evening("nummerus", "person", "person")
    evening.commit(1, 2)
    evening.open(1)
    evening.later(10)
    evening.commit(1, draw=2)
    with pytest.raises(Refused, match="commitment-mismatch"):
        evening.open(1, draw=1)


def test_nobody_can_make_the_table_draw_for_ever() -> None:
    """Each draw that is abandoned has one person fewer; the last is the server's alone."""
    evening = Evening("nummerus", "person", "person", "person", "bot")
    for draw in (1, 2, 3):
        evening.commit(1, 2, 3, draw=draw)
        evening.open(*range(draw + 1, 4), draw=draw)
        assert evening.table.phase == "opening"
        evening.later(10)
    assert evening.table.phase == "playing"
    assert evening.table.secrets is not None
    assert [draw.unopened for draw in evening.table.secrets.abandoned] == [[1], [2], [3]]
    assert evening.table.secrets.by_chair(4) == [None] * 4
    assert told(evening.table) == told(evening.twin())


def test_in_the_next_round_everybody_takes_part_again() -> None:
    evening = Evening("nummerus", "person", "person")
    evening.commit(1, 2)
    evening.later(10)
    evening.deal()
    evening.play_out()
    evening.want_again()
    evening.commit(1, 2)
    evening.open(1, 2)
    assert evening.table.phase == "playing"
    assert evening.table.secrets is not None
    assert evening.table.secrets.abandoned == []
