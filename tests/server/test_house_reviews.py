"""Reviews in a house of many processes: worked on by one, told to all, counted for all."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

import horta
from horta.review import Review
from horta.server.review_store import ReviewStore
from horta.server.review_work import ReviewWork

from .reviewing import put_up, short_game
from .test_house_of_many import soon, two_houses
from .test_reviews import HANG, ask, is_whole, reviewer, wait

pytestmark = pytest.mark.compiled  # a search with the rules as written takes minutes

HOW = {"review_depth": "glance", "review_nice": 1, "review_seconds": HANG}
STOPS = 2
WORKER = """
import asyncio, sys
from horta.server.review_store import ReviewStore
from horta.server.working import work

keep, kept, most = ReviewStore.keep, [], int(sys.argv[2])

async def keep_some(self, *given):
    if len(kept) == most:
        await asyncio.Event().wait()
    kept.append(given)
    await keep(self, *given)

ReviewStore.keep = keep_some
work(sys.argv[1])
"""


@contextmanager
def worker(database, keeps):
    """`horta worker` as a process of its own; it stands still once it has kept so many."""
    given = {f"HORTA_{name.upper()}": str(value) for name, value in HOW.items()}
    args = [sys.executable, "-c", WORKER, database, str(keeps)]
    process = subprocess.Popen(args, env={**os.environ, **given})
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_killed_worker_loses_nothing_and_everybody_is_told_everywhere(postgres, tmp_path):
    transcript = short_game(left=14)
    nobody = {**HOW, "jobs": 0}
    with two_houses(postgres, tmp_path, **nobody) as (first, second):
        table = put_up(first, transcript)
        with worker(postgres, STOPS):
            for client in (first, second):
                shown = wait(client, table, lambda shown: shown["done"] >= STOPS)
                assert (shown["done"], shown["working"]) == (STOPS, True)
                assert shown["total"] > STOPS
        # It was killed in the middle of the third.
        with worker(postgres, 10**6):
            wholes = [wait(client, table, is_whole) for client in (first, second)]
        assert not reviewer(first), "a web process that does not work judges nothing"
        assert not reviewer(second)
    for whole in wholes:
        assert Review.from_json(whole["review"]) == horta.replay(transcript).review("glance")


def test_a_review_has_one_owner_and_pauses_when_nobody_waits_anywhere(
    postgres, tmp_path, monkeypatch
):
    judged, keep, judge = [], ReviewStore.keep, ReviewWork._judge

    async def noted(self, sitting, step):
        judged.append(step)
        return await judge(self, sitting, step)

    async def kept(self, *given):
        await asyncio.sleep(0.6)  # longer than anybody's attention
        await keep(self, *given)

    monkeypatch.setattr(ReviewWork, "_judge", noted)
    monkeypatch.setattr(ReviewStore, "keep", kept)
    both_work = {**HOW, "review_attention": 0.3, "jobs": 1}
    with two_houses(postgres, tmp_path, **both_work) as (first, second):
        table = put_up(first, short_game(left=14, seed=6))
        some = wait(second, table, lambda shown: shown["done"] >= 1)
        houses = [client.app.state.house.reviews for client in (first, second)]
        soon(lambda: not any(one.under_way for one in houses), "it goes on without anybody")
        assert len(judged) < some["total"]
        assert not ask(first, table)["said"]
        for _ in range(3):  # at both at once
            ask(second, table)
            ask(first, table)
        whole = wait(first, table, is_whole)
        assert wait(second, table, is_whole)["review"] == whole["review"]
    assert judged == sorted(set(judged)), "a decision was judged twice"
    assert len(judged) == whole["total"]


def test_reviews_under_way_are_counted_for_the_whole_house(postgres, tmp_path):
    nobody = {**HOW, "jobs": 0, "open_reviews": 1, "review_attention": HANG, "secret": "alone"}
    with two_houses(postgres, tmp_path, **nobody) as (first, second):
        one, two = (put_up(first, short_game(left=left, seed=7)) for left in (8, 6))
        assert ask(first, one)["working"]
        assert ask(second, one)["working"], "to wait for the same one is free"
        refused = second.get(f"/api/tables/{two}/review")
        assert (refused.status_code, "1 reviews" in refused.text) == (429, True)
        until = time.monotonic() + HANG
        with worker(postgres, 10**6):
            wait(second, one, is_whole)
            while second.get(f"/api/tables/{two}/review").status_code == 429:
                assert time.monotonic() < until, "its place is not given back"
                time.sleep(0.05)
            wait(first, two, is_whole)
