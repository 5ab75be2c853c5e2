"""Tickets: what is good once and for a short time, above all challenges, links by mail and codes.

The store has keyed digests of them. Who takes a ticket takes it out of the store in the same
statement, so that of two who bring it, in whatever process, one gets in.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from horta.core.game import Json
from horta.server.database import Database
from horta.server.people.store import Clock, Digests
from horta.server.rows import TicketRow

CHALLENGE, LINK, ADDRESS, CODE = "challenge", "link", "address", "code"
"""A question to a passkey; a link that signs in; a link that proves an address; a device's code."""
SECONDS = {CHALLENGE: 300.0, LINK: 900.0, ADDRESS: 900.0, CODE: 600.0}
"""How long each is good."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What a code is made of: nothing that looks like something else."""
CODE_LENGTH = 8


@dataclass(frozen=True)
class Ticket:
    """What a ticket stands for."""

    kind: str
    person: str | None
    body: Json


class Tickets:
    """The tickets of a house."""

    def __init__(self, database: Database, digests: Digests, clock: Clock) -> None:
        self._database, self._digest, self._clock = database, digests, clock

    async def give(self, kind: str, person: str | None = None, **body: object) -> str:
        """Make a ticket and return it; a person has one code at a time."""
        ticket = new_code() if kind == CODE else secrets.token_urlsafe(32)
        now = self._clock()
        row = {
            "digest": self._digest(f"{kind} {ticket}"),
            "kind": kind,
            "person": person,
            "body": body,
            "until": now + SECONDS[kind],
        }
        async with self._database.begin() as connection:
            await connection.execute(delete(TicketRow).where(TicketRow.until <= now))
            if kind == CODE:
                mine = (TicketRow.person == person, TicketRow.kind == CODE)
                await connection.execute(delete(TicketRow).where(*mine))
            await connection.execute(TicketRow.__table__.insert(), [row])  # type: ignore[attr-defined]
        return ticket

    async def take(self, kind: str, ticket: str) -> Ticket | None:
        """Use a ticket up; None if it is not good, or no longer."""
        columns = (TicketRow.kind, TicketRow.person, TicketRow.body, TicketRow.until)
        async with self._database.begin() as connection:
            found = await connection.execute(
                delete(TicketRow).where(self._which(kind, ticket)).returning(*columns)
            )
            row = found.first()
        return Ticket(*row[:3]) if row is not None and row[3] > self._clock() else None

    async def look(self, kind: str, ticket: str) -> Ticket | None:
        """Return what a ticket stands for, without using it up."""
        columns = (TicketRow.kind, TicketRow.person, TicketRow.body)
        async with self._database.connect() as connection:
            good = (self._which(kind, ticket), TicketRow.until > self._clock())
            row = (await connection.execute(select(*columns).where(*good))).first()
        return None if row is None else Ticket(*row)

    def _which(self, kind: str, ticket: str) -> Any:
        return TicketRow.digest.in_(self._digest.ever(f"{kind} {ticket}"))


def new_code() -> str:
    """Return a code that people can read out: 40 bits, good for a few tries only."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """Return a code as it was given, however it was typed."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())
