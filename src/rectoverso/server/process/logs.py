"""Structured logs for hosts: what happened, when, at which table; never seeds, cards, names, links or cookies."""

from __future__ import annotations

import logging
import os
import sys
from typing import Any

import structlog

_NEVER_LOGGED = ("seed", "nonce", "deal", "cookie", "link", "secret", "name", "guest", "record")


def set_up(pretty: bool) -> None:
    """Log readable lines on a terminal, JSON otherwise; on standard error."""
    # Plain tracebacks: the coloured ones print the values of variables, seeds among them.
    for_terminals = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    renderer: Any = for_terminals if pretty else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _with_process,
            _without_secrets,
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        # Writes a line and its end at once: processes that share a log must not write into each other's lines.
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _with_process(_logger: Any, _method: str, fields: Any) -> Any:
    """A server may have several processes, which share one log."""
    return {**fields, "process": os.getpid()}


def _without_secrets(_logger: Any, _method: str, fields: Any) -> Any:
    """Blank out fields that must never be logged, even by mistake."""
    for field in _NEVER_LOGGED:
        if field in fields:
            fields[field] = "(not logged)"
    return fields
