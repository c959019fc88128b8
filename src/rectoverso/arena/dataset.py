"""A data set: many games between bots, as compressed records in a folder, with checksums."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import msgspec

from .. import __version__
from ..bots.bot import read_budget
from ..bots.selfplay import self_played
from ..errors import BadInput, shown
from ..games import game_named
from ..games.game import Value
from ..games.game_record import from_record
from ..whole_files import replace_file
from . import cluster
from .runners import QUEUED_TASKS_PER_WORKER, workers
from .tournament_folder import make_folder

FORMAT = "rectoverso-dataset/1"
MANIFEST = "manifest.json"
MAX_SHARDS = 2000  # the manifest is written again after each of them
MAX_SHARD_GAMES = 100_000  # a shard is put together in memory
GAMES_PER_MEMBER = 100  # of a gzip file; the unit of work. Another number gives other bytes.
REPLAYED_EVERY = 1000
UNREADABLE = (EOFError, OSError, zlib.error)
"""Exceptions that reading a damaged gzip file raises."""


class DataSetPlan(msgspec.Struct, frozen=True):
    """What a data set holds. The same plan always gives the same games."""

    game: str
    rules: int
    version: str
    players: int
    options: Mapping[str, Value]
    seed: str
    bots: Sequence[str]
    games: int
    shard_games: int

    @property
    def shards(self) -> int:
        """The number of shards; the last one may be shorter."""
        return -(-self.games // self.shard_games)

    def games_of(self, shard: int) -> range:
        """The numbers of a shard's games."""
        return range(self.games)[shard * self.shard_games : (shard + 1) * self.shard_games]


class Shard(msgspec.Struct, frozen=True):
    """A complete file of the data set."""

    file: str
    games: int
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """The file that describes the folder: its plan, and the shards that are complete."""

    format: str
    plan: DataSetPlan
    shards: Sequence[Shard]


class Member(msgspec.Struct, frozen=True):
    """Some games of one shard: the unit of work."""

    shard: int
    start: int
    stop: int


# ---- playing


def make_plan(
    game: str, players: int, options: Mapping[str, Value], seed: str, bots: Sequence[str], games: int, shard_games: int
) -> DataSetPlan:
    """A plan with the versions of this program; refuses bots whose games cannot be repeated."""
    for name in bots:
        budget = read_budget(name)
        if budget is not None and budget.seconds is not None:
            raise BadInput(f"{name} plays differently on every run; name a number of simulations, such as search:400")
    plan = DataSetPlan(
        game, game_named(game).rules_version, __version__, players, options, seed, bots, games, shard_games
    )
    if plan.shards > MAX_SHARDS:
        raise BadInput(f"{plan.shards} shards are more than {MAX_SHARDS}; make --shard-games larger")
    return plan


def play(plan: DataSetPlan, path: str, processes: int, on_cluster: bool = False) -> Iterator[int]:
    """Play what is missing, in processes or on a Ray cluster; yields the number of games done.

    Undamaged shards of an earlier run are kept.
    """
    folder = _claimed(plan, path)
    names = [shard_file(shard) for shard in range(plan.shards)]
    listed = {shard.file: shard for shard in read_manifest(path).shards}
    shards = {name: listed[name] for name in names if name in listed and _fault(folder, listed[name]) is None}
    missing = [shard for shard, name in enumerate(names) if name not in shards]
    done = plan.games - sum(len(plan.games_of(shard)) for shard in missing)
    yield done
    members = [member for shard in missing for member in _members(plan, shard)]
    content = bytearray()
    on_machines = cluster.in_order(partial(played_member, plan), members) if on_cluster else None
    for member, part in on_machines or _played_in_order(plan, members, processes):
        content += part
        done += member.stop - member.start
        yield done
        games = plan.games_of(member.shard)
        if member.stop == games.stop:
            file = shard_file(member.shard)
            replace_file(folder / file, content)
            shards[file] = Shard(file, len(games), len(content), hashlib.sha256(content).hexdigest())
            _write_manifest(folder, plan, shards.values())
            content.clear()


def shard_file(shard: int) -> str:
    """The name of a shard's file."""
    return f"games-{shard:05}.jsonl.gz"


def _members(plan: DataSetPlan, shard: int) -> Iterator[Member]:
    games = plan.games_of(shard)
    for start in games[::GAMES_PER_MEMBER]:
        yield Member(shard, start, min(start + GAMES_PER_MEMBER, games.stop))


def _played_in_order(plan: DataSetPlan, members: Sequence[Member], processes: int) -> Iterator[tuple[Member, bytes]]:
    """The compressed records of all members, in their order whatever the number of processes."""
    if min(processes, len(members)) <= 1:
        yield from ((member, played_member(plan, member)) for member in members)
        return
    running: deque[tuple[Member, Future[bytes]]] = deque()
    with workers(min(processes, len(members))) as pool:
        for member in members:
            running.append((member, pool.submit(played_member, plan, member)))
            if len(running) >= QUEUED_TASKS_PER_WORKER * processes:
                first, future = running.popleft()
                yield first, future.result()
        yield from ((member, future.result()) for member, future in running)


def played_member(plan: DataSetPlan, member: Member) -> bytes:
    """The games of a member as one member of a gzip file; concatenated members form one gzip file."""
    game = game_named(plan.game)
    encode = msgspec.json.Encoder().encode
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=packed, mtime=0) as file:
        for number in range(member.start, member.stop):
            round = self_played(game, plan.players, plan.options, plan.seed, number, plan.bots)
            file.write(encode(round.record()) + b"\n")
    return packed.getvalue()


# ---- the folder


def _claimed(plan: DataSetPlan, path: str) -> Path:
    """The folder of a plan; refuses one that holds something else."""
    folder = make_folder(path)
    if not (folder / MANIFEST).exists():
        if any(not entry.name.startswith(".") for entry in folder.iterdir()):
            raise BadInput(f"{shown(path, 200)} holds other files and no {MANIFEST}; name another folder")
        _write_manifest(folder, plan, [])
    stored_plan = read_manifest(path).plan
    for name in DataSetPlan.__struct_fields__:
        old, new = getattr(stored_plan, name), getattr(plan, name)
        if msgspec.to_builtins(old) != msgspec.to_builtins(new):
            fault = f"{shown(path, 200)} holds another data set: its {name} is {shown(old)}, not {shown(new)}"
            raise BadInput(f"{fault}; name another folder, or repeat its command exactly")
    return folder


def _write_manifest(folder: Path, plan: DataSetPlan, shards: Iterable[Shard]) -> None:
    manifest = Manifest(FORMAT, plan, sorted(shards, key=lambda shard: shard.file))
    replace_file(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def read_manifest(path: str) -> Manifest:
    """The manifest of a folder."""
    file = Path(path) / MANIFEST
    try:
        manifest = msgspec.json.decode(file.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise BadInput(f"there is no data set in {shown(path, 200)}") from None
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError):
        manifest = None
    if manifest is None or manifest.format != FORMAT or not _is_possible(manifest.plan):
        raise BadInput(f"{shown(str(file), 200)} cannot be read as the manifest of a data set; name another folder")
    return manifest


def _is_possible(plan: DataSetPlan) -> bool:
    return plan.games > 0 and plan.shard_games > 0 and plan.shards <= MAX_SHARDS


def kept_seed(path: str) -> str | None:
    """The seed of the data set in a folder, if there is one."""
    return read_manifest(path).plan.seed if (Path(path) / MANIFEST).exists() else None


# ---- checking


def check(path: str) -> Iterator[tuple[str, str | None]]:
    """Every shard with its fault, or None: compares its checksum, counts its games, replays each thousandth."""
    manifest, folder = read_manifest(path), Path(path)
    listed = {shard.file: shard for shard in manifest.shards}
    for number in range(manifest.plan.shards):
        file, games = shard_file(number), len(manifest.plan.games_of(number))
        if file not in listed:
            yield file, "not yet played; repeat the command that made the data set"
        else:
            yield file, _fault(folder, listed[file]) or _fault_inside(folder / file, manifest.plan, games)


def _fault(folder: Path, shard: Shard) -> str | None:
    """What is wrong with a shard's bytes."""
    try:
        with open(folder / shard.file, "rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "the file is missing"
    except OSError as error:
        return f"cannot be read: {(error.strerror or str(error)).lower()}"
    return None if found == shard.sha256 else "the checksum is another one: the file is damaged"


def _fault_inside(path: Path, plan: DataSetPlan, games: int) -> str | None:
    """What is wrong with a shard's records."""
    found = 0
    try:
        with gzip.open(path) as file:
            for found, line in enumerate(file, 1):
                if (found - 1) % REPLAYED_EVERY == 0:
                    round = from_record(line)
                    if (round.game.name, round.players) != (plan.game, plan.players) or not round.over:
                        return f"line {found} is not a whole game of {plan.game} with {plan.players} players"
    except BadInput as error:
        return f"line {found}: {error}"
    except UNREADABLE:
        return "not a whole gzip file"
    return None if found == games else f"{found} games instead of {games}"
