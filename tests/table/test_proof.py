"""The proof in a record: it holds for every way to seat people, and no forged one does."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rectoverso.errors import BadInput
from rectoverso.table import events as e
from rectoverso.table import fair
from rectoverso.table.proof import Proof, proof_of, verify
from tests.table.evening import START, Evening, nonce
from tests.table.records import continued, finish, old_log, played

OTHER = "77" * 32


def redrawn(**setup: Any) -> dict[str, Any]:
    """The record of a round in which chair 3 did not open, and stood aside."""
    evening = Evening("nummerus", "person", "person", "person", **setup)
    evening.commit(1, 2, 3)
    evening.open(1, 2)
    evening.later(10)
    evening.commit(1, 2, draw=2)
    evening.open(1, 2, draw=2)
    return finish(evening)


# ---- proofs that hold


def test_the_record_of_a_round_proves_its_deal_and_its_seats() -> None:
    record = played(Evening("titus", "person", "person", "bot", random_seats=True), 1)
    proof = verify(record)
    assert (proof.scheme, proof.nonces, proof.chairs) == (2, [nonce(1), None, None], [1])
    assert proof.commitments == [fair.commitment_to_nonce(nonce(1)), None, None]
    assert proof.order == fair.seats(proof.seed, proof.nonces)
    assert record["proof"]["seats"] == {"by": "drawn"}


def test_fixed_seats_are_proved_to_be_fixed() -> None:
    evening = Evening("nummerus", "person", "person", "person")
    first, second = played(evening, 1, 2), played(evening, 3)
    assert (first["proof"]["order"], first["proof"]["seats"]) == ([1, 2, 3], {"by": "fixed"})
    assert (second["proof"]["order"], second["proof"]["seats"]) == ([2, 3, 1], {"by": "fixed", "moved_on": 1})
    assert verify(first).seats_draw is verify(second).seats_draw is None


def test_the_chair_that_begins_is_proved_where_the_table_names_one() -> None:
    evening = Evening("nummerus", "person", "person", "person", first_chair=3)
    first, second = played(evening, 1), played(evening, 1)
    assert verify(first).order == [3, 1, 2]
    assert verify(second).order == [1, 2, 3]


def test_n7_seats_that_move_on_are_proved_by_the_draw_of_the_first_round() -> None:
    evening = Evening(
        "nummerus", "person", "person", "person", random_seats=True, rounds=3, options={"scoring": "points"}
    )
    first, second, third = (played(evening, 1, 2) for _ in range(3))
    order = verify(first).order
    assert order is not None
    assert verify(second).order == fair.moved_on(order, 1)
    assert verify(third).order == fair.moved_on(order, 2)
    assert verify(first).seats_draw == verify(second).seats_draw == verify(third).seats_draw
    assert (third["round"], third["proof"]["seats"]["moved_on"]) == (3, 2)
    next_match = played(evening, 1, 2)
    assert next_match["proof"]["seats"] == {"by": "drawn"}
    verify(next_match)


@pytest.mark.parametrize("random_seats", [True, False])
def test_the_same_deal_again_has_the_proof_of_the_round_before(random_seats: bool) -> None:
    evening = Evening("nummerus", "person", "person", random_seats=random_seats)
    first = played(evening, 1, 2)
    evening.want_again(same_deal=True)
    again = finish(evening)
    assert verify(again).again == 1
    assert again["deal"] == first["deal"]
    assert {**again["proof"], "again": None} == {**first["proof"], "again": None}


def test_the_same_deal_again_in_a_match_keeps_the_seats_of_its_round() -> None:
    options = {"scoring": "points"}
    evening = Evening("nummerus", "person", "person", random_seats=True, rounds=3, options=options)
    played(evening, 1)
    second = played(evening, 1)
    evening.want_again(same_deal=True)
    again = finish(evening)
    assert again["proof"]["order"] == second["proof"]["order"]
    verify(again)
    third = played(evening, 2)
    assert verify(third).order == fair.moved_on(second["proof"]["order"], 1)


def test_a_record_tells_of_draws_that_were_abandoned() -> None:
    proof = verify(redrawn(random_seats=True))
    [draw] = proof.abandoned
    assert draw.unopened == [3]
    assert draw.nonces == [nonce(1), nonce(2), None]
    assert proof.nonces == [nonce(1, 2), nonce(2, 2), None]


# ---- records and logs of older versions


def test_a_proof_of_the_old_scheme_still_verifies() -> None:
    record = played(Evening("titus", "person", "person"), 1)
    old = {key: record["proof"][key] for key in ("commitment", "seed", "nonces")}
    proof = verify({**record, "proof": {"scheme": 1, **old}})
    assert (proof.order, proof.seats_draw) == (None, None)


def test_a_round_dealt_without_an_unopened_nonce_is_played_on_with_a_proof_of_the_old_scheme() -> None:
    evening = continued(old_log(e.Dealt(t=START + 10_000)))
    record = finish(evening)
    assert list(record["proof"]) == ["scheme", "commitment", "seed", "nonces"]
    assert verify(record).scheme == 1


def test_an_old_table_in_the_middle_of_its_deal_goes_on_by_the_new_rule() -> None:
    evening = continued(old_log())
    assert evening.table.phase == "opening"
    evening.later(10)
    evening.commit(1, draw=2)
    evening.open(1, draw=2)
    assert verify(finish(evening)).chairs == [1]


# ---- proofs that do not


def swapped(values: list[Any]) -> list[Any]:
    return [values[1], values[0], *values[2:]]


Forge = Callable[[dict[str, Any]], object]

PLAIN: list[tuple[Forge, str]] = [
    (lambda r: r.pop("proof"), "no proof"),
    (lambda r: r.update(proof=[]), "proof:"),
    (lambda r: r["proof"].update(scheme=3), "scheme 3 is unknown"),
    (lambda r: r["proof"].update(seed="zz"), "proof:"),
    (lambda r: r["proof"].update(seed=r["proof"]["seed"] + "\n"), "proof:"),
    # the server's seed
    (lambda r: r["proof"].update(seed=OTHER), "not the one the server committed to"),
    (lambda r: r["proof"].update(commitment=OTHER), "not the one the server committed to"),
    (lambda r: r["proof"].update(seed=OTHER, commitment=fair.commitment_to_seed(OTHER)), "but the proof says"),
    # the players' nonces
    (lambda r: r["proof"]["nonces"].__setitem__(0, OTHER), "nonce of chair 1 is not the one"),
    (lambda r: r["proof"].update(nonces=swapped(r["proof"]["nonces"])), "nonce of chair 1 is not the one"),
    (lambda r: r["proof"]["nonces"].__setitem__(0, None), "chair 1 committed to a nonce, and it was not opened"),
    (lambda r: r["proof"]["nonces"].__setitem__(1, r["proof"]["nonces"][0]), "nonce of chair 2 is not the one"),
    (lambda r: r["proof"]["nonces"].__setitem__(2, OTHER), "nonce of chair 3 is not the one"),
    (lambda r: r["proof"]["nonces"].pop(), "2 nonces for 3 players"),
    # their commitments
    (lambda r: r["proof"].pop("commitments"), "commitments are missing"),
    (lambda r: r["proof"]["commitments"].pop(), "2 commitments for 3 players"),
    (lambda r: r["proof"]["commitments"].__setitem__(0, OTHER), "nonce of chair 1 is not the one"),
    (lambda r: r["proof"]["commitments"].__setitem__(2, OTHER), "chair 3 committed to a nonce, and it was not"),
    (lambda r: replace_nonce(r, 0, OTHER), "but the proof says"),
    (lambda r: replace_nonce(r, 0, None), "but the proof says"),
    (lambda r: replace_nonce(r, 2, OTHER), "but the proof says"),
    # the deal
    (lambda r: r.update(deal=swapped(r["deal"]), moves=[], result=None), "but the proof says"),
    (lambda r: r["proof"].update(daily={"date": "2026-11-18", "number": 0}), "is for one player, not for 3"),
    # the seats
    (lambda r: r["proof"].pop("order"), "seats are missing"),
    (lambda r: r["proof"].pop("seats"), "seats are missing"),
    (lambda r: r["proof"].update(order=swapped(r["proof"]["order"])), "the chairs by seat are"),
    (lambda r: r["proof"].update(order=[]), "the chairs by seat are"),
    (lambda r: r["proof"].update(order=[1, 1, 1]), "the chairs by seat are"),
    (lambda r: r["proof"].update(seats={"by": "chosen"}), "proof:"),
    (lambda r: r["proof"]["seats"].update(moved_on=1), "need the draw that they began with"),
    (lambda r: r["proof"]["seats"].update(moved_on=-1), "proof:"),
    (lambda r: r["proof"]["seats"].update(draw=draw_of(r)), "and others none"),
    (lambda r: r["proof"]["seats"].update(moved_on=3, draw=draw_of(r)), "the seats moved on 3 times"),
    (lambda r: r["proof"].update(seats={"by": "fixed"}), "the chairs by seat are"),
]  # fmt: skip


def draw_of(record: dict[str, Any]) -> dict[str, Any]:
    return {key: record["proof"][key] for key in ("commitment", "seed", "commitments", "nonces")}


def replace_nonce(record: dict[str, Any], place: int, other: str | None) -> None:
    """Another nonce together with its commitment."""
    record["proof"]["nonces"][place] = other
    record["proof"]["commitments"][place] = other and fair.commitment_to_nonce(other)


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """Three persons, of whom two brought nonces; the lot did not leave them in the order of the chairs."""
    evening = Evening("nummerus", "person", "person", "person", random_seats=True, seed=2)
    record = played(evening, 1, 2)
    assert record["proof"]["order"] != [1, 2, 3]
    return record


def assert_forged(record: dict[str, Any], forge: Forge, complaint: str) -> None:
    verify(record)
    forged = copy.deepcopy(record)
    forge(forged)
    with pytest.raises(BadInput, match=complaint):
        verify(forged)


@pytest.mark.parametrize(("forge", "complaint"), PLAIN)
def test_a_forged_record_does_not_verify(plain: dict[str, Any], forge: Forge, complaint: str) -> None:
    assert_forged(plain, forge, complaint)


REDRAWN: list[tuple[Forge, str]] = [
    (lambda r: r["proof"]["abandoned"][0].update(seed=OTHER), "not the one the server committed to"),
    (lambda r: r["proof"]["abandoned"][0]["nonces"].__setitem__(0, OTHER), "nonce of chair 1 is not the one"),
    (lambda r: r["proof"]["abandoned"][0]["nonces"].__setitem__(2, nonce(3)), "though every nonce was opened"),
    (lambda r: r["proof"]["abandoned"][0]["commitments"].__setitem__(2, None), "though every nonce was opened"),
    (lambda r: r["proof"]["abandoned"][0]["nonces"].pop(), "2 nonces for 3 players"),
    (lambda r: r["proof"]["abandoned"][0]["nonces"].__setitem__(1, None), "chair 2 takes part though"),
    (lambda r: r["proof"]["abandoned"].append(r["proof"]["abandoned"][0]), "chair 3 takes part though"),
    (lambda r: replace_nonce(r, 2, nonce(3)), "chair 3 takes part though"),
]  # fmt: skip


@pytest.mark.parametrize(("forge", "complaint"), REDRAWN)
def test_a_forged_redraw_does_not_verify(forge: Forge, complaint: str) -> None:
    assert_forged(redrawn(), forge, complaint)


MATCH: list[tuple[Forge, str]] = [
    (lambda r: r["proof"]["seats"].pop("draw"), "need the draw that they began with"),
    (lambda r: r["proof"]["seats"]["draw"].update(seed=OTHER), "not the one the server committed to"),
    (lambda r: r["proof"]["seats"]["draw"]["nonces"].__setitem__(0, OTHER), "nonce of chair 1 is not the one"),
    (lambda r: r["proof"]["seats"]["draw"]["nonces"].__setitem__(0, None), "and it was not opened"),
    (lambda r: r["proof"]["seats"].update(moved_on=4), "the seats moved on 4 times before round 2"),
    (lambda r: r.update(round=3), "the seats moved on 1 times before round 3"),
    (lambda r: r.pop("match"), "the seats moved on 1 times before round 1"),
    (lambda r: r["proof"].update(order=fair.moved_on(r["proof"]["order"], 1)), "the chairs by seat are"),
]  # fmt: skip


@pytest.mark.parametrize(("forge", "complaint"), MATCH)
def test_n7_a_forged_seat_of_a_later_round_does_not_verify(forge: Forge, complaint: str) -> None:
    options = {"scoring": "points"}
    evening = Evening("nummerus", "person", "person", "person", random_seats=True, rounds=3, options=options)
    played(evening, 1)
    assert_forged(played(evening, 2), forge, complaint)


def test_a_proof_is_the_same_after_a_restart() -> None:
    evening = Evening("nummerus", "person", "person", random_seats=True)
    played(evening, 1, 2)
    twin = evening.twin()
    proof = proof_of(twin, twin.finished[0])
    assert proof == proof_of(evening.table, evening.table.finished[0])
    assert msgspec.convert(msgspec.to_builtins(proof), Proof) == proof
