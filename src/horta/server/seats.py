"""A seat: who sits on it, and which keys open it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Seat:
    """Who sits on a seat: a person, who holds its key, or a bot.

    It is one row of the store. Every change is an update of its own that names the epoch it was
    meant for, so that nobody undoes what another has done meanwhile.
    """

    name: str = ""
    bot: str = ""
    epoch: int = 0
    """Counts the keys of the seat: a token of an older epoch is void."""
    joined: bool = False
    """Somebody has sat down, and holds a key that nobody else was ever given."""
    hints: bool = False
    """Agrees that hints are given at this table."""
    key: str = ""
    """The digest of what the player sat down with: the same request again is no second person."""
    counted: bool = False
    """Agrees that the game counts in the explorer of the house when it is over."""
    version: int = 0
    """Counts the changes of the row: of two states, the larger is the later."""


def digest(purpose: str, *parts: object) -> str:
    """Return the digest of a request, to know it again; the purpose keeps kinds of them apart."""
    return hashlib.sha256("\n".join([purpose, *map(str, parts)]).encode()).hexdigest()
