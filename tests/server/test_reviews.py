"""Reviews in the background: judged while somebody waits, kept, and gone on with."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import pytest
from starlette.testclient import TestClient

import horta
from horta.review import Review
from horta.server import review_jobs, review_store, worker
from horta.server.app import create_app
from horta.server.database import Database, StoreAway
from horta.server.review_store import ReviewStore
from horta.server.watchers import Crowded

from .conftest import make_table, settings_for
from .reviewing import put_up, short_game

pytestmark = pytest.mark.compiled  # a search with the rules as written takes minutes
HANG = 300


@pytest.fixture
def home(tmp_path):
    """Open a house on the same database, again and again; other tests do not starve its reviews."""

    def opened(**changes):
        settings = settings_for(
            tmp_path,
            **{"review_depth": "glance", "review_nice": 1, "review_seconds": HANG, **changes},
        )
        return TestClient(create_app(settings), base_url="http://horta.test")

    return opened


def ask(client, table, **params):
    answer = client.get(f"/api/tables/{table}/review", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def wait(client, table, until):
    """Ask for a review until something is true of it."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        shown = ask(client, table)
        if until(shown):
            return shown
        time.sleep(0.02)
    return pytest.fail(f"the review stands still: {shown['done']} of {shown['total']}")


def is_whole(shown):
    return shown["total"] is not None and shown["done"] == shown["total"]


def reviewer(client):
    """Return the processes that look at decisions."""
    return client.app.state.house.reviews.workers._all


def test_a_review_is_what_the_library_finds_and_outlives_the_house(home):
    transcript = short_game()
    with home() as client:
        table = put_up(client, transcript)
        whole = wait(client, table, is_whole)
        assert not whole["said"]
        (process,) = reviewer(client)
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.process.pid) == own + 1
    expected = horta.replay(transcript).review("glance")
    assert Review.from_json(whole["review"]) == expected
    assert whole["total"] == len(expected.decisions) > 3
    with home() as client:
        again = ask(client, table)
        assert again == {**whole, "working": False}
        assert not reviewer(client), "nothing is judged twice"


def test_a_review_pauses_when_nobody_looks_and_goes_on_where_it_was(home, monkeypatch):
    judged = []
    keep = ReviewStore.keep

    async def kept(self, match_id, game, decision):
        judged.append(decision.step)
        await asyncio.sleep(0.5)  # longer than anybody's attention
        await keep(self, match_id, game, decision)

    monkeypatch.setattr(ReviewStore, "keep", kept)
    with home(review_attention=0.2) as client:
        table = put_up(client, short_game(left=14))
        first = wait(client, table, lambda shown: shown["done"] >= 2)
        reviews = client.app.state.house.reviews
        end = time.monotonic() + HANG
        while reviews.under_way and time.monotonic() < end:
            time.sleep(0.01)
        assert not reviews.under_way
        assert len(judged) < first["total"]
    with home() as client:
        whole = wait(client, table, is_whole)
    assert judged == sorted(set(judged)), "no decision is judged twice"
    assert len(judged) == whole["total"]


def test_a_killed_process_and_a_store_that_takes_nothing_lose_nothing(home, monkeypatch):
    away, transact = [False], Database.transact

    async def transacted(self, work):
        if away[0]:
            raise StoreAway
        return await transact(self, work)

    monkeypatch.setattr(Database, "transact", transacted)
    with home() as client:
        table = put_up(client, short_game(left=12))
        wait(client, table, lambda shown: shown["done"] >= 1)
        away[0] = True
        told = wait(client, table, lambda shown: shown["said"])
        assert "nothing is lost" in told["said"]
        assert not is_whole(told)
        (process,) = reviewer(client)
        os.kill(process.process.pid, signal.SIGKILL)
        away[0] = False
        whole = wait(client, table, is_whole)
        assert not whole["said"]
    with home() as client:
        assert ask(client, table)["done"] == whole["total"]


def test_a_process_that_always_dies_gets_a_sentence_and_what_was_found_stays(home, monkeypatch):
    """After three deaths over one decision the review stops; who looks again has it tried again."""
    from horta.server.workers import GaveUp, Workers

    real, dies = Workers.ask, [False]

    async def asked(self, task, given, blobs=(), owner=""):
        if task == "judge" and dies[0]:
            raise GaveUp("boom")
        return await real(self, task, given, blobs, owner)

    monkeypatch.setattr(Workers, "ask", asked)
    with home() as client:
        table = put_up(client, short_game(left=12))
        some = wait(client, table, lambda shown: shown["done"] >= 1)
        dies[0] = True
        told = wait(client, table, lambda shown: shown["said"])
        assert told["done"] >= some["done"]
        assert "what was found is kept" in told["said"]
        dies[0] = False
        assert ask(client, table)["said"] == told["said"], "nobody tries again at once"
        monkeypatch.setattr(review_jobs, "AGAIN", 0.0)
        assert not wait(client, table, is_whole)["said"]


def test_only_a_finished_game_is_reviewed_and_only_so_many_at_once(home):
    with home(open_reviews=1, review_attention=HANG) as client:
        running = make_table(client, seed=1)["id"]
        refused = client.get(f"/api/tables/{running}/review")
        assert (refused.status_code, "once it is over" in refused.text) == (403, True)
        unfinished = horta.start("paris", seed=3)
        unfinished.play(unfinished.legal[0])
        table = put_up(client, unfinished.transcript())
        assert client.get(f"/api/tables/{table}/review").status_code == 403

        # Long enough to be still under way when the second one is asked for.
        first, second = (put_up(client, short_game(left=left, seed=4)) for left in (20, 4))
        assert ask(client, first)["working"]
        refused = client.get(f"/api/tables/{second}/review", params={"lang": "de"})
        assert refused.status_code == 429
        assert "1" in refused.json()["error"]
        wait(client, first, is_whole)
        wait(client, second, is_whole)


def test_a_house_without_reviewers_says_so_and_a_damaged_review_is_made_anew(home, monkeypatch):
    with home() as client:
        table = put_up(client, short_game(left=4))
        whole = wait(client, table, is_whole)
    with home(review_workers=0) as client:
        assert ask(client, table)["done"] == whole["done"], "what is there is shown"
        other = put_up(client, short_game(left=5))
        refused = client.get(f"/api/tables/{other}/review")
        assert (refused.status_code, "horta review" in refused.text) == (403, True)
    monkeypatch.setattr(review_store.zlib, "decompress", lambda data: b"[]")
    with home() as client:
        ask(client, table)
        monkeypatch.undo()
        assert wait(client, table, is_whole)["review"] == whole["review"]


def test_a_wrong_depth_is_told_when_the_house_opens(home):
    with (
        pytest.raises(horta.HortaError, match="there is no depth 'abyss'"),
        home(review_depth="abyss"),
    ):
        pass


def test_a_worker_is_as_gentle_as_it_is_told(monkeypatch, tmp_path):
    told = []
    monkeypatch.setattr(worker.os, "nice", told.append)
    monkeypatch.setattr(worker, "AUTOGROUP", str(tmp_path / "autogroup"))
    worker.be_gentle(19)
    assert told == [19]
    assert (tmp_path / "autogroup").read_text() == "19"


def test_those_who_wait_have_a_place_each_and_share_them(home):
    with home(most_watchers=2, review_workers=0) as client:
        reviews = client.app.state.house.reviews
        job = review_jobs.Job(room=None, depth="glance", owner="a:1")
        with reviews.watch(job, "a:1") as first, reviews.watch(job, "a:2"):
            with pytest.raises(Crowded):
                reviews.check_place(job, "a:3")  # from the same place
            with reviews.watch(job, "b:1"):
                assert first.closed, "who holds most gives way"
            assert len(job.watchers) == 1
        assert len(job.watchers) == 0
