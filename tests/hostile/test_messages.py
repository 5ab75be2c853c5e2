"""What a database says of a row that does not fit stays out of the log: names, seeds and keys."""

from __future__ import annotations

import asyncio
import sqlite3
import traceback

import httpx
import pytest
from sqlalchemy import text
from tests.server.conftest import Server

from horta.server.database import StoreAway
from horta.server.store import Store
from horta.server.trouble import StoreFault

NAME = "Ada Lovelace"
NO_ADA = f"alter table seats add constraint no_ada check (name <> '{NAME}') not valid"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return request.getfixturevalue("postgres")


def ask(url, statement, **values):
    async def run():
        async with Store(url) as store, store.database.begin() as connection:
            await connection.execute(text(statement), values)

    asyncio.run(run())


def test_a_row_that_does_not_fit_is_not_written_down(postgres, tmp_path):
    ask(postgres, NO_ADA)
    server = Server(postgres, log=tmp_path / "log").start()
    try:
        form = {"game": "paris", "seats": [{"name": NAME}, {}], "seed": 1893189718}
        answer = httpx.post(f"{server.link}/api/tables", json=form, timeout=60)
        assert answer.status_code == 500
        assert NAME not in answer.text
    finally:
        server.stop()
        ask(postgres, "alter table seats drop constraint no_ada")
    written = (tmp_path / "log").read_text()
    assert "StoreFault: CheckViolationError (23514) in INSERT INTO seats" in written
    assert NAME not in written
    assert "1893189718" not in written


@pytest.mark.parametrize(
    "statement",
    [
        "insert into secrets (id, value) values (null, :value)",
        "insert into nowhere (value) values (:value)",
    ],
)
def test_an_error_tells_its_kind_and_no_value(url, statement):
    with pytest.raises(StoreFault, match=r"Error .*in insert into (secrets|nowhere)") as told:
        ask(url, statement, value=NAME)
    assert NAME not in "".join(traceback.format_exception(told.value))


def test_a_value_that_a_driver_cannot_send_is_no_outage(postgres):
    """It was taken for one: all visitors were asked to wait, and the value was written down."""

    async def run():
        async with Store(postgres) as store:
            with pytest.raises(StoreFault, match="DataError"):
                await store.entries(NAME, 2**70)
            assert store.database.is_reachable
            assert await store.entries(NAME, 0) == []

    asyncio.run(run())


def test_an_outage_is_still_one(tmp_path):
    async def run():
        async with Store(f"sqlite:///{tmp_path}/tables.sqlite") as store:
            problem = sqlite3.OperationalError("disk I/O error")
            problem.sqlite_errorcode = sqlite3.SQLITE_IOERR
            with pytest.raises(StoreAway):
                async with store.database.connect():
                    raise problem

    asyncio.run(run())
