"""An empty database of each kind: SQLite, and PostgreSQL where one can be reached."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

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
    space = f"rv_{uuid.uuid4().hex[:12]}"
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text(f"create schema {space}"))
    yield f"{address}?options=-csearch_path%3D{space}"
    with engine.begin() as connection:
        connection.execute(text(f"drop schema {space} cascade"))
    engine.dispose()
