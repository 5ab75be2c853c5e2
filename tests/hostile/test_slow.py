"""Visitors who are slow, send half a request, or send without end, against a real server."""

from __future__ import annotations

import json
import random
import socket
import time

import httpx
import pytest
from tests.server.conftest import Server, Sitting

HANG = 60
"""Seconds after which a test says that something hangs; nothing is measured by it."""

SHORT = {
    "HORTA_HEAD_SECONDS": 1,
    "HORTA_BODY_SECONDS": 1,
    "HORTA_IDLE_SECONDS": 1,
    "HORTA_STALL_SECONDS": 1,
    "HORTA_LARGEST_HEAD": 8192,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow")
    made = Server(f"sqlite:///{folder}/tables.sqlite", log=folder / "log", **SHORT).start()
    yield made
    made.stop()
    written = (folder / "log").read_text()
    assert "Traceback" not in written
    assert len(written.splitlines()) < 10, written


class Line:
    """A bare connection."""

    def __init__(self, server):
        self.door = socket.create_connection(("127.0.0.1", server.port), timeout=HANG)

    def say(self, data):
        try:
            self.door.sendall(data)
        except OSError:
            return False
        return True

    def rest(self):
        """Return everything until the server hangs up."""
        heard = b""
        while True:
            try:
                data = self.door.recv(65536)
            except TimeoutError:
                pytest.fail(f"the server waits for ever; it said {heard[:80]!r}")
            except ConnectionError:
                return heard
            if not data:
                return heard
            heard += data

    def dribble(self, data=b"x"):
        """Send a byte now and then until the server hangs up; return what it said."""
        self.door.settimeout(0.2)
        end, heard = time.monotonic() + HANG, b""
        while time.monotonic() < end:
            if not self.say(data):
                return heard
            try:
                got = self.door.recv(65536)
            except TimeoutError:
                continue
            except ConnectionError:
                return heard
            if not got:
                return heard
            heard += got
        return pytest.fail("the server listens for ever")


GET = b"GET /api/games HTTP/1.1\r\nhost: h\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\n"


def test_who_says_nothing_is_not_waited_for(server):
    assert Line(server).rest().startswith(b"HTTP/1.1 408")


def test_headers_that_drip_are_not_waited_for(server):
    line = Line(server)
    line.say(GET + b"x-slow: ")
    assert line.dribble().startswith(b"HTTP/1.1 408")


def test_a_body_that_drips_is_not_waited_for(server):
    line = Line(server)
    line.say(POST + b"content-length: 1000\r\n\r\n{")
    assert line.dribble(b" ").startswith(b"HTTP/1.1 408")


def test_a_body_that_never_comes_is_not_waited_for(server):
    line = Line(server)
    line.say(POST + b"transfer-encoding: chunked\r\n\r\n")
    assert line.rest().startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("junk", [b"", b"\r\n"])
def test_an_idle_connection_is_closed(server, junk):
    line = Line(server)
    line.say(GET + b"\r\n")
    assert line.door.recv(65536).startswith(b"HTTP/1.1 200")
    line.say(junk)
    line.rest()


def test_a_header_without_end_is_cut(server):
    line = Line(server)
    line.say(GET + b"x-long: ")
    for _ in range(10_000):
        if not line.say(b"x" * 1024):
            break
    else:
        pytest.fail("ten megabytes of a header were taken")
    heard = line.rest()
    assert heard == b"" or heard.startswith(b"HTTP/1.1 431")


def test_large_headers_are_refused_with_a_sentence(server):
    headers = {"x-long": "x" * 10_000, "accept-language": "fr"}
    answer = httpx.get(server.link + "/api/games", headers=headers, timeout=HANG)
    assert answer.status_code == 431
    assert "8192" in answer.json()["error"]
    long = server.link + "/api/games?" + "x" * 10_000
    assert httpx.get(long, timeout=HANG).status_code == 431


def test_what_is_no_http_is_hung_up_on(server):
    for _ in range(30):  # and the log does not fill up with it
        line = Line(server)
        line.say(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
        assert line.rest().startswith(b"HTTP/1.1 400")


def test_an_event_stream_outlives_every_limit(server):
    with httpx.Client(base_url=server.link, timeout=HANG) as client:
        made = client.post("/api/tables", json={"game": "paris", "seed": 1}).json()
        path = f"/api/tables/{made['id']}"
        with client.stream("GET", f"{path}/events") as stream:
            time.sleep(4)  # four times longer than anything else may take
            key = {"authorization": f"Bearer {made['seats'][0]['token']}"}
            other = {"authorization": f"Bearer {made['seats'][1]['token']}"}
            to_act = client.get(path).json()["to_act"]
            key = (key, other)[to_act]
            listed = client.get(f"{path}/actions", headers=key).json()
            form = {"step": 0, "action": listed["actions"][0]["action"]}
            assert client.post(f"{path}/actions", headers=key, json=form).status_code == 200
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    assert json.loads(line[6:])["step"] == 1
                    break
            else:
                pytest.fail("the stream was cut")


def test_who_takes_nothing_of_what_is_sent_is_cut_off(tmp_path):
    """The stream, and all that waits in it, would be kept for ever."""
    settings = {**SHORT, "HORTA_MOST_WATCHERS": 1}
    made = Server(f"sqlite:///{tmp_path}/tables.sqlite", **settings).start()
    try:
        with httpx.Client(base_url=made.link, timeout=HANG) as client:
            table = Sitting(client, seed=1)
            # One table sends too little to fill what the system keeps for a connection.
            others = [Sitting(client, seed=seed).id for seed in range(2, 48)]
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.connect(("127.0.0.1", made.port))
            wanted = [{"key": one, "id": one} for one in (table.id, *others)]
            form = json.dumps({"tables": wanted})
            head = f"POST /live HTTP/1.1\r\nhost: h\r\ncontent-length: {len(form)}\r\n"
            kind = "content-type: application/json\r\n\r\n"
            deaf.sendall((head + kind + form).encode())
            assert deaf.recv(64).startswith(b"HTTP/1.1 200")  # and not a byte more
            choice, path = random.Random(1), f"{table.base}/events"
            end = time.monotonic() + HANG
            while time.monotonic() < end:
                table.play_random(choice, 10)
                with client.stream("GET", path) as answer:
                    if answer.status_code == 200:
                        break
                    assert answer.status_code == 429
                time.sleep(0.5)
            else:
                pytest.fail("a visitor who takes nothing keeps the stream")
            deaf.close()
    finally:
        made.stop()


def test_an_address_holds_only_so_many_connections(tmp_path):
    made = Server(f"sqlite:///{tmp_path}/tables.sqlite", HORTA_CONNECTIONS=4).start()
    try:
        lines = [Line(made) for _ in range(4)]
        for line in lines:
            line.say(GET + b"\r\n")
            assert line.door.recv(65536).startswith(b"HTTP/1.1 200")
        fifth = Line(made)
        fifth.say(GET + b"\r\n")
        assert fifth.rest() == b""
        lines[0].door.close()
        end = time.monotonic() + HANG
        heard = b""
        while not heard and time.monotonic() < end:
            line = Line(made)
            line.say(GET + b"connection: close\r\n\r\n")
            heard = line.rest()
        assert heard.startswith(b"HTTP/1.1 200")
    finally:
        made.stop()
