"""The messages and the refusal codes: generated, documented, translated."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import get_args

from rectoverso import words
from rectoverso.server.messages.socket import Code
from tests.repository.tree import ROOT

SOURCES = [*(ROOT / "src/rectoverso/server").rglob("*.py"), *(ROOT / "src/rectoverso/table").rglob("*.py")]


def test_the_typescript_types_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts/typescript.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def codes_in_use() -> set[str]:
    used = set()
    for file in SOURCES:
        source = file.read_text("utf-8")
        used |= set(re.findall(r'Refused\(\s*"([a-z-]+)"', source))
        used |= {code for pair in re.findall(r'Refused\("([a-z-]+)" if .* else "([a-z-]+)"', source) for code in pair}
        used |= set(re.findall(r'(?:bye|Problem)\("([a-z-]+)"', source))
    return used


def test_every_refusal_has_a_code_of_the_protocol_that_is_documented_and_translated() -> None:
    known = set(get_args(Code))
    assert codes_in_use() <= known
    page = (ROOT / "docs/protocol.md").read_text("utf-8")
    assert [code for code in sorted(known) if f"`{code}`" not in page] == []
    assert [code for code in sorted(known) if not words.has(f"refused_{code.replace('-', '_')}")] == []
