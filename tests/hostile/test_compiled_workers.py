"""A worker with compiled rules does what one without them does, within the same limits."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys

import pytest
from tests.server.conftest import settings_for

import horta
from horta.core import engine, registry
from horta.core.cache import cache_folder
from horta.server.workers import Workers

SMALL = 64 << 20
"""Bytes; the compiler alone takes three times as much."""

pytestmark = pytest.mark.compiled


def have_ready(game_id):
    if not engine.ready_file(registry.game(game_id)).exists():
        subprocess.run([sys.executable, "-m", "horta.core.warm", game_id], check=True)


def work_of(game_id):
    """Return one of everything that a worker can be asked about a game, as (task, given, blobs)."""
    match, choice = horta.start(game_id, seed=7), random.Random(7)
    for _ in range(25):
        match.play(choice.choice(match.legal))
    seat, record = match.to_play, match.transcript()
    about = {"game": game_id, "players": match.players}
    seen = [match.redacted(seat).tobytes()]
    entries = [(text, 0) for text in record["actions"]]
    deal = {**about, "seed": 5, "options": {}, "components": {}}
    choose = {**about, "seat": seat, "legal": match.legal, "seed": 3, "bot": "apprentice"}
    ways = [[(match.legal[-1], ())]]
    return [
        ("deal", deal, []),
        ("take_up", record, []),
        ("reopen", {"header": record, "entries": entries, "result": None}, []),
        ("rehearse", {**about, "action": match.legal[0]}, [match.table]),
        ("preview", {**about, "seat": seat, "ways": ways, "seed": 1, "lang": "en"}, seen),
        ("choose", choose, seen),
    ]


def answers(tmp_path, work, **limits):
    """Have work done by one worker and return its answers."""

    async def run():
        workers = Workers(settings_for(tmp_path, workers=1, **limits))
        try:
            found = [await workers.ask(*one) for one in work]
            assert len(workers._all) == 1, "it was the same one throughout"
            return found
        finally:
            await workers.close()

    return asyncio.run(run())


def last_used(game_id):
    """Return when the compiled rules of a game were last loaded."""
    folders = [cache_folder() / key for key in engine._keys(registry.game(game_id))]
    return max(folder.stat().st_mtime_ns for folder in folders)


def test_a_worker_does_the_same_work_compiled_and_not(tmp_path, monkeypatch):
    have_ready("paris")
    work, before = work_of("paris"), last_used("paris")
    compiled = answers(tmp_path, work, work_memory=SMALL)
    assert last_used("paris") > before
    monkeypatch.setenv("HORTA_JIT", "0")
    assert compiled == answers(tmp_path, work, work_memory=SMALL)


def test_a_worker_with_a_cold_cache_does_not_compile(tmp_path, monkeypatch):
    work = work_of("paris")[:1]
    monkeypatch.setenv("HORTA_CACHE", str(tmp_path / "cold"))
    assert answers(tmp_path, work, work_memory=SMALL, work_seconds=10.0)
    assert not list(cache_folder().rglob("*.nbc"))


def test_a_damaged_cache_is_no_fault_of_who_asks(tmp_path, monkeypatch, pebbles):
    """To compile takes longer and more memory than the work may; it is not held against it."""
    monkeypatch.setenv("HORTA_CACHE", str(tmp_path / "damaged"))
    game = registry.game("pebbles")
    for key in engine._keys(game):
        (cache_folder() / key).mkdir(parents=True)
    engine.ready_file(game).touch()
    given = {"game": "pebbles", "players": 2, "seed": 1, "options": {}, "components": {}}
    assert answers(tmp_path, [("deal", given)], work_seconds=1.0, work_memory=SMALL)
    assert list(cache_folder().rglob("*.nbc"))
