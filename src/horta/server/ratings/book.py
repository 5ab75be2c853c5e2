"""What is told of ratings: who stands where, and how somebody came there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from horta.core.engine import engine
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.database import Database
from horta.server.ports.jobs import Jobs
from horta.server.ratings.ledger import Ledger, spoil
from horta.server.ratings.model import Rating
from horta.server.ratings.sitting import STAND_IN
from horta.server.room import Room
from horta.server.rows import PersonRow, RatedPlayerRow, RatedRow, RatedSeatRow, RatingRow

JOB, EVERY = "ratings", 300.0
"""Settles what is over: when a game has ended, and every so many seconds."""
SHOWN = 100
"""Of the players of one kind of game, on a page,"""
HISTORY = 500
"""and of the games of one player, the latest."""


class NoRatings(HortaError):
    """There are no ratings in the house, or not of this player."""


@dataclass(frozen=True)
class Player:
    """Somebody who is rated: a person by name, a bot by level and version, or whoever has left."""

    id: str
    name: str
    bot: str
    version: str


@dataclass(frozen=True)
class Rated:
    """How a player is rated at a game with so many players."""

    player: Player
    game: str
    players: int
    rating: Rating
    games: int


@dataclass(frozen=True)
class Played:
    """One game of a player's history, with the rating after it."""

    table: str
    ended: float
    score: int
    share: float
    rating: Rating


PLAYER: tuple[Any, ...] = (
    RatedPlayerRow.id,
    PersonRow.name,
    RatedPlayerRow.bot,
    RatedPlayerRow.version,
)
RATED: tuple[Any, ...] = (
    *(RatingRow.game, RatingRow.players, RatingRow.mu, RatingRow.sigma, RatingRow.games),
)


def _rated(row: Any) -> Rated:
    found, name, bot, version, game, players, mu, sigma, games = row
    player = Player(found, name or "", bot, version)
    return Rated(player, game, players, Rating(mu, sigma), games)


class Ratings:
    """The ratings of a house."""

    def __init__(self, database: Database, jobs: Jobs) -> None:
        self._database, self._jobs = database, jobs
        self.ledger = Ledger(database)
        jobs.does(JOB, self._settle, every=EVERY)

    async def _settle(self, _: Json) -> None:
        await self.ledger.settle()

    async def ended(self, room: Room) -> None:
        """Settle what is over; a bot that somebody simpler has stood in for does not count."""
        if not room.house_rules.rated:
            return
        stood_in = [
            seat
            for seat, one in enumerate(room.seats)
            if one.bot and (room.fails(seat) or not _is_itself(room, one.bot))
        ]
        if stood_in:
            await spoil(self._database, room, STAND_IN)
        await self._jobs.defer(JOB, key=JOB)

    async def why_not(self, table: str) -> str | None:
        """Return why a table does not count; nothing if it does, None if it was never to."""
        asked = select(RatedRow.why).where(RatedRow.match_id == table)
        async with self._database.connect() as connection:
            found: str | None = (await connection.execute(asked)).scalar_one_or_none()
        return found

    async def kinds(self) -> list[tuple[str, int]]:
        """Return every game and number of players at which somebody is rated."""
        asked = select(RatingRow.game, RatingRow.players).distinct()
        async with self._database.connect() as connection:
            return sorted((game, players) for game, players in await connection.execute(asked))

    async def best(self, game: str, players: int) -> list[Rated]:
        """Return who is rated at a kind of game, the best first, provisional ratings last."""
        asked = (
            select(*PLAYER, *RATED)
            .join(RatingRow, RatingRow.player == RatedPlayerRow.id)
            .outerjoin(PersonRow, PersonRow.id == RatedPlayerRow.person)
            .where(RatingRow.game == game, RatingRow.players == players)
            .order_by(RatingRow.mu.desc(), RatedPlayerRow.id)
        )
        async with self._database.connect() as connection:
            found = [_rated(row) for row in await connection.execute(asked)]
        return sorted(found, key=lambda one: one.rating.provisional)[:SHOWN]

    async def player(self, name: str) -> Player:
        """Return somebody who is rated."""
        asked = select(*PLAYER).outerjoin(PersonRow, PersonRow.id == RatedPlayerRow.person)
        async with self._database.connect() as connection:
            row = (await connection.execute(asked.where(RatedPlayerRow.id == name))).first()
        if row is None:
            raise NoRatings(mark("nobody is rated under this address"))
        return Player(row[0], row[1] or "", row[2], row[3])

    async def name_of(self, person: str) -> str | None:
        """Return how a person is called in the ledger; None: not rated yet."""
        asked = select(RatedPlayerRow.id).where(RatedPlayerRow.person == person)
        async with self._database.connect() as connection:
            found: str | None = (await connection.execute(asked)).scalar_one_or_none()
        return found

    async def of_player(self, name: str) -> list[Rated]:
        """Return all ratings of a player."""
        asked = (
            select(*PLAYER, *RATED)
            .join(RatingRow, RatingRow.player == RatedPlayerRow.id)
            .outerjoin(PersonRow, PersonRow.id == RatedPlayerRow.person)
            .where(RatedPlayerRow.id == name)
            .order_by(RatingRow.game, RatingRow.players)
        )
        async with self._database.connect() as connection:
            return [_rated(row) for row in await connection.execute(asked)]

    async def history(
        self, name: str, game: str, players: int, most: int | None = HISTORY
    ) -> list[Played]:
        """Return the latest games of a player at a kind of game, in the order of their ending."""
        seat = RatedSeatRow
        asked = (
            select(seat.match_id, RatedRow.ended, seat.score, seat.share, seat.mu, seat.sigma)
            .join(RatedRow, RatedRow.match_id == seat.match_id)
            .where(seat.player == name, RatedRow.game == game, RatedRow.players == players)
            .order_by(RatedRow.ended.desc(), seat.match_id.desc())
            .limit(most)
        )
        async with self._database.connect() as connection:
            found: Any = (await connection.execute(asked)).all()
        return [
            Played(table, ended, score, share, Rating(mu, sigma))
            for table, ended, score, share, mu, sigma in reversed(found)
        ]

    async def exported(self, person: str) -> list[Json]:
        """Return everything that is kept of a person's ratings."""
        name = await self.name_of(person)
        found = []
        for one in await self.of_player(name) if name is not None else ():
            games = await self.history(one.player.id, one.game, one.players, None)
            found.append(
                {
                    "game": one.game,
                    "players": one.players,
                    **vars(one.rating),
                    "games": [{**vars(each), "rating": vars(each.rating)} for each in games],
                }
            )
        return found


def _is_itself(room: Room, bot: str) -> bool:
    """Tell whether a bot plays as its level says: uncompiled, the first level plays for all."""
    from horta.bots.levels import LEVELS

    return bot == LEVELS[0] or engine(room.game).compiled
