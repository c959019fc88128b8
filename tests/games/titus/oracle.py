"""Titus, played slowly and plainly: lists of coins, nothing clever. Rules T1 to T20."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tests.games.oracle_api import check_against, fill_in, random_way_up, ranking, refuse_unless_legal, require

DEFAULTS = {"fewest": "cards"}


@dataclass
class Coin:
    """T5: only the up face is visible."""

    tag: int
    up: int
    down: int

    def turn_over(self) -> None:
        self.up, self.down = self.down, self.up


# A group is a list of coins, lowest first (T6). An independent coin is a group of one.
Group = list[Coin]


@dataclass
class PointCard:
    value: int
    series: Group  # T14: the highest number lies on top, here last


@dataclass
class Player:
    reserve: list[Group]
    point_cards: list[PointCard]


class Oracle:
    def __init__(self, players: int, options: dict[str, Any], deal: list[str]) -> None:
        require(2 <= players <= 4, "2 to 4 players")
        self.options = fill_in(options, DEFAULTS)
        require(self.options["fewest"] in ("cards", "points"), "fewest is cards or points")
        self.pile: list[Coin] = []  # top first (T4)
        for number, text in enumerate(deal, start=1):
            up, down = text.split("/")
            self.pile.append(Coin(number, int(up), int(down)))
        require(sorted(tuple(sorted((coin.up, coin.down))) for coin in self.pile) == all_coins(), "the 54 coins of T2")
        self.stack = list(range(18, 6, -1))  # T3: 18 on top
        self.players = [Player([], []) for _ in range(players)]  # T4: reserves start empty
        self.ending: str | None = None
        self.seat = 0  # counted from 0 inside; seat 1 moves first
        self.start_turn()

    def start_turn(self) -> None:
        self.taken = 0  # coins taken this turn
        self.hand: Coin | None = None  # the coin being played
        self.may_exchange = False  # T9: only a coin from the pile, and only once
        self.placed_independent = False  # T11

    # ---- what a player may do -------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.seat + 1

    @property
    def me(self) -> Player:
        return self.players[self.seat]

    @property
    def others(self) -> list[Player]:
        return [player for player in self.players if player is not self.me]

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.hand is not None:
            return sorted(self.ways_to_play_the_coin(self.hand))  # T15: no free actions with a coin in the hand
        moves = self.free_actions()
        if not self.taking_is_over():
            moves += self.coins_to_take()
        if self.taken > 0:  # T17: at least one coin every turn
            moves.append("end")
        return sorted(moves)

    def coins_to_take(self) -> list[str]:
        """T8: A the top coin of the pile, or B the top coin of a series of another player."""
        moves = ["draw"] if self.pile else []
        for player in self.others:
            moves += [f"take {card.value}" for card in player.point_cards if card.series]
        return moves

    def ways_to_play_the_coin(self, coin: Coin) -> list[str]:
        """T9, T10: independent, grouped, or (from the pile) exchanged for an independent coin of another player."""
        moves = ["place"]
        moves += [f"join #{group[0].tag}" for group in self.me.reserve if self.fits(coin, group)]
        if self.may_exchange:
            for player in self.others:
                moves += [f"swap #{group[0].tag}" for group in player.reserve if len(group) == 1]
        return moves

    def free_actions(self) -> list[str]:
        """T14: merge and score."""
        moves = []
        for lower in self.me.reserve:
            for upper in self.me.reserve:
                if upper[0].up == lower[-1].up + 1:
                    moves.append(f"merge #{lower[0].tag} #{upper[0].tag}")
        if self.stack:  # T16: without point cards, groups simply stay
            moves += [f"score #{group[0].tag}" for group in self.me.reserve if len(group) >= 4]
        return moves

    @staticmethod
    def fits(coin: Coin, group: Group) -> bool:
        """T6: onto 9-10-11 only an 8 or a 12 fits."""
        return coin.up in (group[0].up - 1, group[-1].up + 1)

    def taking_is_over(self) -> bool:
        if self.placed_independent:  # T11
            return True
        if not self.pile:  # T18: the last coin has been taken
            return True
        return self.taken >= 3 and not self.alone_with_the_fewest()  # T12, T13

    def alone_with_the_fewest(self) -> bool:
        """T13: strictly fewer point cards (or points on them) than every other player."""

        def wealth(player: Player) -> int:
            values = [card.value for card in player.point_cards]
            return len(values) if self.options["fewest"] == "cards" else sum(values)

        return all(wealth(self.me) < wealth(other) for other in self.others)

    # ---- moves ------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        refuse_unless_legal(text, self.legal())
        word, *arguments = text.split()
        numbers = [int(argument.lstrip("#")) for argument in arguments]
        if word == "end":
            self.end_turn()
            return
        getattr(self, word)(*numbers)
        if self.hand is None and self.taken > 0 and self.taking_is_over() and not self.free_actions():
            self.end_turn()  # nothing is left to do: the turn ends by itself

    def draw(self) -> None:
        """T9: the coin is taken as it lies."""
        self.hand = self.pile.pop(0)
        self.may_exchange = True
        self.taken += 1

    def take(self, value: int) -> None:
        """T10: the coin is turned over; the point card stays with its owner."""
        for player in self.others:
            for card in player.point_cards:
                if card.value == value:
                    self.hand = card.series.pop()
        assert self.hand is not None
        self.hand.turn_over()
        self.may_exchange = False
        self.taken += 1

    def swap(self, tag: int) -> None:
        """T9, A2: mine goes, face as it is, to that player; I get their independent coin, turned over.

        An exchange is one coin (T12), and it cannot be exchanged again.
        """
        for player in self.others:
            for group in player.reserve:
                if group[0].tag == tag and len(group) == 1:
                    owner, wanted = player, group
        owner.reserve.remove(wanted)
        assert self.hand is not None
        owner.reserve.append([self.hand])
        self.hand = wanted[0]
        self.hand.turn_over()
        self.may_exchange = False

    def place(self) -> None:
        """T11: an independent coin ends the taking."""
        assert self.hand is not None
        self.me.reserve.append([self.hand])
        self.hand = None
        self.placed_independent = True

    def join(self, tag: int) -> None:
        """T6, T11: grouped; the taking may go on."""
        assert self.hand is not None
        group = self.my_group(tag)
        group.append(self.hand)
        group.sort(key=lambda coin: coin.up)
        self.hand = None

    def merge(self, lower_tag: int, upper_tag: int) -> None:
        """T7, T14: the whole upper group goes on top of the lower one."""
        lower, upper = self.my_group(lower_tag), self.my_group(upper_tag)
        self.me.reserve.remove(upper)
        lower.extend(upper)

    def score(self, tag: int) -> None:
        """T14: the whole group goes on the top point card of the stack."""
        group = self.my_group(tag)
        self.me.reserve.remove(group)
        self.me.point_cards.append(PointCard(self.stack.pop(0), group))

    def my_group(self, tag: int) -> Group:
        """The group of mine whose lowest coin has this tag."""
        [group] = [group for group in self.me.reserve if group[0].tag == tag]
        return group

    def end_turn(self) -> None:
        if not self.pile:  # T18
            self.ending = "last-coin"
            return
        self.seat = (self.seat + 1) % len(self.players)
        self.start_turn()

    # ---- the result -------------------------------------------------------------------------

    def result(self) -> dict[str, list[int]]:
        scores = [self.points(player) for player in self.players]
        coins = [sum(len(card.series) for card in player.point_cards) for player in self.players]
        return {"scores": scores, "ranks": ranking(list(zip(scores, coins, strict=True)))}  # T20

    @staticmethod
    def points(player: Player) -> int:
        """T19: the point cards, emptied ones too, and 6 for each group of 4 or more in the reserve."""
        left = [group for group in player.reserve if len(group) >= 4]
        return sum(card.value for card in player.point_cards) + 6 * len(left)


def all_coins() -> list[tuple[int, int]]:
    """T1, T2: each pair with faces from 1 to 19 that differ by at most 2, once: 54 coins."""
    coins = [(a, b) for a in range(1, 20) for b in range(a, 20) if b - a <= 2]
    assert len(coins) == 54
    return coins


def fresh_deal(players: int, rng: random.Random) -> list[str]:
    """T4: shuffled in order and in orientation."""
    deal = [random_way_up(a, b, rng) for a, b in all_coins()]
    rng.shuffle(deal)
    return deal


def check_record(record: dict[str, Any]) -> None:
    assert record["game"] == "titus"
    check_against(Oracle, record)
