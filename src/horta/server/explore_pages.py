"""Exploring: play on from any step of a finished game, or from a position, and keep the branches.

A table under exploration is no table of the house. The store keeps one tree of variations
(`horta.study.tree`) for every step and what is known there, for all who may explore the game; a
worker plays it, and the house draws what comes back. The search gives its opinion through the queue
of the reviews, after all tables.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile
from markupsafe import Markup
from pydantic import BaseModel, Field

from horta.core import limits
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.review.telling import chance_words, points_words
from horta.server import previews, views
from horta.server.allowances import bounds
from horta.server.bodies import CheckedRoute
from horta.server.branch_store import Branches, BranchesChanged, Grown, Spot, grower
from horta.server.contests.seal import check_open
from horta.server.forms import MOST_THINGS
from horta.server.house import House
from horta.server.i18n import words
from horta.server.keeping import from_message
from horta.server.lessons import ROOM, LessonRoom
from horta.server.opponents import opponents
from horta.server.page import hand_over, know_again, language, page, safe_json
from horta.server.room import HouseRules, NotAllowed, Room
from horta.server.seats import Seat
from horta.server.study_pages import keep_study, opened
from horta.server.table_pages import client_words, make_state, table_options, table_sources
from horta.server.tokens import Claim, Visitor
from horta.server.uploads import POSITION, read_upload
from horta.server.visits import CallerHere, HouseHere, Language, RoomHere, VisitorHere
from horta.study.notes import LONGEST_NAME
from horta.study.study import Study

router = APIRouter()
moves = APIRouter(route_class=CheckedRoute)
"""What the script asks, in JSON."""

SEED = 1
"""All that the seat cannot know is dealt by it, so that everybody explores the same table."""
TRIES = 3
"""How often a change is tried when others change the same tree."""
FIRST, MOST_ITERATIONS = 100, 25_600
"""Iterations of the search's first opinion, and of its last."""
Known = Literal["seat", "all"]
Things = Annotated[list[Annotated[int, Field(ge=0, le=2**31 - 1)]], Field(max_length=MOST_THINGS)]
StepForm = Annotated[int, Form(ge=0, le=limits.MOST_STEPS)]
StepChosen = Annotated[int, Query(ge=0, le=limits.MOST_STEPS)]
KnownChosen = Annotated[Known, Query(alias="known")]


class Place(BaseModel):
    """Where somebody stands: a step of the game, what is known there, and a node of the tree."""

    step: int = Field(0, ge=0, le=limits.MOST_STEPS)
    known: Known = "seat"
    node: int = Field(0, ge=0, le=2**31)


class Change(Place):
    """What is done at a node."""

    do: Literal["go", "play", "pick", "bot", "back", "name", "remove", "promote"] = "go"
    action: int = Field(0, ge=0, le=2**31 - 1)
    things: Things = Field(default_factory=list)
    bot: str = Field("", max_length=limits.LONGEST_BOT)
    name: str = Field("", max_length=LONGEST_NAME)


class Opinion(Place):
    """How long the search looks."""

    iterations: int = Field(FIRST, ge=1, le=MOST_ITERATIONS)


class Asked(Place):
    """What somebody wonders about: an action, a set of things, or (neither) every option."""

    action: int | None = Field(None, ge=0, le=2**31 - 1)
    things: Things = Field(default_factory=list)


def check_explorable(room: Room, visitor: Visitor) -> None:
    """Refuse a game that is not over, but to who brought it and holds all of its seats."""
    if room.closed is not None:
        raise room.closed
    check_open(room)
    whole = len(visitor.seats(room)) == room.match.players
    if not room.over and not (room.house_rules.imported and whole):
        raise NotAllowed(mark("a game can be explored once it is over"))


@dataclass(frozen=True)
class Guest:
    """Who explores which table."""

    house: House
    room: Room
    visitor: Visitor
    caller: str
    lang: str

    @property
    def branches(self) -> Branches:
        """The trees of the house."""
        return Branches(self.house.store.database)


async def guest_of(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    caller: CallerHere,
    lang: Language = "en",
) -> Guest:
    """Return who asks; whoever may not explore the table is refused."""
    check_explorable(room, visitor)
    return Guest(house, room, visitor, caller, lang)


GuestHere = Annotated[Guest, Depends(guest_of)]


def spot_of(room: Room, place: Place) -> Spot:
    """Return where the tree of a place grows."""
    return Spot(room.id, min(place.step, len(room.acted)), place.known)


def asked(room: Room, place: Place, grown: Grown, lang: str) -> Json:
    """Return what a worker needs to play a tree."""
    match = room.match.back_to(min(place.step, len(room.acted)))
    return {
        "game": room.game.id,
        "position": match.position,
        "seed": SEED if place.known == "seat" else None,
        "nodes": grown.plain(),
        "node": place.node,
        "lang": lang,
    }


async def stand(guest: Guest, form: Change) -> tuple[Json, LessonRoom]:
    """Carry out a change, keep the tree, and return it with the table where it stands."""
    spot, house = spot_of(guest.room, form), guest.house
    most, there = await bounds(house.store.database, house.settings, "trees", guest.caller)
    how = {"most": most, "most_there": there}
    for _ in range(TRIES):
        grown = await guest.branches.load(spot)
        check_change(guest, form, grown)
        told, tables = await carried_out(guest, form, grown)
        now = grown.after(told["nodes"], guest.caller)
        if now == grown or await guest.branches.keep(spot, now, guest.caller, **how):
            return told, set_up(guest.room, tables, told["last"], guest.lang)
    raise BranchesChanged(mark("others are changing these branches; try again"))


async def carried_out(guest: Guest, form: Change, grown: Grown) -> tuple[Json, list[bytes]]:
    """Have a worker change a tree."""
    house = guest.house
    change = form.model_dump(include={"do", "action", "things", "bot", "name"})
    # A bot thinks after all tables, and may think long.
    thinks = form.do == "bot" and house.settings.review_workers
    workers = house.reviews.workers if thinks else house.workers
    given = {**asked(guest.room, form, grown, guest.lang), "change": change}
    return await workers.ask("explore", given, owner=guest.caller)


def check_change(guest: Guest, form: Change, grown: Grown) -> None:
    """Refuse who would take away or rename what others have grown, but those who sit here."""
    if form.do not in ("remove", "name") or guest.visitor.seats(guest.room):
        return
    if form.do == "remove" and grown.others(form.node, guest.caller):
        raise NotAllowed(mark("others have grown this branch: only who sits here can remove it"))
    one = next((one for one in grown.nodes if one["id"] == form.node), {})
    if form.do == "name" and one.get("name") and one.get("by") != grower(guest.caller):
        raise NotAllowed(mark("somebody else gave this branch its name"))


async def seen(told: Json, here: LessonRoom, known: Known, lang: str) -> Json:
    """Return what a page shows where a change has led."""
    shown = await asyncio.to_thread(state, here, lang, revealed=known == "all")
    rest = {key: told[key] for key in ("node", "nodes", "labels")}
    return {"state": shown, **rest, "to_play": here.match.to_play}


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
    node: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """Show a step of a finished game as a table to play on by hand, or against bots."""
    check_explorable(room, visitor)
    lang = language(request)
    step = min(step, len(room.acted))
    grown = await Branches(house.store.database).load(Spot(room.id, step, known))
    place = {"step": step, "known": known, "node": node if node in grown.by() else 0}
    guest = Guest(house, room, visitor, caller, lang)
    told, here = await stand(guest, Change.model_validate(place))
    found = await seen(told, here, known, lang)
    shown = found.pop("state")
    data = {key: value for key, value in shown.items() if key not in ("svg", "parts")}
    guide = {
        "step": step,
        "known": known,
        **found,
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
        "chance": say("{chance} to win", chance="{chance}"),
        "lead": say("final lead {points}", points="{points}"),
        "looked": say("{n} iterations", n="{n}"),
        "over": say("The game is over."),
    }


@moves.post("/t/{table_id}/explore/at")
async def change(guest: GuestHere, form: Change) -> Json:
    """Play, take back, branch, name: carry out one change of a tree."""
    told, here = await stand(guest, form)
    return await seen(told, here, form.known, guest.lang)


@moves.post("/t/{table_id}/explore/worth")
async def worth(guest: GuestHere, form: Asked) -> Json:
    """Say what an action, a set of things, or every option would bring who is to play."""
    place = Change.model_validate(form.model_dump(include={"step", "known", "node"}))
    _, here = await stand(guest, place)
    seat, workers = here.match.to_play, guest.house.workers
    if seat is None:
        return previews.NOTHING
    if form.things:
        return await previews.of_set(workers, here, seat, form.things, guest.lang)
    if form.action is not None:
        return await previews.of_action(workers, here, seat, form.action, guest.lang)
    return {"previews": await previews.of_all(workers, here, seat, guest.lang)}


@moves.post("/t/{table_id}/explore/opinion")
async def opinion(guest: GuestHere, form: Opinion) -> Json:
    """Ask the search what it thinks of a node; whoever asks for more and more watches it grow."""
    reviews, lang = guest.house.reviews, guest.lang
    reviews.check_open()
    grown = await guest.branches.load(spot_of(guest.room, form))
    given = {
        **asked(guest.room, form, grown, lang),
        "iterations": form.iterations,
        "revealed": form.known == "all",
    }
    told, _ = await reviews.workers.ask("think", given, owner=guest.caller)
    for way in told["ways"]:
        way["chance"] = chance_words(way["win"], lang)
        way["points"] = points_words(way["lead"], lang)
    return dict(told)


@router.post("/t/{table_id}/explore/study")
async def keep_as_study(
    request: Request, guest: GuestHere, step: StepForm = 0, known: Annotated[Known, Form()] = "seat"
) -> Response:
    """Make a study whose first chapter is the tree of a step, to write beside it and to share."""
    place = Place(step=step, known=known, node=0)
    grown = await guest.branches.load(spot_of(guest.room, place))
    given = asked(guest.room, place, grown, guest.lang)
    tree = {"root": {"position": given["position"]}, "nodes": given["nodes"]}
    if given["seed"] is not None:
        tree["seed"] = given["seed"]
    lang, title = language(request), guest.room.game.title
    match = guest.room.match.back_to(min(step, len(guest.room.acted)))
    chapter = {"title": "", "tree": tree, "view": match.to_play if known == "seat" else "all"}
    body = Study(title[:LONGEST_NAME], "", lang).to_json() | {"chapters": [chapter]}
    made, _ = await guest.house.workers.ask(
        "study_check", {"game": guest.room.game.id, "study": body}, owner=guest.caller
    )
    kept = await keep_study(guest.house, made["study"], guest.caller)
    return await opened(request, guest.house, kept)


# positions that somebody brings


@router.get("/explore")
async def bring(request: Request, house: HouseHere, caller: CallerHere) -> Response:
    """Show where a position can be brought, and what this visitor has explored."""
    found = await Branches(house.store.database).of(caller)
    titles = {game.id: game.title for game in house.games}
    trees = [(one, titles[one.game]) for one in found if one.game in titles]
    return know_again(request, house, page(request, "explorations.html.jinja", trees=trees))


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
    return await hand_over(request, house, room, f"/explore?step={len(room.acted)}")


router.include_router(moves)
