"""What the rooms of persons share."""

from __future__ import annotations

from collections.abc import Sequence

from horta.core.errors import BadOption
from horta.core.i18n import mark
from horta.server.people.holdings import Holdings
from horta.server.people.invites import Invites
from horta.server.people.mail import Mailer
from horta.server.people.store import Clock, Digests, Persons
from horta.server.people.tally import Tally
from horta.server.people.tickets import Tickets
from horta.server.settings import Settings
from horta.server.store import Store

QUARTER = 900.0
"""Seconds in which tries are counted."""


class People:
    """Persons, passkeys, tickets and keys of one house."""

    def __init__(self, store: Store, keys: Sequence[str], settings: Settings, clock: Clock) -> None:
        """Keep persons; the first of the keys signs, all are accepted."""
        from horta.server.people.passkeys import Passkeys  # a library that guests do not need

        digest = Digests(*keys)
        self.clock = clock
        self.persons = Persons(store, digest, clock)
        self.tickets = Tickets(store.database, digest, clock)
        self.passkeys = Passkeys(store.database, self.tickets, clock)
        self.holdings = Holdings(store, clock)
        self.invites = Invites(store.database, clock)
        self.mailer = Mailer.read(settings)
        # What all together may try is far above what they do: a few strangers with many addresses
        # must not shut the door for everybody.
        self.asks = Tally(
            clock, most=60, seconds=QUARTER, most_of_all=60_000, shared=(store.events, "asks")
        )
        """Questions to passkeys, by where they are asked from;"""
        self.codes = Tally(
            clock, most=10, seconds=QUARTER, most_of_all=20_000, shared=(store.events, "codes")
        )
        """codes that were wrong: so many are nothing against 40 bits;"""
        self.mails = Tally(
            clock, most=10, seconds=QUARTER, most_of_all=6_000, shared=(store.events, "mails")
        )
        """letters that were asked for, by where from;"""
        self.letters = Tally(
            clock, most=3, seconds=QUARTER, most_of_all=3_000, shared=(store.events, "letters")
        )
        """and by the persons whom they go to,"""
        self.first_letters = Tally(
            clock, most=3, seconds=QUARTER, most_of_all=300, shared=(store.events, "strangers")
        )
        """or by addresses that nobody here has: those are kept few, whoever asks for them;"""
        self.exports = Tally(
            clock, most=5, seconds=QUARTER, most_of_all=1_000, shared=(store.events, "exports")
        )
        """files with everything, by whose they are."""
        self.invited = Tally(
            clock, most=30, seconds=QUARTER, most_of_all=3_000, shared=(store.events, "invited")
        )
        """Invitations by name, by the table that they lead to."""

    async def close(self) -> None:
        """Let letters that are under way go out."""
        if self.mailer is not None:
            await self.mailer.close()


def check_persons(settings: Settings) -> None:
    """Refuse settings by which no person could sign in, before anything starts."""
    needs = {"HORTA_RATINGS": settings.ratings, "HORTA_TOURNAMENTS": settings.tournaments}
    for name, wanted in needs.items():
        if wanted and not settings.persons:
            raise BadOption(mark("{name} needs persons: set HORTA_PERSONS=1"), name=name)
    if settings.tournaments and not settings.clocks:
        raise BadOption(mark("HORTA_TOURNAMENTS needs clocks: set HORTA_CLOCKS=1"))
    if not settings.persons:
        return
    from importlib.util import find_spec

    if find_spec("webauthn") is None:
        raise BadOption(mark("HORTA_PERSONS needs the library webauthn: pip install horta[people]"))
    Mailer.read(settings)
