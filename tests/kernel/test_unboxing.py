"""Records get into compiled code by their address; where that is not possible, slower, and the log says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rectoverso.kernel import fixed_record, unboxing
from rectoverso.kernel.jit import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="without the compiler nothing is passed on")


def test_these_versions_of_numba_and_numpy_pass_records_by_address() -> None:
    """Fails when an upgrade brings the slow way back: see docs/decisions/0010-records-pass-by-address.md."""
    from numba import types

    table = unboxing.unboxers()
    assert table is not None
    assert table[types.Record] is unboxing.unbox
    assert unboxing.numpy_as_expected()


def test_an_address_is_where_the_content_lies() -> None:
    several = np.zeros(3, fixed_record.record_type("several", [("number", np.int64)]))
    assert [unboxing.address(one) for one in several] == [
        several.ctypes.data + place * several.itemsize for place in range(3)
    ]


PROGRAM = """
import numpy as np
from rectoverso.kernel import unboxing
{change}
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.fixed_record import blank, record_type

@kernel
def double(record):
    record.number *= 2
    return record.number

several = np.zeros(2, record_type("several", [("number", np.int64)]))
several[1].number = 21
print(double(several[1]), several["number"].tolist())
"""


@pytest.mark.parametrize(
    ("change", "unknown"),
    [
        ("unboxing.numpy_as_expected = lambda: False", "NumPy"),
        ("unboxing.unboxers = lambda: None", "Numba"),
    ],
)
def test_without_it_records_get_in_the_slow_way_and_the_log_says_so(tmp_path: Path, change: str, unknown: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(change=change))
    environment = {**os.environ, "RECTOVERSO_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True)
    assert done.stdout == "42 [0, 42]\n", done.stderr
    assert done.stderr == (
        f"records are passed to compiled code the slow way: this version of {unknown} is unknown here\n"
    )
