"""Records: one fixed-size piece of memory that reads the same compiled and interpreted."""

from __future__ import annotations

import numpy as np
import pytest

from rectoverso.kernel.jit import kernel
from rectoverso.kernel.record import Record, blank, copied, copy, digest, marker, record_type

INNER = record_type("inner", [("few", np.int8), ("many", np.int64, 3)])
OUTER = record_type("outer", [("seat", np.int64), ("state", INNER)])


@kernel
def fill(record: Record, number: int) -> None:
    record.few = number
    for i in range(3):
        record.many[i] = number * i


@kernel
def take_over(target: Record, source: Record) -> None:
    copy(target, source)


@kernel
def put_inside(outer: Record, inner: Record) -> None:
    copy(outer.state, inner)
    outer.seat = inner.few


def test_a_blank_record_is_all_zero_and_knows_its_name() -> None:
    assert not any(blank(INNER).tobytes())
    assert marker(INNER) == "inner"


def test_equal_layouts_with_other_names_are_other_types() -> None:
    assert record_type("one", [("turn", np.int8)]) != record_type("other", [("turn", np.int8)])


def test_a_copy_is_equal_and_independent() -> None:
    record = blank(INNER)
    fill(record, 3)
    twin = copied(record)
    assert digest(twin) == digest(record)
    fill(twin, 4)
    assert record.many.tolist() == [0, 3, 6]
    assert digest(twin) != digest(record)


def test_compiled_copying_copies_everything() -> None:
    source, target = blank(INNER), blank(INNER)
    fill(source, 5)
    take_over(target, source)
    assert target.tobytes() == source.tobytes()


def test_a_record_can_lie_inside_another() -> None:
    inner, outer = blank(INNER), blank(OUTER)
    fill(inner, 7)
    put_inside(outer, inner)
    assert outer.seat == 7
    assert outer.state.many.tolist() == [0, 7, 14]
    fill(outer.state, 1)
    assert outer.state.few == 1
    assert inner.few == 7


def test_copying_between_layouts_is_refused() -> None:
    with pytest.raises((AssertionError, KeyError, ValueError)):  # compiled and interpreted, each in its own way
        take_over(blank(INNER), blank(OUTER))
