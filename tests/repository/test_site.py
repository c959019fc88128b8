"""The documentation site has every page, and builds without a warning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.tree import ROOT, with_suffix

DOCS = ROOT / "docs"
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXTERNAL = re.compile(
    r"""<(?:script|img|link|iframe)\b[^>]*(?:src|href)=["'](?:https?:)?//|url\(["']?(?:https?:)?//|@import"""
)


def listed() -> list[Path]:
    """The pages that docs/index.md lists; a line is a page, `title <page>` or a pattern."""
    found = []
    for block in TOCTREE.findall((DOCS / "index.md").read_text(encoding="utf-8")):
        for line in filter(None, block.splitlines()):
            if line.startswith(":"):
                continue
            name = re.sub(r".*<(.*)>", r"\1", line)
            home = ROOT if name.startswith("/") else DOCS
            pages = sorted(home.glob(f"{name.lstrip('/')}.md"))
            assert pages, f"docs/index.md lists {name}, which is no page"
            found += pages
    return found


def test_the_site_lists_every_page_once() -> None:
    pages = listed()
    assert len(pages) == len(set(pages))
    of_docs = {path for path in with_suffix(".md") if path.is_relative_to(DOCS)} - {DOCS / "index.md"}
    of_root = {path for path in with_suffix(".md") if path.parent == ROOT} - {ROOT / "README.md"}
    assert sorted((of_docs | of_root) - set(pages)) == []


def test_the_reference_describes_all_that_the_package_exports() -> None:
    import rectoverso

    reference = (DOCS / "api.md").read_text(encoding="utf-8")
    assert [name for name in rectoverso.__all__ if f":: rectoverso.{name}\n" not in reference] == []
    modules = [path.stem for path in (ROOT / "src/rectoverso/rl").glob("[!_]*.py")]
    assert [name for name in modules if f":: rectoverso.rl.{name}\n" not in reference] == []


def build(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as `make docs` does."""
    settings = ["--fail-on-warning", "--keep-going", "--quiet", "-c", source / "docs", "-d", site.with_suffix(".cache")]
    environment = {**os.environ, "RECTOVERSO_JIT": "off"}
    command = [sys.executable, "-m", "sphinx", *settings, source, site]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


@pytest.mark.soak
def test_the_site_builds_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    built = build(ROOT, site)
    assert built.returncode == 0, built.stderr
    for page in listed():
        assert (site / page.relative_to(ROOT)).with_suffix(".html").is_file(), page
    assert "docs/index.html" in (site / "index.html").read_text(encoding="utf-8")
    assert re.search('<html [^>]*lang="de"', (site / "docs/rules/janus.de.html").read_text(encoding="utf-8"))
    assert "legal_lists" in (site / "docs/api.html").read_text(encoding="utf-8")
    assert (site / "searchindex.js").stat().st_size > 100_000
    loading = [path for path in site.rglob("*") if path.suffix in {".html", ".css"}]
    assert [path for path in loading if EXTERNAL.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.soak
def test_a_broken_link_and_an_unlisted_page_stop_the_build(tmp_path: Path) -> None:
    source = tmp_path / "source"
    pages = source / "docs"
    pages.mkdir(parents=True)
    for name in ("conf.py", "templates"):
        (pages / name).symlink_to(DOCS / name)
    (pages / "index.md").write_text("# Site\n\n```{toctree}\nlisted\n```\n", encoding="utf-8")
    (pages / "listed.md").write_text("# Listed\n\n[away](nowhere.md)\n", encoding="utf-8")
    (pages / "unlisted.md").write_text("# Unlisted\n", encoding="utf-8")
    built = build(source, tmp_path / "site")
    assert built.returncode == 1
    assert "nowhere" in built.stderr
    assert re.search(r"unlisted\.md.*toctree", built.stderr), built.stderr
