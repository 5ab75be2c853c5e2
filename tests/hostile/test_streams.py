"""Strangers take every stream of a table: seats get in all the same, and so do other strangers."""

from __future__ import annotations

import contextlib
import time

import httpx
import pytest
from tests.server.conftest import Server, Sitting, bearer

HANG = 60
PLACES = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("streams")
    settings = {"HORTA_MOST_WATCHERS": PLACES, "HORTA_PROXIES": "127.0.0.1"}
    made = Server(f"sqlite:///{folder}/tables.sqlite", **settings).start()
    yield made
    made.stop()


@pytest.fixture
def client(server):
    limits = httpx.Limits(max_connections=100)
    with httpx.Client(base_url=server.link, timeout=HANG, limits=limits) as made:
        yield made


def listen(client, stack, path, address="203.0.113.1", **headers):
    """Open a stream as somebody; return its answer."""
    headers = {**headers, "x-forwarded-for": address}
    return stack.enter_context(client.stream("GET", path, headers=headers))


def fill(client, stack, table, address):
    """Take every place at a table; return the streams."""
    return [listen(client, stack, f"{table.base}/events", address) for _ in range(PLACES)]


def refused(client, path, address):
    with client.stream("GET", path, headers={"x-forwarded-for": address}) as answer:
        return answer.status_code == 429


def test_strangers_do_not_lock_a_player_out(client, choice):
    table = Sitting(client, seed=1)
    with contextlib.ExitStack() as stack:
        # each of them another visitor, so that nobody has to give way
        path = f"{table.base}/events"
        for k in range(PLACES):
            assert listen(client, stack, path, f"203.0.113.{k}").status_code == 200
        until(lambda: refused(client, path, "203.0.113.99"), "nobody is refused")
        seats = [listen(client, stack, path, **bearer(key)) for key in table.keys]
        host = listen(client, stack, path, **bearer(table.made["host"]))
        assert [one.status_code for one in (*seats, host)] == [200, 200, 200]
        table.play_random(choice, 1)
        for stream in (*seats, host):
            assert any(line.startswith("data: ") for line in stream.iter_lines())


def test_who_holds_the_most_places_gives_way(client, choice):
    table = Sitting(client, seed=2)
    with contextlib.ExitStack() as stack:
        greedy = fill(client, stack, table, "203.0.113.1")
        assert {one.status_code for one in greedy} == {200}
        path = f"{table.base}/events"
        until(lambda: refused(client, path, "203.0.113.1"), "the greedy one is not refused")
        other = listen(client, stack, path, "203.0.113.2")
        assert other.status_code == 200
        for _ in greedy[0].iter_lines():  # the oldest stream ends
            pass
        table.play_random(choice, 1)
        assert any(line.startswith("data: ") for line in other.iter_lines())


def test_a_seat_with_many_windows_closes_its_oldest(client):
    table = Sitting(client, seed=3)
    with contextlib.ExitStack() as stack:
        path, key = f"{table.base}/events", bearer(table.keys[0])
        windows = [listen(client, stack, path, **key) for _ in range(14)]
        assert {one.status_code for one in windows} == {200}
        for _ in windows[0].iter_lines():
            pass


@pytest.fixture
def choice():
    import random

    return random.Random(3)


def until(found, what):
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        if found():
            return
        time.sleep(0.05)
    pytest.fail(f"it hangs: {what}")
