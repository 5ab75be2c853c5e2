"""The store, over SQLite and over a real server of PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.retention import remove_tables
from horta.server.seats import Seat
from horta.server.settings import async_url
from horta.server.store import Entry, Store, Stored
from horta.server.writing import StaleStep

from .conftest import Sitting, bearer, settings_for


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return request.getfixturevalue("postgres")


def match(name):
    return Stored(
        id=name,
        header={"game": "paris", "seed": 2**62, "seats": ["Zoé", ""]},
        seats=[Seat("Zoé", epoch=2, joined=True, hints=True), Seat(bot="random")],
        settings={},
        host_epoch=0,
        over=False,
        rematch=None,
        made=time.time(),
        entries=[],
    )


def name():
    return f"t{time.time_ns()}"


def test_a_match_comes_back_as_it_was(url):
    async def run():
        async with Store(url) as store:
            made = match(name())
            await store.add(made)
            await store.append(made.id, [Entry(1, "pass", 0, 1.5)], over=False)
            await store.append(
                made.id, [Entry(2, "undo", 0, 2.5), Entry(3, "undo", 0, 2.5)], over=True
            )
        async with Store(url) as store:
            found = await store.load(made.id)
            assert found.header == made.header
            assert found.seats == made.seats
            assert found.over
            assert [entry.text for entry in found.entries] == ["pass", "undo", "undo"]
            assert await store.entries(made.id, 1) == found.entries[1:]
            assert await store.load("nothing") is None
            following = match(name())
            assert await store.add(following, follows=made.id) == following.id
            assert (await store.load(made.id)).rematch == following.id
            late = match(name())
            assert await store.add(late, follows=made.id) == following.id  # there is only one
            assert await store.load(late.id) is None
            assert await remove_tables(store.database, [made.id]) == [made.id]
            assert await store.load(made.id) is None

    asyncio.run(run())


def test_the_key_decides_between_two_answers(url):
    async def run():
        async with Store(url) as one, Store(url) as two:  # as two processes would
            made = match(name())
            await one.add(made)
            for step in range(1, 20):
                answers = await asyncio.gather(
                    *(
                        store.append(made.id, [Entry(step, f"{k}", k, 0.0)], over=False)
                        for k, store in enumerate((one, two, one, two, two))
                    ),
                    return_exceptions=True,
                )
                assert sum(answer is None for answer in answers) == 1
                assert sum(isinstance(answer, StaleStep) for answer in answers) == 4
                winner = next(k for k, answer in enumerate(answers) if answer is None)
                kept = (await two.load(made.id)).entries
                assert len(kept) == step
                assert kept[-1].text == f"{winner}"

    asyncio.run(run())


def test_a_failed_write_is_told_and_its_neighbour_works(url):
    async def run():
        async with Store(url) as store:
            made = match(name())
            await store.add(made)
            answers = await asyncio.gather(  # both in one commit
                store.append("no such match", [Entry(1, "pass", 0, 0.0)], over=False),
                store.append(made.id, [Entry(1, "pass", 0, 0.0)], over=False),
                return_exceptions=True,
            )
            assert isinstance(answers[0], StaleStep)  # who looks again finds that it has gone
            assert answers[1] is None
            assert len((await store.load(made.id)).entries) == 1

    asyncio.run(run())


def test_the_secret_is_drawn_once(url):
    async def run():
        async with Store(url) as one, Store(url) as two:
            first = await one.secret()
            assert len(first) >= 64
            assert await two.secret() == first

    asyncio.run(run())


def is_ours(thing, _, kind, *__):
    """Tell what the house has made from what its queue of jobs has."""
    table = thing if kind == "table" else thing.table
    return not table.name.startswith(("procrastinate_", "horta_queue"))


def test_migrations_lead_to_what_the_code_expects(url):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    from horta.server import store as store_module
    from horta.server.rows import Base

    async def run():
        async with Store(url) as store, store.database.connect() as connection:
            version = await connection.execute(text("select version_num from alembic_version"))
            head = ScriptDirectory(str(Path(store_module.__file__).parent / "migrations"))
            assert version.scalar_one() == head.get_current_head()

            def differences(sync):
                how = {"include_object": is_ours}
                return compare_metadata(MigrationContext.configure(sync, opts=how), Base.metadata)

            assert await connection.run_sync(differences) == []

    asyncio.run(run())


def test_sqlite_writes_ahead(tmp_path):
    async def run():
        made = Store(f"sqlite:///{tmp_path}/deep/folder/t.sqlite")
        async with made as store, store.database.connect() as connection:
            mode = await connection.execute(text("pragma journal_mode"))
            assert mode.scalar_one() == "wal"

    asyncio.run(run())


def test_urls_get_their_drivers():
    assert async_url("sqlite:///x") == "sqlite+aiosqlite:///x"
    assert async_url("postgresql://h/d") == "postgresql+asyncpg://h/d"
    assert async_url("postgres://h/d") == "postgresql+asyncpg://h/d"
    assert async_url("postgresql+asyncpg://h/d") == "postgresql+asyncpg://h/d"


def test_a_table_comes_back_after_a_restart(url, tmp_path, choice):
    settings = settings_for(tmp_path, database=url)
    with TestClient(create_app(settings)) as client:
        sitting = Sitting(client, seed=6, confirm=True)
        sitting.play_random(choice, 9)
        before = [sitting.show(seat) for seat in (0, 1, None)]
        log = sitting.get("/log", 0).json()
    with TestClient(create_app(settings)) as client:
        again = Sitting(client, sitting.made)
        assert [again.show(seat) for seat in (0, 1, None)] == before
        assert again.get("/log", 0).json() == log
        assert again.play_random(choice)["over"]


def test_two_processes_at_one_table_catch_up(url, tmp_path, choice):
    settings = settings_for(tmp_path, database=url)
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as two:
        here = Sitting(one, seed=6)
        there = Sitting(two, here.made)
        before = there.show()  # both hold the table in memory now
        seat, step = before["to_act"], before["step"]
        listed = there.get("/actions", seat).json()["actions"]
        # Over PostgreSQL the other process hears of these at once; what was asked for is stale.
        here.play_random(choice, 3)
        answer = two.post(
            f"{there.base}/actions",
            headers=bearer(there.keys[seat]),
            json={"step": step, "action": listed[0]["action"]},
        )
        assert answer.status_code == 409
        assert answer.json()["step"] == 3
        assert there.show()["view"] == here.show()["view"]
