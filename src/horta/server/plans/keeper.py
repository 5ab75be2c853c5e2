"""The keeper of plans: plays what was left, some seconds after it has come up.

One job looks every few seconds where something was played at a table with a plan. What a plan says
is played a little later, after as long as chance will have it, and both kinds alike: a step without
a choice, and a move that was thought out. So nobody can tell the one from the other by the time
that it took, or that there was a plan which did not hold.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.server.database import StoreAway
from horta.server.keeping import UNDO
from horta.server.people.store import Clock
from horta.server.plans.plan import Line, Moment, Plan, decide
from horta.server.ports.jobs import Jobs
from horta.server.room import NoTable, Room
from horta.server.rooms import Rooms
from horta.server.rows import MatchRow, PlanRow

LOOK, PLAY = "plans", "plan"
"""The job that looks where a plan may have come up, and the one that carries it out."""
EVERY = 5.0
SHORTEST, LONGEST = 1.0, 6.0
"""Seconds until what was planned is played."""
MOST = 50
"""Moves of one plan that are played one after the other."""
MOST_TOLD = 20
"""Sentences about what was dropped that are kept, the latest."""

PLAN = (
    *(PlanRow.seat, PlanRow.key, PlanRow.epoch, PlanRow.passes, PlanRow.lines, PlanRow.told),
    PlanRow.version,
)


class Plans:
    """The plans of all tables."""

    def __init__(self, rooms: Rooms, jobs: Jobs, now: Clock) -> None:
        self._rooms, self._jobs, self._now = rooms, jobs, now
        self._database = rooms.store.database
        self._looked: dict[str, tuple[float, int]] = {}
        """By table: when something was last played, and how often its plans had changed."""
        self._dice = random.SystemRandom()
        jobs.does(LOOK, self._look, every=EVERY)
        jobs.does(PLAY, self._play)

    # what a player leaves

    async def of(self, room: Room, seat: int) -> Plan:
        """Return what a seat has planned."""
        found = [one for one in await self._plans(room.id) if one.seat == seat and one.fits(room)]
        return found[0] if found else self._new(room, seat)

    def _new(self, room: Room, seat: int) -> Plan:
        return Plan(seat, room.seats[seat].key, room.seats[seat].epoch)

    async def _plans(self, table: str) -> list[Plan]:
        asked = select(*PLAN).where(PlanRow.match_id == table).order_by(PlanRow.seat)
        async with self._database.connect() as connection:
            return [_read(row) for row in await connection.execute(asked)]

    async def leave(self, room: Room, seat: int, *, passes: bool, lines: Sequence[Line]) -> Plan:
        """Plan anew, in the place of whatever was planned before."""
        made = replace(self._new(room, seat), passes=passes, lines=tuple(lines))
        row = {"match_id": room.id, **_columns(made), "seat": seat, "version": 1}
        insert: Any = insert_sqlite if self._database.is_sqlite else insert_postgresql
        changed = {**_columns(made), "version": PlanRow.version + 1}
        async with self._database.begin() as connection:
            if made.is_empty:
                which = (PlanRow.match_id == room.id, PlanRow.seat == seat)
                await connection.execute(delete(PlanRow).where(*which))
            else:
                planned = insert(PlanRow).values(row)
                keys = ["match_id", "seat"]
                await connection.execute(
                    planned.on_conflict_do_update(index_elements=keys, set_=changed)
                )
        return await self.of(room, seat)

    async def _change(self, table: str, plan: Plan) -> bool:
        """Write a plan down that has become shorter, unless it was changed meanwhile."""
        which = (
            PlanRow.match_id == table,
            PlanRow.seat == plan.seat,
            PlanRow.version == plan.version,
        )
        changed = {**_columns(plan), "version": plan.version + 1}
        async with self._database.begin() as connection:
            done = await connection.execute(update(PlanRow).where(*which).values(**changed))
        return bool(done.rowcount)

    # what has come up

    async def _look(self, _: Json) -> None:
        """Have every table looked at where a plan may have come up since the last look."""
        asked = select(PlanRow.match_id, MatchRow.touched, PlanRow.version, MatchRow.over).join(
            MatchRow, MatchRow.id == PlanRow.match_id
        )
        seen: dict[str, tuple[float, int]] = {}
        ended = set()
        async with self._database.connect() as connection:
            for table, touched, version, over in await connection.execute(asked):
                before = seen.get(table, (touched, 0))
                seen[table] = (touched, before[1] + version)
                ended.update([table] if over else [])
        if ended:
            async with self._database.begin() as connection:
                await connection.execute(delete(PlanRow).where(PlanRow.match_id.in_(ended)))
        for table, state in seen.items():
            if table not in ended and self._looked.get(table) != state:
                at = self._now() + self._dice.uniform(SHORTEST, LONGEST)
                await self._jobs.defer(PLAY, {"table": table}, at=at, key=f"plan {table}")
        self._looked = seen

    async def _play(self, args: Json) -> None:
        """Play what the plans of a table say, as far as they have come up."""
        table = str(args["table"])
        try:
            room = await self._rooms.hold(table)
        except (NoTable, StoreAway) as problem:
            if isinstance(problem, StoreAway):
                raise
            return
        except HortaError:  # a game that cannot be played here now
            return
        for _ in range(MOST):
            if not await self._step(room):
                return

    async def _step(self, room: Room) -> bool:
        """Play one move that was planned; tell whether another may follow at once."""
        seat, step = room.to_act, room.step
        # What was just taken back is not played again by itself.
        if seat is None or room.pending is not None or _was_undone(room):
            return False
        plan = await self.of(room, seat)
        found = await asyncio.to_thread(decide, plan, Moment.of(room))
        if room.step != step:
            return True  # somebody has played meanwhile
        told = (*plan.told, *found.dropped)[-MOST_TOLD:]
        left = replace(plan, lines=found.lines, told=told)
        # First what is left of it: if this process dies, a move is lost, and none is played twice.
        if left != plan and not await self._change(room.id, left):
            return False
        return found.action is not None and await self._carry_out(room, seat, step, found.action)

    async def _carry_out(self, room: Room, seat: int, step: int, action: int) -> bool:
        """Play a move, and end the turn if that has to be said; tell whether it could be done."""
        try:
            await self._rooms.play(room, seat, step, action)
            if room.pending == seat:
                await self._rooms.end_turn(room, seat, room.step)
        except StoreAway:
            raise
        except HortaError:  # somebody was faster, or the table was closed
            return False
        return True


def _was_undone(room: Room) -> bool:
    return bool(room.entries) and room.entries[-1].text == UNDO


def _columns(plan: Plan) -> Json:
    return {
        "key": plan.key,
        "epoch": plan.epoch,
        "passes": plan.passes,
        "lines": [line.to_json() for line in plan.lines],
        "told": list(plan.told),
    }


def _read(row: Any) -> Plan:
    seat, key, epoch, passes, lines, told, version = row
    read = tuple(Line.read(one) for one in lines)
    return Plan(seat, key, epoch, passes, read, tuple(told), version)
