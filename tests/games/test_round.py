"""The Python interface: `import rectoverso`."""

from __future__ import annotations

import msgspec
import pytest

import rectoverso
from rectoverso.games import GAMES, game_named
from rectoverso.games.conformance import sample_games
from rectoverso.kernel.rng import new_rng

PLAYERS = {"titus": 2, "janus": 3, "nummerus": 2}


def opened(name: str) -> rectoverso.Round:
    return rectoverso.new(name, players=PLAYERS[name], seed="rounds")


def play_some(round: rectoverso.Round, moves: int) -> rectoverso.Round:
    for _ in range(moves):
        round.play(sorted(round.legal)[0])
    return round


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_is_seat_1s_turn(name: str) -> None:
    round = opened(name)
    assert round.turn == 1
    assert not round.over
    assert round.moves == []
    assert round.result is None
    assert round.legal


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_words_to_its_end(name: str) -> None:
    round = opened(name)
    while round.turn is not None:
        round.play(round.legal[-1])
    assert round.over
    assert round.legal == []
    assert round.result is not None
    assert len(round.result.scores) == round.players
    with pytest.raises(rectoverso.Refused, match="game-over"):
        round.play(round.moves[0])


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_legal_is_refused_with_a_code_and_what_was_legal(name: str) -> None:
    round = opened(name)
    with pytest.raises(rectoverso.Refused) as caught:
        round.play("nonsense")
    assert caught.value.code == "illegal-move"
    assert caught.value.details["legal"] == round.legal
    assert round.moves == []


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_its_own_way(name: str) -> None:
    round = play_some(opened(name), 5)
    twin = round.copy()
    play_some(twin, 3)
    assert len(round.moves) == 5
    assert round.state.tobytes() == play_some(opened(name), 5).state.tobytes()
    assert round.legal == play_some(opened(name), 5).legal


@pytest.mark.parametrize("name", GAMES)
def test_a_round_can_be_seen_at_an_earlier_point(name: str) -> None:
    round = play_some(opened(name), 12)
    for at in (0, 4, 12):
        assert round.at(at).record() == play_some(opened(name), at).record()
    for wrong in (-1, 13):
        with pytest.raises(rectoverso.BadInput, match="from 0 to 12"):
            round.at(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_can_be_given(name: str) -> None:
    round = opened(name)
    again = rectoverso.from_deal(name, round.players, round.record()["deal"])
    assert again.record() == round.record()
    with pytest.raises(rectoverso.BadInput, match="cards is needed"):
        rectoverso.from_deal(name, round.players, [])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_shows_itself(name: str) -> None:
    round = play_some(opened(name), 6)
    assert str(round).strip()
    assert round._repr_svg_().startswith("<svg")
    assert repr(round) == f"<{name}, {round.players} players, 6 moves, seat {round.turn} to move>"


@pytest.mark.parametrize("name", GAMES)
def test_the_log_names_who_did_what(name: str) -> None:
    round = play_some(opened(name), 9)
    for seat in (1, "watcher"):
        log = round.log(seat, "notes")  # type: ignore[arg-type]  # a seat or the watcher
        assert [entry.move for entry in log] == round.moves
        assert [entry.seat for entry in log] == round.movers
        assert [entry.at for entry in log] == list(range(1, 10))


def test_memory_table_forgets_what_was_seen_before_the_previous_turn() -> None:
    """The log names faces only as far back as this seat's previous turn."""
    round = opened("titus")
    while len(round.movers) < 30:
        round.play(sorted(round.legal)[0])
    seat = round.turn
    assert seat is not None
    since = round.remembered_since(seat)
    turns = [at for at in range(1, len(round.movers)) if round.movers[at] == seat != round.movers[at - 1]]
    started = [at for at in turns if at < len(round.movers)]
    current = round.movers[-1] == seat
    assert since == started[-2 if current else -1]
    notes, table = round.log(seat, "notes"), round.log(seat, "table")
    assert table[since:] == notes[since:]
    assert table[:since] == [round.fade(entry) for entry in notes[:since]]
    assert table[:since] != notes[:since]


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_world_has_the_same_course(name: str) -> None:
    round = play_some(opened(name), 15)
    world = round.imagine(1, new_rng(1))
    assert world.moves == round.moves
    assert world.observation(1).tobytes() == round.observation(1).tobytes()


@pytest.mark.parametrize("seat", [0, 3, -1, True, "1", None])
def test_nobody_else_is_a_seat(seat: object) -> None:
    with pytest.raises(rectoverso.BadInput, match="a seat is from 1 to 2 or 'watcher'"):
        opened("titus").observation(seat)  # type: ignore[arg-type]  # that is the point


def test_without_a_seed_chance_deals() -> None:
    assert rectoverso.new("titus").record()["deal"] != rectoverso.new("titus").record()["deal"]


def test_options_are_named_arguments() -> None:
    round = rectoverso.new("nummerus", players=2, board="square", tausch=True)
    assert round.options == {"board": "square", "tausch": True, "scoring": "longest"}
    with pytest.raises(rectoverso.BadInput, match="no option 'colour'"):
        rectoverso.new("titus", colour="red")
    with pytest.raises(rectoverso.BadInput, match="there is no game 'chess'"):
        rectoverso.new("chess")
    with pytest.raises(rectoverso.BadInput, match="2 to 4 players, not 9"):
        rectoverso.new("titus", players=9)


def test_the_list_of_games_is_the_only_one() -> None:
    assert [game_named(name).name for name in rectoverso.GAMES] == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_is_for_a_seat_or_the_whole_truth(name: str) -> None:
    round = play_some(opened(name), 5)
    assert str(round) == round.picture() == round.picture("watcher")
    assert round._repr_svg_() == round.svg()
    assert round.svg("all").startswith("<svg")
    if name == "janus":
        assert "?" in round.picture("watcher")
        assert "?" in round.picture(1)
        assert "?" not in round.picture("all")
    assert not round.over


def test_the_whole_truth_of_titus_shows_both_faces() -> None:
    round = play_some(opened("titus"), 4)
    assert round.picture("all") != round.picture(1)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_is_what_a_fresh_look_shows_whoever_looked_before(name: str) -> None:
    """One record serves all looks of a round, and a game may write its board itself: neither may show."""
    game, rng = game_named(name), new_rng(11)
    for players, options in sample_games.tables(game):
        round = sample_games.opened(game, players, options)
        while not round.over:
            sample_games.go_on(round, sample_games.any_move(round, rng))
            for seat in sample_games.viewers(round):
                fresh = game.board(game.observed(round.observation(seat)))
                assert game.board_json(round.observed(seat)) == msgspec.json.encode(fresh)
