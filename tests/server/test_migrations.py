"""Migrations: a database of an older release keeps everything that it holds."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
import uuid
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine
from starlette.testclient import TestClient

import horta
from horta.server import store as store_module
from horta.server.app import create_app
from horta.server.database import _set_up_sqlite
from horta.server.seats import Seat
from horta.server.settings import async_url
from horta.server.store import Store
from horta.server.tokens import Tokens

from .conftest import bearer, settings_for

SECRET = "a secret of long ago"


def upgrade(url, revision, down=False):
    """Bring a database to a revision of the schema."""
    from alembic import command
    from alembic.config import Config

    def run(connection):
        config = Config()
        folder = Path(store_module.__file__).parent / "migrations"
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        (command.downgrade if down else command.upgrade)(config, revision)

    async def go():
        engine = create_async_engine(async_url(url))
        async with engine.begin() as connection:
            await connection.run_sync(run)
        await engine.dispose()

    asyncio.run(go())


def execute(url, statement, *rows):
    async def go():
        engine = create_async_engine(async_url(url))
        async with engine.begin() as connection:
            await connection.execute(text(statement), list(rows) or None)
        await engine.dispose()

    asyncio.run(go())


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request, tmp_path):
    """A database with the schema of the first release."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/old.sqlite"
    else:
        server = request.getfixturevalue("postgres")
        name = f"old{uuid.uuid4().hex}"

        async def create():
            engine = create_async_engine(async_url(server), isolation_level="AUTOCOMMIT")
            async with engine.connect() as connection:
                await connection.execute(text(f"create database {name}"))
            await engine.dispose()

        asyncio.run(create())
        url = server.rsplit("/", 1)[0] + f"/{name}"
    upgrade(url, "0001")
    return url


def fill(url, tables=3):
    """Put tables up as the first release kept them: all seats in one JSON list."""
    match = horta.start("paris", seed=9)
    for _ in range(4):
        match.play(match.legal[0])
    record = match.transcript()
    header = {key: record[key] for key in record if key not in ("actions", "result")}
    seats = [
        {"name": "Zoé", "bot": "", "epoch": 2, "joined": True, "hints": True},
        {"name": "", "bot": "", "epoch": 0, "joined": False, "hints": False},
    ]
    rows = [
        {
            "id": f"table{k}",
            "game": "paris",
            "header": json.dumps(header),
            "seats": json.dumps(seats),
            "settings": json.dumps({"confirm": False, "together": False, "imported": False}),
            "host_epoch": k,
            "over": False,
            "made": time.time(),
            "touched": time.time(),
        }
        for k in range(tables)
    ]
    names = ", ".join(rows[0])
    values = ", ".join(
        f"cast(:{name} as json)" if name in ("header", "seats", "settings") and "postgresql" in url
        else f":{name}"
        for name in rows[0]
    )  # fmt: skip
    execute(url, f"insert into matches ({names}) values ({values})", *rows)
    actions = [
        {"match_id": f"table{k}", "step": step, "text": said, "seat": 0, "at": 1.0}
        for k in range(tables)
        for step, said in enumerate(record["actions"], 1)
    ]
    names = ", ".join(actions[0])
    values = ", ".join(f":{name}" for name in actions[0])
    execute(url, f"insert into actions ({names}) values ({values})", *actions)
    return match


def test_an_old_database_keeps_seats_and_actions(old):
    match = fill(old)

    async def run():
        async with Store(old) as store:
            for k in range(3):
                found = await store.load(f"table{k}")
                assert found.seats == [
                    Seat("Zoé", epoch=2, joined=True, hints=True),
                    Seat(),
                ]
                assert len(found.entries) == 4
                assert found.host_epoch == k

    asyncio.run(run())
    asyncio.run(run())  # and once more, when nothing is left to be done
    assert len(match.actions) == 4


def test_people_come_back_to_an_old_table(old, tmp_path):
    """The tokens of before still hold: cookies, and invitations that nobody has used yet."""
    match = fill(old)
    tokens = Tokens(SECRET)
    settings = settings_for(tmp_path, database=old, secret=SECRET)
    with TestClient(create_app(settings)) as client:
        path = "/api/tables/table1"
        zoe, invited = tokens.sign("table1", 0, 2), tokens.sign("table1", 1, 0)
        shown = client.get(path, headers=bearer(zoe)).json()
        assert shown["seat"] == 0
        assert shown["seats"][0]["name"] == "Zoé"
        assert shown["dealt"] == "drawn"
        assert shown["view"]["table"] == json.loads(json.dumps(match.view(0)))["table"]
        assert client.get(path, headers=bearer(tokens.sign("table1", 0, 1))).json()["seat"] is None
        joined = client.post(f"{path}/join", headers=bearer(invited), json={"name": "Bob"})
        assert joined.json()["seat"] == 1
        host = bearer(tokens.sign("table1", -1, 1))
        assert client.get(f"{path}/seats", headers=host).json()["seats"][1]["joined"]


def test_many_tables_move(old):
    fill(old, tables=1100)  # more than are moved at once

    async def run():
        async with Store(old) as store, store.database.connect() as connection:
            found = await connection.execute(text("select count(*) from seats"))
            assert found.scalar_one() == 2200

    asyncio.run(run())


def test_the_way_back_keeps_the_seats(old):
    fill(old)

    async def run():
        async with Store(old) as store:
            await store.change_seat("table1", 1, name="Bob", joined=True, fresh=True)

    asyncio.run(run())
    upgrade(old, "0001", down=True)
    upgrade(old, "head")

    async def look():
        async with Store(old) as store:
            seats = (await store.load("table1")).seats
            assert [(s.name, s.epoch, s.joined) for s in seats] == [
                ("Zoé", 2, True),
                ("Bob", 1, True),
            ]
            assert len((await store.load("table1")).entries) == 4

    asyncio.run(look())


def test_two_processes_that_start_at_once_move_it_once(old):
    fill(old)
    wrong, barrier = [], threading.Barrier(3)

    def start():
        async def run():
            async with Store(old) as store:
                await store.database.reachable()  # it may be kept waiting for the first
                assert len((await store.load("table2")).seats) == 2

        barrier.wait(60)
        try:
            asyncio.run(run())
        except Exception as problem:
            wrong.append(problem)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert wrong == []


def test_the_journal_of_a_file_is_turned_on_by_many_at_once(tmp_path):
    """SQLite refuses one of two that do so at the same moment, without waiting."""
    wrong = []

    def start(url, barrier):
        engine = _set_up_sqlite(create_engine(url))
        barrier.wait(60)
        try:
            engine.connect().close()
        except Exception as problem:
            wrong.append(problem)
        engine.dispose()

    for k in range(100):  # without the second attempt about one round in twelve fails
        path = tmp_path / f"{k}.sqlite"
        with sqlite3.connect(path) as file:
            file.execute("create table things (name)")
        file.close()
        barrier = threading.Barrier(4)
        how = (f"sqlite:///{path}", barrier)
        threads = [threading.Thread(target=start, args=how) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert wrong == []


def test_a_migration_that_fails_half_way_changes_nothing(tmp_path):
    url = f"sqlite:///{tmp_path}/old.sqlite"
    upgrade(url, "0001")
    fill(url)
    file = sqlite3.connect(tmp_path / "old.sqlite", isolation_level=None)
    (good,) = file.execute("select seats from matches where id = 'table1'").fetchone()
    file.execute("update matches set seats = '[0]' where id = 'table1'")  # as no release wrote it

    async def run():
        async with Store(url) as store:
            return (await store.load("table0")).seats

    with pytest.raises(AttributeError):
        asyncio.run(run())
    assert file.execute("select * from sqlite_master where name = 'seats'").fetchall() == []
    assert file.execute("select count(*) from actions").fetchone() == (12,)
    file.execute("update matches set seats = ? where id = 'table1'", (good,))
    file.close()
    assert len(asyncio.run(run())) == 2
