"""Everything travels to another process: by pickle, and whole."""

from __future__ import annotations

import copy
import pickle
import shutil
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import horta
from horta.bots import Budget, info_state, player
from horta.core import registry
from horta.core.engine import plain_engine

GAMES = horta.games()
WAYS = [lambda thing: pickle.loads(pickle.dumps(thing)), copy.deepcopy]
SMALL = 16_384


def played(game: str, steps: int) -> horta.Match:
    match = horta.start(game, seed=5)
    for k in range(steps):
        if match.over:
            break
        match.play(match.legal[k % len(match.legal)])
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_its_id(game):
    found = registry.game(game)
    assert pickle.loads(pickle.dumps(found)) is found
    assert copy.deepcopy(found) is found
    assert len(pickle.dumps(found)) < 100
    with pytest.raises(TypeError, match="only a game that is installed"):
        pickle.dumps(replace(found, title="another"))
    assert pickle.loads(pickle.dumps(plain_engine(found))) is plain_engine(found)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_as_it_was(game, way):
    match = played(game, 30)
    match.undo()
    again = way(match)
    assert again == match
    assert (again.transcript(), again.legal, again.scores) == (
        match.transcript(),
        match.legal,
        match.scores,
    )
    again.play(again.legal[-1])
    assert again != match, "they are two"
    for _ in range(20):
        again.undo()
        if again.actions == match.actions[: len(again.actions)]:
            twin = match.copy()
            while len(twin.actions) > len(again.actions):
                twin.undo()
            assert twin == again


@pytest.mark.parametrize("game", GAMES)
def test_a_pickled_match_is_small(game):
    match = played(game, 60)
    assert len(pickle.dumps(match)) < match.weight / 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["random", "greedy", "apprentice"])
def test_bots_and_what_they_know(game, name):
    match = played(game, 12)
    info = info_state(match, seed=3)
    bot = player(name, match.game, match.players)
    again, known = pickle.loads(pickle.dumps((bot, info)))
    assert known.table.tobytes() == info.table.tobytes()
    assert (known.legal, known.seat, known.seed) == (info.legal, info.seat, info.seed)
    assert again.choose(known) == bot.choose(info)


@pytest.mark.parametrize("name", ["net:4it", "policy", "grandmaster"])
def test_a_shipped_network_stays_where_it_is(name, monkeypatch, tmp_path):
    """Its megabytes lie with the game; a network of one's own goes along, whole."""
    match = played("bruxelles1897", 12)
    bot, info = player(name, match.game, 2), info_state(match, seed=3)
    budget = Budget(iterations=4)
    told = bot.bot.choose(info, budget)
    file = pickle.dumps(bot)
    assert len(file) < SMALL
    assert pickle.loads(file).bot.choose(info, budget) == told
    assert match.game.network is not None
    shutil.copy(match.game.network, tmp_path / "bruxelles1897.npz")
    monkeypatch.setenv("HORTA_NETWORKS", str(tmp_path))
    own = pickle.dumps(player(name, match.game, 2))
    monkeypatch.delenv("HORTA_NETWORKS")
    (tmp_path / "bruxelles1897.npz").unlink()
    assert len(own) > 1_000_000
    assert pickle.loads(own).bot.choose(info, budget) == told


def given(size):
    """Memory that the test below knows again."""
    asked.append(size)
    return np.zeros(size, np.uint8)


asked: list[int] = []


def test_a_batch_keeps_where_its_memory_comes_from():
    from horta.envs.batch import Batch

    batch = Batch("bruxelles1897", 2, allocate=given)
    asked.clear()
    pickle.loads(pickle.dumps(batch))
    assert asked


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", [None, "random", "greedy"])
def test_a_batch_goes_on_as_it_was(game, opponents, way):
    from horta.envs.batch import Batch

    batch = Batch(game, 3, opponents=opponents)
    assert not way(batch)._begun
    batch.reset(seed=2)
    for _ in range(4):
        batch.step(batch.sample())
    again = way(batch)
    for _ in range(6):
        actions = batch.sample()
        assert np.array_equal(again.sample(), actions)
        batch.step(actions)
        again.step(actions)
        for name in ("tables", "observations", "masks", "seats", "rewards", "over", "counts"):
            assert np.array_equal(getattr(again, name), getattr(batch, name)), name


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_environments(game, way):
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (horta[envs])")
    from horta.envs.names import gym_id

    env = gymnasium.make(gym_id(registry.game(game)), opponents="random", disable_env_checker=True)
    env.reset(seed=4)
    env.action_space.seed(4)
    env.step(env.action_space.sample())
    again = way(env)
    over = False
    while not over:
        action = env.action_space.sample()
        assert again.action_space.sample() == action, "it samples legal actions, too"
        seen, reward, over, _, info = env.step(action)
        theirs = again.step(action)
        assert np.array_equal(theirs[0]["observation"], seen["observation"])
        assert theirs[1:] == (reward, over, False, info)
    assert len(pickle.dumps(env.action_space)) < SMALL, "a space carries no game"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_the_vector_environment(game, way):
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (horta[envs])")
    from horta.envs.vector import VectorEnv

    vector = VectorEnv(game, 4)
    vector.reset(seed=2)
    vector.step(vector.sample())
    again = way(vector)
    assert again.observation_space == vector.observation_space
    for _ in range(5):
        actions = vector.sample()
        mine, theirs = vector.step(actions), again.step(actions)
        assert np.array_equal(mine[0]["observation"], theirs[0]["observation"])
        assert np.array_equal(mine[4]["seat"], theirs[4]["seat"])
    shown = sum(array.nbytes for array in vector._observations().values())
    room = len(pickle.dumps(vector)) - len(pickle.dumps(vector.single_observation_space))
    assert room < 4 * shown, "no bounds of every observation of every game"


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_games(game):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (horta[envs])")
    import horta.envs.openspiel as spiel

    assert spiel.HortaState
    players = registry.game(game).max_players
    loaded = pyspiel.load_game(f"python_horta_{game}(players={players},reward=rank)")
    told = pickle.dumps(loaded)
    assert len(told) < 400
    assert str(pickle.loads(told)) == str(loaded) == str(copy.deepcopy(loaded))


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_environments(game):
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (horta[envs])")
    import horta.envs.pettingzoo as zoo

    env = getattr(zoo, f"{game}_v0").env()
    env.reset(seed=4)
    for _ in range(5):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    again = pickle.loads(pickle.dumps(env))
    assert again.agent_selection == env.agent_selection
    assert np.array_equal(again.last()[0]["observation"], env.last()[0]["observation"])
    again.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_environments_in_processes_of_their_own(game):
    """Gymnasium's own asynchronous vector: spaces and environments cross the border."""
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (horta[envs])")
    from horta.envs.names import gym_id

    vector = gymnasium.make_vec(
        gym_id(registry.game(game)), num_envs=2, vectorization_mode="async", illegal="random"
    )
    try:
        seen, _ = vector.reset(seed=1)
        assert seen["action_mask"].shape == (2, len(registry.game(game).actions))
        for _ in range(3):
            seen, *_ = vector.step([int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]])
        assert seen in vector.observation_space
    finally:
        vector.close()


def test_a_match_crosses_to_another_process(tmp_path):
    match = played("paris", 10)
    file = tmp_path / "match.pickle"
    file.write_bytes(pickle.dumps(match))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).transcript())"
    told = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str(match.transcript())
