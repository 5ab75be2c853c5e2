"""Branches in the store: one tree for each step of a match and what is known there.

Whoever may explore the table sees and grows the same tree. Who grew a node is kept as a hash that
names nobody, so that nobody takes away or renames what others have found.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Text, cast, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.database import Database
from horta.server.rows import BranchesRow, MatchRow

WRITTEN = ("name", "comment", "arrows", "marks")
"""What somebody has written at a node, or drawn."""
LISTED = 30
"""Trees of a visitor that are listed, the latest first."""


class BranchesChanged(HortaError):
    """Somebody else has changed a tree meanwhile."""


class TooManyBranches(HortaError):
    """A visitor keeps more trees of branches than allowed."""


@dataclass(frozen=True)
class Spot:
    """Where a tree grows: a step of a match, and what is known there."""

    match_id: str
    step: int
    known: str

    @property
    def which(self) -> tuple[Any, ...]:
        """The conditions that find its row."""
        row = BranchesRow
        return (row.match_id == self.match_id, row.step == self.step, row.known == self.known)


@dataclass(frozen=True)
class Grown:
    """A tree as it is kept; version 0 is kept nowhere yet."""

    nodes: tuple[Json, ...] = ()
    version: int = 0

    def plain(self) -> list[Json]:
        """Return the nodes as a tree reads them, without who grew them."""
        return [{key: one[key] for key in one if key != "by"} for one in self.nodes]

    def by(self) -> dict[int, str]:
        """Return who grew each node."""
        return {one["id"]: str(one.get("by", "")) for one in self.nodes}

    def after(self, nodes: Sequence[Json], caller: str) -> Grown:
        """Return what the tree is after a caller's change: new nodes are the caller's."""
        known, who = self.by(), grower(caller)
        signed = tuple({**one, "by": known.get(one["id"], who)} for one in nodes)
        return Grown(signed, self.version)

    def others(self, node: int, caller: str) -> bool:
        """Tell whether anybody else has grown a node, or anything that follows it."""
        by, who, within = self.by(), grower(caller), {node}
        for one in self.nodes:  # each stands behind the one that it follows
            if one["after"] in within:
                within.add(one["id"])
        return any(by.get(one, who) != who for one in within)


@dataclass(frozen=True)
class Listed:
    """A tree in a list."""

    spot: Spot
    game: str
    count: int


def grower(caller: str) -> str:
    """Return who grows a node: the visitor, or where they come from if nobody in particular."""
    where, _, who = caller.partition(":")
    return who or where


class Branches:
    """The trees of a house."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert: Any = insert_sqlite if database.is_sqlite else insert_postgresql

    async def load(self, spot: Spot) -> Grown:
        """Return the tree of a spot; where nothing grows yet, an empty one."""

        def look(connection: Connection) -> Any:
            wanted = select(BranchesRow.nodes, BranchesRow.version).where(*spot.which)
            return connection.execute(wanted).first()

        row = await self._database.look(look)
        return Grown() if row is None else Grown(tuple(row[0]), int(row[1]))

    async def keep(
        self, spot: Spot, grown: Grown, caller: str, *, most: int, most_there: int
    ) -> bool:
        """Keep a tree; False if somebody else has changed it since it was loaded.

        An empty one is let go. `TooManyBranches` where its caller keeps too many already.
        """
        origin, _, who = caller.partition(":")
        values = {"nodes": list(grown.nodes), "touched": time.time()}
        which = (*spot.which, BranchesRow.version == grown.version)
        row = {
            "match_id": spot.match_id,
            "step": spot.step,
            "known": spot.known,
            "version": 1,
            "origin": origin,
            "owner": who,
            **values,
        }

        def write(connection: Connection) -> bool:
            if grown.version and not grown.nodes:
                done = connection.execute(delete(BranchesRow).where(*which))
            elif grown.version:
                changed = update(BranchesRow).where(*which)
                done = connection.execute(changed.values(version=grown.version + 1, **values))
            else:
                self._database.in_turn(connection, f"trees of {origin}")
                _check_room(connection, origin, who, (most, most_there))
                fresh = self._insert(BranchesRow).values(row).on_conflict_do_nothing()
                done = connection.execute(fresh)
            return bool(done.rowcount)

        kept: bool = await self._database.transact(write)
        return kept

    async def of(self, caller: str) -> list[Listed]:
        """Return the trees that a visitor began, the latest first."""
        who = caller.partition(":")[2]
        if not who:
            return []

        def look(connection: Connection) -> list[Any]:
            row = BranchesRow
            wanted = (
                select(row.match_id, row.step, row.known, row.nodes, MatchRow.game)
                .join(MatchRow, MatchRow.id == row.match_id)
                .where(row.owner == who)
                .order_by(row.touched.desc())
                .limit(LISTED)
            )
            return list(connection.execute(wanted))

        rows = await self._database.look(look)
        return [Listed(Spot(one[0], one[1], one[2]), one[4], len(one[3])) for one in rows]

    async def begun_by(self, who: Sequence[str]) -> list[Json]:
        """Return the trees that somebody began, with the nodes that they grew there."""
        row = BranchesRow
        wanted = select(row.match_id, row.step, row.known, row.nodes).where(row.owner.in_(who))
        async with self._database.connect() as connection:
            found = (await connection.execute(wanted.order_by(row.match_id, row.step))).all()
        return [
            {
                "table": table,
                "step": step,
                "known": known,
                "nodes": Grown(tuple(one for one in nodes if one.get("by") in who)).plain(),
            }
            for table, step, known, nodes in found
        ]


def forget_grower(connection: Connection, who: Sequence[str]) -> None:
    """Forget who began trees and grew nodes, and what was written there; the nodes stay.

    They are nobody's then: no visitor can take them away as their own.
    """
    row = BranchesRow
    began = update(row).where(row.owner.in_(who))
    connection.execute(began.values(origin="", owner=""))
    named = or_(*(cast(row.nodes, Text).contains(one, autoescape=True) for one in who))
    wanted = select(row.match_id, row.step, row.known, row.nodes).where(named)
    for table, step, known, nodes in connection.execute(wanted.with_for_update()).all():
        left = [_left_behind(one) if one.get("by") in who else one for one in nodes]
        spot = update(row).where(*Spot(table, step, known).which)
        connection.execute(spot.values(nodes=left, version=row.version + 1))


def _left_behind(node: Json) -> Json:
    return {key: node[key] for key in node if key not in WRITTEN} | {"by": ""}


def _check_room(connection: Connection, origin: str, who: str, bounds: tuple[int, int]) -> None:
    """Refuse a new tree where a visitor, or an address, keeps too many."""
    there = BranchesRow.origin == origin
    for some, bound in zip(((there, BranchesRow.owner == who), (there,)), bounds, strict=True):
        count = connection.execute(select(func.count()).select_from(BranchesRow).where(*some))
        if int(count.scalar_one()) >= bound:
            raise TooManyBranches(
                mark("{most} trees are kept from here already; take some branches away first"),
                most=bound,
            )
