"""Many processes over one PostgreSQL: what one of them does, all others know; work is done once."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from psycopg_pool import AsyncConnectionPool
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.database import Database, StoreAway
from horta.server.migrating import migrate
from horta.server.people.known import COOKIE
from horta.server.ports.events import TABLE, Told
from horta.server.ports.listening import PostgresEvents
from horta.server.ports.queue import QueuedJobs
from horta.server.store import Store

from .authenticator import Authenticator
from .conftest import (
    Postgres,
    Sitting,
    bearer,
    make_table,
    postgres_folder,
    settings_for,
)
from .test_people import BASE, Hours, begin, is_known
from .test_studies import send, written

PATIENCE = 60


async def until(true, what):
    for _ in range(PATIENCE * 20):
        if true():
            return
        await asyncio.sleep(0.05)
    pytest.fail(what)


def run(work):
    return asyncio.run(asyncio.wait_for(work, 4 * PATIENCE))


def test_events_reach_all_processes_when_they_are_committed(postgres):
    async def work():
        async with Store(postgres) as one, Store(postgres) as two:
            heard = {1: [], 2: []}
            one.events.hear(TABLE, heard[1].append)
            two.events.hear(TABLE, heard[2].append)
            for store in (one, two):
                await store.events.open()
            await until(lambda: one.events.is_hearing and two.events.is_hearing, "nobody listens")
            anything = Told(TABLE, "", here=False)
            assert heard == {1: [anything], 2: [anything]}  # both have just come
            one.events.tell(TABLE, "told")
            await until(lambda: len(heard[2]) == 2, "the other process hears nothing")
            async with one.database.begin() as connection:
                await connection.run_sync(one.events.put, TABLE, ["never"])
                await connection.rollback()
            async with one.database.begin() as connection:
                await connection.run_sync(one.events.put, TABLE, ["put"])
                await asyncio.sleep(0.2)
                assert len(heard[2]) == 2  # not before it is committed
            await until(lambda: len(heard[2]) == 3, "what was put into a transaction is not heard")
            assert heard[1] == [anything, Told(TABLE, "told")]
            assert heard[2] == [
                anything,
                Told(TABLE, "told", here=False),
                Told(TABLE, "put", here=False),
            ]
            for store in (one, two):
                await store.events.close()

    run(work())


async def jobs_over(url, done, name, **how):
    database = Database(url, migrate, 10.0)
    await database.open()
    jobs = QueuedJobs(database, time.time, works=True)

    async def work(args):
        done.append((name, args))
        await asyncio.sleep(args.get("seconds", 0))

    jobs.does("test", work, **how)
    await jobs.open()
    return jobs, database


async def close(*houses):
    for jobs, database in houses:
        await jobs.close()
        await database.close()


def test_a_job_is_done_once_and_of_one_key_one_waits(postgres):
    async def work():
        done = []
        houses = [await jobs_over(postgres, done, name) for name in "ab"]
        jobs = houses[0][0]
        for n in range(20):
            await jobs.defer("test", {"n": n})
        await until(lambda: len(done) >= 20, "jobs are left")
        await asyncio.sleep(0.5)
        assert sorted(args["n"] for _, args in done) == list(range(20))
        done.clear()
        for n in range(4):
            await jobs.defer("test", {"n": n}, key="k", at=time.time() + 1)
        await until(lambda: len(done) == 1, "the job is not done")
        await asyncio.sleep(3)
        assert [args["n"] for _, args in done] == [0]
        await close(*houses)

    run(work())


def test_jobs_that_are_done_apart_keep_no_other_waiting(postgres):
    async def work():
        database = Database(postgres, migrate, 10.0)
        await database.open()
        jobs = QueuedJobs(database, time.time, works=True, at_once=2)
        begun, ended, quick, gate = [], [], [], asyncio.Event()

        async def slow(args):
            begun.append(args["n"])
            await gate.wait()
            ended.append(args["n"])

        async def fast(args):
            quick.append(args["n"])

        jobs.does("apart slow", slow, apart=2)
        jobs.does("apart fast", fast)
        await jobs.open()
        for n in range(5):
            await jobs.defer("apart slow", {"n": n})
        await until(lambda: len(begun) == 2, "what takes long does not begin")
        for n in range(4):
            await jobs.defer("apart fast", {"n": n})
        await until(lambda: len(quick) == 4, "others wait for what takes long")
        assert len(begun) == 2, "more at once than were allowed"
        gate.set()
        await until(lambda: len(ended) == 5, "jobs are left")
        assert sorted(ended) == list(range(5))
        await close((jobs, database))

    run(work())


def test_a_job_in_hand_when_the_database_goes_away_is_done_all_the_same():
    async def work(postgres):
        done = []
        house = await jobs_over(postgres.url, done, "a")
        await house[0].defer("test", {"seconds": 1.0}, key="k")
        await until(lambda: done, "the job does not begin")
        postgres.stop()
        await asyncio.sleep(1.5)
        postgres.start()
        # If it could not be written down that it was done, it is done again, and then is done.
        await house[0].defer("test", {"last": True}, key="k")
        await until(lambda: done[-1][1] == {"last": True}, "the key is taken for good")
        await close(house)

    with postgres_folder() as folder:
        server = Postgres(folder).start()
        try:
            run(work(server))
        finally:
            server.stop()


def test_what_comes_again_and_again_is_done_by_one_process_each_time(postgres):
    async def work():
        done = []
        houses = [await jobs_over(postgres, done, name, every=2.0) for name in "abc"]
        await until(lambda: done, "nobody looks")
        began, at = len(done), time.monotonic()
        await until(lambda: len(done) >= began + 4, "it does not come again")
        # By three that each do it, there would be three times as many.
        assert len(done) - began <= (time.monotonic() - at) / 2 + 2
        await close(*houses)

    run(work())


def test_events_come_back_with_the_database():
    async def work(postgres):
        database = Database(postgres.url, migrate, 10.0)
        await database.open()
        events, heard = PostgresEvents(database), []
        events.hear(TABLE, heard.append)
        await events.open()
        await until(lambda: events.is_hearing, "nobody listens")
        postgres.stop()
        await until(lambda: not events.is_hearing, "it is not noticed that nothing is heard")
        events.tell(TABLE, "while it was away")
        postgres.start()
        await until(lambda: events.is_hearing, "nobody listens again")
        assert heard[-1] == Told(TABLE, "", here=False)
        await until(lambda: not events._untold, "what was told meanwhile is not told on")
        await events.close()
        await database.close()

    with postgres_folder() as folder:
        server = Postgres(folder).start()
        try:
            run(work(server))
        finally:
            server.stop()


# two houses over one database


@contextmanager
def two_houses(postgres, folder, clock=time.time, **changes):
    """Two servers; the second leaves all work to the first, unless `jobs` says otherwise."""
    one = settings_for(folder, database=postgres, **changes)
    two = settings_for(folder, database=postgres, **{"jobs": 0, **changes})
    with (
        TestClient(create_app(one, clock), base_url="http://horta.test") as first,
        TestClient(create_app(two, clock), base_url="http://horta.test") as second,
    ):
        for client in (first, second):
            soon(lambda c=client: c.app.state.house.events.is_hearing, "nobody listens")
        yield first, second


def soon(true, what):
    for _ in range(PATIENCE * 50):
        if true():
            return
        time.sleep(0.02)
    pytest.fail(what)


def room_of(client, table):
    return next(room for room in client.app.state.house.rooms if room.id == table)


def test_what_is_played_here_is_known_there_and_a_dead_link_is_dead_everywhere(
    postgres, tmp_path, choice
):
    with two_houses(postgres, tmp_path) as (first, second):
        here = Sitting(first, seed=17)
        there = Sitting(second, made=here.made)
        assert there.show()["step"] == 0
        room, entered = room_of(second, here.id), []

        async def enter():
            entered.append(room.watchers.enter(1, "somebody", 10))

        second.portal.call(enter)
        step = here.play_random(choice, 3)["step"]
        soon(lambda: room.step == step, "who watches there is not told")
        assert entered[0].news.is_set()
        first.post(f"{here.base}/seats/1/revoke", headers=bearer(here.made["host"]))
        soon(lambda: room.seats[1].epoch == 1, "the link lives on there")
        # At once, without a look at the store every few seconds.
        assert there.post("/actions", 1, step=room.step, action=0).status_code == 403


def test_what_is_played_while_a_table_is_opened_elsewhere_is_known_there(
    postgres, tmp_path, choice, monkeypatch
):
    with two_houses(postgres, tmp_path) as (first, second):
        here = Sitting(first, seed=18)
        rooms = second.app.state.house.rooms
        reading, go_on, rebuilt = threading.Event(), threading.Event(), rooms._open

        async def slowly(stored):
            room = await rebuilt(stored)
            reading.set()
            await asyncio.to_thread(go_on.wait, PATIENCE)
            return room

        monkeypatch.setattr(rooms, "_open", slowly)
        with ThreadPoolExecutor(1) as pool:
            shown = pool.submit(second.get, here.base)
            assert reading.wait(PATIENCE)
            step = here.play_random(choice, 2)["step"]
            # Whatever was told about it has gone by when something told later is heard there.
            heard = []
            second.app.state.house.events.hear(TABLE, heard.append)
            first.app.state.house.events.tell(TABLE, "later")
            soon(lambda: heard, "nothing is heard there")
            go_on.set()
            assert shown.result().json()["step"] == step
        assert room_of(second, here.id).step == step


def test_a_queue_that_could_not_be_reached_at_first_is_reached_later(monkeypatch):
    async def work(postgres):
        done = []
        database = Database(postgres.url, migrate, 10.0)
        await database.open()
        jobs = QueuedJobs(database, time.time, works=True)
        jobs.does("test", lambda args: _noted(done, args))
        postgres.stop()  # before the database is noticed to be away
        monkeypatch.setattr(AsyncConnectionPool.wait, "__defaults__", (0.5,))
        monkeypatch.setattr(AsyncConnectionPool.open, "__defaults__", (False, 0.5))
        with pytest.raises(StoreAway):
            await jobs.defer("test", {"n": 1})
        postgres.start()
        await jobs.open()
        await jobs.defer("test", {"n": 2})
        await until(lambda: done == [{"n": 2}], "the job is not done")
        await close((jobs, database))

    with postgres_folder() as folder:
        server = Postgres(folder).start()
        try:
            run(work(server))
        finally:
            server.stop()


async def _noted(done, args):
    done.append(args)


def test_a_bot_moves_wherever_its_table_is_looked_at(postgres, tmp_path, choice):
    with two_houses(postgres, tmp_path) as (first, second):
        made = make_table(second, seed=5, seats=[{}, {"bot": "random"}])
        table = Sitting(second, made=made)
        for _ in range(4):
            soon(lambda: table.show()["to_act"] == 0, "the bot does not move")
            table.play_random(choice, 1)
        # The first has the work: the second has only asked for it.
        assert room_of(first, table.id).step >= 4


def test_places_for_tables_are_counted_by_all_processes_together(postgres, tmp_path):
    alone = {"secret": "of these two alone", "address_tables": 3}
    with two_houses(postgres, tmp_path, **alone) as houses, ThreadPoolExecutor(12) as pool:
        form = {"game": "paris"}
        asked = [pool.submit(houses[k % 2].post, "/api/tables", json=form) for k in range(12)]
        answers = sorted(one.result().status_code for one in asked)
    assert answers[:3] == [201] * 3
    assert 201 not in answers[3:]


def test_the_host_is_told_who_looks_wherever_they_do(postgres, tmp_path):
    with two_houses(postgres, tmp_path, lobby=1) as (first, second):
        made = make_table(first, seed=3)
        here, there = (Sitting(one, made=made) for one in (first, second))
        for seat in (0, 1):
            there.join(seat)
        entered = []

        async def enter(room):
            entered.append(room.watchers.enter(1, "somebody", 10))

        def seats():
            found = first.get(f"/t/{here.id}/seats", headers=bearer(made["host"]))
            assert found.status_code == 200
            return found.text.count("looking now")

        assert there.show()["step"] == 0  # it is in the memory of the other process
        assert seats() == 0
        second.portal.call(enter, room_of(second, here.id))
        soon(lambda: seats() == 1, "who looks elsewhere is not seen")
        room_of(second, here.id).watchers.leave(entered[0])
        soon(lambda: seats() == 0, "who has gone is still seen")


def test_studies_are_counted_by_all_processes_together(postgres, tmp_path):
    alone = {"secret": "of these studies alone", "address_studies": 3, "studies": 3}
    body = written().to_json()
    with two_houses(postgres, tmp_path, **alone) as houses, ThreadPoolExecutor(12) as pool:
        asked = [pool.submit(send, houses[k % 2], body) for k in range(12)]
        answers = sorted(one.result().status_code for one in asked)
    assert answers[:3] == [303] * 3
    assert set(answers[3:]) == {429}


def test_a_device_that_is_signed_out_here_is_so_there(postgres, tmp_path):
    """The clock stands still: nobody asks the store again because some seconds have passed."""
    with two_houses(postgres, tmp_path, Hours(), persons=1, address=BASE) as (first, second):
        begin(first, Authenticator(BASE), "Célestine")
        second.cookies.update(first.cookies)
        assert is_known(first)
        assert is_known(second)
        people = first.app.state.house.people
        token = first.cookies[COOKIE]
        person, device = first.portal.call(people.persons.known, token)
        first.portal.call(people.persons.sign_out, person.id, device.digest)
        soon(lambda: not is_known(second), "the device is still signed in there")
