"""The arrays of a batch: fresh ones, packed ones, lists, and memory of one's own."""

from __future__ import annotations

import os

import numpy as np
import pytest

import horta
from horta.core import registry
from horta.core.errors import BadOption
from horta.envs.batch import NEXT_STEP, SAME_STEP, WAIT, Batch
from horta.envs.compact import OTHER, Packed, codes, encode, pack
from horta.envs.memory import Pages

SEEN = [game for game in horta.games() if registry.game(game).observation is not None]
PLAIN = os.environ["HORTA_JIT"] == "0"
N, STEPS = (3, 25) if PLAIN else (40, 300)


def copies(batch):
    return [each.copy() for each in (batch.observations, batch.masks, batch.counts)]


@pytest.mark.parametrize("autoreset", [NEXT_STEP, SAME_STEP, WAIT])
@pytest.mark.parametrize("opponents", [None, "random", ["greedy"]])
def test_fresh_arrays_show_the_same_and_stay_as_they_were(autoreset, opponents):
    if PLAIN and opponents == ["greedy"]:
        pytest.skip("a bot as written takes long")
    steps = 20 if opponents == ["greedy"] else STEPS
    given = {"autoreset": autoreset, "opponents": opponents, "n": N}
    plain, fresh = Batch("paris", **given), Batch("paris", **given, fresh=True)
    plain.reset(seed=2)
    fresh.reset(seed=2)
    kept = []
    for number in range(steps):
        shown = [fresh.observations, fresh.masks[1:], fresh.counts.copy()]
        if number % 3:  # some are kept, whole or as a view, and some are let go
            kept.append((shown, [shown[0].copy(), shown[1].copy(), shown[2].copy()]))
        actions = plain.sample()
        assert np.array_equal(actions, fresh.sample())
        plain.step(actions)
        fresh.step(actions)
        if autoreset == WAIT and plain.over.any():
            over = plain.over.copy()
            plain.reset(which=over)
            fresh.reset(which=over)
        for a, b in zip(copies(plain), copies(fresh), strict=True):
            assert a.tobytes() == b.tobytes()
        starts, listed = fresh.listed()
        assert np.array_equal(fresh.masks.sum(1), fresh.counts)
        assert listed.tolist() == [a for row in fresh.masks for a in np.flatnonzero(row)]
        assert np.array_equal(np.diff(starts), fresh.counts)
    for shown, were in kept:
        for now, then in zip(shown, were, strict=True):
            assert np.array_equal(now, then), "somebody held it"


@pytest.mark.parametrize("game_id", SEEN)
def test_what_somebody_wrote_on_fresh_arrays_does_not_come_back(game_id):
    plain, fresh = Batch(game_id, N), Batch(game_id, N, fresh=True)
    plain.reset(seed=2)
    fresh.reset(seed=2)
    for _ in range(12):
        actions = plain.sample()
        fresh.observations.fill(7.0)
        fresh.masks.fill(1)
        plain.step(actions)
        fresh.step(actions)
        assert fresh.observations.tobytes() == plain.observations.tobytes()
        assert fresh.masks.tobytes() == plain.masks.tobytes()


def test_pages_that_nobody_holds_go_round():
    batch = Batch("paris", 2, fresh=True)
    batch.reset(seed=1)
    seen = set()
    for _ in range(12):
        batch.step(batch.sample())
        seen.add(batch.observations.ctypes.data)
    assert len(seen) <= Pages.KEPT
    if batch._pages._can_count:
        assert len(seen) == 2


@pytest.mark.parametrize("game_id", SEEN)
def test_packed_observations_are_exactly_the_same(game_id):
    batch = Batch(game_id, N)
    batch.reset(seed=5)
    for _ in range(STEPS):
        batch.step(batch.sample())
    packed = pack(batch.observations)
    assert packed.unpack().tobytes() == batch.observations.tobytes()
    assert packed.nbytes * 4 < batch.observations.nbytes
    again = np.ones_like(batch.observations)
    assert packed.unpack(again) is again
    assert again.tobytes() == batch.observations.tobytes()
    masks = pack(batch.masks)
    assert masks.unpack().tobytes() == batch.masks.tobytes()
    assert masks.places.tolist() == batch.listed()[1].tolist()


@pytest.mark.parametrize("game_id", SEEN)
def test_coded_observations_are_exactly_the_same_in_games_of_every_size(game_id):
    game, steps = registry.game(game_id), 5 if PLAIN else 60
    shown = []
    for players in range(game.min_players, game.max_players + 1):
        batch = Batch(game_id, N, players)
        batch.reset(seed=5)
        for k in range(steps):
            batch.step(batch.sample())
            if k % 20 == 4:
                shown.append(batch.observations.copy())
    rows = np.concatenate(shown)
    coded, packed = encode(rows, codes(game_id)), pack(rows)
    assert coded.unpack().tobytes() == rows.tobytes()
    assert coded.values.tobytes() == packed.values.tobytes()
    assert coded.nbytes * 3 < packed.nbytes * 2
    assert len(coded.others) <= len(coded.codes) // 1000, "the table has what games are made of"


def test_a_table_of_codes_says_what_each_stands_for():
    table = codes("paris")
    parts = [1, 1 / 2, 1 / 4, 1 / 7, 1 / 8, 2 / 7, 3 / 4, 3 / 7, 3 / 8, 4 / 7, 5 / 7, 5 / 8, 6 / 7]
    assert table[:15].tolist() == np.float32([0, *parts, 7 / 8]).tolist()
    assert np.isnan(table[15:]).all()
    odd = np.array([[0.0, 0.5, -0.0], [np.nan, 0.0, 1 / 7], [0.3, 1e-45, np.inf]], np.float32)
    coded = encode(odd, table)
    assert coded.codes.tolist() == [2, OTHER, OTHER, 4, OTHER, OTHER, OTHER]
    assert coded.unpack().tobytes() == odd.tobytes()
    with pytest.raises(BadOption, match="float32, not float64"):
        encode(odd.astype(float), table)
    with pytest.raises(BadOption, match="256 numbers, not 15"):
        encode(odd, table[:15])


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.float32, np.float64])
def test_threads_and_loops_pack_as_one_and_as_written(kind, monkeypatch):
    choice = np.random.default_rng(3)
    rows = choice.integers(-3, 4, (700, 41)) * (choice.random((700, 41)) < 0.2)
    rows[[0, 350, 699]] = 0
    rows[349, 40] = 5
    rows = rows.astype(kind)
    one, many, table = pack(rows), pack(rows, threads=7), codes("bruxelles1897")
    tables = [encode(rows, table, threads=k) for k in (1, 4)] if kind == np.float32 else []
    monkeypatch.setenv("HORTA_JIT", "0")
    written = pack(rows)
    assert written.unpack().tobytes() == rows.tobytes()
    for packed in (one, many):
        for a, b in zip(packed, written, strict=True):
            assert np.array_equal(a, b)
            assert getattr(a, "dtype", int) == getattr(b, "dtype", int)
    for coded in tables:
        for a, b in zip(coded, encode(rows, table), strict=True):
            assert np.array_equal(a, b, equal_nan=getattr(a, "dtype", None) == np.float32)
    with pytest.raises(BadOption, match="at least 1 thread"):
        pack(rows, threads=0)


def test_packing_keeps_every_bit_and_refuses_what_it_cannot_hold():
    odd = np.array([[0.0, -0.0, np.nan], [0.0, 0.0, 0.0], [1e-45, 0.0, np.inf]], np.float32)
    packed = pack(odd)
    assert isinstance(packed, Packed)
    assert packed.starts.tolist() == [0, 2, 2, 4]
    assert packed.unpack().tobytes() == odd.tobytes()
    assert pack(odd[:0]).unpack().shape == (0, 3)
    with pytest.raises(BadOption, match="two axes"):
        pack(odd[0])
    with pytest.raises(BadOption, match="3 rows of 3 float32"):
        packed.unpack(np.zeros((3, 3)))


def test_memory_may_come_from_outside():
    given = []

    def allocate(size):
        given.append(np.full(size, 7, np.uint8))
        return given[-1]

    batch, usual = Batch("paris", 2, allocate=allocate), Batch("paris", 2)
    for each in (batch, usual):
        each.reset(seed=3)
        each.step(each.sample())
    assert batch.observations.tobytes() == usual.observations.tobytes()
    assert batch.masks.tobytes() == usual.masks.tobytes()
    assert any(np.shares_memory(batch.observations, one) for one in given)
    with pytest.raises(BadOption, match="allocate must return"):
        Batch("paris", 2, allocate=lambda size: np.zeros(size - 1, np.uint8))


def test_arrays_go_to_other_libraries_without_a_copy():
    batch = Batch("paris", 2)
    batch.reset(seed=3)
    for array in (batch.observations, batch.masks, batch.counts, batch.rewards):
        same = np.from_dlpack(array)
        assert np.shares_memory(same, array)
