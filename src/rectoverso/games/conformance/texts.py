"""Moves, cards and whole games as text: what is written is read as the same."""

from __future__ import annotations

import msgspec
import numpy as np

from ...errors import BadInput
from ..deal import deal_from_seed
from ..game import Game
from ..game_record import from_record
from ..round import read_deal
from .check import Broken, require
from .sample_games import SEED, moments, place_of

JUNK = ("", " ", "\0", "draw ", " draw", "DRAW", "take", "take #", "take #0", "take 0", "take 99", "take 01", "#1", "é")


def moves_have_one_text_each(game: Game) -> None:
    """Every move has one text, and that text names this move and no other."""
    for number in range(game.moves):
        text = game.text(number)
        require(game.number(text) == number, f"move {number} is {text!r}, which is read as {game.number(text)}")
    require(len(set(game.texts)) == game.moves, "two moves have the same text")


def nonsense_is_no_move(game: Game) -> None:
    """A text that is no move is refused with a ValueError that says so."""
    for text in (*JUNK, *(known + "x" for known in game.texts[:: max(1, game.moves // 50)])):
        if text in game.numbers:
            continue
        try:
            number = game.number(text)
        except ValueError as error:
            require(str(error) != "", f"{text!r} is refused without a word")
        else:
            raise Broken(f"{text!r} is read as move {number}")


def cards_are_written_and_read(game: Game) -> None:
    """A deal that is written and read again is the same deal; anything but the whole deck is refused."""
    deal = deal_from_seed(game.deck, game.two_faced, SEED)
    written = [game.write_card(int(card)) for card in deal]
    require(bool(np.array_equal(read_deal(game, written), deal)), "a deal is read as another one")
    no_cards: list[object] = [None, True, -1, 10**30, 1.5, "", "1/", "?/?", "1/1/1", [], {}]
    wrong: list[list[object]] = [[*written[:-1], written[0]], list(written[:-1]), [*written, written[0]]]
    wrong += [[*written[:-1], card] for card in no_cards]
    for cards in wrong:
        try:
            read_deal(game, cards)
        except BadInput:
            continue
        raise Broken(f"a deal that ends in {cards[-1]!r} is accepted")


def records_tell_the_whole_game(game: Game) -> None:
    """A round that is written, as JSON, and replayed is the same round, finished or not."""
    for round in moments(game, step=29):
        again = from_record(msgspec.json.encode(round.record(legal=True)))
        require(again.numbers == round.numbers and again.movers == round.movers, f"{place_of(round)}: another course")
        require(again.state.tobytes() == round.state.tobytes(), f"{place_of(round)}: another state")
        require(again.knowledge.tobytes() == round.knowledge.tobytes(), f"{place_of(round)}: another knowledge")
        require(again.result == round.result, f"{place_of(round)}: another result")
