"""New tables: from a form, or from a transcript."""

from __future__ import annotations

from collections.abc import Collection

from fastapi import Request

from horta.core import transcripts as matches
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.seeds import Seed
from horta.server import forms
from horta.server.clocks.pace import Pace
from horta.server.house import House
from horta.server.invitations import base_link
from horta.server.keeping import KeptMatch, from_message, keep_match
from horta.server.room import CHOSEN, DRAWN, HouseRules, Room
from horta.server.seats import Seat


async def make_table(
    house: House, form: forms.TableForm, caller: str, sitting: Collection[int] = ()
) -> Room:
    """Put up a table; whoever asks for it sits on some seats already."""
    async with house.quotas.place(caller):
        return await _make_table(house, form, caller, sitting)


async def _make_table(
    house: House, form: forms.TableForm, caller: str, sitting: Collection[int]
) -> Room:
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
    match = await deal(
        house,
        form.game,
        players,
        form.seed,
        components=form.components,
        options=_keywords(form.options),
        owner=caller,
    )
    if seats is None:
        seats = [forms.SeatForm() for _ in range(match.header["players"])]
    taken = [Seat(one.name, one.bot, joined=k in sitting) for k, one in enumerate(seats)]
    if form.pace and house.clocks is None:
        raise HortaError(mark("this house has no clocks"))
    if form.open and house.lobby is None:
        raise HortaError(mark("this house has no lobby"))
    pace = str(Pace.read(form.pace)) if form.pace else ""
    ours = form.seed is None and not form.components and not form.together and not form.explorer
    house_rules = HouseRules(
        form.confirm,
        form.together,
        explorer=form.explorer,
        pace=pace,
        rated=form.rated and ours and house.ratings is not None,
    )
    dealt = DRAWN if form.seed is None else CHOSEN
    return await house.rooms.make(
        match,
        taken,
        house_rules,
        about={"dealt": dealt},
        owner=caller,
        open_to_all=form.open and not form.together,
    )


async def deal(
    house: House,
    game: str,
    players: int | None,
    seed: Seed | None,
    *,
    components: Json,
    options: Json,
    owner: str = "",
    known: bool = False,
) -> KeptMatch:
    """Deal a match; by a worker where options or component tables come from outside.

    Options that were accepted before are `known`; component tables never are.
    """
    if components or (options and not known):
        given = {
            "game": game,
            "players": players,
            "seed": seed,
            "components": components,
            "options": options,
        }
        return from_message(*await house.workers.ask("deal", given, owner=owner))
    return keep_match(matches.start(game, players, seed, **options), [])


def _keywords(options: Json) -> Json:
    clash = {"game", "players", "seed", "seats", "components"} & set(options)
    if clash:
        raise HortaError(mark("option '{name}': this name is unknown"), name=min(clash))
    return options


def table_made(request: Request, house: House, room: Room) -> Json:
    """Return a table with the invitations to its seats; where somebody sits, there is none."""
    base = base_link(request, house.settings)
    seats = []
    for number, (seat, name) in enumerate(zip(room.seats, room.names(), strict=True)):
        token = None if seat.bot or seat.joined else house.tokens.seat(room, number)
        seats.append(
            {
                "seat": number,
                "name": name,
                "bot": seat.bot,
                "joined": seat.joined or bool(seat.bot),
                "token": token,
                "link": None if token is None else f"{base}/join/{token}",
            }
        )
    return {
        "id": room.id,
        "link": f"{base}/t/{room.id}",
        "host": house.tokens.host(room),
        "host_link": f"{base}/t/{room.id}/host/{house.tokens.host_link(room)}",
        "seats": seats,
    }


async def make_from_transcript(
    house: House, form: forms.TranscriptForm, caller: str, *, sitting: bool = False
) -> Room:
    """Put a transcript up as a table; whoever asks for it may sit on all its seats."""
    async with house.quotas.place(caller):
        return await _make_from_transcript(house, form, caller, sitting)


async def _make_from_transcript(
    house: House, form: forms.TranscriptForm, caller: str, sitting: bool
) -> Room:
    match = from_message(*await house.workers.ask("take_up", form.transcript, owner=caller))
    names = match.header["seats"]
    bots = form.bots or [""] * len(names)
    if len(bots) != len(names):
        raise HortaError(
            mark("{bots} bots were given for {seats} seats"), bots=len(bots), seats=len(names)
        )
    seats = [Seat(name, bot, joined=sitting) for name, bot in zip(names, bots, strict=True)]
    house_rules = HouseRules(together=True, imported=True)
    return await house.rooms.make(match, seats, house_rules, owner=caller)
