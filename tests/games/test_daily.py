"""The solitaires of the day: the same deal for everybody, and the best game with it."""

from __future__ import annotations

import pytest

from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.daily import check_date, daily_deal, daily_number, perfect_game

WITH_DAILY = [name for name in sorted(GAMES) if game_named(name).daily]


@pytest.mark.parametrize("name", WITH_DAILY)
def test_every_day_and_every_solitaire_has_a_deal_of_its_own(name: str) -> None:
    game = game_named(name)
    deals = {tuple(daily_deal(game, date, options)) for date in ("2026-11-18", "2026-11-19") for options in game.daily}
    assert len(deals) == 2 * len(game.daily)
    assert all(sorted(deal) == sorted(game.deck) for deal in deals)


def test_the_deal_of_a_date_is_the_one_that_docs_deals_md_writes_down() -> None:
    game = game_named("nummerus")
    assert list(daily_deal(game, "2026-11-18", {}))[:8] == [33, 21, 17, 11, 0, 9, 30, 16]
    assert list(daily_deal(game, "2026-11-18", {"board": "square"}))[:8] == [15, 29, 33, 38, 37, 44, 39, 45]


@pytest.mark.parametrize("name", WITH_DAILY)
def test_the_solver_finishes_the_solitaires_of_a_day(name: str) -> None:
    game = game_named(name)
    for number in range(len(game.daily)):
        played = perfect_game(game, "2026-11-18", number)
        assert played.over
        assert played.standing.scores == [0]


@pytest.mark.parametrize("text", ["", "18.11.2026", "2026-11-31", "20261118", "2026-W47-3", "2026-11-18 "])
def test_other_dates_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="a date is like"):
        check_date(text)


def test_solitaires_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadInput, match="no solitaire of the day"):
        daily_number(game_named("nummerus"), {"board": "round"})
    with pytest.raises(BadInput, match="number 7"):
        perfect_game(game_named("nummerus"), "2026-11-18", 7)
    with pytest.raises(BadInput, match="no solitaire of the day"):
        daily_number(game_named("titus"), {})
