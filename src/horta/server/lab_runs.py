"""Runs of the lab: experiments that visitors ask for, played in the background.

Games are played by workers of their own, which have the processor after everybody else, and go
round the visitors one game at a time: a table never waits for them. A visitor has one run at a
time, and a run has a limit. The store keeps what was played: a house that opens again goes on with
the runs that were under way.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
import zlib
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.lab import Experiment, Results
from horta.lab.measures import Row
from horta.server import wire
from horta.server.database import Database, StoreAway
from horta.server.lab_store import Kept, LabStore
from horta.server.settings import Settings
from horta.server.watchers import Crowded
from horta.server.workers import GaveUp, Workers

log = logging.getLogger("horta.server")

AT_HAND = 32
"""Finished runs that are held in memory; the oldest go first, and come back from the store."""
WAITING, PLAYING, DONE, STOPPED, FAILED = "waiting", "playing", "done", "stopped", "failed"
ON = (WAITING, PLAYING)
NICE = 15
"""How far these games give way to everything else that wants the processor."""
PAUSE = 2.0
"""Seconds before a game is asked for again, when the workers were ended from outside."""
OFTEN = 5.0
"""Seconds between two times that a run is kept: what is lost at most when the power goes."""


class NoRun(HortaError):
    """There is no run of this name, or it is kept no longer."""


class TakenOver(Exception):
    """Another house goes on with a run."""


class TooManyRuns(HortaError):
    """A visitor, or the house, has as many runs as it may."""


@dataclass
class Run:
    """One experiment, being played or over."""

    id: str
    owner: str
    experiment: Experiment
    state: str = WAITING
    problem: HortaError | None = None
    rows: list[Row] = field(default_factory=list, repr=False)
    packed: bytes = field(default=b"", repr=False)
    """The games of a run that is over."""
    played: int = 0
    before: int = 0
    """Games that were played before this house took it up."""
    began: float = 0.0
    version: int = 0
    kept: float = 0.0
    """When it was kept last."""
    shown: dict[str, Any] = field(default_factory=dict, repr=False)
    """By language: what its page shows of the games, worked out once."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)
    writing: asyncio.Task[bool] | None = field(default=None, repr=False)

    @property
    def total(self) -> int:
        """How many games there will be."""
        return len(self.experiment.variants) * self.experiment.games

    @property
    def is_on(self) -> bool:
        """Whether it goes on."""
        return self.state in ON

    @property
    def left(self) -> float | None:
        """How many seconds it will take; None where nothing tells it yet."""
        done = self.played - self.before
        if not done or not self.is_on:
            return None
        return (time.monotonic() - self.began) / done * (self.total - self.played)

    def results(self) -> Results:
        """Return what was played so far."""
        rows = json.loads(zlib.decompress(self.packed)) if self.packed else list(self.rows)
        return Results(self.experiment, rows)

    def end(self, state: str) -> None:
        """Say how it ended, and put the games away."""
        self.state = state
        self.packed = zlib.compress(json.dumps(self.rows).encode())
        self.rows = []


class LabRuns:
    """All runs of a house."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._store = LabStore(database)
        self._workers = Workers(
            replace(
                settings,
                workers=max(1, settings.lab_workers),
                workers_ready=0,
                work_seconds=settings.lab_seconds,
                work_patience=10 * settings.lab_seconds,  # others have the processor first
                work_waiting=settings.lab_runs,
            ),
            NICE,
        )
        self._runs: OrderedDict[str, Run] = OrderedDict()

    async def close(self) -> None:
        """Put all runs away; those that are under way go on when the house opens again."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for run in self._runs.values():
            if run.is_on:
                with contextlib.suppress(HortaError, TakenOver):  # what the store has is there
                    await self._keep(run)
        await self._workers.close()

    async def take_up(self) -> None:
        """Go on with the runs that were under way when the house closed."""
        for kept in await self._store.in_states(ON):
            claimed = await self._store.change(kept)
            if claimed is None or kept.id in self._runs:
                continue
            run = _read(claimed)
            run.state, run.before = WAITING, run.played
            self._runs[run.id] = run
            run.task = asyncio.create_task(self._play(run), name="horta lab")

    def of(self, owner: str) -> Run | None:
        """Return the run of a visitor that goes on."""
        own = (run for run in self._runs.values() if run.owner == owner and run.is_on)
        return next(own, None)

    async def get(self, run_id: str) -> Run:
        """Return a run; `NoRun` if it is kept no longer."""
        if run_id in self._runs:
            return self._runs[run_id]
        kept = await self._store.load(run_id)
        if kept is None:
            raise NoRun(mark("there is no such experiment here, or it is kept no longer"))
        run = _read(kept)
        if not run.is_on:  # else another house plays it, and knows more of it the next time
            self._runs[run_id] = run
            self._make_room()
        return run

    def check_open(self) -> None:
        """Refuse whoever comes to a lab that is closed."""
        if self._settings.lab_games == 0:
            raise TooManyRuns(mark("the lab of this house is closed"))

    async def begin(self, experiment: Experiment, owner: str) -> Run:
        """Begin a run; what does not fit is refused."""
        self.check_open()
        most = self._settings.lab_games
        if len(experiment.variants) * experiment.games > most:
            raise TooManyRuns(
                mark("a run here has at most {most} games, all variants together"), most=most
            )
        self._check_room(owner)
        given = {"game": experiment.game, "experiment": experiment.to_json()}
        await self._workers.ask("check_experiment", given, owner=owner)
        self._check_room(owner)  # somebody may have been faster meanwhile
        run = Run(secrets.token_urlsafe(12), owner, experiment)
        await self._store.add(_written(run))
        self._runs[run.id] = run
        self._make_room()
        run.task = asyncio.create_task(self._play(run), name="horta lab")
        return run

    def _make_room(self) -> None:
        over = [one.id for one in self._runs.values() if not one.is_on]
        for old in over[: max(0, len(over) - AT_HAND)]:
            del self._runs[old]

    async def _keep(self, run: Run) -> None:
        """Keep a run as it is; one that another house has taken over is let go here."""
        if run.writing is not None:
            await asyncio.gather(run.writing, return_exceptions=True)
        run.writing = asyncio.create_task(self._write(run), name="horta lab store")
        # Who stops a run must not leave it unknown whether it was written.
        if not await asyncio.shield(run.writing):
            raise TakenOver

    async def _write(self, run: Run) -> bool:
        now = await self._store.change(_written(run))
        run.kept = time.monotonic()
        if now is None:
            self._runs.pop(run.id, None)
            return False
        run.version = now.version
        return True

    def _check_room(self, owner: str) -> None:
        if self.of(owner) is not None:
            raise TooManyRuns(
                mark("an experiment of yours is being played; wait for it or stop it")
            )
        if sum(run.is_on for run in self._runs.values()) >= self._settings.lab_runs:
            raise TooManyRuns(mark("the lab is full; try again in a while"))

    async def stop(self, run: Run) -> None:
        """Stop a run; what was played stays."""
        if run.task is not None and run.is_on:
            run.task.cancel()
            await asyncio.gather(run.task, return_exceptions=True)
            if run.is_on:
                run.end(STOPPED)
                with contextlib.suppress(TakenOver):
                    await self._keep(run)

    async def _play(self, run: Run) -> None:
        try:
            plan = product(run.experiment.deals, run.experiment.variants)
            for deal, variant in islice(plan, run.played, None):
                run.rows.append(await self._game(run, variant, deal))
                run.played += 1
                if time.monotonic() - run.kept > OFTEN and run.played < run.total:
                    await self._keep(run)
            run.end(DONE)
        except (StoreAway, TakenOver) as why:  # it goes on when a house opens again, or there
            log.warning("a run of the lab is not played on here: %s", type(why).__name__)
            return
        except HortaError as problem:
            run.problem = problem
            run.end(FAILED)
        except Exception:
            log.exception("a run of the lab failed")
            run.problem = GaveUp(mark("something went wrong in the house; nothing more is played"))
            run.end(FAILED)
        with contextlib.suppress(StoreAway, TakenOver):
            await self._keep(run)

    async def _game(self, run: Run, variant: str, deal: int) -> Row:
        given = {
            "game": run.experiment.game,
            "experiment": run.experiment.to_json(),
            "variant": variant,
            "deal": deal,
        }
        while True:
            try:
                if run.state == WAITING:
                    run.state, run.began = PLAYING, time.monotonic()
                answer, _ = await self._workers.ask("lab_game", given, owner=run.owner)
            except Crowded:
                await asyncio.sleep(PAUSE)
            else:
                row: Row = answer["row"]
                return row


def _written(run: Run) -> Kept:
    """Return a run as the store keeps it."""
    problem = None if run.problem is None else wire.write_error(run.problem)
    return Kept(
        *(run.id, run.owner, run.experiment.to_json(), run.state, problem),
        rows=run.packed or zlib.compress(json.dumps(run.rows).encode()),
        played=run.played,
        version=run.version,
    )


def _read(kept: Kept) -> Run:
    """Return a run from what the store keeps."""
    run = Run(kept.id, kept.owner, Experiment.from_json(kept.experiment), kept.state)
    run.problem = None if kept.problem is None else wire.read_error(kept.problem)
    run.played, run.version = kept.played, kept.version
    if run.is_on:
        run.rows = json.loads(zlib.decompress(kept.rows))
    else:
        run.packed = kept.rows
    return run
