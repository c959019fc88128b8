"""Shared by all tests."""

import signal

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.failures"]

# A shell starts what runs in the background deaf to Ctrl-C, and every process inherits that; some tests press Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


# The same examples in every run, however slow the machine is; the long runs look for new ones.
settings.register_profile(
    "test", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", settings.get_profile("test"), derandomize=False, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how examples are drawn, before any test is loaded."""
    settings.load_profile("soak" if config.option.markexpr == "soak" else "test")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Coroutine tests run on asyncio, as the server does."""
    return "asyncio"
