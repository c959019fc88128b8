"""What a seat of Titus knows as numbers: the table, rebuilt from them."""

from __future__ import annotations

from typing import Any

from rectoverso.games import game_named
from rectoverso.games.conformance.sample_games import moments
from rectoverso.games.features import parts

GAME = game_named("titus")


def stacks(told: dict[str, Any], tags: set[int]) -> list[list[int]]:
    """The coins that lie together, lowest first, by what each coin lies on."""
    below = {tag: int(told["below"][tag - 1]) for tag in tags}
    above = {lower: tag for tag, lower in below.items() if lower}
    found = []
    for lowest in sorted(tag for tag in tags if not below[tag]):
        stack = [lowest]
        while stack[-1] in above:
            stack.append(above[stack[-1]])
        found.append(stack)
    return found


def test_t6_t14_the_whole_table_can_be_read_from_it() -> None:
    for round in moments(GAME, step=13):
        view = round.view("watcher", "notes")
        board, backs = view.table, view.known.backs
        for seat in range(1, round.players + 1):
            told = parts(GAME.features, round.encoding(seat))
            seats = board.seats[seat - 1 :] + board.seats[: seat - 1]
            for place, one in enumerate(seats):
                reserve = stacks(told, {tag + 1 for tag in told["reserve"][place].nonzero()[0].tolist()})
                assert reserve == sorted([coin.tag for coin in group] for group in one.groups)
                series = stacks(told, {tag + 1 for tag in told["series"][place].nonzero()[0].tolist()})
                assert series == sorted([coin.tag for coin in each.coins] for each in one.series if each.coins)
                assert [18 - card for card in told["cards"][place].nonzero()[0]] == [each.card for each in one.series]
                for each in one.series:
                    assert told["series_top"][18 - each.card] == (each.coins[-1].tag if each.coins else 0)
                for coin in [coin for group in one.groups for coin in group]:
                    assert told["face"][coin.tag - 1] == coin.face
            assert not told["reserve"][round.players :].any()
            assert {f"#{tag}": back for tag, back in enumerate(told["back"].tolist(), 1) if back} == backs
            assert told["pile"][0] == board.pile
            assert (told["top"].nonzero()[0] + 1).tolist() == ([board.top.tag] if board.top else [])
            assert (told["hand"].nonzero()[0] + 1).tolist() == ([board.hand.tag] if board.hand else [])
            assert told["drawn"][0] == (board.phase == "drawn")
            assert (told["taken"][0], told["taking_over"][0]) == (board.taken, board.taking_over)


def test_t5_without_notes_no_hidden_face_is_told_before_the_end() -> None:
    seen = 0
    for round in moments(GAME, step=29):
        told, noted = (parts(GAME.features, round.encoding(1, memory)) for memory in ("table", "notes"))
        if round.over:
            assert told["back"].all()
            continue
        seen += int(noted["back"].any())
        assert not told["back"].any()
        for name, numbers in told.items():
            assert name == "back" or (numbers == noted[name]).all()
    assert seen > 0
