"""Advice: best first, exact where it is proved, and with reasons whose every number is true."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rectoverso.bots import make_bot
from rectoverso.bots.advice import advise, why
from rectoverso.games.round import Round
from rectoverso.kernel.luck import new_luck
from rectoverso.words import LANGUAGES, percent
from tests.bots.positions import position

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
CHANCE = re.compile(r"([<>]?\d+)\s?%")
SPOKEN = {"titus": 2, "janus": 3, "nummerus": 2}


def advice_at(game: Round, bot: str = "search:60") -> Any:
    return advise(make_bot(bot), game.seen(game.turn or 1), new_luck(1), "en", NAMES)


@pytest.mark.parametrize("name", SPOKEN)
@pytest.mark.parametrize("bot", ["search:80", "greedy", "random", "novice", "expert"])
def test_all_legal_moves_are_weighed_the_best_first(name: str, bot: str) -> None:
    game = position(name, SPOKEN[name], 1, 20)
    told = advice_at(game, bot)
    assert sorted(one.move for one in told.moves) == sorted(game.legal)
    assert (told.move, told.win, told.score) == (told.moves[0].move, told.moves[0].win, told.moves[0].score)
    assert all(0 <= one.win <= 1 for one in told.moves)
    assert told.reason


def test_n6_an_endgame_is_exact_and_played_out_it_is_won_or_lost_as_told() -> None:
    for number in range(4):
        game = position("nummerus", 2, number, 34)
        seat = game.turn or 1
        told = advice_at(game)
        assert told.exact
        while game.turn is not None:
            game.play(advice_at(game).move)
        result = game.standing
        won = 0.0 if result.ranks[seat - 1] != 1 else 1 / result.ranks.count(1)
        assert told.win == won


def test_n10_a_solitaire_is_exact() -> None:
    told = advice_at(position("nummerus", 1, 1, 0))
    assert told.exact
    assert told.score == 0


def checked_chances(game: Round) -> int:
    """Every chance in the reasons for all legal moves, in all languages, is one of the odds; how many there were."""
    seat = game.turn or 1
    seen, odds = game.seen(seat), game.odds(seat)
    checked = 0
    for move in game.legal_numbers:
        for lang in LANGUAGES:
            reason = why(game.game, seen, move, lang, NAMES)
            for said in CHANCE.findall(reason):
                possible = {CHANCE.findall(percent(lang, share))[0] for share in shares_for(game, odds, move)}
                assert said in possible, f"{reason!r} after {len(game.numbers)} moves; {possible}"
                checked += 1
    return checked


def shares_for(game: Round, odds: dict[str, Any], move: int) -> list[float]:
    """The chances that a reason for this move may speak of: of the card that it turns over, or of the next one."""
    text = game.game.text(move)
    if game.game.name == "titus" and text == "draw":
        fitting = sum(share for face, share in (odds["next"] or {}).items() if fits(game, int(face)))
        return [min(fitting, 1.0)]
    if game.game.name == "titus" and text.startswith("take"):
        coin = int(game.state.series_top[18 - int(text.split()[1])])
        return list(odds.get(f"#{coin + 1}", {}).values())
    if text == "draw":
        top = game.game.table(game.glance(game.turn or 1)).top.tag
        return list(odds.get(f"#{top}", {}).values())
    return list(odds.get(text.split()[-1], {}).values())


def fits(game: Round, face: int) -> bool:
    """T6: does a coin with this number continue one of the mover's groups?"""
    state = game.state
    mine = [coin for coin in range(54) if int(state.groups[state.turn]) >> coin & 1]
    return any(face in (int(state.up[coin]) - 1, int(state.up[int(state.top[coin])]) + 1) for coin in mine)


@pytest.mark.parametrize("name", SPOKEN)
def test_every_chance_in_a_reason_is_one_of_the_odds(name: str) -> None:
    told = sum(checked_chances(position(name, SPOKEN[name], at, 5 + 9 * at)) for at in range(4))
    assert told > 0 or name == "nummerus"


@pytest.mark.parametrize("name", SPOKEN)
def test_every_chance_in_a_reason_is_one_of_the_odds_at_200_positions(name: str) -> None:
    for number in range(200):
        checked_chances(position(name, SPOKEN[name], number, number % 90, whim=True))
