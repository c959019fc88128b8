"""Records: one fixed-size piece of memory that reads the same compiled and interpreted."""

from __future__ import annotations

import numpy as np
import pytest

from rectoverso.kernel.fixed_record import Record, blank, copied, copy, digest, marker, plain, record_type
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.unboxing import address

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


def test_a_record_in_an_array_is_passed_on_by_its_own_address() -> None:
    several = np.zeros(3, INNER)
    assert [address(record) for record in several] == [several.ctypes.data + i * several.itemsize for i in range(3)]
    fill(several[1], 9)
    assert several["few"].tolist() == [0, 9, 0]


def test_a_plain_copy_reads_like_the_record_and_does_not_change_with_it() -> None:
    record = blank(INNER)
    fill(record, 2)
    read = plain(record)
    fill(record, 3)
    assert (read.few, read.many) == (2, (0, 2, 4))
    assert type(read.few) is int
    with pytest.raises(AttributeError):
        _ = read.other


def test_a_plain_copy_holds_the_fields_that_are_asked_for_and_those_of_a_record_inside() -> None:
    layout = record_type("layout", [("seat", np.int16), ("state", INNER), ("tags", np.uint8, (2, 2)), ("odds", float)])
    record = blank(layout)
    fill(record.state, 5)
    record.seat, record.tags[1, 0], record.odds = -1, 7, 0.5
    assert plain(record)._asdict() == {
        "layout": 0, "seat": -1, "inner": 0, "few": 5, "many": (0, 5, 10), "tags": b"\0\0\7\0", "odds": 0.5,
    }  # fmt: skip
    assert plain(record, "odds", "state")._asdict() == {"inner": 0, "few": 5, "many": (0, 5, 10), "odds": 0.5}
