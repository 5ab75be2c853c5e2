"""Seeds give the same games in every process, in every convention."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

for library in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(library, reason=f"{library} is not installed (horta[envs])")

PROGRAM = """
import hashlib
import random

import gymnasium
import pyspiel

import horta.envs.openspiel
from horta.envs import pettingzoo as zoo
from horta.envs.names import gym_id, seen_games

for game in seen_games():
    digest = hashlib.sha256()
    env = gymnasium.make(gym_id(game), disable_env_checker=True)
    seen, _ = env.reset(seed=11)
    env.action_space.seed(12)
    for _ in range(30):
        digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        seen, _, over, _, _ = env.step(env.action_space.sample())
        if over:
            seen, _ = env.reset()
    print(game.id, "Gymnasium", digest.hexdigest())

    rng = random.Random(13)
    env = getattr(zoo, game.env_id.replace("-", "_")).env(players=game.max_players)
    env.reset(seed=14)
    for _ in range(60):
        seen = env.observe(env.agent_selection)
        digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        env.step(rng.choice(env.match.legal))
        if env.match.over:
            break
    print(game.id, "PettingZoo", digest.hexdigest())

    state = pyspiel.load_game(f"python_horta_{game.id}").new_initial_state()
    for _ in range(40):
        chance = state.is_chance_node()
        listed = [k for k, _ in state.chance_outcomes()] if chance else state.legal_actions()
        state.apply_action(rng.choice(listed))
    digest.update(state.information_state_string(0).encode())
    print(game.id, "OpenSpiel", digest.hexdigest())
"""


def run(**environment):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return done.stdout.splitlines()


def test_seeds_reproduce_across_processes():
    one, two = run(PYTHONHASHSEED="1"), run(PYTHONHASHSEED="2")
    assert len(one) == 9
    assert one == two
