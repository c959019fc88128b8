"""Fair deals: nobody can choose one, everybody can check one."""

from __future__ import annotations

import copy
import hashlib
from typing import Any

import pytest

from rectoverso.errors import BadInput, Refused
from rectoverso.games import game_named
from rectoverso.table import commands as c
from rectoverso.table import fair
from rectoverso.table.round_record import round_record
from tests.table.evening import Evening

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


def finished() -> dict[str, Any]:
    """The record of a round in which one brought a nonce."""
    evening = Evening("titus", "person", "person")
    evening.do(c.Commit, 1, fair.commitment_to_nonce(NONCE))
    evening.do(c.Commit, 2, None)
    evening.do(c.OpenNonce, 1, NONCE)
    evening.play_out()
    return round_record(evening.table, evening.table.finished[0], "t")


def test_the_record_of_a_round_proves_its_deal() -> None:
    proof = fair.verify(finished())
    assert proof.nonces == [NONCE, None]


def swapped(deal: list[Any]) -> list[Any]:
    return [deal[1], deal[0], *deal[2:]]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda r: r.pop("proof"), "no proof"),
        (lambda r: r["proof"].update(seed=NONCE), "not the one the server committed to"),
        (lambda r: r["proof"].update(commitment=NONCE), "not the one the server committed to"),
        (lambda r: r["proof"].update(nonces=[None, None]), "but the proof says"),
        (lambda r: r["proof"].update(nonces=[NONCE]), "1 nonces for 2 players"),
        (lambda r: r["proof"].update(scheme=2), "scheme 2 is unknown"),
        (lambda r: r["proof"].update(seed="zz"), "proof:"),
        (lambda r: r.update(proof=[]), "proof:"),
        (lambda r: r.update(deal=swapped(r["deal"]), moves=[], result=None), "but the proof says"),
    ],
)
def test_a_changed_record_does_not_verify(change: Any, complaint: str) -> None:
    changed = copy.deepcopy(finished())
    change(changed)
    with pytest.raises(BadInput, match=complaint):
        fair.verify(changed)
