"""The seal: while a deal is still played at other tables, nobody looks at what became of it here.

As the director of a bridge club would have it: players see their own table from their own seat, and
all others see nothing of it, until the last table of the round is over. Replays, transcripts,
reviews and branches, which show everything, open then, for the players too.
"""

from __future__ import annotations

from horta.core.i18n import mark
from horta.server.contests.store import ContestStore
from horta.server.database import Database, StoreAway
from horta.server.room import NotAllowed, Room
from horta.server.tokens import Visitor

SEALED = mark("the same deal is still played elsewhere: this opens when the round is over")


async def look_at_seal(database: Database, room: Room) -> None:
    """Find out whether a table is still sealed; once it is not, it never is again."""
    if room.sealed:
        try:
            room.unsealed = not await ContestStore(database).is_sealed(room.id)
        except StoreAway:  # nothing is told that may be secret
            return


async def check_seal(database: Database, room: Room, visitor: Visitor) -> None:
    """Refuse whoever may not see a table yet; its players may."""
    await look_at_seal(database, room)
    if room.sealed and not visitor.seats(room):
        raise NotAllowed(SEALED)


def check_open(room: Room) -> None:
    """Refuse to tell everything about a table while it is sealed, to its players too."""
    if room.sealed:
        raise NotAllowed(SEALED)
