"""The page of the lobby, and how its visitors sit down."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from horta.core import limits
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server import seating
from horta.server.house import House
from horta.server.i18n import for_people
from horta.server.lobby.listing import MOST_PAGES
from horta.server.lobby.sitting import (
    NotOpen,
    check_open,
    is_free,
    listing_of,
    open_to_all,
    take_seat,
)
from horta.server.lobby.told import all_shown, rules_told
from horta.server.page import keep_seats, know_again, language, page
from horta.server.ratings.told import rated_told
from horta.server.room import NotAllowed
from horta.server.seat_pages import Key, PlayerName, pace_told
from horta.server.visits import HouseHere, RoomHere, VisitorHere, check_host

router = APIRouter()


@router.get("/lobby")
async def show_lobby(
    request: Request,
    house: HouseHere,
    number: Annotated[int, Query(ge=1, le=MOST_PAGES, alias="page")] = 1,
) -> Response:
    """List the open tables with free seats, the newest first."""
    return await lobby_page(request, house, number)


async def lobby_page(
    request: Request, house: House, number: int = 1, problem: NotOpen | None = None
) -> Response:
    """Return a page of the lobby, with what could not be done."""
    lang = language(request)
    titles = {game.id: game.title for game in house.games}
    found, more = await listing_of(house).page(number, titles)
    made = page(
        request,
        "lobby.html.jinja",
        200 if problem is None else 409,
        tables=await all_shown(house, found, lang),
        games=titles,
        ratings=house.ratings is not None,
        number=number,
        more=more,
        said="" if problem is None else for_people(problem, lang),
    )
    return know_again(request, house, made)


@router.get("/t/{table_id}/here")
async def show_here(house: HouseHere, room: RoomHere, visitor: VisitorHere) -> Json:
    """Say at which seats somebody is looking at the table now, to its players and its host."""
    if not visitor.seats(room) and not visitor.is_host(room):
        raise NotAllowed(mark("who is looking at a table is for those who play there"))
    return {"seats": [] if house.presence is None else sorted(await house.presence.seats(room.id))}


@router.get("/t/{table_id}/lobby")
async def sit_form(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere
) -> Response:
    """Ask who sits down; who sits there already goes on to the table."""
    if visitor.seats(room):
        return RedirectResponse(f"/t/{room.id}", 303)
    try:
        await check_open(house, room)
    except NotOpen as problem:
        return await lobby_page(request, house, problem=problem)
    lang, changed = language(request), room.header.get("components") or {}
    return page(
        request,
        "lobby-sit.html.jinja",
        room=room,
        key=seating.new_key(),
        there=[
            name
            for seat, name in zip(room.seats, room.names(lang), strict=True)
            if not is_free(seat)
        ],
        pace=pace_told(room, lang),
        rated=await rated_told(house, room, lang),
        rules=rules_told(room.game, room.options, changed, vars(room.house_rules), lang),
    )


@router.post("/t/{table_id}/lobby")
async def sit(
    *,
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    name: PlayerName = "",
    key: Key = "",
) -> Response:
    """Sit down on a free seat: the visitor gets a key of their own."""
    answer = RedirectResponse(f"/t/{room.id}", 303)
    if visitor.seats(room):
        return answer
    chosen = limits.read_name(name)
    try:
        number, epoch = await take_seat(house, room, seating.join_request(key), chosen or None)
    except NotOpen as problem:
        return await lobby_page(request, house, problem=problem)
    await keep_seats(request, answer, house, room, [house.tokens.sign(room.id, number, epoch)])
    return answer


@router.post("/t/{table_id}/lobby/open")
async def change_open(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    wanted: Annotated[bool, Form(alias="open")] = False,
) -> Response:
    """Show the table in the lobby, or take it out, as its host."""
    check_host(room, visitor)
    await open_to_all(house, room, wanted)
    return RedirectResponse(f"/t/{room.id}/seats", 303)
