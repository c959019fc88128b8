"""The one place that calls Numba: what `@kernel` means.

The compiler can be switched off (`RECTOVERSO_JIT=off`): then every kernel runs as the plain Python it is written in,
which is how coverage is measured and how the rules are debugged. `RECTOVERSO_JIT=cached` refuses to compile: it shows
whether everything has been compiled that is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

COMPILED = os.environ.get("RECTOVERSO_JIT", "on") != "off" and os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
ONLY_CACHED = os.environ.get("RECTOVERSO_JIT", "on") == "cached"

Function = TypeVar("Function", bound=Callable[..., Any])

# No runtime means that kernels allocate nothing, and that passing an array on costs no (atomic) counting of references.
_KERNEL: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
INLINED: dict[str, Any] = {**_KERNEL, "forceinline": True}


def kernel(function: Function) -> Function:
    """A function of the compiled core: no strings, exceptions, clock, new arrays, or random numbers of its own."""
    return _compiled(function, _KERNEL)


def short_kernel(function: Function) -> Function:
    """A kernel that runs so briefly that releasing the GIL would cost more than the work itself."""
    return _compiled(function, {**_KERNEL, "nogil": False})


def inlined(function: Function) -> Function:
    """A kernel so small that every caller gets its own copy."""
    return _compiled(function, INLINED)


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    if not COMPILED:
        return function
    from .linking import Kernel

    return cast(Function, Kernel(function, options))
