"""Several numbers written or read at once, compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rectoverso.kernel.jit import kernel
from rectoverso.kernel.short_lists import find_bits, find_number, read_flags, write_chosen, write_flags

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
def chosen_of(numbers: Any, at: int, source: Any, members: int) -> None:
    write_chosen(numbers, at, source, members, LENGTH)


@settings(max_examples=60, deadline=None)
@given(members=st.frozensets(st.integers(0, 62)), at=st.integers(0, 9))
def test_write_chosen_writes_the_numbers_of_members_and_zeros_for_the_others(members: frozenset[int], at: int) -> None:
    numbers, source = np.full(LENGTH + 10, 7, np.uint8), np.arange(101, 165, dtype=np.uint8)
    chosen_of(numbers, at, source, sum(1 << number for number in members))
    expected = [7] * at + [101 + i if i in members else 0 for i in range(LENGTH)] + [7] * (10 - at)
    assert numbers.tolist() == expected


@kernel
def members_of(numbers: Any, at: int) -> int:
    return int(read_flags(numbers, at, LENGTH))


@settings(max_examples=60, deadline=None)
@given(numbers=st.lists(st.sampled_from([0, 1, 256, 65535]), min_size=64, max_size=64), at=st.integers(0, 9))
def test_read_flags_finds_the_numbers_that_are_not_zero_and_none_beside_them(numbers: list[int], at: int) -> None:
    found = members_of(np.array(numbers, np.uint16), at)
    assert found == sum(1 << i for i in range(LENGTH) if numbers[at + i])


@kernel
def places_of(numbers: Any, at: int, number: int) -> int:
    return int(find_number(numbers, at, number, LENGTH))


@settings(max_examples=60, deadline=None)
@given(numbers=st.lists(st.sampled_from([0, 1, 254, 255]), min_size=64, max_size=64), at=st.integers(0, 9))
def test_find_number_finds_the_places_of_one_number(numbers: list[int], at: int) -> None:
    for number in (1, 255):
        found = places_of(np.array(numbers, np.uint8), at, number)
        assert found == sum(1 << i for i in range(LENGTH) if numbers[at + i] == number)


@kernel
def places_with(numbers: Any, at: int, wanted: int) -> int:
    return int(find_bits(numbers, at, wanted, LENGTH))


@settings(max_examples=60, deadline=None)
@given(numbers=st.lists(st.integers(0, 255), min_size=64, max_size=64), at=st.integers(0, 9))
def test_find_bits_finds_the_numbers_that_have_a_wanted_bit(numbers: list[int], at: int) -> None:
    for wanted in (1, 128, 130):
        found = places_with(np.array(numbers, np.uint8), at, wanted)
        assert found == sum(1 << i for i in range(LENGTH) if numbers[at + i] & wanted)
