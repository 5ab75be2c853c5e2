"""A house for tests: in this process for most, in a process of its own where it must die."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path

import pytest

pytest.importorskip(
    "fastapi", reason="the web libraries are not installed: pip install 'horta[web]'"
)

import httpx
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.settings import Settings

SLOW = 300
"""Seconds that a check of what comes from outside may take on a busy machine."""


def settings_for(folder, **changes):
    values = {
        "database": f"sqlite:///{folder}/tables.sqlite",
        "secret": "",
        "bot_pause": 0.0,
        "workers_ready": 0,
        "rate": 1e6,
        "burst": 10**6,
        "open_tables": 10**6,
        "address_tables": 10**6,
        "work_seconds": SLOW,
        "work_patience": SLOW,
        "database_seconds": SLOW,
        "bot_seconds": SLOW,
    }
    return Settings(**{**values, **changes})


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(settings_for(tmp_path)), base_url="http://horta.test") as made:
        yield made


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def make_table(client, game="paris", **form):
    answer = client.post("/api/tables", json={"game": game, **form})
    assert answer.status_code == 201, answer.text
    return answer.json()


class Sitting:
    """A table and the keys to all its seats, for tests that play everybody."""

    def __init__(self, client, made=None, **form):
        self.client = client
        self.made = made or make_table(client, **form)
        self.id = self.made["id"]
        self.base = f"/api/tables/{self.id}"
        self.keys = [seat["token"] for seat in self.made["seats"]]

    def get(self, path="", who=None, **params):
        headers = bearer(self.keys[who]) if who is not None else {}
        return self.client.get(self.base + path, headers=headers, params=params)

    def post(self, path, who=None, **form):
        headers = bearer(self.keys[who]) if who is not None else {}
        return self.client.post(self.base + path, headers=headers, json=form)

    def join(self, who, **form):
        """Sit down, and keep the token that holds the seat from then on."""
        answer = self.post("/join", who, **form)
        assert answer.status_code == 200, answer.text
        self.keys[who] = answer.json()["token"]
        return answer.json()

    def show(self, seat=None):
        answer = self.get("", seat)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def play_random(self, choice, steps=10**6):
        """Play on; return the table as a spectator sees it then."""
        for _ in range(steps):
            now = self.show()
            if now["over"]:
                return now
            seat = now["to_act"]
            if now["ends_turn"]:
                answer = self.post("/end", seat, step=now["step"])
            else:
                listed = self.get("/actions", seat).json()
                action = choice.choice(listed["actions"])["action"]
                answer = self.post("/actions", seat, step=listed["step"], action=action)
            assert answer.status_code == 200, answer.text
        return self.show()


@pytest.fixture
def sitting(client):
    return Sitting(client, seed=1893)


@pytest.fixture
def choice():
    return random.Random(1893)


# a server in a process of its own


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


RUN = """
import sys
from dataclasses import replace
import uvicorn
from horta.server.run import configured
from horta.server.settings import Settings
settings = replace(Settings.read(), database=sys.argv[2])
uvicorn.Server(configured(settings, "127.0.0.1", int(sys.argv[1]))).run()
"""


class Server:
    """A server in a process of its own; what it writes down goes to `log`, if one is given."""

    def __init__(self, database, port=None, bot_pause=0.0, log=None, **environment):
        self.database, self.log = database, log
        self.port = port or free_port()
        self.link = f"http://127.0.0.1:{self.port}"
        many = ("RATE", "BURST", "OPEN_TABLES", "ADDRESS_TABLES")
        settings = {"HORTA_BOT_PAUSE": bot_pause, **{f"HORTA_{name}": 10**6 for name in many}}
        slow = ("WORK_SECONDS", "WORK_PATIENCE", "DATABASE_SECONDS", "BOT_SECONDS")
        settings |= {f"HORTA_{name}": SLOW for name in slow}
        given = {name: str(value) for name, value in {**settings, **environment}.items()}
        self.environment = {**os.environ, **given}
        self.process = None

    def start(self):
        args = [sys.executable, "-c", RUN, str(self.port), self.database]
        out = open(self.log, "ab") if self.log else None  # noqa: SIM115
        self.process = subprocess.Popen(args, env=self.environment, stdout=out, stderr=out)
        end = time.monotonic() + SLOW
        while time.monotonic() < end:
            if self.process.poll() is not None:
                pytest.fail("the server ended at its start")
            try:
                httpx.get(self.link + "/api/games", timeout=5)
                return self
            except httpx.TransportError:
                time.sleep(0.05)
        pytest.fail("the server did not start")

    def kill(self):
        """As a power cut would: no farewell, nothing flushed."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


@pytest.fixture
def server(tmp_path):
    made = Server(f"sqlite:///{tmp_path}/tables.sqlite").start()
    yield made
    made.stop()


@pytest.fixture
def live(server):
    with httpx.Client(base_url=server.link, timeout=SLOW) as made:
        yield made


# PostgreSQL


def postgres_binaries():
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class Postgres:
    """A server of PostgreSQL on a folder of its own, to be stopped and started."""

    def __init__(self, folder):
        binaries = postgres_binaries()
        if binaries is None:
            pytest.skip("PostgreSQL is not installed (no initdb found)")
        as_user = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            if shutil.which("runuser") is None:
                pytest.skip("PostgreSQL does not run as root, and there is no runuser")
            as_user = ["runuser", "-u", "postgres", "--"]
            shutil.chown(folder, "postgres")
        data, port = folder / "data", free_port()
        self.data = data
        self.url = f"postgresql://horta@127.0.0.1:{port}/postgres"
        self.options = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -F"
        )
        self.control = [*as_user, binaries / "pg_ctl", "-D", data, "-w", "-l", folder / "log"]
        self._run([*as_user, binaries / "initdb", "-D", data, "-U", "horta", "-A", "trust", "-N"])

    def _run(self, args, check=True):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(args, check=check, **quiet)

    def start(self):
        self._run([*self.control, "-o", self.options, "start"])
        return self

    def stop(self):
        """Stop at once, as in a crash; it may be stopped already."""
        self._run([*self.control, "-m", "immediate", "stop"], check=False)

    def freeze(self):
        """Let it hang: connections are accepted, and nothing is answered any more."""
        self._signal(signal.SIGSTOP)

    def thaw(self):
        """Let it go on; it may have gone on already."""
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        top = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(top, number)  # first, so that it starts no more
        for pid in Path(f"/proc/{top}/task/{top}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), number)


@contextmanager
def postgres_folder():
    """Make a folder for PostgreSQL: not pytest's, since only its owner may enter that."""
    with tempfile.TemporaryDirectory(prefix="horta-postgres-") as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.fixture(scope="session")
def postgres():
    with postgres_folder() as folder:
        made = Postgres(folder).start()
        yield made.url
        made.stop()


# a real browser


@pytest.fixture(scope="module")
def browser():
    """A browser, which one file hands on to the next."""
    from . import browsing

    return browsing.kept_browser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    # Playwright keeps an event loop running, and tests without a browser need their own.
    if nextitem is None or "browser" not in nextitem.fixturenames:
        playing = sys.modules.get(f"{__package__}.browsing")
        if playing is not None:
            playing.close_browser()


@pytest.fixture(scope="session")
def open_house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    made = Server(f"sqlite:///{folder}/tables.sqlite").start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def house(open_house):
    """A house like any other, which may have been visited before."""
    if open_house.process.poll() is not None:  # a test that failed had closed it
        open_house.start()
    return open_house


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory):
    given = os.environ.get("HORTA_ARTEFACTS")
    folder = Path(given) if given else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    from .browsing import Visit

    Visit.artefacts = folder
    return folder


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core."""
    brought = "axe_playwright_python"
    pytest.importorskip(brought, reason="axe-core is not installed (horta[dev])")
    return (files(brought) / "axe.min.js").read_text(encoding="utf-8")
