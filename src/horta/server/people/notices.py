"""Notices: a person hears of a change that lets others in, or keeps them out themselves.

Whoever sits at a device that is signed in can make a passkey, name another mail address or delete
the person. A letter goes to the mail address of before, and a message to the browsers of all other
devices that take messages, so that it does not stay a secret from the one who is meant.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from horta.core.i18n import mark
from horta.server.house import House
from horta.server.i18n import words
from horta.server.messages.ways import Browser
from horta.server.people.errors import MailBusy
from horta.server.people.known import Known
from horta.server.people.mail import Mailer

PASSKEY = mark("From now on a new passkey signs in as {name} at {house}.")
MAIL = mark("From now on links to sign in as {name} at {house} go to another mail address.")
NO_MAIL = mark("Links to sign in as {name} at {house} no longer go to this mail address.")
DELETED = mark("{name} was deleted at {house}, with passkeys, mail address, devices and studies.")

STOP_IT = mark(
    "If it was you, there is nothing to do. If not: sign in, sign all other devices out, and "
    "remove what is not yours."
)
TOO_LATE = mark(
    "If it was you, there is nothing to do. If not: somebody was signed in as you. Tell whoever "
    "runs the house."
)


@dataclass(frozen=True)
class Hearers:
    """Who hears of a change of a person: as things were before it."""

    known: Known
    mailer: Mailer | None
    browsers: Sequence[Browser]

    def tell(self, house: House, change: str) -> None:
        """Tell of a change, in the background."""
        person, base = self.known.person, house.settings.address.rstrip("/")
        say = words(person.lang)
        subject = say("Your account at Horta was changed")
        what = say(change, name=person.name, house=base)
        todo = say(TOO_LATE if change == DELETED else STOP_IT)
        if self.mailer is not None and person.mail is not None:
            with contextlib.suppress(MailBusy):
                self.mailer.send(person.mail, subject, f"{what}\n\n{base}/you\n\n{todo}\n")
        if house.messages is not None:
            house.messages.senders.tell(self.browsers, (subject, what, "/you"), person.lang)


async def hearers(house: House, known: Known) -> Hearers:
    """Return who hears of what whoever sits at a device changes now."""
    people, messages = house.people, house.messages
    mailer = None if people is None else people.mailer
    found: Sequence[Browser] = ()
    if messages is not None:
        found = await messages.ways.browsers(known.person.id, but=known.device.digest)
    return Hearers(known, mailer, found)
