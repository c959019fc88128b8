"""Several numbers written at once, compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rectoverso.kernel.jit import kernel
from rectoverso.kernel.lists import write_flags

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
