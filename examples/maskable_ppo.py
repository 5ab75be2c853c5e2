"""Learn to beat random players with MaskablePPO of sb3-contrib.

python examples/maskable_ppo.py --steps 200000 --curve curve.svg
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
from curve import draw_curve
from rich.progress import track
from sb3_contrib import MaskablePPO

from horta.core import registry
from horta.envs.names import gym_id


class Flat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Shows the observation alone; MaskablePPO asks for the mask by itself."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = env.observation_space["observation"]  # type: ignore[index]

    def observation(self, observation: Any) -> Any:
        """Return the numbers without the mask."""
        return observation["observation"]

    def action_masks(self) -> Any:
        """Return the mask of the moment."""
        return self.unwrapped.action_masks()  # type: ignore[attr-defined]


def make(game: str, opponent: str) -> Flat:
    """Return the environment of one agent against bots."""
    name = gym_id(registry.game(game))
    return Flat(gymnasium.make(name, opponents=opponent, disable_env_checker=True))


def victories(model: MaskablePPO, env: Flat, games: int) -> float:
    """Return the share of victories, ties counted as halves."""
    total = 0.0
    for k in range(games):
        seen, _ = env.reset(seed=10**6 + k)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks())
            seen, reward, over, _, _ = env.step(int(action))
            total += float(reward)
    return 0.5 + 0.5 * total / games


def main() -> list[float]:
    """Train and return the learning curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="paris")
    parser.add_argument("--opponent", default="random", help="a bot by its name")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=10, help="tests on the way")
    parser.add_argument("--tests", type=int, default=100, help="games of a test")
    parser.add_argument("--rollout", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=None, help="draw the curve to this SVG file")
    given = parser.parse_args()
    env, test = make(given.game, given.opponent), make(given.game, given.opponent)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=given.rollout, batch_size=256, seed=given.seed, device="cpu"
    )
    each = max(1, given.steps // given.rounds)
    curve = [victories(model, test, given.tests)]
    for _ in track(range(given.rounds), "MaskablePPO learns"):
        model.learn(each, reset_num_timesteps=False)
        curve.append(victories(model, test, given.tests))
    for k, share in enumerate(curve):
        print(f"{k * each:8d} steps: {100 * share:5.1f} % against {given.opponent}")
    if given.curve is not None:
        draw_curve(given.curve, curve, each, "steps", "share of victories")
        print(f"The learning curve is drawn in {given.curve}")
    return curve


if __name__ == "__main__":
    main()
