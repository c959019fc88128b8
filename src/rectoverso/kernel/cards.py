"""Cards with two faces, packed into one number."""

from __future__ import annotations

from .jit import kernel

FACE_BITS = 8
_FACE = (1 << FACE_BITS) - 1


@kernel
def turned_over(card: int) -> int:
    """A card is `up | down << 8`; turned over, its faces change places."""
    return (card >> FACE_BITS) | ((card & _FACE) << FACE_BITS)
