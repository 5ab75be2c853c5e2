"""Threads for work that may never end: what nobody waits for any more is remembered."""

from __future__ import annotations

import asyncio
import threading

import pytest

from horta.server.threads import Hangs, Threads


async def settle(threads, what):
    for _ in range(500):
        if not threads.is_hanging(what):
            return
        await asyncio.sleep(0.01)
    pytest.fail("the thread came back, and nobody noticed")


def test_work_that_takes_too_long_is_remembered_until_it_ends():
    async def main():
        threads, free = Threads(0.05), threading.Event()
        with pytest.raises(Hangs):
            await threads.run("bot", free.wait)
        assert threads.is_hanging("bot")
        free.set()
        await settle(threads, "bot")
        assert await threads.run("bot", lambda: 7) == 7

    asyncio.run(main())


def test_work_that_nobody_waits_for_any_more_is_remembered_too():
    """Else whoever asks and hangs up, again and again, would get a thread each time."""

    async def main():
        threads, free = Threads(60), threading.Event()
        asking = asyncio.create_task(threads.run("hints", free.wait))
        await asyncio.sleep(0.05)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert threads.is_hanging("hints")
        free.set()
        await settle(threads, "hints")

    asyncio.run(main())
