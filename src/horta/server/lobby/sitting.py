"""Sitting down from the lobby: on whatever seat of an open table is free at that moment."""

from __future__ import annotations

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.server import seating
from horta.server.house import House
from horta.server.lobby.listing import Listing
from horta.server.room import NotAllowed, Room
from horta.server.seats import Seat


class NoLobby(HortaError):
    """There is no lobby in the house."""


class NotOpen(HortaError):
    """Nobody can sit down at a table from the lobby now."""


FULL = mark("the last free seat of this table has just been taken; there may be others")
SHUT = mark("this table is not open to everybody, or no longer; there may be others")


def listing_of(house: House) -> Listing:
    """Return the open tables; `NoLobby` in a house that has no lobby."""
    if house.lobby is None:
        raise NoLobby(mark("this house has no lobby"))
    return house.lobby


def is_free(seat: Seat) -> bool:
    """Tell whether somebody is awaited on a seat."""
    return not seat.bot and not seat.joined


async def check_open(house: House, room: Room) -> None:
    """Refuse a table where nobody can sit down from the lobby (`NotOpen`)."""
    listing = listing_of(house)
    if await listing.shows(room.id) and room.closed is None:
        return
    listed = await listing.is_open(room.id)
    raise NotOpen(FULL if listed and not any(map(is_free, room.seats)) else SHUT)


async def take_seat(house: House, room: Room, request: str, name: str | None) -> tuple[int, int]:
    """Sit down on the first seat that is free, and return its number and epoch.

    Whoever loses a seat to somebody faster gets the next one; `NotOpen` says that there is none.
    The same request may come twice, as for `seating.join`.
    """
    await house.rooms.catch_up(room)
    for number, seat in enumerate(room.seats):
        if seat.key == request and seat.joined and not seat.bot:
            return number, seat.epoch
    await check_open(house, room)
    tried: set[tuple[int, int]] = set()
    while free := _free(room, tried):
        tried.add(free)
        number, held = free
        try:
            sat = await seating.join(
                house.rooms, room, number, held, request, name=name, from_lobby=True
            )
        except NotAllowed:  # somebody was faster, or the host has just taken the table out
            continue
        await listing_of(house).touch(room.id)
        return number, sat.epoch
    await check_open(house, room)
    raise NotOpen(FULL)


def _free(room: Room, tried: set[tuple[int, int]]) -> tuple[int, int] | None:
    """Return a free seat with its epoch that was not tried yet."""
    for number, seat in enumerate(room.seats):
        if is_free(seat) and (number, seat.epoch) not in tried:
            return number, seat.epoch
    return None


async def open_to_all(house: House, room: Room, wanted: bool) -> None:
    """Show a table in the lobby, or take it out; for its host."""
    listing = listing_of(house)
    if not wanted:
        await listing.close(room.id)
        return
    if room.over or room.closed is not None:
        raise NotAllowed(mark("a game that is over is not shown in the lobby"))
    if room.house_rules.together:
        raise NotAllowed(mark("a table around one screen is not shown in the lobby"))
    await listing.open(room.id)
