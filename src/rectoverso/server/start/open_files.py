"""How many files, and so connections, the system lets this process open."""

from __future__ import annotations

import sys
from contextlib import suppress

WANTED = 65_536
RESERVED = 256
"""Files that are not connections: the database, logs, the page, threads that compile."""
_MIN_CONNECTIONS = 32
_WITHOUT_LIMIT = 2_048
"""Windows has no such limit for sockets; its event loop gets slow with more."""

if sys.platform != "win32":
    import resource

    def raise_limit() -> None:
        """Allow as many open files as we may, up to `WANTED`."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(ValueError, OSError):  # macOS allows less than it says
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

    def limit() -> int:
        """Files that this process may have open."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return WANTED if soft == resource.RLIM_INFINITY else soft

else:

    def raise_limit() -> None:
        """Nothing to raise."""

    def limit() -> int:
        """Files that this process may have open."""
        return _WITHOUT_LIMIT


def max_connections() -> int:
    """Connections for which there are files."""
    return max(_MIN_CONNECTIONS, limit() - RESERVED)
