"""Janus, played slowly and plainly: hands and pile are lists of cards. Rules J1 to J15."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.games.oracle_api import check_against, fill_in, random_way_up, ranking, refuse_unless_legal, require

DEFAULTS = {"discard": "under", "stall": 12, "triplet": "at-once", "ending": "auto"}
SYMBOLS = "ABCDEFGHIJK"
HAND_LIMIT = 4


@dataclass
class Card:
    """In the pile `front` is the up side; in a hand it is the holder's own side, `back` the outer side (J3)."""

    tag: int
    front: str
    back: str

    def turn_over(self) -> None:
        self.front, self.back = self.back, self.front


class Oracle:
    def __init__(self, players: int, options: dict[str, Any], deal: list[str]) -> None:
        require(3 <= players <= 6, "3 to 6 players")
        self.options = fill_in(options, DEFAULTS)
        require(self.options["discard"] in ("under", "top"), "discard is under or top")
        require(self.options["stall"] >= 0, "stall is a number of rounds, 0 for never")
        require(self.options["triplet"] in ("at-once", "after-drawing"), "triplet is at-once or after-drawing")
        require(self.options["ending"] in ("auto", "agreed"), "ending is auto or agreed")
        cards = []
        for number, text in enumerate(deal, start=1):
            front, back = text.split("/")
            cards.append(Card(number, front, back))
        require(sorted(tuple(sorted((card.front, card.back))) for card in cards) == all_cards(), "the 66 cards of J1")
        # J2: two cards to each player, the rest is the pile, top first
        self.hands = [cards[2 * seat : 2 * seat + 2] for seat in range(players)]
        self.pile = cards[2 * players :]
        self.triplets = [0] * players
        self.turns_without_triplet = 0
        self.ending: str | None = None
        self.seat = 0  # counted from 0 inside; seat 1 begins (J2)
        self.start_turn()

    def start_turn(self) -> None:
        self.done: list[str] = []  # "draw" or "discard", one entry for each card of this turn
        self.pile_only = not self.hand  # J9
        self.laid_triplet = False

    # ---- what a player may do -------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.seat + 1

    @property
    def hand(self) -> list[Card]:
        return self.hands[self.seat]

    def legal(self) -> list[str]:
        if self.over:
            return []
        moves = self.cards_to_move()
        if self.done:  # J6: one card is enough
            moves.append("end")
        return sorted(moves)

    def cards_to_move(self) -> list[str]:
        """J6: either draw or discard, one or two cards; never both in one turn."""
        if self.laid_triplet or len(self.done) == 2:
            return []
        moves = []
        if "discard" not in self.done:
            moves += self.draws()
        if "draw" not in self.done:
            moves += [f"discard #{card.tag}" for card in self.hand]
        return moves

    def draws(self) -> list[str]:
        """J7: from the pile or from another player's hand."""
        if len(self.hand) >= HAND_LIMIT:  # J5, J9
            return []
        moves = ["draw"] if self.pile else []
        if not self.pile_only:  # J9: who began without a card draws from the pile only
            for seat, hand in enumerate(self.hands):
                if seat != self.seat:
                    moves += [f"take #{card.tag}" for card in hand]
        return moves

    # ---- moves ------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        if text == "close" and not self.over:  # J13a: the table agreed; an overlooked triplet is nobody's (J14)
            self.ending = "close"
            return
        refuse_unless_legal(text, self.legal())
        word, *arguments = text.split()
        if word == "end":
            self.finish_turn()
            return
        tag = int(arguments[0].lstrip("#")) if arguments else 0
        if word == "draw":
            self.draw()
        elif word == "take":
            self.take(tag)
        else:
            self.discard(tag)
        if "draw" in self.done and self.options["triplet"] == "at-once":  # J11: after each drawn card
            self.lay_triplet()
        if not self.cards_to_move():  # a triplet, or a second card is impossible: the turn ends by itself
            self.finish_turn()

    def draw(self) -> None:
        """J8: the up side that the drawer saw is now their own side."""
        self.receive(self.pile.pop(0))

    def take(self, tag: int) -> None:
        """J8: the outer side that the drawer saw is now their own side."""
        for hand in self.hands:
            for card in list(hand):
                if card.tag == tag:
                    hand.remove(card)
                    card.turn_over()
                    self.receive(card)
                    return

    def receive(self, card: Card) -> None:
        self.hand.append(card)
        self.done.append("draw")

    def lay_triplet(self) -> None:
        """J11: three cards with the same own side leave the game, and the turn is over.

        A hand lists its cards in the order in which they came: of four alike the first three are laid down.
        """
        for symbol in SYMBOLS:
            alike = [card for card in self.hand if card.front == symbol]
            if len(alike) >= 3:
                for card in alike[:3]:
                    self.hand.remove(card)
                self.triplets[self.seat] += 1
                self.laid_triplet = True
                return

    def discard(self, tag: int) -> None:
        """J10: own side up, under the pile (or on top of it)."""
        [card] = [card for card in self.hand if card.tag == tag]
        self.hand.remove(card)
        if self.options["discard"] == "under":
            self.pile.append(card)
        else:
            self.pile.insert(0, card)
        self.done.append("discard")

    # ---- the end of a turn ------------------------------------------------------------------

    def finish_turn(self) -> None:
        """J11: where a triplet may be kept until the drawing is over, it is laid down now."""
        if self.options["triplet"] == "after-drawing":
            self.lay_triplet()
        self.end_turn()

    def end_turn(self) -> None:
        self.count_turn(self.laid_triplet)
        while not self.over:
            self.seat = (self.seat + 1) % len(self.hands)
            self.start_turn()
            if self.hand or self.pile:
                return
            self.count_turn(False)  # J12: passed over; a passed turn counts for the stall (J13c)

    def count_turn(self, triplet: bool) -> None:
        self.turns_without_triplet = 0 if triplet else self.turns_without_triplet + 1
        if self.options["ending"] == "agreed":  # J13: by the vote alone, or because no card is left at all
            self.ending = None if self.cards_left() else "no-card-left"
        elif not self.triplet_is_possible():  # J13b
            self.ending = "no-triplet-possible"
        elif 0 < self.options["stall"] * len(self.hands) <= self.turns_without_triplet:  # J13c; 0 = never
            self.ending = "stall"

    def cards_left(self) -> list[Card]:
        """All cards that are still in the game."""
        return self.pile + [card for hand in self.hands for card in hand]

    def triplet_is_possible(self) -> bool:
        """J13b: some symbol stands on three or more of the cards left; a card with it on both sides is one card."""
        stands_on: Counter[str] = Counter()
        for card in self.cards_left():
            stands_on.update({card.front, card.back})
        return any(cards >= 3 for cards in stands_on.values())

    # ---- the result -------------------------------------------------------------------------

    def result(self) -> dict[str, list[int]]:
        """J15: most triplets win, ties share."""
        return {"scores": list(self.triplets), "ranks": ranking(self.triplets)}


def all_cards() -> list[tuple[str, str]]:
    """J1: each pair of the 11 symbols, equal ones included, once: 66 cards."""
    cards = [(a, b) for a in SYMBOLS for b in SYMBOLS if a <= b]
    assert len(cards) == 66
    return cards


def fresh_deal(players: int, rng: random.Random) -> list[str]:
    """J2: shuffled in order and in orientation."""
    deal = [random_way_up(a, b, rng) for a, b in all_cards()]
    rng.shuffle(deal)
    return deal


def check_record(record: dict[str, Any]) -> None:
    assert record["game"] == "janus"
    check_against(Oracle, record)
