"""Quotas, as an operator sees, resets and sets them.

Who has what is kept as hashes that name nobody. A visitor is named by that hash, as `horta admin
quotas show` and `tables` tell it; an address and a person by what they are called, which is hashed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.server.admin.desk import Desk
from horta.server.admin.persons import find
from horta.server.allowances import KINDS
from horta.server.callers import where
from horta.server.quotas import DAY
from horta.server.review_rows import ReviewWaitRow
from horta.server.rows import AllowanceRow, BranchesRow, MatchRow, StudyRow


@dataclass(frozen=True)
class Whose:
    """Whose quota it is: an address, a person, or a visitor by the hash of who they are."""

    address: str | None = None
    person: str | None = None
    visitor: str | None = None


async def hash_of(desk: Desk, whose: Whose) -> tuple[str, bool]:
    """Return the hash that stands for somebody, and whether it is that of an address."""
    given = [one for one in (whose.address, whose.person, whose.visitor) if one]
    if len(given) != 1:
        raise HortaError("name one of --address, --person and --visitor")
    if whose.address:
        return where(desk.callers.owner(whose.address)), True
    if whose.person:
        return desk.callers.person((await find(desk, whose.person)).id), False
    return str(whose.visitor), False


def _counted(desk: Desk) -> dict[str, tuple[Any, Any]]:
    """Return what is counted of each kind: its rows, and which of them count."""
    late = desk.now() - DAY
    open_now = and_(MatchRow.over.is_(False), MatchRow.touched > late, MatchRow.origin.is_not(None))
    return {
        "tables": (MatchRow, open_now),
        "studies": (StudyRow, StudyRow.origin != ""),
        "trees": (BranchesRow, BranchesRow.origin != ""),
        "reviews": (ReviewWaitRow, ReviewWaitRow.until > desk.now()),
    }


async def shown(desk: Desk, whose: Whose | None = None, most: int = 20) -> list[Json]:
    """Return who has how much, and may have: one visitor or address, or those that have most."""
    only = None if whose is None else await hash_of(desk, whose)
    has: dict[tuple[str, bool], Counter[str]] = {}
    async with desk.store.database.connect() as connection:
        for kind, (row, counts) in _counted(desk).items():
            for column, at_address in ((row.origin, True), (row.owner, False)):
                asked = select(column, func.count()).where(counts).group_by(column)
                if only is not None:
                    asked = asked.where(column == only[0])
                for who, n in await connection.execute(asked):
                    if who:
                        has.setdefault((who, at_address), Counter())[kind] = n
        own = {
            (str(who), str(kind)): int(bound)
            for who, kind, bound in await connection.execute(
                select(AllowanceRow.who, AllowanceRow.kind, AllowanceRow.most)
            )
        }
    if only is not None:
        has.setdefault(only, Counter())
    by_most = sorted(has.items(), key=lambda item: (-item[1].total(), item[0]))
    return [
        {
            "who": who,
            "is": "address" if at_address else "visitor",
            **{
                kind: f"{counted[kind]}/{_bound(desk, own, who, kind, at_address)}"
                for kind in KINDS
            },
        }
        for (who, at_address), counted in by_most[:most]
    ]


def _bound(
    desk: Desk, own: dict[tuple[str, str], int], who: str, kind: str, at_address: bool
) -> int:
    usual = getattr(desk.settings, KINDS[kind][at_address])
    return own.get((who, kind), int(usual))


async def set_to(desk: Desk, whose: Whose, kind: str, most: int) -> str:
    """Give somebody a bound of their own."""
    if kind not in KINDS:
        raise HortaError(f"'{kind}' is not one of {', '.join(KINDS)}")
    who, _ = await hash_of(desk, whose)
    insert: Any = insert_sqlite if desk.store.database.is_sqlite else insert_postgresql
    given = insert(AllowanceRow).values(who=who, kind=kind, most=most)
    put = given.on_conflict_do_update(index_elements=["who", "kind"], set_={"most": most})
    async with desk.store.database.begin() as connection:
        await connection.execute(put)
    return who


async def reset(desk: Desk, whose: Whose) -> int:
    """Take somebody's own bounds away and count anew; return how many things counted.

    Nothing is deleted: it is forgotten whose the tables, studies, trees and reviews are.
    """
    who, at_address = await hash_of(desk, whose)
    forgotten = 0
    async with desk.store.database.begin() as connection:
        await connection.execute(delete(AllowanceRow).where(AllowanceRow.who == who))
        for row, _ in _counted(desk).values():
            which = (row.origin if at_address else row.owner) == who
            empty = None if row is MatchRow else ""
            done = await connection.execute(
                update(row).where(which).values(origin=empty, owner=empty)
            )
            forgotten += done.rowcount
    return forgotten
