"""Generation: many games side by side, every seat played by the network, in several threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from horta.bots.network import POINTS
from horta.core.game import Game
from horta.envs.batch import SAME_STEP, Batch

SCATTER = 200
"""Games are begun by up to so many random steps, so that they are at different moments."""
DEALS = 1_000_003
"""The first deals of two batches are so far apart."""


@dataclass(frozen=True)
class Variant:
    """One way to play a game."""

    players: int
    options: Mapping[str, Any] = field(default_factory=dict)


class Tables:
    """Games of all variants, advanced together; a batch of one variant for each thread.

    The arrays hold a row for each game: what is seen by the seat to play, and how those games
    ended that ended with the last step.
    """

    def __init__(
        self, game: Game, variants: Sequence[Variant], threads: int, games: int, seed: int
    ) -> None:
        self.game, self.games, self.threads = game, games, threads
        n, seats = threads * games, game.max_players
        self.batches = [
            Batch(game.id, games, v.players, options=v.options, autoreset=SAME_STEP)
            for v in (variants[k % len(variants)] for k in range(threads))
        ]
        self.seen = np.zeros((n, game.observation_spec.size), np.float32)
        self.counts = np.zeros(n, np.int64)
        self.seats = np.zeros(n, np.int64)
        self.over = np.zeros(n, np.bool_)
        self.shares = np.zeros((n, seats), np.float32)
        """Of the victory, by seat, of the games that are over."""
        self.totals = np.zeros((n, seats), np.float32)
        """In parts of `network.POINTS`."""
        self.players = np.repeat([batch.players for batch in self.batches], games).astype(np.int64)
        self._pool = ThreadPoolExecutor(threads)
        list(self._pool.map(lambda k: self._begin(k, seed), range(threads)))

    def _begin(self, k: int, seed: int) -> None:
        batch = self.batches[k]
        batch.reset(seed=seed + DEALS * (k + 1))
        for _ in range(int(np.random.default_rng([seed, k]).integers(SCATTER))):
            batch.step(batch.sample())
        self._read(k)

    def _read(self, k: int) -> None:
        batch, rows = self.batches[k], slice(k * self.games, (k + 1) * self.games)
        self.seen[rows] = batch.observations
        self.counts[rows] = batch.counts
        self.seats[rows] = batch.seats
        self.over[rows] = batch.over
        if batch.over.any():
            players = batch.players
            ended = np.flatnonzero(batch.over)
            at = k * self.games + ended
            # The reward `win` of k winners among n is (n/k - 1)/(n - 1).
            won = (batch.rewards[ended] * (players - 1) + 1) / players
            self.shares[at, :players] = won
            self.totals[at, :players] = batch.totals[ended] / POINTS

    def legal(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return the lists of legal actions, each as long as the longest."""
        longest = int(self.counts.max())
        return np.concatenate([batch.legal[:, :longest] for batch in self.batches]).astype(np.int64)

    def step(self, actions: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        """Play one action in every game; a game that ends is dealt anew."""

        def advance(k: int) -> None:
            self.batches[k].step(actions[k * self.games : (k + 1) * self.games])
            self._read(k)

        list(self._pool.map(advance, range(self.threads)))

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown()
