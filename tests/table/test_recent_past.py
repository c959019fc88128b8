"""The recent past of a table: what readers missed can be told without the whole log."""

from __future__ import annotations

import pytest

from rectoverso.table.recent_past import EVENTS_KEPT, RecentPast, copy_of, replay_keeping_past
from rectoverso.table.table import Table, replay
from tests.table.evening import Evening, told


@pytest.fixture(scope="module")
def evening() -> Evening:
    """A long one: several rounds, bots, undone actions, new names, somebody who leaves and comes back."""
    evening = Evening("nummerus", "person", "bot", "person", rounds=3)
    for number in range(8):
        if number:
            evening.want_again()
        evening.commit(1)
        evening.open(1)
        evening.play_eventful_round(f"Anna {number}", undone=6)
    assert len(evening.log) > 3 * EVENTS_KEPT
    return evening


def same(one: Table, other: Table) -> bool:
    """But for the requests, which a copy does not know."""
    return {**told(one), "refs": {}} == {**told(other), "refs": {}}


def test_the_table_after_each_recent_event_is_known(evening: Evening) -> None:
    table = replay(evening.log[:1])
    past = RecentPast(table)
    for event in evening.log[1:]:
        table.evolve(event)
        past.add(event, table)
    reached = [n for n in range(1, table.n + 2) if past.reaches(n)]
    assert reached == list(range(reached[0], table.n + 1))
    assert EVENTS_KEPT <= len(reached) <= 2 * EVENTS_KEPT + 1
    for n in reached:
        assert same(past.at(n), replay(evening.log[:n]))
        assert past.since(n) == evening.log[n:]


def test_a_log_is_replayed_with_its_recent_past(evening: Evening) -> None:
    for length in (1, 2, EVENTS_KEPT, EVENTS_KEPT + 1, len(evening.log)):
        table, past = replay_keeping_past(evening.log[:length])
        assert told(table) == told(replay(evening.log[:length]))
        first = max(1, length - EVENTS_KEPT)
        assert same(past.at(first), replay(evening.log[:first]))
        assert len(past.since(first)) == length - first


def test_a_copy_goes_its_own_way(evening: Evening) -> None:
    for n in range(1, len(evening.log), 7):
        table = replay(evening.log[:n])
        before = told(replay(evening.log[:n]))
        copied = copy_of(table)
        for event in evening.log[n:]:
            copied.evolve(event)
        assert told(table) == before
        assert same(copied, evening.table)
