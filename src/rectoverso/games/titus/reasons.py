"""Why a move of Titus is good, in words. Every chance in them comes from the odds, all else from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.bits import members
from ...kernel.fixed_record import Record
from ...words import percent, say
from ..lookahead import after, legal_moves
from .material import COINS, GROUP_LEFT, POINT_CARDS, SERIES_LENGTH, TOP_CARD
from .moves import DRAW, END, JOIN, MERGE, PLACE, SCORE, SWAP, TAKE
from .rules import fitting

Shares = dict[int, float]
CERTAIN = 1 - 1e-9


def reason(observation: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """What a good player would say about a move."""
    state = observation.state
    if move == DRAW:
        return _drawing(state, odds, lang, names)
    if move == END:
        return _ending(state, lang, names)
    if move == PLACE:
        return _placing(state, lang)
    if move < JOIN:
        return _taking(state, odds, lang, move - TAKE)
    if move < SWAP:
        return _joining(state, lang, move)
    if move < SCORE:
        return _swapping(state, odds, lang, move - SWAP, names)
    if move < MERGE:
        return _scoring(state, lang, move - SCORE)
    return _merging(state, lang, move)


# ---- what lies there


def face(state: Record, coin: int) -> int:
    """The number that a coin shows."""
    return int(state.up[coin])


def highest(state: Record, group: int) -> int:
    """The highest number of a group."""
    return face(state, int(state.top[group]))


def length(state: Record, group: int) -> int:
    """How many coins a group has."""
    return highest(state, group) - face(state, group) + 1


def continued(state: Record, seat: int, number: int) -> int | None:
    """T6: the longest of a seat's groups that this number continues."""
    groups = members(fitting(state, seat, number))
    return max(groups, key=lambda group: (length(state, group), -group), default=None)


def fits(state: Record, number: int) -> bool:
    """T6: does this number continue a group of the seat to move?"""
    return fitting(state, int(state.turn), number) != 0


def other_faces(state: Record, odds: dict[str, Any], coin: int) -> Shares:
    """T5: what a coin shows when it is turned over, for certain or by its odds."""
    known = int(state.down[coin])
    return {known: 1.0} if known else {int(number): share for number, share in odds[_tag(coin)].items()}


def may_take(state: Record, seat: int) -> bool:
    """T8: may this seat take a coin now?"""
    return state.turn == seat and not state.over and any(move == DRAW or TAKE <= move < JOIN for move in _legal(state))


def _legal(state: Record) -> list[int]:
    return [] if state.over else legal_moves(state)


def _tag(coin: int) -> str:
    return f"#{coin + 1}"


def _run(state: Record, group: int) -> str:
    """A group as players write it: 5-6-7."""
    return "-".join(str(number) for number in range(face(state, group), highest(state, group) + 1))


# ---- taking


def _drawing(state: Record, odds: dict[str, Any], lang: str, names: Sequence[str]) -> str:
    """T9: the top of the pile fits; else it may be exchanged for a coin that does; else a turn needs a coin."""
    number = face(state, state.drawn)
    group = continued(state, int(state.turn), number)
    if group is not None:
        return say(lang, "reason_titus_draw_fits", coin=number, group=_run(state, group))
    coin, share = best_exchange(state, odds)
    if share > 0:
        key = "reason_titus_draw_swap_known" if share > CERTAIN else "reason_titus_draw_swap"
        other, chance = names[owner(state, coin)], percent(lang, share)
        return say(lang, key, coin=number, wanted=face(state, coin), other=other, chance=chance)
    return (
        near(state, lang, number)
        or _denying(state, lang, number, names)
        or say(lang, "reason_titus_draw_new" if state.taken else "reason_titus_draw_first", coin=number)
    )


def near(state: Record, lang: str, number: int) -> str:
    """T6: one number is missing between this one and the longest of my groups for which that is so; else nothing."""
    groups = members(int(state.groups[state.turn]))
    gaps = {group: number - 1 for group in groups if highest(state, group) == number - 2}
    gaps |= {group: number + 1 for group in groups if face(state, group) == number + 2}
    group = max(gaps, key=lambda one: (length(state, one), -one), default=None)
    if group is None:
        return ""
    return say(lang, "reason_titus_near", coin=number, between=gaps[group], group=_run(state, group))


def _denying(state: Record, lang: str, number: int, names: Sequence[str]) -> str:
    """T6, T9: the next player could take the coin from the pile and continue a group with it; else nothing."""
    seat = (int(state.turn) + 1) % int(state.players)
    group = continued(state, seat, number)
    if group is None:
        return ""
    return say(lang, "reason_titus_draw_denies", coin=number, other=names[seat], group=_run(state, group))


def best_exchange(state: Record, odds: dict[str, Any]) -> tuple[int, float]:
    """T9: the independent coin of another seat that most likely fits when it is turned over, and how likely."""
    best, best_share = 0, 0.0
    for seat in range(int(state.players)):
        for coin in members(int(state.loose[seat])) if seat != state.turn else []:
            share = sum(part for number, part in other_faces(state, odds, coin).items() if fits(state, number))
            if share > best_share:
                best, best_share = coin, share
    return best, best_share


def _taking(state: Record, odds: dict[str, Any], lang: str, card: int) -> str:
    """T10: the top coin of a series."""
    coin = int(state.series_top[card])
    return _turning(state, odds, lang, "take", coin, card=TOP_CARD - card)


def _swapping(state: Record, odds: dict[str, Any], lang: str, coin: int, names: Sequence[str]) -> str:
    """T9: what the exchange brings; and that the coin given away does not help its new owner, if so."""
    seat, given = owner(state, coin), face(state, state.hand)
    text = _turning(state, odds, lang, "swap", coin, other=names[seat])
    if serves(state, seat, coin, given):
        return text
    return f"{text} {say(lang, 'reason_titus_swap_given', coin=given, other=names[seat])}"


def owner(state: Record, coin: int) -> int:
    """T9: the seat before which an independent coin lies."""
    return next(seat for seat in range(int(state.players)) if int(state.loose[seat]) >> coin & 1)


def serves(state: Record, seat: int, lost: int, given: int) -> bool:
    """T6: does the number that a player is given continue one of the groups that they have left?"""
    return fitting(state, seat, given) & ~(1 << lost) != 0


def _turning(state: Record, odds: dict[str, Any], lang: str, how: str, coin: int, **values: object) -> str:
    """T9, T10: a coin turned over: its likeliest number that fits, else the likeliest of all."""
    shares = other_faces(state, odds, coin)
    fitting_shares = {number: share for number, share in shares.items() if fits(state, number)}
    number = max(fitting_shares or shares, key=lambda one: (shares[one], one))
    key = f"reason_titus_{how}{'_fits' * bool(fitting_shares)}{'_known' * (shares[number] > CERTAIN)}"
    group = continued(state, int(state.turn), number)
    return say(
        lang, key, coin=face(state, coin), number=number, chance=percent(lang, shares[number]),
        group="" if group is None else _run(state, group), **values,
    )  # fmt: skip


# ---- playing the coin


def _joining(state: Record, lang: str, move: int) -> str:
    """T6, T11, T14: the coin continues a group; this may make a series, and the taking may go on."""
    group, later, me = move - JOIN, after(state, move), int(state.turn)
    count = length(state, group) + 1
    values: dict[str, object] = {"coin": face(state, state.hand), "group": _run(state, group), "count": count}
    if can_score(later, me, count):
        return say(lang, "reason_titus_join_series", **values)
    if count == SERIES_LENGTH:
        return say(lang, "reason_titus_join_left", points=GROUP_LEFT, **values)
    return say(lang, "reason_titus_join" if may_take(later, me) else "reason_titus_join_over", **values)


def can_score(later: Record, seat: int, coins: int) -> bool:
    """T14, T16: may this seat, if it is still to move, score a group of this many coins?"""
    groups = [move - SCORE for move in _legal(later) if SCORE <= move < MERGE] if later.turn == seat else []
    return any(length(later, group) == coins for group in groups)


def _placing(state: Record, lang: str) -> str:
    """T11, T14: an independent coin ends the taking; it can still be merged with groups that it continues."""
    coin = face(state, state.hand)
    group = continued(state, int(state.turn), coin)
    if group is None:
        return near(state, lang, coin) or say(lang, "reason_titus_place_swap", coin=coin)
    return say(lang, "reason_titus_place_fits", coin=coin, group=_run(state, group))


# ---- free actions, and the end of the turn


def _scoring(state: Record, lang: str, group: int) -> str:
    """T14, T16: the top point card; the next one, if there is one, is worth less."""
    card = int(state.cards_out)
    key = "reason_titus_score_last" if card == POINT_CARDS - 1 else "reason_titus_score"
    return say(lang, key, group=_run(state, group), count=TOP_CARD - card)


def _merging(state: Record, lang: str, move: int) -> str:
    """T7, T14: it makes a series, or points at the end, or makes coins safe."""
    lower, upper = divmod(move - MERGE, COINS)
    sizes = length(state, lower), length(state, upper)
    values = {"lower": _run(state, lower), "upper": _run(state, upper), "count": sum(sizes)}
    if can_score(after(state, move), int(state.turn), sum(sizes)) and max(sizes) < SERIES_LENGTH:
        return say(lang, "reason_titus_merge_series", **values)
    if sum(sizes) >= SERIES_LENGTH > max(sizes):
        return say(lang, "reason_titus_merge_left", points=GROUP_LEFT, **values)
    return say(lang, "reason_titus_merge" if min(sizes) == 1 else "reason_titus_merge_more", **values)


def _ending(state: Record, lang: str, names: Sequence[str]) -> str:
    """Nothing more may be taken, or nothing more has to be: at best, the coin on the pile helps nobody."""
    if not may_take(state, int(state.turn)):
        return say(lang, "reason_titus_end_over")
    number = face(state, state.drawn)
    if fits(state, number):
        return say(lang, "reason_titus_end", count=int(state.taken))
    later = after(state, END)
    if not later.over and continued(state, int(later.turn), number) is None:
        return say(lang, "reason_titus_end_left", coin=number, other=names[later.turn])
    return say(lang, "reason_titus_end_unfit", coin=number)
