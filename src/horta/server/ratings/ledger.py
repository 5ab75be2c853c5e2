"""The ledger of ratings: a row for each table that counts, settled once, in the order of ending.

The row is written with the table, and stands open until the game is over. Whatever makes the table
unrated is written there at once. To settle it is one transaction that takes the row as open, so it
may be tried as often as anybody likes, by any process. A game that is heard of after one that ended
later has all ratings of its kind worked out anew. The rows outlive the games: nothing changes when
games are deleted.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from horta.core.game import Json
from horta.server.database import Database
from horta.server.ratings.model import Rating, after_game
from horta.server.ratings.sitting import CLOSED, Unrated, Who, who_played
from horta.server.room import Room
from horta.server.rows import MatchRow, RatedPlayerRow, RatedRow, RatedSeatRow, RatingRow

LOCK = 18931898
"""The number of PostgreSQL's lock that settling takes."""
AT_ONCE = 100

Kind = tuple[str, int]
"""A game and a number of players: what is compared."""


async def spoil(database: Database, room: Room, why: str) -> None:
    """Let a table count no longer until it is settled; the first reason stands."""
    if not room.house_rules.rated or room.unrated:
        return
    open_yet = (RatedRow.match_id == room.id, RatedRow.ended.is_(None), RatedRow.why == "")
    async with database.begin() as connection:
        await connection.execute(update(RatedRow).where(*open_yet).values(why=why))
    room.unrated = why
    room.changed()


class Ledger:
    """Which tables count, and what they have made of everybody's rating."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settle(self) -> int:
        """Rate every table that is over; return how many were settled."""
        settled = 0
        while tables := await self._due():
            for table in tables:
                settled += await self._database.transact(lambda c, one=table: self._settle(c, one))  # type: ignore[misc]
        return settled

    async def _due(self) -> list[str]:
        asked = (
            select(RatedRow.match_id)
            .join(MatchRow, MatchRow.id == RatedRow.match_id)
            .where(RatedRow.ended.is_(None), MatchRow.over.is_(True))
            .order_by(MatchRow.touched, MatchRow.id)
            .limit(AT_ONCE)
        )
        async with self._database.connect() as connection:
            return [str(one) for one in (await connection.execute(asked)).scalars()]

    def _lock(self, connection: Connection) -> None:
        if not self._database.is_sqlite:  # there the transaction itself has the lock
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")

    def _settle(self, connection: Connection, table: str) -> int:
        self._lock(connection)
        row = connection.execute(
            select(RatedRow.why, MatchRow.game, MatchRow.header, MatchRow.result, MatchRow.touched)
            .join(MatchRow, MatchRow.id == RatedRow.match_id)
            .where(RatedRow.match_id == table, RatedRow.ended.is_(None))
        ).first()
        if row is None:  # somebody was faster
            return 0
        why, game, header, result, ended = row
        kind: Kind = (str(game), int(header["players"]))
        late, seats = _ended_last(connection, kind) > (ended, table), []
        try:
            if result is None:
                raise Unrated(CLOSED)
            seats = [] if why else who_played(connection, table, *kind)
        except Unrated as problem:
            why = why or problem.why
        which = RatedRow.match_id == table
        connection.execute(update(RatedRow).where(which).values(why=why, ended=ended))
        if not why and result is not None:
            names = [_player(connection, who) for who in seats]
            rows, known = _seat_rows(table, names, result), _standing(connection, kind, names)
            _rate(rows, known, ended)
            connection.execute(insert(RatedSeatRow), rows)
            _write(connection, kind, known)
            if late:
                work_out(connection, [kind])
        return 1

    async def rebuild(self) -> tuple[int, int]:
        """Work out all ratings anew from the games that count; return how many and of how many."""
        await self.settle()

        def work(connection: Connection) -> tuple[int, int]:
            self._lock(connection)
            connection.execute(delete(RatingRow))
            counts = (RatedRow.ended.is_not(None), RatedRow.why == "")
            kinds = connection.execute(
                select(RatedRow.game, RatedRow.players).where(*counts).distinct()
            ).all()
            games = work_out(connection, [(game, players) for game, players in kinds])
            players = connection.execute(select(RatingRow.player).distinct()).all()
            return games, len(players)

        found: tuple[int, int] = await self._database.transact(work)
        return found


def _seat_rows(table: str, names: Sequence[str], result: Json) -> list[Json]:
    """Return what everybody has reached at a table, before it is rated."""
    share = 1 / len(result["winners"])
    return [
        {
            "match_id": table,
            "seat": seat,
            "player": name,
            "score": score,
            "share": share if seat in result["winners"] else 0.0,
            **vars(Rating()),
        }
        for seat, (name, score) in enumerate(zip(names, result["scores"], strict=True))
    ]


def _ended_last(connection: Connection, kind: Kind) -> tuple[float, str]:
    """Return when the last game of a kind ended that is rated, and which it was."""
    asked = (
        select(RatedRow.ended, RatedRow.match_id)
        .where(*_counts(kind))
        .order_by(RatedRow.ended.desc(), RatedRow.match_id.desc())
        .limit(1)
    )
    row: Any = connection.execute(asked).first()
    return (float("-inf"), "") if row is None else (float(row[0]), str(row[1]))


def _counts(kind: Kind) -> tuple[Any, ...]:
    game, players = kind
    is_kind = (RatedRow.game == game, RatedRow.players == players)
    return (*is_kind, RatedRow.ended.is_not(None), RatedRow.why == "")


def _player(connection: Connection, who: Who) -> str:
    """Return how somebody is called in the ledger; whoever is new gets a row."""
    if who.person is not None:
        asked = select(RatedPlayerRow.id).where(RatedPlayerRow.person == who.person)
        made = secrets.token_urlsafe(9)
    else:  # the same bot has the same name in every house
        both = f"{who.bot} {who.version}"
        made = "bot-" + hashlib.sha256(both.encode()).hexdigest()[:16]
        asked = select(RatedPlayerRow.id).where(RatedPlayerRow.id == made)
    found = connection.execute(asked).scalar()
    if found is not None:
        return str(found)
    connection.execute(insert(RatedPlayerRow), [{"id": made, **vars(who)}])
    return made


def _standing(connection: Connection, kind: Kind, names: Iterable[str]) -> dict[str, Json]:
    """Return how players are rated now at a kind of game."""
    row = RatingRow
    asked = select(row.player, row.mu, row.sigma, row.games, row.touched).where(
        row.game == kind[0], row.players == kind[1], row.player.in_(list(names))
    )
    return {one.player: dict(one._mapping) for one in connection.execute(asked)}


def _rate(rows: list[Json], known: dict[str, Json], ended: float) -> None:
    """Rate one game: what its rows hold, and what is known of everybody, changes."""
    before = [
        Rating(known[row["player"]]["mu"], known[row["player"]]["sigma"])
        if row["player"] in known
        else Rating()
        for row in rows
    ]
    after = after_game(before, [row["share"] for row in rows], [row["score"] for row in rows])
    for row, now in zip(rows, after, strict=True):
        name = row["player"]
        row.update(vars(now))
        games = known[name]["games"] + 1 if name in known else 1
        known[name] = {"player": name, **vars(now), "games": games, "touched": ended}


def _write(connection: Connection, kind: Kind, known: dict[str, Json]) -> None:
    game, players = kind
    is_kind = (RatingRow.game == game, RatingRow.players == players)
    connection.execute(delete(RatingRow).where(*is_kind, RatingRow.player.in_(list(known))))
    rows = [{**one, "game": game, "players": players} for one in known.values()]
    if rows:
        connection.execute(insert(RatingRow), rows)


def work_out(connection: Connection, kinds: Iterable[Kind]) -> int:
    """Rate all games of some kinds anew, in the order of their ending; return how many."""
    games = 0
    for kind in kinds:
        known: dict[str, Json] = {}
        asked = (
            select(RatedSeatRow.__table__, RatedRow.ended)
            .join(RatedRow, RatedRow.match_id == RatedSeatRow.match_id)
            .where(*_counts(kind))
            .order_by(RatedRow.ended, RatedRow.match_id, RatedSeatRow.seat)
        )
        tables: dict[str, list[Json]] = {}
        for found in connection.execute(asked):
            tables.setdefault(found.match_id, []).append(dict(found._mapping))
        for table, rows in tables.items():
            _rate(rows, known, rows[0]["ended"])
            for row in rows:
                which = (RatedSeatRow.match_id == table, RatedSeatRow.seat == row["seat"])
                new = {"mu": row["mu"], "sigma": row["sigma"]}
                connection.execute(update(RatedSeatRow).where(*which).values(**new))
        _write(connection, kind, known)
        games += len(tables)
    return games
