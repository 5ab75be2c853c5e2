"""Leaving: a device is signed out, a person takes everything along, or goes for good."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Protocol

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.server import seating
from horta.server.branch_store import Branches
from horta.server.callers import Callers
from horta.server.chat.talk import own_up, reported_by, said_by
from horta.server.contests.seal import look_at_seal
from horta.server.database import StoreAway
from horta.server.happenings import GONE
from horta.server.house import House
from horta.server.opponents import opponents
from horta.server.people.holdings import HeldTable, Holdings
from horta.server.people.house import People
from horta.server.people.store import Person, Persons
from horta.server.quiet import log
from horta.server.retention import AT_ONCE, DAY, PAUSE
from horta.server.room import HOST, NotAllowed, Room
from horta.server.rooms import Rooms
from horta.server.tokens import Claim, Visitor


class Staff(Protocol):
    """What leaving needs of a house: its tables, and how callers are told apart."""

    @property
    def rooms(self) -> Rooms:
        """Return the tables."""

    @property
    def callers(self) -> Callers:
        """Return how callers are told apart."""


class Registers(Protocol):
    """What leaving needs of its persons: who they are, and which keys they hold."""

    @property
    def persons(self) -> Persons:
        """Return the persons and their devices."""

    @property
    def holdings(self) -> Holdings:
        """Return the keys."""


# a device


async def sign_out(house: Staff, people: Registers, person: Person, *digests: str) -> None:
    """Sign devices out, and void whatever keys their open pages still have.

    A page that is open elsewhere under the same person has to be loaded again.
    """
    await people.persons.sign_out(person.id, *digests)
    for claim in await people.holdings.running(person.id):
        room = await _room(house, claim.table)
        if room is None:
            continue
        try:
            epoch = await _renew(house, room, claim)
        except NotAllowed:  # somebody else has the seat now
            await people.holdings.drop(person.id, claim.table, claim.seat)
        else:
            await people.holdings.hold(person.id, [Claim(claim.table, claim.seat, epoch)])


async def _renew(house: Staff, room: Room, claim: Claim) -> int:
    """Make a new key in the place of one; return its epoch."""
    if claim.seat == HOST:
        return await seating.move_host(house.rooms, room, claim.epoch, seating.join_request(""))
    seat = await seating.change(house.rooms, room, claim.seat, claim.epoch, fresh=True)
    return seat.epoch


async def _room(house: Staff, table: str) -> Room | None:
    """Return a table; None if its game cannot be played here any more."""
    try:
        return await house.rooms.get(table)
    except StoreAway:
        raise
    except HortaError:
        return None


# for good


async def delete_person(house: Staff, people: Registers, person: Person) -> None:
    """Delete a person. Games stay, with a neutral name; where one runs, a bot plays on."""
    await own_up(people.holdings.database, person.id)  # while the seats are still theirs
    devices = await people.persons.devices(person.id)
    await people.persons.sign_out(person.id, *(one.digest for one in devices))
    for claim in await people.holdings.running(person.id):
        room = await _room(house, claim.table)
        if room is None:
            continue
        with contextlib.suppress(NotAllowed):  # somebody else has the seat now
            if claim.seat == HOST:
                await _renew(house, room, claim)
            else:
                await seating.change(
                    house.rooms,
                    room,
                    claim.seat,
                    claim.epoch,
                    **{"fresh": True, "joined": False, "key": "", "name": ""},
                    **seating.AGREED_TO_NOTHING,
                    bot=opponents(room.game)[0].spec,
                    happened=replace(room.happening(GONE, claim.seat, house.rooms.now()), name=""),
                )
    await people.holdings.give_up(person.id, house.callers.person_ever(person.id))
    await people.persons.remove(person.id)


async def let_go(house: Staff, people: Registers, days: int, now: float) -> int:
    """Delete persons whom no device has seen for so many days (0: none); return how many.

    Each is looked at again: who has come back meanwhile stays.
    """
    before, after, gone = now - days * DAY, "", 0
    while days and (due := await people.persons.unseen(before, after, AT_ONCE)):
        for person in due:
            if await people.persons.is_unseen(person.id, before):
                await delete_person(house, people, person)
                gone += 1
        after = due[-1].id
        await asyncio.sleep(PAUSE)
    if gone:
        log.warning("%d persons had not been there for long enough", gone)
    return gone


# everything in one file


async def exported(house: House, people: People, person: Person) -> AsyncIterator[str]:
    """Return everything that a person has here as one JSON object, piece by piece."""
    about: Json = {
        "name": person.name,
        "lang": person.lang,
        "theme": person.theme,
        "mail": person.mail,
        "made": person.made,
        "passkeys": [
            {"title": one.title, "made": one.made, "used": one.used}
            for one in await people.passkeys.all_of(person.id)
        ],
        "devices": [
            {"title": one.title, "made": one.made, "seen": one.seen}
            for one in await people.persons.devices(person.id)
        ],
    }
    if house.messages is not None:
        about["turns"] = await house.messages.ways.exported(person.id)
    yield f'{{"horta": "person", "person": {json.dumps(about, ensure_ascii=False)}, "tables": ['
    for number, table in enumerate(await people.holdings.tables(person.id)):
        told = await _table(house, people, person, table)
        yield f"{',' if number else ''}\n{json.dumps(told, ensure_ascii=False)}"
    said = await said_by(house.store.database, person.id)
    yield f'], "said": {json.dumps(said, ensure_ascii=False)}'
    reported = await reported_by(house.store.database, person.id)
    yield f', "reported": {json.dumps(reported, ensure_ascii=False)}, "studies": ['
    for number, (study_id, body) in enumerate(await people.holdings.studies(person.id)):
        told = {"id": study_id, "study": body}
        yield f"{',' if number else ''}\n{json.dumps(told, ensure_ascii=False)}"
    explored = await Branches(house.store.database).begun_by(house.callers.person_ever(person.id))
    yield f'], "branches": {json.dumps(explored, ensure_ascii=False)}'
    rated = [] if house.ratings is None else await house.ratings.exported(person.id)
    yield f', "ratings": {json.dumps(rated)}'
    held = [] if house.contests is None else await house.contests.store.exported(person.id)
    yield f', "contests": {json.dumps(held, ensure_ascii=False)}}}\n'


async def _table(house: House, people: People, person: Person, table: HeldTable) -> Json:
    """Tell what a person has played: the whole game if it is over, else their own actions.

    A transcript holds the seed, which tells everything that is still hidden.
    """
    about: Json = {"id": table.id, "game": table.game, "made": table.made, "over": table.over}
    room = await _room(house, table.id)
    if room is None:
        return about
    visitor = Visitor(await people.holdings.of(person.id, table.id))
    seats = visitor.seats(room)
    about |= {"seats": seats, "host": visitor.is_host(room)}
    await look_at_seal(house.store.database, room)
    if room.over and not room.sealed:
        return about | {"transcript": room.transcript()}
    mine = [entry for entry in room.entries if entry.seat in seats]
    plans = [await house.plans.of(room, seat) for seat in seats]
    return about | {
        "actions": [{"step": one.step, "text": one.text} for one in mine],
        "plans": [one.to_json() for one in plans if not one.is_empty],
    }
