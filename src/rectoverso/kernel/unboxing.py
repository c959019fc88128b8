"""How a record gets from Python into compiled code: by its address (docs/decisions/0010-records-pass-by-address.md).

Numba asks a record for a buffer, and NumPy then writes down the layout of all its fields, on each call: about 4 µs per
record. Only one pointer of it is needed. It lies at a fixed place in the object: `obval` of NumPy's
`PyVoidScalarObject`, part of its public interface. Where that is not so, or where Numba has changed, records get in
by Numba's own way, which is slower and gives the same results; the log says so.
"""

from __future__ import annotations

import ctypes
import logging
from typing import Any

import numpy as np

_WORD = ctypes.sizeof(ctypes.c_void_p)
_ADDRESS = object.__basicsize__ + _WORD  # behind the head of an object with a size

log = logging.getLogger(__name__)


def address(record: Any) -> int | None:
    """Where a record's content lies."""
    return ctypes.c_void_p.from_address(id(record) + _ADDRESS).value


def numpy_as_expected() -> bool:
    """Does NumPy keep the address where its interface says?"""
    pair = np.zeros(2, np.dtype((np.record, [("one", np.int64), ("other", np.int64)])))
    expected = pair.ctypes.data + pair.itemsize
    return np.record.__basicsize__ >= _ADDRESS + _WORD and address(pair[1]) == expected


def unboxers() -> dict[Any, Any] | None:
    """Numba's private table of argument unboxers; None where this version has none that we know."""
    from numba import types
    from numba.core import boxing, pythonapi

    assert boxing  # importing it fills the table
    table = getattr(getattr(pythonapi, "_unboxers", None), "functions", None)
    return table if isinstance(table, dict) and types.Record in table else None


def unbox(type_: Any, record: Any, c: Any) -> Any:
    """The code that reads the address."""
    from llvmlite import ir
    from numba.core import boxing

    byte = ir.IntType(8).as_pointer()
    place = c.builder.gep(c.builder.bitcast(record, byte), [ir.Constant(ir.IntType(64), _ADDRESS)])
    content = c.builder.load(c.builder.bitcast(place, byte.as_pointer()))
    return boxing.NativeValue(c.builder.bitcast(content, c.context.get_value_type(type_)))


def pass_records_by_address() -> bool:
    """Teach the compiler the shorter way; False, and a line in the log, where it is not possible."""
    from numba import types

    table = unboxers()
    if table is None or not numpy_as_expected():
        reason = "Numba" if table is None else "NumPy"
        log.warning("records are passed to compiled code the slow way: this version of %s is unknown here", reason)
        return False
    table[types.Record] = unbox
    return True
