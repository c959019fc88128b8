"""The levels: what they forget, and that each of them plays every game."""

from __future__ import annotations

import numpy as np
import pytest

from rectoverso.bots import LEVELS, make_bot
from rectoverso.games import GAMES, game_named
from rectoverso.games.janus.knowledge import front_side, in_sight
from rectoverso.games.round import Round
from rectoverso.kernel import entry_points
from rectoverso.kernel.fixed_record import Record, blank, copied
from rectoverso.kernel.forgetting import still_remembered
from rectoverso.kernel.rng import new_rng
from tests.bots.positions import position


def remembered(observation: Record, keep: float, secret: int = 1) -> Record:
    """The observation after forgetting."""
    left = copied(observation)
    entry_points.forget(left, keep, secret)
    return left


def known_faces(name: str, observation: Record) -> set[tuple[int, int]]:
    """All known faces: (side, face) in Janus, (coin, hidden face) in Titus."""
    faces = observation.state.down if name == "titus" else observation.faces
    return {(place, int(face)) for place, face in enumerate(faces) if face}


def test_every_game_has_every_level_each_remembering_no_less_than_the_one_below() -> None:
    for name in GAMES:
        levels = game_named(name).levels
        assert tuple(level.name for level in levels) == LEVELS
        assert [level.keep for level in levels] == sorted(level.keep for level in levels)
        assert levels[-1].keep == 1.0


@pytest.mark.parametrize(("name", "players"), [("titus", 2), ("janus", 3)])
def test_perfect_memory_keeps_all_faces_and_no_memory_keeps_those_in_sight(name: str, players: int) -> None:
    game = position(name, players, 3, 80)
    observation = game.observation(game.turn or 1)
    everything = known_faces(name, observation)
    assert known_faces(name, remembered(observation, 1.0)) == everything
    nothing = known_faces(name, remembered(observation, 0.0))
    assert nothing < everything
    assert known_faces(name, remembered(observation, 0.9)) <= everything


@pytest.mark.parametrize(("name", "players"), [("titus", 3), ("janus", 4)])
def test_what_is_forgotten_stays_forgotten_until_it_is_seen_again(name: str, players: int) -> None:
    game = position(name, players, 5, 110)
    forgotten_before: set[tuple[int, int]] = set()
    for at in range(60, 110):
        observation = game.at(at).observation(1)
        known = known_faces(name, remembered(observation, 0.8))
        forgotten = known_faces(name, observation) - known
        back = forgotten_before & known
        for place, _ in back:
            assert _changed(name, game, place, at), f"{place} came back to mind at {at}"
        forgotten_before = forgotten
    assert forgotten_before


def _changed(name: str, game: Round, place: int, at: int) -> bool:
    """Did the last move turn this coin, or show the first seat this side of a card?"""
    before, after = game.at(at - 1).state, game.at(at).state
    if name == "titus":
        return bool((int(before.turned) ^ int(after.turned)) >> place & 1)
    move, front = game.moves[at - 1], front_side(after, place >> 1)
    discarded = move == f"discard #{(place >> 1) + 1}" and place == front  # J10: all see it as it goes
    return discarded or any(in_sight(state, 0, place) for state in (before, after))


@pytest.mark.parametrize(("name", "players"), [("titus", 2), ("janus", 3), ("janus", 6)])
def test_worlds_imagined_after_forgetting_agree_with_what_is_remembered(name: str, players: int) -> None:
    rng = new_rng(1)
    for moves in (40, 90):
        game = position(name, players, 7, moves)
        left = remembered(game.observation(game.turn or 1), 0.5)
        world = blank(game.game.state)
        for _ in range(20):
            assert entry_points.imagine(left, world, rng)
            assert sorted(_cards(name, world)) == sorted(_cards(name, game.state))
            if name == "titus":
                known = left.state.down != 0
                assert np.array_equal(world.down[known], left.state.down[known])
            else:
                sides = np.array([int(card) >> shift & 255 for card in world.sides for shift in (0, 8)])
                assert np.array_equal(sides[left.faces != 0], left.faces[left.faces != 0])


def _cards(name: str, state: Record) -> list[tuple[int, int]]:
    pairs = (
        [(int(a), int(b)) for a, b in zip(state.up[:54], state.down[:54], strict=True)]
        if name == "titus"
        else [(int(card) & 255, int(card) >> 8) for card in state.sides]
    )
    return [(min(pair), max(pair)) for pair in pairs]


def test_a_face_is_remembered_with_the_given_chance_per_turn() -> None:
    keep, turns, tries = 0.9, 5, 4000
    kept = sum(bool(still_remembered(keep, turns, secret, 7, 3)) for secret in range(tries))
    assert kept / tries == pytest.approx(keep**turns, abs=0.03)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "players"), [("titus", 4), ("janus", 6), ("nummerus", 3), ("nummerus", 1)])
def test_every_level_plays_every_game(level: str, name: str, players: int) -> None:
    game = position(name, players, 2, 30)
    move = make_bot(level).choose(game.observation(game.turn or 1), new_rng(3)).move
    assert move in game.legal_numbers
