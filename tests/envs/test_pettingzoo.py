"""The PettingZoo environments: PettingZoo's own tests, errors and conversions."""

from __future__ import annotations

import importlib.util
import random
import webbrowser

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (horta[envs])")

from pettingzoo.test import api_test, render_test, seed_test

from horta.core.errors import BadOption, IllegalAction
from horta.envs import pettingzoo as zoo
from horta.envs.names import seen_games

MODULES = [game.env_id.replace("-", "_") for game in seen_games()]

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("name", MODULES)
def test_pettingzoos_own_tests(name):
    module = getattr(zoo, name)
    assert name in dir(zoo)
    api_test(module.env(), num_cycles=120)
    api_test(module.raw_env(reward="margin"), num_cycles=60)
    seed_test(module.env, num_cycles=30)


@pytest.mark.parametrize("name", MODULES)
def test_rendering(name, monkeypatch):
    if importlib.util.find_spec("cairosvg") is None:
        pytest.skip("no rasteriser (CairoSVG) is installed (horta[images])")
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    render_test(getattr(zoo, name).env)
    assert opened
    assert all(url.startswith("file:") for url in opened)


@pytest.mark.parametrize("name", MODULES)
def test_a_whole_game_agrees_with_its_match(name):
    env = getattr(zoo, name).env(reward="margin")
    env.reset(seed=3)
    rng = random.Random(3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, termination, truncation, info = env.last()
        totals[agent] += reward
        seat = env.possible_agents.index(agent)
        assert np.array_equal(seen["observation"], env.match.observe(seat))
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        if termination or truncation:
            assert info["scores"] == env.match.scores
            env.step(None)
            continue
        assert env.match.to_play == seat
        assert np.flatnonzero(seen["action_mask"]).tolist() == env.match.legal
        env.step(rng.choice(env.match.legal))
    scores = env.match.scores
    for seat, agent in enumerate(env.possible_agents):
        others = [score for k, score in enumerate(scores) if k != seat]
        assert totals[agent] == pytest.approx(scores[seat] - sum(others) / len(others))


@pytest.mark.parametrize("name", MODULES)
def test_all_agents_at_once(name):
    env = getattr(zoo, name).parallel_env()
    seen, _ = env.reset(seed=1)
    rng = random.Random(1)
    steps = 0
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents and steps < 5000:
        masks = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in env.agents}
        assert sum(len(mask) > 0 for mask in masks.values()) == 1
        actions = {a: int(rng.choice(m)) if len(m) else None for a, m in masks.items()}
        seen, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            totals[agent] += reward
        steps += 1
    assert not env.agents
    assert sum(totals.values()) == 0


def illegal_action(env):
    return next(a for a in range(len(env.game.actions)) if a not in env.match.legal)


@pytest.mark.parametrize("name", MODULES)
def test_an_illegal_action_ends_the_game_or_is_refused(name):
    env = getattr(zoo, name).env()
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(illegal_action(env))
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in env.agents}
    while env.agents:
        env.step(None)
    raw = getattr(zoo, name).raw_env()
    raw.reset(seed=1)
    before = raw.match.copy()
    with pytest.raises(IllegalAction, match="not legal now"):
        raw.step(illegal_action(raw))
    assert raw.match == before
    for wrong in (len(raw.game.actions), -1, 1.5, "tile", None, np.array([3])):
        with pytest.raises(AssertionError, match="is not an action"):
            raw.step(wrong)


@pytest.mark.parametrize("name", MODULES)
def test_calls_in_the_wrong_order(name):
    env = getattr(zoo, name).env()
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render):
        with pytest.raises(AssertionError, match="reset"):
            call()
    env.reset(seed=1)
    rng = random.Random(1)
    while env.agents:
        over = env.terminations[env.agent_selection]
        env.step(None if over else rng.choice(env.match.legal))
    env.step(None)  # PettingZoo warns and goes on


@pytest.mark.parametrize("name", MODULES)
def test_bad_options(name):
    for wrong in (
        {"players": 6},
        {"players": 1},
        {"reward": "x"},
        {"render_mode": "x"},
        {"options": {"x": 1}},
    ):
        with pytest.raises(BadOption):
            getattr(zoo, name).env(**wrong)
    with pytest.raises(AttributeError, match="chess_v0"):
        _ = zoo.chess_v0


@pytest.mark.parametrize("game", seen_games(), ids=lambda game: game.id)
def test_every_number_of_players(game):
    module = getattr(zoo, game.env_id.replace("-", "_"))
    for players in range(game.min_players + 1, game.max_players + 1):
        assert len(module.env(players=players).possible_agents) == players
        api_test(module.env(players=players), num_cycles=40)


def test_editions_and_variants():
    module = zoo.bruxelles1893_v0
    for options in (
        {"edition": "2013"},
        {"edition": "2023"},
        {"belle_epoque": True, "asymmetric": True},
    ):
        api_test(module.env(players=3, options=options), num_cycles=60)
    with pytest.raises(BadOption):
        module.env(options={"edition": "1893"})
