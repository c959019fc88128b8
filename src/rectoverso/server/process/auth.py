"""Signed cookies for guests and signed private links. There are no accounts and no passwords."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from itsdangerous import BadSignature, Signer
from msgspec import Struct

from ...errors import BadInput, Refused
from ...whole_files import unfinished
from .private_files import check_private

CARRY_MS = 3600 * 1000
_MIN_SECRET_LENGTH = 16


class Guest(Struct, frozen=True):
    """Who sent the cookie, and their name."""

    id: str
    name: str | None = None


class Link(Struct, frozen=True, array_like=True):
    """A private link: to sit down on an empty chair, or to carry a chair to another device."""

    kind: Literal["sit", "carry"]
    table: str
    chair: int
    id: str
    until: int


def load_secrets(folder: Path) -> list[str]:
    """The signing keys: the one that signs, then older ones that still count.

    From the environment (RECTOVERSO_SECRET, RECTOVERSO_OLD_SECRETS), else from a file only its owner can read, with a
    key on each line.
    """
    if (given := os.environ.get("RECTOVERSO_SECRET")) is None:
        return _read_keys(folder / "rectoverso.key")
    old = os.environ.get("RECTOVERSO_OLD_SECRETS", "").split()
    for name, keys in (("RECTOVERSO_SECRET", [given]), ("RECTOVERSO_OLD_SECRETS", old)):
        if _too_short(keys):
            raise BadInput(f"{name} is too short: {_MIN_SECRET_LENGTH} characters at least")
    return [given, *old]


def _too_short(keys: Sequence[str]) -> bool:
    return any(len(key) < _MIN_SECRET_LENGTH for key in keys)


def _read_keys(file: Path) -> list[str]:
    """The keys in a file, which is created if it does not exist."""
    if not file.exists():
        _make_key(file)
    check_private(file)
    lines = file.read_text("utf-8", errors="replace").splitlines()
    keys = [line.strip() for line in lines if line.strip()]
    if not keys or _too_short(keys):
        raise BadInput(
            f"{file} is too short: {_MIN_SECRET_LENGTH} characters at least; put the right key there, "
            "or remove it, and a new one is made (guests then lose their chairs)"
        )
    return keys


def _make_key(file: Path) -> None:
    """Write the key to a temporary file, then link it: of two processes that start at once the first one wins."""
    with unfinished(file) as path:
        path.touch(mode=0o600, exist_ok=False)
        with open(path, "w") as new:
            new.write(secrets.token_hex(32))
            new.flush()
            os.fsync(new.fileno())
        with suppress(FileExistsError):
            os.link(path, file)


class _Key:
    """One key, and what it signs; what is signed for one purpose counts for no other."""

    def __init__(self, secret: str) -> None:
        self.guests, self.links, self.devices, self.deletions = (
            Signer(secret, salt=f"rectoverso.{purpose}", digest_method=hashlib.sha256, sep=".")
            for purpose in ("guest", "link", "device", "deleted")
        )


class TokenSigner:
    """Signs cookies and links with its first key, and reads what any of its keys has signed."""

    def __init__(self, secrets: Sequence[str], new_id: Callable[[], str]) -> None:
        self._keys = [_Key(secret) for secret in secrets]
        self._deleted: set[str] = set()
        self.new_id = new_id

    def new_guest(self) -> Guest:
        """A guest with a new id."""
        return Guest(self.new_id())

    def cookie(self, guest: Guest) -> str:
        """The cookie of a guest."""
        return self._keys[0].guests.sign(_text(guest)).decode()

    def guest(self, cookie: str | None) -> Guest | None:
        """The guest that a cookie names; None if the cookie is not one of ours, or its guest has been deleted."""
        if not cookie or len(cookie) > 1000:
            return None
        try:
            guest = msgspec.json.decode(_signed([key.guests for key in self._keys], cookie), type=Guest)
        except (BadSignature, ValueError, msgspec.MsgspecError):
            return None
        return None if self._deleted and not self._deleted.isdisjoint(self._marks(guest.id)) else guest

    def mark(self, guest: str) -> str:
        """How a deleted guest is remembered: not by the guest's id."""
        return self._marks(guest)[0]

    def _marks(self, guest: str) -> list[str]:
        """A guest may have been deleted when another key was the first."""
        return [key.deletions.get_signature(guest).decode() for key in self._keys]

    def refuse_deleted(self, marks: Iterable[str]) -> None:
        """From now on, refuse the cookies of these guests and all copies of them."""
        self._deleted.update(marks)

    def device(self, guest: str) -> str:
        """How a guest's device is named to others: not by the guest's id."""
        return self._keys[0].devices.get_signature(guest).decode()[:16]

    def link(self, link: Link) -> str:
        """A link as text."""
        return self._keys[0].links.sign(_text(link)).decode()

    def read_link(self, text: str, now: int) -> Link:
        """Read a link; refuses forged and expired ones."""
        try:
            link = msgspec.json.decode(_signed([key.links for key in self._keys], text), type=Link)
        except (BadSignature, ValueError, msgspec.MsgspecError):
            raise Refused("bad-link") from None
        if link.until and now > link.until:
            raise Refused("bad-link")
        return link


def _signed(signers: Sequence[Signer], text: str) -> bytes:
    """What one of these signed. It must be exactly as we wrote it: Base64 alone would overlook a newline at its end."""
    given = text.encode()
    for signer in signers:
        with suppress(BadSignature):
            value = signer.unsign(given)
            if signer.sign(value) == given:
                return _bytes(value)
    raise BadSignature("signed by none of our keys, or not as it was written")


def _text(thing: Struct) -> str:
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(msgspec.json.encode(thing)).decode().rstrip("=")


def _bytes(text: bytes) -> bytes:
    from base64 import urlsafe_b64decode

    return urlsafe_b64decode(text + b"=" * (-len(text) % 4))
