"""Workers: the processes that do untrusted work, each with a limit of time and memory.

Some are kept warm. Who asks waits for a free one in a fair queue; when a worker takes too long, or
dies, it is replaced, and whoever asked gets a sentence. Long work (a whole transcript) never takes
all of them, so that short work is not kept waiting by it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Any

from horta.core.engine import mode
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server import wire
from horta.server.fair import FairQueue
from horta.server.settings import Settings
from horta.server.watchers import Crowded

log = logging.getLogger("horta.server")

LONG = frozenset({"study_check", "take_up"})
"""Tasks that may take seconds even when nobody means harm."""
STARTING = 120.0
"""Seconds that a worker may take to start."""
ATTEMPTS = 3
"""How often work is handed on, when workers are ended from outside before they have done it."""
WORN_OUT = 500
"""Messages after which a worker is replaced: whatever it has gathered goes with it."""
GENTLE = 5
"""How much nicer than the house a worker is."""
QUIET_MACHINE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class GaveUp(HortaError):
    """Untrusted work went past a limit, or brought its worker down."""


class _Ended(Exception):
    """A worker was ended from outside, or did not even start."""


class _Died(Exception):
    """A worker ended in the middle of its work."""


class Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.asked = 0

    @classmethod
    async def start(cls, settings: Settings, nice: int = GENTLE) -> Worker:
        """Start a worker and wait until it is ready."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "horta.server.worker",
            str(settings.work_seconds),
            str(settings.work_memory),
            str(nice),
            stdin=PIPE,
            stdout=PIPE,
            # It takes compiled rules that lie ready; to compile them is not its work.
            env={
                **os.environ,
                **QUIET_MACHINE,
                "HORTA_JIT": "0" if mode() == "plain" else "ready",
            },
            start_new_session=True,  # Ctrl+C is for the house, which closes the wire
        )
        made = cls(process)
        try:
            async with asyncio.timeout(STARTING):
                await made._answer()
        except BaseException:
            made.kill()
            raise
        return made

    async def ask(self, content: Any, blobs: Sequence[bytes]) -> tuple[Any, list[bytes]]:
        """Send a message and wait for the answer."""
        assert self.process.stdin is not None
        self.asked += 1
        try:
            self.process.stdin.write(wire.encode(content, blobs))
            await self.process.stdin.drain()
            return await self._answer()
        except (OSError, asyncio.IncompleteReadError, wire.BadMessage) as problem:
            raise _Died from problem

    async def _answer(self) -> tuple[Any, list[bytes]]:
        assert self.process.stdout is not None
        head = await self.process.stdout.readexactly(wire.HEAD.size)
        text, rest = wire.lengths(head)
        return wire.decode(
            await self.process.stdout.readexactly(text), await self.process.stdout.readexactly(rest)
        )

    def kill(self) -> None:
        """End the process, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def ended(self) -> int:
        """Wait for the end of the process and return how it ended."""
        self.kill()
        return await self.process.wait()


class Workers:
    """All workers of a house for one kind of work."""

    def __init__(self, settings: Settings, nice: int = GENTLE) -> None:
        self.settings = settings
        self._nice = nice
        self._queue = FairQueue(settings.workers)
        self._long = FairQueue(max(1, settings.workers - 1))
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._warming: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for their turn."""
        return len(self._queue) + len(self._long)

    def warm_up(self) -> None:
        """Start some workers before anybody needs them."""
        self._warming = asyncio.create_task(self._warm_up(), name="horta workers")

    async def _warm_up(self) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            for _ in range(self.settings.workers_ready):
                self._idle.append(await self._start())

    async def close(self) -> None:
        """End all workers."""
        if self._warming is not None:
            self._warming.cancel()
        for worker in list(self._all):
            await worker.ended()
        self._all.clear()
        self._idle.clear()

    async def ask(
        self, task: str, given: Json, blobs: Sequence[bytes] = (), owner: str = ""
    ) -> tuple[Any, list[bytes]]:
        """Have a task of `horta.server.untrusted` done.

        What the task refuses is raised as it was said there; `GaveUp` when it went past a limit.
        """
        if self.waiting >= self.settings.work_waiting:
            raise Crowded(mark("too much is waiting to be checked; try again in a moment"))
        async with contextlib.AsyncExitStack() as places:
            if task in LONG:
                await places.enter_async_context(self._long.place(owner))
            await places.enter_async_context(self._queue.place(owner))
            content, found = await self._ask_some({"task": task, "given": given}, blobs)
        if "refused" in content:
            raise wire.read_error(content["refused"])
        if "failed" in content:
            log.warning("untrusted work failed (%s):\n%s", task, content["failed"])
            raise GaveUp(mark("the rules cannot make sense of this; nothing was kept"))
        if "memory" in content:
            raise GaveUp(
                mark("checking this takes more than {most} MB of memory; it was stopped"),
                most=self.settings.work_memory >> 20,
            )
        return content["done"], found

    async def _ask_some(self, content: Json, blobs: Sequence[bytes]) -> tuple[Any, list[bytes]]:
        # A worker that was ended from outside says nothing about its work: another one tries.
        for _ in range(ATTEMPTS):
            with contextlib.suppress(_Ended):
                return await self._ask_one(content, blobs)
        raise Crowded(mark("nothing can be checked at the moment; try again in a moment"))

    async def _ask_one(self, content: Json, blobs: Sequence[bytes]) -> tuple[Any, list[bytes]]:
        worker = await self._borrow()
        try:
            async with asyncio.timeout(self.settings.work_patience):
                answer = await worker.ask(content, blobs)
        except TimeoutError:
            await self._end(worker)
            raise self._too_long() from None
        except _Died:
            code = await self._end(worker, patience=5.0)
            if code == -getattr(signal, "SIGXCPU", 0):
                raise self._too_long() from None
            if code == -signal.SIGTERM:
                raise _Ended from None
            log.warning("a worker died with exit code %s (%s)", code, content["task"])
            raise GaveUp(mark("checking this made the rules crash; nothing was kept")) from None
        except BaseException:  # nobody waits for the answer any more
            worker.kill()
            self._all.discard(worker)
            raise
        if "memory" in answer[0] or worker.asked >= WORN_OUT:
            await self._end(worker)
        else:
            self._idle.append(worker)
        return answer

    async def _borrow(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                return worker
            self._all.discard(worker)  # it has died since
        try:
            return await self._start()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, wire.BadMessage) as problem:
            log.warning("a worker did not start: %r", problem)
            raise _Ended from problem

    async def _start(self) -> Worker:
        worker = await Worker.start(self.settings, self._nice)
        self._all.add(worker)
        return worker

    async def _end(self, worker: Worker, patience: float = 0.0) -> int:
        """Let go of a worker and return its exit code; one that dies may tell it by itself."""
        self._all.discard(worker)
        if patience:
            with contextlib.suppress(TimeoutError):
                return await asyncio.wait_for(worker.process.wait(), patience)
        return await worker.ended()

    def _too_long(self) -> GaveUp:
        return GaveUp(
            mark("checking this takes longer than {most} seconds; it was stopped"),
            most=round(self.settings.work_seconds),
        )
