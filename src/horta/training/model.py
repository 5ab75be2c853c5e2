"""The network in PyTorch: the same forward pass as `horta.bots.network`, for learning."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - so it is called everywhere
from torch import nn

from horta.bots.network import PIECES, SMALL, Network, pieces_of
from horta.core.game import Game

NEVER = -1e9
"""The logit of what is not legal."""


class Looks(NamedTuple):
    """What the model thinks of some tables, one row each, seats counted from who is to play."""

    logits: Any
    """By place in the list of legal actions; NEVER behind its end."""
    shares: Any
    """Logits of each seat's share of the victory; NEVER for seats that nobody holds."""
    totals: Any
    """In parts of `network.POINTS`."""
    critic: Any
    """What each seat's reward will be: only learning needs it, the file does not hold it."""


class Model(nn.Module):
    """A residual network with a policy and values for every seat."""

    def __init__(self, game: Game, width: int, blocks: int) -> None:
        super().__init__()
        seats, size = game.max_players, game.observation_spec.size
        pieces = pieces_of(game)
        self.seats = seats
        self.enter = nn.Linear(size, width)
        self.gains = nn.Parameter(torch.ones(blocks + 1, width))
        self.inner = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.outer = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.policy = nn.Linear(width, int(pieces.max()) + 1)
        self.values = nn.Linear(width, 2 * seats)
        self.critic = nn.Linear(width, seats)
        for head, scale in ((self.policy, 0.01), (self.values, 0.1), (self.critic, 0.1)):
            nn.init.orthogonal_(head.weight, scale)
            nn.init.zeros_(head.bias)
        for layer in self.outer:
            nn.init.zeros_(layer.weight)
        found = torch.as_tensor(pieces.astype(np.int64))
        # A piece that is not there is the last of a row, which is always zero.
        self.register_buffer("pieces", torch.where(found < 0, int(pieces.max()) + 1, found))
        self.simple = bool((pieces[:, 1:] < 0).all())

    def forward(self, seen: Any, legal: Any, counts: Any, players: Any) -> Looks:
        """Look at tables: observations, lists of legal actions, their lengths, and seats held."""
        h = F.relu(self.enter(seen))
        for k, (inner, outer) in enumerate(zip(self.inner, self.outer, strict=True)):
            h = h + outer(F.relu(inner(_norm(h, self.gains[k]))))
        h = _norm(h, self.gains[-1])
        liked = self.policy(h).float()
        logits = self._of_actions(liked, legal)
        places = torch.arange(legal.shape[1], device=legal.device)
        logits = logits.masked_fill(places[None, :] >= counts[:, None], NEVER)
        values = self.values(h).float()
        empty = torch.arange(self.seats, device=seen.device)[None, :] >= players[:, None]
        shares = values[:, : self.seats].masked_fill(empty, NEVER)
        return Looks(logits, shares, values[:, self.seats :], torch.tanh(self.critic(h).float()))

    def _of_actions(self, liked: Any, legal: Any) -> Any:
        if self.simple:
            return liked.gather(1, legal)
        padded = F.pad(liked, (0, 1))
        pieces = self.pieces[legal]
        return sum(padded.gather(1, pieces[:, :, part]) for part in range(PIECES))

    def network(self, game: Game) -> Network:
        """Return the weights for `horta.bots.network`."""

        def rows(layer: Any) -> Any:
            """A row for each input."""
            return np.ascontiguousarray(layer.weight.detach().float().cpu().numpy().T)

        def plain(tensor: Any) -> Any:
            return np.ascontiguousarray(tensor.detach().float().cpu().numpy())

        return Network(
            enter=rows(self.enter),
            enter_bias=plain(self.enter.bias),
            gains=plain(self.gains),
            inner=np.stack([rows(layer) for layer in self.inner]),
            inner_bias=np.stack([plain(layer.bias) for layer in self.inner]),
            outer=np.stack([rows(layer) for layer in self.outer]),
            outer_bias=np.stack([plain(layer.bias) for layer in self.outer]),
            policy=plain(self.policy.weight),
            policy_bias=plain(self.policy.bias),
            values=plain(self.values.weight),
            values_bias=plain(self.values.bias),
            pieces=pieces_of(game),
        )


def begin_from(model: Model, network: Network) -> None:
    """Give a model the weights of a network; its critic, which no file holds, stays as it is."""
    known = {
        "enter.weight": torch.as_tensor(network.enter).T,
        "enter.bias": torch.as_tensor(network.enter_bias),
        "gains": torch.as_tensor(network.gains),
        "policy.weight": torch.as_tensor(network.policy),
        "policy.bias": torch.as_tensor(network.policy_bias),
        "values.weight": torch.as_tensor(network.values),
        "values.bias": torch.as_tensor(network.values_bias),
    }
    for k in range(len(network.inner)):
        known[f"inner.{k}.weight"] = torch.as_tensor(network.inner[k]).T
        known[f"inner.{k}.bias"] = torch.as_tensor(network.inner_bias[k])
        known[f"outer.{k}.weight"] = torch.as_tensor(network.outer[k]).T
        known[f"outer.{k}.bias"] = torch.as_tensor(network.outer_bias[k])
    model.load_state_dict({**model.state_dict(), **known})


def _norm(h: Any, gains: Any) -> Any:
    """Divide by the root of the mean square, and multiply by the gains."""
    wide = h.float()
    return (wide * torch.rsqrt(wide.square().mean(1, keepdim=True) + SMALL) * gains).to(h.dtype)
