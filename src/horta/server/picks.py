"""Picks at the server: the sets that a seat may pick now, for people who choose in any order.

Where the rules ask for a set one thing after the other, a page lets its person choose freely and
sends the whole set, which is played at once (`Rooms.pick`). Bots and builders may as well go step
by step.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from horta.core.game import Json
from horta.core.picking import picking
from horta.core.record import at
from horta.server import forms, previews, views
from horta.server.api import REFUSALS
from horta.server.bodies import CheckedRoute
from horta.server.room import Room
from horta.server.visits import (
    HouseHere,
    Language,
    RoomHere,
    SeatChosen,
    VisitorHere,
    acting_seat,
    seat_of,
)

router = APIRouter(tags=["table"], responses=REFUSALS, route_class=CheckedRoute)


def shown(room: Room, seat: int | None, lang: str) -> Json:
    """Return the things that a seat can pick now, and the sets that they form; empty if none."""
    nothing: Json = {"things": [], "sets": [], "others": []}
    if seat is None or room.match.to_play != seat or room.pending is not None:
        return nothing
    found = picking(room.match)
    if found is None:
        return nothing
    presentation = room.game.presentation
    words, things = presentation.words(lang), []
    for action in found.items:
        table = at(room.game.table, found.scenes[action])
        target = views.target_json(presentation.target(table, action))
        label = words.label(table, action)
        text = room.match.text(action)
        things.append({"action": action, "text": text, "label": label, "target": target})
    sets, others = [list(one) for one in found.sets], list(found.others)
    return {"things": things, "sets": sets, "others": others}


def refused(picks: Json, reasons: dict[str, str]) -> dict[str, str]:
    """Return why things cannot be chosen, without those that lie in some set."""
    offered = {one["target"]["element"] for one in picks["things"]}
    return {name: why for name, why in reasons.items() if name not in offered}


@router.get("/picks", response_model=forms.PicksShown)
async def list_picks(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Json:
    """List the sets that the caller's seat can pick now, where the question is for a set.

    The single steps that lead to them are among the actions, too.
    """
    return {"step": room.step, **shown(room, seat_of(room, visitor, seat), lang)}


@router.post("/picks", response_model=forms.Moved)
async def pick(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.PickForm
) -> Json:
    """Pick a whole set, its things in any order: all of it is played, or nothing.

    It answers a step; when the table has moved on, it is refused (409).
    """
    seat = acting_seat(room, visitor, form.seat)
    things = [one if isinstance(one, int) else room.match.parse(one) for one in form.things]
    await house.rooms.pick(room, seat, form.step, things)
    return {"step": room.step}


@router.get("/picks/preview", response_model=forms.PreviewShown)
async def show_preview(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    thing: Annotated[
        list[Annotated[int, Query(ge=0, le=2**31 - 1)]], Query(max_length=forms.MOST_THINGS)
    ],
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Json:
    """Say what a set would bring and cost, as far as the seat can know."""
    mine = acting_seat(room, visitor, seat)
    return await previews.of_set(house.rooms.workers, room, mine, thing, lang)
