"""Events: two windows stay equal, and who comes back misses nothing."""

from __future__ import annotations

import json
import queue
import threading

import httpx
import pytest

from .conftest import Sitting, bearer

WAIT = 30


class Listener:
    """A client of the event stream in a thread of its own."""

    def __init__(self, link, path, token=None, last=None, params=None):
        self.events = queue.Queue()
        self.client = httpx.Client(base_url=link, timeout=WAIT)
        self.headers = bearer(token) if token else {}
        if last is not None:
            self.headers["last-event-id"] = str(last)
        self.ready = threading.Event()
        self.done = threading.Event()
        args = (path, params or {})
        threading.Thread(target=self._listen, args=args, daemon=True).start()
        assert self.ready.wait(WAIT)

    def _listen(self, path, params):
        try:
            with self.client.stream("GET", path, headers=self.headers, params=params) as answer:
                self.response = answer
                self.ready.set()
                event = {}
                for line in answer.iter_lines():
                    if not line and "data" in event:
                        self.events.put((event.get("event"), event.get("id"), event["data"]))
                        event = {}
                    elif ": " in line and not line.startswith(":"):
                        name, value = line.split(": ", 1)
                        event[name] = value
        except httpx.HTTPError:
            pass
        finally:
            self.ready.set()
            self.done.set()

    def next(self, kind):
        while True:
            event, number, data = self.events.get(timeout=WAIT)
            if event == kind:
                return number, json.loads(data)

    def close(self):
        self.client.close()


@pytest.fixture
def table(live):
    return Sitting(live, seed=17)


def test_every_step_reaches_every_watcher(server, table, choice):
    path = f"{table.base}/events"
    watchers = [Listener(server.link, path, token) for token in (*table.keys, None)]
    table.play_random(choice, 6)
    for watcher in watchers:
        steps = [watcher.next("entry") for _ in range(6)]
        assert [int(number) for number, _ in steps] == [1, 2, 3, 4, 5, 6]
        assert all(data["log"] for _, data in steps)
        assert [data["step"] for _, data in steps] == [1, 2, 3, 4, 5, 6]
        watcher.close()


def test_who_comes_back_misses_nothing(server, table, choice):
    path = f"{table.base}/events"
    table.play_random(choice, 3)
    watcher = Listener(server.link, path, table.keys[0])
    table.play_random(choice, 2)
    number, _ = [watcher.next("entry") for _ in range(2)][-1]
    watcher.close()
    table.play_random(choice, 4)  # while nobody listens
    again = Listener(server.link, path, table.keys[0], last=number)
    assert [again.next("entry")[1]["step"] for _ in range(4)] == [6, 7, 8, 9]
    table.play_random(choice, 1)
    assert again.next("entry")[1]["step"] == 10
    again.close()
    whole = Listener(server.link, path, table.keys[0], params={"since": 0})
    assert [whole.next("entry")[1]["step"] for _ in range(10)] == list(range(1, 11))
    whole.close()


def test_a_seat_whose_link_is_taken_back_hears_nothing_more(server, live, table, choice):
    watcher = Listener(server.link, f"{table.base}/events", table.keys[1])
    table.play_random(choice, 1)
    watcher.next("entry")
    host = bearer(table.made["host"])
    live.post(f"{table.base}/seats/1/revoke", headers=host)
    watcher.next("gone")
    assert watcher.done.wait(WAIT)
    assert watcher.events.empty()


def test_a_watcher_who_leaves_is_forgotten(server, live, table, choice):
    watcher = Listener(server.link, f"{table.base}/events")
    table.play_random(choice, 1)
    watcher.next("entry")
    watcher.close()
    # An action after that reaches the others all the same.
    other = Listener(server.link, f"{table.base}/events", params={"since": 1})
    table.play_random(choice, 1)
    assert other.next("entry")[1]["step"] == 2
    other.close()


def test_events_do_not_tell_another_seats_choice(server, table, choice):
    watcher = Listener(server.link, f"{table.base}/events")
    table.play_random(choice, 4)
    for _ in range(4):
        assert "action" not in watcher.next("entry")[1]
    watcher.close()
