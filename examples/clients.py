"""Try the environments with every client that is installed, and print a table of the results.

    python examples/clients.py                 # every game, every client
    python examples/clients.py paris --only torchrl

Each row says which library was tried, in which version, what was done with it, and how it went.
A client that is not installed is named, not left out. The exit code is 1 if one of them failed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
import warnings
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import gymnasium
import numpy as np

import horta
import horta.envs
from horta.core import registry
from horta.envs.names import gym_id
from horta.envs.single import ILLEGAL

STEPS = 128
"""Of learning."""


def single(game: str, **given) -> gymnasium.Env:
    """Make the environment of one seat; a random legal action stands in for an illegal one."""
    return gymnasium.make(gym_id(registry.game(game)), illegal="random", **given)


def with_masks(env: gymnasium.Env) -> np.ndarray:
    """Tell MaskablePPO which actions are legal."""
    return env.unwrapped.action_masks()


def checker(game: str) -> str:
    """Gymnasium's own checker, unmodified, for every number of players and way with illegality."""
    from gymnasium.utils.env_checker import check_env

    found = registry.game(game)
    for players in range(found.min_players, found.max_players + 1):
        for illegal in ILLEGAL:
            env = gymnasium.make(gym_id(found), players=players, illegal=illegal)
            check_env(env.unwrapped, skip_render_check=True)
    return f"check_env passes, {found.min_players} to {found.max_players} players, every `illegal`"


def async_vector(game: str) -> str:
    """Gymnasium's vector environment of processes."""
    envs = gymnasium.make_vec(
        gym_id(registry.game(game)), 2, vectorization_mode="async", illegal="random"
    )
    envs.reset(seed=1)
    for _ in range(8):
        envs.step(envs.action_space.sample())
    envs.close()
    return "make_vec(async): 8 steps in 2 processes"


def pettingzoo(game: str) -> str:
    """PettingZoo's tests of the cycle of agents and of seeds."""
    from pettingzoo.test import api_test, seed_test

    from horta.envs import pettingzoo

    module = getattr(pettingzoo, registry.game(game).env_id.replace("-", "_"))
    api_test(module.env(), num_cycles=STEPS)
    seed_test(module.env, num_cycles=50)
    return "api_test and seed_test pass"


def open_spiel(game: str) -> str:
    """OpenSpiel's random simulation, which looks at every method on the way."""
    import pyspiel

    import horta.envs.openspiel  # noqa: F401 - it gives OpenSpiel the games

    loaded = pyspiel.load_game(f"python_horta_{game}")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)
    return "random_sim_test passes"


def ppo(game: str) -> str:
    """PPO of stable-baselines3, which knows nothing of legal actions."""
    from stable_baselines3 import PPO

    PPO("MultiInputPolicy", single(game), n_steps=64, batch_size=64).learn(STEPS)
    return f"{STEPS} steps, without masks"


def dqn(game: str) -> str:
    """DQN of stable-baselines3, likewise."""
    from stable_baselines3 import DQN

    given = {"buffer_size": 512, "learning_starts": 64}
    DQN("MultiInputPolicy", single(game), **given).learn(STEPS)
    return f"{STEPS} steps, without masks"


def subprocesses(game: str) -> str:
    """SubprocVecEnv of stable-baselines3: environments that were pickled."""
    from stable_baselines3.common.vec_env import SubprocVecEnv

    envs = SubprocVecEnv([lambda: single(game)] * 2)
    envs.reset()
    for _ in range(8):
        envs.step([envs.action_space.sample() for _ in range(2)])
    envs.close()
    return "8 steps in 2 processes"


def maskable_ppo(game: str) -> str:
    """MaskablePPO of sb3-contrib."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.wrappers import ActionMasker

    env = ActionMasker(single(game), with_masks)
    MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=64).learn(STEPS)
    return f"{STEPS} steps"


def torchrl(game: str) -> str:
    """Torchrl's check of the vector environment, and a rollout of it with masked random actions."""
    from torchrl.envs import GymWrapper, check_env_specs

    from horta.envs.vector import VectorEnv

    def wrapped(illegal):
        # torchrl deals games anew itself: it prefers environments that leave it to do so.
        given = {"opponents": "random", "autoreset_mode": "Disabled", "illegal": illegal}
        return GymWrapper(VectorEnv(game, 4, **given), categorical_action_encoding=True)

    def policy(tensordict):
        import torch

        masks = tensordict["action_mask"].float()
        return tensordict.set("action", torch.multinomial(masks, 1).squeeze(-1))

    check_env_specs(wrapped("random"))  # it plays without a look at the masks
    data = wrapped("raise").rollout(STEPS, policy, break_when_any_done=False)
    ended = int(data["next", "done"].sum())
    assert ended > 0, "no game came to its end"
    return f"check_env_specs passes; a rollout of {tuple(data.batch_size)} with masks"


def tianshou(game: str) -> str:
    """Tianshou's environments side by side."""
    from tianshou.env import DummyVectorEnv

    envs = DummyVectorEnv([lambda: single(game)] * 2)
    envs.reset()
    for _ in range(8):
        envs.step(np.array([env.action_space.sample() for env in (single(game), single(game))]))
    return "DummyVectorEnv: 8 steps of 2"


def rllib(game: str) -> str:
    """PPO of RLlib with two remote workers."""
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.tune.registry import register_env

    register_env("horta", lambda _: gymnasium.wrappers.FlattenObservation(single(game)))
    config = PPOConfig().environment("horta").env_runners(num_env_runners=2)
    config = config.training(train_batch_size=STEPS, minibatch_size=64, num_epochs=1)
    algorithm = config.build_algo()
    algorithm.train()
    algorithm.stop()
    ray.shutdown()
    return "one iteration with 2 env runners"


CLIENTS: dict[str, tuple[str, Callable[[str], str]]] = {
    "Gymnasium": ("gymnasium", checker),
    "Gymnasium, processes": ("gymnasium", async_vector),
    "PettingZoo": ("pettingzoo", pettingzoo),
    "OpenSpiel": ("open_spiel", open_spiel),
    "stable-baselines3 PPO": ("stable_baselines3", ppo),
    "stable-baselines3 DQN": ("stable_baselines3", dqn),
    "stable-baselines3 SubprocVecEnv": ("stable_baselines3", subprocesses),
    "sb3-contrib MaskablePPO": ("sb3_contrib", maskable_ppo),
    "torchrl": ("torchrl", torchrl),
    "tianshou": ("tianshou", tianshou),
    "RLlib": ("ray", rllib),
}


def attempt(client: str, game: str) -> tuple[str, bool]:
    """Try one client with one game; return a row of the table, and whether it went well."""
    package, work = CLIENTS[client]
    try:
        number = version(package)
    except PackageNotFoundError:
        return f"| {client} | not installed | {game} | |", True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            told, well = work(game), True
    except ImportError as problem:
        told, well = f"cannot be imported: {problem}", True
    except Exception as problem:
        traceback.print_exc()
        told, well = f"**failed**: {type(problem).__name__}: {problem}".splitlines()[0], False
    return f"| {client} | {number} | {game} | {told} |", well


def main() -> None:
    """Try what the command line names."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="*", help="all of them without a name")
    reader.add_argument("--only", help="one client, by a part of its name")
    given = reader.parse_args()
    print("| client | version | game | result |\n|---|---|---|---|")
    well = True
    for client in CLIENTS:
        if given.only and given.only.lower() not in client.lower():
            continue
        for game in given.games or horta.games():
            row, good = attempt(client, game)
            well = well and good
            print(row, flush=True)
    sys.exit(not well)


if __name__ == "__main__":
    main()
