"""The page of a replay: a finished game on a slider, with its scores, its rounds and its log."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup

from horta.core import limits
from horta.server import replays
from horta.server.chart import backdrop, dash
from horta.server.page import language, page, safe_json
from horta.server.table_pages import client_words, interactive
from horta.server.views import scores_over_time
from horta.server.visits import RoomHere, ViewFrom, VisitorHere, check_replay, viewer_of

router = APIRouter()


@router.get("/t/{table_id}/replay")
async def show_replay(
    request: Request,
    room: RoomHere,
    visitor: VisitorHere,
    number: Annotated[int, Query(ge=0, le=limits.MOST_STEPS)] = 0,
    view_from: ViewFrom = "all",
) -> Response:
    """Show a finished game again, step by step."""
    lang = language(request)
    number = min(number, len(room.acted))
    if view_from == "all" and room.closed is not None and not room.over:
        view_from = "none"
    viewer = viewer_of(room, view_from)
    check_replay(room, visitor, viewer)
    frame = await asyncio.to_thread(replays.frame, room, number, viewer, lang)
    chapters = replays.chapters(room, None, lang)
    scores, steps = scores_over_time(room), len(room.acted)
    data = {
        "rules": frame["rules"],
        "last": frame["last"],
        "actor": frame["actor"],
        "scores": scores,
        "acted": room.acted,
        "chapters": chapters,
        "words": client_words(lang),
    }
    starts = [one["number"] for one in chapters]
    return page(
        request,
        "replay.html.jinja",
        room=room,
        frame=frame,
        svg=Markup(interactive(frame["svg"])),
        data=safe_json(data),
        number=number,
        steps=steps,
        view_from=view_from,
        names=room.names(lang),
        chapters=[
            {**one, "length": max(1, end - start)}
            for one, (start, end) in zip(chapters, pairwise([*starts, steps]), strict=True)
        ],
        dashes=[dash(seat) for seat in range(room.match.players)],
        backdrop=backdrop(scores, steps, starts),
    )
