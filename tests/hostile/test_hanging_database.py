"""PostgreSQL hangs: it accepts connections and answers nothing. The house says so, and goes on."""

from __future__ import annotations

import asyncio
import threading

import httpx
import pytest
from sqlalchemy import text
from tests.server.conftest import Postgres, Server, Sitting, postgres_folder

from horta.server.database import Database, StoreAway
from horta.server.store import Store

from .test_outage import HANG, stored, until

SHORT = 2
"""Seconds that the database may take here."""


@pytest.fixture
def postgres():
    with postgres_folder() as folder:
        made = Postgres(folder).start()
        yield made
        made.thaw()
        made.stop()


def test_a_database_that_hangs_is_told_and_the_house_goes_on_with_it(postgres, tmp_path, choice):
    server = Server(postgres.url, log=tmp_path / "log", HORTA_DATABASE_SECONDS=SHORT).start()
    try:
        with httpx.Client(base_url=server.link, timeout=HANG) as client:
            sitting = Sitting(client, seed=5)
            shown = sitting.play_random(choice, 6)
            seat, step = shown["to_act"], shown["step"]
            action = sitting.get("/actions", seat).json()["actions"][0]["action"]
            before = sitting.show(seat)
            postgres.freeze()
            refused = sitting.post("/actions", seat, step=step, action=action)
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) > 0
            assert client.post("/api/tables", json={"game": "paris"}).status_code == 503
            assert client.get("/t/nothing-here").status_code == 503
            assert sitting.show(seat) == before, "a table in memory can be looked at"
            postgres.thaw()

            def again():
                answer = sitting.post("/actions", seat, step=step, action=action)
                # It may have come through before it hung: then the answer is stale.
                return answer.status_code in (200, 409)

            until(again, "the table stays closed")
            now = sitting.play_random(choice, 6)
            assert now["step"] > step
            assert client.post("/api/tables", json={"game": "paris"}).status_code == 201
        kept = stored(postgres.url, sitting.id)
        assert len(kept.entries) == now["step"]
    finally:
        server.stop()
    written = (tmp_path / "log").read_text()
    assert "Traceback" not in written
    assert "database is away" in written
    assert "database is back" in written


def test_while_a_database_hangs_nobody_waits_for_another(postgres, tmp_path):
    """Forty visitors come at once: all are answered, none after the next one's turn to wait."""
    server = Server(postgres.url, log=tmp_path / "log", HORTA_DATABASE_SECONDS=SHORT).start()
    try:
        with httpx.Client(base_url=server.link, timeout=HANG) as client:
            sitting = Sitting(client, seed=5)
            postgres.freeze()
            codes = []

            def visit():
                link = f"{server.link}/api/tables/nothing-here"
                codes.append(httpx.get(link, timeout=HANG).status_code)

            visitors = [threading.Thread(target=visit) for _ in range(40)]
            for one in visitors:
                one.start()
            while any(one.is_alive() for one in visitors):
                assert client.get("/api/games").status_code == 200  # needs no database
                assert sitting.get().status_code == 200
            assert codes == [503] * 40
            postgres.thaw()
            until(lambda: client.get("/api/tables/nothing").status_code == 404, "it stays away")
    finally:
        server.stop()


def test_a_server_starts_and_ends_beside_a_database_that_hangs(postgres, tmp_path):
    postgres.freeze()
    server = Server(postgres.url, log=tmp_path / "log", HORTA_DATABASE_SECONDS=SHORT).start()
    try:
        with httpx.Client(base_url=server.link, timeout=HANG) as client:
            assert client.post("/api/tables", json={"game": "paris"}).status_code == 503
            postgres.thaw()
            until(
                lambda: client.post("/api/tables", json={"game": "paris"}).status_code == 201,
                "the server stays away",
            )
            postgres.freeze()
        server.process.terminate()
        server.process.wait(HANG)
    finally:
        server.stop()


def test_a_statement_that_takes_too_long_is_given_up_and_a_migration_is_not(postgres):
    async def run():
        def migrate(connection):
            connection.exec_driver_sql("select pg_sleep(3)")

        database = Database(postgres.url, migrate, seconds=1)
        await database.open()
        assert database.is_reachable
        with pytest.raises(StoreAway):
            async with database.connect() as connection:
                await connection.execute(text("select pg_sleep(60)"))
        await database.reachable()
        await database.close()
        async with Store(postgres.url, 1) as store:
            assert await store.count() == 0

    asyncio.run(asyncio.wait_for(run(), HANG))
