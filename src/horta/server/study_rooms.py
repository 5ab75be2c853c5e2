"""The study rooms of the house: one page with a card for each, linked from the first page."""

from __future__ import annotations

from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from horta.core.i18n import mark
from horta.server.i18n import words
from horta.server.page import language, page

router = APIRouter()


class Card(NamedTuple):
    """A room: its address, its name, what is done there, and its sign (a path of 24 × 24)."""

    address: str
    title: str
    about: str
    sign: str


CARDS: tuple[Card, ...] = (
    Card(
        "/review",
        mark("Review a game"),
        mark("Bring or open a finished game: every decision judged, with what was better and why."),
        "M3 17l5-6 4 4 5-9 4 5M3 21h18",
    ),
    Card(
        "/explore",
        mark("Explore"),
        mark(
            "Play on from any step of a finished game or from a position, with branches and the "
            "search's opinion."
        ),
        "M5 4v16M5 8h6q4 0 4 4v8M5 14h3",
    ),
    Card(
        "/explorer",
        mark("Explorer"),
        mark("How often each first choice of a game was played, and how it scored."),
        "M12 21V12M12 12L5 5M12 12l7-7M5 5v4M5 5h4M19 5v4M19 5h-4",
    ),
    Card(
        "/studies",
        mark("Studies and puzzles"),
        mark("Chapters with variations at the table, and moves to find."),
        "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
    ),
    Card(
        "/lab",
        mark("The lab"),
        mark(
            "Change a game, let bots play it both ways over the same deals, and see what differs."
        ),
        "M9 3h6M10 3v6l-5 9q-1 3 2 3h10q3 0 2-3l-5-9v-6M7.5 15h9",
    ),
    Card(
        "/editor",
        mark("Set up a position"),
        mark("Change what lies on the table; the rules say at once what is impossible."),
        "M4 20l4-1 11-11-3-3L5 16zM14 7l3 3",
    ),
)
"""A room opens with a line here; its title and what it is about are `mark`ed."""


@router.get("/study")
async def show_rooms(request: Request) -> Response:
    """Show where games are studied."""
    say = words(language(request))
    cards = [one._replace(title=say(one.title), about=say(one.about)) for one in CARDS]
    return page(request, "study.html.jinja", cards=cards)
