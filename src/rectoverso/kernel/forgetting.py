"""How a forgetful player forgets: by chance, a little more each turn, and for good."""

from __future__ import annotations

from .jit import kernel
from .rng import mix_key

_FATES = (1 << 40) - 1


@kernel
def still_remembered(keep: float, turns: int, secret: int, what: int, since: int) -> bool:
    """Is something still remembered `turns` turns after it was last seen, in turn `since`?

    Each turn it is kept with chance `keep`. That is not drawn again but follows from the secret: once forgotten, it
    stays forgotten.
    """
    fate = (mix_key(mix_key(mix_key(secret, what), since), 0) & _FATES) / _FATES
    return turns <= 0 or keep**turns > fate
