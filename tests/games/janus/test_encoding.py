"""What a seat of Janus knows as numbers: compared with what it is shown, and with all that it has seen."""

from __future__ import annotations

from rectoverso.games import game_named
from rectoverso.games.conformance.sample_games import moments, viewers
from rectoverso.games.features import parts
from rectoverso.games.janus.ties import NO_SIDE
from rectoverso.games.round import Round

GAME = game_named("janus")
LETTERS = " ABCDEFGHIJK"


def test_j3_without_notes_it_tells_what_the_board_shows() -> None:
    for round in moments(GAME, step=11):
        for seat in viewers(round):
            board = round.view(seat).table
            told = parts(GAME.features, round.encoding(seat, "table"))
            shown = {card.tag: (card.own or " ", card.outer or " ") for one in board.seats for card in one.hand}
            for tag, (own, outer) in shown.items():
                assert (LETTERS[told["front"][tag - 1]], LETTERS[told["back"][tag - 1]]) == (own, outer)
            if round.over:
                continue
            known = {tag + 1 for name in ("front", "back") for tag in told[name].nonzero()[0].tolist()}
            laid = {tag for one in board.seats for triplet in one.triplets for tag in triplet.tags}
            top = {board.top.tag} if board.top else set()
            assert known <= set(shown) | laid | top
            assert {tag + 1 for tag in told["laid"].nonzero()[0].tolist()} == laid
            assert not told["barred"].any()
            assert not told["ties"].any()


def test_j8_with_notes_it_tells_all_sides_that_the_seat_has_seen() -> None:
    for round in moments(GAME, step=11):
        for seat in viewers(round):
            known = round.view(seat, "notes").known
            told = parts(GAME.features, round.encoding(seat))
            for tag in range(1, 67):
                front, back = known.sides.get(f"#{tag}", (None, None))
                assert LETTERS[told["front"][tag - 1]] == (front or " ")
                assert LETTERS[told["back"][tag - 1]] == (back or " ")
            by_place = {int(place): tag + 1 for tag, place in enumerate(told["pile"]) if place}
            assert [by_place[place] for place in sorted(by_place)] == known.pile


def test_j11_with_notes_it_tells_what_events_say_of_single_sides() -> None:
    found = 0
    for round in moments(GAME, step=7):
        for seat in viewers(round):
            observation = round.observation(seat)
            told = parts(GAME.features, round.encoding(seat))["barred"].tolist()
            barred, turned = observation.barred.tolist(), observation.state.turned.tolist()
            over = bool(observation.state.over)
            for side in range(132):
                is_back = (side & 1) ^ (turned[side >> 1] != 0)
                low, high = told[side >> 1][is_back]
                assert low | high << 8 == barred[side] * (not over)
                found += low | high << 8 > 0
    assert found > 100


def test_j11_with_notes_it_tells_which_unknown_sides_are_not_all_alike() -> None:
    """All ties that the seat's observation has are told, and none that the truth contradicts."""
    found = 0
    for round in moments(GAME, step=7):
        for seat in viewers(round):
            observation = round.observation(seat)
            told = parts(GAME.features, round.encoding(seat))
            turned = [int(shift) != 0 for shift in observation.state.turned]
            ties: dict[frozenset[int], int] = {}
            for *places, low, high in told["ties"].tolist():
                sides = frozenset((place - 1) ^ turned[(place - 1) >> 1] for place in places if place)
                ties[sides] = ties.get(sides, 0) | low | high << 8
                symbols = {symbol_of(round, side) for side in sides}
                assert len(symbols) != 1 or not (low | high << 8) >> symbols.pop() & 1
            if round.over or told["more_ties"][0]:
                continue
            for i in range(observation.tied):
                sides = frozenset({int(observation[f"tie_{side}"][i]) for side in "abc"} - {NO_SIDE})
                kept = int(observation.tie_symbols[i])
                assert ties.get(sides, 0) & kept == kept
                found += 1
    assert found > 100


def symbol_of(round: Round, side: int) -> int:
    return (int(round.state.sides[side >> 1]) >> 8 * (side & 1)) & 255


def test_j5_hands_are_told_in_the_order_in_which_the_cards_came() -> None:
    for round in moments(GAME, step=19):
        for seat in range(1, round.players + 1):
            board = round.view(seat).table
            told = parts(GAME.features, round.encoding(seat))
            for place, one in enumerate(board.seats[seat - 1 :] + board.seats[: seat - 1]):
                held = {int(at): tag + 1 for tag, at in enumerate(told["hand"][place]) if at}
                assert [held[at] for at in sorted(held)] == [card.tag for card in one.hand]
                assert told["triplets"][place] == one.score
            assert told["quiet"][0] == min(board.quiet, 255)
            assert told["patience"][0] == min(board.patience or 255, 255)
