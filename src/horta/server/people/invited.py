"""Who is invited by name: the host's order, and what the person does about it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from horta.core import limits
from horta.core.errors import BadName
from horta.core.i18n import mark
from horta.server import seating
from horta.server.house import House
from horta.server.page import keep_seats
from horta.server.people.known import must_be_known, person_here
from horta.server.people.sign_in import people_of
from horta.server.room import NotAllowed, Room
from horta.server.visits import (
    HouseHere,
    RoomHere,
    SeatNumber,
    VisitorHere,
    check_host,
    check_seat,
)

router = APIRouter()

Name = Annotated[str, Form(max_length=limits.LONGEST_TEXT)]


async def invite_by_name(
    request: Request, house: House, room: Room, number: int, name: str
) -> None:
    """Invite whoever is called so to a free seat."""
    people, chosen, person = people_of(house), limits.read_name(name), person_here(request)
    check_seat(room, number)
    if not chosen:
        raise BadName(mark("whom do you want to invite? A name is needed"))
    seat = room.seats[number]
    if seat.bot or seat.joined or room.to_act is None:
        raise NotAllowed(mark("nobody is awaited on this seat"))
    people.invited.check(room.id)
    by = None if person is None else person.id
    await people.invites.invite(room.id, number, seat.epoch, chosen, by)


@router.post("/t/{table_id}/seats/{number}/invite")
async def invite(
    *,
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: SeatNumber,
    name: Name = "",
) -> Response:
    """Invite somebody by name, as the host."""
    check_host(room, visitor)
    await invite_by_name(request, house, room, number, name)
    return RedirectResponse(f"/t/{room.id}/seats?invited=1", 303)


@router.post("/you/invitations/{table_id}/{number}/accept")
async def accept(
    request: Request, house: HouseHere, room: RoomHere, number: SeatNumber
) -> Response:
    """Sit down where one is invited."""
    people, person = people_of(house), must_be_known(request).person
    mine = [
        one
        for one in await people.invites.of(person.id)
        if (one.table, one.seat) == (room.id, number)
    ]
    if not mine:
        raise NotAllowed(mark("this invitation holds no longer; somebody may have the seat"))
    request_key = seating.join_request("")
    sat = await seating.join(
        house.rooms, room, number, mine[0].epoch, request_key, name=person.name
    )
    await people.invites.forget(person.id, room.id, number)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    await keep_seats(request, answer, house, room, [house.tokens.sign(room.id, number, sat.epoch)])
    return answer


@router.post("/you/invitations/{table_id}/{number}/decline")
async def decline(
    request: Request, house: HouseHere, room: RoomHere, number: SeatNumber
) -> Response:
    """Decline an invitation; nobody is told."""
    person = must_be_known(request).person
    await people_of(house).invites.forget(person.id, room.id, number)
    return RedirectResponse("/you", 303)
