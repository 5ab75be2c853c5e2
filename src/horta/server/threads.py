"""Threads for work that may never end.

A thread cannot be stopped from outside. So work that takes too long is given up: nobody waits for
its thread any more, not even the house when it ends. What it was is remembered as long as it goes
on, so that no second thread is lost to the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from collections.abc import Callable, Hashable
from typing import TypeVar

T = TypeVar("T")


class Hangs(Exception):
    """Work has taken longer than it may; its thread is left to itself."""


class Threads:
    """Threads that do work within a number of seconds, or are left to themselves."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._hanging: set[Hashable] = set()

    def is_hanging(self, what: Hashable) -> bool:
        """Tell whether a thread was given up over this, and has not come back yet."""
        return what in self._hanging

    async def run(self, what: Hashable, work: Callable[[], T]) -> T:
        """Do work in a thread of its own; `Hangs` when it takes too long."""
        done = _begun(work)
        try:
            await asyncio.wait([done], timeout=self.seconds)
        finally:
            if not done.done():  # too late, or nobody waits for it any more
                self._hanging.add(what)
                done.add_done_callback(lambda _: self._hanging.discard(what))
        if not done.done():
            raise Hangs
        return done.result()


def _begun(work: Callable[[], T]) -> asyncio.Future[T]:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()
    done.add_done_callback(lambda one: one.cancelled() or one.exception())  # it may come too late

    def run() -> None:
        try:
            told = functools.partial(done.set_result, work())
        except BaseException as problem:  # whatever it is, it must not end the house
            fits = isinstance(problem, Exception) and not isinstance(problem, StopIteration)
            told = functools.partial(
                done.set_exception, problem if fits else RuntimeError(repr(problem))
            )
        with contextlib.suppress(RuntimeError):  # the house has ended meanwhile
            loop.call_soon_threadsafe(told)

    threading.Thread(target=run, name="bot", daemon=True).start()
    return done
