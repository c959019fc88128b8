"""Games are compiled in processes of their own, before they can be played; what was compiled once never is again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from rectoverso.games import GAMES
from rectoverso.kernel.jit import COMPILED
from tests.fourth_game.install import install
from tests.server.server_process import running
from tests.server.site import LOADED_S, PATIENCE, RemoteSite, Site, Window, deal, until

pytestmark = pytest.mark.skipif(not COMPILED, reason="there is nothing to compile")

# Gets one game ready, as a server does, and says what happened; counts what the compiler does in this very process.
PROGRAM = """
import asyncio, json
from numba.core import event
from rectoverso.errors import Refused
from rectoverso.games import game_named
from rectoverso.server.process.compilation import Compilation

class Listener(event.Listener):
    compiled = 0
    def on_start(self, event):
        self.compiled += 1
    def on_end(self, event):
        pass

async def main():
    event.register("numba:compile", listener := Listener())
    announced, expected = [], []
    compilation = Compilation([game_named("quartus")], announced.append)
    try:
        compilation.check("quartus")
    except Refused as refused:
        code, seconds = refused.code, refused.details["seconds"]
    await asyncio.gather(compilation.run(), compilation.wait("quartus"))
    compilation.check("quartus")
    print(json.dumps({
        "code": code, "expected": seconds, "announced": announced, "after": compilation.seconds(),
        "compiled here": listener.compiled,
    }))

asyncio.run(main())
"""


def get_ready(folder: Path) -> Any:
    """Start with this cache."""
    environment = {**os.environ, "RECTOVERSO_CACHE": str(folder / "cache")}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_game_is_compiled_elsewhere_and_only_once(tmp_path: Path) -> None:
    install(tmp_path)
    first = get_ready(tmp_path)
    assert first["code"] == "game-not-ready"
    assert first["expected"] > 0
    assert first["after"] == {"quartus": 0}
    assert first["compiled here"] == 0
    begun, ready = first["announced"]
    assert begun == "Compiling quartus for this machine; this happens once …"
    assert re.fullmatch(r"quartus is ready after \d+ s", ready)
    again = get_ready(tmp_path)
    assert (again["announced"], again["compiled here"]) == ([], 0)


def test_a_table_needs_nothing_that_has_not_been_compiled_first(tmp_path: Path) -> None:
    """Bots of all levels, advice, notes: a server that may not compile lacks nothing."""
    for name in GAMES:
        subprocess.run([sys.executable, "-m", "rectoverso.server.process.compile_game", name], check=True)
    settings = {
        "RECTOVERSO_JIT": "cached",
        "RECTOVERSO_WARM": "on",
        "RECTOVERSO_PACE": "off",
        "RECTOVERSO_RATES": "off",
    }
    with running(tmp_path, "--db", "games.db", **settings) as (_, address):
        until(lambda: httpx.get(f"http://{address}/ready", timeout=PATIENCE).status_code == 200, LOADED_S)
        site = RemoteSite(address)
        guest = site.guest()
        assert guest.get("/api/ready") == {"seconds": dict.fromkeys(GAMES, 0)}
        for game in guest.get("/api/site")["games"]:
            for players in {*game["players"][:2], game["players"][-1]}:
                bots = [{"kind": "bot", "level": level} for level in game["levels"] * 2][: players - 1]
                _play(guest.window(guest.open(game["name"], "me", *bots, memory="notes")))
        assert "rectoverso_errors_total 0.0" in guest.http.get("/metrics").text
        site.send_home()


def _play(window: Window) -> None:
    """Advice, and two turns."""
    deal(window)
    window.until_my_turn()
    assert window.ask("advise")["type"] == "advice"
    window.play(window.legal[0])
    window.until_my_turn()
    window.play(window.legal[0])


def test_a_game_that_is_not_ready_is_refused_with_the_time_it_takes(site: Site) -> None:
    from rectoverso.server.process.compilation import Compilation

    tables, guest = site.tables, site.guest()
    ready = tables.compilation
    tables.compilation = Compilation([progress.game for progress in ready._games.values()], print)
    try:
        chairs = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
        answer = guest.http.post("/api/tables", json={"game": "nummerus", "chairs": chairs})
        assert answer.status_code == 503
        problem = answer.json()
        assert (problem["code"], problem["details"]["seconds"] > 0) == ("game-not-ready", True)
        seconds = guest.get("/api/ready")["seconds"]
        assert seconds == guest.get("/api/site")["ready_in"] == guest.http.get("/ready").json()
        assert min(seconds, key=seconds.__getitem__) == "nummerus", "the smallest game comes first"
        assert guest.http.get("/ready").status_code == 503
    finally:
        tables.compilation = ready
