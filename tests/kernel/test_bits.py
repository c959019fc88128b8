"""Sets of small numbers as bits, compiled and interpreted."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rectoverso.kernel.bits import bit, count, first, has, last, members
from rectoverso.kernel.jit import kernel

NUMBERS = st.integers(0, 62)
SETS = st.frozensets(NUMBERS)


@kernel
def bit_of(number: int) -> int:
    return bit(number)


@kernel
def is_member(members: int, number: int) -> bool:
    return has(members, number)


@kernel
def size(members: int) -> int:
    return count(members)


@kernel
def smallest(members: int) -> int:
    return first(members)


@kernel
def largest(members: int) -> int:
    return last(members)


def packed(numbers: frozenset[int]) -> int:
    return sum(1 << number for number in numbers)


@given(SETS, NUMBERS)
def test_a_set_of_bits_is_a_set(numbers: frozenset[int], number: int) -> None:
    members = packed(numbers)
    assert bit_of(number) == 1 << number
    assert is_member(members, number) == (number in numbers)
    assert size(members) == len(numbers)


@given(SETS.filter(bool))
def test_first_and_last_are_the_smallest_and_the_largest_member(numbers: frozenset[int]) -> None:
    members = packed(numbers)
    assert smallest(members) == min(numbers)
    assert largest(members) == max(numbers)


def test_the_empty_set_has_a_first_past_the_end_and_a_last_before_the_beginning() -> None:
    assert smallest(0) == 64
    assert largest(0) == -1


@given(SETS)
def test_the_members_of_a_set_come_in_order(numbers: frozenset[int]) -> None:
    assert members(packed(numbers)) == sorted(numbers)


def test_the_members_of_a_number_of_numpy_are_listed() -> None:
    """Without the compiler the rules compute with such numbers."""
    listed = members(np.int64(0b1001))  # type: ignore[arg-type]  # in the annotations of kernels they are int
    assert listed == [0, 3]
