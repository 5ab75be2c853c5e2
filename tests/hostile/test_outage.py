"""The database goes away or its disk is full: nothing is lost, all are told, the bots play on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import resource
import subprocess
import time

import httpx
import pytest
from tests.server.conftest import Postgres, Server, bearer, free_port, postgres_folder

from horta.server.store import Store

HANG = 120
"""Seconds after which a test says that something hangs; nothing is measured by it."""


@pytest.fixture
def postgres():
    with postgres_folder() as folder:
        yield Postgres(folder)


def until(found, what):
    """Ask until there is an answer."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.05)
    pytest.fail(f"it hangs: {what}")


class Player:
    """A person who plays against a bot, and writes down what was accepted."""

    def __init__(self, client):
        self.client, self.choice = client, random.Random(5)
        form = {"game": "paris", "seats": [{}, {"bot": "random"}], "seed": 5}
        self.made = client.post("/api/tables", json=form).json()
        self.base = f"/api/tables/{self.made['id']}"
        self.key = bearer(self.made["seats"][0]["token"])
        self.accepted = {}

    def asked(self):
        """Return what the person is asked; None while it is the bot's turn."""
        listed = self.client.get(f"{self.base}/actions", headers=self.key).json()
        return listed if listed.get("actions") else None

    def move(self):
        """Answer it."""
        listed = until(self.asked, "the bot stands still")
        one = self.choice.choice(listed["actions"])
        form = {"step": listed["step"], "action": one["action"]}
        answer = self.client.post(
            f"{self.base}/actions", headers=self.key, json=form, params={"lang": "de"}
        )
        if answer.status_code == 200:
            self.accepted[form["step"] + 1] = one["text"]
        return answer


def stored(url, table):
    async def load():
        async with Store(url) as store:
            return await store.load(table)

    return asyncio.run(load())


def test_postgresql_goes_away_while_a_bot_plays_and_a_person_posts(postgres, tmp_path):
    postgres.start()
    server = Server(postgres.url, bot_pause=0.05, log=tmp_path / "log").start()
    try:
        with httpx.Client(base_url=server.link, timeout=HANG) as client:
            bots = {"game": "bruxelles1897", "seats": [{"bot": "random"}] * 4, "seed": 3}
            player = Player(client)
            for _ in range(2):
                until(lambda: player.move().status_code == 200, "the table stays closed")
                for _ in range(4):
                    assert player.move().status_code == 200
                until(player.asked, "the bot stands still")
                watched = f"/api/tables/{client.post('/api/tables', json=bots).json()['id']}"
                postgres.stop()  # in the midst of a game among bots
                refused = player.move()
                assert refused.status_code == 503
                assert int(refused.headers["retry-after"]) > 0
                assert "Tische" in refused.json()["error"]
                made = client.post("/api/tables", json={"game": "paris"})
                assert made.status_code == 503
                page = client.get("/t/nothing-here", headers={"accept": "text/html"})
                assert page.status_code == 503
                assert "<html" in page.text
                postgres.start()
            until(lambda: player.move().status_code == 200, "the table stays closed")
            until(lambda: client.get(watched).json()["over"], "the bots stand still")
            shown = client.get(player.base).json()
        kept = stored(postgres.url, player.made["id"])
        for step, text in player.accepted.items():
            assert kept.entries[step - 1].text == text
        assert shown["step"] <= len(kept.entries)  # no table is ahead of the store
    finally:
        server.stop()
        postgres.stop()
    written = (tmp_path / "log").read_text()
    assert "Traceback" not in written
    assert 1 <= len(re.findall("database is away", written)) <= 2


def test_the_server_starts_without_its_database(postgres, tmp_path):
    server = Server(postgres.url, log=tmp_path / "log").start()
    try:
        with httpx.Client(base_url=server.link, timeout=HANG) as client:
            for language, said in (("en", "at the moment"), ("fr", "moment"), ("de", "Moment")):
                headers = {"accept": "text/html", "accept-language": language}
                page = client.get("/", headers=headers)
                assert page.status_code == 503
                assert int(page.headers["retry-after"]) > 0
                assert said in page.text
                assert f'lang="{language}"' in page.text
            assert client.post("/api/tables", json={"game": "paris"}).status_code == 503
            postgres.start()
            until(lambda: client.get("/").status_code == 200, "the server stays away")
            made = client.post("/api/tables", json={"game": "paris"})
            assert made.status_code == 201
            assert client.get(f"/api/tables/{made.json()['id']}").status_code == 200
    finally:
        server.stop()
        postgres.stop()
    written = (tmp_path / "log").read_text()
    assert "Traceback" not in written
    assert len(re.findall("database is away", written)) == 1


def test_a_database_that_nobody_listens_for_is_told_at_once(tmp_path):
    """Only the first request tries to reach it; the others do not queue up behind it."""
    server = Server(f"postgresql://horta@127.0.0.1:{free_port()}/none", log=tmp_path / "log")
    server.start()
    try:
        with httpx.Client(base_url=server.link, timeout=HANG) as client:
            codes = {client.get("/api/tables/nothing").status_code for _ in range(200)}
        assert codes == {503}
    finally:
        server.stop()
    written = (tmp_path / "log").read_text().splitlines()
    assert len(written) < 5, written


@pytest.fixture
def full_disk(tmp_path):
    """Yield a small disk as (folder, fill, free); skips where none can be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk takes root")
    ballast = folder / "ballast"

    def fill():
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)

    try:
        yield folder, fill, ballast.unlink
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def refuse_and_go_on(server, log, fill, free):
    """Play, fill the disk, be refused, free it, and play on; check the store at the end."""
    with httpx.Client(base_url=server.link, timeout=HANG) as client:
        bots = {"game": "bruxelles1897", "seats": [{"bot": "random"}] * 4, "seed": 3}
        watched = f"/api/tables/{client.post('/api/tables', json=bots).json()['id']}"
        player = Player(client)
        for _ in range(5):
            assert player.move().status_code == 200
        until(player.asked, "the bot stands still")
        fill()
        refused = until(lambda: (answer := player.move()).status_code != 200 and answer, "room")
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
        for _ in range(10):
            assert client.post("/api/tables", json={"game": "paris"}).status_code == 503
        assert client.get(player.base).status_code == 200  # what is there can be looked at
        assert not client.get(watched).json()["over"]
        free()
        until(lambda: player.move().status_code == 200, "the table stays closed")
        until(lambda: client.get(watched).json()["over"], "the bots stand still")
    server.stop()
    kept = stored(server.database, player.made["id"])
    for step, text in player.accepted.items():
        assert kept.entries[step - 1].text == text
    written = log.read_text()
    assert "Traceback" not in written
    assert len(written.splitlines()) <= 3, written


def test_a_full_disk_refuses_and_loses_nothing(full_disk, tmp_path):
    folder, fill, free = full_disk
    log = tmp_path / "log"
    server = Server(f"sqlite:///{folder}/tables.sqlite", bot_pause=0.05, log=log).start()
    try:
        refuse_and_go_on(server, log, fill, free)
    finally:
        server.stop()


def test_a_file_that_may_not_grow_refuses_and_loses_nothing(tmp_path):
    """As with a quota on the disk: the system refuses the write (EFBIG)."""
    log = tmp_path / "log"
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite", bot_pause=0.05, log=log).start()
    size = resource.RLIMIT_FSIZE

    def limit(most):
        resource.prlimit(server.process.pid, size, (most, resource.RLIM_INFINITY))

    try:
        refuse_and_go_on(server, log, lambda: limit(4096), lambda: limit(resource.RLIM_INFINITY))
    finally:
        server.stop()
