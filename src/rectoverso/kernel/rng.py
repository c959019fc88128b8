"""Random numbers for compiled code: a generator is a one-word array that a function is given and draws from.

The generator is SplitMix64. It serves playouts, searches and imagined worlds; the deal of a real game never comes
from it but from explicit bytes (`games/deal.py`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .cards import turned_over
from .fixed_record import Deal, Rng
from .jit import COMPILED, kernel

_WORD = (1 << 64) - 1
_HANDFUL = 5  # places of a shuffled pack that come out of one random word


def new_rng(seed: int) -> Rng:
    """A source of random words."""
    return np.array([seed & _WORD], np.uint64)


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    _GAMMA = np.uint64(0x9E3779B97F4A7C15)
    _MIX1 = np.uint64(0xBF58476D1CE4E5B9)
    _MIX2 = np.uint64(0x94D049BB133111EB)
    _S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
    _LOW = np.uint64(0xFFFFFFFF)

    @kernel
    def word(rng: Rng) -> np.uint64:
        """The next random word, 64 bits."""
        rng[0] += _GAMMA
        z: np.uint64 = rng[0]
        z = (z ^ (z >> _S30)) * _MIX1
        z = (z ^ (z >> _S27)) * _MIX2
        return z ^ (z >> _S31)

    @kernel
    def below(rng: Rng, n: int) -> int:
        """A number from 0 to n − 1, each exactly equally likely (n < 2^31)."""
        bound = np.uint64(n)
        product = (word(rng) >> _S32) * bound
        if (product & _LOW) < bound:
            threshold = (np.uint64(0x100000000) - bound) % bound
            while (product & _LOW) < threshold:
                product = (word(rng) >> _S32) * bound
        return np.int64(product >> _S32)  # type: ignore[return-value]  # compiled, it is an int

    @kernel
    def chance(rng: Rng) -> float:
        """A number from 0 to 1, 1 excluded."""
        return np.float64(word(rng) >> np.uint64(11)) * 2.0**-53

    @kernel
    def mix_key(key: int, number: int) -> int:
        """A hash with one more number in it; any small change changes all its bits. The first is of 0.

        Two plain numbers would only be added up.
        """
        z = (np.uint64(key) + np.uint64(number) + _GAMMA) * _MIX1
        return np.int64(z ^ (z >> _S30))  # type: ignore[return-value]  # compiled, it is an int

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def _whole_part(typingctx: Any, fraction: Any, n: Any) -> Any:
        """A word is a fraction of 2^64; how many whole ones are n times as much?"""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            double = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], double), builder.zext(args[1], double))
            return builder.trunc(builder.lshr(product, ir.Constant(double, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), code

    _ONE = np.uint64(1)

    @kernel
    def _reorder(cards: Deal, rng: Rng) -> None:
        """A uniformly random order, from the last card down: a word is a fraction, and its places are drawn as digits.

        Words that would make some handfuls likelier than others are drawn again (one in 2^30 at most, with 66 cards).
        """
        left = np.uint64(len(cards))
        while left > _ONE:
            handful = min(left - _ONE, np.uint64(_HANDFUL))
            ways = _ONE
            for k in range(handful):
                ways *= left - k
            fraction = word(rng)
            if fraction * ways < ways:
                biased = (np.uint64(0) - ways) % ways
                while fraction * ways < biased:
                    fraction = word(rng)
            for _ in range(handful):
                place = _whole_part(fraction, left)
                fraction *= left
                left -= _ONE
                cards[left], cards[place] = cards[place], cards[left]

else:

    def word(rng: Rng) -> np.uint64:
        """The next random word, 64 bits."""
        state = (int(rng[0]) + 0x9E3779B97F4A7C15) & _WORD
        rng[0] = state
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return np.uint64(z ^ (z >> 31))

    def below(rng: Rng, n: int) -> int:
        """A number from 0 to n − 1, each exactly equally likely (n < 2^31)."""
        product = (int(word(rng)) >> 32) * int(n)
        threshold = (1 << 32) % int(n)
        while product & 0xFFFFFFFF < threshold:
            product = (int(word(rng)) >> 32) * int(n)
        return product >> 32

    def chance(rng: Rng) -> float:
        """A number from 0 to 1, 1 excluded."""
        return (int(word(rng)) >> 11) * 2.0**-53

    def mix_key(key: int, number: int) -> int:
        """A hash with one more number in it; any small change changes all its bits. The first is of 0.

        Two plain numbers would only be added up.
        """
        z = ((int(key) + int(number) + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9) & _WORD
        z ^= z >> 30
        return z - (1 << 64) if z >> 63 else z

    def _reorder(cards: Deal, rng: Rng) -> None:
        """A uniformly random order, from the last card down; see the compiled one."""
        left = len(cards)
        while left > 1:
            places = range(left, max(left - _HANDFUL, 1), -1)
            ways = math.prod(places)
            fraction = int(word(rng))
            while (fraction * ways) & _WORD < (_WORD + 1) % ways:
                fraction = int(word(rng))
            for left in places:
                place, fraction = divmod(fraction * left, _WORD + 1)
                cards[left - 1], cards[place] = cards[place], cards[left - 1]
            left -= 1


@kernel
def shuffle(cards: Deal, two_faced: bool, rng: Rng) -> None:
    """A uniformly random order, and for cards with two faces a random orientation."""
    _reorder(cards, rng)
    if two_faced:
        for start in range(0, len(cards), 63):
            coins = int(word(rng) >> np.uint64(1))
            for i in range(start, min(start + 63, len(cards))):
                if coins & 1:
                    cards[i] = turned_over(cards[i])
                coins >>= 1
