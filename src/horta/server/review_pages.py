"""The pages of reviews: a judged game, one that somebody brings, and exercises from it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Request, Response, UploadFile
from markupsafe import Markup

from horta.core import limits
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.review import Decision
from horta.server import forms, replays, review_lines, review_views
from horta.server.chart import dash
from horta.server.house import House
from horta.server.i18n import words
from horta.server.new_tables import make_from_transcript
from horta.server.page import hand_over, know_again, language, page, safe_json
from horta.server.review_jobs import Job
from horta.server.room import Room
from horta.server.sse import EventStream, event
from horta.server.table_pages import client_words, interactive
from horta.server.uploads import TRANSCRIPT, read_upload
from horta.server.visits import CallerHere, HouseHere, Language, RoomHere

router = APIRouter()

OFTEN = 0.5
"""Seconds between two messages about a review, at least."""
PING = 15
DecidedStep = Annotated[int, Path(ge=0, le=limits.MOST_STEPS)]


@router.get("/t/{table_id}/review")
async def show_review(
    request: Request,
    house: HouseHere,
    room: RoomHere,
    caller: CallerHere,
    step: Annotated[int, Query(ge=0, le=limits.MOST_STEPS)] = 0,
) -> Response:
    """Show a finished game with every decision judged, as far as the review has come."""
    lang = language(request)
    job = await house.reviews.open(room, caller)
    shown = await asyncio.to_thread(review_views.overview, job, room, lang, 0)
    step = min(step, max(0, len(room.acted) - 1))
    seat = room.acted[step] if room.acted else None
    frame = await asyncio.to_thread(replays.frame, room, step, seat, lang)
    data = {
        "rules": frame["rules"],
        "last": frame["last"],
        "actor": frame["actor"],
        "step": step,
        "words": client_words(lang) | own_words(lang),
        **{name: shown[name] for name in ("done", "total", "whole", "working", "said")},
    }
    answer = page(
        request,
        "review.html.jinja",
        room=room,
        shown=shown,
        svg=Markup(interactive(frame["svg"])),
        graphs=[Markup(one) for one in shown["graphs"]],
        rows=Markup(shown["rows"]),
        data=safe_json(data),
        names=room.names(lang),
        dashes=[dash(seat) for seat in range(room.match.players)],
    )
    return know_again(request, house, answer)


def own_words(lang: str) -> dict[str, str]:
    """Return the words that the script of a review says itself."""
    say = words(lang)
    return {
        "progress": say("{done} of {total} decisions", done="{done}", total="{total}"),
        "left": say("about {n} min left", n="{n}"),
        "soon": say("less than a minute left"),
        "begins": say("The review begins…"),
        "paused": say("The review has paused."),
        "whole": say("The review is complete: {total} decisions.", total="{total}"),
        "wait": say("This decision has not been judged yet."),
        "might": say("What might follow: {step}", step="{step}"),
    }


@router.get("/t/{table_id}/review/news")
async def tell_news(
    *,
    house: HouseHere,
    room: RoomHere,
    caller: CallerHere,
    seen: Annotated[int, Query(ge=0, le=limits.MOST_STEPS)] = 0,
    lang: Language = "en",
) -> Response:
    """Send how a review goes on, until it is whole or stops; while somebody listens, it goes on."""
    job = await house.reviews.open(room, caller)
    house.reviews.check_place(job, caller)
    return EventStream(_news(house, room, job, caller, seen, lang))


async def _news(  # noqa: PLR0917 - what a request brings
    house: House, room: Room, job: Job, caller: str, seen: int, lang: str
) -> AsyncGenerator[bytes, None]:
    with house.reviews.watch(job, caller) as watcher:
        while not watcher.closed:
            waiting = asyncio.ensure_future(job.news(PING))
            shown = await asyncio.to_thread(review_views.overview, job, room, lang, seen)
            seen = shown["done"]
            yield event(json.dumps(shown))
            if shown["whole"] or not shown["working"]:
                waiting.cancel()
                return
            await asyncio.gather(waiting, asyncio.sleep(OFTEN))


@router.get("/t/{table_id}/review/at/{step}")
async def show_decision(
    *,
    house: HouseHere,
    room: RoomHere,
    caller: CallerHere,
    step: DecidedStep,
    lang: Language = "en",
) -> Json:
    """Tell a decision in full: what was better, why, and what might have followed."""
    decision = decided(await house.reviews.open(room, caller), step)
    said = await review_views.in_words(house.workers, room, decision, lang)
    return await asyncio.to_thread(review_views.full, room, decision, said, lang)


@router.get("/t/{table_id}/review/at/{step}/line")
async def show_line(  # noqa: PLR0917 - what a request brings
    house: HouseHere,
    room: RoomHere,
    caller: CallerHere,
    step: DecidedStep,
    number: Annotated[int, Query(ge=1, le=limits.MOST_STEPS)],
    way: Annotated[int, Query(ge=0, le=limits.MOST_STEPS)] = 0,
    lang: Language = "en",
) -> Json:
    """Show the table after so many actions of what might follow one of the ways."""
    decision = decided(await house.reviews.open(room, caller), step)
    return await review_lines.after(house.workers, room, decision, way, number, lang)


def decided(job: Job, step: int) -> Decision:
    """Return what was found of a decision; a sentence if it has not been judged, or is none."""
    if step in job.found:
        return job.found[step]
    if job.steps is not None and step not in job.steps:
        raise HortaError(mark("nothing was decided after {step} actions"), step=step)
    raise HortaError(mark("this decision has not been judged yet"))


# games that somebody brings


@router.get("/review")
async def bring(request: Request, house: HouseHere) -> Response:
    """Show where a transcript can be brought."""
    return know_again(request, house, page(request, "bring.html.jinja", said="", text=""))


@router.post("/review")
async def brought(
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    transcript: UploadFile | None = None,
    text: Annotated[str, Form(max_length=limits.LARGEST_JSON)] = "",
) -> Response:
    """Take up a finished game from a file or as text, and show its review.

    It is played in the limited process and kept like any other finished game.
    """
    form = forms.TranscriptForm(transcript=await read_upload(TRANSCRIPT, transcript, text))
    room = await make_from_transcript(house, form, caller, sitting=True)
    # A game that is not over is a table that can be played on; there it says so itself.
    return await hand_over(request, house, room, "/review" if room.over else "")
