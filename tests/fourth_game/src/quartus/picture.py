"""Quartus as text and as SVG, drawn from its groups of pieces."""

from __future__ import annotations

from rectoverso.games.generic_board import drawn, written
from rectoverso.kernel.fixed_record import Record

from .board import Observation, pieces


def picture(observation: Record) -> str:
    """The table in letters."""
    return written(pieces(Observation(observation)))


def svg(observation: Record) -> str:
    """The table as SVG."""
    return drawn("Quartus", pieces(Observation(observation)))
