"""Seating: who sits down, who is sent away, and who is the host.

A token is good for one epoch of a seat, or of the host. To join, to take a seat back, to give it to
a bot or to move the host's rights counts the epoch up, in one conditional update of the store: of
two who want the same, one gets it, in whatever process they ask, and no older token opens anything.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from horta.core.i18n import mark
from horta.server.happenings import BOT, MOST, PERSON, SAT, SENT, Happening
from horta.server.lobby.listing import leave_lobby
from horta.server.opponents import opponent
from horta.server.ratings.ledger import spoil
from horta.server.ratings.sitting import REPLACED
from horta.server.room import NotAllowed, Room, SeatChanged
from horta.server.rooms import Rooms
from horta.server.seats import Seat, digest
from horta.server.stored import Standing

LOST = mark("this link was taken back; ask the host of the table for a new one")
TAKEN = mark("somebody has already taken this seat; ask the host for a link of your own")
CHANGED = mark("this seat has changed in the meantime; look again")
NO_HOST = mark("the host's rights have moved elsewhere; this link or token no longer grants them")

AGREED_TO_NOTHING = {"hints": False, "counted": False}
"""Whoever is new on a seat."""


def new_key() -> str:
    """Return a key that makes a request one of a kind, however often it is sent."""
    return secrets.token_urlsafe(18)


async def change(rooms: Rooms, room: Room, number: int, held: int, **changes: Any) -> Seat:
    """Change what belongs to whoever holds a seat by its key of the epoch `held`."""
    seat = await _change(rooms, room, number, held=held, **changes)
    if seat is None:
        raise NotAllowed(LOST)
    return seat


async def join(
    rooms: Rooms,
    room: Room,
    number: int,
    held: int,
    request: str,
    *,
    name: str | None = None,
    from_lobby: bool = False,
) -> Seat:
    """Sit down by the key of the epoch `held`, which is void from now on; return the seat.

    `request` is a digest that only this request can have: when it comes twice (a second click, a
    lost answer), the second finds the seat taken by itself and gets the same answer. Whoever comes
    `from_lobby` sits down only while the table is open to everybody.
    """
    changes: dict[str, Any] = {"joined": True, "key": request, **AGREED_TO_NOTHING}
    if name is not None:
        changes["name"] = name
    changes |= {"fresh": True, "in_lobby": from_lobby}
    if room.entries or any(one.seat == number for one in room.happened):
        sits = _happens(rooms, room, SAT, number)
        changes["happened"] = sits if name is None else replace(sits, name=name)
    seat = await _change(rooms, room, number, held=held, **changes)
    if seat is not None:
        return seat
    now = room.seats[number]
    if now.key == request and now.epoch == held + 1 and not now.bot:
        return now
    raise NotAllowed(TAKEN if now.joined else LOST)


async def take_back(rooms: Rooms, room: Room, number: int) -> Seat:
    """Send away whoever holds a seat and whatever link leads to it, in any case.

    A seat that somebody had goes to whom the host gives it, and to nobody from the lobby.
    """
    changes: dict[str, Any] = {"fresh": True, "joined": False, "key": "", **AGREED_TO_NOTHING}
    if room.seats[number].joined:
        await leave_lobby(rooms.store.database, room.id)
        changes["happened"] = _happens(rooms, room, SENT, number)
    return await _change_as_host(rooms, room, number, **changes)


async def seat_somebody(
    rooms: Rooms, room: Room, number: int, held: int, bot: str, *, name: str | None = None
) -> Seat:
    """Give a seat to a bot, or to a person; whoever held it before holds it no longer."""
    if bot:
        opponent(room.game, bot)
    changes: dict[str, Any] = {"bot": bot}
    if name is not None:
        changes["name"] = name
    if bool(bot) != bool(room.seats[number].bot):
        changes |= {"fresh": True, "joined": False, "key": "", **AGREED_TO_NOTHING}
        changes["happened"] = _happens(rooms, room, BOT if bot else PERSON, number)
    return await _change_as_host(rooms, room, number, held=held, **changes)


def _happens(rooms: Rooms, room: Room, kind: str, number: int) -> Happening:
    return room.happening(kind, number, rooms.now())


async def _change_as_host(rooms: Rooms, room: Room, number: int, **changes: Any) -> Seat:
    """Change a seat if whoever asks is still the host, and the seat is as it was shown."""
    host, bot = room.host_epoch, room.seats[number].bot
    seat = await _change(rooms, room, number, host=host, **changes)
    if seat is None:
        raise NotAllowed(NO_HOST) if room.host_epoch != host else SeatChanged(CHANGED)
    if room.entries and not room.over and ("fresh" in changes or seat.bot != bot):
        await spoil(rooms.store.database, room, REPLACED)
    return seat


async def _change(rooms: Rooms, room: Room, number: int, **changes: Any) -> Seat | None:
    """Change a seat in the store and here; None if it was changed before, and is known here now."""

    async def do() -> Seat | None:
        seat = await rooms.store.change_seat(room.id, number, **changes)
        if seat is None:
            await rooms.catch_up(room)
            return None
        seats = list(room.seats)
        seats[number] = seat
        if (happened := changes.get("happened")) is not None:
            room.learn((*room.happened, happened)[-MOST:])
        rooms.take_over(room, replace(room.standing(), seats=tuple(seats)))
        return seat

    return await rooms.carry_through(do())


async def move_host(rooms: Rooms, room: Room, held: int, request: str) -> int:
    """Make whoever asks the only host, by a key of the epoch `held`; return the new epoch.

    The same request may come twice, as for `join`.
    """

    async def do() -> int:
        moved = await rooms.store.change_host(room.id, held, request)
        now: Standing | None = await rooms.store.standing(room.id)
        if now is not None:
            rooms.take_over(room, now)
        again = now is not None and (now.host_epoch, now.host_key) == (held + 1, request)
        if not moved and not again:
            raise NotAllowed(NO_HOST)
        return held + 1

    return await rooms.carry_through(do())


def join_request(key: str) -> str:
    """Return the digest of a request to sit down, or to become the host."""
    return digest("join", key or new_key())


def rematch_request(room: Room, number: int) -> str:
    """Return the digest of a request to sit down at the rematch, by who holds a seat here."""
    return digest("rematch", room.id, number, room.seats[number].epoch)
