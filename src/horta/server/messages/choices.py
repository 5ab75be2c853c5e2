"""Choices: how a person wants to hear of a turn, and when.

Times of a day are minutes after midnight where the person lives. A day on which the clocks are
changed has the hours that it has there: quiet hours end when a clock on the wall says so.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from horta.core.errors import BadOption
from horta.core.i18n import mark

NOW, DIGEST, OFF = "now", "digest", ""
MAILS = (OFF, NOW, DIGEST)
DAY = 24 * 60
TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
LONGEST_ZONE = 64
ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z][A-Za-z0-9_+-]*)*")
BAD_ZONE = mark("'{zone}' is not the name of a time zone, as Europe/Brussels is")


@dataclass(frozen=True)
class Choices:
    """How a person wants to hear of a turn."""

    mail: str = OFF
    """Nothing, `now`, or `digest`: one letter a day."""
    digest_at: int = 8 * 60
    quiet_from: int = 0
    quiet_until: int = 0
    """The same time twice: there are no quiet hours."""
    zone: str = "UTC"

    @classmethod
    def read(cls, *, mail: str, digest_at: str, quiet: tuple[str, str], zone: str) -> Choices:
        """Read what a form says; `BadOption` tells what does not fit."""
        if mail not in MAILS:
            raise BadOption(mark("mails come at once, once a day, or not at all"))
        first, last = quiet if all(quiet) else ("00:00", "00:00")
        return cls(
            mail,
            read_time(digest_at),
            read_time(first),
            read_time(last),
            read_zone(zone),
        )

    def awake(self, at: float) -> float:
        """Return when a message that is ready may go out: at once, or after the quiet hours."""
        local = datetime.datetime.fromtimestamp(at, self._zone)
        minute = local.hour * 60 + local.minute
        first, last = self.quiet_from, self.quiet_until
        is_quiet = first <= minute < last if first <= last else minute >= first or minute < last
        return self._at(local.date(), last, at) if is_quiet else at

    def digest(self, at: float) -> float:
        """Return when the next daily letter goes out, which is after the quiet hours."""
        today = datetime.datetime.fromtimestamp(at, self._zone).date()
        return self.awake(self._at(today, self.digest_at, at))

    def mail_due(self, at: float) -> float:
        """Return when a letter about a turn that has begun goes out."""
        return self.digest(at) if self.mail == DIGEST else self.awake(at)

    def _at(self, day: datetime.date, minute: int, after: float) -> float:
        """Return the next time after a moment that clocks show a minute of the day."""
        for later in range(3):
            date = day + datetime.timedelta(days=later)
            clock = datetime.time(minute // 60, minute % 60, tzinfo=self._zone)
            found = datetime.datetime.combine(date, clock).timestamp()
            if found > after:
                return found
        return after

    @property
    def _zone(self) -> ZoneInfo:
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # gone with an update of the system
            return ZoneInfo("UTC")


def read_time(text: str) -> int:
    """Read a time of a day, as 22:30."""
    found = TIME.fullmatch(text.strip())
    if found is None:
        raise BadOption(mark("'{time}' is not a time of the day, as 22:30 is"), time=text[:20])
    return int(found[1]) * 60 + int(found[2])


def told_time(minute: int) -> str:
    """Write a time of a day, as 22:30."""
    return f"{minute // 60:02}:{minute % 60:02}"


def read_zone(text: str) -> str:
    """Return the name of a time zone."""
    name = text.strip() or "UTC"
    if len(name) > LONGEST_ZONE or not ZONE.fullmatch(name):
        raise BadOption(BAD_ZONE, zone=name[:LONGEST_ZONE])
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadOption(BAD_ZONE, zone=name) from None
