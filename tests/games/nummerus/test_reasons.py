"""Why a move of Nummerus is good, in words: every claim is held against the board and the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rectoverso
from rectoverso.games.nummerus.material import PAWNS
from rectoverso.games.nummerus.moves import TRADE
from rectoverso.games.nummerus.reasons import reason
from rectoverso.games.round import Round
from rectoverso.kernel.fixed_record import Record, copied
from rectoverso.words import keys
from tests.bots.claims import NAMES, Check, Values, false_claims, misspoken, only_move, played_games

TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"board": "square"}),
    (2, {}),
    (2, {"tausch": True}),
    (3, {"tausch": True, "scoring": "points"}),
    (4, {"board": "square"}),
    (4, {"tausch": True}),
]


def holding(*pawns: int) -> Record:
    """What seat 1 sees when it has these pawns, and seat 2 the pawns 12 and 31."""
    observation = copied(rectoverso.new("nummerus", players=2, seed="reasons", tausch=True).observation(1))
    observation.state.own[0] = sum(1 << pawn for pawn in pawns)
    observation.state.own[1] = 1 << 12 | 1 << 31
    return observation


@pytest.mark.parametrize(
    ("get", "words"),
    [
        (12, "The 12 gives you a series of 3; your 30 is in none."),
        (31, "The 31 gives you no series yet, and the 30 gives Ann none."),
    ],
)
def test_n8_a_trade_speaks_of_a_series_only_where_it_makes_one(get: int, words: str) -> None:
    move = TRADE + (30 - 1) * PAWNS + get - 1
    assert reason(holding(10, 11, 30), {}, move, "en", ["@you", "Ann"]) == words


# ---- every claim, held against the rules


def pawns(round: Round, seat: int) -> set[int]:
    """The pawns of a seat."""
    return set(round.game.board(round.observed("watcher")).seats[seat - 1].pawns)


def mine(round: Round) -> set[int]:
    """The pawns of the seat to move."""
    return pawns(round, round.turn or 1)


def run(own: set[int], pawn: int) -> int:
    """How long a series is that this pawn is in, or would be in."""
    together = own | {pawn}
    numbers = {one for one in together if together.issuperset(range(min(one, pawn), max(one, pawn) + 1))}
    return len(numbers)


def longest(own: set[int]) -> int:
    """How long the longest series is."""
    return max((run(own, pawn) for pawn in own), default=0)


def taken(round: Round, move: int, values: Values) -> bool:
    """The move takes this pawn."""
    return round.game.text(move).split()[1] == values["pawn"]


def series(round: Round, move: int, values: Values) -> bool:
    """The series that the pawn makes with mine."""
    return taken(round, move, values) and run(mine(round), int(values["pawn"])) == int(values["count"]) > 1


def spoil(round: Round, move: int, values: Values) -> bool:
    """The series that the pawn would make with another player's."""
    seat = NAMES.index(values["other"]) + 1
    count = run(pawns(round, seat), int(values["pawn"]))
    return taken(round, move, values) and seat != round.turn and count == int(values["count"]) > 2


def near(round: Round, move: int, values: Values) -> bool:
    """The number between the pawn and mine lies on the board."""
    pawn, between, own = int(values["pawn"]), int(values["between"]), int(values["own"])
    on_board = between in round.game.board(round.observed("watcher")).fields
    return taken(round, move, values) and own in mine(round) and {pawn, own} == {between - 1, between + 1} and on_board


def beside(round: Round, move: int, values: Values) -> bool:
    """The numbers named are all that are next to the pawn's and still on the board after the move."""
    pawn, named = int(values["pawn"]), {int(values[name]) for name in ("lower", "upper", "beside") if name in values}
    after = round.copy().play(round.game.text(move))
    left = {pawn - 1, pawn + 1}.intersection(after.game.board(after.observed("watcher")).fields)
    return taken(round, move, values) and named == left and run(mine(round), pawn) == 1


def next_makes(round: Round, text: str) -> int:
    """The longest series that the next player can make after a move, by taking a pawn."""
    twin = round.copy().play(text)
    if twin.turn == round.turn and "end" in twin.legal:
        twin.play("end")
    takes = [int(one.split()[1]) for one in twin.legal if one.startswith("take")]
    return max((run(mine(twin), pawn) for pawn in takes), default=0)


def left_over(round: Round, move: int, values: Values) -> bool:
    """What the next player can make; after another move, more."""
    makes = next_makes(round, round.game.text(move))
    count = int(values.get("count", makes))
    if "most" in values and max(next_makes(round, text) for text in round.legal) != int(values["most"]) > makes:
        return False
    return taken(round, move, values) and makes == count and ("count" in values or makes <= 1)


def traded(round: Round, move: int, values: Values) -> tuple[int, int, set[int]]:
    """The pawn that is given, the one that is got, and my pawns without the former."""
    give, get = (int(pawn) for pawn in round.game.text(move).split()[1:])
    assert values["get"] == str(get)
    assert values.get("give", str(give)) == str(give)
    return give, get, mine(round) - {give}


def trade(round: Round, move: int, values: Values) -> bool:
    """The series that I get, and what the pawn was that I give."""
    give, get, left = traded(round, move, values)
    broken = int(values.get("broken", 1))
    return run(left, get) == int(values["count"]) > 1 and run(mine(round), give) == broken


def trade_loose(round: Round, move: int, values: Values) -> bool:
    """No series for me; and none for the other player, where that is said."""
    give, get, left = traded(round, move, values)
    seat = NAMES.index(values["other"]) + 1
    theirs = pawns(round, seat)
    harmless = "give" not in values or run(theirs - {get}, give) == 1
    return run(left, get) == 1 and get in theirs and seat != round.turn and harmless


def no_longer(round: Round, move: int, values: Values) -> bool:
    """No exchange makes the longest series longer."""
    trades = [tuple(int(pawn) for pawn in text.split()[1:]) for text in round.legal if text.startswith("trade")]
    return all(longest(mine(round) - {give} | {get}) <= longest(mine(round)) for give, get in trades)


def keep(round: Round, move: int, values: Values) -> bool:
    """The tokens that are left."""
    tokens = round.game.board(round.observed("watcher")).seats[(round.turn or 1) - 1].tokens
    return bool(tokens == int(values.get("count", 1)))


def alone(round: Round, move: int, values: Values) -> bool:
    """N9: the series that the pawn lies in after the move."""
    after = round.copy()
    after.play_number(move)
    lists = after.game.board(after.observed("watcher")).seats[0].series
    found = next((one for one in lists if int(values["pawn"]) in one), [0])
    return taken(round, move, values) and len(found) == int(values["count"])


def room(round: Round, move: int, values: Values) -> bool:
    """N9: a pawn beside no other one, and the free numbers around it."""
    pawn = int(values["pawn"])
    free = set(range(1, PAWNS + 1)) - mine(round)
    numbers = run(free, pawn)
    right = numbers >= 6 if values.keys() == {"pawn"} and numbers > 1 else numbers == int(values.get("count", 1)) < 6
    return taken(round, move, values) and right and not {pawn - 1, pawn + 1} & mine(round)


CHECKS: dict[str, Check] = {
    "reason_only_move": only_move,
    "reason_nummerus_series": series,
    "reason_nummerus_spoil": spoil,
    "reason_nummerus_near": near,
    "reason_nummerus_room": beside,
    "reason_nummerus_beside": beside,
    "reason_nummerus_safe": left_over,
    "reason_nummerus_less": left_over,
    "reason_nummerus_loose": left_over,
    "reason_nummerus_trade": trade,
    "reason_nummerus_trade_broken": trade,
    "reason_nummerus_trade_loose": trade_loose,
    "reason_nummerus_trade_away": trade_loose,
    "reason_nummerus_end": no_longer,
    "reason_nummerus_keep": keep,
    "reason_nummerus_alone": alone,
    "reason_nummerus_alone_new": room,
    "reason_nummerus_alone_short": room,
}


def test_every_reason_is_checked() -> None:
    assert set(CHECKS) == {"reason_only_move", *keys("reason_nummerus_")}


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_claim_is_true_in_every_position(players: int, options: dict[str, Any]) -> None:
    heard: Counter[str] = Counter()
    positions = played_games("nummerus", players, 3, **options)
    assert [claim for round in positions for claim in false_claims(round, CHECKS, heard)] == []
    assert len(heard) >= (4 if players == 1 else 10 if options.get("tausch") else 6), heard


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_all_languages_name_the_same_numbers(players: int, options: dict[str, Any]) -> None:
    positions = [
        round.copy() for at, round in enumerate(played_games("nummerus", players, 1, **options)) if at % 5 == 0
    ]
    assert [text for round in positions for text in misspoken(round)] == []
