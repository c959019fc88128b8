"""Why a move of Titus is good, in words: every claim is held against the table, the odds and the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rectoverso.games.round import Round
from rectoverso.words import keys
from tests.bots.claims import NAMES, Check, Values, false_claims, is_chance, misspoken, only_move, played_games

GAMES = {2: 3, 3: 2, 4: 2}  # by players


def table(round: Round) -> Any:
    """What everybody sees."""
    return round.game.board(round.observed(round.turn or "watcher"))


def later(round: Round, move: int) -> Round:
    """The game after a move."""
    twin = round.copy()
    twin.play_number(move)
    return twin


def groups(round: Round, seat: int) -> list[list[Any]]:
    """The groups of a seat."""
    found: list[list[Any]] = table(round).seats[seat - 1].groups
    return found


def run(group: list[Any]) -> str:
    """A group as it is written."""
    return "-".join(str(coin.face) for coin in group)


def ends(group: list[Any]) -> tuple[int, int]:
    """The numbers that continue a group."""
    return group[0].face - 1, group[-1].face + 1


def fits(round: Round, number: int) -> bool:
    """Does a number continue a group of the seat to move?"""
    return any(number in ends(group) for group in groups(round, round.turn or 1))


def continues(round: Round, number: int, written: str, seat: int | None = None) -> bool:
    """Does a number continue this very group of a seat, else of the seat to move?"""
    return any(run(group) == written and number in ends(group) for group in groups(round, seat or round.turn or 1))


def takes(round: Round) -> list[str]:
    """The coins that may be taken."""
    return [text for text in round.legal if text == "draw" or text.startswith("take")]


def takes_on(round: Round, move: int) -> bool:
    """May the seat take another coin after a move?"""
    after = later(round, move)
    return after.turn == round.turn and bool(takes(after))


def scores(round: Round, move: int, coins: int) -> bool:
    """May the seat score a group of this many coins after a move?"""
    after = later(round, move)
    tags = [text.split("#")[1] for text in after.legal if text.startswith("score")] if after.turn == round.turn else []
    mine = groups(after, round.turn or 1)
    return any(str(group[0].tag) in tags and len(group) == coins for group in mine)


def share(round: Round, tag: int, number: int) -> float:
    """How likely a coin shows this number when it is turned over."""
    known = int(round.observation(round.turn or 1).state.down[tag - 1])
    if known:
        return float(known == number)
    return float(round.odds(round.turn or 1)[f"#{tag}"].get(str(number), 0.0))


def shown(round: Round, tag: int) -> int:
    """The number that a coin shows."""
    return int(round.state.up[tag - 1])


def owner(round: Round, tag: int) -> int:
    """The seat before which a coin lies by itself."""
    seats = range(1, round.players + 1)
    return next(seat for seat in seats if any([coin.tag for coin in group] == [tag] for group in groups(round, seat)))


def turned(round: Round, tag: int, values: Values) -> bool:
    """The coin, the number it turns up, its own chance, and the group that this number continues."""
    number = int(values["number"])
    chance = share(round, tag, number)
    certain = is_chance(values["chance"], chance) and chance < 1 if "chance" in values else chance > 1 - 1e-9
    fitting = continues(round, number, values["group"]) if "group" in values else not fits(round, number)
    return shown(round, tag) == int(values["coin"]) and certain and fitting


def take(round: Round, move: int, values: Values) -> bool:
    """The top coin of another player's series."""
    card = int(values["card"])
    seat = next(s for s, one in enumerate(table(round).seats, 1) if any(series.card == card for series in one.series))
    series = next(one for one in table(round).seats[seat - 1].series if one.card == card)
    said = round.game.text(move) == f"take {card}"
    return said and seat != round.turn and turned(round, series.coins[-1].tag, values)


def swap(round: Round, move: int, values: Values) -> bool:
    """An independent coin of another player."""
    tag = int(round.game.text(move).removeprefix("swap #"))
    seat = owner(round, tag)
    return seat != round.turn and values["other"] == NAMES[seat - 1] and turned(round, tag, values)


def swap_given(round: Round, move: int, values: Values) -> bool:
    """The coin that is given continues nothing of its new owner's."""
    tag = int(round.game.text(move).split("#")[1])
    seat, given = owner(round, tag), int(values["coin"])
    left = [group for group in groups(round, seat) if group[0].tag != tag]
    in_hand = table(round).hand.face == given
    return in_hand and NAMES[seat - 1] == values["other"] and not any(given in ends(group) for group in left)


def in_hand(round: Round, values: Values) -> bool:
    """The coin just taken."""
    return bool(table(round).hand.face == int(values["coin"]))


def joined(round: Round, move: int, values: Values) -> bool:
    """The group gets as long as is said."""
    after = later(round, move)
    longer = any(len(group) == int(values["count"]) for group in groups(after, round.turn or 1))
    return in_hand(round, values) and continues(round, int(values["coin"]), values["group"]) and longer


def on_pile(round: Round, values: Values) -> bool:
    """The coin on top of the pile."""
    return bool(table(round).top.face == int(values["coin"]))


def draw_swap(round: Round, move: int, values: Values) -> bool:
    """Exchanged for this coin of another player, it brings with that chance a coin that fits."""
    seat = NAMES.index(values["other"]) + 1
    loose = [group[0].tag for group in groups(round, seat) if len(group) == 1]
    wanted = [tag for tag in loose if shown(round, tag) == int(values["wanted"])]
    right = seat != round.turn and any(brings_a_fitting_coin(round, tag, values) for tag in wanted)
    return right and on_pile(round, values) and not fits(round, int(values["coin"]))


def brings_a_fitting_coin(round: Round, tag: int, values: Values) -> bool:
    """A coin turned over fits: with the chance that is said, or for certain."""
    fitting = sum(share(round, tag, number) for number in range(1, 20) if fits(round, number))
    return is_chance(values["chance"], fitting) if "chance" in values else fitting > 1 - 1e-9


def near(round: Round, move: int, values: Values) -> bool:
    """The number between the coin, on the pile or in the hand, and a group of mine; the coin itself fits nothing."""
    coin, between = int(values["coin"]), int(values["between"])
    there = on_pile(round, values) if round.game.text(move) == "draw" else in_hand(round, values)
    right = abs(coin - between) == 1 and continues(round, between, values["group"])
    apart = str(coin) not in values["group"].split("-")
    return there and right and apart and not fits(round, coin)


def draw_denies(round: Round, move: int, values: Values) -> bool:
    """The next player could continue a group with the coin on the pile; I could not."""
    seat, coin = NAMES.index(values["other"]) + 1, int(values["coin"])
    is_next = seat == (round.turn or 1) % round.players + 1
    return (
        is_next and on_pile(round, values) and not fits(round, coin) and continues(round, coin, values["group"], seat)
    )


def end_left(round: Round, move: int, values: Values) -> bool:
    """The coin on the pile continues nothing of mine, nor of the player whose turn it is then."""
    after, coin = later(round, move), int(values["coin"])
    is_next = after.turn == NAMES.index(values["other"]) + 1
    return is_next and on_pile(round, values) and not fits(round, coin) and not fits(after, coin)


def two_groups(round: Round, move: int, values: Values) -> tuple[int, int]:
    """How many coins the groups have that are put together."""
    lower, upper = (int(tag) for tag in round.game.text(move).replace("#", "").split()[1:])
    mine = {group[0].tag: group for group in groups(round, round.turn or 1)}
    assert (run(mine[lower]), run(mine[upper])) == (values["lower"], values["upper"])
    return len(mine[lower]), len(mine[upper])


def merge_left(round: Round, move: int, values: Values) -> bool:
    """T19: two groups that are worth nothing yet are worth 6 at the end; T16: they cannot be scored."""
    sizes = two_groups(round, move, values)
    return max(sizes) < 4 <= sum(sizes) == int(values["count"]) and not table(round).stack and values["points"] == "6"


CHECKS: dict[str, Check] = {
    "reason_only_move": only_move,
    "reason_titus_draw_fits": lambda r, m, v: on_pile(r, v) and continues(r, int(v["coin"]), v["group"]),
    "reason_titus_draw_swap": draw_swap,
    "reason_titus_draw_swap_known": draw_swap,
    "reason_titus_draw_first": lambda r, m, v: on_pile(r, v) and not fits(r, int(v["coin"])) and "end" not in r.legal,
    "reason_titus_draw_denies": draw_denies,
    "reason_titus_near": near,
    "reason_titus_draw_new": lambda r, m, v: on_pile(r, v) and not fits(r, int(v["coin"])),
    "reason_titus_take": take,
    "reason_titus_take_known": take,
    "reason_titus_take_fits": take,
    "reason_titus_take_fits_known": take,
    "reason_titus_swap": swap,
    "reason_titus_swap_known": swap,
    "reason_titus_swap_fits": swap,
    "reason_titus_swap_fits_known": swap,
    "reason_titus_swap_given": swap_given,
    "reason_titus_join": lambda r, m, v: joined(r, m, v) and takes_on(r, m),
    "reason_titus_join_over": lambda r, m, v: joined(r, m, v) and not takes_on(r, m),
    "reason_titus_join_series": lambda r, m, v: joined(r, m, v) and scores(r, m, int(v["count"])),
    "reason_titus_join_left": lambda r, m, v: joined(r, m, v) and not table(r).stack and v["count"] == "4",
    "reason_titus_place_swap": lambda r, m, v: in_hand(r, v) and not fits(r, int(v["coin"])) and "swap" in str(r.legal),
    "reason_titus_place_fits": lambda r, m, v: (
        in_hand(r, v) and continues(r, int(v["coin"]), v["group"]) and "merge" in str(later(r, m).legal)
        and later(r, m).turn == r.turn and not takes_on(r, m)
    ),
    "reason_titus_score": lambda r, m, v: len(table(r).stack) > 1 and table(r).stack[0] == int(v["count"]),
    "reason_titus_score_last": lambda r, m, v: table(r).stack == [int(v["count"])],
    "reason_titus_merge": lambda r, m, v: min(two_groups(r, m, v)) == 1,
    "reason_titus_merge_more": lambda r, m, v: sum(two_groups(r, m, v)) == int(v["count"]),
    "reason_titus_merge_series": lambda r, m, v: (
        sum(two_groups(r, m, v)) == int(v["count"]) and scores(r, m, int(v["count"]))
    ),
    "reason_titus_merge_left": merge_left,
    "reason_titus_end": lambda r, m, v: bool(takes(r)) and table(r).taken == int(v["count"]),
    "reason_titus_end_unfit": lambda r, m, v: on_pile(r, v) and "draw" in r.legal and not fits(r, int(v["coin"])),
    "reason_titus_end_left": end_left,
    "reason_titus_end_over": lambda r, m, v: not takes(r),
}  # fmt: skip


def test_every_reason_is_checked() -> None:
    assert set(CHECKS) == {"reason_only_move", *keys("reason_titus_")}


@pytest.mark.parametrize("players", GAMES)
def test_every_claim_is_true_in_every_position(players: int) -> None:
    heard: Counter[str] = Counter()
    wrong = [
        claim
        for round in played_games("titus", players, GAMES[players])
        for claim in false_claims(round, CHECKS, heard)
    ]
    assert wrong == []
    assert len(heard) > len(CHECKS) * 2 // 3, f"too few kinds of claims to learn from: {heard}"


@pytest.mark.parametrize("players", GAMES)
def test_all_languages_name_the_same_numbers(players: int) -> None:
    positions = [round.copy() for at, round in enumerate(played_games("titus", players, 1)) if at % 7 == 0]
    assert [text for round in positions for text in misspoken(round)] == []
