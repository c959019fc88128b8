"""Bars on time: the long runs hold them; in `make test` no test depends on how fast the machine is."""

from __future__ import annotations

import pytest

from tests.server.site import PATIENCE


def within(seconds: float) -> pytest.MarkDecorator:
    """Give a test `within_s`: this in the long runs, else as long as tests wait for anything."""
    in_time = pytest.param(seconds, marks=pytest.mark.soak, id="in-time")
    return pytest.mark.parametrize("within_s", [pytest.param(PATIENCE, id="at-last"), in_time])
