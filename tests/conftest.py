"""Shared by all tests."""

import signal

import pytest

# A shell starts what runs in the background deaf to Ctrl-C, and every process inherits that; some tests press Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Coroutine tests run on asyncio, as the server does."""
    return "asyncio"
