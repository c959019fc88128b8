"""The odds of what is hidden in Nummerus: nothing is."""

from __future__ import annotations

from typing import Any

from ...kernel.fixed_record import Record


def odds(observation: Record) -> dict[str, Any]:
    """No face is hidden, and no pile hides a next one."""
    return {"next": None}
