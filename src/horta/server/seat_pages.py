"""The pages of seats: links for the players, and where a link leads."""

from __future__ import annotations

import io
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from horta.core import limits
from horta.core.words import mark
from horta.server.house import House
from horta.server.new_tables import table_made
from horta.server.opponents import opponents
from horta.server.page import keep_seats, language, page
from horta.server.room import HOST, NotAllowed, Room
from horta.server.tokens import Visitor
from horta.server.visits import (
    HouseHere,
    RoomHere,
    SeatNumber,
    VisitorHere,
    check_host,
    check_seat,
)

router = APIRouter()


@router.get("/t/{table_id}/seats")
async def show_seats(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere
) -> Response:
    """Show the host a link and a QR code for every seat."""
    check_host(room, visitor)
    made = table_made(request, house, room)
    names = room.names(language(request))
    for one, seat, name in zip(made["seats"], room.seats, names, strict=True):
        one["name"] = name
        one["joined"] = seat.joined
        one["mine"] = one["seat"] in visitor.seats(room)
        one["code"] = qr_code(one["link"]) if one["link"] else ""
    return page(request, "seats.html.jinja", room=room, made=made, bots=opponents(room.game))


def qr_code(link: str) -> Markup:
    """Draw a link as a QR code."""
    import segno

    out = io.BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True, dark="#2B2118"
    )
    return Markup(out.getvalue().decode())


@router.post("/t/{table_id}/seats/{number}/revoke")
async def revoke(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, number: SeatNumber
) -> Response:
    """Take a seat's link back and make another."""
    check_host(room, visitor)
    check_seat(room, number)
    epoch = room.seats[number].epoch + 1
    await house.rooms.sit(room, number, epoch=epoch, joined=False)
    return RedirectResponse(f"/t/{room.id}/seats", 303)


@router.post("/t/{table_id}/seats/{number}/sit")
async def sit_here(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, number: SeatNumber
) -> Response:
    """Let the host sit on a seat at this screen too."""
    check_host(room, visitor)
    check_seat(room, number)
    await house.rooms.sit(room, number, joined=True)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    keep_seats(request, answer, room, [house.tokens.seat(room, number)])
    return answer


@router.post("/t/{table_id}/seats/{number}/bot")
async def seat_bot(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: SeatNumber,
    bot: Annotated[str, Form(max_length=limits.LONGEST_BOT)] = "",
) -> Response:
    """Give a seat to a bot, or back to a person."""
    check_host(room, visitor)
    check_seat(room, number)
    await house.rooms.sit(room, number, bot=bot, joined=False)
    return RedirectResponse(f"/t/{room.id}/seats", 303)


@router.get("/join/{token}")
async def join_form(request: Request, house: HouseHere, token: str) -> Response:
    """Show what the link of a seat leads to."""
    room, seat = await _read_link(house, token)
    return page(request, "join.html.jinja", room=room, seat=seat, token=token)


@router.post("/join/{token}")
async def join(
    request: Request,
    house: HouseHere,
    token: str,
    name: Annotated[str, Form(max_length=limits.LONGEST_TEXT)] = "",
) -> Response:
    """Sit down."""
    room, seat = await _read_link(house, token)
    chosen = limits.read_name(name) or room.seats[seat].name
    await house.rooms.sit(room, seat, joined=True, name=chosen)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    keep_seats(request, answer, room, [token])
    return answer


async def _read_link(house: House, token: str) -> tuple[Room, int]:
    claim = house.tokens.read(token)
    if claim is None or claim.seat == HOST:
        raise NotAllowed(mark("this link is not valid; ask the host of the table for a new one"))
    room = await house.rooms.get(claim.table)
    if claim.seat not in Visitor((claim,)).seats(room):
        raise NotAllowed(mark("this link was taken back; ask the host of the table for a new one"))
    return room, claim.seat
