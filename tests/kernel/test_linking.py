"""What kernels call is linked into what Python calls, and is translated nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rectoverso.kernel.jit import COMPILED, inlined, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is linked without the compiler")


@pytest.fixture(autouse=True)
def nothing_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rectoverso.kernel import cache

    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)


@inlined
def plus_one(number: int) -> int:
    return number + 1


@kernel
def twice(number: int) -> int:
    return 2 * plus_one(number)


@kernel
def thrice(number: int) -> int:
    return twice(number) + plus_one(number)


@kernel
def halved(number: float) -> float:
    return number / 2


@kernel
def quartered(number: float) -> float:
    return halved(halved(number))


def test_only_what_python_calls_becomes_machine_code() -> None:
    assert thrice(4) == 15
    assert len(thrice.entry.overloads) == 1  # type: ignore[attr-defined]  # compiled, it is a Kernel
    for called in (twice, plus_one):
        [version] = called.overloads.values()  # type: ignore[attr-defined]  # compiled, it is a Kernel
        assert called.entry.overloads == {}  # type: ignore[attr-defined]  # compiled, it is a Kernel
        assert not version.library._codegen._engine.is_symbol_defined(version.fndesc.llvm_func_name)


def test_a_kernel_that_kernels_call_can_be_called_from_python_too() -> None:
    assert quartered(8) == 2.0
    assert [halved(8), halved(3)] == [4.0, 1.5]
    assert halved(0.5) == 0.25  # another kind of argument is another version


def test_what_kernels_are_given_cannot_be_called_by_mistake() -> None:
    assert thrice(1) == 6
    [version] = twice.overloads.values()  # type: ignore[attr-defined]  # compiled, it is a Kernel
    with pytest.raises(TypeError):
        version.entry_point(1)
