"""Threads that share the work of one loop: compiled loops let go of Python's lock.

    crew = Crew(4)
    crew.run(advance, 4)      # advance(0) to advance(3) side by side; returns what each returned

The caller is one of the crew. The others begin with the first work and wait between two: to wake
them takes some microseconds, where a pool of `concurrent.futures` takes ten times as many.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

Work = Callable[[int], Any]
Done = tuple[int, Any, BaseException | None]


class Crew:
    """Some threads, of which the caller's is the first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._process = 0
        self._inboxes: list[SimpleQueue[Work | None]] = []
        self._done: SimpleQueue[Done] = SimpleQueue()

    def run(self, work: Work, parts: int) -> list[Any]:
        """Have as many threads as there are parts do one each; return what each of them returned.

        What one raises is raised here, when all have come to their end.
        """
        if parts > 1 and self._process != os.getpid():
            self._begin()
        called = self._inboxes[: parts - 1]
        for inbox in called:
            inbox.put(work)
        try:
            told = [_do(work, 0), *(self._done.get() for _ in called)]
        except BaseException:  # the caller was interrupted: whoever still works has lost its place
            _send_home(self._inboxes, self._process)
            self._process = 0
            raise
        results: list[Any] = [None] * parts
        for k, result, problem in sorted(told, key=lambda one: one[0]):
            if problem is not None:
                raise problem
            results[k] = result
        return results

    def _begin(self) -> None:
        """Start the threads: for the first time, or in a process that was forked off without."""
        self._process = os.getpid()
        self._done = SimpleQueue()
        self._inboxes = [SimpleQueue() for _ in range(1, self.size)]
        for k, inbox in enumerate(self._inboxes, 1):
            # They know the queues alone, so that a crew that nobody needs can go.
            args = (k, inbox, self._done)
            threading.Thread(target=_wait, args=args, name=f"horta-{k}", daemon=True).start()
        weakref.finalize(self, _send_home, self._inboxes, self._process)


def _do(work: Work, k: int) -> Done:
    try:
        return k, work(k), None
    except BaseException as problem:
        return k, None, problem


def _wait(k: int, inbox: SimpleQueue[Work | None], done: SimpleQueue[Done]) -> None:
    """Do what comes in, until told to go."""
    while True:
        work = inbox.get()
        if work is None:
            return
        done.put(_do(work, k))
        del work  # it may hold the crew's owner


def _send_home(inboxes: list[SimpleQueue[Work | None]], process: int) -> None:
    if process == os.getpid():
        for inbox in inboxes:
            inbox.put(None)
