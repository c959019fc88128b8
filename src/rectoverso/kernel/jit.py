"""The one place that calls Numba: what `@kernel` means.

The compiler can be switched off (`RECTOVERSO_JIT=off`): then every kernel runs as the plain Python it is written in,
which is how coverage is measured and how the rules are debugged.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import platformdirs

from . import sources

COMPILED = os.environ.get("RECTOVERSO_JIT", "on") != "off" and os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"

_RECORD = re.compile(r"Record\((\w+)\[")

Function = TypeVar("Function", bound=Callable[..., Any])


@functools.cache
def cache_folder() -> Path:
    """Where compiled code is kept: the user's cache folder."""
    root = os.environ.get("RECTOVERSO_CACHE") or platformdirs.user_cache_dir("rectoverso")
    return Path(root) / "kernels"


def sources_of(module: str, signature: str) -> frozenset[str]:
    """The modules a compiled function is made from: its own, and those of the games whose records it is given.

    A record is named for its game (`titus`, `titus_observation`): generic code compiled for it holds that game's rules.
    """
    from .dispatch import modules_serving

    games = {name.partition("_")[0] for name in _RECORD.findall(signature)}
    return frozenset({module, *(serving for game in games for serving in modules_serving(game))})


@contextmanager
def _our_cache() -> Iterator[None]:
    """Numba reads its cache folder from a global; ours must not leak into other people's kernels."""
    from numba.core import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before


# No runtime means that kernels allocate nothing, and that passing an array on costs no (atomic) counting of references.
_KERNEL: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
INLINED: dict[str, Any] = {**_KERNEL, "forceinline": True}


def kernel(function: Function) -> Function:
    """A function of the compiled core: no strings, no exceptions, no clock, no luck of its own, no new arrays."""
    return _compiled(function, _KERNEL)


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    if not COMPILED:
        return function
    import numba

    dispatcher = numba.njit(**options)(function)
    with _our_cache():
        dispatcher._cache = _cache_class()(function)
    return cast(Function, dispatcher)


def short_kernel(function: Function) -> Function:
    """A kernel that Python calls for a moment: to let go of Python's lock would cost more than the work itself."""
    return _compiled(function, {**_KERNEL, "nogil": False})


@functools.cache
def _cache_class() -> Any:
    from numba.core.caching import FunctionCache

    class Cache(FunctionCache):  # type: ignore[misc]  # numba ships no types
        """Numba's cache notices a change in a function's own file only. The cache must never play yesterday's rules."""

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            modules = sources_of(self._py_func.__module__, " ".join(map(str, sig)))
            return (*super()._index_key(sig, codegen), sources.digest(modules))

    return Cache


def inlined(function: Function) -> Function:
    """A kernel so small that every caller gets its own copy (nothing is cached on its own)."""
    if not COMPILED:
        return function
    import numba

    return cast(Function, numba.njit(**INLINED)(function))
