"""Ways: what the store knows of how people hear of their turns."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.database import Database
from horta.server.messages.choices import OFF, Choices
from horta.server.messages.push import Place
from horta.server.messages.rows import (
    BrowserRow,
    BrowserSeatRow,
    ChoicesRow,
    HookRow,
    MessageRow,
)
from horta.server.people.store import Clock, Device, added
from horta.server.rows import HeldRow, MatchRow, PersonRow
from horta.server.tokens import Claim

MOST_BROWSERS, MOST_HOOKS, MOST_AT_SEAT = 20, 5, 6
"""Browsers and webhooks of a person, and guests' browsers that hear of one seat: each is a request
to somewhere else, which nobody may have us send in numbers."""
PUSH, MAIL, HOOK = "push", "mail", "hook"


class TooManyWays(HortaError):
    """A person has more browsers or webhooks than anybody needs."""

    def __init__(self) -> None:
        super().__init__(mark("there are too many of these; remove one first"))


@dataclass(frozen=True)
class Browser:
    """A browser that takes messages."""

    id: str
    endpoint: str
    public: str
    auth: str
    person: str | None
    session: str | None
    title: str
    lang: str
    made: float

    @property
    def place(self) -> Place:
        """Where its messages go."""
        return Place(self.endpoint, self.public, self.auth)


@dataclass(frozen=True)
class Hook:
    """A webhook of a chat room."""

    id: str
    person: str
    url: str
    made: float

    @property
    def host(self) -> str:
        """What people know it by: the rest of the address is a secret of the chat room."""
        return urlsplit(self.url).netloc


@dataclass(frozen=True)
class Listener:
    """Somebody who wants to hear of a seat's turn, and in which way."""

    way: str
    target: str
    person: str | None


CHOICES = tuple(getattr(ChoicesRow, one.name) for one in fields(Choices))
BROWSER = tuple(getattr(BrowserRow, one.name) for one in fields(Browser))
HOOKS = tuple(getattr(HookRow, one.name) for one in fields(Hook))


class Ways:
    """Choices, browsers and webhooks of everybody."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database, self._now = database, now

    async def _all(self, asked: Any) -> Sequence[Any]:
        async with self._database.connect() as connection:
            return list(await connection.execute(asked))

    # choices

    async def choices(self, person: str) -> Choices:
        """Return what a person has chosen."""
        found = await self._all(select(*CHOICES).where(ChoicesRow.person == person))
        return Choices(*found[0]) if found else Choices()

    async def choose(self, person: str, choices: Choices) -> None:
        """Keep what a person chooses; what waits to be sent is timed anew by it."""
        row, now = {"person": person, **vars(choices)}, self._now()
        waits = (MessageRow.person == person, MessageRow.done.is_(False))
        mails = MessageRow.way == MAIL
        async with self._database.begin() as connection:
            if not await added(self._database, connection, ChoicesRow, row):
                which = ChoicesRow.person == person
                await connection.execute(update(ChoicesRow).where(which).values(**vars(choices)))
            if choices.mail == OFF:
                await connection.execute(delete(MessageRow).where(*waits, mails))
            for kind, due in ((mails, choices.mail_due(now)), (~mails, choices.awake(now))):
                changed = update(MessageRow).where(*waits, kind).values(due=due)
                await connection.execute(changed)

    async def stop_mail(self, person: str) -> None:
        """Send a person no more mails about turns."""
        waits = (MessageRow.person == person, MessageRow.way == MAIL, MessageRow.done.is_(False))
        async with self._database.begin() as connection:
            which = ChoicesRow.person == person
            await connection.execute(update(ChoicesRow).where(which).values(mail=OFF))
            await connection.execute(delete(MessageRow).where(*waits))

    # browsers

    async def browsers(self, person: str, but: str = "") -> list[Browser]:
        """Return the browsers of a person that take messages, but that of one device."""
        which = (BrowserRow.person == person, BrowserRow.session != but)
        asked = select(*BROWSER).where(*which).order_by(BrowserRow.made)
        return [Browser(*row) for row in await self._all(asked)]

    async def browser(self, browser: str) -> Browser | None:
        """Return a browser."""
        found = await self._all(select(*BROWSER).where(BrowserRow.id == browser))
        return Browser(*found[0]) if found else None

    async def subscribe(
        self,
        place: Place,
        title: str,
        lang: str,
        *,
        device: Device | None = None,
        seats: Sequence[Claim] = (),
    ) -> None:
        """Let a browser take messages: of a person's device, or of a guest, for some seats."""
        person = None if device is None else device.person
        about = {
            "public": place.public,
            "auth": place.auth,
            "endpoint": place.endpoint,
            "person": person,
            "session": None if device is None else device.digest,
            "title": title,
            "lang": lang,
        }
        row = {"id": secrets.token_urlsafe(9), "digest": place.digest, "made": self._now(), **about}
        which = BrowserRow.digest == place.digest
        async with self._database.begin() as connection:
            if person is not None:
                mine = (BrowserRow.person == person, BrowserRow.digest != place.digest)
                await _few(connection, BrowserRow, MOST_BROWSERS, *mine)
            if not await added(self._database, connection, BrowserRow, row):
                await connection.execute(update(BrowserRow).where(which).values(**about))
            found = await connection.execute(select(BrowserRow.id).where(which))
            browser = found.scalar_one()
            for claim in seats:
                same_seat = (
                    BrowserSeatRow.match_id == claim.table,
                    BrowserSeatRow.seat == claim.seat,
                    BrowserSeatRow.browser != browser,
                )
                await _few(connection, BrowserSeatRow, MOST_AT_SEAT, *same_seat)
                held = {
                    "browser": browser,
                    "match_id": claim.table,
                    "seat": claim.seat,
                    "epoch": claim.epoch,
                }
                if not await added(self._database, connection, BrowserSeatRow, held):
                    same = [getattr(BrowserSeatRow, one) == held[one] for one in SAME_SEAT]
                    await connection.execute(
                        update(BrowserSeatRow).where(*same).values(epoch=claim.epoch)
                    )

    async def renew(self, old: Place, new: Place) -> bool:
        """Let a browser move on to another endpoint; only it knows the old one and its secret."""
        which = (BrowserRow.digest == old.digest, BrowserRow.auth == old.auth)
        place = {"digest": new.digest, **vars(new)}
        taken = select(BrowserRow.id).where(BrowserRow.digest == new.digest)
        async with self._database.begin() as connection:
            if (await connection.execute(taken)).first() is not None:
                return False
            done = await connection.execute(update(BrowserRow).where(*which).values(**place))
            return bool(done.rowcount)

    async def unsubscribe(self, *which: ColumnElement[bool]) -> None:
        """Forget browsers, with what waits to be sent to them."""
        ids = select(BrowserRow.id).where(*which)
        async with self._database.begin() as connection:
            gone = [str(one) for one in (await connection.execute(ids)).scalars()]
            waiting = and_(MessageRow.way == PUSH, MessageRow.target.in_(gone))
            await connection.execute(delete(MessageRow).where(waiting))
            await connection.execute(delete(BrowserRow).where(BrowserRow.id.in_(gone)))

    # webhooks

    async def hooks(self, person: str) -> list[Hook]:
        """Return the webhooks of a person."""
        asked = select(*HOOKS).where(HookRow.person == person).order_by(HookRow.made)
        return [Hook(*row) for row in await self._all(asked)]

    async def hook(self, hook: str) -> Hook | None:
        """Return a webhook."""
        found = await self._all(select(*HOOKS).where(HookRow.id == hook))
        return Hook(*found[0]) if found else None

    async def add_hook(self, hook: Hook) -> None:
        """Keep a webhook."""
        async with self._database.begin() as connection:
            await _few(connection, HookRow, MOST_HOOKS, HookRow.person == hook.person)
            await added(self._database, connection, HookRow, vars(hook))

    async def remove_hook(self, *which: ColumnElement[bool]) -> None:
        """Forget a webhook, with what waits to be sent to it."""
        ids = select(HookRow.id).where(*which)
        async with self._database.begin() as connection:
            gone = [str(one) for one in (await connection.execute(ids)).scalars()]
            waiting = and_(MessageRow.way == HOOK, MessageRow.target.in_(gone))
            await connection.execute(delete(MessageRow).where(waiting))
            await connection.execute(delete(HookRow).where(HookRow.id.in_(gone)))

    async def exported(self, person: str) -> Json:
        """Return everything that is kept of how a person hears of turns."""
        return {
            **vars(await self.choices(person)),
            "browsers": [
                {"title": one.title, "endpoint": one.endpoint, "made": one.made}
                for one in await self.browsers(person)
            ],
            "hooks": [{"url": one.url, "made": one.made} for one in await self.hooks(person)],
        }

    # who listens

    async def listeners(self, table: str, seat: int, epoch: int) -> list[Listener]:
        """Return who wants to hear of a seat: persons who hold it, and guests' browsers."""
        held = and_(HeldRow.thing == table, HeldRow.seat == seat, HeldRow.epoch == epoch)
        person = HeldRow.person
        found = [
            Listener(MAIL, one[0], one[0])
            for one in await self._all(
                select(person)
                .join(ChoicesRow, ChoicesRow.person == person)
                .join(PersonRow, PersonRow.id == person)
                .where(held, ChoicesRow.mail != OFF, PersonRow.mail.is_not(None))
            )
        ]
        for way, kind in ((PUSH, BrowserRow), (HOOK, HookRow)):
            asked = select(kind.id, kind.person).join(HeldRow, person == kind.person).where(held)
            found += [Listener(way, *row) for row in await self._all(asked)]
        row = BrowserSeatRow
        asked_by_guests = (
            select(row.browser)
            .join(BrowserRow, BrowserRow.id == row.browser)
            .where(row.match_id == table, row.seat == seat, row.epoch == epoch)
            .where(BrowserRow.person.is_(None))
        )
        return found + [Listener(PUSH, one[0], None) for one in await self._all(asked_by_guests)]

    def wanted(self) -> ColumnElement[bool]:
        """Return the condition of matches at which somebody may want to hear of a turn."""
        mailed = select(ChoicesRow.person).where(ChoicesRow.mail != OFF)
        persons = mailed.union(
            select(BrowserRow.person).where(BrowserRow.person.is_not(None)), select(HookRow.person)
        )
        held = select(HeldRow.thing).where(HeldRow.seat >= 0, HeldRow.person.in_(persons))
        return or_(MatchRow.id.in_(held), MatchRow.id.in_(select(BrowserSeatRow.match_id)))

    async def tidy(self) -> None:
        """Forget what guests wanted to hear of games that are over, and browsers left with none."""
        over = select(MatchRow.id).where(MatchRow.over.is_(True))
        async with self._database.begin() as connection:
            ended = BrowserSeatRow.match_id.in_(over)
            await connection.execute(delete(BrowserSeatRow).where(ended))
        wants = select(BrowserSeatRow.browser).where(BrowserSeatRow.browser == BrowserRow.id)
        await self.unsubscribe(BrowserRow.person.is_(None), ~wants.exists())


SAME_SEAT = ("browser", "match_id", "seat")


async def _few(connection: Any, kind: Any, most: int, *which: ColumnElement[bool]) -> None:
    """Refuse one more of a kind (`TooManyWays`)."""
    counted = select(func.count()).select_from(kind).where(*which)
    if (await connection.execute(counted)).scalar_one() >= most:
        raise TooManyWays
