"""The documentation is right: links lead somewhere, named files and commands exist, examples run."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.repository.tree import ROOT, with_suffix

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED_FILE = re.compile(r"`((?:[\w<>.-]+/)+[\w<>.-]+\.(?:py|ts|svelte|md|sh|mjs))`")
NAME_IN_FILE = re.compile(r"`(?:\w+\.)?(\w+)` in (?:\[[^\]]*\]\(([^)#\s]+)\)|`((?:[\w<>.-]+/)+[\w<>.-]+)`)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
SOURCE = ROOT / "src"
MAX_PICTURE_BYTES = 100_000
MAX_FILES_OF_A_MOVE = 20
PAGES = [path for path in with_suffix(".md") if "node_modules" not in path.parts]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    return [code for name, code in BLOCK.findall(page.read_text(encoding="utf-8")) if name == language]


def anchors(page: Path) -> set[str]:
    """The names by which a link reaches the headings of a page."""
    headings = HEADING.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{named(page)} links to {link}"
        assert not anchor or anchor in anchors(target), f"{named(page)} links to {link}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_files_that_a_page_names_exist(page: Path) -> None:
    """`games/<game>/rules.py` is that file of some game; paths start at the root, the package or the page's sources."""
    for name in NAMED_FILE.findall(page.read_text(encoding="utf-8")):
        pattern = re.sub(r"<\w+>", "*", name)
        homes = (ROOT, SOURCE / "rectoverso", ROOT / "web" / "src", page.parent)
        assert any(next(home.glob(pattern), None) for home in homes), f"{named(page)} names {name}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_what_a_page_says_is_in_a_file_is_there(page: Path) -> None:
    """`choose` in [bots/levels.py](…), or in `games/<game>/rules.py`: in one game at least."""
    for name, link, file in NAME_IN_FILE.findall(page.read_text(encoding="utf-8")):
        pattern = re.sub(r"<\w+>", "*", link or file)
        homes = (page.parent,) if link else (ROOT, SOURCE / "rectoverso", ROOT / "web" / "src")
        found = [path for home in homes for path in home.glob(pattern) if path.is_file()]
        texts = [path.read_text(encoding="utf-8") for path in found]
        assert not texts or any(re.search(rf"\b{name}\b", text) for text in texts), f"{named(page)}: `{name}`"


def test_a_move_passes_through_at_most_twenty_files() -> None:
    """The walk in ARCHITECTURE.md, from the click to the redrawn board; afterwards it names what else takes part."""
    walk = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## The path of a move\n")[2]
    files = set(LINK.findall(walk.partition("\nNothing is told")[0]))
    assert {"src/rectoverso/server/live/room.py", "web/src/lib/session.svelte.ts"} < files
    assert len(files) <= MAX_FILES_OF_A_MOVE


def test_pictures_are_small_and_shown_by_a_document() -> None:
    pictures = sorted((ROOT / "docs" / "screenshots").iterdir())
    shown = {
        (page.parent / link).resolve() for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))
    }
    assert pictures
    assert [named(picture) for picture in pictures if picture not in shown] == []
    assert [named(picture) for picture in pictures if picture.stat().st_size > MAX_PICTURE_BYTES] == []


def test_pages_that_the_source_names_exist() -> None:
    sources = with_suffix(".py", ".ts", ".svelte", ".sh")
    wanted = {name for path in sources for name in re.findall(r"docs/[\w/-]+\.md", path.read_text(encoding="utf-8"))}
    assert "docs/rules.md" in wanted
    assert {name for name in wanted if not (ROOT / name).is_file()} == set()


@pytest.mark.parametrize("page", [page for page in PAGES if any(">>>" in b for b in blocks(page, "python"))], ids=named)
def test_python_examples_print_what_they_say(page: Path) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    shared: dict[str, object] = {}
    for code in blocks(page, "python"):
        example = doctest.DocTestParser().get_doctest(code, shared, named(page), str(page), 0)
        runner.run(example, clear_globs=False)
        shared.update(example.globs)
    assert runner.summarize(verbose=False).failed == 0


MODULES = [
    path for path in with_suffix(".py") if path.is_relative_to(SOURCE) and ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_examples_in_docstrings_print_what_they_say(path: Path) -> None:
    dotted = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    tried = doctest.testmod(
        importlib.import_module(dotted), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert tried.attempted > 0
    assert tried.failed == 0


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "console")], ids=named)
def test_console_examples_run(page: Path, tmp_path: Path) -> None:
    """Every `$ rectoverso …` of a console block, one after the other, in one empty folder."""
    bin_folder = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": bin_folder + os.pathsep + os.environ["PATH"]}
    for code in blocks(page, "console"):
        for command in (line[2:] for line in code.splitlines() if line.startswith("$ ")):
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
            )
            assert done.returncode == 0, f"{command}\n{done.stderr}"


def shell_commands(page: Path) -> list[list[str]]:
    """The `rectoverso …` lines of a page's `sh` blocks; these are not run, as some of them serve for ever."""
    found = [shlex.split(line, comments=True) for code in blocks(page, "sh") for line in code.splitlines()]
    named_so = [words for words in found if words and words[0].removeprefix(".venv/bin/") == "rectoverso"]
    return [words[1:] for words in named_so if len(words) > 1]


@pytest.mark.parametrize("page", [page for page in PAGES if shell_commands(page)], ids=named)
def test_commands_and_options_in_shell_blocks_exist(page: Path) -> None:
    import typer

    from rectoverso.cli.app import app

    for words in shell_commands(page):
        command: Any = typer.main.get_command(app)
        while words and words[0] in getattr(command, "commands", {}):
            command, words = command.commands[words[0]], words[1:]
        assert not hasattr(command, "commands"), f"{named(page)}: there is no command {words}"
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert given <= known, f"{named(page)}: {command.name} has no {given - known}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_make_targets_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    wanted = set(re.findall(r"`make ([a-z]+)", text))
    for code in blocks(page, "sh"):
        wanted |= {
            words[1] for line in code.splitlines() if (words := shlex.split(line, comments=True))[:1] == ["make"]
        }
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert wanted <= targets
