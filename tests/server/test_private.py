"""What only the operator may read: the file with the key, and no secret in the log."""

from __future__ import annotations

import asyncio
import os
import stat

import pytest

from horta.server.settings import data_folder
from horta.server.store import Store

from .test_store import match, name


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def write(url):
    """Open a store, write to it, and return what lies in its folder while it is open."""

    async def run():
        async with Store(url) as store:
            await store.add(match(name()))
            folder = os.path.dirname(url.removeprefix("sqlite:///"))
            return {one: mode_of(folder, one) for one in os.listdir(folder)}

    return asyncio.run(run())


def mode_of(folder, name):
    return stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)


@pytest.fixture(autouse=True)
def open_to_all():
    """Work under a mask that takes nothing away, as on a careless machine."""
    before = os.umask(0o000)
    yield
    os.umask(before)


def test_a_new_file_is_its_owners_alone(tmp_path):
    folder = tmp_path / "new" / "folder"
    found = write(f"sqlite:///{folder}/t.sqlite")
    assert {"t.sqlite", "t.sqlite-wal", "t.sqlite-shm"} <= found.keys()
    assert set(found.values()) == {0o600}
    assert mode(folder) == 0o700


def test_an_old_file_is_mended_and_a_shared_folder_left_alone(tmp_path):
    url = f"sqlite:///{tmp_path}/t.sqlite"
    write(url)
    tmp_path.chmod(0o755)
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    (tmp_path / "t.sqlite-wal").touch(0o644)
    found = write(url)
    assert set(found.values()) == {0o600}
    assert mode(tmp_path) == 0o755


def test_the_data_folder_is_closed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    data_folder().mkdir(parents=True, mode=0o755)
    write(f"sqlite:///{data_folder()}/tables.sqlite")
    assert mode(data_folder()) == 0o700


def test_values_stay_out_of_messages(tmp_path):
    """A message of the database holds neither seeds nor keys, so a log cannot show them."""

    async def run():
        async with Store(f"sqlite:///{tmp_path}/t.sqlite") as store:
            made = match("t1")
            made.header["seed"] = 18931897
            await store.add(made)
            with pytest.raises(Exception, match="SQLITE_CONSTRAINT") as told:
                await store.add(made)
            return str(told.value)

    assert "18931897" not in asyncio.run(run())
