"""Happenings: what happened at a table and is no action, for everybody in its log.

Who was sent away and who plays on, whose time was up, who asks to take something back and what the
others say. Each is a row that is written with a change of its seat, in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from horta.core.i18n import mark
from horta.server.i18n import words

SAT, SENT, BOT, PERSON = "sat", "sent", "bot", "person"
UP, OUT, BACK, GONE = "up", "out", "back", "gone"
ASKED, AGREED, REFUSED = "asked", "agreed", "refused"
CLOSED = "closed"

MOST = 500
"""Happenings that a table tells, the latest; a host may change seats as often as they like."""

TOLD = {
    SAT: mark("{name} sits down."),
    SENT: mark("The host takes the seat of {name} back."),
    BOT: mark("The host lets a bot play for {name}."),
    PERSON: mark("The host gives the seat of {name} to a person again."),
    UP: mark("Time is up for {name}: a bot plays on until the player is back."),
    OUT: mark("Time is up for {name}: the seat is out, and a bot plays it to the end."),
    BACK: mark("{name} is back."),
    GONE: mark("{name} has left the house; a bot plays on."),
    ASKED: mark("{name} asks to take back what was played ({n})."),
    AGREED: mark("{name} agrees."),
    REFUSED: mark("{name} does not agree."),
    CLOSED: mark("The host has closed the table."),
}
"""What the log says of each kind."""


@dataclass(frozen=True)
class Happening:
    """Something that happened at a seat; `step` and `standing` tell when in the game."""

    kind: str
    seat: int
    step: int
    standing: int
    at: float
    name: str = ""
    """What the player was called then, if by a name of their own."""
    number: int = 0
    """How many actions it is about."""


def told(one: Happening, seats: Sequence[str], lang: str) -> str:
    """Say what happened; `seats` are the game's own names of the seats."""
    say: Callable[..., str] = words(lang)
    return say(TOLD[one.kind], name=one.name or seats[one.seat], n=one.number)
