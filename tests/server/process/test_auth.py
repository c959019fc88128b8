"""The key that signs cookies and links: never weak, never half written, the same for all who start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.errors import BadInput, Refused
from rectoverso.server.process import auth
from rectoverso.server.process.auth import Guest, Link, TokenSigner


@pytest.mark.parametrize("key", ["", "\n", "fifteen letters"])
def test_a_key_that_can_be_guessed_is_refused(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty one anybody could sign cookies."""
    monkeypatch.delenv("RECTOVERSO_SECRET", raising=False)
    file = tmp_path / "rectoverso.key"
    file.touch(mode=0o600)
    file.write_text(key)
    with pytest.raises(BadInput, match="too short"):
        auth.load_secrets(tmp_path)
    assert file.read_text() == key


def test_processes_that_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    loading = f"load_secrets(Path({str(tmp_path)!r}))"
    program = f"from pathlib import Path; from rectoverso.server.process.auth import load_secrets; print(*{loading})"
    environment = {name: value for name, value in os.environ.items() if name != "RECTOVERSO_SECRET"}
    starting = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(4)
    ]
    keys = {process.communicate(timeout=60)[0].strip() for process in starting}
    assert keys == {(tmp_path / "rectoverso.key").read_text()}
    assert len(list(tmp_path.iterdir())) == 1


def signer(*secrets: str) -> TokenSigner:
    return TokenSigner(secrets or ["a secret of some length"], lambda: "x" * 12)


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
    key = auth.load_secrets(tmp_path)
    assert key == auth.load_secrets(tmp_path)
    file = tmp_path / "rectoverso.key"
    assert file.stat().st_mode & 0o077 == 0
    file.chmod(0o644)
    with pytest.raises(BadInput, match="chmod 600"):
        auth.load_secrets(tmp_path)
    assert list(tmp_path.iterdir()) == [file]
    monkeypatch.setenv("RECTOVERSO_SECRET", "short")
    with pytest.raises(BadInput, match="too short"):
        auth.load_secrets(tmp_path)


def test_what_is_signed_is_read_only_as_it_was_written() -> None:
    """Base64 overlooks what is not of its alphabet: a newline at the end, or anywhere else."""
    ours = signer()
    cookie = ours.cookie(Guest("g1", "Ada"))
    link = ours.link(Link("sit", "abcdefghijkm", 2, "x", 0))
    assert ours.guest(cookie) == Guest("g1", "Ada")
    assert ours.read_link(link, 0).chair == 2
    for text in (cookie + "\n", cookie + "=", "\n" + cookie, cookie.replace(".", ".\n")):
        assert ours.guest(text) is None
    for text in (link + "\n", link + "=", "\n" + link, link.replace(".", ".\n")):
        with pytest.raises(Refused, match="bad-link"):
            ours.read_link(text, 0)


def test_after_a_change_of_the_key_what_the_old_one_signed_counts_until_it_is_taken_away() -> None:
    before, both, after = signer("the old secret"), signer("the new secret", "the old secret"), signer("the new secret")
    guest, link = Guest("g1", "Ada"), Link("sit", "abcdefghijkm", 2, "x", 0)
    assert (both.guest(before.cookie(guest)), both.read_link(before.link(link), 0)) == (guest, link)
    assert (after.guest(both.cookie(guest)), after.read_link(both.link(link), 0)) == (guest, link)
    assert after.guest(before.cookie(guest)) is None
    assert both.guest(before.cookie(guest) + "\n") is None
    assert before.guest(both.cookie(guest)) is None


def test_a_guest_who_was_deleted_before_a_change_of_the_key_stays_deleted() -> None:
    before, both = signer("the old secret"), signer("the new secret", "the old secret")
    both.refuse_deleted([before.mark("g1")])
    assert both.guest(before.cookie(Guest("g1"))) is None
    assert both.guest(both.cookie(Guest("g1"))) is None
    assert both.guest(before.cookie(Guest("g2"))) == Guest("g2")


def test_the_first_key_signs_and_the_others_come_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = "n" * 32, "o" * 32
    monkeypatch.delenv("RECTOVERSO_SECRET", raising=False)
    file = tmp_path / "rectoverso.key"
    file.touch(mode=0o600)
    file.write_text(f"{new}\n{old}\n")
    assert auth.load_secrets(tmp_path) == [new, old]
    file.write_text(f"{new}\nshort\n")
    with pytest.raises(BadInput, match="too short"):
        auth.load_secrets(tmp_path)
    monkeypatch.setenv("RECTOVERSO_SECRET", new)
    monkeypatch.setenv("RECTOVERSO_OLD_SECRETS", old)
    assert auth.load_secrets(tmp_path) == [new, old]
    monkeypatch.setenv("RECTOVERSO_OLD_SECRETS", f"{old} short")
    with pytest.raises(BadInput, match="RECTOVERSO_OLD_SECRETS is too short"):
        auth.load_secrets(tmp_path)
