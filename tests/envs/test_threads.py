"""Batches of several threads: the same games, whatever the number of threads."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import threading

import numpy as np
import pytest

import horta
from horta.core import registry
from horta.core.errors import BadOption, IllegalAction
from horta.envs.batch import NEXT_STEP, SAME_STEP, WAIT, Batch
from horta.envs.loops import BLOCK
from horta.envs.threads import Crew

SEEN = [game for game in horta.games() if registry.game(game).observation is not None]
PLAIN = os.environ["HORTA_JIT"] == "0"
N, STEPS = (2 * BLOCK + 5, 4) if PLAIN else (5 * BLOCK + 7, 200)


def played(game_id, threads, n=N, steps=STEPS, **given):
    """Return everything that changes in a batch of random games, after some steps."""
    batch = Batch(game_id, n, threads=threads, **given)
    batch.reset(seed=9)
    seen = []
    for _ in range(steps):
        actions = batch.sample()
        batch.step(actions)
        seen.append(actions)
        if batch.autoreset == WAIT and batch.over.any():
            batch.reset(which=batch.over.copy())
    arrays = {name: array.copy() for name, array in batch._arrays().items()}
    return {**arrays, "actions": np.array(seen)}


@pytest.mark.parametrize("game_id", SEEN)
@pytest.mark.parametrize(
    "given",
    [
        {"autoreset": NEXT_STEP},
        {"autoreset": SAME_STEP, "opponents": "random"},
        {"autoreset": WAIT, "reward": "margin"},
    ],
)
def test_threads_play_the_same_games(game_id, given):
    one, three = played(game_id, 1, **given), played(game_id, 3, **given)
    assert one.keys() == three.keys()
    for name, array in one.items():
        assert array.tobytes() == three[name].tobytes(), name


def test_bots_think_in_threads_and_choose_the_same():
    bot = "random" if PLAIN else "mcts:20it"
    given = {"n": 3, "steps": 5, "opponents": [bot], "autoreset": SAME_STEP}
    one, two = played("paris", 1, **given), played("paris", 2, **given)
    assert all(array.tobytes() == two[name].tobytes() for name, array in one.items())


def test_games_are_shared_out_in_whole_blocks():
    spans = Batch("paris", 10 * BLOCK + 1, threads=4)._spans
    assert [first for first, _ in spans] == [0, 2 * BLOCK, 5 * BLOCK, 8 * BLOCK]
    assert [stop for _, stop in spans] == [2 * BLOCK, 5 * BLOCK, 8 * BLOCK, 10 * BLOCK + 1]
    assert Batch("paris", BLOCK, threads=4)._spans == [(0, BLOCK)]


def test_a_wrong_action_of_one_thread_stops_all_of_them():
    batch = Batch("paris", 2 * BLOCK, threads=2)
    batch.reset(seed=1)
    good = batch.sample()
    before = batch.tables.tobytes(), batch.observations.tobytes(), batch.masks.tobytes()
    wrong = good.copy()
    wrong[-1] = -1
    with pytest.raises(IllegalAction, match=f"game {2 * BLOCK - 1}: there is no action -1"):
        batch.step(wrong)
    assert before == (batch.tables.tobytes(), batch.observations.tobytes(), batch.masks.tobytes())
    wrong[3] = -7
    with pytest.raises(IllegalAction, match="game 3: there is no action -7"):
        batch.step(wrong)
    batch.step(good)


def test_no_thread_at_all_is_refused():
    with pytest.raises(BadOption, match="at least 1 thread, not 0"):
        Batch("paris", 2, threads=0)


def test_a_pickled_batch_goes_on_with_its_threads():
    batch = Batch("paris", 2 * BLOCK, threads=2)
    batch.reset(seed=4)
    batch.step(batch.sample())
    twin = pickle.loads(pickle.dumps(batch))
    assert twin.threads == 2
    for _ in range(2):
        actions = batch.sample()
        assert np.array_equal(actions, twin.sample())
        batch.step(actions)
        twin.step(actions)
    assert batch.observations.tobytes() == twin.observations.tobytes()


def fail_at(k):
    if k == 1:
        raise ValueError("not me")
    return k


def test_what_a_thread_raises_reaches_the_caller_and_the_crew_goes_on():
    crew = Crew(3)
    with pytest.raises(ValueError, match="not me"):
        crew.run(fail_at, 3)
    assert crew.run(lambda k: k * k, 3) == [0, 1, 4]
    assert crew.run(lambda k: k, 1) == [0]


def test_a_crew_that_nobody_needs_goes_home():
    def crew_threads():
        return [thread for thread in threading.enumerate() if thread.name.startswith("horta-")]

    crew = Crew(3)
    crew.run(lambda k: k, 3)
    mine = crew_threads()[-2:]
    del crew
    gc.collect()
    for thread in mine:
        thread.join(60)
        assert not thread.is_alive()


def squares(crew, answers):
    answers.put(crew.run(lambda k: k * k, 3))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_has_a_crew_of_its_own():
    crew = Crew(3)
    crew.run(lambda k: k, 3)
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    child = context.Process(target=squares, args=(crew, answers))
    child.start()
    assert answers.get() == [0, 1, 4]
    child.join(60)
    assert child.exitcode == 0
