"""Whatever tables from outside make the rules do, it happens to a worker and not to the house."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Server, Sitting, bearer, make_table, settings_for

import horta
from horta.core.engine import mode
from horta.core.errors import Called
from horta.core.i18n import LANGUAGES
from horta.core.match import Match
from horta.server.app import create_app
from horta.server.i18n import told
from horta.server.watchers import Crowded
from horta.server.wire import Phrase, read_error, write_error
from horta.server.workers import GaveUp, Workers

SHORT = {"work_seconds": 1.0, "work_patience": 6.0, "work_memory": 1 << 28}
LIMIT = 60.0
"""Seconds after which a house counts as hanging."""

WORDS = {
    "hang": "takes longer than 1 seconds",
    "sleep": "takes longer than 1 seconds",
    "crash": "made the rules crash",
    "memory": "256 MB of memory",
    "raise": "cannot make sense of this",
}


@pytest.fixture
def house(tmp_path, pebbles):
    with TestClient(create_app(settings_for(tmp_path, **SHORT))) as made:
        yield made


def transcript(where="step", **components):
    match = horta.start("pebbles", seed=1)
    return {
        **match.transcript(),
        "components": {**components, "where": where},
        "actions": ["take 1", "take 2"],
    }


def lives(house):
    """Check that a house does what it always does."""
    assert house.get("/api/games/pebbles").status_code == 200
    sitting = Sitting(house, game="pebbles", seed=4)
    assert sitting.post("/actions", 0, step=0, action=1).status_code == 200
    quiet = make_table(house, "pebbles", components={"where": "draw"})
    assert house.get(f"/api/tables/{quiet['id']}").json()["step"] == 0


@pytest.mark.parametrize("trap", WORDS)
def test_a_trap_in_components_springs_in_a_worker(house, trap):
    form = {"game": "pebbles", "components": {"trap": trap}}
    answer = house.post("/api/tables", json=form)
    assert answer.status_code == 422
    assert WORDS[trap] in answer.json()["error"]
    lives(house)


def test_a_trap_springs_in_compiled_rules_too(house, caplog):
    """Native code holds its thread for good: the other tests prove more where it does the harm."""
    form = {"game": "pebbles", "components": {"trap": "raise"}}
    assert house.post("/api/tables", json=form).status_code == 422
    assert "nobody has thought of this" in caplog.text
    assert ("in spring" in caplog.text) == (mode() == "plain")


@pytest.mark.parametrize("where", ["step", "score", "draw"])
@pytest.mark.parametrize("trap", ["hang", "crash"])
def test_a_trap_in_a_transcript_springs_in_a_worker(house, trap, where):
    answer = house.post("/api/transcripts", json={"transcript": transcript(where, trap=trap)})
    assert answer.status_code == 422
    assert WORDS[trap] in answer.json()["error"]
    page = house.post(
        "/upload",
        files={"transcript": ("x.json", str(transcript(where, trap=trap)).replace("'", '"'))},
        headers={"accept": "text/html"},
    )
    assert page.status_code == 422
    lives(house)


@pytest.mark.parametrize("trap", WORDS)
def test_a_trap_that_springs_later_leaves_the_table_as_it_was(house, trap):
    sitting = Sitting(house, game="pebbles", components={"trap": trap, "where": "step"})
    before = sitting.show(0)
    answer = sitting.post("/actions", 0, step=0, action=1)
    assert answer.status_code == 422
    assert WORDS[trap] in answer.json()["error"]
    assert sitting.show(0) == before
    answer = sitting.get("/preview", 0, action=1)
    assert answer.status_code == 422
    lives(house)


@pytest.mark.parametrize("trap", ["crash", "hang"])
def test_a_bot_at_a_table_with_a_trap_does_no_harm(house, trap):
    seats = [{"bot": "apprentice"}, {}]
    components = {"trap": trap, "where": "step"}
    made = make_table(house, "pebbles", seats=seats, components=components)
    room = house.app.state.house.rooms._rooms[made["id"]]
    for _ in range(600):
        assert house.get(f"/api/tables/{made['id']}").json()["step"] == 0
        if room.stuck == 0 and room.thinking is None:
            break
        time.sleep(0.1)
    assert room.stuck == 0
    assert room.thinking is None
    lives(house)


def test_bots_and_hints_work_with_tables_from_outside(house):
    quiet = {"where": "draw"}
    made = make_table(house, "pebbles", seats=[{"bot": "apprentice"}] * 2, components=quiet)
    for _ in range(600):
        if house.get(f"/api/tables/{made['id']}").json()["over"]:
            break
        time.sleep(0.1)
    else:
        pytest.fail("the bots did not end their game")
    sitting = Sitting(house, game="pebbles", seats=[{}, {"bot": "random"}], components=quiet)
    told = sitting.get("/hints", 0)
    assert told.status_code == 200, told.text
    assert {hint["action"] for hint in told.json()["hints"]} <= {0, 1, 2}
    assert sitting.get("/preview", 0, action=2).json() == {
        "lines": {"pebbles": 3},
        "points": 3,
        "changes": {"pebbles": 3},
        "signs": {},
    }


def test_a_dead_worker_is_replaced_and_none_is_left_behind(tmp_path, pebbles):
    with TestClient(create_app(settings_for(tmp_path, **SHORT))) as house:
        workers = house.app.state.house.workers
        pids = []
        for trap in ("none", "crash", "none"):
            house.post("/api/tables", json={"game": "pebbles", "components": {"trap": trap}})
            pids += [worker.process.pid for worker in workers._all]
        assert len(pids) == 2  # the second one crashed
        assert pids[0] != pids[1]
        assert not is_running(pids[0])
    assert not is_running(pids[1])


def test_a_worker_that_was_ended_from_outside_is_no_fault_of_its_work(tmp_path, pebbles):
    async def run():
        workers = Workers(settings_for(tmp_path, workers=1))
        given = {"game": "pebbles", "players": 2, "seed": 1, "options": {}, "components": {}}
        await workers.ask("deal", given)
        (first,) = workers._all
        os.kill(first.process.pid, signal.SIGTERM)
        assert await workers.ask("deal", given)
        (second,) = workers._all
        assert second is not first
        await workers.close()

    asyncio.run(run())


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_others_are_served_while_a_worker_hangs(tmp_path, pebbles):
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    server = Server(database, HORTA_WORK_SECONDS=3).start()
    try:
        with httpx.Client(base_url=server.link, timeout=LIMIT) as client:
            sitting = Sitting(client, game="pebbles")
            answers = []

            def attack():
                form = {"game": "pebbles", "components": {"trap": "hang"}}
                answers.append(httpx.post(f"{server.link}/api/tables", json=form, timeout=LIMIT))

            attackers = [threading.Thread(target=attack) for _ in range(4)]
            for one in attackers:
                one.start()
            served = 0
            while any(one.is_alive() for one in attackers):
                assert sitting.get("").status_code == 200
                served += 1
                time.sleep(0.05)
            assert [answer.status_code for answer in answers] == [422] * 4
            assert served > 1  # who had to wait for them would be served once
    finally:
        server.stop()


def test_only_so_much_may_wait(tmp_path, pebbles):
    async def run():
        workers = Workers(settings_for(tmp_path, **SHORT, workers=1, work_waiting=2))
        given = {"game": "pebbles", "players": 2, "seed": 1, "options": {}}
        hanging = {**given, "components": {"trap": "hang"}}
        asked = (workers.ask("deal", hanging, owner=f"{k}:") for k in range(8))
        found = await asyncio.gather(*asked, return_exceptions=True)
        await workers.close()
        return [type(one) for one in found]

    found = asyncio.run(run())
    assert found.count(GaveUp) == 3  # one at work, two that wait
    assert found.count(Crowded) == 5


def test_a_worker_ends_with_its_house(tmp_path, pebbles):
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite").start()
    children = []
    try:
        tasks = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        for _ in range(600):
            children = [int(pid) for pid in tasks.read_text().split()]
            if children:
                break
            time.sleep(0.05)
        assert children
    finally:
        server.kill()
    for _ in range(600):
        if not any(map(is_running, children)):
            return
        time.sleep(0.05)
    pytest.fail("a worker has outlived its house")


# the house itself


def long_transcript(entries=5_000):
    """A whole game in which actions are taken back again and again."""
    match, choice = horta.start("bruxelles1897", 4, seed=3), random.Random(3)
    while not match.over:
        match.play(choice.choice(match.legal))
    record = match.transcript()
    often = (entries - len(record["actions"])) // (2 * len(record["actions"]))
    actions = []
    for text in record["actions"]:
        actions += [text, "undo"] * often + [text]
    assert len(actions) > 0.8 * entries
    return {**record, "actions": actions}


def test_an_upload_is_not_played_again_in_the_house(client, monkeypatch):
    record = long_transcript(1_000)

    def played(self, action):
        pytest.fail("a rule is asked in the house")

    with monkeypatch.context() as patch:
        patch.setattr(Match, "play", played)
        made = client.post("/api/transcripts", json={"transcript": record})
        assert made.status_code == 201, made.text
        client.app.state.house.rooms._rooms.clear()  # and as little when it comes from the store
        shown = client.get(f"/api/tables/{made.json()['id']}").json()
        assert shown["step"] == len(record["actions"])
        if shown["over"]:
            for number in (0, shown["standing"] // 2, shown["standing"]):
                frame = client.get(f"/api/tables/{made.json()['id']}/replay/{number}")
                assert frame.status_code == 200
        assert client.get(f"/t/{made.json()['id']}").status_code == 200
    twin = horta.replay(record)
    assert shown["view"]["table"] == twin.view()["table"]
    assert shown["standing"] == len(twin.actions)


def test_a_long_upload_does_not_stall_the_others(tmp_path):
    record = long_transcript()
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite", HORTA_WORK_SECONDS=60).start()
    try:
        done = []

        def upload():
            form = {"transcript": record}
            began = time.perf_counter()
            answer = httpx.post(f"{server.link}/api/transcripts", json=form, timeout=LIMIT)
            done.append((answer.status_code, time.perf_counter() - began))

        sender = threading.Thread(target=upload)
        with httpx.Client(base_url=server.link, timeout=LIMIT) as client:
            client.get("/api/games")
            sender.start()
            waits = []
            while sender.is_alive():
                began = time.perf_counter()
                assert client.get("/api/tables/nosuchtable").status_code == 404
                waits.append(time.perf_counter() - began)
        status, took = done[0]
        assert status == 201
        assert max(waits) < took / 3  # more than half of it once
    finally:
        server.stop()


# errors


def test_what_a_worker_refuses_is_told_in_every_language(client):
    record = {**horta.start("paris", seed=1).transcript(), "actions": ["pass", "pass"]}
    said = set()
    for lang in LANGUAGES:
        answer = client.post("/api/transcripts", json={"transcript": record}, params={"lang": lang})
        assert answer.status_code == 422
        with pytest.raises(horta.BadTranscript) as refused:
            horta.replay(record)
        assert answer.json()["error"] == told(refused.value, lang)
        said.add(answer.json()["error"])
    assert len(said) == 3


def test_an_error_comes_over_the_wire_as_it_was():
    inner = horta.BadOption("{a} and {b}", a=1.5, b=Phrase({"en": "one", "fr": "un", "de": "eins"}))
    outer = horta.BadTranscript("{number}: {problem} {odd}", number=3, problem=inner, odd=[1])
    twin = read_error(write_error(outer))
    assert type(twin) is horta.BadTranscript
    assert str(twin) == str(outer) == "3: 1.5 and one [1]"
    assert told(twin, "fr") == "3: 1.5 and un [1]"
    called = read_error(write_error(horta.BadOption("{name}", name=Called("of_seats", "Seat"))))
    assert (str(called), called.values["name"].label) == ("of_seats", "Seat")
    assert type(read_error({"kind": "Path", "message": "x", "values": {}})) is horta.HortaError


def test_a_visitor_who_goes_away_does_not_leave_a_worker_busy(tmp_path, pebbles):
    async def run():
        workers = Workers(settings_for(tmp_path, workers=1))
        given = {"game": "pebbles", "players": 2, "seed": 1, "options": {}}
        hanging = asyncio.create_task(
            workers.ask("deal", {**given, "components": {"trap": "hang"}})
        )
        while not workers._all:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        async with asyncio.timeout(LIMIT):
            assert await workers.ask("deal", {**given, "components": {}})
        await workers.close()

    asyncio.run(run())


def test_a_table_that_was_put_up_before_tables_were_kept_is_opened(client, monkeypatch, choice):
    sitting = Sitting(client, seed=6, confirm=True)
    sitting.play_random(choice, 9)
    before = [sitting.show(seat) for seat in (0, 1, None)]
    log = sitting.get("/log", 0).json()
    house = client.app.state.house
    portal = client.portal

    async def strip():
        from sqlalchemy import text

        async with house.store.database.begin() as connection:
            await connection.execute(text("update matches set first = null, layout = null"))
            await connection.execute(text("update actions set kept = null"))

    portal.call(strip)
    for _ in range(2):  # by a worker, then from what it kept
        house.rooms._rooms.clear()
        assert [sitting.show(seat) for seat in (0, 1, None)] == before
        assert sitting.get("/log", 0).json() == log
        monkeypatch.setattr(house.workers, "ask", None)
    monkeypatch.undo()
    assert sitting.play_random(choice)["over"]


def test_the_key_of_a_seat_is_needed_before_anything_is_tried(house):
    made = make_table(house, "pebbles", components={"trap": "hang", "where": "step"})
    path = f"/api/tables/{made['id']}/actions"
    assert house.post(path, json={"step": 0, "action": 1}).status_code == 403
    headers = bearer(made["seats"][0]["token"])
    assert house.post(path, json={"step": 3, "action": 1}, headers=headers).status_code == 409
    assert house.post(path, json={"step": 0, "action": 99}, headers=headers).status_code == 422
