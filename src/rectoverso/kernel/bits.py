"""Sets of small numbers as the bits of an int64 (numbers 0 to 62)."""

from __future__ import annotations

from typing import Any

from .jit import COMPILED, inlined

__all__ = ["bit", "count", "first", "has", "last", "members"]


@inlined
def bit(number: int) -> int:
    """The set {number}."""
    return 1 << int(number)


@inlined
def has(members: int, number: int) -> bool:
    """Is the number a member?"""
    return (members >> int(number)) & 1 != 0


def members(numbers: int) -> list[int]:
    """The members, ascending; for Python."""
    found, numbers = [], int(numbers)  # NumPy's numbers have no `bit_length`
    while numbers:
        lowest = numbers & -numbers
        found.append(lowest.bit_length() - 1)
        numbers ^= lowest
    return found


def _count(members: int) -> int:
    return int(members).bit_count()


def _first(members: int) -> int:
    return (int(members) & -int(members)).bit_length() - 1 if members else 64


def _last(members: int) -> int:
    return int(members).bit_length() - 1


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _unary(name: str, finish: Any) -> Any:
        """An LLVM intrinsic on one 64-bit word."""

        def typing(typingctx: Any, members: Any) -> Any:
            def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                word = context.cast(builder, args[0], signature.args[0], types.int64)
                return finish(builder, name, word)

            return types.int64(types.int64), code

        return intrinsic(typing)

    _WORD = ir.IntType(64)

    def _ctpop(builder: Any, name: str, word: Any) -> Any:
        function = builder.module.declare_intrinsic(name, [_WORD])
        return builder.call(function, [word])

    def _zeros(builder: Any, name: str, word: Any) -> Any:
        function = builder.module.declare_intrinsic(name, [_WORD], ir.FunctionType(_WORD, [_WORD, ir.IntType(1)]))
        return builder.call(function, [word, ir.Constant(ir.IntType(1), 0)])

    def _from_top(builder: Any, name: str, word: Any) -> Any:
        return builder.sub(ir.Constant(_WORD, 63), _zeros(builder, name, word))

    count = _unary("llvm.ctpop", _ctpop)
    first = _unary("llvm.cttz", _zeros)
    last = _unary("llvm.ctlz", _from_top)
else:
    count, first, last = _count, _first, _last
