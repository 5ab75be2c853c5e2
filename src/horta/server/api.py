"""The JSON API: enough for a third party to write a bot or a client.

Orders carry a seat's token (`Authorization: Bearer …`); the pages use the same routes under their
own address with a cookie that goes nowhere else.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse

from horta.core import limits, registry
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.server import consenting, forms, previews, replays, seating, views
from horta.server.advice import advise
from horta.server.bodies import CheckedRoute
from horta.server.contests.seal import check_open
from horta.server.new_tables import make_from_transcript, make_table, table_made
from horta.server.opponents import opponents
from horta.server.ratings.ledger import spoil
from horta.server.ratings.sitting import HINTS
from horta.server.room import NotAllowed
from horta.server.streams import EntryStream, watch
from horta.server.visits import (
    CallerHere,
    GameId,
    HouseHere,
    Language,
    Number,
    RoomHere,
    SeatChosen,
    ViewFrom,
    VisitorHere,
    acting_seat,
    check_replay,
    seat_of,
    viewer_of,
)

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": forms.Refused, "description": words}
    for status, words in {
        400: "the request is not well formed",
        403: "this visitor may not do that",
        404: "there is no such thing",
        409: "the answer is stale: the table has moved on",
        413: "the request is too large",
        422: "the request does not fit, or the rules forbid it",
        429: "too many requests, or too many tables",
        431: "the headers are too large",
        503: "the tables cannot be reached at the moment; ask again after `Retry-After`",
    }.items()
}


# games and new tables

house_router = APIRouter(
    prefix="/api", tags=["house"], responses=REFUSALS, route_class=CheckedRoute
)


def game_shown(game: Game) -> Json:
    """Return a game as the API shows it."""
    return {
        "id": game.id,
        "title": game.title,
        "rules_version": game.rules_version,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "actions": len(game.actions),
        "options": game.options.model_json_schema(),
        "components": game.components.model_json_schema(),
        "bots": [{"name": bot.spec, "title": bot.title()} for bot in opponents(game)],
    }


@house_router.get("/games", response_model=list[forms.GameShown])
async def list_games(house: HouseHere) -> list[Json]:
    """List the games with their options and bots."""
    return [game_shown(game) for game in house.games]


@house_router.get("/games/{game_id}", response_model=forms.GameShown)
async def show_game(game_id: GameId) -> Json:
    """Show one game."""
    return game_shown(registry.game(game_id))


@house_router.post("/tables", status_code=201, response_model=forms.TableMade)
async def new_table(
    request: Request, house: HouseHere, caller: CallerHere, form: forms.TableForm
) -> Json:
    """Put up a table. The answer holds the tokens of the host and of every person's seat.

    Each token holds its seat until somebody joins by it, with `POST /api/tables/{table_id}/join` or
    by its link. From then on only the token that the joiner got holds the seat.
    """
    return table_made(request, house, await make_table(house, form, caller))


@house_router.post("/transcripts", status_code=201, response_model=forms.TableMade)
async def upload(
    request: Request, house: HouseHere, caller: CallerHere, form: forms.TranscriptForm
) -> Json:
    """Put a transcript up as a table: a finished one to be looked at, another to be played on."""
    return table_made(request, house, await make_from_transcript(house, form, caller))


# one table

router = APIRouter(tags=["table"], responses=REFUSALS, route_class=CheckedRoute)


@router.get("", response_model=forms.TableShown)
async def show_table(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Json:
    """Show where a table stands and what the caller's seat may know."""
    viewer = seat_of(room, visitor, seat)
    return {**views.summary(room, viewer, lang), "view": views.view(room, viewer, lang)}


@router.get("/summary", response_model=forms.TableSummary)
async def show_summary(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Json:
    """Show where a table stands, without the view: for a list of tables."""
    return views.summary(room, seat_of(room, visitor, seat), lang)


@router.get("/actions", response_model=forms.ActionsShown)
async def list_actions(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Json:
    """List what the caller's seat can do now, with labels and targets."""
    viewer = seat_of(room, visitor, seat)
    return {"step": room.step, "actions": views.actions(room, viewer, lang)}


@router.post("/actions", response_model=forms.Moved)
async def act(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.ActionForm
) -> Json:
    """Play an action. It answers a step; when the table has moved on, it is refused (409)."""
    seat = acting_seat(room, visitor, form.seat)
    action = form.action if isinstance(form.action, int) else room.match.parse(form.action)
    await house.rooms.play(room, seat, form.step, action)
    return {"step": room.step}


@router.get("/preview", response_model=forms.PreviewShown)
async def show_preview(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    action: Annotated[int, Query(ge=0, le=2**31 - 1)],
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Json:
    """Say what an action would bring and cost, as far as the seat can know."""
    mine = acting_seat(room, visitor, seat)
    return await previews.of_action(house.rooms.workers, room, mine, action, lang)


@router.get("/previews", response_model=forms.PreviewsShown)
async def show_previews(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Json:
    """Say what each option of the moment would bring and cost, when there are 40 or fewer."""
    mine, step = acting_seat(room, visitor, seat), room.step
    found = await previews.of_all(house.rooms.workers, room, mine, lang)
    return {"step": step, "previews": found}


@router.get("/hints", response_model=forms.HintsShown)
async def show_hints(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Json:
    """Rank the sensible actions with what they bring and why; among people only if all agree."""
    mine, step = acting_seat(room, visitor, seat), room.step
    hints = await advise(house.rooms, room, mine, lang)
    await spoil(house.store.database, room, HINTS)
    told = views.hints(room, mine, hints, lang)
    sets = [{**one, "things": hint.things} for one, hint in zip(told, hints, strict=True)]
    return {"step": step, "hints": sets}


@router.post("/hints", response_model=forms.SeatShown)
async def allow_hints(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    form: forms.HintsForm,
    seat: SeatChosen = None,
) -> Json:
    """Agree that hints are given at this table, or no longer."""
    mine = acting_seat(room, visitor, seat)
    await seating.change(house.rooms, room, mine, room.seats[mine].epoch, hints=form.allow)
    shown: Json = views.summary(room, None, "en")["seats"][mine]
    return shown


@router.post("/counted", response_model=forms.SeatShown)
async def let_it_count(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    form: forms.CountedForm,
    seat: SeatChosen = None,
) -> Json:
    """Agree that the game counts in the explorer of the house when it is over, or no longer.

    It counts once every person at the table agrees, and only while all do.
    """
    mine = acting_seat(room, visitor, seat)
    held = room.seats[mine].epoch
    await seating.change(house.rooms, room, mine, held, counted=form.allow)
    house.own_games.look_again()
    shown: Json = views.summary(room, None, "en")["seats"][mine]
    return shown


@router.post("/undo", response_model=forms.Moved)
async def take_back(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.UndoForm
) -> Json:
    """Take actions back, as far as the law of undo allows (`undo_to`)."""
    seat = acting_seat(room, visitor, form.seat)
    await house.rooms.undo(room, seat, form.step, form.to)
    return {"step": room.step}


@router.post("/undo/ask", response_model=forms.Moved)
async def ask_to_take_back(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.UndoForm
) -> Json:
    """Ask all others whether a decision of the caller's, and all since, may be taken back.

    For what the law of undo forbids alone. `to` names the decision; without it, the last own one.
    The question stands while nothing is played, and each step can be asked about once.
    """
    seat = acting_seat(room, visitor, form.seat)
    await consenting.ask(house.rooms, room, seat, form.step, form.to)
    return {"step": room.step}


@router.post("/undo/answer", response_model=forms.Moved)
async def answer_to_take_back(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.ConsentForm
) -> Json:
    """Agree that what somebody asks for (`asked`) is taken back, or do not.

    It is done when everybody else has agreed. Time since the last action counts for nobody then.
    """
    seat = acting_seat(room, visitor, form.seat)
    clocks, agree = house.clocks, form.agree
    await consenting.answer(house.rooms, clocks, room, seat, step=form.step, agree=agree)
    return {"step": room.step}


@router.post("/end", response_model=forms.Moved)
async def end_turn(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.EndForm
) -> Json:
    """End a turn, at a table that asks for it."""
    seat = acting_seat(room, visitor, form.seat)
    await house.rooms.end_turn(room, seat, form.step)
    return {"step": room.step}


@router.get("/log", response_model=list[forms.LogShown])
async def show_log(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> list[Json]:
    """Tell what happened, action by action, and what happened at the table besides."""
    return views.whole_log(room, views.log(room, seat_of(room, visitor, seat), lang), lang)


@router.get("/sheet", response_model=forms.SheetShown)
async def show_sheet(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Json:
    """Show the score sheet as if the game ended now, as far as the caller's seat can know it."""
    return views.sheet(room, seat_of(room, visitor, seat), lang)


@router.get(
    "/drawing.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def show_drawing(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Response:
    """Draw the table as the caller's seat sees it."""
    viewer = seat_of(room, visitor, seat)
    return Response(views.drawing(room, viewer, lang), media_type="image/svg+xml")


@router.get("/transcript")
async def show_transcript(room: RoomHere) -> JSONResponse:
    """Return the transcript of a finished game; of a running one it would tell every secret."""
    check_open(room)
    if not room.over:
        raise NotAllowed(
            mark("the transcript reveals everything; it is available when the game is over")
        )
    name = f"{room.game.id}-{room.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return JSONResponse(room.transcript(), headers=headers)


@router.get("/replay", response_model=forms.CourseShown)
async def show_course(
    room: RoomHere, visitor: VisitorHere, view_from: ViewFrom = "all", lang: Language = "en"
) -> Json:
    """Tell the whole course of a finished game: its rounds, and each step as a viewer saw it."""
    viewer = viewer_of(room, view_from)
    check_replay(room, visitor, viewer)
    key = ("course", viewer, lang)
    if key not in room.drawn:
        # A finished table stands still: it can be read while others are served.
        room.drawn[key] = await asyncio.to_thread(replays.course, room, viewer, lang)
    found: Json = room.drawn[key]
    return found


@router.get("/replay/{number}", response_model=forms.FrameShown)
async def show_frame(
    room: RoomHere,
    visitor: VisitorHere,
    number: Number,
    view_from: ViewFrom = "all",
    lang: Language = "en",
) -> Json:
    """Return one table of a finished game, as a seat sees it or with all revealed."""
    viewer = viewer_of(room, view_from)
    check_replay(room, visitor, viewer)
    if number > len(room.acted):
        raise NotAllowed(mark("the game has {actions} actions"), actions=len(room.acted))
    key = ("frame", number, viewer, lang)
    if key not in room.drawn:
        room.drawn[key] = await asyncio.to_thread(replays.frame, room, number, viewer, lang)
        room.drawn.trim(200)
    found: Json = room.drawn[key]
    return found


# events

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "description": "`entry` for every step (its data: step, kind, seat, log, to_act, over), "
        "`table` when a seat changed, `chat` to players when something was said, "
        "`gone` when the caller's link was taken back. "
        "The id is the step: who comes back with `Last-Event-ID` misses nothing.",
    }
}


@router.get("/events", response_class=Response, responses=STREAM)
async def stream(
    *,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    caller: CallerHere,
    seat: SeatChosen = None,
    lang: Language = "en",
    since: Annotated[int | None, Query(ge=0, le=limits.MOST_STEPS)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Send what happens as it happens (server-sent events)."""
    viewer = seat_of(room, visitor, seat)
    if last_event_id and last_event_id.split("-")[0].isdigit():
        since = int(last_event_id.split("-")[0][:9])
    first = room.step if since is None else min(since, room.step)
    entries = EntryStream(room, viewer, lang, first)
    return watch(house, room, visitor, entries, viewer=viewer, caller=caller)
