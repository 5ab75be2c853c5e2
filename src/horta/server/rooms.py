"""Rooms: the tables that are being played, in memory.

A room is a cache of what the store holds: its match is rebuilt from the transcript whenever it is
needed. Nothing changes in a room before the store has accepted it.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import Any, TypeVar

from horta.core import registry
from horta.core.errors import HortaError, IllegalAction, UnknownGame
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.kept import difference, layout_of
from horta.core.picking import Step, is_done, way_to
from horta.server.comparing import Comparing
from horta.server.database import StoreAway
from horta.server.forced import play_on, result_after, still_to_play
from horta.server.happened import happenings_of
from horta.server.hearing import Hearing
from horta.server.keeping import BEGAN, END, UNDO, KeptMatch, from_message, kept_table
from horta.server.memory import Ledger, is_in_use
from horta.server.meter import Meter
from horta.server.opponents import opponent
from horta.server.ports.jobs import Jobs
from horta.server.relics import exhibit
from horta.server.room import (
    UNDONE_FOR_EACH,
    HouseRules,
    NoTable,
    NotAllowed,
    Room,
    SeatName,
    Stale,
)
from horta.server.seats import Seat
from horta.server.settings import Settings
from horta.server.store import Store
from horta.server.stored import Entry, Standing, Stored
from horta.server.thinking import Thinking
from horta.server.transcripts import is_kept, rebuild, stored_entries
from horta.server.watchers import Crowded
from horta.server.workers import Workers
from horta.server.writing import StaleStep

MENDING = "horta mending"
LOOKED_AT = 3600.0
"""Seconds after a request in which somebody may still be looking, on a page that asks nothing."""

T = TypeVar("T")


class Rooms:
    """All tables."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        settings: Settings,
        *,
        jobs: Jobs,
        meter: Meter | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._now = self.now = now
        self.store = store
        self.workers = workers
        self.settings = settings
        self._meter = meter or Meter()
        self._rebuilding = ThreadPoolExecutor(1, thread_name_prefix="rebuild")
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._ledger = Ledger(settings.memory << 20)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self.bots = Thinking(self, jobs, workers, self._meter)
        self._hearing = Hearing(store, self._rooms, self.catch_up, self._apply)
        self._comparing = Comparing(store, self._rooms, self._sit_anew, self._let_go)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._doubted: set[str] = set()
        self._leaving: set[str] = set()
        self.on_end: list[Callable[[Room], Coroutine[Any, Any, None]]] = []
        """Who is told when a game has ended here."""

    async def close(self) -> None:
        """Stop the bots and let go of every watcher."""
        self.bots.close()
        self._hearing.close()
        self._rebuilding.shutdown(wait=False, cancel_futures=True)
        for task in self._tasks:
            if task.get_name() == MENDING:
                task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    def __iter__(self) -> Any:
        return iter(self._rooms.values())

    # open

    async def make(
        self,
        match: KeptMatch,
        seats: Sequence[Seat],
        house_rules: HouseRules,
        *,
        about: Json | None = None,
        follows: Room | None = None,
        owner: str = "",
        open_to_all: bool = False,
        table_id: str = "",
    ) -> Room:
        """Put a new table up, with all that was played there; `about` goes into its header.

        A table that `follows` another is its rematch; if it has one already, that is returned.
        """
        game = registry.game(match.header["game"])
        for seat in seats:
            if seat.bot:
                opponent(game, seat.bot)
        stored = Stored(
            id=table_id or secrets.token_urlsafe(9),
            header=match.header | (about or {}),
            seats=list(seats),
            settings=asdict(house_rules),
            host_epoch=0,
            over=match.result is not None,
            rematch=None,
            made=self._now(),
            owner=owner,
            entries=stored_entries(match),
            first=match.first,
            layout=layout_of(game.table),
            result=match.result,
            open=open_to_all,
        )
        room = await self._off_the_loop(rebuild, stored)
        stands = await self.store.add(stored, follows.id if follows is not None else None)
        if follows is not None:
            self.take_over(follows, replace(follows.standing(), rematch=stands))
        if stands != room.id:
            return await self.get(stands)
        self._keep(room)
        await self._go_on(room)
        self.bots.nudge(room)
        return room

    def here(self, match_id: str) -> Room | None:
        """Return a table that is in memory here."""
        return self._rooms.get(match_id)

    async def get(self, match_id: str) -> Room:
        """Return a table, from memory or from the store."""
        if match_id in self._leaving:
            raise _no_table()
        room = self._rooms.get(match_id)
        if room is not None:
            self._rooms.move_to_end(match_id)
            self._ledger.weigh(room)
            self._ledger.make_space(self._rooms)
            room.looked = time.monotonic()
            self.bots.nudge(room)
            await self._look_again(room)
            return room
        return await self._loaded(match_id)

    async def hold(self, match_id: str) -> Room:
        """Return a table as it stands in the store, for the work of the house: nobody looks."""
        room = self._rooms.get(match_id)
        if room is None:
            return await self._loaded(match_id)
        await self._look_again(room)
        return room

    async def _loaded(self, match_id: str) -> Room:
        if match_id not in self._loading:
            task = asyncio.create_task(self._load(match_id))
            self._loading[match_id] = task
            task.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(self._loading[match_id])

    async def _load(self, match_id: str) -> Room:
        stored = await self.store.load(match_id)
        if stored is None:
            raise _no_table()
        room = await self._open(stored)
        self._keep(room)
        # What others wrote while it was read and rebuilt was told to a room that was not there yet.
        room.behind = not self.store.database.is_sqlite
        await self._look_again(room)
        await self._go_on(room)
        self.bots.nudge(room)
        return room

    async def _go_on(self, room: Room) -> None:
        """Play what a table waits for without a choice; if the store is away, another time."""
        entries, after = still_to_play(room)
        if entries:
            with contextlib.suppress(HortaError):
                await self.submit(room, entries, result_after(room, after, entries))

    async def _open(self, stored: Stored) -> Room:
        """Return the room of a stored match: to be played on, or if need be to be looked at."""
        try:
            if not is_kept(stored):
                return await self._off_the_loop(rebuild, await self._keep_anew(stored))
            return await self._off_the_loop(rebuild, stored)
        except (StoreAway, UnknownGame, Crowded):
            raise
        except HortaError as problem:
            if stored.first is None or stored.layout is None:
                raise
            return await self._off_the_loop(functools.partial(exhibit, why=problem), stored)

    async def _keep_anew(self, stored: Stored) -> Stored:
        """Have a match played again under the rules of now, and keep its tables from now on.

        A finished game of older rules stays in the store as it was: nothing of it goes on.
        """
        game, header = registry.game(str(stored.header["game"])), stored.header
        given = {
            "header": header,
            "entries": [(entry.text, entry.seat) for entry in stored.entries],
            "result": stored.result,
        }
        match = from_message(*await self.workers.ask("reopen", given))
        older = header["rules_version"] != game.rules_version
        if older:
            began = header.get(BEGAN, header["rules_version"])
            header = {
                **header,
                "rules_version": game.rules_version,
                "components": match.header["components"],  # of then: `changes.tables_of_then`
                BEGAN: began,
            }
        both = zip(stored.entries, match.changes, strict=True)
        renewed = replace(
            stored,
            header=header,
            entries=[replace(entry, kept=change) for entry, change in both],
            first=match.first,
            layout=layout_of(game.table),
            result=match.result,
        )
        if not (older and stored.over):
            await self.store.keep(renewed)
        return renewed

    async def _off_the_loop(self, work: Callable[[Stored], Room], stored: Stored) -> Room:
        # Bounded work, which asks no rule what it does not know already; see `rebuild`.
        return await asyncio.get_running_loop().run_in_executor(self._rebuilding, work, stored)

    def is_looked_at(self, match_id: str) -> bool:
        """Tell whether somebody uses a table here, or may be looking at it."""
        room = self._rooms.get(match_id)
        if room is None:
            return match_id in self._loading
        return is_in_use(room) or room.looked > time.monotonic() - LOOKED_AT

    @contextlib.contextmanager
    def leaving(self, ids: Sequence[str]) -> Iterator[list[str]]:
        """Let tables leave that nobody looks at; until they have left, nobody can open them."""
        rooms = self._rooms
        used = {one for one in rooms if self.is_looked_at(one)}
        free = [one for one in ids if one not in used | self._loading.keys() | self._doubted]
        for one in free:
            if one in rooms:
                self._ledger.strike(rooms.pop(one))
        self._leaving.update(free)
        try:
            yield free
        finally:
            self._leaving.difference_update(free)

    def _keep(self, room: Room) -> None:
        self._rooms[room.id] = room
        self._ledger.enter(room)
        self._ledger.make_space(self._rooms)

    # play

    async def play(self, room: Room, seat: int, step: int, action: int) -> None:
        """Play an action that answers a step."""
        self._check_turn(room, seat, step)
        await self._carry_out(room, seat, step, (Step(action, ()),))

    async def pick(self, room: Room, seat: int, step: int, things: Sequence[int]) -> None:
        """Pick a set that answers a step, its things in any order: all of it, or nothing."""
        self._check_turn(room, seat, step)
        await self._carry_out(room, seat, step, way_to(room.match, things))

    async def _carry_out(self, room: Room, seat: int, step: int, way: Sequence[Step]) -> None:
        twin, before, now = room.match.copy(), room.kept_table(), self._now()
        entries: list[Entry] = []
        for action, options in way:
            if is_done(twin, Step(action, options)):
                continue
            if room.from_outside and action in twin.legal:
                # What it is made of was never seen before: a rule that hangs or falls on it now
                # must do so elsewhere.
                given = {"game": room.game.id, "players": room.match.players, "action": action}
                await self.workers.ask("rehearse", given, [twin.table], room.owner)
                self._check_turn(room, seat, step)
            twin.play(action)
            after = kept_table(twin)
            change, number = difference(before, after), step + 1 + len(entries)
            entries.append(Entry(number, room.match.text(action), seat, now, change))
            before = after
        entries = play_on(room, twin, entries)
        await self.submit(room, entries, result_after(room, twin, entries))

    async def end_turn(self, room: Room, seat: int, step: int) -> None:
        """End a turn that waits for it."""
        self._check(room, seat, step)
        if room.pending != seat:
            raise IllegalAction(mark("{game}: there is no turn to end"), game=room.game.title)
        twin = room.match.copy()
        entries = play_on(room, twin, [Entry(step + 1, END, seat, self._now())])
        await self.submit(room, entries, result_after(room, twin, entries))

    async def undo(self, room: Room, seat: int, step: int, to: int | None = None) -> None:
        """Take actions back until `to` of them stand; without it, one; the law decides."""
        self._check(room, seat, step)
        standing = len(room.acted)
        to = standing - 1 if to is None else to
        if not room.lawful_floor(seat) <= to < standing:
            raise IllegalAction(
                mark(
                    "{game}: this cannot be taken back; something hidden was revealed, "
                    "or it is another player's turn"
                ),
                game=room.game.title,
            )
        if to < room.undo_floor(seat):
            raise IllegalAction(
                mark(
                    "{game}: so much has been taken back here that this must stand; for each "
                    "action that stands, {more} more can be taken back"
                ),
                game=room.game.title,
                more=UNDONE_FOR_EACH,
            )
        now = self._now()
        undone = [Entry(step + 1 + k, UNDO, seat, now) for k in range(standing - to)]
        await self.submit(room, undone)

    def _check(self, room: Room, seat: int, step: int) -> None:
        if step != room.step:
            raise Stale(room.step)
        if room.closed is not None:
            raise room.closed
        if room.to_act is None:
            raise IllegalAction(mark("{game}: the game is over"), game=room.game.title)
        if room.to_act != seat:
            own = room.seats[room.to_act].name
            raise NotAllowed(
                mark("it is not this seat's turn; it is {name}'s"),
                name=SeatName(own, room.game.id, room.match.players, room.to_act),
            )

    def _check_turn(self, room: Room, seat: int, step: int) -> None:
        self._check(room, seat, step)
        if room.pending is not None:
            raise IllegalAction(
                mark("{game}: end your turn or take it back first"), game=room.game.title
            )

    async def submit(
        self, room: Room, entries: list[Entry], result: Json | None = None, *, over: bool = False
    ) -> None:
        """Write entries down that were checked; `over` where they end a game without a result."""
        await self.carry_through(self._accept(room, entries, result, over))

    async def carry_through(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if the request that asked for it is cut off.

        Once the store has a change, the room must have it too.
        """
        return await asyncio.shield(self._run(work))

    def _run(self, work: Coroutine[Any, Any, T], name: str | None = None) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it is told; nobody may wait any more

    async def _accept(
        self, room: Room, entries: list[Entry], result: Json | None, over: bool
    ) -> None:
        try:
            await self.store.append(
                room.id, entries, over=over or result is not None, result=result
            )
        except StaleStep:
            await self.catch_up(room)
            raise Stale(room.step) from None
        except StoreAway:
            # The connection may have broken after the store had it: look as soon as it is back.
            if room.id not in self._doubted:
                self._doubted.add(room.id)
                self._run(self._mend(room), MENDING)
            raise
        for entry in entries:
            by = "bot" if room.seats[entry.seat].bot else "person"
            self._meter.actions.labels(room.game.id, by).inc()
        if entries[0].step == room.step + 1:  # else another process' answer came in between
            for entry in entries:
                room.apply(entry)
        room.changed()
        for tell in self.on_end if room.over else ():
            self._run(tell(room))
        self.bots.nudge(room)

    async def catch_up(self, room: Room) -> None:
        """Take over what another process has written: steps, seats, host and rematch."""
        room.compared, room.behind = time.monotonic(), False
        try:
            standing = await self.store.standing(room.id)
            entries = await self.store.entries(room.id, room.step)
            if standing is not None and room.take_over(standing):
                room.learn(await happenings_of(self.store.database, room.id))
        except BaseException:
            room.behind = True
            raise
        if standing is None:
            self._let_go(room)
            return
        self._apply(room, entries)

    def _apply(self, room: Room, entries: Sequence[Entry]) -> None:
        """Take over what another process has accepted, as far as it is not known here."""
        for entry in entries:
            if entry.step == room.step + 1:
                room.apply(entry)
        room.changed()
        self.bots.nudge(room)

    async def _mend(self, room: Room) -> None:
        """Take over what the store has, once it can be asked."""
        try:
            while True:
                await self.store.database.reachable()
                try:
                    await self.catch_up(room)
                except StoreAway:
                    await asyncio.sleep(1)
                else:
                    return
        finally:
            self._doubted.discard(room.id)

    async def _look_again(self, room: Room) -> None:
        """Take over what others have written, if there is something, or may be."""
        with contextlib.suppress(StoreAway):  # what is known here is all that can be told now
            behind = room.behind or not self.store.events.is_hearing
            await (self.catch_up(room) if behind else self._comparing.look(room))
        if room.gone:
            raise _no_table()

    async def _sit_anew(self, room: Room) -> None:
        """Take over who sits where, which is not as it was."""
        standing = await self.store.standing(room.id)
        if standing is None:
            self._let_go(room)
        elif self.take_over(room, standing):  # a seat tells that something happened
            room.learn(await happenings_of(self.store.database, room.id))
            room.changed()

    def _let_go(self, room: Room) -> None:
        """Forget a table that another process has deleted; who looks is told when they ask."""
        room.gone = True
        if self._rooms.pop(room.id, None) is not None:
            self._ledger.strike(room)
        room.watchers.close()

    def take_over(self, room: Room, standing: Standing) -> bool:
        """Take over who sits where, the host and the rematch, and tell whoever is looking."""
        if new := room.take_over(standing):
            room.changed()
            self.bots.nudge(room)
        return new


def _no_table() -> NoTable:
    return NoTable(mark("there is no such table; perhaps the link is incomplete"))
