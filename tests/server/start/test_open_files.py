"""As many open files as the system allows."""

from __future__ import annotations

import sys

import pytest

from rectoverso.server.start import open_files

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")


def test_the_limit_is_raised_as_far_as_it_may_be_and_connections_stay_below() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    low = min(soft, 1024) if soft != resource.RLIM_INFINITY else 1024
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (low, hard))
        assert open_files.max_connections() == low - open_files.RESERVED
        open_files.raise_limit()
        allowed = open_files.WANTED if hard == resource.RLIM_INFINITY else min(hard, open_files.WANTED)
        assert open_files.limit() == allowed
        assert open_files.max_connections() == allowed - open_files.RESERVED
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
