"""Learn by self-play: a small actor-critic in PyTorch on the vector environment.

    python examples/selfplay_actor_critic.py --updates 400 --curve curve.svg

One network plays all seats. After every rollout it is asked what it would have played, and moved
towards the actions that won more than it had expected (advantage actor-critic with a bootstrap
from the value of the seat that is to play). Every few updates it plays against random opponents;
the share of its victories is the learning curve.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
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


def look(batch: Batch, device: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Return observations and masks as tensors of their own; a game that is over may do 0."""
    seen = torch.tensor(batch.observations, device=device)
    mask = torch.tensor(batch.masks, device=device).bool()
    mask[~mask.any(dim=1), 0] = True
    return seen, mask


def act(network: Network, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Draw an action in every game."""
    with torch.no_grad():
        chances, _ = network(seen, mask)
    return torch.multinomial(chances.exp(), 1).squeeze(1)


def learn(
    network: Network,
    batch: Batch,
    optimiser: torch.optim.Optimizer,
    *,
    steps: int,
    entropy: float,
    device: str,
) -> None:
    """Play some steps in all games and learn from them.

    The value of a position for a seat is estimated by what comes next for the same seat: its
    reward when the game ends, or the value of its own next decision.
    """
    n, players = batch.n, batch.players
    seen, masks, actions, seats, rewards, over = [], [], [], [], [], []
    for _ in range(steps):
        shown, mask = look(batch, device)
        chosen = act(network, shown, mask)
        seen.append(shown)
        masks.append(mask)
        actions.append(chosen)
        seats.append(batch.seats.copy())
        batch.step(chosen.cpu().numpy())
        rewards.append(batch.rewards.copy())
        over.append(batch.over.copy())
    with torch.no_grad():
        last = network(*look(batch, device))[1].cpu().numpy()
        values = [network(s, m)[1].cpu().numpy() for s, m in zip(seen, masks, strict=True)]
    # Walk backwards: what each seat of each game may expect from here on, if it is known.
    expected = np.full((n, players), np.nan)
    rows = np.arange(n)
    expected[rows, batch.seats] = last
    targets = np.zeros((steps, n), np.float32)
    weights = np.zeros((steps, n), np.float32)
    for t in reversed(range(steps)):
        expected[over[t]] = rewards[t][over[t]]
        ahead = expected[rows, seats[t]]
        known = ~np.isnan(ahead) & (masks[t].sum(dim=1).cpu().numpy() > 1)
        targets[t] = np.where(known, ahead, 0.0)
        weights[t] = known
        kept = np.isnan(ahead)
        blended = 0.9 * np.where(kept, values[t], ahead) + 0.1 * values[t]
        expected[rows, seats[t]] = blended
    chances, value = network(torch.cat(seen), torch.cat(masks))
    target = torch.tensor(targets.reshape(-1), device=device)
    weight = torch.tensor(weights.reshape(-1), device=device)
    chosen_chance = chances.gather(1, torch.cat(actions).unsqueeze(1)).squeeze(1)
    advantage = (target - value).detach()
    spread = -(chances.exp() * chances.clamp(min=-30)).sum(dim=1)
    losses = -chosen_chance * advantage + 0.5 * (target - value) ** 2 - entropy * spread
    loss = (losses * weight).sum() / weight.sum().clamp(min=1)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def victories(network: Network, game: str, games: int, seed: int, device: str) -> float:
    """Return the share of victories against random opponents, ties counted as shares."""
    batch = Batch(game, games, opponents="random")
    batch.reset(seed=seed)
    waiting = np.ones(games, bool)
    total = 0.0
    while waiting.any():
        seats = batch.seats.copy()
        batch.step(act(network, *look(batch, device)).cpu().numpy())
        ended = waiting & batch.over
        total += float(batch.rewards[ended, seats[ended]].sum())
        waiting &= ~batch.over
    return (1 + (batch.players - 1) * total / games) / batch.players


def main(arguments: Sequence[str] | None = None) -> list[float]:
    """Train and return the learning curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="paris")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--steps", type=int, default=16, help="steps of a rollout")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--every", type=int, default=20, help="updates between two tests")
    parser.add_argument("--tests", type=int, default=256, help="games of a test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--curve", type=Path, default=None, help="draw the curve to this SVG file")
    given = parser.parse_args(arguments)
    torch.manual_seed(given.seed)
    game = registry.game(given.game)
    network = Network(game.observation_spec.size, len(game.actions), given.width)
    network.to(given.device)
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    batch = Batch(given.game, given.games)
    batch.reset(seed=given.seed)
    curve = [victories(network, given.game, given.tests, 10**6, given.device)]
    for update in track(range(1, given.updates + 1), "Learning by self-play"):
        learn(network, batch, optimiser, steps=given.steps, entropy=0.01, device=given.device)
        if update % given.every == 0:
            share = victories(network, given.game, given.tests, 10**6 + update, given.device)
            curve.append(share)
    for k, share in enumerate(curve):
        print(f"{k * given.every:6d} updates: {100 * share:5.1f} % against random")
    if given.curve is not None:
        draw_curve(given.curve, curve, given.updates, "updates", "share of victories")
        print(f"The learning curve is drawn in {given.curve}")
    return curve


if __name__ == "__main__":
    main()
