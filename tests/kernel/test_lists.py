"""Several numbers written or read at once, compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rectoverso.kernel.jit import kernel
from rectoverso.kernel.lists import read_flags, write_flags

LENGTH = 54


@kernel
def flags_of(flags: Any, at: int, members: int) -> None:
    write_flags(flags, at, members, LENGTH)


@settings(max_examples=60, deadline=None)
@given(members=st.frozensets(st.integers(0, 62)), at=st.integers(0, 9))
def test_write_flags_writes_one_byte_for_each_number_and_nothing_beside_them(members: frozenset[int], at: int) -> None:
    flags = np.full(LENGTH + 10, 7, np.uint8)
    flags_of(flags, at, sum(1 << number for number in members))
    expected = [7] * at + [int(number in members) for number in range(LENGTH)] + [7] * (10 - at)
    assert flags.tolist() == expected


@kernel
def members_of(numbers: Any, at: int) -> int:
    return read_flags(numbers, at, LENGTH)


@settings(max_examples=60, deadline=None)
@given(numbers=st.lists(st.sampled_from([0, 1, 256, 65535]), min_size=64, max_size=64), at=st.integers(0, 9))
def test_read_flags_finds_the_numbers_that_are_not_zero_and_none_beside_them(numbers: list[int], at: int) -> None:
    found = members_of(np.array(numbers, np.uint16), at)
    assert found == sum(1 << i for i in range(LENGTH) if numbers[at + i])
