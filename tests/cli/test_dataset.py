"""`rectoverso dataset`: the same bytes always, whatever was interrupted, damaged, or played by how many processes."""

from __future__ import annotations

import gzip
import hashlib
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rectoverso.arena import dataset
from rectoverso.games import GAMES, game_named
from tests.cli.conftest import Ran, Run, assert_one_sentence
from tests.server.site import until

GAME = ["nummerus", "--players", "2", "--games", "10", "--seed", "tea", "--bots", "greedy,random"]
SHARDS = ["games-00000.jsonl.gz", "games-00001.jsonl.gz", "games-00002.jsonl.gz"]


def made(run: Run, folder: Path, *more: str, processes: int = 1) -> Ran:
    return run("dataset", *GAME, "--shard-games", "4", "--processes", str(processes), "--out", str(folder), *more)


def checked(run: Run, folder: Path) -> Ran:
    return run("dataset", "--check", "--out", str(folder))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def complete(run: Run, tmp_path: Path) -> Path:
    """A complete data set of three shards."""
    folder = tmp_path / "complete"
    ran = made(run, folder)
    assert ran.code == 0, ran.err
    return folder


def test_the_number_of_processes_does_not_change_the_bytes(run: Run, complete: Path, tmp_path: Path) -> None:
    assert sorted(contents(complete)) == [*SHARDS, "manifest.json"]
    ran = made(run, tmp_path / "again", processes=2)
    assert ran.code == 0, ran.err
    assert contents(tmp_path / "again") == contents(complete)


def test_the_shards_hold_the_records_of_selfplay(run: Run, complete: Path) -> None:
    records = b"".join(gzip.decompress((complete / name).read_bytes()) for name in SHARDS)
    assert records == run("selfplay", *GAME).out


def test_a_shard_of_several_gzip_members_is_one_file(
    run: Run, complete: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "GAMES_PER_MEMBER", 3)
    assert made(run, tmp_path / "members").code == 0
    for name in SHARDS:
        parts, whole = (tmp_path / "members" / name).read_bytes(), (complete / name).read_bytes()
        assert gzip.decompress(parts) == gzip.decompress(whole)
    assert checked(run, tmp_path / "members").code == 0


def test_the_manifest_says_how_the_games_were_made(complete: Path) -> None:
    import rectoverso

    manifest = json.loads((complete / "manifest.json").read_bytes())
    plan = manifest["plan"]
    assert manifest["format"] == "rectoverso-dataset/1"
    assert (plan["game"], plan["players"], plan["games"], plan["shard_games"]) == ("nummerus", 2, 10, 4)
    assert (plan["seed"], plan["bots"]) == ("tea", ["greedy", "random"])
    assert (plan["rules"], plan["version"]) == (game_named("nummerus").rules_version, rectoverso.__version__)
    assert [shard["games"] for shard in manifest["shards"]] == [4, 4, 2]
    for shard in manifest["shards"]:
        content = (complete / shard["file"]).read_bytes()
        assert (shard["bytes"], shard["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_data_sets(game: str, run: Run, tmp_path: Path) -> None:
    made = run("dataset", game, "--games", "2", "--seed", "tea", "--bots", "random", "--out", str(tmp_path / game))
    assert made.code == 0, made.err
    assert checked(run, tmp_path / game).out.decode() == "2 games in 1 file, none bad\n"


# ---- interrupting and continuing


def played_games(monkeypatch: pytest.MonkeyPatch, interrupt_at: int | None = None) -> list[int]:
    """The numbers of the games that are played from now on; a Ctrl-C comes at one of them."""
    numbers: list[int] = []
    self_played = dataset.self_played

    def played(*arguments: Any) -> Any:
        if arguments[4] == interrupt_at:
            raise KeyboardInterrupt
        numbers.append(arguments[4])
        return self_played(*arguments)

    monkeypatch.setattr(dataset, "self_played", played)
    return numbers


def test_an_interrupted_run_goes_on_with_its_complete_shards(
    run: Run, complete: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "interrupted"
    with monkeypatch.context() as patch:
        played_games(patch, interrupt_at=6)
        ran = made(run, folder)
    assert ran.code == 130
    assert "repeat the command" in ran.err
    assert sorted(contents(folder)) == [SHARDS[0], "manifest.json"]
    assert checked(run, folder).code == 2
    numbers = played_games(monkeypatch)
    assert made(run, folder).code == 0
    assert numbers == [4, 5, 6, 7, 8, 9]
    assert contents(folder) == contents(complete)


def test_a_run_killed_while_it_wrote_goes_on(run: Run, complete: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contents(complete)
    (complete / SHARDS[1]).unlink()
    (complete / f".{SHARDS[1]}.new").write_bytes(whole[SHARDS[1]][:100])
    manifest = json.loads(whole["manifest.json"])  # killed after the last shard got its name, before it was listed
    manifest["shards"] = manifest["shards"][:2]
    (complete / "manifest.json").write_text(json.dumps(manifest))
    numbers = played_games(monkeypatch)
    assert made(run, complete).code == 0
    assert numbers == [4, 5, 6, 7, 8, 9]
    assert contents(complete) == whole


def test_a_killed_run_goes_on_and_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    """The process itself is killed, at a moment that it does not choose, and so are its workers."""
    games = ["janus", "--games", "600", "--seed", "tea", "--bots", "random", "--shard-games", "30"]
    folder, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-m", "rectoverso", "dataset", *games, "--out", str(folder), "--processes", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as killed:
        until(lambda: len(list(folder.glob("games-*"))) >= 1)
        killed.kill()
        killed.communicate()  # the pipe ends with the last worker
    assert killed.returncode == -signal.SIGKILL
    assert len(list(folder.glob("games-*"))) < 20
    assert run("dataset", *games, "--out", str(folder), "--processes", "1").code == 0
    assert run("dataset", *games, "--out", str(whole), "--processes", "1").code == 0
    assert contents(folder) == contents(whole)


def test_a_complete_data_set_is_not_played_again(run: Run, complete: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = played_games(monkeypatch)
    assert made(run, complete).code == 0
    assert numbers == []


def test_without_a_seed_the_folder_s_own_is_taken(run: Run, complete: Path) -> None:
    whole = contents(complete)
    arguments = [word for word in GAME if word not in ("--seed", "tea")]
    ran = run("dataset", *arguments, "--shard-games", "4", "--processes", "1", "--out", str(complete))
    assert (ran.code, ran.err) == (0, "")
    assert contents(complete) == whole


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["--seed", "coffee"], "seed is 'tea', not 'coffee'"),
        (["--games", "11"], "games is 10, not 11"),
        (["--bots", "random"], "bots"),
        (["--option", "board=square"], "options"),
        (["--players", "3", "--bots", "random"], "players is 2, not 3"),
    ],
)
def test_a_folder_of_other_arguments_is_refused(more: list[str], named: str, run: Run, complete: Path) -> None:
    whole = contents(complete)
    ran = made(run, complete, *more)
    assert_one_sentence(ran)
    assert named in ran.err
    assert contents(complete) == whole


def test_a_folder_of_other_files_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    ran = made(run, tmp_path)
    assert_one_sentence(ran)
    assert "other files" in ran.err


@pytest.mark.parametrize("manifest", [b"", b"{", b"[]", b"\xff", b'{"format": "rectoverso-dataset/2"}'])
def test_a_bad_manifest_is_refused(manifest: bytes, run: Run, complete: Path) -> None:
    (complete / "manifest.json").write_bytes(manifest)
    for ran in (made(run, complete), checked(run, complete)):
        assert_one_sentence(ran)
        assert "manifest" in ran.err


# ---- checking


def test_a_damaged_shard_is_found_and_replaced(run: Run, complete: Path) -> None:
    whole = contents(complete)
    damaged = bytearray(whole[SHARDS[1]])
    damaged[len(damaged) // 2] ^= 1
    (complete / SHARDS[1]).write_bytes(damaged)
    (complete / SHARDS[2]).unlink()
    ran = checked(run, complete)
    assert ran.code == 2
    first, second, last = ran.out.decode().splitlines()
    assert first.startswith(f"{SHARDS[1]}: the checksum")
    assert second == f"{SHARDS[2]}: the file is missing"
    assert last == "10 games in 3 files, 2 bad"
    assert made(run, complete).code == 0
    assert contents(complete) == whole


def with_first_shard(folder: Path, content: bytes) -> None:
    """Replace the first shard, and its checksum too."""
    (folder / SHARDS[0]).write_bytes(content)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    manifest["shards"][0] |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_the_check_replays_games_and_counts_them(run: Run, complete: Path) -> None:
    packed = (complete / SHARDS[0]).read_bytes()
    records = gzip.decompress(packed).splitlines(keepends=True)
    record = json.loads(records[0])
    record["moves"][3] = record["moves"][2]
    unfinished = json.loads(records[0])
    del unfinished["moves"][-1], unfinished["result"]
    for content, fault in [
        (gzip.compress(json.dumps(record).encode() + b"\n"), "line 1: move 4"),
        (gzip.compress(json.dumps(unfinished).encode() + b"\n"), "line 1 is not a whole game"),
        (gzip.compress(b"".join(records[:3])), "3 games instead of 4"),
        (packed[:-9], "not a whole gzip file"),
        (b"no gzip", "not a whole gzip file"),
    ]:
        with_first_shard(complete, content)
        ran = checked(run, complete)
        assert ran.code == 2
        assert ran.out.decode().startswith(f"{SHARDS[0]}: {fault}")


# ---- other commands read the shards


def test_shards_can_be_replayed(run: Run, complete: Path) -> None:
    ran = run("replay", str(complete / SHARDS[0]))
    assert ran.code == 0
    assert ran.out.decode().endswith("4 records, none bad\n")


def test_a_truncated_or_false_gzip_file_gets_one_sentence(run: Run, complete: Path, tmp_path: Path) -> None:
    packed = (complete / SHARDS[0]).read_bytes()
    file = tmp_path / "games.jsonl.gz"
    for content in (packed[:60], packed[:40] + b"\xff" * 40, b"no gzip"):
        file.write_bytes(content)
        ran = run("legal", str(file), "--at", "0")
        assert_one_sentence(ran)
        assert "not a whole gzip file" in ran.err
