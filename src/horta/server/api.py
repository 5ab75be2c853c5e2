"""The JSON API: enough for a third party to write a bot or a client.

Orders carry a seat's token (`Authorization: Bearer …`); the pages use the same routes under their
own address with a cookie that goes nowhere else.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from sse_starlette.sse import EventSourceResponse

from horta.core import match as matches
from horta.core import registry
from horta.core.errors import BadTranscript, HortaError, IllegalAction
from horta.core.game import Game, Json
from horta.core.words import LANGUAGES, mark
from horta.server import forms, sight
from horta.server.house import House
from horta.server.opponents import opponents
from horta.server.rooms import Crowded, NotAllowed, Room, Seat, Table, entries_of
from horta.server.tokens import Visitor

Language = Annotated[str, Query(pattern="^(en|fr|de)$", description="en, fr or de")]
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{6,32}$")]
SeatNumber = Annotated[int, Path(ge=0, le=15)]
SeatChosen = Annotated[
    int | None, Query(ge=0, le=15, description="needed only by who holds several seats")
]

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": forms.Refused, "description": words}
    for status, words in {
        400: "the request is not well formed",
        403: "this visitor may not do that",
        404: "there is no such thing",
        409: "the answer is stale: the table has moved on",
        413: "the request is too large",
        422: "the request does not fit, or the rules forbid it",
        429: "too many requests",
    }.items()
}

MOST_ACTIONS = 5_000
"""Of an uploaded transcript; no game comes near it."""

# Clients may send a token or none; spectators need none.
bearer_note = "the token of a seat or of the host: `Bearer …`"


# Dependencies are coroutines: FastAPI would send plain functions through a thread.
async def house_of(request: Request) -> House:
    """Return the house that serves this request."""
    found: House = request.app.state.house
    return found


HouseHere = Annotated[House, Depends(house_of)]


async def room_of(house: HouseHere, table_id: TableId) -> Room:
    """Return the table that the address names."""
    return await house.rooms.get(table_id)


RoomHere = Annotated[Room, Depends(room_of)]


async def visitor_of(
    request: Request,
    house: HouseHere,
    table_id: TableId,
    authorization: Annotated[str | None, Header(description=bearer_note)] = None,
) -> Visitor:
    """Return who asks: by the token in the header, or by the table's cookie."""
    given: list[str] = []
    if authorization is not None:
        kind, _, token = authorization.partition(" ")
        if kind.lower() != "bearer" or house.tokens.read(token.strip()) is None:
            raise NotAllowed(mark("the token is not valid"))
        given = [token.strip()]
    else:
        given = request.cookies.get(cookie_name(table_id), "").split("~")[:32]
    claims = (house.tokens.read(token) for token in given if token)
    return Visitor(tuple(claim for claim in claims if claim is not None))


VisitorHere = Annotated[Visitor, Depends(visitor_of)]


def cookie_name(table_id: str) -> str:
    """Return the name of the cookie that holds a table's seats."""
    return f"horta-{table_id}"


def seat_of(room: Room, visitor: Visitor, chosen: int | None) -> int | None:
    """Return the seat that a visitor looks from; None is a spectator."""
    held = visitor.seats(room)
    if chosen is not None:
        if chosen not in held:
            raise NotAllowed(mark("this visitor does not hold seat {seat}"), seat=chosen)
        return chosen
    if not held:
        return None
    return room.to_act if room.to_act in held else held[0]


def acting_seat(room: Room, visitor: Visitor, chosen: int | None) -> int:
    """Return the seat that a visitor acts for."""
    seat = seat_of(room, visitor, chosen)
    if seat is None:
        raise NotAllowed(mark("a spectator cannot play; open the link of a seat"))
    return seat


def check_host(room: Room, visitor: Visitor) -> None:
    """Refuse whoever is not the host."""
    if not visitor.is_host(room):
        raise NotAllowed(mark("only the host of the table can do that"))


# games and new tables

house_router = APIRouter(prefix="/api", tags=["house"], responses=REFUSALS)


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
async def show_game(game_id: Annotated[str, Path(max_length=64)]) -> Json:
    """Show one game."""
    return game_shown(registry.game(game_id))


async def make_table(house: House, form: forms.TableForm) -> Room:
    """Put up a table."""
    seats = form.seats
    players = form.players
    if seats is not None and players is not None and len(seats) != players:
        raise HortaError(
            mark("{seats} seats were given for {players} players"),
            seats=len(seats),
            players=players,
        )
    if seats is not None:
        players = len(seats)
    match = matches.start(
        form.game, players, form.seed, components=form.components, **_keywords(form.options)
    )
    if seats is None:
        seats = [forms.SeatForm() for _ in range(match.players)]
    sitting = [Seat(name=one.name, bot=one.bot) for one in seats]
    return await house.rooms.make(match, sitting, Table(form.confirm, form.together))


def _keywords(options: Json) -> Json:
    clash = {"game", "players", "seed", "seats", "components"} & set(options)
    if clash:
        raise HortaError(mark("option '{name}': there is nothing of that name"), name=min(clash))
    return options


def table_made(request: Request, house: House, room: Room) -> Json:
    """Return a new table with the keys to its seats."""
    base = str(request.base_url).rstrip("/")
    seats = []
    for number, (seat, name) in enumerate(zip(room.seats, room.names(), strict=True)):
        token = None if seat.bot else house.tokens.seat(room, number)
        seats.append(
            {
                "seat": number,
                "name": name,
                "bot": seat.bot,
                "token": token,
                "link": None if token is None else f"{base}/join/{token}",
            }
        )
    return {
        "id": room.id,
        "link": f"{base}/t/{room.id}",
        "host": house.tokens.host(room),
        "seats": seats,
    }


@house_router.post("/tables", status_code=201, response_model=forms.TableMade)
async def new_table(request: Request, house: HouseHere, form: forms.TableForm) -> Json:
    """Put up a table. The answer holds the tokens of the host and of every person's seat."""
    return table_made(request, house, await make_table(house, form))


async def make_from_transcript(house: House, form: forms.TranscriptForm) -> Room:
    """Put a transcript up as a table."""
    actions = form.transcript.get("actions")
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise BadTranscript(mark("the transcript has more than {most} actions"), most=MOST_ACTIONS)
    match, entries = await asyncio.to_thread(entries_of, form.transcript)
    bots = form.bots or [""] * match.players
    if len(bots) != match.players:
        raise HortaError(
            mark("{bots} bots were given for {seats} seats"), bots=len(bots), seats=match.players
        )
    names = [forms.clean_name(str(name))[:40] for name in match.seats]
    seats = [Seat(name=name, bot=bot) for name, bot in zip(names, bots, strict=True)]
    table = Table(together=True, imported=True)
    return await house.rooms.make(match, seats, table, entries)


@house_router.post("/transcripts", status_code=201, response_model=forms.TableMade)
async def upload(request: Request, house: HouseHere, form: forms.TranscriptForm) -> Json:
    """Put a transcript up as a table: a finished one to be looked at, another to be played on."""
    return table_made(request, house, await make_from_transcript(house, form))


# one table

router = APIRouter(tags=["table"], responses=REFUSALS)


@router.get("", response_model=forms.TableShown)
async def show_table(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Json:
    """Show where a table stands and what the caller's seat may know."""
    viewer = seat_of(room, visitor, seat)
    return {**sight.summary(room, viewer, lang), "view": sight.view(room, viewer, lang)}


@router.get("/actions", response_model=forms.ActionsShown)
async def list_actions(
    room: RoomHere, visitor: VisitorHere, seat: SeatChosen = None, lang: Language = "en"
) -> Json:
    """List what the caller's seat can do now, with labels and targets."""
    viewer = seat_of(room, visitor, seat)
    return {"step": room.step, "actions": sight.actions(room, viewer, lang)}


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
    room: RoomHere,
    visitor: VisitorHere,
    action: Annotated[int, Query(ge=0, le=2**31 - 1)],
    seat: SeatChosen = None,
) -> Json:
    """Say what an action would bring, as far as the seat can know."""
    return sight.preview(room, acting_seat(room, visitor, seat), action)


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
    hints = await house.rooms.advise(room, mine, lang)
    return {"step": step, "hints": sight.hints(room, mine, hints, lang)}


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
    await house.rooms.sit(room, mine, hints=form.allow)
    shown: Json = sight.summary(room, None, "en")["seats"][mine]
    return shown


@router.post("/undo", response_model=forms.Moved)
async def take_back(
    house: HouseHere, room: RoomHere, visitor: VisitorHere, form: forms.UndoForm
) -> Json:
    """Take actions back, as far as the law of undo allows (`undo_to`)."""
    seat = acting_seat(room, visitor, form.seat)
    await house.rooms.undo(room, seat, form.step, form.to)
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
    """Tell what happened, action by action."""
    return sight.log(room, seat_of(room, visitor, seat), lang)


@router.get("/sheet", response_model=forms.SheetShown)
async def show_sheet(room: RoomHere, lang: Language = "en") -> Json:
    """Show the score sheet as if the game ended now."""
    return sight.sheet(room, lang)


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
    return Response(sight.drawing(room, viewer, lang), media_type="image/svg+xml")


@router.get("/transcript")
async def show_transcript(room: RoomHere) -> JSONResponse:
    """Return the transcript of a finished game; of a running one it would tell every secret."""
    if not room.over:
        raise NotAllowed(
            mark("the transcript tells everything; it is given out when the game is over")
        )
    name = f"{room.game.id}-{room.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return JSONResponse(room.transcript(), headers=headers)


@router.get("/replay/{number}", response_model=forms.FrameShown)
async def show_frame(
    room: RoomHere,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
    view_from: Annotated[
        str, Query(alias="from", pattern="^(all|none|[0-9]{1,2})$", description="whose sight")
    ] = "all",
    lang: Language = "en",
) -> Json:
    """Return one table of a finished game, from a seat's sight or with all revealed."""
    if not room.over:
        raise NotAllowed(mark("a game can be replayed when it is over"))
    if number > len(room.acted):
        raise NotAllowed(mark("the game has {actions} actions"), actions=len(room.acted))
    chosen: int | str | None = {"all": "all", "none": None}.get(view_from, view_from)
    if isinstance(chosen, str) and chosen != "all":
        chosen = int(chosen)
        check_seat(room, chosen)
    key = ("frame", number, chosen, lang)
    if key not in room.drawn:
        room.drawn[key] = sight.frame(room, number, chosen, lang)
        while len(room.drawn) > 200:
            room.drawn.popitem(last=False)
    found: Json = room.drawn[key]
    return found


# the host


@router.post("/seats/{number}/revoke", response_model=forms.SeatMade)
async def revoke(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, number: SeatNumber
) -> Json:
    """Take a seat's link back, as the host; the answer holds the new one."""
    check_host(room, visitor)
    check_seat(room, number)
    epoch = room.seats[number].epoch + 1
    await house.rooms.sit(room, number, epoch=epoch, joined=False)
    made: Json = table_made(request, house, room)["seats"][number]
    return made


@router.put("/seats/{number}", response_model=forms.SeatShown)
async def change_seat(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: SeatNumber,
    form: forms.SeatForm,
) -> Json:
    """Give a seat to a bot or to a person, as the host."""
    check_host(room, visitor)
    check_seat(room, number)
    await house.rooms.sit(room, number, name=form.name, bot=form.bot)
    shown: Json = sight.summary(room, None, "en")["seats"][number]
    return shown


@router.post("/name", response_model=forms.SeatShown)
async def take_name(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    form: forms.NameForm,
    seat: SeatChosen = None,
) -> Json:
    """Sit down with a name."""
    mine = acting_seat(room, visitor, seat)
    await house.rooms.sit(room, mine, name=form.name, joined=True)
    shown: Json = sight.summary(room, None, "en")["seats"][mine]
    return shown


async def make_rematch(house: House, room: Room) -> Room:
    """Put up the next table with the same people, each one seat further."""
    if not room.over:
        raise IllegalAction(mark("a rematch begins when the game is over"))
    if room.rematch is not None:
        return await house.rooms.get(room.rematch)
    match = matches.start(
        room.game.id,
        room.match.players,
        components=room.match.components.model_dump(mode="json", exclude_defaults=True),
        **room.match.options.model_dump(mode="json"),
    )
    seats = [Seat(name=one.name, bot=one.bot) for one in room.seats]
    table = Table(room.table.confirm, room.table.together)
    made = await house.rooms.make(match, seats, table)
    await house.rooms.link_rematch(room, made.id)
    return made


@router.post("/rematch", response_model=forms.TableMade, status_code=201)
async def rematch(request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere) -> Json:
    """Put up the next table with the same seats; the host gets its keys, a seat its own."""
    held = visitor.seats(room)
    is_host = visitor.is_host(room)
    if not is_host and not held:
        raise NotAllowed(mark("only who played can ask for a rematch"))
    made = table_made(request, house, await make_rematch(house, room))
    if not is_host:
        made["host"] = ""
        for one in made["seats"]:
            if one["seat"] not in held:
                one["token"] = one["link"] = None
    return made


def check_seat(room: Room, number: int) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= number < room.match.players:
        raise NotAllowed(
            mark("there is no seat {seat}; seats run from 0 to {last}"),
            seat=number,
            last=room.match.players - 1,
        )


# events

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "description": "`entry` for every step (its data: step, kind, seat, log, to_act, over), "
        "`table` when a seat changed, `gone` when the caller's link was taken back. "
        "The id is the step: who comes back with `Last-Event-ID` misses nothing.",
    }
}


@router.get("/events", response_class=EventSourceResponse, responses=STREAM)
async def stream(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
    lang: Language = "en",
    since: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Send what happens as it happens (server-sent events)."""
    viewer = seat_of(room, visitor, seat)
    if last_event_id and last_event_id.split("-")[0].isdigit():
        since = int(last_event_id.split("-")[0][:9])
    first = room.step if since is None else min(since, room.step)
    return watch(house, room, visitor, viewer, entry_stream(room, viewer, lang, first))


class Teller:
    """Turns the changes of a room into events for one watcher."""

    def news(self) -> list[Json]:
        """Return the events since the last call."""
        raise NotImplementedError


class entry_stream(Teller):  # noqa: N801  reads as what it makes
    """Tells entries as JSON, for clients of the API."""

    def __init__(self, room: Room, viewer: int | None, lang: str, since: int) -> None:
        self.room, self.viewer, self.lang = room, viewer, lang
        self.sent, self.revision = since, room.revision

    def news(self) -> list[Json]:
        """Return the entries since the last call."""
        room = self.room
        found = []
        for data in sight.entry_events(room, self.viewer, self.lang, self.sent):
            data["to_act"], data["over"] = room.to_act, room.over
            found.append({"event": "entry", "id": str(data["step"]), "data": json.dumps(data)})
        if self.revision != room.revision:
            summary = sight.summary(room, self.viewer, self.lang)
            found.append({"event": "table", "id": str(room.step), "data": json.dumps(summary)})
        self.sent, self.revision = room.step, room.revision
        return found


def watch(
    house: House, room: Room, visitor: Visitor, viewer: int | None, teller: Teller
) -> Response:
    """Answer with a stream of events; it ends when the watcher's link is taken back."""
    if len(room.watchers) >= house.settings.most_watchers:
        raise Crowded(mark("too many people are watching this table"))

    async def told() -> AsyncIterator[Json]:
        watcher = asyncio.Event()
        room.watchers.add(watcher)
        try:
            while True:
                watcher.clear()
                if viewer is not None and viewer not in visitor.seats(room):
                    yield {"event": "gone", "data": "{}"}
                    return
                for one in teller.news():
                    yield one
                await watcher.wait()
        finally:
            room.watchers.discard(watcher)

    return EventSourceResponse(told(), ping=20, headers={"cache-control": "no-store"})


def language_from(header: str | None) -> str:
    """Return the first language of a browser's list that Horta speaks."""
    for part in (header or "").split(","):
        tag = part.split(";")[0].strip().lower()[:2]
        if tag in LANGUAGES:
            return tag
    return "en"
