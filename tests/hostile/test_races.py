"""Races: people who want the same at once, in two processes over one database.

Everything here is sent by threads that wait for each other, to two servers of their own, twenty
times over. What the database then holds is what counts; what each server remembers follows.
"""

from __future__ import annotations

import asyncio
import functools
import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi", reason="the web libraries are not installed")

import httpx
from tests.server.conftest import Server, bearer

import horta
from horta.server.store import Store

TIMES = 20
HANG = 120  # seconds; only a dead lock takes so long


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request, tmp_path_factory):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('races')}/tables.sqlite"
    return request.getfixturevalue("postgres")


@pytest.fixture(scope="module")
def houses(url):
    """Two servers over one database, each reached by a client."""
    servers = [Server(url).start() for _ in range(2)]
    clients = [httpx.Client(base_url=server.link, timeout=HANG) for server in servers]
    yield clients
    for client, server in zip(clients, servers, strict=True):
        client.close()
        server.stop()


def at_once(*calls):
    """Make calls at the same moment, each in a thread of its own; return what they answer."""
    barrier = threading.Barrier(len(calls))

    def go(call):
        barrier.wait(HANG)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        waiting = [pool.submit(go, call) for call in calls]
        return [one.result(HANG) for one in waiting]


def kept(url, table):
    """The seats of a table as the database holds them."""

    async def read():
        async with Store(url) as store:
            return await store.load(table)

    return asyncio.run(read())


class Table:
    """A table that both servers hold in memory, and its keys."""

    def __init__(self, houses, made=None, **form):
        self.houses = houses
        self.made = made or houses[0].post("/api/tables", json=form).json()
        self.path = f"/api/tables/{self.made['id']}"
        self.tokens = [seat["token"] for seat in self.made["seats"]]
        for house in houses:
            assert house.get(self.path).status_code == 200

    def call(self, house, path, token, form):
        client = self.houses[house]
        return functools.partial(client.post, self.path + path, headers=bearer(token), json=form)

    def seat_seen(self, house, token):
        return self.houses[house].get(self.path, headers=bearer(token)).json()["seat"]


def test_four_seats_that_take_names_at_once_lose_nothing(houses, url):
    for _ in range(TIMES):
        table = Table(houses, game="bruxelles1897", players=4)
        names = ["Ann", "Bob", "Cleo", "Dora"]
        answers = at_once(
            *(
                table.call(seat % 2, "/name", table.tokens[seat], {"name": name})
                for seat, name in enumerate(names)
            )
        )
        assert [answer.status_code for answer in answers] == [200] * 4
        assert [seat.name for seat in kept(url, table.made["id"]).seats] == names


def test_a_link_that_is_taken_back_meanwhile_stays_taken_back(houses, url):
    for turn in range(TIMES):
        table = Table(houses, game="bruxelles1897", players=4)
        host = table.made["host"]
        answers = at_once(
            *(
                table.call(seat % 2, "/name", table.tokens[seat], {"name": f"Player {seat}"})
                for seat in range(3)
            ),
            table.call(turn % 2, "/seats/3/revoke", host, {}),
            table.call(1 - turn % 2, "/name", table.tokens[3], {"name": "Eve"}),
        )
        assert [answer.status_code for answer in answers[:4]] == [200] * 4
        stored = kept(url, table.made["id"])
        assert stored.seats[3].epoch == 1
        assert [seat.name for seat in stored.seats[:3]] == ["Player 0", "Player 1", "Player 2"]
        assert table.seat_seen(turn % 2, table.tokens[3]) is None
        assert table.seat_seen(turn % 2, answers[3].json()["token"]) == 3


def test_of_two_with_one_invitation_one_sits_down(houses, url):
    for turn in range(TIMES):
        table = Table(houses, game="paris")
        invitation = table.tokens[1]
        answers = at_once(
            *(
                table.call(house, "/join", invitation, {"name": name})
                for house, name in ((0, "Ann"), (1, "Bob"), (turn % 2, "Cleo"))
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 403, 403]
        winner = next(answer.json() for answer in answers if answer.status_code == 200)
        losers = [answer.json() for answer in answers if answer.status_code == 403]
        assert all("somebody has already taken" in loser["error"] for loser in losers)
        stored = kept(url, table.made["id"]).seats[1]
        assert (stored.name, stored.epoch, stored.joined) == (winner["name"], 1, True)
        house = next(k for k, answer in enumerate(answers) if answer.status_code == 200)
        house = (0, 1, turn % 2)[house]
        assert table.seat_seen(house, winner["token"]) == 1
        assert table.seat_seen(house, invitation) is None


def test_the_pages_give_one_invitation_to_one_person_too(houses, url):
    for _ in range(TIMES // 4):
        table = Table(houses, game="paris")
        link = f"/join/{table.tokens[1]}"
        answers = at_once(
            *(
                functools.partial(houses[house].post, link, data={"name": name})
                for house, name in ((0, "Ann"), (1, "Bob"))
            )
        )
        assert sorted(answer.status_code for answer in answers) == [303, 403]
        assert kept(url, table.made["id"]).seats[1].epoch == 1


def test_who_joins_while_the_host_takes_the_link_back_has_no_seat(houses, url):
    for turn in range(TIMES):
        table = Table(houses, game="paris")
        joined, revoked = at_once(
            table.call(turn % 2, "/join", table.tokens[1], {"name": "Eve"}),
            table.call(1 - turn % 2, "/seats/1/revoke", table.made["host"], {}),
        )
        assert revoked.status_code == 200
        stored = kept(url, table.made["id"]).seats[1]
        assert not stored.joined
        # Whichever came first: what the joiner holds, if anything, is of an older epoch.
        assert stored.epoch == (2 if joined.status_code == 200 else 1)


def test_a_bot_and_a_person_do_not_share_a_seat(houses, url):
    for turn in range(TIMES):
        table = Table(houses, game="paris", seats=[{}, {}])
        put = functools.partial(houses[turn % 2].put, f"{table.path}/seats/1")
        host = bearer(table.made["host"])
        joined, given = at_once(
            table.call(1 - turn % 2, "/join", table.tokens[1], {"name": "Eve"}),
            functools.partial(put, headers=host, json={"bot": "random"}),
        )
        codes = joined.status_code, given.status_code
        assert codes in ((200, 409), (403, 200), (200, 200))
        stored = kept(url, table.made["id"]).seats[1]
        # Both only where the host's server knew already who had come: the host may send her away.
        assert (bool(stored.bot), stored.joined) == (codes[1] == 200, codes[1] != 200)
        assert stored.epoch == codes.count(200)


def test_of_two_devices_one_becomes_the_host(houses, url):
    for _ in range(TIMES):
        table = Table(houses, game="paris")
        shown = houses[0].get(f"{table.path}/seats", headers=bearer(table.made["host"])).json()
        link = shown["host_link"].rsplit("/", 1)[1]
        answers = at_once(
            table.call(0, "/host", link, {}),
            table.call(1, "/host", link, {}),
            table.call(0, "/host", table.made["host"], {}),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 403, 403]
        assert kept(url, table.made["id"]).host_epoch == 1


@pytest.fixture(scope="module")
def finished():
    """The transcript of a whole game."""
    match, choice = horta.start("paris", seed=5), random.Random(5)
    while not match.over:
        match.play(choice.choice(match.legal))
    return match.transcript()


def test_two_clicks_on_rematch_make_one_table(houses, url, finished):
    async def count():
        async with Store(url) as store:
            return await store.count()

    for _ in range(TIMES):
        made = houses[0].post("/api/transcripts", json={"transcript": finished}).json()
        table = Table(houses, made)
        before = asyncio.run(count())
        answers = at_once(
            table.call(0, "/rematch", table.tokens[0], {}),
            table.call(1, "/rematch", table.tokens[1], {}),
            table.call(1, "/rematch", table.tokens[0], {}),
            table.call(0, "/rematch", made["host"], {}),
        )
        assert [answer.status_code for answer in answers] == [201] * 4
        tables = [answer.json() for answer in answers]
        assert len({one["id"] for one in tables}) == 1
        assert asyncio.run(count()) == before + 1
        assert kept(url, made["id"]).rematch == tables[0]["id"]
        stored = kept(url, tables[0]["id"]).seats
        assert [seat.epoch for seat in stored] == [1, 1]  # both sit there, each once
        assert tables[0]["seats"][0]["token"] == tables[2]["seats"][0]["token"]
