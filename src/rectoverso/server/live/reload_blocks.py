"""Reads the host's blocks every few seconds, so that they take effect without a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ..process.blocks import Blocks
from ..storage.blocks import read_blocks

if TYPE_CHECKING:
    from .tables import Tables

log = structlog.get_logger("blocking")

INTERVAL_S = 2.0


async def keep_reading_blocks(tables: Tables, blocks: Blocks, changed: Callable[[], None]) -> None:
    """Read them every two seconds; `changed` is called when others are blocked than before."""
    while True:
        try:
            read = await asyncio.to_thread(read_blocks, tables.store.engine)
        except SQLAlchemyError as error:  # an outage: those that we know still count
            log.warning("blocks cannot be read", error=type(error).__name__)
        else:
            if blocks.update(read):
                log.info("blocks have changed", blocks=len(read))
                changed()
        await asyncio.sleep(INTERVAL_S)
