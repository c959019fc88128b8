"""What a compiled function is made of, as one hash: code that has changed must never come out of the cache.

Numba notices a change in a function's own file only. Here a function's hash covers its code, the values of the names it
uses, and the same of every function that it calls; a generic function also covers the rules of the games whose records
it is given. Comments, docstrings and functions that are not called do not matter.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

_PACKAGE = Path(__file__).resolve().parent.parent
_RECORD = re.compile(r"Record\((\w+)\[")
# The versions of these are part of every key; their code need not be looked at.
_FOREIGN = {"builtins", "numba", "numpy", "llvmlite"} | sys.stdlib_module_names
_PLAIN = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis), Enum)


class Part(NamedTuple):
    """One function by itself: a hash of it, and the functions it uses."""

    digest: str
    used: tuple[FunctionType, ...]


def markers(signature: str) -> frozenset[str]:
    """The records named in a signature; a record is named for its game (`<game>`, `<game>_observation`)."""
    return frozenset(_RECORD.findall(signature))


def digest(function: FunctionType, records: frozenset[str]) -> str:
    """One hash over all that a function is made of when it is compiled for these records."""
    found = parts(function, records)
    return hashlib.sha256("\n".join(f"{name} {found[name]}" for name in sorted(found)).encode()).hexdigest()


def parts(function: FunctionType, records: frozenset[str]) -> dict[str, str]:
    """All functions that a function is made of when it is compiled for these records, with the hash of each."""
    found: dict[str, str] = {}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if _full_name(one) not in found:
            part = _generic_part(one, records) or own_part(one)
            found[_full_name(one)] = part.digest
            waiting += part.used
    return found


def _full_name(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _generic_part(function: FunctionType, records: frozenset[str]) -> Part | None:
    """A generic function: the functions that serve it when it is given these records; None if it is not generic."""
    from . import dispatch  # stands on the compiler, which stands on this

    suppliers = dispatch.suppliers_of(function)
    if suppliers is None:
        return None
    serving = sorted((marker, python_function(supplier)) for marker, supplier in suppliers if marker in records)
    text = " ".join(f"{marker}:{_full_name(supplier)}" for marker, supplier in serving)
    return Part(f"is {text}", tuple(supplier for _, supplier in serving))


@functools.cache
def own_part(function: FunctionType) -> Part:
    """One function by itself."""
    used: list[FunctionType] = []
    code = function.__code__
    names = sorted(set(_names(code)))
    texts = [_code_text(code, function.__doc__)]
    values = {name: function.__globals__.get(name, _MISSING) for name in names}
    values |= {f"default {at}": value for at, value in enumerate(function.__defaults__ or ())}
    values |= {
        f"closure {name}": cell.cell_contents
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)
    }
    for name, value in values.items():
        if value is not _MISSING:
            texts.append(f"{name} = {_value_text(value, names, used, function)}")
    return Part(hashlib.sha256("\n".join(texts).encode()).hexdigest(), tuple(used))


_MISSING = object()


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _code_text(code: CodeType, doc: str | None) -> str:
    """The code without its docstring and its place in the file."""
    constants = [
        _code_text(constant, None) if isinstance(constant, CodeType) else f"{type(constant).__name__} {constant!r}"
        for at, constant in enumerate(code.co_consts)
        if at or doc is None or constant != doc
    ]
    shape = (code.co_argcount, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_names)
    return f"{code.co_code.hex()} {code.co_exceptiontable.hex()} {shape} {constants}"


def _value_text(value: Any, names: Iterable[str], used: list[FunctionType], where: FunctionType) -> str:
    """A value that a function uses, in words that tell it from every other; functions are noted in `used`."""
    if isinstance(value, _PLAIN):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype!r} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.dtype):
        return repr(value)
    if isinstance(value, tuple | list | frozenset):
        each = [_value_text(one, names, used, where) for one in value]
        return f"{type(value).__qualname__} {sorted(each) if isinstance(value, frozenset) else each}"
    if isinstance(value, ModuleType):
        return _module_text(value, names, used, where)
    if isinstance(value, type):
        return f"class {value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    if (function := python_function(value)) is not None:
        if not _is_foreign(function.__module__):
            used.append(function)
        return f"function {_full_name(function)}"
    if isinstance(value, BuiltinFunctionType | np.ufunc):
        return f"built-in {value.__name__}"
    if type(value).__module__.partition(".")[0] in ("numba", "llvmlite"):  # a type of the compiler
        return f"{type(value).__qualname__} {value}"
    # Whatever else it is, it was made somewhere in our sources.
    return f"{type(value).__module__}.{type(value).__qualname__} {_all_sources(where.__module__)}"


def _module_text(module: ModuleType, names: Iterable[str], used: list[FunctionType], where: FunctionType) -> str:
    if _is_foreign(module.__name__):
        return f"module {module.__name__}"
    found = [(name, getattr(module, name)) for name in names if hasattr(module, name)]
    return f"module {module.__name__} {[(name, _value_text(value, (), used, where)) for name, value in found]}"


def _is_foreign(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _FOREIGN


def python_function(value: Any) -> Any:
    """The Python function behind a kernel or an intrinsic, or that it is itself."""
    for attribute in ("py_func", "_defn"):
        if (behind := getattr(value, attribute, None)) is not None:
            return behind
    return value if isinstance(value, FunctionType) else None


@functools.cache
def _all_sources(module: str) -> str:
    """All sources of the packages that something may come from."""
    import importlib.util

    folders = {_PACKAGE}
    if (spec := importlib.util.find_spec(module.partition(".")[0])) is not None:
        folders |= {Path(place) for place in spec.submodule_search_locations or ()}
    hashed = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


def signature_text(types: Iterable[Any]) -> str:
    """The types that a function is compiled for, in full: two that differ never read the same."""
    return ", ".join(_type_text(one) for one in types)


def _type_text(one: Any) -> str:
    parts = getattr(one, "types", None)
    if isinstance(parts, tuple):  # a tuple; one with names reads fields by name
        return f"{type(one).__name__}{getattr(one, 'fields', ())}({', '.join(map(_type_text, parts))})"
    return str(one)
