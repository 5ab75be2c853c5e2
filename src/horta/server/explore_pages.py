"""Exploring: play on from any step of a finished game, or from a position, and keep the branches.

A table under exploration is no table of the house: nobody else sees it. The browser keeps the tree
of variations (`horta.study.tree`) and sends it along; a worker plays it, and the house draws what
comes back. The search gives its opinion through the queue of the reviews, after all tables.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request, Response, UploadFile
from markupsafe import Markup
from pydantic import BaseModel, Field

from horta.core import limits
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.review.telling import chance_words, points_words
from horta.server import views
from horta.server.bodies import CheckedRoute
from horta.server.house import House
from horta.server.i18n import words
from horta.server.keeping import from_message
from horta.server.lessons import ROOM, LessonRoom
from horta.server.opponents import opponents
from horta.server.page import hand_over, know_again, language, page, safe_json
from horta.server.room import HouseRules, NotAllowed, Room
from horta.server.seats import Seat
from horta.server.table_pages import client_words, make_state, table_options, table_sources
from horta.server.tokens import Claim, Visitor
from horta.server.uploads import POSITION, read_upload
from horta.server.visits import CallerHere, HouseHere, Language, RoomHere, VisitorHere
from horta.study.tree import MOST_NODES

router = APIRouter()
moves = APIRouter(route_class=CheckedRoute)
"""What the script asks, in JSON."""

SEED = 1
"""All that the seat cannot know is dealt by it, so that everybody explores the same table."""
FIRST, MOST_ITERATIONS = 100, 25_600
"""Iterations of the search's first opinion, and of its last."""
Known = Literal["seat", "all"]
StepChosen = Annotated[int, Query(ge=0, le=limits.MOST_STEPS)]
KnownChosen = Annotated[Known, Query(alias="known")]


class NodeForm(BaseModel):
    """A node of a tree: what it follows, its action, and its name."""

    id: int = Field(ge=1, le=10**6)
    after: int = Field(ge=0, le=10**6)
    action: str = Field(max_length=limits.LONGEST_ACTION)
    name: str = Field("", max_length=80)


class Tree(BaseModel):
    """A tree as the browser keeps it, and where somebody stands in it."""

    step: int = Field(0, ge=0, le=limits.MOST_STEPS)
    known: Known = "seat"
    nodes: list[NodeForm] = Field(default_factory=list, max_length=MOST_NODES)
    node: int = Field(0, ge=0, le=10**6)


class Change(Tree):
    """What is done at a node."""

    do: Literal["go", "play", "bot", "back", "name", "remove", "promote"] = "go"
    action: int = Field(0, ge=0, le=2**31 - 1)
    bot: str = Field("", max_length=limits.LONGEST_BOT)
    name: str = Field("", max_length=80)


class Opinion(Tree):
    """How long the search looks."""

    iterations: int = Field(FIRST, ge=1, le=MOST_ITERATIONS)


def check_explorable(room: Room, visitor: Visitor) -> None:
    """Refuse a game that is not over, but to who brought it and holds all of its seats."""
    if room.closed is not None:
        raise room.closed
    whole = len(visitor.seats(room)) == room.match.players
    if not room.over and not (room.house_rules.imported and whole):
        raise NotAllowed(mark("a game can be explored once it is over"))


def asked(room: Room, tree: Tree, lang: str) -> Json:
    """Return what a worker needs to play a tree."""
    match = room.match.back_to(min(tree.step, len(room.acted)))
    return {
        "game": room.game.id,
        "position": match.position,
        "seed": SEED if tree.known == "seat" else None,
        "nodes": [
            {key: value for key, value in node.model_dump().items() if value != ""}
            for node in tree.nodes
        ],
        "node": tree.node,
        "lang": lang,
    }


async def stand(house: House, room: Room, caller: str, form: Change, lang: str) -> Json:
    """Carry out a change, and return the table, the tree and where it stands."""
    change = {"do": form.do, "action": form.action, "bot": form.bot, "name": form.name}
    given = {**asked(room, form, lang), "change": change}
    # A bot thinks after all tables, and may think long.
    thinks = form.do == "bot" and house.settings.review_workers
    workers = house.reviews.workers if thinks else house.workers
    told, tables = await workers.ask("explore", given, owner=caller)
    here = set_up(room, tables, told["last"], lang)
    shown = await asyncio.to_thread(state, here, lang, revealed=form.known == "all")
    return {
        "state": shown,
        "node": told["node"],
        "nodes": told["nodes"],
        "labels": told["labels"],
        "to_play": here.match.to_play,
    }


def set_up(room: Room, tables: list[bytes], last: str | None, lang: str) -> LessonRoom:
    """Return a room that stands on the last of some tables, and knows the action between them."""
    match = room.match
    here = Match(
        *(match.game, match.players, match.options, match.components, None), table=tables[0]
    )
    acted, totals = [], [here.scores]
    if last is not None:
        action = match.parse(last)
        acted.append(-1 if here.to_play is None else here.to_play)
        here.recall([action], tables, [action])
        totals.append(here.scores)
    seats = [Seat(name=name, joined=True) for name in room.names(lang)]
    return LessonRoom(
        *(ROOM, here, seats, HouseRules()),
        made=time.time(),
        header=room.header,
        acted=acted,
        totals=totals,
    )


def state(here: LessonRoom, lang: str, *, revealed: bool) -> Json:
    """Return what the table's page shows: as the seat to play sees it, or everything."""
    seat = here.match.to_play
    shown = 0 if seat is None else seat
    made = make_state(here, Visitor((Claim(ROOM, shown, 0),)), shown, None, lang)
    if revealed:
        scene = replace(here.match.scene(seat, lang, revealed=True), names=here.names(lang))
        drawn = views.drawn_in_regions(here.game, scene)
        made["svg"] = [drawn[0].replace('role="img"', 'role="group"', 1), *drawn[1:]]
    made["svg"] = "\n".join(made["svg"])
    made["picks"] = {"things": [], "sets": [], "others": []}
    made["parts"] = {**made["parts"], "after": ""}
    return made


@router.get("/t/{table_id}/explore")
async def show_explore(
    *,
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    caller: CallerHere,
    step: StepChosen = 0,
    known: KnownChosen = "seat",
) -> Response:
    """Show a step of a finished game as a table to play on by hand, or against bots."""
    check_explorable(room, visitor)
    lang = language(request)
    step = min(step, len(room.acted))
    found = await stand(
        house, room, caller, Change.model_validate({"step": step, "known": known}), lang
    )
    shown = found["state"]
    here = set_up(room, [room.match.tables[step]], None, lang)
    data = {key: value for key, value in shown.items() if key not in ("svg", "parts")}
    guide = {
        "step": step,
        "known": known,
        "to_play": found["to_play"],
        "first": FIRST,
        "most": MOST_ITERATIONS,
        "words": own_words(lang),
    }
    answer = page(
        request,
        "exploring.html.jinja",
        room=here,
        table=room.id,
        over=room.over,
        step=step,
        known=known,
        names=room.names(lang),
        bots=opponents(room.game),
        state=shown,
        svg=Markup(shown["svg"]),
        data=safe_json({**data, "lang": lang, "pass": "", "words": client_words(lang)}),
        guide=safe_json(guide),
        is_host=False,
        options=table_options(here, lang),
        sources=table_sources(here, lang),
    )
    return know_again(request, house, answer)


def own_words(lang: str) -> dict[str, str]:
    """Return the words that the script says itself."""
    say = words(lang)
    return {
        "start": say("Start"),
        "thinks": say("The search looks…"),
        "visits": say("{n} visits", n="{n}"),
        "games": say("{n} games played on", n="{n}"),
        "chance": say("{chance} to win", chance="{chance}"),
        "lead": say("final lead {points}", points="{points}"),
        "looked": say("{n} iterations", n="{n}"),
        "over": say("The game is over."),
    }


@moves.post("/t/{table_id}/explore/at")
async def change(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    caller: CallerHere,
    form: Change,
    lang: Language = "en",
) -> Json:
    """Play, take back, branch, name: carry out one change of a tree."""
    check_explorable(room, visitor)
    return await stand(house, room, caller, form, lang)


@moves.post("/t/{table_id}/explore/opinion")
async def opinion(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    caller: CallerHere,
    form: Opinion,
    lang: Language = "en",
) -> Json:
    """Ask the search what it thinks of a node; whoever asks for more and more watches it grow."""
    check_explorable(room, visitor)
    house.reviews.check_open()
    given = {
        **asked(room, form, lang),
        "iterations": form.iterations,
        "revealed": form.known == "all",
        "first": FIRST,
    }
    told, _ = await house.reviews.workers.ask("think", given, owner=caller)
    for way in told["ways"]:
        way["chance"] = chance_words(way["win"], lang)
        way["points"] = points_words(way["lead"], lang).replace("-", "−")
    return dict(told)


# positions that somebody brings


@router.get("/explore")
async def bring(request: Request, house: HouseHere) -> Response:
    """Show where a position can be brought, and what this device has explored."""
    return know_again(request, house, page(request, "explorations.html.jinja"))


@router.post("/explore")
async def brought(
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    position: UploadFile | None = None,
    text: Annotated[str, Form(max_length=limits.LARGEST_JSON)] = "",
) -> Response:
    """Take up a position or a transcript from a file or as text, to explore it."""
    read = await read_upload(POSITION, position, text)
    task = "take_up" if "actions" in read else "lay"
    async with house.quotas.place(caller):
        kept = from_message(*await house.workers.ask(task, read, owner=caller))
        seats = [Seat(name, joined=True) for name in kept.header["seats"]]
        how = HouseRules(together=True, imported=True)
        room = await house.rooms.make(kept, seats, how, owner=caller)
    return hand_over(request, house, room, f"/explore?step={len(room.acted)}")


router.include_router(moves)
