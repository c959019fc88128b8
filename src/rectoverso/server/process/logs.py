"""Structured logs for hosts: what happened, when, at which table; never seeds, cards, names, links or cookies."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

_NEVER = ("seed", "nonce", "deal", "cookie", "link", "secret", "name", "guest", "record")


def set_up(pretty: bool) -> None:
    """Lines for people on a terminal, JSON otherwise; on standard error."""
    # The plain kind of traceback: the colourful one would print the values of variables, seeds among them.
    for_people = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    last: Any = for_people if pretty else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_secrets,
            structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _without_secrets(_logger: Any, _method: str, fields: Any) -> Any:
    """A field that should never be logged is not logged, even by mistake."""
    for field in _NEVER:
        if field in fields:
            fields[field] = "(not logged)"
    return fields
