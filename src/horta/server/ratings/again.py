"""All ratings worked out anew: for a command, over a database that may be in use."""

from __future__ import annotations

import asyncio

from horta.core.errors import HortaError
from horta.server.ratings.ledger import Ledger
from horta.server.store import Store

UNREACHABLE = "the database cannot be reached"


def rebuild(database: str) -> tuple[int, int]:
    """Rate every game that counts anew; return how many games and players there are."""
    return asyncio.run(_rebuild(database))


async def _rebuild(database: str) -> tuple[int, int]:
    async with Store(database) as store:
        if not store.database.is_reachable:
            raise HortaError(UNREACHABLE)
        return await Ledger(store.database).rebuild()
