"""The small parts: names, links, limits, generated types, refusal codes, logs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectoverso import words
from rectoverso.errors import BadInput, Refused
from rectoverso.server.http import auth
from rectoverso.server.http.auth import Guest, Link, TokenSigner
from rectoverso.server.http.limits import Bucket, Buckets
from rectoverso.server.messages.socket import Code
from rectoverso.server.process.start import ServeOptions, check
from rectoverso.table import player_names
from tests.repository.tree import ROOT

SOURCES = [*(ROOT / "src/rectoverso/server").rglob("*.py"), *(ROOT / "src/rectoverso/table").rglob("*.py")]


# ---- names


@given(st.text(max_size=300))
def test_a_cleaned_name_is_short_and_harmless(text: str) -> None:
    try:
        name = player_names.clean(text)
    except Refused:
        return
    assert 0 < len(name) <= player_names.MAX_LENGTH
    assert not set(name) & set('<>&@"`{}\\\n\r\t\u202e\u200b')
    assert name == name.strip()
    assert player_names.clean(name) == name


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Cop", "Сор"),  # all Cyrillic
        ("Anna", "Annɑ"),
        ("Anna", "ᴀnna"),
        ("Anna", "Annaː"),
        ("Anna", "Anna\u3164"),
        ("Soren", "Søren"),
        ("Bill", "BiII"),
        ("Zoë", "Zoe"),
        ("Tom", "T0m"),
        ("Marn", "Mam"),
        ("Ben", "B e n"),
        ("ａｂｃ", "abc"),
    ],
)
def test_look_alikes_are_told_apart_by_a_number(one: str, two: str) -> None:
    assert player_names.distinct(player_names.clean(two), [one, None]) != player_names.clean(two)
    assert player_names.distinct("Quite another", [one]) == "Quite another"


@pytest.mark.parametrize("name", ["аnnа", "Ꭺnna", "\u3164", "\uffa0\u115f", "\u2800"])
def test_words_of_mixed_scripts_and_invisible_names_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="bad-name"):
        player_names.clean(name)


@pytest.mark.parametrize("name", ["Аня", "Max Макс", "Anna 安娜", "Łukasz", "Zoë", "Ελένη", "O'Brien"])
def test_names_of_people_stay_as_they_are(name: str) -> None:
    assert player_names.clean(name) == name


# ---- guests and links


def signer(secret: str = "a secret of some length") -> TokenSigner:
    return TokenSigner(secret, lambda: "x" * 12)


def test_cookies_and_links_cannot_be_made_up() -> None:
    ours, theirs = signer(), signer("another secret, as long")
    guest = Guest("abc", "Zoë")
    assert ours.guest(ours.cookie(guest)) == guest
    assert ours.guest(theirs.cookie(guest)) is None
    assert ours.guest(ours.cookie(guest) + "x") is None
    assert ours.guest("") is None
    link = Link("carry", "t" * 12, 2, "id", 1000)
    assert ours.read_link(ours.link(link), 1000) == link
    for text, now in ((ours.link(link), 1001), (theirs.link(link), 0), (ours.cookie(guest), 0), ("nix", 0)):
        with pytest.raises(Refused, match="bad-link"):
            ours.read_link(text, now)


def test_the_key_is_private_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RECTOVERSO_SECRET", raising=False)
    key = auth.load_secret(tmp_path)
    assert key == auth.load_secret(tmp_path)
    file = tmp_path / "rectoverso.key"
    assert file.stat().st_mode & 0o077 == 0
    file.chmod(0o644)
    with pytest.raises(BadInput, match="chmod 600"):
        auth.load_secret(tmp_path)
    assert list(tmp_path.iterdir()) == [file]
    monkeypatch.setenv("RECTOVERSO_SECRET", "short")
    with pytest.raises(BadInput, match="too short"):
        auth.load_secret(tmp_path)


# ---- limits


def test_a_bucket_lets_so_many_through_at_once_and_so_many_a_second() -> None:
    bucket = Bucket(rate=2.0, burst=3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(100.0)


def test_full_buckets_are_forgotten() -> None:
    buckets = Buckets(rate=1.0, burst=1.0)
    for number in range(Buckets.LIMIT + 10):
        assert buckets.take(str(number), number / 100)
    assert len(buckets._buckets) <= Buckets.LIMIT
    assert not buckets.take(str(Buckets.LIMIT + 9), (Buckets.LIMIT + 9) / 100)


# ---- what is generated, what is documented


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


def test_a_deal_that_is_not_over_is_never_logged() -> None:
    """No call of a logger names a seed, a nonce, a deal, a link, a cookie or a guest."""
    calls = [call for file in SOURCES for call in re.findall(r"log\.\w+\([^)]*\)", file.read_text("utf-8"))]
    assert len(calls) > 5
    assert [call for call in calls if re.search(r"seed|nonce|deal|link|cookie|guest|secrets", call)] == []


# ---- serving


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (ServeOptions(db="games.db", workers=2), "not possible yet"),
        (ServeOptions(db="postgresql://localhost/x", workers=2), "not possible yet"),
        (ServeOptions(port=70_000), "--port"),
        (ServeOptions(workers=0), "--workers"),
        (ServeOptions(db="mysql://x"), "SQLite or PostgreSQL"),
        (ServeOptions(db=""), "--db is empty"),
    ],
)
def test_what_cannot_be_served_is_refused(options: ServeOptions, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check(options)


def test_workers_on_sqlite_are_refused_on_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rectoverso", "serve", "--db", str(tmp_path / "games.db"), "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "keeps all tables in one process" in done.stderr
    assert "Traceback" not in done.stderr


def test_logs_are_json_without_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    import structlog

    from rectoverso.server.process.logs import set_up

    before = structlog.get_config()
    try:
        set_up(pretty=False)
        structlog.get_logger("x").error("oops", seed="deadbeef", table="t")
    finally:
        structlog.configure(**before)  # what is captured here is closed when others log
    line = json.loads(capsys.readouterr().err)
    assert line["seed"] == "(not logged)"
    assert line["table"] == "t"
