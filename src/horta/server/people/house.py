"""What the rooms of persons share."""

from __future__ import annotations

from horta.core.errors import BadOption
from horta.core.i18n import mark
from horta.server.people.holdings import Holdings
from horta.server.people.mail import Mailer
from horta.server.people.store import Clock, Persons, digester
from horta.server.people.tally import Tally
from horta.server.people.tickets import Tickets
from horta.server.settings import Settings
from horta.server.store import Store

QUARTER = 900.0
"""Seconds in which tries are counted."""


class People:
    """Persons, passkeys, tickets and keys of one house."""

    def __init__(self, store: Store, secret: str, settings: Settings, clock: Clock) -> None:
        from horta.server.people.passkeys import Passkeys  # a library that guests do not need

        digest = digester(secret)
        self.clock = clock
        self.persons = Persons(store.database, digest, clock)
        self.tickets = Tickets(store.database, digest, clock)
        self.passkeys = Passkeys(store.database, self.tickets, clock)
        self.holdings = Holdings(store.database, clock)
        self.mailer = Mailer.read(settings)
        self.asks = Tally(clock, most=60, seconds=QUARTER, most_of_all=6_000)
        """Questions to passkeys, by where they are asked from;"""
        self.codes = Tally(clock, most=10, seconds=QUARTER, most_of_all=200)
        """codes that were typed, right or wrong;"""
        self.mails = Tally(clock, most=10, seconds=QUARTER, most_of_all=300)
        """letters that were asked for, by where from;"""
        self.letters = Tally(clock, most=3, seconds=QUARTER, most_of_all=300)
        """and by whom they go to;"""
        self.exports = Tally(clock, most=5, seconds=QUARTER, most_of_all=100)
        """files with everything, by whose they are."""

    async def close(self) -> None:
        """Let letters that are under way go out."""
        if self.mailer is not None:
            await self.mailer.close()


def check_persons(settings: Settings) -> None:
    """Refuse settings by which no person could sign in, before anything starts."""
    if not settings.persons:
        return
    from importlib.util import find_spec

    if find_spec("webauthn") is None:
        raise BadOption(mark("HORTA_PERSONS needs the library webauthn: pip install horta[people]"))
    Mailer.read(settings)
