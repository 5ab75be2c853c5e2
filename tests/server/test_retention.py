"""Retention: what a house has said it keeps goes when its time is up, and nothing else does."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient

from horta.server import comparing, retention, rooms
from horta.server.app import create_app
from horta.server.messages.rows import BrowserRow, BrowserSeatRow, MessageRow
from horta.server.people.store import added
from horta.server.retention import AT_ONCE, remove_tables
from horta.server.review_rows import JudgedRow, ReviewRow, ReviewWaitRow
from horta.server.rows import (
    ActionRow,
    Base,
    BranchesRow,
    ChatRow,
    ClockEventRow,
    ClockRow,
    HappeningRow,
    HeldRow,
    InvitationRow,
    LobbyRow,
    MatchRow,
    MuteRow,
    PersonRow,
    PlanRow,
    ReportRow,
    SeatRow,
)
from horta.server.store import Entry, Store

from .conftest import Sitting, make_table, settings_for
from .test_store import match, name

DAY = 24 * 3600.0


class Days:
    """The time of a house, some days after that of the machine."""

    def __init__(self):
        self.days = 0.0

    def __call__(self):
        return time.time() + self.days * DAY


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return request.getfixturevalue("postgres")


@pytest.fixture
def days():
    return Days()


@contextmanager
def opened(folder, days, **changes):
    app = create_app(settings_for(folder, **changes), days)
    with TestClient(app, base_url="http://horta.test") as client:
        yield client


def look(client):
    return client.portal.call(client.app.state.house.retention.look)


def there(client, table):
    async def stored():
        return await client.app.state.house.store.load(table)

    return client.portal.call(stored) is not None


def put(client, made, over=False):
    """Put a table into the store that was played at some time; return its id."""
    one = replace(match(name()), made=made, over=over)
    client.portal.call(client.app.state.house.store.add, one)
    return one.id


# what goes


OF_A_TABLE = {
    ClockRow: {"look": 1.0},
    LobbyRow: {"since": 1.0, "touched": 1.0},
    ClockEventRow: {"seat": 0, "kind": "up", "since": 1.0, "until": 1.0},
    ReviewRow: {"depth": "usual", "steps": [1], "made": 1.0},
    ReviewWaitRow: {"depth": "usual", "origin": "o", "owner": "w", "until": 1.0, "stopped": 0.0},
    JudgedRow: {"depth": "usual", "step": 1, "found": b"x"},
    BranchesRow: {
        **{"step": 1, "known": "all", "nodes": [], "version": 1, "touched": 1.0},
        **{"origin": "o", "owner": "w"},
    },
    HappeningRow: {
        **{"kind": "undo", "seat": 0, "step": 1, "standing": 1, "at": 1.0, "name": "", "number": 0},
    },
    ChatRow: {"seat": 0, "key": "", "name": "", "at": 1.0, "phrase": "", "text": "x"},
    MuteRow: {"reader": "r", "seat": 0, "key": "k"},
    ReportRow: {
        **{"message": 1, "seat": 0, "name": "", "text": "", "said": 1.0, "by_name": "", "why": ""},
        **{"at": 1.0, "state": "open"},
    },
    PlanRow: {
        **{"seat": 0, "key": "", "epoch": 1, "passes": True, "lines": [], "told": []},
        **{"version": 1},
    },
    InvitationRow: {"seat": 0, "epoch": 1, "since": 1.0},
    BrowserSeatRow: {"browser": "a browser", "seat": 0, "epoch": 1},
    MessageRow: {
        **{"way": "push", "target": "a browser", "seat": 0, "turn": 1, "due": 1.0, "tries": 0},
        **{"done": False},
    },
}
"""What may hang on a table besides its seats and actions."""


SEATS = itertools.count(1000)
"""Of who reported something: one seat reports a message once."""


async def fill(store, table, person):
    await store.add(table)
    await store.append(table.id, [Entry(1, "pass", 0, 1.5)], over=True)
    words = ("id", "digest", "endpoint", "public", "auth", "title", "lang")
    browser = {**dict.fromkeys(words, "x"), "id": "a browser", "made": 1.0}
    async with store.database.begin() as connection:
        await added(store.database, connection, BrowserRow, browser)
        for row, values in OF_A_TABLE.items():
            more = {"person": person} if row is InvitationRow else {}
            more |= {"by_seat": next(SEATS)} if row is ReportRow else {}
            given = {"match_id": table.id, **values, **more}
            await connection.execute(row.__table__.insert(), [given])
        held = {"person": person, "thing": table.id, "seat": 0, "epoch": 1, "since": 1.0}
        await connection.execute(HeldRow.__table__.insert(), [held])


async def counts(store, table):
    kinds = {**dict.fromkeys((SeatRow, ActionRow, *OF_A_TABLE), "match_id")}
    kinds |= {HeldRow: "thing", MatchRow: "id"}
    async with store.database.connect() as connection:
        found = {}
        for row, column in kinds.items():
            asked = select(func.count()).select_from(row).where(getattr(row, column) == table)
            found[row.__tablename__] = (await connection.execute(asked)).scalar_one()
        return found


def test_all_that_hangs_on_a_table_goes_along_and_nothing_else(url):
    hangs = {
        one.name
        for one in Base.metadata.tables.values()
        if any(key.column.table.name == "matches" for key in one.foreign_keys)
    }
    assert hangs == {row.__tablename__ for row in (SeatRow, ActionRow, *OF_A_TABLE)}

    async def run():
        async with Store(url) as store:
            person, one, two, earlier = name(), match(name()), match(name()), match(name())
            row = {"id": person, "name": "Ada", "lang": "en", "theme": "auto", "made": 1.0}
            async with store.database.begin() as connection:
                await connection.execute(PersonRow.__table__.insert(), [row])
            await store.add(earlier)
            await fill(store, two, person)
            await store.add(one, follows=earlier.id)
            await remove_tables(store.database, [one.id])
            await fill(store, one, person)
            assert set((await counts(store, one.id)).values()) == {1, 2}  # two seats
            before = await counts(store, two.id)
            assert await remove_tables(store.database, [one.id], MatchRow.over.is_(False)) == []
            assert await remove_tables(store.database, [one.id, "nobody"]) == [one.id]
            assert set((await counts(store, one.id)).values()) == {0}
            assert await counts(store, two.id) == before
            assert (await store.load(earlier.id)).rematch is None  # it may have another
            assert await store.load(two.id) is not None

    asyncio.run(run())


def test_nothing_goes_unless_a_setting_says_so(tmp_path, days):
    with opened(tmp_path, days) as client:
        tables = [put(client, 1.0, over) for over in (True, False)]
        days.days = 10_000
        assert look(client) == (0, 0)
        assert all(there(client, one) for one in tables)


def test_finished_and_idle_games_go_when_their_days_are_over(tmp_path, days, caplog):
    with opened(tmp_path, days, keep_days=10, keep_idle_days=3) as client:
        now = days()
        ended, running = put(client, now, over=True), put(client, now)
        days.days = 2.9
        assert look(client) == (0, 0)
        days.days = 3.1
        caplog.clear()
        with caplog.at_level(logging.WARNING, logger="horta.server"):
            assert look(client) == (0, 1)
            assert not there(client, running)
            assert there(client, ended)
            days.days = 10.1
            assert look(client) == (1, 0)
            assert look(client) == (0, 0)
        assert [one.getMessage() for one in caplog.records] == [
            "0 finished and 1 idle tables were kept long enough",
            "1 finished and 0 idle tables were kept long enough",
        ]
        assert client.get(f"/t/{ended}").status_code == 404


def test_persons_whom_no_device_has_seen_go_and_no_others(tmp_path, days, caplog):
    with opened(tmp_path, days, persons=1, keep_person_days=400) as client:
        people = client.app.state.house.people

        def call(work, *args):
            return client.portal.call(work, *args)

        def names():
            found = call(people.persons.unseen, float("inf"), "", 99)
            return sorted(one.name for one in found)

        tokens = {}
        for name in ("Ada", "Bob"):
            one = call(people.persons.create, name, "en", "auto")
            tokens[name] = call(people.persons.sign_in, one.id, "")
        call(people.persons.create, "Eve", "en", "auto")
        days.days = 150
        assert call(people.persons.known, tokens["Ada"])[0].name == "Ada"
        days.days = 170
        [ada] = [one for one in call(people.persons.unseen, days(), "", 9) if one.name == "Ada"]
        [device] = call(people.persons.devices, ada.id)
        call(people.persons.sign_out, ada.id, device.digest)  # when she was there is known still
        days.days = 399
        look(client)
        assert names() == ["Ada", "Bob", "Eve"]
        assert call(people.persons.known, tokens["Bob"]) is None  # out of date
        days.days = 401
        caplog.clear()
        with caplog.at_level(logging.WARNING, logger="horta.server"):
            look(client)
        assert names() == ["Ada"]
        assert [one.getMessage() for one in caplog.records] == [
            "2 persons had not been there for long enough"
        ]
        about = client.get("/about/data").text
        assert "whom no device has seen for" in about
    with opened(tmp_path, days, persons=1) as client:
        days.days = 10_000
        look(client)
        people = client.app.state.house.people
        assert client.portal.call(people.persons.unseen, days(), "", 9)
        assert "A person is kept without a limit" in client.get("/about/data").text


def test_what_was_played_last_counts(tmp_path, days):
    with opened(tmp_path, days, keep_idle_days=3) as client:
        table = Sitting(client, seed=1893)
        days.days = 2
        action = table.get("/actions", 0).json()["actions"][0]["action"]
        assert table.post("/actions", 0, step=0, action=action).status_code == 200
    days.days = 4
    with opened(tmp_path, days, keep_idle_days=3) as client:
        look(client)
        assert there(client, table.id)
    days.days = 5.5
    with opened(tmp_path, days, keep_idle_days=3) as client:
        look(client)
        assert not there(client, table.id)


# who is looking


def test_a_table_that_somebody_looks_at_stays_until_nobody_does(tmp_path, days):
    with opened(tmp_path, days, keep_idle_days=3) as client:
        table = make_table(client)["id"]
        days.days = 100
        assert look(client) == (0, 0)  # it was asked for a moment ago
        house = client.app.state.house
        room = client.portal.call(house.rooms.get, table)
        room.looked -= 2 * rooms.LOOKED_AT
        watcher = room.watchers.enter(0, "somewhere", 64)
        assert look(client) == (0, 0)
        room.watchers.leave(watcher)
        assert look(client) == (0, 1)
        assert table not in {one.id for one in house.rooms}
        assert client.get(f"/t/{table}").status_code == 404
        assert client.get(f"/api/tables/{table}").status_code == 404


def test_those_that_stay_do_not_keep_others(tmp_path, days, monkeypatch):
    monkeypatch.setattr(retention, "PAUSE", 0.0)
    steps = []

    async def counted(database, ids, which=None):
        steps.append(len(ids))
        return await remove_tables(database, ids, which)

    monkeypatch.setattr(retention, "remove_tables", counted)
    with opened(tmp_path, days, keep_idle_days=3) as client:
        mine = [make_table(client)["id"] for _ in range(3)]
        now = days() + 1
        others = [put(client, now) for _ in range(2 * AT_ONCE + 5)]
        days.days = 4
        assert look(client) == (0, len(others))
        assert max(steps) <= AT_ONCE
        assert len(steps) == 3
        assert all(there(client, one) for one in mine)


def test_a_clock_that_runs_keeps_a_table(tmp_path, days):
    with opened(tmp_path, days, clocks=1, keep_idle_days=3) as client:
        table = make_table(client, pace=f"{int(9 * DAY)}+0+0:bot")["id"]
    days.days = 4
    with opened(tmp_path, days, clocks=1, keep_idle_days=3) as client:
        look(client)
        assert there(client, table)
    with opened(tmp_path, days, keep_idle_days=3) as client:  # nobody keeps the time any more
        look(client)
        assert not there(client, table)


def test_a_review_that_somebody_waits_for_keeps_its_game(tmp_path, days, monkeypatch):
    with opened(tmp_path, days, keep_days=3) as client:
        table = put(client, days(), over=True)
        days.days = 4
        reviews = client.app.state.house.reviews
        with monkeypatch.context() as waits:
            waits.setattr(reviews, "is_attended", lambda one: one == table)
            assert look(client) == (0, 0)
        assert look(client) == (1, 0)


def test_another_process_hears_that_a_table_has_gone(tmp_path, days, monkeypatch):
    monkeypatch.setattr(comparing, "LOOK_AGAIN", 0.0)
    with opened(tmp_path, days) as other:
        table = make_table(other)["id"]
        assert other.get(f"/t/{table}").status_code == 200
        days.days = 4
        with opened(tmp_path, days, keep_idle_days=3) as client:
            look(client)
            assert not there(client, table)
        assert other.get(f"/t/{table}").status_code == 404
        assert table not in {one.id for one in other.app.state.house.rooms}


# by itself


def test_the_house_looks_by_itself(tmp_path, days, monkeypatch):
    monkeypatch.setattr(retention, "EVERY", 0.02)
    with opened(tmp_path, days, keep_days=3) as client:
        table = put(client, days(), over=True)
        days.days = 4
        for _ in range(1000):
            if not there(client, table):
                break
            time.sleep(0.02)
        assert not there(client, table)


def test_an_error_does_not_end_it(tmp_path, days, monkeypatch):
    monkeypatch.setattr(retention, "EVERY", 0.02)
    with opened(tmp_path, days, keep_days=3) as client:
        kept, failed = client.app.state.house.retention, []

        async def fails(*_):
            failed.append(1)
            raise ValueError("broken")

        with monkeypatch.context() as broken:
            broken.setattr(kept, "_next", fails)
            for _ in range(1000):
                if len(failed) > 2:
                    break
                time.sleep(0.02)
        assert len(failed) > 2
        table = put(client, days(), over=True)
        days.days = 4
        assert look(client) in ((1, 0), (0, 0))  # or it has looked itself
        assert not there(client, table)
