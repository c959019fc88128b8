"""A deal from explicit random bytes: an unbiased shuffle that any language can repeat (docs/deals.md).

The bytes are SHA-256 in counter mode. Block k of a stream is

    SHA-256( domain ‖ 00 ‖ seed ‖ 00 ‖ number ‖ k )

with `domain` in ASCII, `seed` as UTF-8 (or raw bytes), `number` (which game) and `k` as 8 bytes, big-endian.
The stream is read as 32-bit words, big-endian.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator

import numpy as np

from ..errors import BadInput
from ..kernel.cards import turned_over
from ..kernel.fixed_record import Deal, Rng
from ..kernel.rng import new_rng

DEAL_DOMAIN = "rectoverso/deal/1"
BOT_DOMAIN = "rectoverso/bots/1"
SEAT_DOMAIN = "rectoverso/seats/1"

_BLOCK = struct.Struct(">8I")
"""The words of a block."""
_WORDS = 1 << 32


class Stream:
    """Random words out of a seed, the same on every machine and in every version."""

    def __init__(self, domain: str, seed: str | bytes, number: int = 0) -> None:
        raw = _seed_bytes(seed) if isinstance(seed, str) else seed
        self._prefix = domain.encode("ascii") + b"\0" + raw + b"\0" + number.to_bytes(8, "big")
        self._words = self._read()

    def _read(self) -> Iterator[int]:
        block = 0
        while True:
            bytes_ = hashlib.sha256(self._prefix + block.to_bytes(8, "big")).digest()
            yield from _BLOCK.unpack(bytes_)
            block += 1

    def word(self) -> int:
        """The next 32 bits."""
        return next(self._words)

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each exactly equally likely: words past the last full multiple of n are dropped."""
        limit = _WORDS - _WORDS % n
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n

    def rng(self) -> Rng:
        """A random generator for compiled code, seeded by the next two words."""
        return new_rng(self.word() << 32 | self.word())


def _seed_bytes(seed: str) -> bytes:
    """UTF-8; what a command line could not read as UTF-8 is its raw bytes."""
    try:
        return seed.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise BadInput("a seed is any text, but this one holds half a character (a lone surrogate)") from None


def shuffled(deck: Deal, two_faced: bool, stream: Stream) -> Deal:
    """T4, J2, N1: a random order (Fisher–Yates from the last card down), then a random orientation card by card."""
    cards = [int(card) for card in deck]
    for last in range(len(cards) - 1, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    if two_faced:
        cards = [turned_over(card) if stream.below(2) else card for card in cards]
    return np.array(cards, np.int64)


def deal_from_seed(deck: Deal, two_faced: bool, seed: str | bytes, number: int = 0) -> Deal:
    """The deal of game `number` of a seed."""
    return shuffled(deck, two_faced, Stream(DEAL_DOMAIN, seed, number))
