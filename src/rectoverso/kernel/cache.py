"""Where compiled code is kept: one file for each function and each kind of arguments, named by what it is made of.

Numba keeps a list for each function, which two processes that write at once can corrupt. Here a file's name says all:
any process may use a file it finds, and every process would write the same.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import compiler
from numba.core.caching import _Cache
from numba.core.serialize import dumps

from ..whole_files import unfinished
from .cache_key import digest, markers, signature_text

_HERE = Path(__file__).resolve().parent
_MACHINERY = ("cache.py", "dispatch.py", "jit.py", "linking.py", "unboxing.py")
KEPT = 8
"""Versions of one function that are kept, so that switching branches compiles nothing again."""
UNREADABLE = (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError)
"""What reading a file may raise: there is none, it is spoilt, or it names a class that has another name by now."""


@functools.cache
def cache_folder() -> Path:
    """Where compiled code is kept: the user's cache folder."""
    root = os.environ.get("RECTOVERSO_CACHE") or platformdirs.user_cache_dir("rectoverso")
    return Path(root) / "kernels"


@functools.cache
def machinery_digest() -> str:
    """All that decides how a function is compiled, whatever it does."""
    versions = (sys.version_info[:2], numba.__version__, llvmlite.__version__, np.__version__)
    sources = b"".join((_HERE / name).read_bytes() for name in _MACHINERY)
    return hashlib.sha256(repr(versions).encode() + sources).hexdigest()


class KernelCache(_Cache):  # type: ignore[misc]  # numba ships no types
    """The compiled versions of one function."""

    kind = ""

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        self._function = function
        self._options = repr(sorted(options.items()))

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled before for these types; None if nothing was, or if it cannot be read."""
        target_context.refresh()
        try:
            loaded = pickle.loads(self._path(sig, target_context.codegen()).read_bytes())
        except UNREADABLE:
            return None
        return self.rebuild(target_context, loaded)

    def holds(self, sig: Any, codegen: Any) -> bool:
        """Has it been compiled before for these types?"""
        return self._path(sig, codegen).is_file()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; a folder that cannot be written to is no reason to stop."""
        with suppress(OSError):
            path = self._path(sig, data.codegen)
            path.parent.mkdir(parents=True, exist_ok=True)
            with unfinished(path) as fresh:
                fresh.write_bytes(dumps(self.reduce(data)))
                fresh.replace(path)
            self._drop_old(path)

    def _path(self, sig: Any, codegen: Any) -> Path:
        signature = signature_text(sig.args if hasattr(sig, "args") else sig)
        asked = hashlib.sha256(f"{signature} {codegen.magic_tuple()} {self._options}".encode()).hexdigest()
        made = hashlib.sha256(f"{digest(self._function, markers(signature))} {machinery_digest()}".encode()).hexdigest()
        name = f"{self._function.__qualname__}.{asked[:16]}.{made[:24]}.{self.kind}"
        return cache_folder() / self._function.__module__ / name.replace("<", "").replace(">", "")

    def _drop_old(self, path: Path) -> None:
        like = path.name.removesuffix(f".{self.kind}").rpartition(".")[0]
        others = sorted(path.parent.glob(f"{like}.*.{self.kind}"), key=lambda other: other.stat().st_mtime)
        for other in others[:-KEPT]:
            other.unlink(missing_ok=True)

    def reduce(self, result: Any) -> Any:
        """What is written."""
        raise NotImplementedError

    def rebuild(self, target_context: Any, loaded: Any) -> Any:
        """The compiled function from what was written."""
        raise NotImplementedError

    def enable(self) -> None:
        """It is always enabled."""

    def disable(self) -> None:
        """It is always enabled."""

    def flush(self) -> None:
        """Nothing waits to be written."""


class EntryCache(KernelCache):
    """Functions that Python calls, as machine code."""

    kind = "entry"

    def reduce(self, result: Any) -> Any:
        """As Numba does it."""
        return result._reduce()

    def rebuild(self, target_context: Any, loaded: Any) -> Any:
        """As Numba does it."""
        return compiler.CompileResult._rebuild(target_context, *loaded)


class LinkableCache(KernelCache):
    """Functions that kernels call, as LLVM's code."""

    kind = "linkable"

    def reduce(self, result: Any) -> Any:
        """LLVM's code, and what callers must know."""
        description, library = result.fndesc, result.library
        description.typemap = description.calltypes = None
        library._ensure_finalized()
        code = (library.name, library._final_module.as_bitcode())
        environments = tuple(result._find_referenced_environments())
        return code, description, result.environment, result.signature, result.reload_init, environments

    def rebuild(self, target_context: Any, loaded: Any) -> Any:
        """The function, to be linked into others."""
        from .linking import known_to_callers, linkable_from

        code, description, environment, signature, reload_init, environments = loaded
        for prepare in reload_init:
            prepare()
        library = linkable_from(target_context, *code)
        return compiler.CompileResult(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=known_to_callers(target_context, description, library),
            fndesc=description,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=environments,
        )
