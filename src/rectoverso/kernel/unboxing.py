"""How a record gets from Python into compiled code: by its address.

Numba asks a record for a buffer, and NumPy then writes down the layout of all its fields, at each call: some 4 µs for
every record. What is needed of it is one pointer, which lies at a fixed place in the object (`obval` of NumPy's
`PyVoidScalarObject`, part of its public interface).
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

_WORD = ctypes.sizeof(ctypes.c_void_p)
_ADDRESS = object.__basicsize__ + _WORD  # behind the head of an object with a size


def address(record: Any) -> int | None:
    """Where a record's content lies."""
    return ctypes.c_void_p.from_address(id(record) + _ADDRESS).value


def _as_expected() -> bool:
    """Does NumPy keep the address where its interface says?"""
    pair = np.zeros(2, np.dtype((np.record, [("one", np.int64), ("other", np.int64)])))
    expected = pair.ctypes.data + pair.itemsize
    return np.record.__basicsize__ >= _ADDRESS + _WORD and address(pair[1]) == expected


def by_address() -> None:
    """Teach the compiler the shorter way."""
    from llvmlite import ir
    from numba import types
    from numba.core import boxing, pythonapi

    if not _as_expected():
        return

    def unbox(type_: Any, record: Any, c: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        place = c.builder.gep(c.builder.bitcast(record, byte), [ir.Constant(ir.IntType(64), _ADDRESS)])
        content = c.builder.load(c.builder.bitcast(place, byte.as_pointer()))
        return boxing.NativeValue(c.builder.bitcast(content, c.context.get_value_type(type_)))

    pythonapi._unboxers.functions[types.Record] = unbox
