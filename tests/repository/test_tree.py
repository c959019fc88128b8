"""The repository is self-contained: nothing in it refers to one machine, and every exception states its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.tree import lines, place, tracked, with_suffix

# Written with character classes, so that this file does not match.
MACHINE_PATH = re.compile(
    r"(^|[^A-Za-z0-9_.$}])/(wor[k]|roo[t]|opt/pyp[i]|home/[a-z]|Users/[A-Z]|tmp/pla[n])|\.\./share[d]"
)
REGISTRY = re.compile(r"pyp[i]\.org|pythonhoste[d]|npmj[s]\.(org|com)|npmmirro[r]|unpk[g]\.com|jsdelivr[.]net|esm[.]sh")
ADDRESS = re.compile(r"https?://")
LOCKED = re.compile(r"lock|constraints|requirements|\.npmrc")
GENERATED = re.compile(r"^(//|#|/\*|<!--) (Made by|Generated)", re.MULTILINE)
MAX_LINES = 450


def found(pattern: re.Pattern[str], paths: list[Path] | tuple[Path, ...]) -> list[str]:
    return [
        f"{place(path, number)}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(lines(path), 1)
        if pattern.search(line)
    ]


def test_no_file_names_a_path_of_one_machine() -> None:
    assert found(MACHINE_PATH, tracked()) == []


def test_no_file_names_a_package_registry() -> None:
    assert found(REGISTRY, tracked()) == []


def test_lock_files_hold_no_addresses() -> None:
    locked = [path for path in tracked() if LOCKED.search(path.name)]
    assert "constraints.txt" in {path.name for path in locked}
    assert found(ADDRESS, locked) == [], "node scripts/lock.mjs takes them out of the page's lock file"


def test_constraints_pin_every_package_exactly() -> None:
    [constraints] = [path for path in tracked() if path.name == "constraints.txt"]
    pins = [line for line in lines(constraints) if line and not line.startswith("#")]
    assert len(pins) > 50
    assert [pin for pin in pins if not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*", pin)] == []


@pytest.mark.parametrize("purpose", ["play", "dev", "docs"])
def test_what_is_installed_has_hashes_and_the_versions_of_the_constraints(purpose: str) -> None:
    [constraints] = [path for path in tracked() if path.name == "constraints.txt"]
    [hashed] = [path for path in tracked() if path.parent.name == "requirements" and path.stem == purpose]
    entries = "\n".join(line for line in lines(hashed) if not line.startswith("#")).replace("\\\n", "").splitlines()
    assert len(entries) > 40
    entry = re.compile(r"([A-Za-z0-9_.-]+)==(\S+)( ; [^-]+?)?((\s+--hash=sha256:[0-9a-f]{64})+)\s*")
    found = [entry.fullmatch(line) for line in entries]
    assert [line for line, match in zip(entries, found, strict=True) if match is None] == []
    installed = {match[1].lower().replace("_", "-"): match[2] for match in found if match is not None}
    pins = dict(line.lower().replace("_", "-").split("==") for line in lines(constraints) if "==" in line)
    assert {name: version for name, version in installed.items() if pins.get(name, version) != version} == {}


def test_files_are_short_enough_to_have_one_subject() -> None:
    written = [
        path for path in with_suffix(".py", ".ts", ".svelte") if not GENERATED.search("\n".join(lines(path)[:5]))
    ]
    assert {place(path, len(lines(path))) for path in written if len(lines(path)) > MAX_LINES} == set()


# --- exceptions with their reasons ------------------------------------------------------------------------------------

SILENCED = re.compile(
    r"#\s*type:\s*ignore(\[[\w, -]+\])?"
    r"|#\s*noq[a](:\s*[A-Z0-9, ]+)?"
    r"|(eslint-disable(-next-line|-line)?|svelte-ignor[e]|@ts-expect-erro[r]|@ts-ignor[e])[\w@/, -]*?(?=--|:|$)"
    r"|pytest\.(mark\.)?(skip|skipif|xfail)\b"
    r"|\b(test|it|describe)\.(skip|fixme|fail)\b"
)
COMMENT = re.compile(r"^\s*(#|//|/\*|\*|<!--)")
REASON = re.compile(r"[A-Za-z]{2,}(\W+[A-Za-z]{2,}){1,}")


def silenced(path: Path) -> Iterator[tuple[int, str, str]]:
    """Each silenced check or test: its line number, the text after it, and the line above if that is a comment."""
    text = lines(path)
    for number, line in enumerate(text, 1):
        if match := SILENCED.search(line):
            above = text[number - 2] if number > 1 and COMMENT.match(text[number - 2]) else ""
            after = " ".join(
                [line[match.end() :], *text[number : number + 3]] if "." in match[0] else [line[match.end() :]]
            )
            yield number, after, above


def without_reason(path: Path) -> list[str]:
    return [
        place(path, n) for n, after, above in silenced(path) if not REASON.search(after) and not REASON.search(above)
    ]


def test_every_skip_and_every_silenced_check_has_its_reason_beside_it() -> None:
    code = [path for path in with_suffix(".py", ".ts", ".svelte", ".js") if path != Path(__file__)]
    assert [complaint for path in code for complaint in without_reason(path)] == []


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("x = f()  # type: ignore[misc]", False),
        ("x = f()  # type: ignore[misc]  # the stubs of this library are wrong", True),
        ("x = f()  # noqa: B008", False),
        ("x = f()  # noqa: B008 – a default of typer is a description", True),
        ("@pytest.mark.skipif(WINDOWS, reason='no signals there')", True),
        ("// eslint-disable-next-line no-console", False),
        ("// eslint-disable-next-line no-console -- the harness reads it", True),
    ],
)
def test_a_missing_reason_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, good: bool) -> None:
    sample = tmp_path / "sample.py"
    sample.write_text(line + "\n", encoding="utf-8")
    monkeypatch.setattr("tests.repository.tree.ROOT", tmp_path)
    assert (without_reason(sample) == []) == good
