"""The server's clock when somebody sets the system's."""

from __future__ import annotations

import pytest

from rectoverso.server.process.steady_clock import SteadyClock

SECOND = 1_000_000_000
HOUR_MS = 3_600_000
START = 1_700_000_000 * SECOND


class System:
    """A system's clock, and the time that nobody can set."""

    def __init__(self) -> None:
        self.wall, self.steady = START, 0

    def later(self, seconds: float) -> None:
        self.wall += int(seconds * SECOND)
        self.steady += int(seconds * SECOND)

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.steady)


def test_it_tells_the_time_of_day() -> None:
    system = System()
    clock = system.clock()
    system.later(12.5)
    assert clock() == (START + 12.5 * SECOND) // 1_000_000


@pytest.mark.parametrize("hours", [-1, 1, -50 * 365 * 24, 50 * 365 * 24])
def test_a_jump_of_the_systems_clock_changes_a_minute_by_less_than_a_second(hours: int) -> None:
    system = System()
    clock = system.clock()
    before = clock()
    system.wall += hours * HOUR_MS * 1_000_000
    assert clock() == before
    for _ in range(600):
        last = clock()
        system.later(0.1)
        assert clock() > last
    assert 59_000 < clock() - before < 61_000


@pytest.mark.parametrize("minutes", [-1, 1])
def test_a_small_jump_is_made_up_for(minutes: int) -> None:
    system = System()
    clock = system.clock()
    system.wall += minutes * 60 * SECOND
    assert clock.off_ms == minutes * 60_000
    system.later(2 * 3600)
    assert clock.off_ms == 0


def test_the_real_one_goes_on() -> None:
    clock = SteadyClock()
    first = clock()
    assert 0 <= clock() - first < 60_000
    assert abs(clock.off_ms) < 60_000
