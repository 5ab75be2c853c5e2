"""Pace: the time of a table, chosen when it is put up; written as `turn+reserve+off:then`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from horta.core.errors import BadOption
from horta.core.i18n import mark
from horta.server.i18n import words

MINUTE, HOUR, DAY = 60, 3600, 86400
SHORTEST, LONGEST = 10, 60 * DAY
FIFTH, LEAST_WARNING = 5, 20
"""Time runs short in the last fifth of a turn, and some seconds before its end at the latest."""
BOT, OUT = "bot", "out"
"""What happens when the time is up: a bot plays on until the player is back, or to the end."""
WRITTEN = re.compile(r"(\d{1,8})\+(\d{1,8})\+(\d{1,8}):(bot|out)", re.ASCII)
CHOICES = ("live", "letters")
LONGEST_NUMBER = 4


@dataclass(frozen=True)
class Pace:
    """Seconds for a turn, in reserve for the game, and of time off; what follows when all is up."""

    turn: int
    reserve: int = 0
    off: int = 0
    then: str = BOT

    def __str__(self) -> str:
        return f"{self.turn}+{self.reserve}+{self.off}:{self.then}"

    @classmethod
    def read(cls, text: str) -> Pace:
        """Read a pace as it is written; `BadOption` says what is wrong with it."""
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise BadOption(
                mark("a pace is written as seconds: turn+reserve+off:bot, or :out at its end")
            )
        made = cls(int(found[1]), int(found[2]), int(found[3]), found[4])
        if not SHORTEST <= made.turn <= LONGEST or max(made.reserve, made.off) > LONGEST:
            raise BadOption(
                mark(
                    "a turn takes from 10 seconds to 60 days; reserve and time off, 60 days at most"
                )
            )
        return made

    @property
    def short(self) -> int:
        """How many seconds are left, of all that a seat has, when its time runs short."""
        return max(self.turn // FIFTH, min(LEAST_WARNING, self.turn // 2))

    def told(self, lang: str) -> str:
        """Say the pace in words."""
        say = words(lang)
        parts = [say("{time} a turn", time=told_time(self.turn, lang))]
        if self.reserve:
            parts.append(say("{time} in reserve", time=told_time(self.reserve, lang)))
        if self.off:
            parts.append(say("{time} off", time=told_time(self.off, lang)))
        return ", ".join(parts)

    def told_end(self, lang: str) -> str:
        """Say what happens when the time is up."""
        say = words(lang)
        if self.then == BOT:
            return say("When time is up, a bot plays on until the player is back.")
        return say("When time is up, the seat is out: a bot plays it to the end, and it scores.")


def told_time(seconds: int, lang: str) -> str:
    """Say a span of time in its largest unit that fits."""
    say = words(lang)
    if seconds % DAY == 0 and seconds >= 2 * DAY:
        return say("{n} days", n=seconds // DAY)
    if seconds % HOUR == 0:
        return say("{n} h", n=seconds // HOUR)
    if seconds % MINUTE == 0:
        return say("{n} min", n=seconds // MINUTE)
    return say("{n} s", n=seconds)


def read_choice(given: Mapping[str, str]) -> str:
    """Return the pace that the form for a table says, as it is written; nothing without one."""
    kind = given.get("pace", "")
    if kind not in CHOICES:
        return ""
    unit = MINUTE if kind == "live" else HOUR
    off = 0 if kind == "live" else _number(given, "letters-off") * DAY
    turn, reserve = (_number(given, f"{kind}-{name}") * unit for name in ("turn", "reserve"))
    then = OUT if given.get("then") == OUT else BOT
    return str(Pace.read(str(Pace(turn, reserve, off, then))))


def _number(given: Mapping[str, str], name: str) -> int:
    text = given.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise BadOption(mark("the times of a pace are whole numbers"))
    return int(text)
