"""Short lists inside kernels: several numbers written at once, and a list on the stack."""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import COMPILED

__all__ = ["find_bits", "find_number", "read_flags", "stack_list", "write_chosen", "write_flags", "write_four"]

_BYTE = 255


def _write_four(numbers: Any, at: int, word: int, plus: int) -> None:
    for i in range(4):
        numbers[at + i] = plus + ((int(word) >> 8 * i) & _BYTE)


def _write_flags(flags: Any, at: int, members: int, length: int) -> None:
    for i in range(length):
        flags[at + i] = (int(members) >> i) & 1


def _write_chosen(numbers: Any, at: int, source: Any, members: int, length: int) -> None:
    for i in range(length):
        numbers[at + i] = source[i] if (int(members) >> i) & 1 else 0


def _read_flags(flags: Any, at: int, length: int) -> int:
    return sum(1 << i for i in range(length) if flags[at + i] != 0)


def _find_number(numbers: Any, at: int, number: int, length: int) -> int:
    return sum(1 << i for i in range(length) if numbers[at + i] == number)


def _find_bits(numbers: Any, at: int, wanted: int, length: int) -> int:
    return sum(1 << i for i in range(length) if int(numbers[at + i]) & wanted)


def _stack_list(length: int) -> Any:
    return np.zeros(length, np.int64)


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np import arrayobj

    _BYTES = ir.VectorType(ir.IntType(8), 4)

    def _first_bits(builder: Any, word: Any, count: int) -> Any:
        """The lowest bits of a word, one by one."""
        bits = builder.bitcast(word, ir.VectorType(ir.IntType(1), 64))
        places = ir.Constant(ir.VectorType(ir.IntType(32), count), list(range(count)))
        return builder.shuffle_vector(bits, bits, places)

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def write_four(typingctx: Any, numbers: Any, at: Any, word: Any, plus: Any) -> Any:
        """`numbers[at + i] = plus + byte i of the word`, for i from 0 to 3; `numbers` holds int32 or int64."""
        each_type = ir.IntType(numbers.dtype.bitwidth)
        four_numbers = ir.VectorType(each_type, 4)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, place, packed, added = args
            data = context.make_array(signature.args[0])(context, builder, array).data
            four = builder.bitcast(builder.trunc(packed, ir.IntType(32)), _BYTES)
            each = ir.Constant(four_numbers, ir.Undefined)
            number = added if each_type.width == 64 else builder.trunc(added, each_type)
            for i in range(4):
                each = builder.insert_element(each, number, ir.Constant(ir.IntType(32), i))
            total = builder.add(builder.zext(four, four_numbers), each)
            target = builder.bitcast(builder.gep(data, [place]), four_numbers.as_pointer())
            builder.store(total, target, align=each_type.width // 8)
            return context.get_dummy_value()

        return types.void(numbers, types.int64, types.int64, types.int64), code

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # numba ships no types
    def write_flags(typingctx: Any, flags: Any, at: Any, members: Any, length: Any) -> Any:
        """`flags[at + i]` is 1 if i is a member, else 0, for i below `length` (64 at most); `flags` holds uint8."""
        count, byte = length.literal_value, ir.IntType(8)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, place, word, _ = args
            data = context.make_array(signature.args[0])(context, builder, array).data
            written = builder.zext(_first_bits(builder, word, count), ir.VectorType(byte, count))
            target = builder.bitcast(builder.gep(data, [place]), ir.VectorType(byte, count).as_pointer())
            builder.store(written, target, align=1)
            return context.get_dummy_value()

        return types.void(flags, types.int64, types.int64, length), code

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # numba ships no types
    def write_chosen(typingctx: Any, numbers: Any, at: Any, source: Any, members: Any, length: Any) -> Any:
        """`numbers[at + i]` is `source[i]` if i is a member, else 0, for i below `length` (64 at most); all uint8."""
        count = length.literal_value
        several = ir.VectorType(ir.IntType(8), count)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data, given = (context.make_array(signature.args[k])(context, builder, args[k]).data for k in (0, 2))
            numbers_given = builder.load(builder.bitcast(given, several.as_pointer()), align=1)
            none = ir.Constant(several, [0] * count)
            written = builder.select(_first_bits(builder, args[3], count), numbers_given, none)
            target = builder.bitcast(builder.gep(data, [args[1]]), several.as_pointer())
            builder.store(written, target, align=1)
            return context.get_dummy_value()

        return types.void(numbers, types.int64, source, types.int64, length), code

    def _several(context: Any, builder: Any, array: Any, numbers: Any, place: Any, count: int) -> Any:
        """`count` numbers of an array, from a place on, as one vector."""
        several = ir.VectorType(ir.IntType(array.dtype.bitwidth), count)
        data = context.make_array(array)(context, builder, numbers).data
        loaded = builder.load(builder.bitcast(builder.gep(data, [place]), several.as_pointer()))
        loaded.align = array.dtype.bitwidth // 8
        return loaded

    def _each(builder: Any, number: Any, several: Any) -> Any:
        """A vector that holds one number everywhere."""
        each = ir.Constant(several, ir.Undefined)
        narrow = builder.trunc(number, several.element)
        for i in range(several.count):
            each = builder.insert_element(each, narrow, ir.Constant(ir.IntType(32), i))
        return each

    def _set_of(builder: Any, found: Any) -> Any:
        """The places of a vector of bits where a 1 stands, as a set."""
        return builder.zext(builder.bitcast(found, ir.IntType(found.type.count)), ir.IntType(64))

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # numba ships no types
    def find_number(typingctx: Any, numbers: Any, at: Any, number: Any, length: Any) -> Any:
        """The set of all i below `length` (63 at most) for which `numbers[at + i]`, a byte, is this number."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            several = _several(context, builder, signature.args[0], args[0], args[1], length.literal_value)
            return _set_of(builder, builder.icmp_unsigned("==", several, _each(builder, args[2], several.type)))

        return types.int64(numbers, types.int64, types.int64, length), code

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # numba ships no types
    def find_bits(typingctx: Any, numbers: Any, at: Any, wanted: Any, length: Any) -> Any:
        """The set of all i below `length` (63 at most) for which `numbers[at + i]`, a byte, has a wanted bit."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            several = _several(context, builder, signature.args[0], args[0], args[1], length.literal_value)
            common = builder.and_(several, _each(builder, args[2], several.type))
            none = ir.Constant(several.type, [0] * several.type.count)
            return _set_of(builder, builder.icmp_unsigned("!=", common, none))

        return types.int64(numbers, types.int64, types.int64, length), code

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # numba ships no types
    def read_flags(typingctx: Any, flags: Any, at: Any, length: Any) -> Any:
        """The set of all i below `length` (63 at most) for which `flags[at + i]`, a whole number, is not 0."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            several = _several(context, builder, signature.args[0], args[0], args[1], length.literal_value)
            none = ir.Constant(several.type, [0] * several.type.count)
            return _set_of(builder, builder.icmp_unsigned("!=", several, none))

        return types.int64(flags, types.int64, length), code

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # numba ships no types
    def stack_list(typingctx: Any, length: Any) -> Any:
        """An array of `length` int64 zeros, gone when the kernel that asked for it returns. Never return it."""
        array = types.Array(types.int64, 1, "C")
        size = length.literal_value * 8

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = context.get_value_type(types.int64)
            place = cgutils.alloca_once(builder, word, size=length.literal_value)
            cgutils.memset(builder, place, ir.Constant(ir.IntType(64), size), 0)
            made = context.make_array(array)(context, builder)
            arrayobj.populate_array(
                made,
                data=place,
                shape=[ir.Constant(word, length.literal_value)],
                strides=[ir.Constant(word, 8)],
                itemsize=ir.Constant(word, 8),
                meminfo=None,
            )
            return made._getvalue()

        return array(length), code
else:
    find_bits, find_number, read_flags, stack_list = _find_bits, _find_number, _read_flags, _stack_list
    write_chosen, write_flags, write_four = _write_chosen, _write_flags, _write_four
