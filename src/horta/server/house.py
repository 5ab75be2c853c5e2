"""The house: what all routes of one server share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from horta.core.game import Game, Json
from horta.server.callers import Callers
from horta.server.clocks.keeper import Clocks
from horta.server.explorer import Explorer
from horta.server.house_games import HouseGames
from horta.server.lab_runs import LabRuns
from horta.server.lobby.listing import Listing
from horta.server.people.house import People
from horta.server.quotas import Quotas
from horta.server.retention import Retention
from horta.server.review_jobs import Reviews
from horta.server.rooms import Rooms
from horta.server.settings import Settings
from horta.server.store import Store
from horta.server.tokens import Tokens
from horta.server.workers import Workers


@dataclass
class House:
    """The store, the tables and the keys of one server."""

    settings: Settings
    store: Store
    workers: Workers
    rooms: Rooms
    tokens: Tokens
    games: list[Game]
    callers: Callers
    quotas: Quotas
    reviews: Reviews
    components: Mapping[str, Json]
    """An owner's component tables, by game: new tables from the pages are laid with them."""
    explorer: Explorer
    """What is known of the first decisions of bots' games,"""
    own_games: HouseGames
    """and of those that were played here."""
    lab: LabRuns
    retention: Retention
    people: People | None = None
    """Whoever is known on several devices; None where there are guests only."""
    clocks: Clocks | None = None
    """The clocks of tables; None where time does not matter."""
    lobby: Listing | None = None
    """The tables that are open to everybody; None where there is no lobby."""

    async def close(self) -> None:
        """Stop clocks, bots and reviews, and let letters that are under way go out."""
        await self.retention.close()
        if self.clocks is not None:
            await self.clocks.close()
        await self.rooms.close()
        await self.reviews.close()
        if self.people is not None:
            await self.people.close()
