"""Announces, on behalf of a process that has died, that it has ended, so that others take over its tables at once."""

from __future__ import annotations

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from . import notices
from .database import connected
from .leases import Leases
from .notices import Stopping

log = structlog.get_logger("processes")


def say_that_it_ended(db: str, process: str) -> None:
    """Of a process that could not say so itself; while the database is away, nobody needs to know."""
    engine = connected(db)
    try:
        end(engine, process)
    except SQLAlchemyError as error:
        log.warning(
            "the other processes could not be told that one has ended", process=process, error=type(error).__name__
        )
    finally:
        engine.dispose()


def end(engine: Engine, process: str) -> None:
    """Its leases are free, and nobody reads there any more."""
    Leases(engine, process).stop()
    with engine.begin() as connection:
        notices.send(connection, notices.channel_of(connection), notices.payloads(process, [Stopping()]))
