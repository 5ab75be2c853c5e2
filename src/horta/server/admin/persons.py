"""Persons, as an operator sees and helps them: no key and no digest is told."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from horta.core.game import Json
from horta.server.admin.desk import Desk, NotThere
from horta.server.people import leaving
from horta.server.people.store import Person
from horta.server.rows import HeldRow, MatchRow, PasskeyRow, PersonRow, SessionRow


async def listed(desk: Desk, name: str = "", most: int = 50) -> list[Json]:
    """Return persons whose name holds some text, the newest first."""
    which = [PersonRow.name.icontains(name, autoescape=True)] if name else []

    def count(row: Any) -> Any:
        return select(func.count()).where(row.person == PersonRow.id).scalar_subquery()

    seen = select(func.max(SessionRow.seen)).where(SessionRow.person == PersonRow.id)
    asked = (
        select(
            PersonRow.id,
            PersonRow.name,
            PersonRow.made,
            seen.scalar_subquery().label("seen"),
            count(SessionRow).label("devices"),
            count(PasskeyRow).label("passkeys"),
        )
        .where(*which)
        .order_by(PersonRow.made.desc(), PersonRow.id)
        .limit(most)
    )
    async with desk.store.database.connect() as connection:
        return [dict(row._mapping) for row in await connection.execute(asked)]


async def find(desk: Desk, named: str) -> Person:
    """Return a person by id or mail address."""
    found = await desk.persons.find(named)
    if found is None and "@" in named:
        found = await desk.persons.by_mail(named.strip().lower())
    if found is None:
        raise NotThere(f"there is no person '{named}'")
    return found


async def one(desk: Desk, named: str) -> Json:
    """Return what is kept of a person."""
    person = await find(desk, named)
    held = (
        select(MatchRow.over, func.count(MatchRow.id.distinct()))
        .join(HeldRow, HeldRow.thing == MatchRow.id)
        .where(HeldRow.person == person.id)
        .group_by(MatchRow.over)
    )
    keys = select(PasskeyRow.title, PasskeyRow.made, PasskeyRow.used)
    async with desk.store.database.connect() as connection:
        tables = {bool(over): n for over, n in await connection.execute(held)}
        asked = keys.where(PasskeyRow.person == person.id).order_by(PasskeyRow.made)
        passkeys = [dict(row._mapping) for row in await connection.execute(asked)]
    devices = await desk.persons.devices(person.id)
    return {
        "id": person.id,
        "name": person.name,
        "mail": person.mail,
        "lang": person.lang,
        "theme": person.theme,
        "made": person.made,
        "running": tables.get(False, 0),
        "over": tables.get(True, 0),
        "passkeys": passkeys,
        "devices": [
            {"number": number, "title": one.title, "made": one.made, "seen": one.seen}
            for number, one in enumerate(devices, 1)
        ],
    }


async def end(desk: Desk, named: str, number: int | None = None) -> int:
    """Sign devices of a person out, all or one, and void the keys of their open pages."""
    person = await find(desk, named)
    devices = await desk.persons.devices(person.id)
    if number is not None:
        if not 1 <= number <= len(devices):
            raise NotThere(f"{person.name} has no device {number}")
        devices = [devices[number - 1]]
    if devices:
        await leaving.sign_out(desk, desk, person, *(one.digest for one in devices))
    return len(devices)


async def remove(desk: Desk, named: str) -> Person:
    """Delete a person, as they could themselves: games stay, with a neutral name."""
    person = await find(desk, named)
    await leaving.delete_person(desk, desk, person)
    return person
