"""What `make audit` makes of the reports of pip-audit and npm audit."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "audit_summary.py"
GOOD = {"name": "a", "version": "1", "vulns": []}
BAD = {"name": "b", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"]}]}


@pytest.mark.parametrize(
    ("kind", "report", "word", "told"),
    [
        ("pip", {"dependencies": [GOOD]}, "clean", ""),
        ("pip", {"dependencies": [GOOD, BAD]}, "found", "b 2: PYSEC-1, mended in 3"),
        ("pip", {"dependencies": [GOOD, {"name": "c", "skip_reason": "not found"}]}, "unknown", "1 of 2 packages"),
        ("npm", {"vulnerabilities": {}}, "clean", ""),
        ("npm", {"vulnerabilities": {"x": {"severity": "high"}}}, "found", "x: high"),
        ("npm", {"message": "the endpoint returned an error"}, "unknown", ""),
        ("npm", None, "unknown", ""),
    ],
)
def test_a_source_that_was_not_reached_is_never_called_clean(
    kind: str, report: Any, word: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.json"
    file.write_text(json.dumps(report) if report is not None else "")
    runpy.run_path(str(SCRIPT))["main"](kind, str(file))
    said = capsys.readouterr()
    assert said.out == f"{word}\n"
    assert told in said.err
