"""What a compiled function is made from: the modules whose code is part of it, and one hash over them.

Numba's cache notices a change in a function's own file only, and it must never play yesterday's rules. So the key of
the cache holds a hash of every module that a kernel's module imports, directly or not. Comments, docstrings and line
numbers do not count: rewording a docstring compiles nothing anew.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import marshal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

_OURS = __name__.partition(".")[0]


def digest(modules: frozenset[str]) -> str:
    """One hash over the code of these modules and of all that they import."""
    total = hashlib.sha256()
    for module in sorted(closure(modules)):
        total.update(f"{module}\0{_module(module)[0]}\0".encode())
    return total.hexdigest()[:16]


@functools.cache
def closure(modules: frozenset[str]) -> frozenset[str]:
    """These modules and all that they import, as far as they belong to the same packages or to ours."""
    packages = {_OURS, *(module.partition(".")[0] for module in modules)}
    found: set[str] = set()
    waiting = set(modules)
    while waiting:
        module = waiting.pop()
        found.add(module)
        waiting |= {name for name in _module(module)[1] if name.partition(".")[0] in packages} - found
    return frozenset(found)


@functools.cache
def _module(name: str) -> tuple[str, frozenset[str]]:
    """A loaded module: the hash of its code, and the modules it imports."""
    module = sys.modules[name]
    if module.__spec__ is not None:
        name = module.__spec__.name  # also where it runs as __main__
    source = Path(str(module.__file__)).read_bytes()
    package = name if hasattr(module, "__path__") else name.rpartition(".")[0]
    tree = ast.parse(source)
    code = compile(source, "", "exec", optimize=2, dont_inherit=True)
    return hashlib.sha256(marshal.dumps(_bare(code), 2)).hexdigest(), frozenset(_imported(tree, package))


def _bare(code: CodeType) -> CodeType:
    """Code without the places it was written at."""
    constants = tuple(_bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=constants, co_linetable=b"", co_firstlineno=1, co_filename="")


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The loaded modules that a module's import statements name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in sys.modules)
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            home = ".".join(part for part in (above, node.module) if part)
            inner = [f"{home}.{alias.name}" for alias in node.names]
            modules = [name for name in inner if name in sys.modules]
            yield from modules
            if len(modules) < len(inner) and home in sys.modules:
                yield home
