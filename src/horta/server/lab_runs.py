"""Runs of the lab: experiments that visitors ask for, played in the background.

Games are played by workers of their own, which have the processor after everybody else, and go
round the visitors one game at a time: a table never waits for them. A visitor has one run at a
time, and a run has a limit. What was played is kept in this process, for a while; whoever wants to
keep it takes it along.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
import zlib
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.lab import Experiment, Results
from horta.lab.measures import Row
from horta.server.settings import Settings
from horta.server.watchers import Crowded
from horta.server.workers import GaveUp, Workers

log = logging.getLogger("horta.server")

KEPT = 32
"""Finished runs that are kept; the oldest go first."""
WAITING, PLAYING, DONE, STOPPED, FAILED = "waiting", "playing", "done", "stopped", "failed"
ON = (WAITING, PLAYING)
NICE = 15
"""How far these games give way to everything else that wants the processor."""
PAUSE = 2.0
"""Seconds before a game is asked for again, when the workers were ended from outside."""


class NoRun(HortaError):
    """There is no run of this name, or it is kept no longer."""


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
    began: float = 0.0
    took: float = 0.0
    shown: dict[str, Any] = field(default_factory=dict, repr=False)
    """By language: what its page shows of the games, worked out once."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

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
        if not self.played or not self.is_on:
            return None
        return (time.monotonic() - self.began) / self.played * (self.total - self.played)

    def results(self) -> Results:
        """Return what was played so far."""
        rows = json.loads(zlib.decompress(self.packed)) if self.packed else list(self.rows)
        return Results(self.experiment, rows)

    def end(self, state: str) -> None:
        """Say how it ended, and put the games away."""
        self.state = state
        self.took = time.monotonic() - self.began if self.began else 0.0
        self.packed = zlib.compress(json.dumps(self.rows).encode())
        self.rows = []


class LabRuns:
    """All runs of a house."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
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
        """End all runs."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._workers.close()

    def of(self, owner: str) -> Run | None:
        """Return the run of a visitor that goes on."""
        own = (run for run in self._runs.values() if run.owner == owner and run.is_on)
        return next(own, None)

    def get(self, run_id: str) -> Run:
        """Return a run; `NoRun` if it is kept no longer."""
        if run_id not in self._runs:
            raise NoRun(mark("there is no such experiment here, or it is kept no longer"))
        return self._runs[run_id]

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
        self._runs[run.id] = run
        over = [one.id for one in self._runs.values() if not one.is_on]
        for old in over[: max(0, len(over) - KEPT)]:
            del self._runs[old]
        run.task = asyncio.create_task(self._play(run), name="horta lab")
        return run

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
            if run.is_on:  # it had not even begun
                run.end(STOPPED)

    async def _play(self, run: Run) -> None:
        try:
            for deal in run.experiment.deals:
                for variant in run.experiment.variants:
                    run.rows.append(await self._game(run, variant, deal))
                    run.played += 1
            run.end(DONE)
        except asyncio.CancelledError:
            run.end(STOPPED)
        except HortaError as problem:
            run.problem = problem
            run.end(FAILED)
        except Exception:
            log.exception("a run of the lab failed")
            run.problem = GaveUp(mark("something went wrong in the house; nothing more is played"))
            run.end(FAILED)

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
