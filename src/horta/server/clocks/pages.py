"""What the page of a table shows of its time, and what players do about theirs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.clocks.clock import UP
from horta.server.clocks.keeper import Clocks
from horta.server.clocks.pace import BOT, DAY, Pace
from horta.server.house import House
from horta.server.page import language
from horta.server.room import NotAllowed, Room
from horta.server.tokens import Visitor
from horta.server.visits import HouseHere, RoomHere, VisitorHere

router = APIRouter()

Seat = Annotated[int, Form(ge=0, lt=16)]


def clocks_of(house: House, room: Room) -> Clocks:
    """Return the clocks, for a table that has one."""
    assert house.clocks is not None  # there are no such routes otherwise
    if not room.house_rules.pace:
        raise NotAllowed(mark("this table has no clock"))
    return house.clocks


def bots_places(room: Room, visitor: Visitor) -> list[tuple[int, int]]:
    """Return the seats, with their epochs, whose key a visitor has and where a bot plays now."""
    return [
        (claim.seat, claim.epoch)
        for claim in visitor.tokens
        if claim.table == room.id
        and 0 <= claim.seat < len(room.seats)
        and room.seats[claim.seat].bot
        and room.seats[claim.seat].epoch == claim.epoch
    ]


@router.get("/t/{table_id}/pace")
async def show_pace(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere
) -> Json:
    """Say who has how much time."""
    clocks, lang = clocks_of(house, room), language(request)
    pace, clock = Pace.read(room.house_rules.pace), await clocks.clock(room)
    names, mine = room.names(lang), visitor.seats(room)
    seat = clock.seat if clock is not None and clock.seat in mine else next(iter(mine), None)
    events = await clocks.events(room)
    up = {one.seat for one in events if one.kind == UP}
    places = [number for number, _ in bots_places(room, visitor) if number in up]
    return {
        "told": pace.told(lang),
        "end": pace.told_end(lang),
        "short": pace.short,
        "clock": None if clock is None else vars(clock) | {"name": names[clock.seat]},
        "reserves": [
            {"name": name, "reserve": left, "bot": bool(seat.bot)}
            for name, left, seat in zip(names, await clocks.reserves(room), room.seats, strict=True)
        ],
        "seat": seat,
        "off": 0 if seat is None else int(await clocks.off_left(room, seat) // DAY),
        "back": places[0] if places and pace.then == BOT and not room.over else None,
    }


def own_seat(room: Room, visitor: Visitor, seat: int) -> int:
    """Return a seat that the visitor holds; others are refused."""
    if seat not in visitor.seats(room):
        raise NotAllowed(mark("this visitor does not hold seat {seat}"), seat=seat)
    return seat


@router.post("/t/{table_id}/pace/off")
async def take_off(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: Seat,
    days: Annotated[int, Form(ge=1, le=60)] = 1,
) -> Response:
    """Take some days off."""
    clocks = clocks_of(house, room)
    await clocks.take_off(room, own_seat(room, visitor, seat), days * DAY)
    return RedirectResponse(f"/t/{room.id}", 303)


@router.post("/t/{table_id}/pace/on")
async def end_off(house: HouseHere, room: RoomHere, visitor: VisitorHere, seat: Seat) -> Response:
    """End the time off."""
    await clocks_of(house, room).end_off(room, own_seat(room, visitor, seat))
    return RedirectResponse(f"/t/{room.id}", 303)


@router.post("/t/{table_id}/pace/back")
async def come_back(house: HouseHere, room: RoomHere, visitor: VisitorHere, seat: Seat) -> Response:
    """Go on where a bot has played since the time was up."""
    held = dict(bots_places(room, visitor)).get(seat)
    if held is None:
        raise NotAllowed(mark("this visitor does not hold seat {seat}"), seat=seat)
    await clocks_of(house, room).come_back(room, seat, held)
    return RedirectResponse(f"/t/{room.id}", 303)
