"""The seats of a table in the API: who joins, what the host may do, and the rematch."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Request, Response

from horta.core.game import Json
from horta.core.i18n import mark
from horta.server import forms, seating, views
from horta.server.api import REFUSALS
from horta.server.bodies import CheckedRoute
from horta.server.closing import close_table
from horta.server.new_tables import table_made
from horta.server.rematches import go_on
from horta.server.room import HOST, NotAllowed, Room
from horta.server.tokens import HOST_LINK, Claim
from horta.server.visits import (
    CallerHere,
    HouseHere,
    RoomHere,
    SeatChosen,
    SeatNumber,
    TableId,
    VisitorHere,
    acting_seat,
    bearer_note,
    check_host,
    check_seat,
)

router = APIRouter(tags=["seats"], responses=REFUSALS, route_class=CheckedRoute)
"""What the pages may ask for too, with their cookie."""

key_router = APIRouter(tags=["seats"], responses=REFUSALS, route_class=CheckedRoute)
"""What changes keys: only for who sends one in the header and keeps the new one."""


def seat_shown(room: Room, number: int) -> Json:
    """Return a seat as everybody sees it."""
    shown: Json = views.summary(room, None, "en")["seats"][number]
    return shown


# keys


async def claim_of(house: HouseHere, table_id: TableId, authorization: str | None) -> Claim:
    """Return what the token in the header says of this table."""
    kind, _, token = (authorization or "").partition(" ")
    claim = house.tokens.read(token.strip()) if kind.lower() == "bearer" else None
    if claim is None or claim.table != table_id:
        raise NotAllowed(mark("the token is not valid"))
    return claim


Bearer = Annotated[str | None, Header(alias="authorization", description=bearer_note)]


@key_router.post("/join", response_model=forms.SeatJoined)
async def join(
    house: HouseHere,
    room: RoomHere,
    table_id: TableId,
    form: forms.JoinForm,
    authorization: Bearer = None,
) -> Json:
    """Sit down: exchange an invitation for a token that nobody else has.

    The invitation is void from then on, and so is its link. Of two who bring the same one, one
    sits down and the other is refused (403). Who holds a seat may exchange its token as well.
    """
    claim = await claim_of(house, table_id, authorization)
    check_seat(room, claim.seat)
    request = seating.join_request(form.key)
    seat = await seating.join(house.rooms, room, claim.seat, claim.epoch, request, name=form.name)
    token = house.tokens.sign(room.id, claim.seat, seat.epoch)
    return {"seat": claim.seat, "name": room.names()[claim.seat], "token": token}


@key_router.post("/host", response_model=forms.HostMade)
async def become_host(
    house: HouseHere,
    room: RoomHere,
    table_id: TableId,
    form: forms.HostForm,
    authorization: Bearer = None,
) -> Json:
    """Become the only host: exchange the host's token, or that of a `host_link`, for a new one.

    Every other token and link of the host is void from then on.
    """
    claim = await claim_of(house, table_id, authorization)
    if claim.seat not in (HOST, HOST_LINK) or claim.expired:
        raise NotAllowed(seating.NO_HOST)
    request = seating.join_request(form.key)
    epoch = await seating.move_host(house.rooms, room, claim.epoch, request)
    return {"host": house.tokens.sign(room.id, HOST, epoch)}


# the host


@router.get("/seats", response_model=forms.SeatsShown)
async def show_seats(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere
) -> Json:
    """Show the host the invitations to all seats where somebody is expected."""
    check_host(room, visitor)
    return table_made(request, house, room)


@router.post("/seats/{number}/revoke", response_model=forms.SeatMade)
async def revoke(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, number: SeatNumber
) -> Json:
    """Take a seat back, as the host; the answer holds the new invitation."""
    check_host(room, visitor)
    check_seat(room, number)
    await seating.take_back(house.rooms, room, number)
    made: Json = table_made(request, house, room)["seats"][number]
    return made


@router.put("/seats/{number}", response_model=forms.SeatShown)
async def change_seat(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: SeatNumber,
    form: forms.SeatForm,
) -> Json:
    """Give a seat to a bot or to a person, as the host.

    A bot that takes a person's seat over voids the person's token; a person after a bot is invited
    anew: `GET /api/tables/{table_id}/seats` shows the invitation.
    """
    check_host(room, visitor)
    check_seat(room, number)
    held = room.seats[number].epoch
    await seating.seat_somebody(house.rooms, room, number, held, form.bot, name=form.name)
    return seat_shown(room, number)


@router.post("/seats/{number}/invite", status_code=204, response_class=Response)
async def invite(
    *,
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: SeatNumber,
    form: forms.NameForm,
) -> Response:
    """Invite whoever is called so to a free seat, as the host, in a house with persons.

    The invitation waits on their page. Whether there is such a person is not told.
    """
    check_host(room, visitor)
    if house.people is None:
        raise NotAllowed(mark("everybody is a guest in this house: nobody is known by name"))
    from horta.server.people.invited import invite_by_name

    await invite_by_name(request, house, room, number, form.name)
    return Response(status_code=204)


@router.post("/close", response_model=forms.Moved)
async def close(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.EndForm
) -> Json:
    """Close a table for good, as the host: nobody plays on, and what was played can be looked at.

    Its game has no result. The log tells it.
    """
    check_host(room, visitor)
    await close_table(house.rooms, room, form.step)
    return {"step": room.step}


# the players


@router.post("/name", response_model=forms.SeatShown)
async def take_name(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    form: forms.NameForm,
    seat: SeatChosen = None,
) -> Json:
    """Take a name."""
    mine = acting_seat(room, visitor, seat)
    await seating.change(house.rooms, room, mine, room.seats[mine].epoch, name=form.name)
    return seat_shown(room, mine)


@router.post("/rematch", response_model=forms.TableMade, status_code=201)
async def rematch(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, caller: CallerHere
) -> Json:
    """Go on to the next table with the same people; whoever asks first puts it up.

    A player gets the token of a seat there, the one that the game gives them now; the host gets
    the host's token and the invitations for whoever has not come along yet.
    """
    next_room, tokens, host = await go_on(house, room, visitor, caller)
    made = table_made(request, house, next_room)
    made["host"] = host
    for one in made["seats"]:
        if one["seat"] in tokens:
            one["token"], one["link"] = tokens[one["seat"]], None
        elif not host:
            one["token"] = one["link"] = None
    return made
