"""Exercises: an expensive decision of a reviewed game again, until something better is found.

The table stands as it was, with what the seat knew. Nothing is kept here; the browser remembers
what was found. The page is that of a lesson with one step.
"""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from markupsafe import Markup
from pydantic import BaseModel, Field

from horta.bots.hints import points_said
from horta.core.game import Json
from horta.core.illegal import why_not
from horta.core.match import Match
from horta.core.notes import clear_notes
from horta.core.record import at, from_bytes
from horta.review import Decision
from horta.review.telling import chance_words
from horta.review.verdicts import GRAVE, POINTS, SLIGHT, certain
from horta.server import previews, review_views, views
from horta.server.bodies import CheckedRoute
from horta.server.i18n import words
from horta.server.lessons import ROOM, LessonRoom
from horta.server.page import fill, language, page, safe_json
from horta.server.review_pages import DecidedStep, decided
from horta.server.room import HouseRules, Room
from horta.server.seats import Seat
from horta.server.table_pages import client_words, make_state, table_options, table_sources
from horta.server.tokens import Claim, Visitor
from horta.server.visits import CallerHere, HouseHere, Language, RoomHere

router = APIRouter(route_class=CheckedRoute)

NO_PICKS: Json = {"things": [], "sets": [], "others": []}
"""A decision is one action."""


class Tried(BaseModel):
    """Where somebody stands in an exercise, and what they try."""

    chapter: int = Field(0, ge=0, le=0)
    moment: int = Field(0, ge=0, le=1)
    """1: it was found."""
    played: list[str] = Field(default_factory=list, max_length=0)
    tables: str = Field("", max_length=0)
    action: int | None = None


class Asked(BaseModel):
    """Whether an exercise is solved, and the language in which it is told."""

    found: bool
    lang: str


def set_up(room: Room, decision: Decision, lang: str) -> LessonRoom:
    """Return a table that stands where a decision was made, of which nothing before is told."""
    match = room.match
    fresh = from_bytes(match.game.table, match.tables[decision.step])
    clear_notes(at(match.game.table, fresh))
    start = Match(
        *(match.game, match.players, match.options, match.components, None),
        table=fresh.tobytes(),
    )
    seats = [Seat(name=name, joined=True) for name in room.names(lang)]
    return LessonRoom(ROOM, start, seats, HouseRules(), made=time.time(), header=room.header)


def state(here: LessonRoom, seat: int, *, asks: bool, lang: str) -> Json:
    """Return what the table's page shows."""
    made = make_state(here, Visitor((Claim(ROOM, seat, 0),)), seat, None, lang)
    made["picks"] = NO_PICKS
    made["svg"] = "\n".join(made["svg"])
    made["parts"] = {**made["parts"], "after": ""}
    if not asks:
        made |= {"actions": [], "refused": {}, "mine": False}
        made["parts"]["question"] = ""
    return made


def guide(room: Room, here: LessonRoom, decision: Decision, told: Json, asked: Asked) -> Json:
    """Return what the script of a lesson needs to know."""
    lang = asked.lang
    wanted = next(
        one
        for one in views.actions(here, decision.seat, lang)
        if one["action"] == decision.best.action
    )
    say = words(lang)
    names = views.names_touched(here.match, decision.seat, decision.best.action)
    return {
        "chapter": 0,
        "moment": int(asked.found),
        "played": [],
        "kind": "told" if asked.found else "do",
        "next": None if asked.found else {"chapter": 0, "moment": 1, "played": []},
        "back": None,
        "show": names if asked.found else [],
        "arrows": [],
        "wanted": None if asked.found else wanted,
        "clues": [say("It is about this: {why}", why=told["ways"][0]["why"])],
        "chosen": False,
        "html": fill(
            "part-exercise.html.jinja",
            lang,
            room=room,
            name=room.names(lang)[decision.seat],
            found=asked.found,
            one=review_views.row_of(room, decision, lang),
            told=told,
            cost=lost_words(decision.cost, decision.points_cost, lang),
            others=[way for way in told["ways"] if way["even"]],
        ),
    }


@router.get("/t/{table_id}/review/find/{step}")
async def show_exercise(
    request: Request, house: HouseHere, room: RoomHere, caller: CallerHere, step: DecidedStep
) -> Response:
    """Show a decision again: the table as it was, and a better action to be found."""
    lang = language(request)
    decision = decided(await house.reviews.open(room, caller), step)
    said = await review_views.in_words(house.workers, room, decision, lang)
    here = set_up(room, decision, lang)
    shown = await asyncio.to_thread(state, here, decision.seat, asks=True, lang=lang)
    told = guide(room, here, decision, said, Asked(found=False, lang=lang))
    data = {key: value for key, value in shown.items() if key not in ("svg", "parts")}
    say = words(lang)
    own = {
        "shown": say("This is it: {choice}", choice="{choice}"),
        "looks": say("The search weighs it…"),
    }
    return page(
        request,
        "exercise.html.jinja",
        room=here,
        table=room.id,
        step=step,
        state=shown,
        svg=Markup(shown["svg"]),
        data=safe_json({**data, "lang": lang, "pass": "", "words": client_words(lang) | own}),
        guide=safe_json(told),
        panel=Markup(told["html"]),
        is_host=False,
        options=table_options(here, lang),
        sources=table_sources(here, lang),
    )


@router.post("/t/{table_id}/review/find/{step}/at")
async def try_it(
    *,
    house: HouseHere,
    room: RoomHere,
    caller: CallerHere,
    step: DecidedStep,
    form: Tried,
    lang: Language = "en",
) -> Response:
    """Answer what somebody tries: a kind sentence, or what was found in full."""
    job = await house.reviews.open(room, caller)
    decision = decided(job, step)
    here = set_up(room, decision, lang)
    if form.action is not None:
        if form.action not in here.match.legal:
            raise why_not(here.match, form.action, form.action)
        decision = await house.reviews.weigh_too(job, step, form.action, caller)
    found = bool(form.moment) if form.action is None else is_right(decision, form.action)
    if form.action is not None and not found:
        return JSONResponse({"answer": kindly(decision, form.action, lang)})
    said = await review_views.in_words(house.workers, room, decision, lang)
    shown = await asyncio.to_thread(state, here, decision.seat, asks=not found, lang=lang)
    told = guide(room, here, decision, said, Asked(found=found, lang=lang))
    return JSONResponse({"state": shown, "guide": told})


def is_right(decision: Decision, action: int) -> bool:
    """Tell whether an action is the best that was found, or cannot be told apart from it."""
    way = decision.way(action)
    return way is not None and decision.even(way)


def kindly(decision: Decision, action: int, lang: str) -> str:
    """Say why something else is looked for."""
    say, way = words(lang), decision.way(action)
    if way is None:
        return say("The searches liked other actions better. Try again.")
    chance = certain(decision.best.chances[decision.seat].less(way.chances[decision.seat]))
    points = certain(decision.best.points.less(way.points))
    cost = lost_words(chance, points, lang)
    if way is decision.played:
        if not cost:
            return say("That is what was played. Try another.")
        return say("That is what was played; it cost about {cost}. Try another.", cost=cost)
    if chance >= GRAVE:
        return say("That would cost about {cost}. Try again.", cost=cost)
    if chance >= SLIGHT or (not chance and points >= POINTS):
        return say("Not bad, but it would cost about {cost}. Try again.", cost=cost)
    return say("Not bad, but something a little better can be done. Try again.")


def lost_words(chance: float, points: float, lang: str) -> str:
    """Return a certain cost in words: of the victory, else in points; empty if there is none."""
    say = words(lang)
    if chance:
        return say("{share} of the victory", share=chance_words(chance, lang))
    return points_said(points, lang) if points else ""


@router.post("/t/{table_id}/review/find/{step}/preview")
async def preview(
    *,
    house: HouseHere,
    room: RoomHere,
    caller: CallerHere,
    step: DecidedStep,
    form: Tried,
    lang: Language = "en",
) -> Json:
    """Say what an action would bring."""
    decision = decided(await house.reviews.open(room, caller), step)
    if form.action is None:
        return previews.NOTHING
    here = set_up(room, decision, lang)
    return await previews.of_action(house.workers, here, decision.seat, form.action, lang)
