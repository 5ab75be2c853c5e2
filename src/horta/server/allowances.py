"""Allowances: bounds of their own for a visitor, a person or an address, set by the operator."""

from __future__ import annotations

from sqlalchemy import select

from horta.server.database import Database
from horta.server.rows import AllowanceRow
from horta.server.settings import Settings

KINDS = {
    "tables": ("open_tables", "address_tables"),
    "studies": ("studies", "address_studies"),
    "trees": ("trees", "address_trees"),
    "reviews": ("open_reviews", "address_reviews"),
}
"""What is counted, and the settings that bound it: for a visitor, and for an address."""


async def bounds(database: Database, settings: Settings, kind: str, caller: str) -> tuple[int, int]:
    """Return how many a caller may have, and how many all from the same address."""
    origin, _, who = caller.partition(":")
    asked = select(AllowanceRow.who, AllowanceRow.most).where(
        AllowanceRow.kind == kind, AllowanceRow.who.in_([origin, who])
    )
    async with database.connect() as connection:
        own = {str(one): int(most) for one, most in await connection.execute(asked)}
    usual, usual_there = (int(getattr(settings, name)) for name in KINDS[kind])
    return own.get(who, usual) if who else usual, own.get(origin, usual_there)
