"""New tables: from a form, from a transcript, or as the rematch of a table that is over."""

from __future__ import annotations

import asyncio

from fastapi import Request

from horta.core import transcripts as matches
from horta.core.errors import HortaError, IllegalAction
from horta.core.game import Json
from horta.core.words import mark
from horta.server import forms
from horta.server.house import House
from horta.server.room import HouseRules, Room, Seat
from horta.server.transcripts import entries_of


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
    return await house.rooms.make(match, sitting, HouseRules(form.confirm, form.together))


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


async def make_from_transcript(house: House, form: forms.TranscriptForm) -> Room:
    """Put a transcript up as a table."""
    match, entries = await asyncio.to_thread(entries_of, form.transcript)
    bots = form.bots or [""] * match.players
    if len(bots) != match.players:
        raise HortaError(
            mark("{bots} bots were given for {seats} seats"), bots=len(bots), seats=match.players
        )
    seats = [Seat(name=name, bot=bot) for name, bot in zip(match.seats, bots, strict=True)]
    house_rules = HouseRules(together=True, imported=True)
    return await house.rooms.make(match, seats, house_rules, entries)


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
    rules = room.house_rules
    house_rules = HouseRules(rules.confirm, rules.together)
    made = await house.rooms.make(match, seats, house_rules)
    await house.rooms.link_rematch(room, made.id)
    return made
