"""Who has played at a table, and whether it can be rated: asked of the store when a game is over.

A table is rated if whoever put it up wanted it, the house drew the deal, and every seat belongs,
from its first action to the end, to one person who is signed in, or to a level of the bots. Whose
time is up has not been replaced: what the bot in their place reaches is theirs, as everybody was
told.
"""

from __future__ import annotations

import functools
import hashlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select

from horta.bots.levels import LEVELS, level
from horta.core import registry
from horta.server.clocks.clock import UP
from horta.server.happenings import AGREED
from horta.server.rows import ActionRow, ClockEventRow, HappeningRow, HeldRow, SeatRow

GUEST, REPLACED, NO_LEVEL = "guest", "replaced", "level"
ALONE, HINTS, STAND_IN, UNDONE = "alone", "hints", "stand-in", "undone"
CLOSED = "closed"
LONGEST_VERSION = 64
FEWEST = 2


class Unrated(Exception):
    """A table that does not count; it names the reason."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Who:
    """Somebody who has played: a person, or a level of the bots as it is now."""

    person: str | None = None
    bot: str = ""
    version: str = ""


def who_played(connection: Connection, table: str, game: str, players: int) -> list[Who]:
    """Return who has played on each seat; `Unrated` says why a table does not count."""
    agreed = (HappeningRow.match_id == table, HappeningRow.kind == AGREED)
    if connection.execute(select(HappeningRow.id).where(*agreed)).first() is not None:
        raise Unrated(UNDONE)
    rows = connection.execute(
        select(SeatRow.seat, SeatRow.bot, SeatRow.epoch)
        .where(SeatRow.match_id == table)
        .order_by(SeatRow.seat)
    ).all()
    first = _by_seat(
        connection,
        select(ActionRow.seat, func.min(ActionRow.at))
        .where(ActionRow.match_id == table)
        .group_by(ActionRow.seat),
    )
    up = _by_seat(
        connection,
        select(ClockEventRow.seat, ClockEventRow.since).where(
            ClockEventRow.match_id == table, ClockEventRow.kind == UP
        ),
    )
    held: dict[int, list[tuple[str, int, float]]] = defaultdict(list)
    asked = select(HeldRow.seat, HeldRow.person, HeldRow.epoch, HeldRow.since)
    for seat, person, epoch, since in connection.execute(asked.where(HeldRow.thing == table)):
        held[seat].append((person, epoch, since))
    found = []
    for seat, bot, epoch in rows:
        if bot and epoch == 0 and seat not in held:
            found.append(bot_of(game, bot, players))
        else:
            # Of a seat that is out when its time is up, the key is void; it was the one before.
            keys = (epoch, epoch - 1) if bot and seat in up else (epoch,)
            began = first.get(seat, float("inf"))
            found.append(_person(held[seat], keys, began, bool(bot) and seat not in up))
    if len(set(found)) < max(FEWEST, len(found)) or not any(one.person for one in found):
        raise Unrated(ALONE)
    return found


def _by_seat(connection: Connection, asked: object) -> dict[int, float]:
    return {int(seat): float(at) for seat, at in connection.execute(asked)}  # type: ignore[call-overload]


def _person(
    held: list[tuple[str, int, float]], keys: tuple[int, ...], began: float, replaced: bool
) -> Who:
    """Return the one person who had a seat from its first action on."""
    if replaced or len(held) > 1:
        raise Unrated(REPLACED)
    for person, epoch, since in held:
        if epoch in keys:
            if since > began:
                raise Unrated(REPLACED)
            return Who(person)
    raise Unrated(GUEST)


def bot_of(game: str, bot: str, players: int) -> Who:
    """Return a level of the bots with its version; `Unrated` for a bot that is no level."""
    if bot not in LEVELS:
        raise Unrated(NO_LEVEL)
    return Who(None, bot, version_of(game, bot, players))


def version_of(game_id: str, name: str, players: int) -> str:
    """Return what plays a level now: the bot with its settings, and the digest of its network."""
    from horta.bots.net import network_file

    game = registry.game(game_id)
    spec = str(level(game, name, players))
    file = network_file(game) if spec.partition(":")[0] in ("net", "policy") else None
    if file is None:
        return spec[:LONGEST_VERSION]
    digest = _digest(file, file.stat().st_mtime_ns)
    return f"{spec[: LONGEST_VERSION - len(digest) - 1]} {digest}"


@functools.lru_cache(maxsize=8)
def _digest(file: Path, changed: int) -> str:
    del changed  # a file that was written again is read again
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8]
