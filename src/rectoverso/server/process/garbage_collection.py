"""How Python collects garbage in a server."""

from __future__ import annotations

import gc


def tune_garbage_collection() -> None:
    """Garbage collection runs less often, and not over what is loaded now: that stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
