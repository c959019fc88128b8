"""Why a move of Titus is not possible: the message that says so, and its rule."""

from __future__ import annotations

from ...kernel.bits import has, members
from ...kernel.fixed_record import Record
from ..game import WhyNot
from ..lookahead import legal_moves
from .board import group as coins_of
from .material import COINS, COINS_A_TURN, POINT_CARDS, SERIES_LENGTH, TOP_CARD
from .moves import DRAW, END, JOIN, MERGE, PLACE, SCORE, SWAP, TAKE
from .rules import CHOOSING, DRAWN, fitting, limit_reached


def why_not(observation: Record, move: int) -> WhyNot | None:
    """Why the seat to move cannot play a move; None if it can."""
    state = observation.state
    if move in legal_moves(state):
        return None
    if state.phase == CHOOSING:
        return _without_a_coin(state, move)
    return _with_a_coin(state, move)


def _without_a_coin(state: Record, move: int) -> WhyNot:
    """T8, T14: what cannot be taken, merged or scored now."""
    if move == END:
        return WhyNot("why_titus_end", "T17")
    if move == DRAW or TAKE <= move < JOIN:
        return _not_taken(state, move)
    if SCORE <= move < MERGE:
        return _not_scored(state, move - SCORE)
    if move >= MERGE:
        return _not_merged(state, *divmod(move - MERGE, COINS))
    if state.taking_over:
        return _taking_over(state)
    return WhyNot("why_titus_swap_first", "T9") if move >= SWAP else WhyNot("why_titus_no_coin", "T8")


def _with_a_coin(state: Record, move: int) -> WhyNot:
    """T9, T15: the coin in the hand is played first, and where it cannot go."""
    if move >= SCORE:
        return WhyNot("why_titus_free_action_first", "T15")
    if move < PLACE or TAKE <= move < JOIN:
        return WhyNot("why_titus_coin_first", "T9")
    return _not_joined(state, move - JOIN) if move < SWAP else _not_exchanged(state, move - SWAP)


# ---- taking


def _not_taken(state: Record, move: int) -> WhyNot:
    """T8: the top coin of the pile, or of a series that another player has scored."""
    if state.taking_over:
        return _taking_over(state)
    card = move - TAKE
    values = {"card": TOP_CARD - card}
    if has(int(state.cards[state.turn]), card):
        return WhyNot("why_titus_take_own", "T8", values)
    if card < state.cards_out:
        return WhyNot("why_titus_take_empty", "T10", values)
    return WhyNot("why_titus_take_unscored", "T8", values)


def _taking_over(state: Record) -> WhyNot:
    """T11, T12, T13, T18: what has ended the taking."""
    if state.drawn == COINS:
        return WhyNot("why_titus_last_coin", "T18")
    if not limit_reached(state, state.taken):
        return WhyNot("why_titus_independent", "T11")
    if state.taken > COINS_A_TURN:
        return WhyNot("why_titus_no_longer_behind", "T13", {"limit": COINS_A_TURN})
    return WhyNot("why_titus_limit", "T12", {"limit": COINS_A_TURN})


# ---- playing the coin


def _not_joined(state: Record, coin: int) -> WhyNot:
    """T6, T9: the coin goes into one's own reserve, where it continues something."""
    owner, group = _reserve(state, coin)
    if owner != state.turn:
        return WhyNot("why_titus_join_other", "T9")
    number = int(state.up[state.hand])
    if has(fitting(state, int(state.turn), number), group):
        return WhyNot("why_titus_lowest", "T7", {"group": _run(state, group)})
    key = "why_titus_join" if group != int(state.top[group]) else "why_titus_join_single"
    return WhyNot(key, "T6", {"coin": number, "group": _run(state, group)})


def _not_exchanged(state: Record, coin: int) -> WhyNot:
    """T9: only a coin from the pile, and only for an independent coin of another player."""
    if state.phase != DRAWN:
        grouped = fitting(state, int(state.turn), int(state.up[state.hand])) != 0
        return WhyNot("why_titus_swap_turned" if grouped else "why_titus_swap_turned_alone", "T9")
    owner, group = _reserve(state, coin)
    if owner is None:
        return WhyNot("why_titus_swap_series" if _on_a_card(state, coin) else "why_titus_swap_nowhere", "T9")
    if owner == state.turn:
        return WhyNot("why_titus_swap_own", "T9")
    return WhyNot("why_titus_swap_grouped", "T9", {"group": _run(state, group)})


# ---- free actions


def _not_scored(state: Record, coin: int) -> WhyNot:
    """T14, T16: a group of at least 4 of one's own, and a point card to put it on."""
    owner, group = _reserve(state, coin)
    if owner != state.turn:
        return WhyNot("why_titus_score_other", "T14")
    values = {"group": _run(state, group), "count": len(coins_of(state, group)), "needed": SERIES_LENGTH}
    if len(coins_of(state, group)) < SERIES_LENGTH:
        return WhyNot("why_titus_score_short", "T14", values)
    if state.cards_out == POINT_CARDS:
        return WhyNot("why_titus_score_no_cards", "T16")
    return WhyNot("why_titus_lowest", "T7", values)


def _not_merged(state: Record, lower: int, upper: int) -> WhyNot:
    """T6, T7, T14: two of one's own groups, one of which continues the other."""
    (low_owner, low), (high_owner, high) = _reserve(state, lower), _reserve(state, upper)
    if low_owner != state.turn or high_owner != state.turn:
        return WhyNot("why_titus_merge_other", "T14")
    if low == high:
        return WhyNot("why_titus_merge_one", "T14", {"group": _run(state, low)})
    values = {"lower": _run(state, low), "upper": _run(state, high)}
    if _follows(state, low, high) or _follows(state, high, low):
        return WhyNot("why_titus_merge_order", "T6", values)
    return WhyNot("why_titus_merge", "T6", values)


# ---- what lies there


def _reserve(state: Record, coin: int) -> tuple[int | None, int]:
    """The seat in whose reserve a coin lies, and its group; no seat if it lies elsewhere."""
    for seat in range(int(state.players)):
        for group in members(int(state.groups[seat])):
            if any(one.tag == coin + 1 for one in coins_of(state, group)):
                return seat, group
    return None, coin


def _on_a_card(state: Record, coin: int) -> bool:
    return coin < state.drawn and coin != state.hand


def _follows(state: Record, lower: int, upper: int) -> bool:
    """T6: does the one group continue the other?"""
    return bool(state.up[state.top[lower]] + 1 == state.up[upper])


def _run(state: Record, group: int) -> str:
    """A group as players write it: 5-6-7."""
    return "-".join(str(one.face) for one in coins_of(state, group))
