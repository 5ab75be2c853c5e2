"""Learn by self-play: a small actor-critic in PyTorch on the vector environment.

    python examples/selfplay_actor_critic.py --updates 400 --curve curve.svg

One network plays all seats. After every rollout it is asked what it would have played, and moved
towards the actions that won more than it had expected (advantage actor-critic with a bootstrap
from the value of the seat that is to play). Every few updates it plays against random opponents;
the share of its victories is the learning curve.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from curve import draw_curve
from rich.progress import track
from torch import nn

from horta.core import registry
from horta.envs.batch import Batch


class Network(nn.Module):
    """Scores for all actions, and the value of the observation for its seat."""

    def __init__(self, size: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actor = nn.Linear(width, actions)
        self.critic = nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log-probabilities of the legal actions, and the values."""
        hidden = self.body(seen)
        scores = self.actor(hidden).masked_fill(~mask, -1e9)
        return torch.log_softmax(scores, dim=1), torch.tanh(self.critic(hidden)).squeeze(1)


def act(network: Network, batch: Batch, greedy: bool) -> torch.Tensor:
    """Choose an action in every game; where a game is over, any number will do."""
    mask = torch.from_numpy(batch.masks).bool()
    mask[~mask.any(dim=1), 0] = True
    with torch.no_grad():
        chances, _ = network(torch.from_numpy(batch.observations), mask)
    return chances.argmax(1) if greedy else torch.multinomial(chances.exp(), 1).squeeze(1)


def learn(
    network: Network, batch: Batch, optimiser: torch.optim.Optimizer, steps: int, entropy: float
) -> None:
    """Play some steps in all games and learn from them.

    The value of a position for a seat is estimated by what comes next for the same seat: its
    reward when the game ends, or the value of its own next decision.
    """
    n, players = batch.n, batch.players
    seen, masks, actions, seats, rewards, over = [], [], [], [], [], []
    for _ in range(steps):
        seen.append(torch.from_numpy(batch.observations.copy()))
        mask = torch.from_numpy(batch.masks.copy()).bool()
        mask[~mask.any(dim=1), 0] = True
        masks.append(mask)
        seats.append(batch.seats.copy())
        chosen = act(network, batch, greedy=False)
        actions.append(chosen)
        batch.step(chosen.numpy())
        rewards.append(batch.rewards.copy())
        over.append(batch.over.copy())
    last_mask = torch.from_numpy(batch.masks.copy()).bool()
    last_mask[~last_mask.any(dim=1), 0] = True
    with torch.no_grad():
        _, last = network(torch.from_numpy(batch.observations), last_mask)
        values = [network(s, m)[1].numpy() for s, m in zip(seen, masks, strict=True)]
    # Walk backwards: what each seat of each game may expect from here on, if it is known.
    expected = np.full((n, players), np.nan)
    rows = np.arange(n)
    expected[rows, batch.seats] = last.numpy()
    targets = np.zeros((steps, n), np.float32)
    weights = np.zeros((steps, n), np.float32)
    for t in reversed(range(steps)):
        expected[over[t]] = rewards[t][over[t]]
        ahead = expected[rows, seats[t]]
        known = ~np.isnan(ahead) & (masks[t].sum(dim=1).numpy() > 1)
        targets[t] = np.where(known, ahead, 0.0)
        weights[t] = known
        kept = np.isnan(ahead)
        blended = 0.9 * np.where(kept, values[t], ahead) + 0.1 * values[t]
        expected[rows, seats[t]] = blended
    chances, value = network(torch.cat(seen), torch.cat(masks))
    target = torch.from_numpy(targets.reshape(-1))
    weight = torch.from_numpy(weights.reshape(-1))
    chosen_chance = chances.gather(1, torch.cat(actions).unsqueeze(1)).squeeze(1)
    advantage = (target - value).detach()
    spread = -(chances.exp() * chances.clamp(min=-30)).sum(dim=1)
    losses = -chosen_chance * advantage + 0.5 * (target - value) ** 2 - entropy * spread
    loss = (losses * weight).sum() / weight.sum().clamp(min=1)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def victories(network: Network, game: str, games: int, seed: int) -> float:
    """Return the share of victories against random opponents, ties counted as halves."""
    batch = Batch(game, games, opponents="random")
    batch.reset(seed=seed)
    waiting = np.ones(games, bool)
    total = 0.0
    while waiting.any():
        seats = batch.seats.copy()
        batch.step(act(network, batch, greedy=False).numpy())
        ended = waiting & batch.over
        total += float(batch.rewards[ended, seats[ended]].sum())
        waiting &= ~batch.over
    return 0.5 + 0.5 * total / games


def main() -> list[float]:
    """Train and return the learning curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="paris")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--steps", type=int, default=16, help="steps of a rollout")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--every", type=int, default=20, help="updates between two tests")
    parser.add_argument("--tests", type=int, default=256, help="games of a test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=None, help="draw the curve to this SVG file")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    game = registry.game(given.game)
    network = Network(game.seen_as.size, len(game.actions), given.width)
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    batch = Batch(given.game, given.games)
    batch.reset(seed=given.seed)
    curve = [victories(network, given.game, given.tests, 10**6)]
    for update in track(range(1, given.updates + 1), "Learning by self-play"):
        learn(network, batch, optimiser, given.steps, entropy=0.01)
        if update % given.every == 0:
            curve.append(victories(network, given.game, given.tests, 10**6 + update))
    for k, share in enumerate(curve):
        print(f"{k * given.every:6d} updates: {100 * share:5.1f} % against random")
    if given.curve is not None:
        draw_curve(given.curve, curve, given.every, "updates", "share of victories")
        print(f"The learning curve is drawn in {given.curve}")
    return curve


if __name__ == "__main__":
    main()
