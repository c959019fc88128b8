"""What `rectoverso verify` says of proofs that hold, and of the rounds of one match."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.conftest import Run
from tests.table.evening import Evening
from tests.table.records import finish, played


def said(run: Run, *records: dict[str, Any]) -> tuple[int, list[str]]:
    """The exit code, and what is said of each record."""
    ran = run("verify", "-", stdin="\n".join(map(json.dumps, records)).encode())
    return ran.code, [line.partition(": ")[2] for line in ran.out.decode().splitlines()]


def test_it_says_whose_nonces_went_into_the_deal(run: Run) -> None:
    two = played(Evening("nummerus", "person", "person", "bot"), 1, 2)
    none = played(Evening("nummerus", "person", "person"))
    assert said(run, two, none) == (
        0,
        [
            "the deal and the seats are as promised; with the nonces of chairs 1, 2",
            "the deal and the seats are as promised; but no player took part: the server drew alone",
        ],
    )


def test_it_says_who_did_not_open_and_that_a_deal_was_played_again(run: Run) -> None:
    evening = Evening("nummerus", "person", "person")
    evening.commit(1, 2)
    evening.later(10)
    evening.deal()
    first = finish(evening)
    evening.want_again(same_deal=True)
    code, [of_first, of_again] = said(run, first, finish(evening))
    assert code == 0
    assert of_first.endswith("; chairs 1, 2 did not open in a draw before, which was abandoned")
    assert of_again == of_first + "; the deal of round 1 again"


def test_of_the_old_scheme_it_says_what_it_cannot_prove(run: Run) -> None:
    record = played(Evening("nummerus", "person", "person"), 1)
    old = {key: record["proof"][key] for key in ("commitment", "seed", "nonces")}
    words = "the deal is as promised (scheme 1: seats and commitments of players cannot be checked)"
    assert said(run, {**record, "proof": {"scheme": 1, **old}}) == (0, [words])


def test_n7_the_rounds_of_a_match_share_one_draw_of_seats(run: Run) -> None:
    """Each record is right by itself, but a match has its seats drawn once."""
    rounds = []
    for seed in (1, 2):
        setup = {"random_seats": True, "rounds": 2, "options": {"scoring": "points"}}
        evening = Evening("nummerus", "person", "person", seed=seed, **setup)
        rounds.append([played(evening, 1), played(evening, 1)])
    [first, _], [_, second] = rounds
    assert said(run, *rounds[0])[0] == said(run, *rounds[1])[0] == 0
    code, [_, of_second] = said(run, first, second)
    assert (code, of_second) == (2, "the rounds of match t/1 name different draws of the seats")
