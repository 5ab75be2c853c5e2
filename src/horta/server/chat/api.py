"""The talk at a table in the API, which the page of a table asks as well."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import MOST_SEATS
from horta.server import forms
from horta.server.api import REFUSALS
from horta.server.bodies import CheckedRoute
from horta.server.chat.phrases import PHRASES
from horta.server.chat.talk import LONGEST, LONGEST_WHY, Message, NoChat, Talk
from horta.server.house import House
from horta.server.i18n import words
from horta.server.people.known import person_here
from horta.server.room import NotAllowed, Room
from horta.server.tokens import Visitor
from horta.server.visits import (
    HouseHere,
    Language,
    RoomHere,
    SeatChosen,
    VisitorHere,
    acting_seat,
    check_seat,
    seat_of,
)

router = APIRouter(prefix="/chat", tags=["chat"], responses=REFUSALS, route_class=CheckedRoute)

LARGEST = 2**53


class MessageShown(BaseModel):
    """Something that was said."""

    id: int
    seat: int
    name: str
    at: Annotated[float, Field(description="in Unix seconds")]
    text: Annotated[str, Field(description="plain text; a quick phrase in the reader's language")]
    own: bool


class PhraseShown(BaseModel):
    """A quick phrase, which everybody reads in their own language."""

    key: str
    text: str


class ChatShown(BaseModel):
    """What a player reads."""

    messages: list[MessageShown]
    muted: Annotated[list[int], Field(description="seats whose messages the caller does not get")]
    phrases: list[PhraseShown]


class SayForm(forms.Form):
    """What is said: a text, or the key of a phrase."""

    text: Annotated[str, Field(max_length=LONGEST)] = ""
    phrase: Annotated[str, Field(max_length=16)] = ""
    seat: Annotated[int | None, Field(ge=0, lt=MOST_SEATS)] = None


class Said(BaseModel):
    """What was said has a number."""

    id: int


class MuteForm(forms.Form):
    """Whose messages the caller does not want to get, or wants to get again."""

    other: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    muted: bool
    seat: Annotated[int | None, Field(ge=0, lt=MOST_SEATS)] = None


class ReportForm(forms.Form):
    """Why a message should be looked at."""

    why: Annotated[str, Field(max_length=LONGEST_WHY)] = ""
    seat: Annotated[int | None, Field(ge=0, lt=MOST_SEATS)] = None


def talk_of(house: House) -> Talk:
    """Return the talk; `NoChat` in a house where nobody talks."""
    if house.chat is None:
        raise NoChat(mark("nobody talks at the tables of this house"))
    return house.chat


def reads_as(room: Room, visitor: Visitor, chosen: int | None) -> int | None:
    """Return the seat that reads; None is the host. Spectators are refused."""
    seat = seat_of(room, visitor, chosen)
    if seat is None and not visitor.is_host(room):
        raise NotAllowed(mark("what is said at a table is for those who play there"))
    return seat


@router.get("", response_model=ChatShown)
async def show_chat(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    since: Annotated[int, Query(ge=0, le=LARGEST)] = 0,
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Json:
    """Return what was said at a table after a message, the latest last; for players and the host.

    The stream of a table says `chat` when there is more. 404 in a house without talk.
    """
    talk, say = talk_of(house), words(lang)
    reader = reads_as(room, visitor, seat)
    found, muted = await talk.messages(room, reader, since)
    names = room.game.presentation.words(lang).seats(room.match.players)
    return {
        "messages": [message_shown(room, one, reader, names, lang) for one in found],
        "muted": muted,
        "phrases": [{"key": key, "text": say(phrase)} for key, phrase in PHRASES.items()],
    }


def message_shown(
    room: Room, one: Message, reader: int | None, names: list[str], lang: str
) -> Json:
    """Return a message as a reader sees it."""
    return {
        "id": one.id,
        "seat": one.seat,
        "name": one.name or names[one.seat],
        "at": one.at,
        "text": words(lang)(PHRASES[one.phrase]) if one.phrase in PHRASES else one.text,
        "own": one.seat == reader and one.key == room.seats[one.seat].key,
    }


@router.post("", response_model=Said, status_code=201)
async def say(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, form: SayForm
) -> Json:
    """Say something at a table, as one of its players."""
    talk, person = talk_of(house), person_here(request)
    seat = acting_seat(room, visitor, form.seat)
    who = None if person is None else person.id
    number = await talk.say(room, seat, text=form.text, phrase=form.phrase, person=who)
    return {"id": number}


@router.put("/muted", status_code=204, response_class=Response)
async def mute(house: HouseHere, room: RoomHere, visitor: VisitorHere, form: MuteForm) -> Response:
    """Read nothing more of a player, or read them again; nobody else is told."""
    talk = talk_of(house)
    reader = acting_seat(room, visitor, form.seat)
    check_seat(room, form.other)
    await talk.mute(room, reader, form.other, form.muted)
    return Response(status_code=204)


@router.post("/{message}/report", status_code=204, response_class=Response)
async def report(
    *,
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    message: Annotated[int, Path(ge=1, le=LARGEST)],
    form: ReportForm,
) -> Response:
    """Report a message to whoever runs the house; nobody at the table is told."""
    talk, person = talk_of(house), person_here(request)
    by = acting_seat(room, visitor, form.seat)
    who = None if person is None else person.id
    await talk.report(room, by, message, form.why, who)
    return Response(status_code=204)
