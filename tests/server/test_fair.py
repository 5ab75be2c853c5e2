"""The fair queue: everybody in turn, nobody lost."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from horta.server.fair import FairQueue


def served(owners, places=1):
    """Return the order in which owners are served who all come while every place is taken."""

    async def run():
        queue, order, gate = FairQueue(places), [], asyncio.Event()

        async def first():
            async with queue.place("first:"):
                await gate.wait()

        async def one(owner):
            async with queue.place(owner):
                order.append(owner)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(first()) for _ in range(places)]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(one(owner)) for owner in owners]
        await asyncio.sleep(0)
        assert len(queue) == len(owners)
        gate.set()
        await asyncio.gather(*tasks)
        assert len(queue) == 0
        return order

    return asyncio.run(run())


def test_who_asks_often_waits_behind_himself():
    order = served(["a:"] * 60 + ["b:"])
    assert order.index("b:") == 1


def test_places_go_round_addresses_and_then_round_who_is_there():
    order = served(["a:x", "a:x", "a:x", "a:y", "b:z", "b:z"])
    assert order == ["a:x", "b:z", "a:y", "b:z", "a:x", "a:x"]


def test_many_names_at_one_address_are_one_share():
    order = served([f"a:{k}" for k in range(50)] + ["b:"])
    assert order.index("b:") == 1


@given(st.lists(st.sampled_from(["a:", "a:x", "b:", "b:y", "c:z"]), max_size=30), st.integers(1, 3))
def test_everybody_is_served_once_and_in_his_own_order(owners, places):
    order = served(owners, places)
    assert sorted(order) == sorted(owners)
    # Up to the k-th turn of an address no other one that waits has had more than one turn more.
    if places == 1:
        left = {one[0]: sum(other[0] == one[0] for other in owners) for one in owners}
        had = dict.fromkeys(left, 0)
        for one in order:
            had[one[0]] += 1
            waiting = [had[other] for other in left if had[other] < left[other]]
            assert all(had[one[0]] <= other + 1 for other in waiting)


def test_who_goes_away_gives_his_place_back():
    async def run():
        queue = FairQueue(1)
        async with queue.place("a:"):
            waiting = [asyncio.create_task(enter(queue)) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
        waiting[1].cancel()  # the place is his already
        assert await waiting[2]
        assert len(queue) == 0
        async with queue.place("b:"):  # and nothing was lost
            pass

    async def enter(queue):
        async with queue.place("a:"):
            return True

    asyncio.run(run())
