"""A guest taken out of a log: nothing names them any more, and the log replays to the same game."""

from __future__ import annotations

from typing import Any

import pytest

from rectoverso.table import commands as c
from rectoverso.table import events as e
from rectoverso.table.anonymise import without_guest
from rectoverso.table.decide import TAKEOVER_LEVEL
from rectoverso.table.player_names import A_GUEST
from rectoverso.table.table import replay
from tests.table.evening import Evening, told


def forget(evening: Evening, guest: str) -> list[e.AnyEvent]:
    """The guest asks to be deleted; the log that is stored then."""
    evening.command(c.DeleteGuest(), guest)
    changed, _ = without_guest(evening.log, guest)
    return [changed.get(n, event) for n, event in enumerate(evening.log, 1)]


def same(evening: Evening, log: list[e.AnyEvent]) -> bool:
    mine, theirs = told(evening.table), told(replay(log))
    for one in (mine, theirs):
        del one["refs"], one["sat_down"]  # what is remembered of requests, which a deleted guest does not send
    return bool(mine == theirs)


def stored(log: list[e.AnyEvent]) -> str:
    return b"\n".join(map(e.encode, log)).decode()


@pytest.mark.parametrize("moment", ["committing", "opening", "playing", "over", "again"])
def test_at_any_moment_a_guest_can_be_taken_out_of_the_log(moment: str) -> None:
    evening = Evening("nummerus", "person", "person", "bot")
    evening.command(c.CarryChair(2, "link"), "phone")
    evening.do(c.Rename, 2, "Somebody Else")
    if moment == "opening":
        evening.commit(1, 2)
    elif moment != "committing":
        evening.deal()
        evening.play()
    if moment in ("over", "again"):
        evening.play_out()
    if moment == "again":
        evening.want_again()
        evening.deal()
    assert evening.table.phase == ("playing" if moment == "again" else moment)
    assert "g2" in stored(evening.log)
    log = forget(evening, "g2")
    for word in ("g2", "P2", "Somebody Else", "phone"):
        assert word not in stored(log), word
    assert "g1" in stored(log)
    assert same(evening, log)
    chair = evening.table.chair(2)
    assert (chair.name, chair.ended, chair.level, chair.person) == (A_GUEST, "left", TAKEOVER_LEVEL, True)
    assert all(A_GUEST in finished.names for finished in evening.table.finished)


def test_the_game_goes_on_without_them() -> None:
    evening = Evening("nummerus", "person", "person")
    evening.deal()
    forget(evening, "g1")
    evening.play_out()
    evening.do(c.PlayAgain, 2, False)
    evening.deal()
    evening.play_out()
    assert len(evening.table.finished) == 2


def test_while_the_table_waits_their_chair_is_free_again() -> None:
    evening = Evening("nummerus", "person", "open", "open")
    evening.command(c.TakeOpenChair(2, "Ben"), "ben")
    evening.do(c.Rename, 2, "Benny")
    log = forget(evening, "ben")
    assert not evening.table.chair(2).taken
    assert "ben" not in stored(log).casefold()
    assert same(evening, log)
    evening.command(c.TakeOpenChair(2, "Cleo"), "cleo")
    changed, _ = without_guest(evening.log, "ben")
    assert all("Cleo" not in stored([event]) for event in changed.values())


def test_a_waiting_table_closes_with_its_host() -> None:
    evening = Evening("nummerus", "person", "open", "open")
    evening.command(c.TakeOpenChair(2, "Ben"), "ben")
    log = forget(evening, "g1")
    assert (evening.table.phase, evening.table.notice) == ("void", "closed-by-host")
    assert "g1" not in stored(log)
    assert same(evening, log)


def test_a_device_that_a_chair_was_carried_to_only_gives_it_up() -> None:
    evening = Evening("nummerus", "person", "person")
    evening.command(c.CarryChair(1, "link"), "phone")
    evening.deal()
    log = forget(evening, "phone")
    assert evening.table.chair(1).guests == ["g1"]
    assert evening.table.chair(1).name == "P1"
    assert "phone" not in stored(log)
    assert same(evening, log)


def revoking(evening: Evening, guest: str, device: str) -> Any:
    return lambda: evening.command(c.RevokeDevice(1, device), guest)


def test_the_device_that_sat_down_revokes_the_others() -> None:
    evening = Evening("nummerus", "person", "person")
    for number, device in enumerate(("phone", "tablet")):
        evening.command(c.CarryChair(1, f"link {number}"), device)
    for guest, device in (("phone", "tablet"), ("phone", "g1"), ("g2", "phone"), ("g1", "g1"), ("g1", "nobody")):
        with pytest.raises(Exception, match="not-your-chair"):
            revoking(evening, guest, device)()
    revoking(evening, "g1", "phone")()
    assert evening.table.chair(1).guests == ["g1", "tablet"]
    with pytest.raises(Exception, match="link-used"):
        evening.command(c.CarryChair(1, "link 0"), "phone")
    revoking(evening, "tablet", "tablet")()
    assert evening.table.chair(1).guests == ["g1"]
