"""The command as a person runs it: fast help with examples, broken pipes, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.cli.app import app
from tests.cli.conftest import Run

COMMANDS = [info.name for info in app.registered_commands if info.name]
HEAVY = ("numba", "numpy", "llvmlite", "rich", "litestar", "sqlalchemy", "uvicorn")


def start(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "rectoverso", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_help_imports_neither_compiler_nor_server() -> None:
    program = (
        "import sys; from rectoverso.cli import main; code = main(['--help']); "
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr.strip() == "[]"
    assert "Examples:" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(command: str, run: Run) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"  rectoverso {command}" in ran.out.decode()


def test_help_names_all_bots() -> None:
    from rectoverso.bots.bot import BOT_NAMES
    from rectoverso.cli.arguments import BOTS

    named = [name.split()[0] for name in BOTS.split(", ")]
    assert named == [name.split()[0] for name in BOT_NAMES]


def test_without_arguments_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    assert ran.out == run("--help").out


def test_the_version_is_printed(run: Run) -> None:
    from rectoverso import __version__

    assert run("--version").out.decode() == f"rectoverso {__version__}\n"


def test_shell_completion_knows_games_and_commands() -> None:
    environment = {
        **os.environ,
        "_RECTOVERSO_COMPLETE": "complete_bash",
        "COMP_WORDS": "rectoverso check-game ",
        "COMP_CWORD": "2",
    }
    program = "import sys; from rectoverso.cli import main; sys.exit(main([]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.stdout.split() == ["janus", "nummerus", "titus"]


def test_a_broken_pipe_prints_no_traceback() -> None:
    arguments = ["--players", "2", "--games", "2000", "--seed", "tea", "--bots", "random"]
    with start("selfplay", "nummerus", *arguments) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        complaint = process.stderr.read().decode()
    assert process.returncode != 0
    assert "Traceback" not in complaint
    assert "Exception ignored" not in complaint


def test_ctrl_c_ends_quietly_with_130_and_leaves_no_file(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    process = start("selfplay", "nummerus", "--players", "2", "--games", "1000000", "--seed", "tea", "--out", str(out))
    while not any(tmp_path.iterdir()):  # the file that is not yet complete
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in complaint
    assert list(tmp_path.iterdir()) == []


def test_closed_standard_streams_print_no_traceback() -> None:
    for redirect in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        line = f"{sys.executable} -m rectoverso replay - {redirect}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
