"""The pages of seats: links for the players and for the host, and where a link leads."""

from __future__ import annotations

import io
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from horta.core import limits
from horta.core.i18n import mark
from horta.server import seating, views
from horta.server.clocks.pace import Pace
from horta.server.closing import close_table
from horta.server.house import House
from horta.server.invitations import is_closed
from horta.server.new_tables import table_made
from horta.server.opponents import opponents
from horta.server.page import keep_seats, language, page
from horta.server.ratings.told import rated_told
from horta.server.room import HOST, NotAllowed, Room
from horta.server.tokens import HOST_LINK, Claim, Visitor
from horta.server.visits import (
    HouseHere,
    RoomHere,
    SeatNumber,
    VisitorHere,
    check_host,
    check_seat,
)

router = APIRouter()

NOT_VALID = mark("this link is not valid; ask the host of the table for a new one")

Epoch = Annotated[int | None, Form(ge=0)]
"""The state of the seat that the page showed: an order that was meant for another is refused."""
Key = Annotated[str, Form(max_length=100)]
"""Makes the request one of a kind: a second click on a button is the same request."""


# for the host


@router.get("/t/{table_id}/seats")
async def show_seats(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere
) -> Response:
    """Show the host a link and a QR code for every seat where somebody is expected."""
    check_host(room, visitor)
    made = table_made(request, house, room)
    lang = language(request)
    names, held = room.names(lang), visitor.seats(room)
    looking = set() if house.presence is None else await house.presence.seats(room.id)
    for one, seat, name in zip(made["seats"], room.seats, names, strict=True):
        one["name"], one["epoch"] = name, seat.epoch
        one["mine"] = one["seat"] in held
        one["looking"] = one["seat"] in looking
        one["bot_title"] = views.bot_title(room, seat.bot, lang)
        one["fails"] = room.fails(one["seat"])
        one["code"] = qr_code(one["link"]) if one["link"] else ""
    return page(
        request,
        "seats.html.jinja",
        room=room,
        made=made,
        host_code=qr_code(made["host_link"]),
        closed=is_closed(request, house.settings),
        key=seating.new_key(),
        bots=opponents(room.game),
        by_name=house.people is not None and room.to_act is not None,
        invited=request.query_params.get("invited") == "1",
        lobby=house.lobby is not None and not room.house_rules.together and not room.over,
        is_open=house.lobby is not None and await house.lobby.is_open(room.id),
    )


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
    """Take a seat back and make another link."""
    check_host(room, visitor)
    check_seat(room, number)
    await seating.take_back(house.rooms, room, number)
    return RedirectResponse(f"/t/{room.id}/seats", 303)


@router.post("/t/{table_id}/seats/{number}/sit")
async def sit_here(
    *,
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: SeatNumber,
    epoch: Epoch = None,
    key: Key = "",
) -> Response:
    """Let the host sit on a free seat at this screen too."""
    check_host(room, visitor)
    check_seat(room, number)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    if number in visitor.seats(room):
        return answer
    seat = room.seats[number]
    held = seat.epoch if epoch is None else epoch
    if (seat.joined or seat.bot) and held == seat.epoch:
        raise NotAllowed(seating.TAKEN)
    request_key = seating.join_request(key and f"{key} {number}")
    sat = await seating.join(house.rooms, room, number, held, request_key)
    await keep_seats(request, answer, house, room, [house.tokens.sign(room.id, number, sat.epoch)])
    return answer


@router.post("/t/{table_id}/seats/{number}/bot")
async def seat_bot(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: SeatNumber,
    bot: Annotated[str, Form(max_length=limits.LONGEST_BOT)] = "",
    epoch: Epoch = None,
) -> Response:
    """Give a seat to a bot, or back to a person."""
    check_host(room, visitor)
    check_seat(room, number)
    held = room.seats[number].epoch if epoch is None else epoch
    await seating.seat_somebody(house.rooms, room, number, held, bot)
    return RedirectResponse(f"/t/{room.id}/seats", 303)


@router.post("/t/{table_id}/close")
async def close(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    step: Annotated[int, Form(ge=0, le=limits.MOST_STEPS)],
) -> Response:
    """Close the table for good, as its host."""
    check_host(room, visitor)
    await close_table(house.rooms, room, step)
    return RedirectResponse(f"/t/{room.id}", 303)


# the host's rights


@router.get("/t/{table_id}/host/{token}")
async def host_form(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, token: str
) -> Response:
    """Show what the host's link leads to."""
    if visitor.is_host(room):
        return RedirectResponse(f"/t/{room.id}/seats", 303)
    _read_host_link(house, room, token)
    key = seating.new_key()
    return page(request, "host.html.jinja", room=room, token=token, key=key)


@router.post("/t/{table_id}/host/{token}")
async def become_host(
    request: Request, house: HouseHere, room: RoomHere, token: str, key: Key = ""
) -> Response:
    """Move the host's rights to this device."""
    claim = house.tokens.read(token)
    if claim is None or claim.seat != HOST_LINK or claim.table != room.id or claim.expired:
        raise NotAllowed(NOT_VALID)
    return await _host_here(request, house, room, claim.epoch, key)


@router.post("/t/{table_id}/host")
async def renew_host(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, key: Key = ""
) -> Response:
    """Take the host's rights from every other device and void the links that lead to them."""
    claims = [one for one in visitor.tokens if one.table == room.id and one.seat == HOST]
    if not claims:
        check_host(room, visitor)
    # Not the epoch of now: the same request, sent a second time, comes with the old token.
    return await _host_here(request, house, room, max(one.epoch for one in claims), key)


async def _host_here(
    request: Request, house: House, room: Room, held: int, key: str
) -> RedirectResponse:
    epoch = await seating.move_host(house.rooms, room, held, seating.join_request(key))
    answer = RedirectResponse(f"/t/{room.id}/seats", 303)
    await keep_seats(request, answer, house, room, [house.tokens.sign(room.id, HOST, epoch)])
    return answer


def _read_host_link(house: House, room: Room, token: str) -> None:
    claim = house.tokens.read(token)
    if claim is None or claim.seat != HOST_LINK or claim.table != room.id or claim.expired:
        raise NotAllowed(NOT_VALID)
    if claim.epoch != room.host_epoch:
        raise NotAllowed(seating.NO_HOST)


# where a link leads


@router.get("/join/{token}")
async def open_link(request: Request, house: HouseHere, token: str) -> Response:
    """Go on to the address of the table, where the visitor's cookie tells who comes back."""
    claim = _read_link(house, token)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/t/{claim.table}/join/{token}{query}", 303)


@router.get("/t/{table_id}/join/{token}")
async def join_form(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, token: str
) -> Response:
    """Show what the link of a seat leads to; who sits there already goes on to the table."""
    claim = _read_link(house, token)
    if claim.seat in visitor.seats(room):
        return RedirectResponse(f"/t/{room.id}", 303)
    if claim.seat not in Visitor((claim,)).seats(room):
        joined = claim.table == room.id and room.seats[claim.seat].joined
        raise NotAllowed(seating.TAKEN if joined else seating.LOST)
    key = seating.new_key()
    lang = language(request)
    return page(
        request,
        "join.html.jinja",
        room=room,
        seat=claim.seat,
        token=token,
        key=key,
        pace=pace_told(room, lang),
        rated=await rated_told(house, room, lang),
    )


def pace_told(room: Room, lang: str) -> list[str]:
    """Say the pace of a table to who may sit down there, and what follows when time is up."""
    if not room.house_rules.pace:
        return []
    pace = Pace.read(room.house_rules.pace)
    return [pace.told(lang), pace.told_end(lang)]


PlayerName = Annotated[str, Form(max_length=limits.LONGEST_TEXT)]


@router.post("/t/{table_id}/join/{token}")
async def join(
    *,
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    token: str,
    name: PlayerName = "",
    key: Key = "",
) -> Response:
    """Sit down: the visitor gets a key of their own, and the link is void."""
    if _read_link(house, token).seat in visitor.seats(room):
        return RedirectResponse(f"/t/{room.id}", 303)
    return await join_by_link(request, house, token, name, key)


@router.post("/join/{token}")
async def join_by_link(
    request: Request, house: HouseHere, token: str, name: PlayerName = "", key: Key = ""
) -> Response:
    """Sit down without a look at the table's cookie, which does not come to this address."""
    claim = _read_link(house, token)
    room = await house.rooms.get(claim.table)
    check_seat(room, claim.seat)
    chosen = limits.read_name(name) or None
    sat = await seating.join(
        house.rooms, room, claim.seat, claim.epoch, seating.join_request(key), name=chosen
    )
    answer = RedirectResponse(f"/t/{room.id}", 303)
    await keep_seats(
        request, answer, house, room, [house.tokens.sign(room.id, claim.seat, sat.epoch)]
    )
    return answer


def _read_link(house: House, token: str) -> Claim:
    claim = house.tokens.read(token)
    if claim is None or claim.seat < 0:
        raise NotAllowed(NOT_VALID)
    return claim
