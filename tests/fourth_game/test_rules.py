"""The rules of the fourth game, Q1 to Q7 (rules_pages/en.md in its package)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rectoverso.games.deal import deal_from_seed
from rectoverso.games.game import Game
from rectoverso.games.round import Round, read_deal
from rectoverso.kernel import cache_key, entry_points
from rectoverso.kernel.jit import COMPILED
from rectoverso.kernel.rng import new_rng

# The row shows 8, 15 and 9; the pile brings 1, 14, 4 …
DEAL = [
    "8/15", "15/1", "9/2", "1/8", "14/21", "4/18", "10/17", "3/17", "6/20", "5/12", "19/5", "12/19", "11/18",
    "4/11", "13/20", "6/13", "7/14", "21/7", "16/9", "2/16", "3/10",
]  # fmt: skip


def opened(game: Game, players: int = 2, **options: int) -> Round:
    return Round(game, players, read_deal(game, DEAL), options)


def test_q1_the_faces_of_a_card_differ_by_7_or_14_and_each_pair_is_there_once(quartus: Game) -> None:
    pairs = [(int(card) & 255, int(card) >> 8) for card in quartus.deck]
    assert len(set(pairs)) == 21
    assert {high - low for low, high in pairs} == {7, 14}
    assert {face for pair in pairs for face in pair} == set(range(1, 22))


@pytest.mark.parametrize("row", [3, 4])
def test_q2_the_row_lies_open_and_the_pile_is_unseen(quartus: Game, row: int) -> None:
    table = opened(quartus, row=row)
    observed = table.observed("watcher").state
    assert [face for face in observed.up if face] == [8, 15, 9, 1][:row]
    assert not any(observed.down)


def test_q3_any_card_of_the_row_is_taken_as_it_lies_or_turned_over(quartus: Game) -> None:
    assert opened(quartus).legal == ["take #1", "turn #1", "take #2", "turn #2", "take #3", "turn #3"]


def test_q4_a_card_scores_the_face_that_lies_down(quartus: Game) -> None:
    taken, turned = opened(quartus).play("take #1"), opened(quartus).play("turn #1")
    assert taken.standing.scores == [15, 0]
    assert turned.standing.scores == [8, 0]


def test_q4_only_a_card_that_was_turned_over_has_shown_both_its_faces(quartus: Game) -> None:
    table = opened(quartus).play("take #1").play("turn #2")
    assert quartus.known(table.observed(1)).backs == {"#2": 15}
    assert table.odds(1)["#1"] == {"15": 1.0}, "1/15 is known and 1/8 is in the row"


def test_q5_the_next_card_of_the_pile_fills_the_row(quartus: Game) -> None:
    table = opened(quartus).play("take #1")
    assert [move for move in table.legal if move.startswith("take")] == ["take #2", "take #3", "take #4"]
    four = opened(quartus, players=4, row=4)
    while len(four.numbers) < 17:
        four.play(four.legal[0])
    before = len(four.legal)
    assert len(four.play(four.legal[0]).legal) == before - 2, "the pile is empty"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_q6_the_game_ends_when_everybody_has_five_cards(quartus: Game, players: int) -> None:
    table = opened(quartus, players)
    while not table.over:
        table.play(table.legal[-1])
    assert Counter(table.movers) == dict.fromkeys(range(1, players + 1), 5)


def test_q7_the_highest_sum_wins_and_everything_is_shown(quartus: Game) -> None:
    table = opened(quartus)
    while not table.over:
        table.play(table.legal[0])
    scores = table.standing.scores
    assert table.standing.ranks == [1 + sum(other > score for other in scores) for score in scores]
    assert all(table.observed("watcher").state.down)


def test_imagined_worlds_are_as_likely_as_the_odds_say(quartus: Game) -> None:
    """Exact odds and sampled worlds are written twice, so each checks the other: 1,500 worlds, 4 standard errors."""
    table = Round(quartus, 3, deal_from_seed(quartus.deck, True, "worlds"), {})
    for move in (0, 3, 0, 1, 2, 0, 3):
        table.play(table.legal[move])
    rng, worlds = new_rng(7), 1500
    seen: dict[str, Counter[str]] = {tag: Counter() for tag in table.odds(1) if tag != "next"}
    coming: Counter[str] = Counter()
    for _ in range(worlds):
        state = table.imagine(1, rng).state
        for tag, faces in seen.items():
            faces[str(int(state.down[int(tag[1:]) - 1]))] += 1
        coming[str(int(state.up[state.dealt]))] += 1
    for tag, faces in {**seen, "next": coming}.items():
        for face, chance in table.odds(1)[tag].items():
            allowed = 4 * np.sqrt(chance * (1 - chance) / worlds)
            assert abs(faces[face] / worlds - chance) <= allowed, (tag, face)
        assert set(faces) <= set(table.odds(1)[tag])


@pytest.mark.skipif(not COMPILED, reason="nothing is cached without the compiler")
def test_compiled_code_is_made_from_the_sources_of_the_game_wherever_it_lies(quartus: Game) -> None:
    """The cache must never play yesterday's rules, of this game neither."""
    records = frozenset(layout.names[0] for layout in (quartus.state, quartus.observation) if layout.names)
    made_of = {
        name.rpartition(".")[0]
        for kernel in (entry_points.legal, entry_points.imagine)
        for name in cache_key.parts(cache_key.python_function(kernel), records)
    }
    assert {"quartus.rules", "quartus.worlds"} <= made_of
