"""Batches: the same games as `horta.start` deals, whatever their number and form."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import horta
from horta.core import registry
from horta.core.errors import BadOption, HortaError, IllegalAction
from horta.envs.batch import NEXT_STEP, SAME_STEP, WAIT, Batch, GameOver

SEEN = [game for game in horta.games() if registry.game(game).observation is not None]
PLAIN = os.environ["HORTA_JIT"] == "0"
N, STEPS = (3, 40) if PLAIN else (16, 300)


def matches_of(batch, seed):
    return [
        horta.start(batch.game.id, batch.players, seed + i, **batch.options.model_dump())
        for i in range(batch.n)
    ]


def looks_like(batch, i, match):
    seat = batch.seats[i]
    assert match.to_play == seat
    assert batch.legal[i, : batch.counts[i]].tolist() == match.legal
    assert np.flatnonzero(batch.masks[i]).tolist() == match.legal
    assert batch.masks[i].max() == 1
    assert np.array_equal(batch.observations[i], match.observe(seat))


@pytest.mark.parametrize("game_id", SEEN)
@pytest.mark.parametrize("players", ["fewest", "most"])
@pytest.mark.parametrize("autoreset", [NEXT_STEP, SAME_STEP, WAIT])
def test_every_game_of_a_batch_is_a_match(game_id, players, autoreset):
    game = registry.game(game_id)
    players = game.min_players if players == "fewest" else game.max_players
    batch = Batch(game_id, N, players, autoreset=autoreset, reward="margin")
    batch.reset(seed=50)
    matches = matches_of(batch, 50)
    ended = 0
    for _ in range(STEPS):
        for i, match in enumerate(matches):
            if not batch.over[i] or autoreset == SAME_STEP:
                looks_like(batch, i, match)
        actions = batch.sample()
        before = [match.to_play for match in matches]
        was_over = batch.over.copy()
        batch.step(actions)
        for i, match in enumerate(matches):
            if was_over[i] and autoreset == NEXT_STEP:
                assert (batch.acted[i], batch.started[i], batch.over[i]) == (-1, True, False)
                matches[i] = horta.start(game_id, players, int(batch.seeds[i]))
                continue
            assert batch.acted[i] == before[i]
            match.play(int(actions[i]))
            assert batch.over[i] == match.over
            if not match.over:
                assert not batch.rewards[i].any()
                continue
            ended += 1
            assert batch.totals[i].tolist() == match.scores
            mean = (sum(match.scores) - np.array(match.scores)) / (players - 1)
            assert batch.rewards[i] == pytest.approx(match.scores - mean)
            if autoreset == SAME_STEP:
                assert np.array_equal(batch.last[i], match.observe(before[i]))
                matches[i] = horta.start(game_id, players, int(batch.seeds[i]))
            else:
                assert batch.counts[i] == 0
                assert not batch.masks[i].any()
                assert np.array_equal(batch.observations[i], match.observe(before[i]))
        if autoreset == WAIT and batch.over.any():
            with pytest.raises(GameOver, match="is over and must be reset"):
                batch.step(batch.sample())
            over = batch.over.copy()
            batch.reset(which=over)
            for i in np.flatnonzero(over):
                matches[i] = horta.start(game_id, players, int(batch.seeds[i]))
    assert ended or PLAIN


@pytest.mark.parametrize("seat", [0, 1, None])
def test_random_opponents_play_the_other_seat(seat):
    batch = Batch("paris", N, opponents="random", seat=seat)
    batch.reset(seed=3)
    seen = set()
    wins = 0.0
    for _ in range(STEPS):
        running = batch.counts > 0
        seen |= set(batch.seats.tolist())
        assert (batch.tables["to_play"] == batch.seats)[running].all()
        learners = batch.seats.copy()
        batch.step(batch.sample())
        same = ~batch.started
        assert (batch.seats[same] == learners[same]).all(), "an agent keeps its seat"
        wins += sum(batch.rewards[i, learners[i]] for i in np.flatnonzero(batch.over))
    assert seen == ({0, 1} if seat is None else {seat})


def test_the_same_seeds_give_the_same_games_in_any_batch():
    def games(n, seeds):
        batch = Batch("paris", n, opponents="random")
        batch.reset(seed=seeds)
        told = []
        for _ in range(STEPS):
            batch.step(batch.sample())
            told.append((batch.observations.copy(), batch.rewards.copy(), batch.masks.copy()))
        return told

    together = games(3, [7, 8, 9])
    alone = games(1, [8])
    for one, many in zip(alone, together, strict=True):
        for a, b in zip(one, many, strict=True):
            assert np.array_equal(a[0], b[1])


@pytest.mark.compiled
@pytest.mark.parametrize("autoreset", [NEXT_STEP, SAME_STEP, WAIT])
@pytest.mark.parametrize(
    ("game_id", "players", "bots"),
    [
        ("paris", 2, "greedy"),
        ("paris", 2, "mcts:50it"),
        ("bruxelles1897", 3, ["greedy", "random"]),
        ("bruxelles1893", 2, "mcts:50it"),
    ],
)
def test_bots_play_the_other_seats(game_id, players, bots, autoreset):
    def games(n, seeds):
        batch = Batch(game_id, n, players, opponents=bots, autoreset=autoreset, reward="margin")
        batch.reset(seed=seeds)
        ended = 0
        told = []
        for _ in range(60):
            learners = batch.seats.copy()
            running = batch.counts > 0
            assert (batch._learners == learners).all(), "only the own decisions are asked"
            assert (batch.tables["to_play"] == learners)[running].all()
            batch.step(batch.sample())
            for i in np.flatnonzero(batch.over):
                ended += 1
                totals = batch.totals[i]
                mean = (totals.sum() - totals) / (players - 1)
                assert batch.rewards[i] == pytest.approx(totals - mean)
                if autoreset != SAME_STEP:
                    seen = batch.observations[i]
                    assert batch.observation["decision"].of(seen)[-1] == 1, "the end is shown"
                    assert batch.seats[i] == learners[i]
            told.append((batch.observations[-1].copy(), batch.rewards[-1].copy()))
            if autoreset == WAIT and batch.over.any():
                batch.reset(which=batch.over.copy())
        assert ended
        return told

    together, alone = games(3, [7, 8, 9]), games(1, [9])
    for many, one in zip(together, alone, strict=True):
        assert np.array_equal(many[0], one[0])
        assert np.array_equal(many[1], one[1])


@pytest.mark.compiled
def test_a_stronger_opponent_wins_more():
    def lost(bot):
        batch = Batch("paris", 8, opponents=bot)
        batch.reset(seed=1)
        lost = games = 0
        while games < 16:
            batch.step(batch.sample())
            for i in np.flatnonzero(batch.over):
                games += 1
                lost += batch.rewards[i, batch.seats[i]] < 0
        return lost

    assert lost("greedy") >= 14


PROGRAM = """
import hashlib
from horta.envs.batch import Batch
batch = Batch("paris", 4, opponents="random")
batch.reset(seed=11)
digest = hashlib.sha256()
for _ in range(60):
    batch.step(batch.sample())
    digest.update(batch.observations.tobytes() + batch.masks.tobytes() + batch.rewards.tobytes())
print(digest.hexdigest())
"""


def run(**environment):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return done.stdout


def test_seeds_reproduce_across_processes():
    assert run(PYTHONHASHSEED="1") == run(PYTHONHASHSEED="2")


@pytest.mark.compiled
def test_the_plain_form_gives_the_same_batch():
    assert run(HORTA_JIT="0") == run(HORTA_JIT="1")


def test_without_a_seed_games_differ_and_go_on():
    one, two = Batch("paris", 2), Batch("paris", 2)
    one.reset()
    two.reset()
    assert one.seeds.tolist() != two.seeds.tolist()
    before = one.seeds.copy()
    one.reset()
    assert (one.seeds != before).all()


def test_a_wrong_action_changes_nothing():
    batch = Batch("paris", 3)
    with pytest.raises(HortaError, match="reset the batch"):
        batch.step([0, 0, 0])
    batch.reset(seed=1)
    good = batch.legal[:, 0].copy()
    before = batch.tables.tobytes(), batch.observations.tobytes(), batch.masks.tobytes()
    for wrong, why in [
        ([good[0], 0, good[2]], r"game 1: 'pass' \(0\) is not legal"),
        ([good[0], good[1], 6490], "game 2: there is no action 6490"),
        ([-1, good[1], good[2]], "game 0: there is no action -1"),
        ([good[0], good[1]], "3 whole numbers"),
        ([0.5, 1.0, 1.0], "3 whole numbers"),
    ]:
        with pytest.raises(IllegalAction, match=why):
            batch.step(wrong)
    assert before == (batch.tables.tobytes(), batch.observations.tobytes(), batch.masks.tobytes())
    batch.step(good)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"n": 0}, "at least 1 game"),
        ({"players": 3}, "is for 2 players"),
        ({"reward": "fame"}, "no reward 'fame'"),
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["greedy", "greedy"]}, "2 opponents were named for 1 other"),
        ({"seat": 1}, "only with opponents"),
        ({"seat": 2, "opponents": "random"}, "0 to 1"),
        ({"options": {"weather": 1}}, "weather"),
        ({"autoreset": 9}, "no autoreset 9"),
    ],
)
def test_bad_options_are_refused(wrong, why):
    with pytest.raises(HortaError, match=why):
        Batch("paris", **{"n": 2, **wrong})


def test_bad_seeds_are_refused():
    batch = Batch("paris", 2)
    with pytest.raises(HortaError, match="the first reset deals all"):
        batch.reset(seed=1, which=[True, False])
    with pytest.raises(BadOption, match="1 seeds were given for 2"):
        batch.reset(seed=[1])
    with pytest.raises(HortaError, match="a seed is a whole number"):
        batch.reset(seed=[1, -1])
