"""Records: a game's whole state as one fixed-size piece of memory."""

from __future__ import annotations

import hashlib
from collections import namedtuple
from collections.abc import Iterator
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np
import numpy.typing as npt

from .jit import COMPILED

# A record reads the same compiled and interpreted: `state.turn`. Its fields are known to its dtype only.
Record = Any
Records = npt.NDArray[Any]
Moves = npt.NDArray[np.int32]
Deal = npt.NDArray[np.int64]
Options = npt.NDArray[np.int64]
Rng = npt.NDArray[np.uint64]


def record_type(name: str, fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record layout. The first field is named `name`: equal layouts would be one type to the compiler."""
    return np.dtype((np.record, np.dtype([(name, np.int64), *fields], align=True)))


def marker(layout: np.dtype[Any]) -> str:
    """The name a record layout was given."""
    assert layout.names is not None
    return layout.names[0]


def blank(layout: np.dtype[Any]) -> Record:
    """A record of zeros."""
    return np.zeros(1, layout)[0]


def copied(record: Record) -> Record:
    """A second, independent record with the same content."""
    fresh = np.empty(1, record.dtype)
    fresh[0] = record
    return fresh[0]


def plain(record: Record, *names: str) -> Any:
    """A copy of these fields of a record (of all, if none is named) for Python: reading one from the record costs more.

    Arrays become tuples, those of uint8 bytes. The fields of a record inside it stand beside the others.
    """
    fields, places, made = _reader(record.dtype, names)
    return made(places(fields.unpack_from(record)))


_CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q", "f8": "d"}


@cache
def _reader(layout: np.dtype[Any], names: tuple[str, ...]) -> tuple[Struct, Any, Any]:
    """How the bytes are read, what picks the value of each field, and what holds these values by name."""
    text, end, count = "=", 0, 0
    places: dict[str, int | slice] = {}
    for name, kind, offset in sorted(_fields(layout, names), key=lambda field: field[2]):
        code, numbers = kind.base.str[1:], int(np.prod(kind.shape))
        as_bytes = code == "u1" and kind.shape != ()
        text += f"{offset - end}x{numbers}{'s' if as_bytes else _CODES[code]}"
        places[name] = slice(count, count + numbers) if kind.shape and not as_bytes else count
        end, count = offset + kind.itemsize, count + (1 if as_bytes else numbers)
    made: Any = namedtuple("Plain", places)  # type: ignore[misc]  # its fields are known at run time only
    return Struct(text), itemgetter(*places.values()), made._make


def _fields(layout: np.dtype[Any], names: tuple[str, ...] = (), begin: int = 0) -> Iterator[tuple[str, Any, int]]:
    """Names, types and offsets of the fields of a record, and of the records inside it."""
    assert layout.fields is not None
    for name in names or layout.names or ():
        kind, offset = layout.fields[name][:2]
        if kind.names:
            yield from _fields(kind, (), begin + offset)
        else:
            yield name, kind, begin + offset


def digest(record: Record) -> str:
    """A short hash of a record's content."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:16]


def _copy_interpreted(target: Record, source: Record) -> None:
    for name in source.dtype.names:
        target[name] = source[name]


def _clear_interpreted(record: Record) -> None:
    _copy_interpreted(record, blank(record.dtype))


def _prefetch_interpreted(record: Record) -> None:
    """There is nothing to do."""


_LINE = 64  # bytes that a processor fetches from memory at once
_LINES_PREFETCHED = 26  # of the beginning of a record, where most moves should find what they need

if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    from .unboxing import pass_records_by_address

    pass_records_by_address()

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def copy(typingctx: Any, target: Any, source: Any) -> Any:
        """`target` becomes equal to `source`: one block copy."""
        assert target == source

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            size = context.get_constant(types.intp, source.size)
            cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
            return context.get_dummy_value()

        return types.void(target, source), code

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def clear(typingctx: Any, record: Any) -> Any:
        """`record` becomes all zeros."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cgutils.memset(builder, args[0], context.get_constant(types.intp, record.size), 0)
            return context.get_dummy_value()

        return types.void(record), code

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def prefetch(typingctx: Any, record: Any) -> Any:
        """Ask the processor to fetch the first part of a record, and of each field: they will be needed soon."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            address, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            fetch = builder.module.declare_intrinsic(
                "llvm.prefetch", [address], ir.FunctionType(ir.VoidType(), [address, number, number, number])
            )
            begin = builder.bitcast(args[0], address)
            to_write, often, data = ir.Constant(number, 1), ir.Constant(number, 3), ir.Constant(number, 1)
            lines = {record.offset(field) // _LINE for field in record.fields}
            lines.update(range(min(_LINES_PREFETCHED, record.size // _LINE + 1)))
            for line in sorted(lines):
                place = builder.gep(begin, [ir.Constant(ir.IntType(64), line * _LINE)])
                builder.call(fetch, [place, to_write, often, data])
            return context.get_dummy_value()

        return types.void(record), code
else:
    prefetch = _prefetch_interpreted
    copy, clear = _copy_interpreted, _clear_interpreted
