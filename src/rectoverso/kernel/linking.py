"""Kernels that are called by kernels are lowered once, and optimised only as part of what Python calls.

Numba optimises and translates each function by itself, together with all that it calls, whether or not Python ever
calls it: a rule that is part of twenty functions is translated twenty times over. Here a function that is called from
compiled code stays as it is after lowering, until it is linked into a function that Python calls. That is where it is
inlined and optimised (docs/decisions/0009-kernels-are-linked-before-they-are-optimised.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import llvmlite.binding as llvm
from numba.core import compiler, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher

from .cache import EntryCache, LinkableCache
from .jit import ONLY_CACHED


class LinkableLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """Code to be linked into other code: neither optimised as a whole nor translated."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkableLowering(typed_passes.NativeLowering):  # type: ignore[misc]  # numba ships no types
    """From Numba's intermediate code to LLVM's, and no further."""

    _name = "linkable_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function, and make it known to the functions that call it."""
        state.library = LinkableLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered = state["cr"]
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=known_to_callers(state.targetctx, lowered.fndesc, state.library))
        return True


def known_to_callers(target: Any, description: Any, library: LinkableLibrary) -> Any:
    """Callers find a function by its entry point. Ours has none, so anything unique will do that refuses a call."""
    key = object().__dir__
    target.insert_user_function(key, description, [library])
    return key


class LinkableCompiler(compiler.CompilerBase):  # type: ignore[misc]  # numba ships no types
    """Numba's way to compile, which ends at LLVM's code and makes nothing that Python could call."""

    def __init__(
        self, typingctx: Any, targetctx: Any, library: Any, args: Any, return_type: Any, flags: Any, locals: Any
    ) -> None:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)

    def define_pipelines(self) -> list[Any]:
        """Numba's passes, with our lowering."""
        manager = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [
            (LinkableLowering, what) if one is typed_passes.NativeLowering else (one, what)
            for one, what in manager.passes
        ]
        manager.finalize()
        return [manager]


class NotCompiled(Exception):
    """The kernel has not been compiled for arguments of these types."""


KERNELS: list[Any] = []
"""The functions of all kernels that have been loaded."""

_only_cached: ContextVar[bool] = ContextVar("only_cached", default=ONLY_CACHED)


@contextmanager
def only_cached() -> Iterator[None]:
    """Within this, whatever is not in the cache is refused (`NotCompiled`) instead of being compiled."""
    token = _only_cached.set(True)
    try:
        yield
    finally:
        _only_cached.reset(token)


LINKABLE: dict[str, Any] = {"pipeline_class": LinkableCompiler}


class Kernel(CPUDispatcher):  # type: ignore[misc]  # numba ships no types
    """What kernels call is linkable; what Python calls is compiled from it when it is first called."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        options = {**options, "nopython": True}
        super().__init__(function, targetoptions=options, pipeline_class=LinkableCompiler)
        self.entry = CPUDispatcher(function, targetoptions=options)
        self._cache = LinkableCache(function, options)
        self.entry._cache = EntryCache(function, options)
        KERNELS.append(function)

    def add_overload(self, result: Any) -> None:
        """A version for kernels; Python does not get to see it."""
        self.overloads[tuple(result.signature.args)] = result

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Python calls with types that are new: a version for Python."""
        types = tuple(map(self.typeof_pyval, args))
        if _only_cached.get() and not self.entry._cache.holds(types, self.targetctx.codegen()):
            raise NotCompiled(self.py_func.__qualname__)
        compiled = self.entry._compile_for_args(*args, **kws)
        self._insert([type._code for type in types], compiled, False)
        return compiled

    @property
    def stats(self) -> Any:
        """What came out of the cache, of the versions for Python."""
        return self.entry.stats


def linkable_from(target: Any, name: str, bitcode: bytes) -> LinkableLibrary:
    """A library out of the cache."""
    library = LinkableLibrary(target.codegen(), name)
    library._final_module = llvm.parse_bitcode(bitcode)
    library._finalize_final_module()
    return library
