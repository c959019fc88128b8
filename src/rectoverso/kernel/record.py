"""Records: a game's whole state as one fixed-size piece of memory."""

from __future__ import annotations

import hashlib
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


class Plain:
    """A record's fields as plain numbers and lists."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__ = fields

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the record has no field {name}")


def plain(record: Record) -> Any:
    """A copy of a record for reading in Python: from the record itself each field costs as much as all of these."""
    fields = zip(record.dtype.names, record.item(), strict=True)
    return Plain({name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields})


def digest(record: Record) -> str:
    """A short fingerprint of a record's content."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:16]


def _copy_interpreted(target: Record, source: Record) -> None:
    for name in source.dtype.names:
        target[name] = source[name]


def _clear_interpreted(record: Record) -> None:
    _copy_interpreted(record, blank(record.dtype))


if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    from .unboxing import by_address

    by_address()

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
else:
    copy, clear = _copy_interpreted, _clear_interpreted
