"""The Gymnasium environments: their own checkers, errors and autoreset modes."""

from __future__ import annotations

import os
import pickle
import webbrowser

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (horta[envs])")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import horta
import horta.envs
from horta.core import registry
from horta.core.errors import BadOption, HortaError
from horta.envs.names import gym_id, seen_games
from horta.envs.vector import VectorEnv

NAMES = [gym_id(game) for game in seen_games()]
PLAIN = os.environ["HORTA_JIT"] == "0"
STEPS = 60 if PLAIN else 300


def test_names():
    assert "horta/Paris-v0" in NAMES
    assert set(NAMES) <= set(gymnasium.registry)


PLAYERS = [
    (gym_id(game), players)
    for game in seen_games()
    for players in range(game.min_players, game.max_players + 1)
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("illegal", ["raise", "terminate", "random"])
@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_the_environment_passes_gymnasiums_checker(name, players, illegal, monkeypatch):
    """It samples actions at one table and plays them at another, so that some are illegal."""
    pytest.importorskip("cairosvg", reason="CairoSVG is not installed (horta[images])")
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda page: bool(opened.append(page)) or True)
    env = gymnasium.make(name, players=players, opponents="random", illegal=illegal)
    check_env(env.unwrapped)
    assert len(opened) == 1, "the checker looks at every way to render"


@pytest.mark.parametrize("name", NAMES)
def test_what_was_drawn_before_a_reset_is_drawn_again_and_what_was_chosen_is_refused(name):
    env = gymnasium.make(name, illegal="raise", disable_env_checker=True).unwrapped
    stale = 0
    for seed in range(20):
        env.reset(seed=seed)
        env.action_space.seed(seed)
        for _ in range(seed):
            if env.step(env.action_space.sample())[2]:
                env.reset(seed=seed)
        drawn = env.action_space.sample()
        env.reset(seed=100 + seed)
        if int(drawn) in env.match.legal:
            continue
        stale += 1
        before = env.match.copy()
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(int(drawn))
        assert env.match == before
        assert env.step(drawn)[4]["illegal"]
        assert env.match.actions[len(before.actions)] in before.legal
    assert stale


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_ends_the_game(name):
    env = gymnasium.make(name, disable_env_checker=True)
    seen, _ = env.reset(seed=1)
    before = env.unwrapped.match.copy()
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    assert env.unwrapped.match == before
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(before.legal[0])
    assert "illegal" not in env.reset(seed=1)[1]
    assert not env.step(before.legal[0])[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_random_action_in_the_place_of_an_illegal_one(name):
    """So an agent that knows no mask plays whole games."""
    env = gymnasium.make(name, illegal="random", disable_env_checker=True)
    results = []
    for _ in range(2):
        env.reset(seed=2)
        over, steps, refused = False, 0, 0
        while not over:
            _, reward, over, _, info = env.step(steps % len(env.unwrapped.game.actions))
            steps, refused = steps + 1, refused + info.get("illegal", False)
        assert env.unwrapped.match.over
        assert 0 < refused <= steps
        results.append((reward, steps, refused))
    assert results[0] == results[1]


def test_the_seed_is_told_when_asked_for():
    assert "seed" not in gymnasium.make("horta/Paris-v0").reset(seed=1)[1]
    env = gymnasium.make("horta/Paris-v0", show_seed=True)
    assert env.reset(seed=1)[1]["seed"] == env.unwrapped.match.seed


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_a_whole_game(name, reward):
    env = gymnasium.make(name, opponents=["random"], reward=reward)
    seen, info = env.reset(seed=5)
    again, _ = env.reset(seed=5)
    assert np.array_equal(seen["observation"], again["observation"])
    terminated = False
    while not terminated:
        match = env.unwrapped.match
        assert match.to_play == info["seat"]
        assert np.flatnonzero(seen["action_mask"]).tolist() == match.legal
        assert np.array_equal(seen["observation"], match.observe(info["seat"]))
        assert seen in env.observation_space
        seen, value, terminated, truncated, info = env.step(env.action_space.sample())
        assert not truncated
        assert terminated or value == 0
    assert match.over
    if reward == "margin":
        scores = info["scores"]
        others = [score for seat, score in enumerate(scores) if seat != info["seat"]]
        assert value == pytest.approx(scores[info["seat"]] - sum(others) / len(others))
    else:
        assert (value > 0) == (info["winners"] == [info["seat"]])
    assert horta.replay(match.transcript()) == match
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_the_agents_seat_is_drawn_or_given():
    env = gymnasium.make("horta/Paris-v0")
    assert {env.reset(seed=k)[1]["seat"] for k in range(12)} == {0, 1}
    env = gymnasium.make("horta/Paris-v0", seat=1)
    assert {env.reset(seed=k)[1]["seat"] for k in range(4)} == {1}


@pytest.mark.parametrize("name", NAMES)
def test_errors_of_the_environment(name):
    env = gymnasium.make(name, illegal="raise", disable_env_checker=True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    seen, _ = env.reset(seed=1)
    before = env.unwrapped.match.copy()
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    for wrong in (illegal, len(seen["action_mask"]), -3):
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(wrong)
    assert env.unwrapped.match == before
    many = env.unwrapped.players
    for wrong in (
        {"opponents": ["random"] * (many + 1)},
        {"opponents": "nobody-of-that-name"},
        {"seat": many},
        {"players": 6},
        {"players": 1},
        {"reward": "glory"},
        {"render_mode": "smoke"},
        {"illegal": "forgive"},
        {"options": {"weather": "fine"}},
        {"components": {"weather": "fine"}},
    ):
        with pytest.raises(HortaError):
            gymnasium.make(name, disable_env_checker=True, **wrong)
    over = False
    while not over:
        _, _, over, _, _ = env.step(env.action_space.sample())
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bot", ["greedy", "mcts:50it"])
def test_bots_are_opponents_by_their_names(name, bot):
    env = gymnasium.make(name, opponents=bot, disable_env_checker=True)
    results = []
    for _ in range(2):
        env.reset(seed=3)
        env.action_space.seed(3)
        over = False
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample())
        results.append((reward, info["scores"], env.unwrapped.match.actions))
    assert results[0] == results[1], "a seed gives the same game, bots included"
    vector = gymnasium.make_vec(
        name, num_envs=2, vectorization_mode="vector_entry_point", opponents=bot
    )
    vector.reset(seed=3)
    ended = 0
    for _ in range(200):
        _, _, terminations, _, infos = vector.step(vector.unwrapped.sample())
        ended += int(terminations.sum())
        if ended:
            assert infos["_scores"].any()
            break
    assert ended


PLAYERS = [
    (game.id, players)
    for game in seen_games()
    for players in range(game.min_players, game.max_players + 1)
]


@pytest.mark.parametrize(("game_id", "players"), PLAYERS)
def test_every_number_of_players(game_id, players):
    env = gymnasium.make(gym_id(registry.game(game_id)), players=players, reward="rank")
    env.reset(seed=players)
    over = False
    while not over:
        _, value, over, _, info = env.step(env.action_space.sample())
    assert -1 <= value <= 1
    assert len(info["scores"]) == players


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_in_every_autoreset_mode(mode):
    env = VectorEnv("paris", 6, autoreset_mode=mode, copy=True)
    assert env.metadata["autoreset_mode"] == mode
    seen, infos = env.reset(seed=1)
    assert seen in env.observation_space
    was_over = np.zeros(6, bool)
    ended = 0
    for _ in range(STEPS):
        actions = env.sample()
        assert actions in env.action_space
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        assert not rewards[~terminations].any()
        assert seen["observation"].shape == (6, registry.game("paris").observation.size)
        empty = ~seen["action_mask"].any(axis=1)
        if mode == AutoresetMode.NEXT_STEP:
            assert (empty == terminations).all()
            assert not terminations[was_over].any()
            assert (infos["acted"][was_over] == -1).all()
        if mode == AutoresetMode.SAME_STEP:
            assert not empty.any()
            assert (infos["to_play"] >= 0).all()
        if terminations.any():
            ended += terminations.sum()
            assert (infos["_scores"] == terminations).all()
            shown = infos["rewards"][terminations]
            assert (shown.sum(axis=1) == 0).all()
            own = infos["rewards"][np.arange(6), infos["acted"]]
            assert (own == rewards)[terminations].all()
            if mode == AutoresetMode.SAME_STEP:
                assert (infos["_final_obs"] == terminations).all()
                last = infos["final_obs"][np.flatnonzero(terminations)[0]]
                decision = registry.game("paris").observation["decision"]
                assert decision.of(last["observation"])[-1] == 1, "the game is over there"
            if mode == AutoresetMode.DISABLED:
                with pytest.raises(gymnasium.error.ResetNeeded):
                    env.step(env.sample())
                seen, _ = env.reset(options={"reset_mask": terminations})
                assert seen["action_mask"].any(axis=1).all()
        was_over = terminations
    assert ended or PLAIN


@pytest.mark.parametrize("copies", [True, False])
def test_the_vector_environment_is_made_by_name_and_copies_unless_told(copies):
    env = gymnasium.make_vec(
        "horta/Paris-v0",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        opponents="random",
        **({} if copies else {"copy": False}),
    )
    assert env.unwrapped.autoreset_mode == AutoresetMode.NEXT_STEP
    first, _ = env.reset(seed=2)
    kept = first["observation"].copy()
    second, *_ = env.step(env.unwrapped.sample())
    assert (second["observation"] is first["observation"]) == (not copies)
    assert np.array_equal(kept, first["observation"]) == copies
    assert not np.array_equal(kept, second["observation"])
    with pytest.raises(gymnasium.error.InvalidAction, match="game 0"):
        env.step(np.zeros(3, np.int64))
    fresh = VectorEnv("paris", 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        fresh.step([0, 0])


def test_the_first_deal_of_a_vector_is_that_of_a_match():
    env = VectorEnv("paris", 3, copy=True)
    seen, infos = env.reset(seed=20)
    for i in range(3):
        match = horta.start("paris", seed=20 + i)
        assert infos["to_play"][i] == match.to_play
        assert np.array_equal(seen["observation"][i], match.observe(match.to_play))


def test_unknown_opponents_are_named():
    with pytest.raises(HortaError, match="nobody"):
        VectorEnv("paris", 2, opponents="nobody")


@pytest.mark.parametrize("game_id", [game.id for game in seen_games()])
def test_errors_of_the_vector_environment(game_id):
    env = VectorEnv(game_id, 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0])
    seen, _ = env.reset(seed=1)
    good = seen["action_mask"].argmax(axis=1)
    illegal = int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
    kept = seen["observation"].copy()
    for wrong in ([good[0], illegal], [good[0], 10**6], [good[0], -1], [good[0]]):
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(wrong)
    assert np.array_equal(kept, seen["observation"])
    for wrong in ({"players": 6}, {"reward": "x"}, {"options": {"x": 1}}, {"num_envs": 0}):
        with pytest.raises(BadOption):
            VectorEnv(game_id, **wrong)
    if not PLAIN:
        while not env.batch.over.any():
            env.step(env.sample())
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(env.sample())


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_random_actions_in_the_place_of_illegal_ones(mode):
    env = VectorEnv("bruxelles1897", 3, autoreset_mode=mode, illegal="random")
    env.reset(seed=5)
    last = env.single_action_space.n
    for _ in range(60):
        legal = env.sample()
        played = [(int(env.batch.seats[i]), int(env.batch.counts[i])) for i in range(3)]
        *_, infos = env.step(np.array([legal[0], -1, last + 7]))
        over = [count == 0 for _, count in played]
        assert infos["illegal"].tolist() == [False, not over[1], not over[2]]
        acted = [-1 if over[i] else seat for i, (seat, _) in enumerate(played)]
        assert infos["acted"].tolist() == acted
        if mode == "Disabled" and env.batch.over.any():
            break
    with pytest.raises(gymnasium.error.InvalidAction, match="3 whole numbers"):
        env.step(np.array([0.5, 0.5, 0.5]))
    with pytest.raises(BadOption, match="illegal: raise or random, not 'terminate'"):
        VectorEnv("paris", 2, illegal="terminate")


def test_ansi_and_pixels():
    env = gymnasium.make("horta/Paris-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.unwrapped.match.sketch(env.unwrapped.seat)
    env = gymnasium.make("horta/Paris-v0", render_mode="rgb_array")
    env.reset(seed=1)
    try:
        import cairosvg  # noqa: F401
    except ImportError:
        with pytest.raises(BadOption, match="CairoSVG"):
            env.render()
        pytest.skip("no rasteriser (CairoSVG) is installed; its absence was tested")
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (960, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20


def test_spaces_can_be_pickled():
    env = VectorEnv("paris", 2)
    assert pickle.loads(pickle.dumps(env.single_observation_space)) == env.single_observation_space
