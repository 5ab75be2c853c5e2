"""Learn with OpenSpiel's own policy gradient agent (A2C, PyTorch), against random players.

    python examples/openspiel_policy_gradient.py --episodes 3000 --curve curve.svg

Everything but the game is OpenSpiel's: its environment, its agents, its way to deal by chance.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from curve import draw_curve
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.pytorch import policy_gradient
from rich.progress import track

import horta.envs.openspiel  # registers the games


def episode(env: Any, agents: Sequence[Any], learning: bool) -> list[float]:
    """Play one game and return the rewards."""
    time_step = env.reset()
    while not time_step.last():
        agent = agents[time_step.observations["current_player"]]
        output = agent.step(time_step, is_evaluation=not learning)
        time_step = env.step([output.action])
    for agent in agents:
        agent.step(time_step, is_evaluation=not learning)
    rewards: list[float] = time_step.rewards
    return rewards


def victories(env: Any, agents: Sequence[Any], games: int) -> float:
    """Return the learner's share of victories."""
    players = len(agents)
    rewards = [episode(env, agents, learning=False)[0] for _ in range(games)]
    return float(np.mean([(1 + (players - 1) * reward) / players for reward in rewards]))


def main(given: Sequence[str] | None = None) -> list[float]:
    """Train and return the learning curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="bruxelles1897")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--episodes", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=6, help="tests on the way")
    parser.add_argument("--tests", type=int, default=200, help="games of a test")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=None, help="draw the curve to this SVG file")
    args = parser.parse_args(given)
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    random.seed(args.seed)
    assert horta.envs.openspiel
    env = rl_environment.Environment(f"python_horta_{args.game}", players=args.players)
    env.seed(args.seed)
    actions = env.action_spec()["num_actions"]
    learner = policy_gradient.PolicyGradient(
        player_id=0,
        info_state_size=env.observation_spec()["info_state"][0],
        num_actions=actions,
        loss_str="a2c",
        hidden_layers_sizes=(args.width, args.width),
        batch_size=256,
        entropy_cost=0.005,
        critic_learning_rate=1e-3,
        pi_learning_rate=1e-3,
        num_critic_before_pi=2,
        optimizer_str="adam",
    )
    others = [random_agent.RandomAgent(seat, actions) for seat in range(1, args.players)]
    agents = [learner, *others]
    each = max(1, args.episodes // args.rounds)
    curve = [victories(env, agents, args.tests)]
    for _ in track(range(args.rounds), "OpenSpiel's A2C learns"):
        for _ in range(each):
            episode(env, agents, learning=True)
        curve.append(victories(env, agents, args.tests))
    for k, share in enumerate(curve):
        print(f"{k * each:7,d} episodes: {100 * share:5.1f} % against random")
    if args.curve is not None:
        title = f"{args.game}: share of victories"
        draw_curve(args.curve, curve, each * args.rounds, "episodes", title)
        print(f"The learning curve is drawn in {args.curve}")
    return curve


if __name__ == "__main__":
    main()
