"""What has been loaded for Python to call."""

from __future__ import annotations

import sys

from .jit import COMPILED


def forget_llvm_code() -> int:
    """Drop LLVM's code of the functions that Python calls; returns of how many functions.

    They run as machine code, and kernels are linked to other versions of them. A server has no other use for it.
    """
    if not COMPILED:
        return 0
    from .linking import KERNELS, Kernel

    forgotten = 0
    for function in KERNELS:
        found = getattr(sys.modules.get(function.__module__), function.__name__, None)
        loaded = list(found.entry.overloads.values()) if isinstance(found, Kernel) else []  # threads may load more
        for compiled in loaded:
            forgotten += compiled.library._shared_module is not None
            compiled.library._shared_module = None
    return forgotten
