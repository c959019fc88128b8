"""Snapshots of a table: from one, and the events after it, comes the same table as from the whole log."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from rectoverso.table import commands as c
from rectoverso.table import events as e
from rectoverso.table import snapshot
from rectoverso.table.recent_past import EVENTS_KEPT, replay_keeping_past
from rectoverso.table.round_record import round_record
from rectoverso.table.table import Table, replay
from tests.table.evening import Evening, told

NOT_IN_A_SNAPSHOT = {"game", "round", "vote", "notice", "_legal", "_legal_at"}
"""The game and the round follow from the rest, and so do legal moves; after a round there is no vote and no notice."""


def nummerus() -> Evening:
    """Matches with points, a bot, a second device, undone actions, somebody who leaves, the same deal again."""
    evening = Evening("nummerus", "person", "bot", "person", rounds=2, random_seats=True)
    evening.command(c.CarryChair(1, "link"), "g1phone")
    for number in range(5):
        if number:
            evening.want_again(same_deal=number == 3)
        if number != 3:
            evening.commit(1)
            evening.open(1)
        evening.play_eventful_round(f"Anna {number}", undone=1)
    return evening


def titus() -> Evening:
    """Two persons; the first round ends because one of them resigns."""
    evening = Evening("titus", "person", "person")
    evening.deal()
    evening.play()
    evening.do(c.Resign, 2)
    evening.want_again()
    evening.deal()
    evening.play_out()
    return evening


def janus() -> Evening:
    """Three bots and a person, in one round."""
    evening = Evening("janus", "person", "bot", "bot", "bot")
    evening.deal()
    evening.play_out()
    return evening


EVENINGS = {"nummerus": nummerus, "titus": titus, "janus": janus}


@pytest.fixture(scope="module", params=EVENINGS)
def evening(request: pytest.FixtureRequest) -> Evening:
    """A table with several ways for a round to end; every event has a request behind it."""
    evening = EVENINGS[request.param]()
    for n, event in enumerate(evening.log):
        event.ref = f"g1:{n}"
    return evening


def ends(evening: Evening) -> list[int]:
    """How many events come before the end of each round."""
    return [n for n, event in enumerate(evening.log) if isinstance(event, e.RoundOver)]


def taken(evening: Evening, end: int) -> str:
    """The snapshot after the end of a round."""
    return snapshot.snapshot_after(replay(evening.log[:end]), [evening.log[end]])


def restored(written: str) -> Table:
    """The table from a stored snapshot."""
    read = snapshot.read(written)
    assert read is not None
    return snapshot.restored(read)


def records(table: Table) -> list[object]:
    """The records of all rounds, with their proofs."""
    return [round_record(table, finished, "t") for finished in table.finished]


def test_a_snapshot_is_the_table_after_the_end_of_a_round(evening: Evening) -> None:
    for end in ends(evening):
        table, twin = replay(evening.log[: end + 1]), restored(taken(evening, end))
        assert told(twin) == told(table)
        assert records(twin) == records(table)


def test_from_a_snapshot_a_table_goes_on_as_from_its_log(evening: Evening) -> None:
    for end in ends(evening):
        later = evening.log[end + 1 :]
        table, past = replay_keeping_past(later, restored(taken(evening, end)))
        whole = replay(evening.log)
        assert told(table) == told(whole)
        assert records(table) == records(whole)
        first = max(end + 1, len(evening.log) - EVENTS_KEPT)
        assert past.reaches(first)
        assert past.since(first) == evening.log[first:]


def test_taking_a_snapshot_changes_nothing(evening: Evening) -> None:
    end = ends(evening)[0]
    table = replay(evening.log[:end])
    snapshot.snapshot_after(table, [evening.log[end]])
    assert told(table) == told(replay(evening.log[:end]))


def test_everything_of_a_table_is_in_its_snapshot() -> None:
    kept = set(snapshot.Snapshot.__struct_fields__) - {"layout"}
    assert vars(nummerus().table).keys() - NOT_IN_A_SNAPSHOT == kept


def test_snapshots_come_after_rounds_and_more_seldom_as_the_log_grows() -> None:
    table = nummerus().table
    over, moved = e.RoundOver(t=1, result=table.finished[0].result), e.Moved(t=1, chair=1, move="x")
    taken_at = [0]
    for table.n in range(0, 40_000, 50):
        assert not snapshot.is_due(table, [moved], 0)
        if snapshot.is_due(table, [over], taken_at[-1]):
            taken_at.append(table.n + 1)
    gaps = [later - earlier for earlier, later in pairwise(taken_at)]
    assert all(
        gap >= max(snapshot.MIN_EVENTS, at // snapshot.SHARE) for gap, at in zip(gaps, taken_at[1:], strict=True)
    )
    assert all(
        gap <= 100 + max(snapshot.MIN_EVENTS, at // snapshot.SHARE) for gap, at in zip(gaps, taken_at[1:], strict=True)
    )


def test_what_another_version_wrote_is_ignored(evening: Evening) -> None:
    written = json.loads(taken(evening, ends(evening)[0]))
    assert snapshot.read(json.dumps(written)) is not None
    for change in ({"layout": "other"}, {"rules": 99}, {"n": "many"}):
        assert snapshot.read(json.dumps(written | change)) is None
    gone = written | {"setup": written["setup"] | {"game": "gone"}}
    assert snapshot.read(json.dumps(gone)) is None
    assert snapshot.read("{") is None


def test_what_an_older_evolve_made_is_ignored(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    written = json.loads(taken(evening, ends(evening)[0]))
    monkeypatch.setattr(snapshot, "EVOLVE_VERSION", snapshot.EVOLVE_VERSION - 1)
    older = snapshot.layout.__wrapped__()
    assert snapshot.read(json.dumps(written | {"layout": older})) is None


def test_nothing_is_kept_of_a_guest_who_has_gone() -> None:
    evening = nummerus()
    evening.log[1].ref, evening.log[2].ref = "g1phone:1", "g1:2"
    evening.log[3].ref = "gone:1"
    end = ends(evening)[0]
    assert "g1phone" in taken(evening, end)
    assert "gone" not in taken(evening, end)
    revoked = e.DeviceRevoked(t=evening.now, chair=1, guest="g1phone")
    table = replay([*evening.log[:end], revoked])
    assert "g1phone:1" in table.refs
    assert "g1phone" not in snapshot.snapshot_after(table, [evening.log[end]])
