"""Passkeys: what a device is asked, and whether it has answered well (WebAuthn).

A device proves that it has the private half of a key and that its owner is there (by finger, face
or PIN). The question is a ticket: it is good once, for a few minutes.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeVar
from urllib.parse import urlsplit

import webauthn
from sqlalchemy import delete, select, update
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.database import Database
from horta.server.people.errors import BadPasskey, TooManyPasskeys
from horta.server.people.store import Clock, added
from horta.server.people.tickets import CHALLENGE, Ticket, Tickets
from horta.server.rows import PasskeyRow

MOST_PASSKEYS = 20
LONGEST_ANSWER = 20_000
VERIFIED = UserVerificationRequirement.REQUIRED

T = TypeVar("T")


@dataclass(frozen=True)
class Passkey:
    """A passkey of a person."""

    id: str
    person: str
    credential: str
    public_key: bytes
    count: int
    title: str
    made: float
    used: float


@dataclass(frozen=True)
class Site:
    """Where the browser is: passkeys are bound to it."""

    origin: str

    @property
    def name(self) -> str:
        """Return the host, which the keys are made for."""
        return urlsplit(self.origin).hostname or ""


COLUMNS = tuple(getattr(PasskeyRow, field.name) for field in fields(Passkey))


class Passkeys:
    """The passkeys of all persons."""

    def __init__(self, database: Database, tickets: Tickets, clock: Clock) -> None:
        self._database, self._tickets, self._clock = database, tickets, clock

    # a new one

    async def ask_new(self, site: Site, name: str, person: str | None) -> Json:
        """Return the question for a new passkey: of a person, or of one who is new as well."""
        mine = [] if person is None else await self.all_of(person)
        if len(mine) >= MOST_PASSKEYS:
            raise TooManyPasskeys(
                mark("a person has at most {most} passkeys; remove one first"), most=MOST_PASSKEYS
            )
        challenge = await self._tickets.give(CHALLENGE, person, name=name)
        asked = webauthn.generate_registration_options(
            rp_id=site.name,
            rp_name="Horta",
            user_name=name,
            # Drawn anew each time: an authenticator keeps one key for each such name, and
            # a second key must not push out the first.
            user_id=secrets.token_bytes(32),
            challenge=challenge.encode(),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=VERIFIED
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.credential)) for one in mine
            ],
        )
        return _plain(webauthn.options_to_json(asked))

    async def check_new(self, site: Site, answer: str) -> tuple[Ticket, Passkey]:
        """Return what was asked, and the passkey that a device has made; nobody has it yet."""
        given, challenge = _read(answer)
        ticket = await self._tickets.take(CHALLENGE, challenge)
        if ticket is None or "name" not in ticket.body:
            raise BadPasskey
        proved = _tried(
            lambda: webauthn.verify_registration_response(
                credential=given,
                expected_challenge=challenge.encode(),
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        )
        now = self._clock()
        return ticket, Passkey(
            id=secrets.token_urlsafe(9),
            person=ticket.person or "",
            credential=bytes_to_base64url(proved.credential_id),
            public_key=proved.credential_public_key,
            count=proved.sign_count,
            title="",
            made=now,
            used=now,
        )

    async def add(self, passkey: Passkey) -> None:
        """Keep a passkey."""
        async with self._database.begin() as connection:
            if not await added(self._database, connection, PasskeyRow, vars(passkey)):
                raise BadPasskey  # it is somebody's already

    # signing in

    async def ask(self, site: Site) -> Json:
        """Return the question for whoever has a passkey of this house."""
        challenge = await self._tickets.give(CHALLENGE)
        asked = webauthn.generate_authentication_options(
            rp_id=site.name, challenge=challenge.encode(), user_verification=VERIFIED
        )
        return _plain(webauthn.options_to_json(asked))

    async def check(self, site: Site, answer: str) -> Passkey:
        """Return the passkey by which a device has answered; `BadPasskey` if it is none of ours."""
        given, challenge = _read(answer)
        ticket = await self._tickets.take(CHALLENGE, challenge)
        found = await self._find(PasskeyRow.credential == str(given.get("id", "")))
        if ticket is None or "name" in ticket.body or not found:
            raise BadPasskey
        passkey = found[0]
        proved = _tried(
            lambda: webauthn.verify_authentication_response(
                credential=given,
                expected_challenge=challenge.encode(),
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.count,
                require_user_verification=True,
            )
        )
        async with self._database.begin() as connection:
            await connection.execute(
                update(PasskeyRow)
                .where(PasskeyRow.id == passkey.id)
                .values(count=proved.new_sign_count, used=self._clock())
            )
        return passkey

    # what there is

    async def all_of(self, person: str) -> list[Passkey]:
        """Return the passkeys of a person, the oldest first."""
        return await self._find(PasskeyRow.person == person)

    async def _find(self, which: Any) -> list[Passkey]:
        async with self._database.connect() as connection:
            asked = select(*COLUMNS).where(which).order_by(PasskeyRow.made)
            return [Passkey(*row) for row in await connection.execute(asked)]

    async def remove(self, person: str, passkey: str) -> None:
        """Forget a passkey of a person."""
        which = (PasskeyRow.person == person, PasskeyRow.id == passkey)
        async with self._database.begin() as connection:
            await connection.execute(delete(PasskeyRow).where(*which))


def _plain(text: str) -> Json:
    found: Json = json.loads(text)
    return found


def _read(answer: str) -> tuple[Json, str]:
    """Return what a device has answered, and the challenge that it says to answer."""

    def read() -> tuple[Json, str]:
        given = json.loads(answer)
        told = json.loads(base64url_to_bytes(given["response"]["clientDataJSON"]))
        return given, base64url_to_bytes(told["challenge"]).decode()

    return _tried(read)


def _tried(work: Callable[[], T]) -> T:
    """Look at an answer; whatever is wrong with it, it is refused alike."""
    try:
        return work()
    except Exception:  # the library meets CBOR, ASN.1 and JSON of strangers, and fails in many ways
        raise BadPasskey from None
