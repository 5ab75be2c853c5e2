"""Plans in the API, which the page of a table asks as well; each is for its own player alone."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import LONGEST_ACTION, MOST_SEATS
from horta.server import forms
from horta.server.api import REFUSALS
from horta.server.bodies import CheckedRoute
from horta.server.i18n import words
from horta.server.plans.options import options
from horta.server.plans.plan import WHY, Line, Plan
from horta.server.room import NotAllowed, Room
from horta.server.visits import (
    HouseHere,
    Language,
    RoomHere,
    SeatChosen,
    VisitorHere,
    acting_seat,
)

router = APIRouter(prefix="/plans", tags=["plans"], responses=REFUSALS, route_class=CheckedRoute)

MOST_LINES, MOST_MOVES = 10, 20
ActionText = Annotated[str, Field(min_length=1, max_length=LONGEST_ACTION)]


class LineForm(forms.Form):
    """Moves in order; with `given`, only if somebody else plays that until then."""

    then: Annotated[list[ActionText], Field(min_length=1, max_length=MOST_MOVES)]
    given: Annotated[str, Field(max_length=LONGEST_ACTION)] = ""


class PlanForm(forms.Form):
    """A whole plan, in the place of the one before; an empty one withdraws it."""

    passes: Annotated[bool, Field(description="play steps that leave no choice")] = False
    lines: Annotated[list[LineForm], Field(max_length=MOST_LINES, default_factory=list)]
    seat: Annotated[int | None, Field(ge=0, lt=MOST_SEATS)] = None


class LineShown(BaseModel):
    """Moves that are planned, as texts of actions, and in words as far as there are any now."""

    then: list[str]
    given: str
    says: str


class PlanShown(BaseModel):
    """What the caller has planned."""

    passes: bool
    lines: list[LineShown]
    told: Annotated[list[str], Field(description="what was dropped, and why, the latest last")]


class MoveShown(BaseModel):
    """A move that may be possible then."""

    action: str
    label: str


class OptionsShown(BaseModel):
    """What may be planned, on a table as the caller may imagine it: it tells nothing hidden."""

    theirs: list[MoveShown]
    mine: list[MoveShown]


def told(plan: Plan, lang: str) -> list[str]:
    """Say what was dropped of a plan, and why."""
    say = words(lang)
    return [
        say(WHY[one["why"]], moves=", ".join(one["then"]), given=one["given"]) for one in plan.told
    ]


def shown(room: Room, plan: Plan, lang: str) -> Json:
    """Return a plan as its player sees it."""
    say = words(lang)
    known: dict[str, dict[str, str]] = {}
    for given in {line.given for line in plan.lines}:
        found = options(room, plan.seat, given, lang)
        labels = {one["action"]: one["label"] for one in (*found["theirs"], *found["mine"])}
        known[given] = labels
    lines = []
    for line in plan.lines:
        labels = known[line.given]
        moves = ", ".join(labels.get(one, one) for one in line.then)
        given = labels.get(line.given, line.given)
        says = say("If “{given}”: {moves}", given=given, moves=moves) if line.given else moves
        lines.append({"then": list(line.then), "given": line.given, "says": says})
    return {"passes": plan.passes, "lines": lines, "told": told(plan, lang)}


@router.get("", response_model=PlanShown)
async def show_plan(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Json:
    """Return what the caller has planned; nobody else sees it."""
    plan = await house.plans.of(room, acting_seat(room, visitor, seat))
    return await asyncio.to_thread(shown, room, plan, lang)


@router.put("", response_model=PlanShown)
async def leave_plan(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    form: PlanForm,
    lang: Language = "en",
) -> Json:
    """Leave moves for the caller's next turns, and have steps without a choice played.

    A move is checked when it comes up, and dropped with a sentence if it cannot be played. A line
    with a condition is about the caller's next decision: it is dropped if it was not met. What is
    planned is played some seconds after the turn has come, and looks like any other move.
    """
    seat = acting_seat(room, visitor, form.seat)
    if room.to_act is None:
        raise NotAllowed(mark("this game is over already"))
    for line in form.lines:
        for text in (*line.then, *([line.given] if line.given else [])):
            room.match.parse(text)  # `BadText` tells what the game does not know
    lines = [Line(tuple(one.then), one.given, len(room.acted)) for one in form.lines]
    plan = await house.plans.leave(room, seat, passes=form.passes, lines=lines)
    return await asyncio.to_thread(shown, room, plan, lang)


@router.get("/options", response_model=OptionsShown)
async def show_options(
    *,
    room: RoomHere,
    visitor: VisitorHere,
    given: Annotated[str, Query(max_length=LONGEST_ACTION)] = "",
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Json:
    """List what others may play next, and what the caller may play after `given`."""
    mine = acting_seat(room, visitor, seat)
    return await asyncio.to_thread(options, room, mine, given, lang)
