"""Persons and their devices in the store.

A device is signed in by a random key in a cookie. The store has its keyed digest, so that whoever
reads the database can sign in nowhere. What was read is kept for a few seconds, or until somebody
changes it, in whatever process: a device that is signed out is so everywhere.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from horta.server.database import Database
from horta.server.people.errors import MailTaken
from horta.server.ports.events import PEOPLE, Events
from horta.server.rows import PersonRow, SessionRow, TicketRow
from horta.server.store import Store

SESSION_SECONDS = 180 * 24 * 3600.0
"""A device on which nothing has happened for so long is signed out."""
SEEN_EVERY = 3600.0
"""How exactly it is written down when a device was last used."""
LOOK_AGAIN = 3.0
"""Seconds for which an answer of the store is believed."""
MOST_KNOWN = 10_000
LONGEST_KEY = 100

T = TypeVar("T")
Clock = Callable[[], float]


@dataclass(frozen=True)
class Person:
    """Somebody who is known on several devices."""

    id: str
    name: str
    lang: str
    theme: str
    mail: str | None
    made: float


@dataclass(frozen=True)
class Device:
    """A device on which a person is signed in."""

    digest: str
    person: str
    title: str
    made: float
    seen: float


PERSON = tuple(getattr(PersonRow, field.name) for field in fields(Person))
DEVICE = tuple(getattr(SessionRow, field.name) for field in fields(Device))


class Remembered(OrderedDict[Any, tuple[float, Any]]):
    """What the store said, for a few seconds, or until any process has changed it."""

    def __init__(self, events: Events) -> None:
        super().__init__()
        self._events = events
        events.hear(PEOPLE, lambda told: self.clear())

    def fresh(self, key: Any, now: float) -> tuple[float, Any] | None:
        """Return what is still believed."""
        found = self.get(key) if self._events.is_hearing else None
        return found if found is not None and now - found[0] < LOOK_AGAIN else None

    async def change(self, connection: AsyncConnection) -> None:
        """Have all other processes ask the store again, once this transaction is committed."""
        await connection.run_sync(self._events.put, PEOPLE, [""])

    def learn(self, key: Any, now: float, value: T) -> T:
        """Remember an answer."""
        self[key] = (now, value)
        self.move_to_end(key)
        while len(self) > MOST_KNOWN:
            self.popitem(last=False)
        return value


class Digests:
    """How keys are written down: by a digest that needs the secret of the house."""

    def __init__(self, secret: str, *accepted: str) -> None:
        """Write by a secret, and know again what was written by others that are accepted."""
        self._keys = [
            hashlib.sha256(b"horta people " + one.encode()).digest() for one in (secret, *accepted)
        ]

    def __call__(self, text: str) -> str:
        """Return the digest to write down."""
        return self.ever(text)[0]

    def ever(self, text: str) -> list[str]:
        """Return the digest to write down, then those by which it may have been."""
        return [
            hashlib.blake2b(text.encode(), key=key, digest_size=32).hexdigest()
            for key in self._keys
        ]


async def added(
    database: Database, connection: AsyncConnection, table: Any, row: dict[str, Any]
) -> bool:
    """Add a row; return whether there was none that it clashes with."""
    insert: Any = insert_sqlite if database.is_sqlite else insert_postgresql
    done = await connection.execute(insert(table).values(row).on_conflict_do_nothing())
    return bool(done.rowcount)


def _seen(person: str, now: float) -> Any:
    return update(PersonRow).where(PersonRow.id == person).values(seen=now)


def _last_seen() -> Any:
    return func.coalesce(PersonRow.seen, PersonRow.made)


class Persons:
    """The persons of a house, and the devices on which they are signed in."""

    def __init__(self, store: Store, digests: Digests, clock: Clock) -> None:
        self._database, self._digest, self._clock = store.database, digests, clock
        self._known = Remembered(store.events)

    # persons

    async def create(self, name: str, lang: str, theme: str, mail: str | None = None) -> Person:
        """Keep a new person; `MailTaken` if another has the mail address."""
        made = Person(secrets.token_urlsafe(9), name, lang, theme, mail, self._clock())
        async with self._database.begin() as connection:
            row = {**vars(made), "seen": made.made}
            if not await added(self._database, connection, PersonRow, row):
                raise MailTaken
        return made

    async def find(self, person_id: str) -> Person | None:
        """Return a person."""
        return await self._one(PersonRow.id == person_id)

    async def by_mail(self, mail: str) -> Person | None:
        """Return the person with a mail address."""
        return await self._one(PersonRow.mail == mail)

    async def _one(self, which: Any) -> Person | None:
        async with self._database.connect() as connection:
            row = (await connection.execute(select(*PERSON).where(which))).first()
        return None if row is None else Person(*row)

    async def change(self, person_id: str, **changes: str | None) -> None:
        """Change what is kept of a person; `MailTaken` if another has the mail address."""
        mail = changes.get("mail")
        other = select(PersonRow.id).where(PersonRow.mail == mail, PersonRow.id != person_id)
        async with self._database.begin() as connection:
            if mail is not None and (await connection.execute(other)).first() is not None:
                raise MailTaken
            which = PersonRow.id == person_id
            await connection.execute(update(PersonRow).where(which).values(**changes))
            await self._known.change(connection)
        self._known.clear()

    async def remove(self, person_id: str) -> None:
        """Forget a person, with passkeys, devices, tickets and keys."""
        async with self._database.begin() as connection:
            await connection.execute(delete(PersonRow).where(PersonRow.id == person_id))
            await self._known.change(connection)
        self._known.clear()

    # devices

    async def sign_in(self, person_id: str, title: str) -> str:
        """Sign a device in; return the key that it keeps."""
        token, now = secrets.token_urlsafe(32), self._clock()
        row = Device(self._digest(token), person_id, title, now, now)
        async with self._database.begin() as connection:
            await connection.execute(SessionRow.__table__.insert(), [vars(row)])  # type: ignore[attr-defined]
            await connection.execute(_seen(person_id, now))
        return token

    async def tidy(self) -> None:
        """Forget devices that nobody has used for long, and tickets whose time is over."""
        now = self._clock()
        async with self._database.begin() as connection:
            old = SessionRow.seen < now - SESSION_SECONDS
            await connection.execute(delete(SessionRow).where(old))
            await connection.execute(delete(TicketRow).where(TicketRow.until <= now))

    async def unseen(self, before: float, after: str, most: int) -> list[Person]:
        """Return persons who were not there since some time, by their ids, behind one of them."""
        asked = select(*PERSON).where(_last_seen() < before, PersonRow.id > after)
        async with self._database.connect() as connection:
            found = await connection.execute(asked.order_by(PersonRow.id).limit(most))
            return [Person(*row) for row in found]

    async def is_unseen(self, person_id: str, before: float) -> bool:
        """Tell whether a person was not there since some time."""
        asked = select(PersonRow.id).where(PersonRow.id == person_id, _last_seen() < before)
        async with self._database.connect() as connection:
            return (await connection.execute(asked)).first() is not None

    async def known(self, token: str) -> tuple[Person, Device] | None:
        """Return who is signed in by a key, and on which device."""
        if not token or len(token) > LONGEST_KEY:
            return None
        digests, now = self._digest.ever(token), self._clock()
        digest = digests[0]
        found = self._known.fresh(digest, now)
        if found is not None:
            known: tuple[Person, Device] | None = found[1]
            return known
        async with self._database.connect() as connection:
            asked = (
                select(*PERSON, *DEVICE)
                .join(SessionRow, SessionRow.person == PersonRow.id)
                .where(SessionRow.digest.in_(digests), SessionRow.seen >= now - SESSION_SECONDS)
            )
            row = (await connection.execute(asked)).first()
        if row is None:
            return self._known.learn(digest, now, None)
        person, device = Person(*row[: len(PERSON)]), Device(*row[len(PERSON) :])
        if now - device.seen > SEEN_EVERY or device.digest != digest:
            which = SessionRow.digest == device.digest
            async with self._database.begin() as connection:
                seen = update(SessionRow).where(which).values(seen=now, digest=digest)
                await connection.execute(seen)
                await connection.execute(_seen(person.id, now))
            device = replace(device, digest=digest)
        return self._known.learn(digest, now, (person, device))

    async def devices(self, person_id: str) -> list[Device]:
        """Return the devices of a person, the one that was used last first."""
        old = self._clock() - SESSION_SECONDS
        async with self._database.connect() as connection:
            found = await connection.execute(
                select(*DEVICE)
                .where(SessionRow.person == person_id, SessionRow.seen >= old)
                .order_by(SessionRow.seen.desc(), SessionRow.made.desc())
            )
            return [Device(*row) for row in found]

    async def sign_out(self, person_id: str, *digests: str) -> None:
        """Sign devices of a person out."""
        async with self._database.begin() as connection:
            await connection.execute(
                delete(SessionRow).where(
                    SessionRow.person == person_id, SessionRow.digest.in_(digests)
                )
            )
            await self._known.change(connection)
        self._known.clear()
