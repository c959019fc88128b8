"""Reads every few seconds what others write: the host's blocks, and who deleted themselves in another process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ..process.blocks import Blocks
from ..storage.blocks import read_blocks
from ..storage.deleted_guests import read_marks

if TYPE_CHECKING:
    from .tables import Tables

log = structlog.get_logger("blocking")

INTERVAL_S = 2.0
LOOK_BACK_MS = 60_000
"""How far the clocks of processes may differ, and an outage of reads may last, without a deleted guest being missed."""


async def keep_reading(tables: Tables, blocks: Blocks, changed: Callable[[], None]) -> None:
    """Read both every two seconds; `changed` is called when the list of those who are blocked has changed."""
    since = 0
    while True:
        asked = tables.now()
        try:
            read = await asyncio.to_thread(read_blocks, tables.store.engine)
            marks = await asyncio.to_thread(read_marks, tables.store.engine, since)
        except SQLAlchemyError as error:  # an outage: those that we know still count
            log.warning("blocks and deletions cannot be read", error=type(error).__name__)
        else:
            since = asked - LOOK_BACK_MS
            tables.signer.refuse_deleted(marks)
            if blocks.update(read):
                log.info("blocks have changed", blocks=len(read))
                changed()
        await asyncio.sleep(INTERVAL_S)
