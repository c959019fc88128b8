"""The name of a server process among those that share a database."""

from __future__ import annotations

import os
import secrets


def process_name(pid: int, token: str) -> str:
    """Unlike any other, also when the number comes again, or is that of a process on another machine."""
    return f"{pid}-{token}"


def new_token() -> str:
    """The part that tells processes of the same number apart."""
    return secrets.token_hex(4)


def own_name() -> str:
    """A name for this process, whose supervisor has not given it one."""
    return process_name(os.getpid(), new_token())
