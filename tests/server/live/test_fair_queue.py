"""A queue whose clients take turns."""

from __future__ import annotations

from rectoverso.server.live.fair_queue import FairQueue


def filled(*items: str) -> FairQueue[str]:
    """The first letter of an item is its client."""
    queue: FairQueue[str] = FairQueue()
    for item in items:
        queue.add(item[0], item)
    return queue


def served(queue: FairQueue[str], *excluded: str) -> list[str]:
    """All that can be taken, in that order."""
    taken = []
    while (found := queue.take(lambda client: client not in excluded)) is not None:
        assert found[0] == found[1][0]
        taken.append(found[1])
    return taken


def test_who_asked_for_much_waits_for_those_who_came_later_and_ask_for_little() -> None:
    assert served(filled("g0", "g1", "g2", "g3", "h0", "t0", "h1")) == ["g0", "h0", "t0", "g1", "h1", "g2", "g3"]


def test_a_client_that_may_not_have_more_is_passed_over_and_keeps_what_waits() -> None:
    queue = filled("g0", "g1", "h0")
    assert served(queue, "g") == ["h0"]
    assert queue.waiting("g") == len(queue) == 2


def test_what_was_removed_is_not_served() -> None:
    queue = filled("g0", "g1", "h0")
    assert queue.remove("g", "g0")
    assert not queue.remove("g", "g0")
    assert served(queue) == ["g1", "h0"]
