"""Backups: everything is in them, from either database into either, and bad files lose nothing."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import stat
import subprocess
import sys
import threading
import time

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from typer.testing import CliRunner

from horta.cli import app, main
from horta.core.errors import BadFile, HortaError
from horta.server.app import create_app
from horta.server.backup import backup, restore
from horta.server.settings import Settings
from horta.server.store import Entry, Store

from .conftest import Sitting, settings_for
from .test_store import match, name


def rows(url):
    """Return everything that a database holds."""
    from sqlalchemy import select

    from horta.server.backup import TABLES

    async def read():
        async with Store(url) as store, store.database.connect() as connection:
            found = {}
            for table in TABLES:
                some = await connection.execute(select(table).order_by(*table.primary_key))
                found[table.name] = [tuple(row) for row in some]
            return found

    return asyncio.run(read())


def fill(url, matches=3):
    async def write():
        async with Store(url) as store:
            await store.secret()
            for k in range(matches):
                made = match(f"{name()}{k}")
                await store.add(made)
                await store.append(made.id, [Entry(1, "pass", 0, 1.5, b"\x00\xff")], over=False)

    asyncio.run(write())


def urls(tmp_path, request, kind, file):
    if kind == "sqlite":
        return f"sqlite:///{tmp_path}/{file}.sqlite"
    return request.getfixturevalue("postgres")


def empty(url):
    """Take everything out of a database that tests share."""
    from horta.server.backup import TABLES

    async def clear():
        async with Store(url) as store, store.database.begin() as connection:
            for table in reversed(TABLES):
                await connection.execute(table.delete())

    asyncio.run(clear())


@pytest.mark.parametrize(
    ("before", "after"),
    [("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite")],
)
def test_everything_comes_back(tmp_path, request, before, after):
    source, target = (
        urls(tmp_path, request, kind, file) for kind, file in ((before, "a"), (after, "b"))
    )
    for url in (source, target):
        empty(url)
    fill(source)
    file = tmp_path / "house.backup"
    assert backup(source, file) == 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("*house.backup*")) == ["house.backup"]
    assert restore(target, file) == 3
    kept = rows(source)
    assert [len(kept[table]) for table in ("matches", "seats", "actions", "secrets")] == [
        3,
        6,
        3,
        1,
    ]
    assert rows(target) == kept


def test_a_table_plays_on_with_its_old_links(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    with TestClient(create_app(settings_for(old)), base_url="http://horta.test") as client:
        sitting = Sitting(client)
        sitting.play_random(random.Random(1), steps=3)
        backup(settings_for(old).database, tmp_path / "file")
    restore(settings_for(new).database, tmp_path / "file")
    with TestClient(create_app(settings_for(new)), base_url="http://horta.test") as client:
        again = Sitting(client, made=sitting.made)
        assert again.show(0)["step"] == 3
        again.play_random(random.Random(2), steps=3)
        assert again.show(0)["step"] == 6


def test_a_backup_while_people_play_is_one_moment(tmp_path):
    url = f"sqlite:///{tmp_path}/tables.sqlite"
    fill(url, 1)
    over = threading.Event()
    written = []

    async def play():
        async with Store(url) as store:
            while not over.is_set():
                made = match(name())
                await store.add(made)
                await store.append(
                    made.id, [Entry(1, "a", 0, 1.0), Entry(2, "b", 0, 1.0)], over=False
                )
                written.append(made.id)

    playing = threading.Thread(target=lambda: asyncio.run(play()))
    playing.start()
    try:
        for k in range(4):
            known = len(written)
            while len(written) < known + 2:
                time.sleep(0.01)
            before = list(written)
            backup(url, tmp_path / f"{k}.backup")
            with sqlite3.connect(tmp_path / f"{k}.backup") as copy:
                kept = dict(copy.execute("select match_id, count(*) from actions group by 1"))
            assert {kept[one] for one in before} == {2}
            assert set(kept.values()) <= {1, 2}
    finally:
        over.set()
        playing.join()


def test_what_does_not_fit_is_said_and_loses_nothing(tmp_path):
    url, other = f"sqlite:///{tmp_path}/a.sqlite", f"sqlite:///{tmp_path}/b.sqlite"
    fill(url, 1)
    file = tmp_path / "file"
    backup(url, file)
    with pytest.raises(BadFile, match="exists; name a new file"):
        backup(url, file)
    with pytest.raises(BadFile, match="cannot be written"):
        backup(url, file / "within")
    with pytest.raises(HortaError, match="no house of Horta"):
        backup(f"sqlite:///{tmp_path}/none.sqlite", tmp_path / "new")
    assert not (tmp_path / "none.sqlite").exists()
    before = rows(url)
    with pytest.raises(HortaError, match="holds tables already"):
        restore(url, file)
    assert rows(url) == before
    with pytest.raises(BadFile, match="cannot be read"):
        restore(other, tmp_path / "missing")
    text = tmp_path / "text"
    text.write_text("SQLite? no")
    with pytest.raises(BadFile, match="no backup of Horta"):
        restore(other, text)


def test_a_full_disk_leaves_no_half_backup(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path}/a.sqlite"
    fill(url, 1)

    async def full(source, target):
        told = sqlite3.OperationalError("database or disk is full")
        told.sqlite_errorcode, told.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
        raise OperationalError("insert", {}, told)

    monkeypatch.setattr("horta.server.backup._carry", full)
    with pytest.raises(HortaError, match=r"disk is full.*nothing was kept"):
        backup(url, tmp_path / "file")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sqlite"]
    with pytest.raises(HortaError, match="nothing was kept"):
        backup("postgresql://nobody@127.0.0.1:1/none", tmp_path / "file")


def test_a_damaged_backup_leaves_the_database_empty(tmp_path):
    url, other = f"sqlite:///{tmp_path}/a.sqlite", f"sqlite:///{tmp_path}/b.sqlite"
    fill(url, 40)
    file = tmp_path / "file"
    backup(url, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadFile, match="damaged"):
        restore(other, file)
    assert not any(rows(other).values())
    file.write_bytes(whole)
    with sqlite3.connect(file) as copy:  # rows that belong to nothing
        copy.execute(
            "insert into actions (match_id, step, text, seat, at) values ('x', 1, '', 0, 0)"
        )
    copy.close()
    with pytest.raises(BadFile, match="damaged"):
        restore(other, file)
    assert not any(rows(other).values())


def test_a_database_of_another_version_is_told_apart(tmp_path):
    from .test_migrations import upgrade

    url = f"sqlite:///{tmp_path}/a.sqlite"
    upgrade(url, "0003")
    with pytest.raises(HortaError, match="another version of Horta"):
        backup(url, tmp_path / "file")


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path):
    from .test_migrations import upgrade

    url = f"sqlite:///{tmp_path}/old.sqlite"
    upgrade(url, "0003")
    old = (tmp_path / "old.sqlite").read_bytes()
    assert restore(f"sqlite:///{tmp_path}/new.sqlite", tmp_path / "old.sqlite") == 0
    assert (tmp_path / "old.sqlite").read_bytes() == old
    assert "layouts" in rows(f"sqlite:///{tmp_path}/new.sqlite")


def test_the_commands(tmp_path, monkeypatch, capsys):
    url = f"sqlite:///{tmp_path}/a.sqlite"
    fill(url, 2)
    monkeypatch.setenv("HORTA_DATABASE", url)
    file = str(tmp_path / "file")
    told = CliRunner().invoke(app, ["backup", file])
    assert (told.exit_code, told.output) == (0, f"{file}: 2 tables\n")
    told = CliRunner().invoke(
        app, ["restore", file, "--database", f"sqlite:///{tmp_path}/b.sqlite"]
    )
    assert (told.exit_code, told.output) == (0, "2 tables are back\n")
    monkeypatch.setattr("sys.argv", ["horta", "backup", file])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"horta: {file} exists; name a new file\n"
    assert Settings.read().database == url


def test_every_table_is_kept_by_a_command_that_loads_nothing_else(tmp_path):
    """In a process of its own: here, other tests have loaded the rooms that have tables."""

    async def opened():
        async with Store(f"sqlite:///{tmp_path}/house.db") as store, store.database.connect():
            pass

    asyncio.run(opened())
    with sqlite3.connect(tmp_path / "house.db") as file:
        listed = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = {name for (name,) in listed}
    told = "from horta.server.backup import TABLES; print(*(table.name for table in TABLES))"
    found = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert set(found.stdout.split()) == names - {"alembic_version", "sqlite_sequence"}
