"""Tables of the day: the public deal, its proof, and the perfect game."""

from __future__ import annotations

from typing import Any

import pytest

from rectoverso.errors import BadInput
from rectoverso.games import game_named
from rectoverso.games.daily import daily_deal, perfect_game
from rectoverso.games.deal import deal_from_seed
from rectoverso.games.puzzle import puzzle_of, solved_puzzle
from rectoverso.table.proof import verify
from tests.server.site import Site, deal

DATE = "2024-02-29"


def test_the_record_says_that_the_deal_was_public(site: Site) -> None:
    anna, game = site.guest("Anna"), game_named("nummerus")
    table = anna.open("nummerus", "me", options={"board": "square"}, daily=DATE)
    window = anna.window(table)
    deal(window, nonces=True)
    for move in perfect_game(game, DATE, 1).moves:
        window.play(move)
    window.until(lambda message: message.get("what") == "over")
    record: dict[str, Any] = anna.get(f"/api/tables/{table}/rounds/1/record")
    assert record["deal"] == [int(card) for card in daily_deal(game, DATE, {"board": "square"})]
    assert record["proof"]["daily"] == {"date": DATE, "number": 1}
    assert verify(record).daily is not None
    with pytest.raises(BadInput, match="deal: card"):
        verify(record | {"proof": record["proof"] | {"daily": None}})
    with pytest.raises(BadInput, match="deal: card"):
        verify(record | {"proof": record["proof"] | {"daily": {"date": "2024-02-28", "number": 1}}})
    with pytest.raises(BadInput, match="another solitaire"):
        verify(record | {"proof": record["proof"] | {"daily": {"date": DATE, "number": 0}}})


def test_a_puzzle_begins_at_its_position_and_its_record_says_so(site: Site) -> None:
    anna, game = site.guest("Anna"), game_named("nummerus")
    puzzle, solved = puzzle_of(game, DATE), solved_puzzle(game, DATE)
    assert anna.get(f"/api/daily/nummerus/{DATE}/puzzle")["moves"] == solved.record()["moves"]
    told = {"grade": puzzle.grade, "length": puzzle.length, "solutions": puzzle.solutions, "at": len(puzzle.moves)}
    assert anna.get(f"/api/daily/nummerus/{DATE}") == told

    table = anna.open("nummerus", "me", daily=DATE, puzzle=True)
    window = anna.window(table)
    deal(window, nonces=True)
    first, *others = solved.moves[len(puzzle.moves) :]
    window.play(first)
    window.ask("undo", against=window.n)
    assert window.refused("undo", against=window.n) == "nothing-to-undo"
    assert window.view["at"] == len(puzzle.moves)
    for move in (first, *others):
        window.play(move)
    window.until(lambda message: message.get("what") == "over")
    record: dict[str, Any] = anna.get(f"/api/tables/{table}/rounds/1/record")
    assert record["moves"] == solved.moves
    assert record["proof"]["daily"] == {"date": DATE, "number": puzzle.deal, "puzzle": True}
    assert verify(record).daily is not None
    with pytest.raises(BadInput, match="not the puzzle of 2024-02-28"):
        verify(record | {"proof": record["proof"] | {"daily": record["proof"]["daily"] | {"date": "2024-02-28"}}})


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "nummerus", "chairs": [{"kind": "me"}], "puzzle": True}, "puzzle needs daily"),
        (
            {
                "game": "nummerus",
                "chairs": [{"kind": "me"}],
                "daily": DATE,
                "puzzle": True,
                "options": {"board": "square"},
            },
            "leave the options out",
        ),
        ({"game": "titus", "chairs": [{"kind": "me"}] * 2, "daily": DATE, "puzzle": True}, "no puzzle of the day"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}], "daily": "9999-01-01"}, "has not begun yet"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}], "daily": "tomorrow"}, "a date is like"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}, {"kind": "me"}], "daily": DATE}, "for one player"),
        ({"game": "titus", "chairs": [{"kind": "me"}, {"kind": "me"}], "daily": DATE}, "no solitaire of the day"),
    ],
)
def test_other_tables_of_the_day_are_refused_with_a_reason(site: Site, body: Any, said: str) -> None:
    answer = site.guest().http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
    assert said in answer.json()["details"]["error"]


def test_the_perfect_game_can_be_asked_for_once_the_day_has_begun(site: Site) -> None:
    guest = site.guest()
    record = guest.get(f"/api/daily/nummerus/{DATE}/0")
    assert record["deal"] == [int(card) for card in deal_from_seed(game_named("nummerus").deck, False, f"daily {DATE}")]
    assert record["result"]["scores"] == [0]
    paths = [f"nummerus/{DATE}/2", f"titus/{DATE}/0", f"chess/{DATE}/0", "nummerus/9999-01-01/0", "nummerus/x/0"]
    statuses = [guest.http.get(f"/api/daily/{path}").status_code for path in paths]
    assert statuses == [404, 404, 404, 400, 400]
    paths = [f"titus/{DATE}", f"titus/{DATE}/puzzle", "nummerus/9999-01-01", "nummerus/9999-01-01/puzzle", "nummerus/x"]
    statuses = [guest.http.get(f"/api/daily/{path}").status_code for path in paths]
    assert statuses == [404, 404, 400, 400, 400]
