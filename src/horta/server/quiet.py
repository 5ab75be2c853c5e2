"""Quiet: says a thing in the log once, however often it happens, and never a secret.

A database that is away fails every request; one line tells the operator, a thousand hide it.
"""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

log = logging.getLogger("horta.server")

INTERVAL = 60.0
"""Seconds until the same thing is said again."""
MOST_THINGS = 1_000

LINKS = re.compile(r"(/join/|/host/|/you/link/|/you/address/|/stop/)[^/\s?\"']+")
"""Addresses that hold a token: of a seat, of the host, one that signs in or that stops messages."""


class Quiet:
    """Writes to the log, and keeps still about what it has just said."""

    def __init__(
        self, interval: float = INTERVAL, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.interval = interval
        self._clock = clock
        self._said: OrderedDict[Hashable, float] = OrderedDict()

    def error(self, thing: Hashable, message: str, *values: object, trace: bool = False) -> bool:
        """Say a thing unless it was said within the interval; return whether it was said now.

        `trace` adds the exception that is being handled.
        """
        if not self.is_new(thing):
            return False
        log.error(message, *values, exc_info=trace)
        return True

    def is_new(self, thing: Hashable) -> bool:
        """Tell whether a thing was not said within the interval; now it counts as said."""
        now = self._clock()
        if now - self._said.get(thing, -self.interval) < self.interval:
            return False
        self._said[thing] = now
        self._said.move_to_end(thing)
        while len(self._said) > MOST_THINGS:
            self._said.popitem(last=False)
        return True

    def forget(self, thing: Hashable) -> bool:
        """Say the thing again the next time; return whether it was said before."""
        return self._said.pop(thing, None) is not None


def without_tokens(text: str) -> str:
    """Return an address, or a line with one, without the token that it holds."""
    return LINKS.sub(r"\1…", text)


class HideTokens(logging.Filter):
    """Takes tokens out of what another library writes down, above all out of access logs."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, mended."""
        record.msg = without_tokens(record.msg) if isinstance(record.msg, str) else record.msg
        if isinstance(record.args, tuple):
            record.args = tuple(
                without_tokens(value) if isinstance(value, str) else value for value in record.args
            )
        return True


class Once(logging.Filter):
    """Lets a line pass only if it was not said within the interval."""

    def __init__(self) -> None:
        super().__init__()
        self._quiet = Quiet()

    def filter(self, record: logging.LogRecord) -> bool:
        """Hold back what was just said."""
        return record.exc_info is not None or self._quiet.is_new(record.getMessage())


def quieten() -> None:
    """Keep tokens out of the web server's own log, and lines that a visitor can bring about."""
    access, error = logging.getLogger("uvicorn.access"), logging.getLogger("uvicorn.error")
    for found, kind in ((access, HideTokens), (error, Once)):
        if not any(isinstance(one, kind) for one in found.filters):
            found.addFilter(kind())
