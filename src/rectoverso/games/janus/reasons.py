"""Why a move of Janus is good, in words. Every chance in them comes from the odds, all else the seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.fixed_record import Record
from ...words import percent, say
from .board import Observation
from .material import HAND_LIMIT, SYMBOLS, TRIPLET
from .moves import DISCARD, DRAW, END, TAKE
from .rules import DISCARDED, DRAWN, OUT, PILE, UNDER, may_draw

CERTAIN = 1 - 1e-9
PAIR = TRIPLET - 1
WORTH_SAYING = 2  # fewer cards that may complete a pair are not mentioned


def reason(observation: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """What a good player would say about a move: what it does, and what that is good for."""
    seen = Seen(Observation(observation), names)
    if move < DISCARD:
        tag = seen.observed.pile()[0] if move == DRAW else move - TAKE
        return _drawing(seen, odds, lang, tag)
    if move < END:
        return _discarding(seen, lang, move - DISCARD)
    return _ending(seen, lang)


class Seen:
    """What the seat to move sees and has seen, as far as reasons speak of it."""

    def __init__(self, observed: Observation, names: Sequence[str]) -> None:
        self.observed, self.state, self.names = observed, observed.state, names
        self.own = [observed.front(tag) for tag in observed.hand(observed.seat)]
        self.others = [seat for seat in range(self.state.players) if seat != observed.seat]

    def symbol(self, tag: int) -> str | None:
        """J8: the side that is mine when I draw this card."""
        return self.observed.front(tag) if self.state.place[tag] == PILE else self.observed.back(tag)

    def in_sight(self, symbol: str | None, except_tag: int = -1) -> int | None:
        """Where another card with this symbol can be drawn from: a seat, or PILE."""
        tops = self.observed.pile()[:1]
        tags = tops + [tag for seat in self.others for tag in self.observed.hand(seat)]
        found = [tag for tag in tags if tag != except_tag and self.symbol(tag) == symbol]
        return int(self.state.place[found[0]]) if found else None

    def known_sides(self, seat: int) -> list[str | None]:
        """The own sides of another seat that this one has seen, when the card was drawn or before."""
        return [self.observed.front(tag) for tag in self.observed.hand(seat)]

    def who_needs(self, symbol: str | None, except_seat: int = -1) -> int | None:
        """The other seat that is known to have two of a symbol."""
        found = [seat for seat in self.others if seat != except_seat and self.known_sides(seat).count(symbol) == PAIR]
        return found[0] if symbol and found else None

    def most_left(self, symbol: str | None) -> int:
        """J1: on how many of the cards left this symbol can stand at most."""
        laid = [tag for tag, place in enumerate(self.state.place) if place >= OUT]
        return SYMBOLS - sum(symbol in (self.observed.front(tag), self.observed.back(tag)) for tag in laid)

    def second_card(self) -> bool:
        """May this seat draw once more after a card?"""
        return bool(may_draw(self.state, 1))

    def from_others(self) -> bool:
        """J9: may this seat take cards from the others this turn?"""
        return not self.state.pile_only


def _named(lang: str, letter: str | None) -> str:
    """A symbol's name. (It is never None here: a seat sees the sides that it is told about.)"""
    return say(lang, f"symbol_{str(letter).lower()}")


def _alike(own: list[str | None], cards: int) -> list[str]:
    """The symbols of which the hand has exactly this many."""
    return sorted(str(symbol) for symbol in set(own) if own.count(symbol) == cards)


# ---- drawing


def _drawing(seen: Seen, odds: dict[str, Any], lang: str, tag: int) -> str:
    """J8, J11: what the drawn side makes with the hand, and what for; else what the others will see of the card."""
    symbol = seen.symbol(tag)
    alike = seen.own.count(symbol)
    how = "draw" if seen.state.place[tag] == PILE else "take"
    what = {PAIR: "triplet", 1: "pair"}.get(alike, "more")
    if how == "draw" and what == "more" and seen.state.cards[PILE] == 1:
        what = "last"
    if kept := _alike(seen.own, TRIPLET):
        return _joined(say(lang, "reason_janus_kept_triplet", symbol=_named(lang, kept[0])), _outer(odds, lang, tag))
    holder = "" if how == "draw" else seen.names[seen.state.place[tag]]
    text = say(lang, f"reason_janus_{how}_{what}", symbol=_named(lang, symbol), other=holder)
    if what == "triplet":
        return text
    purpose = _towards_a_triplet(seen, lang, tag, symbol) if alike else _towards_a_pair(seen, odds, lang, tag, symbol)
    return _joined(text, purpose or _against_others(seen, lang, tag, symbol) or _prospects(seen, odds, lang, tag))


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _place(seen: Seen, lang: str, key: str, place: int, **values: str) -> str:
    """A sentence about a card that can be drawn from a hand or from the pile."""
    if place == PILE:
        return say(lang, f"{key}_pile", **values)
    return say(lang, f"{key}_hand", other=seen.names[place], **values)


def _towards_a_triplet(seen: Seen, lang: str, tag: int, symbol: str | None) -> str:
    """J7, J11: where the third card is, if it is in sight."""
    place = seen.in_sight(symbol, tag)
    if place is None:
        return ""
    now = seen.second_card() and (place == PILE or seen.from_others())
    return _place(seen, lang, "reason_janus_third_now" if now else "reason_janus_third", place)


def _towards_a_pair(seen: Seen, odds: dict[str, Any], lang: str, tag: int, symbol: str | None) -> str:
    """J7: what a second card could make: the third of a pair that I have, from the pile; a pair with this one."""
    if not seen.second_card():
        return ""
    pairs = _alike(seen.own, PAIR)
    chance = (odds.get("next") or {}).get(pairs[0], 0.0) if pairs and seen.state.place[tag] == PILE else 0.0
    if chance > CERTAIN:
        return say(lang, "reason_janus_next_known", symbol=_named(lang, pairs[0]))
    if chance > 0:
        return say(lang, "reason_janus_next", symbol=_named(lang, pairs[0]), chance=percent(lang, chance))
    place = seen.in_sight(symbol, tag)
    if place is None or (place != PILE and not seen.from_others()):
        return ""
    return _place(seen, lang, "reason_janus_second", place)


def _against_others(seen: Seen, lang: str, tag: int, symbol: str | None) -> str:
    """J11: another seat misses the third card, or loses one of a pair."""
    holder = int(seen.state.place[tag])
    needs = seen.who_needs(symbol, holder)
    if needs is not None:
        return say(lang, "reason_janus_deny", other=seen.names[needs])
    inner = seen.observed.front(tag)
    if holder != PILE and inner and seen.known_sides(holder).count(inner) == PAIR:
        return say(lang, "reason_janus_breaks", other=seen.names[holder], symbol=_named(lang, inner))
    return ""


def _prospects(seen: Seen, odds: dict[str, Any], lang: str, tag: int) -> str:
    """For a pair, how many cards may complete it; for a single card, what the others will see of it."""
    symbol = seen.symbol(tag)
    mine = [*seen.observed.hand(seen.observed.seat), tag]
    held = sum(symbol in (seen.observed.front(card), seen.observed.back(card)) for card in mine)
    left = seen.most_left(symbol) - held
    if symbol in seen.own and left >= WORTH_SAYING:
        return say(lang, "reason_janus_left", count=left)
    return _outer(odds, lang, tag)


def _outer(odds: dict[str, Any], lang: str, tag: int) -> str:
    """J8: what the others will see of the card, for certain or by its odds."""
    shares = odds.get(f"#{tag + 1}")
    if not shares:
        return ""
    likely = max(shares, key=lambda letter: (shares[letter], letter))
    outer = _named(lang, likely)
    if shares[likely] > CERTAIN:
        return say(lang, "reason_janus_outer_known", symbol=outer)
    return say(lang, "reason_janus_outer", symbol=outer, chance=percent(lang, shares[likely]))


# ---- discarding, ending the turn


def _discarding(seen: Seen, lang: str, tag: int) -> str:
    """J9: a card that matches no other makes space in the hand; with a full hand nothing can be drawn."""
    symbol = seen.observed.front(tag)
    single = seen.own.count(symbol) == 1
    full = len(seen.own) == HAND_LIMIT
    key = "reason_janus_discard_single" if single else "reason_janus_discard"
    text = say(lang, f"{key}_full" if full else key, symbol=_named(lang, symbol))
    return _joined(text, _why_this_card(seen, lang, tag, symbol, full=full, single=single))


def _why_this_card(seen: Seen, lang: str, tag: int, symbol: str | None, *, full: bool, single: bool) -> str:
    """Why this card rather than another one."""
    if seen.most_left(symbol) < TRIPLET:
        return say(lang, "reason_janus_discard_dead")
    outer = seen.observed.back(tag)
    needs = seen.who_needs(outer)
    if needs is not None:
        return say(lang, "reason_janus_discard_deny", other=seen.names[needs], symbol=_named(lang, outer))
    pairs = [pair for pair in _alike(seen.own, PAIR) if pair != symbol]
    place = seen.in_sight(pairs[0]) if pairs and full else None
    if place is not None and (place != PILE or seen.state.discard == UNDER):
        return _place(seen, lang, "reason_janus_discard_for", place, symbol=_named(lang, pairs[0]))
    if single and seen.in_sight(symbol) is None:
        return say(lang, "reason_janus_discard_unseen")
    return ""


def _ending(seen: Seen, lang: str) -> str:
    """J6, J9: what is kept, and for how many cards there is space. J11: with `after-drawing`, what is laid down now."""
    own = seen.own
    if kept := _alike(own, TRIPLET):
        return say(lang, "reason_janus_end_triplet", symbol=_named(lang, kept[0]))
    if pairs := _alike(own, PAIR):
        text = say(lang, "reason_janus_end_pair", symbol=_named(lang, pairs[0]))
        place = seen.in_sight(pairs[0]) if seen.state.phase == DISCARDED else None
        return text if place is None else _joined(text, _place(seen, lang, "reason_janus_third", place))
    if seen.state.phase == DRAWN and len(own) == HAND_LIMIT - 1:
        return say(lang, "reason_janus_end_full")
    return say(lang, "reason_janus_end", count=HAND_LIMIT - len(own))
