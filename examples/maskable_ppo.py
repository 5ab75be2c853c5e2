"""Learn to beat random players with MaskablePPO of sb3-contrib, many games at once.

    python examples/maskable_ppo.py --steps 1000000 --curve curve.svg

Stable-Baselines3 asks for a vector environment of its own kind; `Games` is one, over the compiled
batch. The share of victories against random players is measured on the way, with other deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from curve import draw_curve
from rich.progress import track
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from horta.envs.batch import SAME_STEP, Batch


class Games(VecEnv):
    """N games of one agent against random players, for Stable-Baselines3."""

    def __init__(self, game: str, n: int, players: int | None, reward: str = "win") -> None:
        self.batch = Batch(game, n, players, reward=reward, opponents="random", autoreset=SAME_STEP)
        seen = self.batch.observation
        super().__init__(
            n,
            gymnasium.spaces.Box(seen.low, seen.high, dtype=np.float32),
            gymnasium.spaces.Discrete(len(self.batch.game.actions)),
        )
        self.reset_infos = [{} for _ in range(n)]
        self._actions = np.zeros(n, np.int64)

    def reset(self) -> Any:
        """Deal all games anew."""
        self.batch.reset(seed=next((seed for seed in self._seeds if seed is not None), None))
        self._reset_seeds()
        return self.batch.observations.copy()

    def step_async(self, actions: Any) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Play the actions; games that end begin anew at once."""
        batch = self.batch
        rows, seats = np.arange(batch.n), batch.seats.copy()
        batch.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(batch.n)]
        for i in np.flatnonzero(batch.over):
            infos[i]["terminal_observation"] = batch.last[i].copy()
        rewards = batch.rewards[rows, seats].astype(np.float32)
        return batch.observations.copy(), rewards, batch.over.copy(), infos

    def env_method(self, name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Return the masks; MaskablePPO asks for nothing else."""
        assert name == "action_masks", f"there is no method '{name}'"
        return list(self.batch.masks.astype(bool)[self._get_indices(indices)])

    def has_attr(self, attr_name: str) -> bool:
        """Tell that there are masks."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of each game; all are the same."""
        return [getattr(self, attr_name, None) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: games have no attributes of their own."""
        raise NotImplementedError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is open."""


def victories(model: MaskablePPO, game: str, players: int | None, games: int, seed: int) -> float:
    """Return the share of victories against random players, ties counted as shares."""
    env = Games(game, games, players)
    env.seed(seed)
    seen = env.reset()
    waiting, won = np.ones(games, bool), np.zeros(games)
    n = env.batch.players
    while waiting.any():
        actions, _ = model.predict(
            seen, action_masks=np.stack(env.env_method("action_masks")), deterministic=True
        )
        seen, rewards, over, _ = env.step(actions)
        ended = waiting & over
        won[ended] = (1 + (n - 1) * rewards[ended]) / n  # 1 for a victory, 1/2 for a tie of two
        waiting &= ~over
    return float(won.mean())


def main(given: Sequence[str] | None = None) -> list[float]:
    """Train and return the learning curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="paris")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--games", type=int, default=128, help="games side by side")
    parser.add_argument("--steps", type=int, default=1_000_000, help="own decisions, all in all")
    parser.add_argument("--rollout", type=int, default=64, help="steps of a rollout in each game")
    parser.add_argument("--rounds", type=int, default=10, help="tests on the way")
    parser.add_argument("--tests", type=int, default=400, help="games of a test")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--save", type=Path, default=None, help="keep the agent in this file")
    parser.add_argument("--curve", type=Path, default=None, help="draw the curve to this SVG file")
    args = parser.parse_args(given)
    env = Games(args.game, args.games, args.players)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=args.rollout,
        batch_size=max(64, args.games * args.rollout // 8),
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [args.width, args.width]},
        seed=args.seed,
        device=args.device,
    )
    each = max(1, args.steps // args.rounds)
    curve = [victories(model, args.game, args.players, args.tests, 10**6)]
    steps = [0]
    for k in track(range(args.rounds), "MaskablePPO learns"):
        model.learn(each, reset_num_timesteps=k == 0)
        steps.append(model.num_timesteps)
        curve.append(victories(model, args.game, args.players, args.tests, 10**6))
    for taken, share in zip(steps, curve, strict=True):
        print(f"{taken:9,d} steps: {100 * share:5.1f} % against random")
    if args.save is not None:
        model.save(args.save)
    if args.curve is not None:
        draw_curve(args.curve, curve, steps[-1], "steps", f"{args.game}: share of victories")
        print(f"The learning curve is drawn in {args.curve}")
    return curve


if __name__ == "__main__":
    main()
