"""Fair deals anyone can check (docs/fair-deals.md).

The server commits to a secret seed and the players to secret nonces before anything is opened. The deal follows from
all of them, so nobody can choose it. After the round the seed is shown, and anyone can repeat the computation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated

from ..games.deal import SEAT_DOMAIN, Stream, deal_from_seed
from ..games.game import Game
from ..kernel.fixed_record import Deal
from .text_patterns import whole

SEED_BYTES = 32
SEED_DOMAIN = b"rectoverso/seed/1"
NONCE_DOMAIN = b"rectoverso/nonce/1"
FAIR_DOMAIN = b"rectoverso/fair/1"

Hex32 = Annotated[str, whole("[0-9a-f]{64}")]


def commitment_to_seed(seed: str) -> str:
    """What the server publishes first: SHA-256 of the domain, a zero byte, and the 32 bytes of the seed."""
    return hashlib.sha256(SEED_DOMAIN + b"\0" + bytes.fromhex(seed)).hexdigest()


def commitment_to_nonce(nonce: str) -> str:
    """What a player's browser publishes before it opens its nonce."""
    return hashlib.sha256(NONCE_DOMAIN + b"\0" + bytes.fromhex(nonce)).hexdigest()


def combined_seed(seed: str, nonces: Sequence[str | None]) -> bytes:
    """All secrets in one: SHA-256 of domain, zero byte, seed, then for each chair 01 and its nonce, or 00 if absent."""
    parts = [b"\0" if nonce is None else b"\1" + bytes.fromhex(nonce) for nonce in nonces]
    return hashlib.sha256(FAIR_DOMAIN + b"\0" + bytes.fromhex(seed) + b"".join(parts)).digest()


def deal(game: Game, seed: str, nonces: Sequence[str | None]) -> Deal:
    """The deal that follows from all secrets by the documented shuffle (docs/deals.md)."""
    return deal_from_seed(game.deck, game.two_faced, combined_seed(seed, nonces))


def seats(seed: str, nonces: Sequence[str | None]) -> list[int]:
    """The chair at each seat, drawn at random from the secrets."""
    stream = Stream(SEAT_DOMAIN, combined_seed(seed, nonces))
    order = list(range(1, len(nonces) + 1))
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def moved_on(order: Sequence[int], rounds: int) -> list[int]:
    """N7: the chairs by seat, `rounds` rounds later: the second seat becomes the first each time."""
    first = rounds % len(order)
    return [*order[first:], *order[:first]]
