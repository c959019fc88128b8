"""`rectoverso selfplay`: the same seed gives the same bytes; a file is written completely or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from rectoverso.games import GAMES, game_named
from rectoverso.games.deal import deal_from_seed
from rectoverso.games.game_record import from_record
from tests.cli.conftest import Ran, Run
from tests.games.oracle_api import oracle_of

PLAYERS = {"titus": 3, "janus": 4, "nummerus": 2}


def selfplay(run: Run, game: str, *extra: str, bots: str = "random", games: int = 3) -> Ran:
    arguments = ["--players", str(PLAYERS[game]), "--games", str(games), "--seed", "tea", "--bots", bots]
    ran = run("selfplay", game, *arguments, *extra)
    assert ran.code == 0, ran.err
    return ran


def records(ran: Ran) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_the_same_command_gives_the_same_bytes(game: str, bots: str, run: Run) -> None:
    first = selfplay(run, game, "--legal", bots=bots)
    assert selfplay(run, game, "--legal", bots=bots).out == first.out
    assert len(first.out.splitlines()) == 3


@pytest.mark.parametrize("game", GAMES)
def test_another_seed_gives_other_games(game: str, run: Run) -> None:
    players = str(PLAYERS[game])
    one = run("selfplay", game, "--players", players, "--seed", "tea", "--bots", "random")
    other = run("selfplay", game, "--players", players, "--seed", "coffee", "--bots", "random")
    assert one.out != other.out


@pytest.mark.parametrize("game", GAMES)
def test_game_i_is_dealt_with_number_i_of_the_seed(game: str, run: Run) -> None:
    described = game_named(game)
    for number, record in enumerate(records(selfplay(run, game))):
        deal = deal_from_seed(described.deck, described.two_faced, "tea", number)
        assert record["deal"] == [described.write_card(int(card)) for card in deal]


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_the_oracle_agrees_on_legal_moves_turns_and_results(game: str, bots: str, run: Run) -> None:
    for record in records(selfplay(run, game, "--legal", bots=bots)):
        assert len(record["legal"]) == len(record["to_move"]) == len(record["moves"])
        oracle_of(game).check_record(record)


@pytest.mark.parametrize("game", GAMES)
def test_without_the_option_legal_records_are_short_but_complete(game: str, run: Run) -> None:
    for record in records(selfplay(run, game)):
        assert set(record) == {"format", "game", "players", "options", "deal", "moves", "result"}
        assert from_record(record).over


def test_the_record_names_options_that_differ_from_the_default(run: Run) -> None:
    ran = selfplay(run, "nummerus", "--option", "tausch=true", "--option", "board=classic")
    assert [record["options"] for record in records(ran)] == [{"tausch": True}] * 3


def test_each_seat_may_have_its_own_bot(run: Run) -> None:
    mixed = selfplay(run, "nummerus", bots="greedy,random")
    assert mixed.out != selfplay(run, "nummerus", bots="random,greedy").out
    assert selfplay(run, "nummerus", bots="greedy,greedy").out == selfplay(run, "nummerus", bots="greedy").out


def test_a_file_gets_the_same_bytes_as_standard_output(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    printed = selfplay(run, "nummerus").out
    assert selfplay(run, "nummerus", "--out", str(path)).out == b""
    assert path.read_bytes() == printed
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]


def test_an_old_file_is_replaced_only_by_a_complete_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rectoverso.arena import selfplay as arena_selfplay

    path = tmp_path / "games.jsonl"
    path.write_text("what was there")
    path.chmod(0o640)
    played = arena_selfplay.self_played

    def interrupted(*arguments: Any) -> Any:
        if arguments[4] == 2:
            raise KeyboardInterrupt
        return played(*arguments)

    monkeypatch.setattr(arena_selfplay, "self_played", interrupted)
    ran = run("selfplay", "nummerus", "--games", "5", "--seed", "tea", "--out", str(path))
    assert ran.code == 130
    assert path.read_text() == "what was there"
    monkeypatch.undo()
    assert selfplay(run, "nummerus", "--out", str(path)).code == 0
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]


def test_symbolic_links_and_devices_are_not_replaced(run: Run, tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").touch()
    os.symlink("real.jsonl", tmp_path / "link.jsonl")
    selfplay(run, "nummerus", "--out", str(tmp_path / "link.jsonl"))
    assert (tmp_path / "link.jsonl").is_symlink()
    assert (tmp_path / "real.jsonl").stat().st_size > 0
    selfplay(run, "nummerus", "--out", os.devnull)
    assert not Path(os.devnull).is_file()


def test_without_a_seed_a_random_one_is_printed(run: Run) -> None:
    ran = run("selfplay", "nummerus", "--players", "2")
    seed = ran.err.removeprefix("seed: ").strip()
    assert run("selfplay", "nummerus", "--players", "2", "--seed", seed).out == ran.out
