"""One server for most tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.site import Site


@pytest.fixture(scope="session")
def lasting_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that all tests share."""
    running = Site(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()


@pytest.fixture
def site(lasting_site: Site) -> Iterator[Site]:
    """The shared server; each test opens its own tables, and goes home at its end."""
    yield lasting_site
    lasting_site.send_home()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server for one test alone."""
    running = Site(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def db() -> Iterator[str]:
    """A PostgreSQL database for one test alone."""
    address = postgres.address()
    if address is None:
        pytest.skip(f"no PostgreSQL answers at {postgres.RUNNING}, and no initdb is here to start one with")
    with postgres.own_schema(address) as url:
        yield url
