"""The pages of lessons: a table with a guide beside it, and the game that goes on from there."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from markupsafe import Markup
from pydantic import Field

from horta.core import registry
from horta.core.errors import BadLesson
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.lesson_course import Course
from horta.core.lessons import lesson_of
from horta.server import lessons, previews
from horta.server.bodies import CheckedRoute
from horta.server.desk import LONGEST_LINK, Wrapped, own_tables, unwrapped, wrapped
from horta.server.house import House
from horta.server.i18n import words
from horta.server.keeping import from_message, keep_match
from horta.server.lessons import Here, Standing
from horta.server.opponents import opponents
from horta.server.page import keep_seats, know_again, language, page, safe_json
from horta.server.room import CHOSEN, HouseRules, Room
from horta.server.seats import Seat
from horta.server.table_pages import client_words, table_options, table_sources
from horta.server.visits import CallerHere, GameId, HouseHere

router = APIRouter()
moves = APIRouter(route_class=CheckedRoute)
"""What the script of a lesson asks, in JSON."""

LessonName = Annotated[str, Path(max_length=40)]
Lang = Annotated[str, Query(pattern="^(en|fr|de)$")]


class StandingForm(Standing):
    """Where a learner stands, and what they do there."""

    action: int | None = None
    tables: str = Field("", max_length=LONGEST_LINK)


async def course_for(house: House, caller: str, game_id: str, name: str, tables: str) -> Course:
    """Return a lesson at the table; with an owner's tables, only where it holds with them.

    Tables from outside are tried by a worker, which plays the whole lesson.
    """
    game = registry.game(game_id)
    lesson_of(game, name)
    given = own_tables(house, game, tables)
    if not given:
        return lessons.course(game_id, name)
    packed = wrapped(given)
    if await _holds(house, caller, game_id, name, packed):
        return lessons.course(game_id, name, packed)
    if not tables:  # those of the house, which nobody asked for
        return lessons.course(game_id, name)
    raise BadLesson(
        mark(
            "with these component tables this lesson does not work out as it is written; "
            "learn with our own, then set a table with these"
        )
    )


_known: dict[tuple[str, str, str], bool] = {}
"""Which lessons hold with an owner's tables; the last ones that were tried."""


async def _holds(house: House, caller: str, game_id: str, name: str, packed: str) -> bool:
    """Tell whether a lesson can be played through with an owner's tables."""
    key = (game_id, name, packed)
    if key not in _known:
        asked = {"game": game_id, "lesson": name, "components": unwrapped(packed)}
        try:
            await house.workers.ask("hold", asked, owner=caller)
            holds = True
        except BadLesson:
            holds = False
        if len(_known) >= lessons.COURSES:
            _known.clear()
        _known[key] = holds
    return _known[key]


@router.get("/learn/{game_id}")
async def show_lessons(
    request: Request, house: HouseHere, game_id: GameId, tables: Wrapped = ""
) -> Response:
    """Show the lessons of a game."""
    game, lang = registry.game(game_id), language(request)
    link = wrapped(own_tables(house, game, tables))
    found = lessons.offered(game, lang)
    return page(request, "lessons.html.jinja", game=game, lessons=found, link=link)


@router.get("/learn/{game_id}/{name}")
async def show_lesson(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    name: LessonName,
    chapter: Annotated[str, Query(max_length=40)] = "",
    tables: Wrapped = "",
) -> Response:
    """Show a lesson at the beginning of a chapter; the page goes on where its reader left it."""
    lang = language(request)
    found = await course_for(house, caller, game_id, name, tables)
    first = found.lesson.number(chapter) if chapter else 0
    here = await asyncio.to_thread(lessons.stand, found, Standing(chapter=first, moment=0))
    shown = lessons.table_state(here, lang)
    data = {key: value for key, value in shown.items() if key not in ("svg", "parts")}
    told = lessons.guide(here, lang)
    answer = page(
        request,
        "lesson.html.jinja",
        room=here.room,
        state=shown,
        svg=Markup(shown["svg"]),
        data=safe_json(
            {**data, "lang": lang, "pass": "", "words": client_words(lang) | own_words(lang)}
        ),
        guide=safe_json({**told, "chosen": bool(chapter)}),
        panel=Markup(told["html"]),
        is_host=False,
        options=table_options(here.room, lang),
        sources=table_sources(here.room, lang),
        lesson=found.lesson,
        title=found.lesson.title.said(lang),
        tables=wrapped(found.components),
    )
    return know_again(request, house, answer)


def own_words(lang: str) -> dict[str, str]:
    """Return the words that the script of a lesson says itself."""
    say = words(lang)
    return {
        "shown": say("This is it: {choice}", choice="{choice}"),
    }


@moves.post("/learn/{game_id}/{name}/at")
async def go(
    *,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    name: LessonName,
    form: StandingForm,
    lang: Lang = "en",
) -> Response:
    """Show a moment of a lesson, or answer what the learner did there."""
    found = await course_for(house, caller, game_id, name, form.tables)
    here = await asyncio.to_thread(lessons.stand, found, form)
    if form.action is not None:
        now, answer = lessons.answered(here, form.action)
        if now is None:
            say = words(lang)
            nothing = say("Look again: that cannot be done here.")
            return JSONResponse({"answer": nothing if answer is None else answer.said(lang)})
        here = await asyncio.to_thread(lessons.stand, found, now)
    state = await asyncio.to_thread(_drawn, here, lang)
    return JSONResponse(state)


def _drawn(here: Here, lang: str) -> Json:
    return {"state": lessons.table_state(here, lang), "guide": lessons.guide(here, lang)}


@moves.post("/learn/{game_id}/{name}/preview")
async def preview(
    *,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    name: LessonName,
    form: StandingForm,
    lang: Lang = "en",
) -> Json:
    """Say what an action would bring the learner."""
    found = await course_for(house, caller, game_id, name, form.tables)
    here = await asyncio.to_thread(lessons.stand, found, form)
    if form.action is None:
        return previews.NOTHING
    seat = found.lesson.seat
    return await previews.of_action(house.workers, here.room, seat, form.action, lang)


@router.post("/learn/{game_id}/{name}/on")
async def play_on(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    name: LessonName,
    tables: Annotated[str, Form(max_length=LONGEST_LINK)] = "",
) -> Response:
    """Make a table of its own from where a lesson ends, against apprentices."""
    found = await course_for(house, caller, game_id, name, tables)
    async with house.quotas.place(caller):
        room = await _table_after(house, caller, found)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    tokens = [house.tokens.seat(room, found.lesson.seat), house.tokens.host(room)]
    await keep_seats(request, answer, house, room, tokens)
    return answer


async def _table_after(house: House, caller: str, found: Course) -> Room:
    match = await asyncio.to_thread(found.ending, found.lesson.last)
    if found.components:
        asked = match.transcript()
        kept = from_message(*await house.workers.ask("take_up", asked, owner=caller))
    else:
        seats = [match.back_to(k).to_play for k in range(len(match.actions))]
        texts = [match.text(action) for action in match.actions]
        played = [
            (text, -1 if seat is None else seat) for text, seat in zip(texts, seats, strict=True)
        ]
        kept = keep_match(match, played)
    weakest = opponents(found.game)[0].spec
    mine = found.lesson.seat
    sitting = [
        Seat(joined=True) if seat == mine else Seat(bot=weakest) for seat in range(match.players)
    ]
    about = {"dealt": CHOSEN}
    return await house.rooms.make(kept, sitting, HouseRules(), about=about, owner=caller)


router.include_router(moves)
