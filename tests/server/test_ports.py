"""The ports: events are heard, jobs are done once, again if they fail, and at their time."""

from __future__ import annotations

import asyncio

import pytest

from horta.server.buckets import PORTION, Buckets
from horta.server.people.tally import Tally
from horta.server.ports import jobs as jobs_port
from horta.server.ports.events import STEP, TABLE, Events, Told
from horta.server.ports.jobs import LocalJobs


class Time:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def test_an_event_reaches_whoever_listens_to_its_topic():
    events, heard = Events(), []
    stop = events.hear(TABLE, heard.append)
    events.hear(TABLE, lambda told: 1 / 0)  # who stumbles keeps nobody else in the dark
    events.hear(TABLE, heard.append)
    events.tell(STEP, "a:1")
    events.tell(TABLE, "a")
    assert heard == [Told(TABLE, "a")] * 2
    stop()
    events.tell(TABLE, "b")
    assert heard[2:] == [Told(TABLE, "b")]


def test_a_job_is_done_with_what_it_was_given():
    async def run():
        done, jobs = [], LocalJobs()

        async def work(args):
            done.append(args)

        jobs.does("greet", work)
        await jobs.open()
        await jobs.defer("greet", {"whom": "Anna"})
        await jobs.settle()
        await jobs.close()
        return done

    assert asyncio.run(run()) == [{"whom": "Anna"}]


def test_of_jobs_with_one_key_one_waits_and_one_runs():
    async def run():
        jobs, gate, done, at_once = LocalJobs(), asyncio.Event(), [], 0

        async def work(args):
            nonlocal at_once
            at_once += 1
            assert at_once == 1
            await gate.wait()
            done.append(args["n"])
            at_once -= 1

        jobs.does("count", work)
        await jobs.open()
        for n in range(4):
            await jobs.defer("count", {"n": n}, key="one")
            await asyncio.sleep(0)
        gate.set()
        await jobs.settle()
        await jobs.close()
        return done

    assert asyncio.run(run()) == [0, 1]  # the others asked for what was waiting already


def test_a_job_that_fails_is_tried_again_later_each_time(monkeypatch):
    time, tried = Time(), []

    async def run():
        jobs = LocalJobs(time)

        async def work(args):
            tried.append(time.now)
            if len(tried) < 4:
                raise RuntimeError("not yet")

        jobs.does("stubborn", work)
        await jobs.open()
        await jobs.defer("stubborn", key="k")
        for _ in range(40):
            await jobs.settle()
            time.now += 0.5
        await jobs.close()

    asyncio.run(run())
    assert tried == [1000.0, 1001.0, 1003.0, 1007.0]


def test_a_job_that_always_fails_is_given_up(monkeypatch):
    time, tried = Time(), []

    async def run():
        jobs = LocalJobs(time)

        async def work(args):
            tried.append(time.now)
            raise RuntimeError("never")

        jobs.does("hopeless", work)
        await jobs.open()
        await jobs.defer("hopeless")
        for _ in range(20):
            await jobs.settle()
            time.now += jobs_port.LONGEST_WAIT
        await jobs.close()

    asyncio.run(run())
    assert len(tried) == jobs_port.ATTEMPTS


@pytest.mark.parametrize("late", [0.0, 3600.0])
def test_a_job_waits_for_its_time(late):
    time, done = Time(), []

    async def run():
        jobs = LocalJobs(time)

        async def work(args):
            done.append(time.now)

        jobs.does("ring", work)
        await jobs.open()
        await jobs.defer("ring", at=1060.0)
        await jobs.settle()
        assert not done
        time.now = 1060.0 + late
        await jobs.settle()
        await jobs.close()

    asyncio.run(run())
    assert done == [1060.0 + late]


def test_what_comes_again_and_again_is_done_when_the_house_opens_and_in_its_rhythm():
    done = []

    async def run():
        jobs = LocalJobs()

        async def work(args):
            done.append(args)
            raise RuntimeError("a failure does not stop it")

        jobs.does("look", work, every=0.02)
        await jobs.open()
        while len(done) < 3:
            await asyncio.sleep(0.01)
        await jobs.close()

    asyncio.run(asyncio.wait_for(run(), 30))


class Linked(Events):
    """The events of processes that hear each other."""

    def __init__(self):
        super().__init__()
        self.others, self.told = [], 0

    def tell(self, topic, about):
        super().tell(topic, about)
        self.told += 1
        for other in self.others:
            other._deliver(Told(topic, about, here=False))


@pytest.fixture
def three():
    made = [Linked() for _ in range(3)]
    for one in made:
        one.others = [other for other in made if other is not one]
    return made


def test_whoever_hops_from_process_to_process_is_not_served_more(three):
    time = Time()
    houses = [Buckets(rate=1.0, burst=240, clock=time) for _ in three]
    for buckets, events in zip(houses, three, strict=True):
        buckets.join(events)
    served = sum(not houses[k % 3].take("10.0.0.7") for k in range(3000))
    # By three that do not hear of each other, it would be 720.
    assert 240 - 3 * PORTION <= served <= 240 + 3 * PORTION
    assert not houses[0].take("10.0.0.8")  # nobody else waits
    time.now += 60
    assert not houses[1].take("10.0.0.7")


def test_ordinary_visitors_cause_no_events(three):
    buckets = Buckets(rate=30.0, burst=240, clock=Time())
    buckets.join(three[0])
    for _ in range(60):
        buckets.take("10.0.0.7")
    assert three[0].told == 0


def test_tries_are_counted_by_all_processes_together(three):
    time = Time()
    tallies = [Tally(time, 3, 900.0, 100, shared=(events, "codes")) for events in three]
    other = Tally(time, 3, 900.0, 100, shared=(three[1], "mails"))
    allowed = [tallies[k % 3].allows("10.0.0.7") for k in range(9)]
    assert allowed == [True] * 3 + [False] * 6
    assert tallies[0].allows("10.0.0.8")
    assert other.allows("10.0.0.7")
    with other.trying("10.0.0.8"):
        pass
    with pytest.raises(KeyError), other.trying("10.0.0.9"):
        raise KeyError
    assert three[1].told == 3  # what goes well is told to nobody
    time.now += 901
    assert tallies[2].allows("10.0.0.7")
