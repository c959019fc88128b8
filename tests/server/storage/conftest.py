"""An empty database of each kind: SQLite, and PostgreSQL where one can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
        return
    address = postgres.address()
    if address is None:
        pytest.skip(f"no PostgreSQL answers at {postgres.RUNNING}, and no initdb is here to start one with")
    with postgres.own_schema(address) as url:
        yield url
