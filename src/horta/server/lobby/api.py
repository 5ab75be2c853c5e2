"""The lobby in the API: which tables are open, and how a program sits down."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from horta.core.game import Json
from horta.core.i18n import mark
from horta.server import forms, seating
from horta.server.api import REFUSALS
from horta.server.bodies import CheckedRoute
from horta.server.lobby.listing import MOST_PAGES
from horta.server.lobby.sitting import listing_of, open_to_all, take_seat
from horta.server.lobby.told import all_shown
from horta.server.room import NotAllowed
from horta.server.visits import HouseHere, Language, RoomHere, VisitorHere, check_host

router = APIRouter(prefix="/api", tags=["lobby"], responses=REFUSALS, route_class=CheckedRoute)


class LobbySeat(BaseModel):
    """A seat of an open table."""

    name: str
    bot_title: Annotated[str, Field(description="what people call its bot; empty: a person's")]
    free: Annotated[bool, Field(description="somebody is awaited here")]
    looking: Annotated[bool, Field(description="who sits here looks at the table now")]


class OpenTableShown(BaseModel):
    """A table where everybody may take a free seat."""

    id: str
    game: str
    title: str
    seats: list[LobbySeat]
    options: Annotated[
        list[str], Field(description="in words, whatever differs from the game as it comes")
    ]
    pace: Annotated[str, Field(description="its time in words; empty: there is no clock")]
    rated: Annotated[bool, Field(description="whether the game counts for ratings")]
    dealt: Annotated[str, Field(description="drawn, chosen or imported, as a table tells it")]
    since: Annotated[float, Field(description="when it was opened, in Unix seconds")]
    age: Annotated[str, Field(description="for how long it has been open, in words")]


class LobbyShown(BaseModel):
    """A page of the lobby, the newest tables first."""

    page: int
    more: Annotated[bool, Field(description="another page follows")]
    tables: list[OpenTableShown]


class OpenForm(forms.Form):
    """Whether a table is open to everybody."""

    open: bool


class OpenSet(BaseModel):
    """Whether a table is open to everybody."""

    open: bool


@router.get("/lobby", response_model=LobbyShown)
async def show_lobby(
    house: HouseHere,
    page: Annotated[int, Query(ge=1, le=MOST_PAGES)] = 1,
    lang: Language = "en",
) -> Json:
    """List the open tables with free seats.

    A table leaves the lobby when it is full or over, when its host takes it out, or when nobody has
    touched it for a day. 404 in a house without a lobby.
    """
    found, more = await listing_of(house).page(page, {game.id for game in house.games})
    return {"page": page, "more": more, "tables": await all_shown(house, found, lang)}


@router.post("/tables/{table_id}/lobby", response_model=forms.SeatJoined)
async def sit(house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.JoinForm) -> Json:
    """Take a free seat of an open table; the answer holds the only token of the seat.

    Of two who want the last one, one gets it and the other is refused (409).
    """
    listing_of(house)
    if visitor.seats(room):
        raise NotAllowed(mark("you have a seat at this table already"))
    number, epoch = await take_seat(house, room, seating.join_request(form.key), form.name)
    token = house.tokens.sign(room.id, number, epoch)
    return {"seat": number, "name": room.names()[number], "token": token}


@router.put("/tables/{table_id}/lobby", response_model=OpenSet)
async def change_open(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: OpenForm
) -> Json:
    """Open a table to everybody, as its host, or take it out of the lobby."""
    listing_of(house)
    check_host(room, visitor)
    await open_to_all(house, room, form.open)
    return {"open": form.open}
