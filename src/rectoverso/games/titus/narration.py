"""What is told of a move of Titus, as data and in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...words import say
from .board import Observation, TitusCoin, coin, group
from .material import COINS, TOP_CARD
from .moves import DRAW, END, JOIN, MERGE, PLACE, SCORE, SWAP, TAKE


class Drew(msgspec.Struct, frozen=True, tag="draw"):
    """T9: the top coin of the pile; `next`: the coin that shows now."""

    seat: int
    coin: TitusCoin
    next: TitusCoin | None


class Took(msgspec.Struct, frozen=True, tag="take"):
    """T10: the top coin of another player's series, turned over: `coin` as it lay, `back` as it shows now."""

    seat: int
    other: int
    card: int
    coin: TitusCoin
    back: int | None


class Swapped(msgspec.Struct, frozen=True, tag="swap"):
    """T9, A2: the coin given, the coin wanted as it lay, and its back that shows now."""

    seat: int
    other: int
    given: TitusCoin
    wanted: TitusCoin
    back: int | None


class Placed(msgspec.Struct, frozen=True, tag="place"):
    """T11: an independent coin."""

    seat: int
    coin: TitusCoin
    over: bool


class Joined(msgspec.Struct, frozen=True, tag="join"):
    """T6: a coin put to a group."""

    seat: int
    coin: TitusCoin
    group: list[TitusCoin]
    over: bool


class Merged(msgspec.Struct, frozen=True, tag="merge"):
    """T14: the upper group goes on top of the lower one."""

    seat: int
    lower: list[TitusCoin]
    upper: list[TitusCoin]
    over: bool


class Scored(msgspec.Struct, frozen=True, tag="score"):
    """T14: a group goes on a point card."""

    seat: int
    group: list[TitusCoin]
    card: int
    over: bool


class Ended(msgspec.Struct, frozen=True, tag="end"):
    """The turn is ended."""

    seat: int
    over: bool


TitusTold = Drew | Took | Swapped | Placed | Joined | Merged | Scored | Ended


def narrate(before: Observation, after: Observation, move: int) -> TitusTold:
    """What everybody saw of a move."""
    state, now = before.state, after.state
    seat, over = state.turn + 1, now.over != 0
    if move == DRAW:
        return Drew(seat, coin(state, state.drawn), coin(now, now.drawn) if now.drawn < COINS else None)
    if move == PLACE:
        return Placed(seat, coin(state, state.hand), over)
    if move == END:
        return Ended(seat, over)
    if move < JOIN:
        card = move - TAKE
        taken = state.series_top[card]
        return Took(seat, _owner(state.cards, card), TOP_CARD - card, coin(state, taken), now.up[taken])
    if move < SWAP:
        return Joined(seat, coin(state, state.hand), group(state, move - JOIN), over)
    if move < SCORE:
        wanted = move - SWAP
        return Swapped(seat, _owner(state.loose, wanted), coin(state, state.hand), coin(state, wanted), now.up[wanted])
    if move < MERGE:
        return Scored(seat, group(state, move - SCORE), TOP_CARD - state.cards_out, over)
    lower, upper = divmod(move - MERGE, COINS)
    return Merged(seat, group(state, lower), group(state, upper), over)


def _owner(things: Sequence[int], thing: int) -> int:
    """The seat, from 1, whose set holds the thing."""
    return next(seat for seat, own in enumerate(things, 1) if own >> thing & 1)


# ---- without faces


def without_faces(told: TitusTold) -> TitusTold:
    """The same without the faces, which players have to remember."""
    match told:
        case Drew():
            return Drew(told.seat, _without(told.coin), None if told.next is None else _without(told.next))
        case Took():
            return Took(told.seat, told.other, told.card, _without(told.coin), None)
        case Swapped():
            return Swapped(told.seat, told.other, _without(told.given), _without(told.wanted), None)
        case Placed():
            return Placed(told.seat, _without(told.coin), told.over)
        case Joined():
            return Joined(told.seat, _without(told.coin), _without_all(told.group), told.over)
        case Merged():
            return Merged(told.seat, _without_all(told.lower), _without_all(told.upper), told.over)
        case Scored():
            return Scored(told.seat, _without_all(told.group), told.card, told.over)
        case _:
            return told


def _without(coin: TitusCoin) -> TitusCoin:
    return TitusCoin(coin.tag, None)


def _without_all(coins: list[TitusCoin]) -> list[TitusCoin]:
    return [_without(coin) for coin in coins]


# ---- in words


def in_words(told: TitusTold, lang: str, names: Sequence[str]) -> str:
    """The same in words; `names` by seat, the reader's own is `@you`."""
    return " ".join(say(lang, f"titus_told_{key}", **values) for key, values in _sentences(told, names))


def _sentences(told: TitusTold, names: Sequence[str]) -> list[tuple[str, dict[str, object]]]:
    """The messages to say, and their values."""
    values: dict[str, object] = {"player": names[told.seat - 1]}
    match told:
        case Drew():
            sentences = [_about(told.coin, "draw", values)]
            if told.next is None:
                sentences.append(("pile_empty", {}))
            elif told.next.face is not None:
                sentences.append(("pile", {"coin": told.next.face}))
            return sentences
        case Took():
            values |= {"other": names[told.other - 1], "card": told.card, "back": told.back}
            return [_about(told.coin, "take", values)]
        case Swapped():
            values |= {"other": names[told.other - 1], "back": told.back, "wanted": told.wanted.face}
            return [_about(told.given, "swap", values)]
        case Placed():
            sentences = [_about(told.coin, "place", values)]
        case Joined():
            sentences = [_about(told.coin, "join", values | {"group": _run(told.group)})]
        case Merged():
            values |= {"lower": _run(told.lower), "upper": _run(told.upper)}
            sentences = [_about(told.lower[0], "merge", values)]
        case Scored():
            values |= {"group": _run(told.group), "card": told.card, "count": len(told.group)}
            sentences = [_about(told.group[0], "score", values)]
        case _:
            sentences = [("end", values)]
    return [*sentences, ("over", {})] if told.over else sentences


def _about(coin: TitusCoin, key: str, values: dict[str, object]) -> tuple[str, dict[str, object]]:
    """The message that names the coin's face, or the one for when that is no longer told."""
    return (f"{key}_faded" if coin.face is None else key), {**values, "coin": coin.face}


def _run(coins: list[TitusCoin]) -> str:
    """A group by its numbers."""
    return "-".join(str(coin.face) for coin in coins)
