"""The house: what all routes of one server share."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from horta.core import registry
from horta.core.errors import HortaError
from horta.core.game import Game, Json
from horta.server.callers import Callers
from horta.server.chat.talk import Talk
from horta.server.clocks.keeper import Clocks
from horta.server.contests.director import Contests
from horta.server.explorer import Explorer
from horta.server.house_games import HouseGames
from horta.server.lab_runs import LabRuns
from horta.server.lobby.listing import Listing
from horta.server.lobby.presence import Presence
from horta.server.messages.keeper import Messages
from horta.server.people.house import People
from horta.server.plans.keeper import Plans
from horta.server.ports.events import Events
from horta.server.ports.jobs import Jobs
from horta.server.quotas import Quotas
from horta.server.ratings.book import Ratings
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
    events: Events
    """Who must look again, in whatever process,"""
    jobs: Jobs
    """and what must be done, by whichever of them."""
    retention: Retention
    plans: Plans
    """What players want to have played in their absence."""
    people: People | None = None
    """Whoever is known on several devices; None where there are guests only."""
    clocks: Clocks | None = None
    """The clocks of tables; None where time does not matter."""
    lobby: Listing | None = None
    """The tables that are open to everybody; None where there is no lobby."""
    chat: Talk | None = None
    """What is said at tables; None where nobody talks."""
    messages: Messages | None = None
    """Who hears of a turn without looking; None where nobody does."""
    ratings: Ratings | None = None
    """How good everybody is; None where nothing is rated."""
    presence: Presence | None = None
    """Who looks at a table; None where nobody asks."""
    contests: Contests | None = None
    """The tournaments; None where nobody holds any."""

    @property
    def bell(self) -> str:
        """The key by which browsers take messages of the house; nothing where there are none."""
        signer = None if self.messages is None else self.messages.senders.signer
        return "" if signer is None else signer.public

    async def close(self) -> None:
        """Stop bots and reviews, and let letters that are under way go out."""
        if self.messages is not None:
            await self.messages.close()
        await self.rooms.close()
        await self.reviews.close()
        if self.people is not None:
            await self.people.close()


def games() -> list[Game]:
    """Return the games that load."""
    found = []
    for name in registry.games():
        with contextlib.suppress(HortaError):
            found.append(registry.game(name))
    return found
