"""Reads what pip-audit or npm audit wrote as JSON: prints `clean`, `found` or `unknown`, and what was found."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def pip_findings(report: Any) -> list[str]:
    """The vulnerabilities in a report of pip-audit. A package that was skipped was not checked."""
    packages = report["dependencies"]
    skipped = [package["skip_reason"] for package in packages if "skip_reason" in package]
    if skipped:
        print(f"{len(skipped)} of {len(packages)} packages were not checked: {skipped[0]} …", file=sys.stderr)
        raise KeyError("skip_reason")
    return [
        f"{package['name']} {package['version']}: {problem['id']}, mended in {', '.join(problem['fix_versions'])}"
        for package in packages
        for problem in package["vulns"]
    ]


def npm_findings(report: Any) -> list[str]:
    """The vulnerabilities in a report of npm audit; an error has none of its keys."""
    return [f"{name}: {problem['severity']}" for name, problem in report["vulnerabilities"].items()]


def main(kind: str, file: str) -> None:
    """Print a word for the script, and the findings for people."""
    try:
        findings = (pip_findings if kind == "pip" else npm_findings)(json.loads(Path(file).read_text("utf-8")))
    except (ValueError, KeyError, TypeError, OSError):
        print("unknown")
        return
    for finding in findings:
        print(finding, file=sys.stderr)
    print("found" if findings else "clean")


if __name__ == "__main__":
    main(*sys.argv[1:])
