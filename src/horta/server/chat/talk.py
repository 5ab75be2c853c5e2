"""Talk: what was said at a table, by whom, and who does not want to read whom.

Players write and read, and the host reads; spectators do neither: a table's public link goes to
anybody. A player is known by the key of their seat, so who sits there later has said nothing of it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import INVISIBLE
from horta.server.chat.phrases import PHRASES
from horta.server.database import Database
from horta.server.people.store import Clock
from horta.server.people.tally import Tally
from horta.server.ports.events import Told
from horta.server.room import NotAllowed, Room
from horta.server.rooms import Rooms
from horta.server.rows import ChatRow, HeldRow, MuteRow, ReportRow, SeatRow

CHAT = "chat"
"""The topic of events: something was said at a table."""
LONGEST, LONGEST_WHY = 300, 300
SHOWN = 200
"""Messages that a page shows, the latest."""
MOST = 2_000
"""Messages at one table."""
BURST, BURST_SECONDS = 6, 10.0
QUARTER, QUARTER_SECONDS = 100, 900.0
"""Messages that a seat may write in so many seconds."""
OPEN = "open"
"""The state of a report that nobody has looked at."""

MESSAGE = (
    *(ChatRow.id, ChatRow.seat, ChatRow.key, ChatRow.person, ChatRow.name, ChatRow.at),
    *(ChatRow.phrase, ChatRow.text),
)


class BadMessage(HortaError):
    """What somebody wants to say does not fit."""


class NoChat(HortaError):
    """Nobody talks in this house."""


class NoMessage(HortaError):
    """There is no such message."""


@dataclass(frozen=True)
class Message:
    """Something that was said."""

    id: int
    seat: int
    key: str
    person: str | None
    name: str
    at: float
    phrase: str
    """The key of a phrase; or"""
    text: str


def read_text(given: str, longest: int = LONGEST) -> str:
    """Return a text in one line; `BadMessage` says what does not fit."""
    text = " ".join(given.split())
    if len(text) > longest:
        raise BadMessage(mark("a message has at most {most} characters"), most=longest)
    # What joins the parts of an emoji is invisible too, and does no harm within a message.
    hidden = [
        sign
        for sign in text
        if sign != "\u200d" and (unicodedata.category(sign)[0] == "C" or sign in INVISIBLE)
    ]
    if hidden:
        raise BadMessage(
            mark("a message has no invisible characters (U+{code})"), code=f"{ord(hidden[0]):04X}"
        )
    return text


class Talk:
    """The talk at all tables."""

    def __init__(self, rooms: Rooms, now: Clock) -> None:
        self._rooms, self._database, self._now = rooms, rooms.store.database, now
        self._events = rooms.store.events
        self._bursts = Tally(now, BURST, BURST_SECONDS, 100_000, shared=(self._events, "burst"))
        self._quarters = Tally(
            now, QUARTER, QUARTER_SECONDS, 1_000_000, shared=(self._events, "said")
        )
        self._events.hear(CHAT, self._heard)

    def _heard(self, told: Told) -> None:
        """Wake who looks at a table where something was said, here or in another process."""
        heard = [self._rooms.here(told.about)] if told.about else list(self._rooms)
        for room in heard:
            if room is not None:
                room.talked += 1
                room.changed()

    # what is said

    async def say(
        self, room: Room, seat: int, *, text: str = "", phrase: str = "", person: str | None
    ) -> int:
        """Say something at a table; return its number."""
        said = read_text(text)
        if phrase and phrase not in PHRASES:
            raise BadMessage(mark("there is no such phrase"))
        if bool(said) == bool(phrase):
            raise BadMessage(mark("say something: a text, or one of the phrases"))
        who = (room.id, seat)
        self._bursts.check(who)
        self._quarters.check(who)
        sits = room.seats[seat]
        row = {
            **{"match_id": room.id, "seat": seat, "key": sits.key, "person": person},
            **{"name": sits.name, "at": self._now(), "phrase": phrase, "text": said},
        }
        count = select(func.count()).where(ChatRow.match_id == room.id)
        async with self._database.begin() as connection:
            if (await connection.execute(count)).scalar_one() >= MOST:
                raise NotAllowed(mark("so much was said at this table that nothing fits any more"))
            added = await connection.execute(insert(ChatRow).values(row).returning(ChatRow.id))
            number = int(added.scalar_one())
        self._events.tell(CHAT, room.id)
        return number

    async def messages(
        self, room: Room, reader: int | None, since: int = 0
    ) -> tuple[list[Message], list[int]]:
        """Return what a seat reads after a message, and the seats that it does not want to read."""
        which = (ChatRow.match_id == room.id, ChatRow.id > since)
        asked = select(*MESSAGE).where(*which).order_by(ChatRow.id.desc()).limit(SHOWN)
        async with self._database.connect() as connection:
            found = [Message(*row) for row in await connection.execute(asked)]
            muted = [] if reader is None else await self._muted(connection, room, reader)
        known = set(muted)
        shown = [one for one in reversed(found) if (one.seat, one.key) not in known]
        now = [seat for seat, key in muted if room.seats[seat].key == key]
        return shown, sorted(now)

    async def _muted(self, connection: Any, room: Room, reader: int) -> list[tuple[int, str]]:
        which = (MuteRow.match_id == room.id, MuteRow.reader == _reader(room, reader))
        found = await connection.execute(select(MuteRow.seat, MuteRow.key).where(*which))
        return [(int(seat), str(key)) for seat, key in found]

    # whom one does not want to read

    async def mute(self, room: Room, reader: int, seat: int, wanted: bool) -> None:
        """Read nothing more of who sits on a seat, or read them again."""
        if seat == reader:
            raise NotAllowed(mark("you cannot mute yourself"))
        row = {
            **{"match_id": room.id, "reader": _reader(room, reader), "seat": seat},
            "key": room.seats[seat].key,
        }
        async with self._database.begin() as connection:
            if not wanted:
                columns = (MuteRow.match_id, MuteRow.reader, MuteRow.seat)
                same = [one == row[one.key] for one in columns]
                await connection.execute(delete(MuteRow).where(*same))
                return
            made: Any = insert_sqlite if self._database.is_sqlite else insert_postgresql
            keys = ["match_id", "reader", "seat"]
            muting = made(MuteRow).values(row)
            again = {"key": row["key"]}
            await connection.execute(muting.on_conflict_do_update(index_elements=keys, set_=again))

    # what the house should look at

    async def report(self, room: Room, by: int, message: int, why: str, person: str | None) -> None:
        """Show a message to whoever runs the house; who reports it twice says nothing new."""
        reason = read_text(why, LONGEST_WHY)
        which = (ChatRow.match_id == room.id, ChatRow.id == message)
        made: Any = insert_sqlite if self._database.is_sqlite else insert_postgresql
        async with self._database.begin() as connection:
            found = (await connection.execute(select(*MESSAGE).where(*which))).first()
            if found is None:
                raise NoMessage(mark("there is no such message at this table"))
            one = Message(*found)
            if one.seat == by and one.key == room.seats[by].key:
                raise NotAllowed(mark("this is a message of your own"))
            row = {
                **{"match_id": room.id, "message": one.id, "seat": one.seat, "person": one.person},
                **{"name": one.name, "text": one.text or PHRASES[one.phrase], "said": one.at},
                **{"by_seat": by, "by_person": person, "by_name": room.seats[by].name},
                **{"why": reason, "at": self._now(), "state": OPEN},
            }
            await connection.execute(made(ReportRow).values(row).on_conflict_do_nothing())


def _reader(room: Room, seat: int) -> str:
    """Return who reads: by the key of the seat, or the seat itself where it has none."""
    return room.seats[seat].key or f"seat {seat}"


def _sits(person: str, row: Any, *seat: ColumnElement[bool]) -> ColumnElement[bool]:
    """Tell of a row whether it is of the seat that a person holds at its table now."""
    held = and_(
        HeldRow.person == person,
        HeldRow.thing == SeatRow.match_id,
        HeldRow.seat == SeatRow.seat,
        HeldRow.epoch == SeatRow.epoch,
    )
    own = select(SeatRow.seat).join(HeldRow, held)
    return own.where(SeatRow.match_id == row.match_id, *seat).correlate(row).exists()


def _as_guest(person: str) -> ColumnElement[bool]:
    """Tell of a message whether a person said it as a guest, on a seat that they kept later."""
    seat = (SeatRow.seat == ChatRow.seat, SeatRow.key == ChatRow.key)
    there = ChatRow.match_id.in_(select(HeldRow.thing).where(HeldRow.person == person))
    return and_(ChatRow.person.is_(None), there, _sits(person, ChatRow, *seat))


async def own_up(database: Database, person: str) -> None:
    """Keep with a person what they said, and reported, as a guest on seats that they hold now."""
    words = ReportRow.message.in_(select(ChatRow.id).where(ChatRow.person == person))
    seat = (SeatRow.seat == ReportRow.by_seat, SeatRow.name == ReportRow.by_name)
    there = ReportRow.match_id.in_(select(HeldRow.thing).where(HeldRow.person == person))
    said = update(ChatRow).where(_as_guest(person)).values(person=person)
    copies = update(ReportRow).where(ReportRow.person.is_(None), words).values(person=person)
    mine = (ReportRow.by_person.is_(None), there, _sits(person, ReportRow, *seat))
    reported = update(ReportRow).where(*mine).values(by_person=person)
    async with database.begin() as connection:
        for one in (said, copies, reported):
            await connection.execute(one.execution_options(synchronize_session=False))


async def said_by(database: Database, person: str) -> list[Json]:
    """Return everything that a person has said at tables, for the file that they take along."""
    return await _said(database, or_(ChatRow.person == person, _as_guest(person)))


async def reported_by(database: Database, person: str) -> list[Json]:
    """Return what a person has reported and why, for the same file; not whose message it was."""
    asked = select(ReportRow.match_id.label("table"), ReportRow.at, ReportRow.why, ReportRow.state)
    which = ReportRow.by_person == person
    async with database.connect() as connection:
        found = await connection.execute(asked.where(which).order_by(ReportRow.id))
        return [row._asdict() for row in found]


async def _said(database: Database, *which: ColumnElement[bool]) -> list[Json]:
    columns: Sequence[Any] = (ChatRow.match_id, ChatRow.at, ChatRow.phrase, ChatRow.text)
    async with database.connect() as connection:
        found = await connection.execute(select(*columns).where(*which).order_by(ChatRow.id))
        return [
            {"table": table, "at": at, "text": text or PHRASES[phrase]}
            for table, at, phrase, text in found
        ]
