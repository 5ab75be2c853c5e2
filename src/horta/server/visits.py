"""Visits: which house, which table, and who asks, read from a request."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header, Path, Query, Request

from horta.core import limits
from horta.core.i18n import LANGUAGES, mark
from horta.server import consenting
from horta.server.callers import COOKIE
from horta.server.contests.seal import check_open, check_seal
from horta.server.database import StoreAway
from horta.server.house import House
from horta.server.people.known import held_here, person_here
from horta.server.replays import ALL, Viewer
from horta.server.room import NotAllowed, Room
from horta.server.tokens import Claim, Visitor

Language = Annotated[str, Query(pattern="^(en|fr|de)$", description="en, fr or de")]
TableId = Annotated[str, Path(pattern=limits.TABLE_ID)]
GameId = Annotated[str, Path(max_length=limits.LONGEST_GAME)]
SeatNumber = Annotated[int, Path(ge=0, lt=limits.MOST_SEATS)]
SeatChosen = Annotated[
    int | None,
    Query(ge=0, lt=limits.MOST_SEATS, description="needed only by who holds several seats"),
]
Number = Annotated[int, Path(ge=0, le=limits.MOST_STEPS)]
ViewFrom = Annotated[
    str, Query(alias="from", pattern="^(all|none|[0-9]{1,2})$", description="whose view")
]

# Clients may send a token or none; spectators need none.
bearer_note = "the token of a seat or of the host: `Bearer …`"


# Dependencies are coroutines: FastAPI would send plain functions through a thread.
async def house_of(request: Request) -> House:
    """Return the house that serves this request."""
    found: House | None = request.app.state.house
    if found is None:  # its store has not been reached yet
        raise StoreAway
    return found


HouseHere = Annotated[House, Depends(house_of)]


async def room_of(request: Request, house: HouseHere, table_id: TableId) -> Room:
    """Return the table that the address names; one that is sealed, to its players alone."""
    room = await house.rooms.get(table_id)
    await consenting.go_on(house.rooms, house.clocks, room)
    if room.sealed:
        who = await visitor_of(request, house, table_id, request.headers.get("authorization"))
        await check_seal(house.store.database, room, who)
    return room


RoomHere = Annotated[Room, Depends(room_of)]


async def visitor_of(
    request: Request,
    house: HouseHere,
    table_id: TableId,
    authorization: Annotated[str | None, Header(description=bearer_note)] = None,
) -> Visitor:
    """Return who asks: by the token in the header, by the table's cookie, or by what they hold."""
    if authorization is not None:
        kind, _, token = authorization.partition(" ")
        claim = house.tokens.read(token.strip()) if kind.lower() == "bearer" else None
        if claim is None:
            raise NotAllowed(mark("the token is not valid"))
        return Visitor((claim,))
    return Visitor((*claims_in_cookie(request, house, table_id), *held_here(request)))


def claims_in_cookie(request: Request, house: House, table_id: str) -> list[Claim]:
    """Return what the table's cookie says that this browser holds."""
    given = request.cookies.get(cookie_name(table_id), "").split("~")[:32]
    claims = (house.tokens.read(token) for token in given if token)
    return [claim for claim in claims if claim is not None]


async def caller_of(request: Request, house: HouseHere) -> str:
    """Return who asks, by address and cookie, as `where:who`; see `callers`."""
    host, person = request.client.host if request.client else "", person_here(request)
    if person is not None:
        return house.callers.owner_of(host, person.id)
    return house.callers.owner(host, request.cookies.get(COOKIE, ""))


CallerHere = Annotated[str, Depends(caller_of)]
VisitorHere = Annotated[Visitor, Depends(visitor_of)]


def cookie_name(table_id: str) -> str:
    """Return the name of the cookie that holds a table's seats."""
    return f"horta-{table_id}"


def seat_of(room: Room, visitor: Visitor, chosen: int | None) -> int | None:
    """Return the seat that a visitor looks from; None is a spectator."""
    held = visitor.seats(room)
    if chosen is not None:
        if chosen not in held:
            raise NotAllowed(mark("this visitor does not hold seat {seat}"), seat=chosen)
        return chosen
    if not held:
        return None
    return room.to_act if room.to_act in held else held[0]


def acting_seat(room: Room, visitor: Visitor, chosen: int | None) -> int:
    """Return the seat that a visitor acts for."""
    seat = seat_of(room, visitor, chosen)
    if seat is None:
        raise NotAllowed(mark("a spectator cannot play; open the link of a seat"))
    return seat


def check_host(room: Room, visitor: Visitor) -> None:
    """Refuse whoever is not the host."""
    if not visitor.is_host(room):
        raise NotAllowed(mark("only the host of the table can do that"))


def check_seat(room: Room, number: int) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= number < room.match.players:
        raise NotAllowed(
            mark("there is no seat {seat}; seats run from 0 to {last}"),
            seat=number,
            last=room.match.players - 1,
        )


def viewer_of(room: Room, view_from: str) -> Viewer:
    """Return whose view of a replay is asked for."""
    if view_from in ("all", "none"):
        return ALL if view_from == "all" else None
    check_seat(room, int(view_from))
    return int(view_from)


def check_replay(room: Room, visitor: Visitor, chosen: Viewer) -> None:
    """Refuse to show again what may still be secret: a game that is not over."""
    check_open(room)
    if room.over:
        return
    if room.closed is None:
        raise NotAllowed(mark("a game can be replayed once it is over"))
    # It may go on one day, under other rules: nobody is shown more than at the table.
    if chosen is not None and chosen not in visitor.seats(room):
        raise NotAllowed(
            mark("this game did not end: replay it as a spectator, or from your own seat")
        )


def language_from(header: str | None) -> str:
    """Return the first language of a browser's list that Horta speaks."""
    for part in (header or "").split(","):
        tag = part.split(";")[0].strip().lower()[:2]
        if tag in LANGUAGES:
            return tag
    return "en"
