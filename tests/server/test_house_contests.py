"""A tournament in a house of many processes: run once, told by all, rated once."""

from __future__ import annotations

import itertools
import re
import time

import httpx
import pytest

from .authenticator import Authenticator
from .conftest import SLOW, Postgres, Server, postgres_folder
from .storm import Worker
from .test_contests import announce, order, shown
from .test_people import begin

NAMES = ("Odile", "Basile")
ROUNDS = 2


@pytest.fixture
def postgres():
    """A database of its own: ratings count all that there is in one."""
    with postgres_folder() as folder:
        server = Postgres(folder).start()
        yield server.url
        server.stop()


class Hopping(httpx.Client):
    """A browser behind a proxy that sends its requests to one process after the other."""

    def __init__(self, links):
        host = links[0].removeprefix("http://")
        super().__init__(timeout=SLOW, headers={"accept": "text/html", "host": host})
        self._links = itertools.cycle(links)

    def request(self, *given, **more):
        self.base_url = next(self._links)
        return super().request(*given, **more)


@pytest.fixture
def house(postgres, tmp_path):
    """Two web processes that leave all work to others, and a worker that can be killed."""
    on = {f"HORTA_{one}": 1 for one in ("PERSONS", "CLOCKS", "RATINGS", "TOURNAMENTS")}
    on |= {"HORTA_ATTENTION": 0, "HORTA_SECRET": "of this house", "HORTA_BOT_PAUSE": 0}
    webs = [Server(postgres, HORTA_JOBS=0, **on) for _ in range(2)]
    worker = Worker(postgres, tmp_path / "worker.log", **on)
    for one in (*webs, worker):
        one.environment["HORTA_ADDRESS"] = webs[0].link
        one.start()
    try:
        yield webs, worker
    finally:
        for one in (worker, *webs):
            one.stop()


def play_one(device, contest):
    """Play at one's tables while it is one's turn; tell whether something was done.

    A process that has not heard yet of an action offers one for a step that is over: it is refused.
    """
    page, done = device.get(f"/contests/{contest}").text, False
    for table in set(re.findall(r'href="/t/([\w-]+)">', page)):
        while (listed := device.get(f"/t/{table}/api/actions").json()).get("actions"):
            form = {"step": listed["step"], "action": listed["actions"][0]["action"]}
            answer = device.post(f"/t/{table}/api/actions", json=form)
            assert answer.status_code in {200, 409}, answer.text
            done = done or answer.status_code == 200
    return done


def test_a_tournament_is_run_once_by_whoever_works_and_rated_once(house):
    webs, worker = house
    links = [one.link for one in webs]
    people = [Hopping(links) for _ in range(2)]
    for one, name in zip(people, NAMES, strict=True):
        begin(one, Authenticator(links[0]), name)
    odile, basile = people
    contest = announce(odile, rounds=str(ROUNDS), system="swiss", rated="1")
    assert order(basile, contest, "enter") == 303
    for _ in range(2):
        assert order(odile, contest, "bots", bot="apprentice") == 303
    assert order(odile, contest, "begin") == 303
    killed, end = False, time.monotonic() + 2 * SLOW
    while shown(odile, contest)["state"] != "over":
        assert time.monotonic() < end, "the tournament stands still"
        moved = [play_one(one, contest) for one in people]
        if any(moved) and not killed:
            worker.kill()
            worker.start()
            killed = True
        if not any(moved):
            time.sleep(0.2)
    assert killed
    told = shown(odile, contest)
    assert told == shown(odile, contest), "two processes tell different things"
    assert [one["number"] for one in told["results"]] == [1, 2]
    assert [len(one["tables"]) for one in told["results"]] == [2, 2]
    assert sum(one["points"] for one in told["standings"]) == pytest.approx(4 * ROUNDS * 50)

    def rated():
        kinds = odile.get("/api/ratings", params={"game": "paris", "players": 2}).json()
        everybody = [one for kind in kinds for one in kind["ratings"]]
        return {one["name"]: one["games"] for one in everybody if one["name"] in NAMES}

    while rated() != dict.fromkeys(NAMES, ROUNDS):
        assert time.monotonic() < end, f"the games are not rated: {rated()}"
        time.sleep(0.2)
    assert rated() == rated()
    for one in people:
        one.close()
