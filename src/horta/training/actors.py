"""Searched self-play: whole games in which the network searches before every decision.

A search knows more than its network: its visits are a better policy, and the mean over all its
leaves a better value than a single look. Both are what `searched.py` learns from. This module needs
no PyTorch, so that the processes that play need none either.
"""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.bots.bot import MASK, InfoState
from horta.bots.cluster import join
from horta.bots.guided import Advice, Guide
from horta.bots.mcts import TreeSearch
from horta.bots.net import Guides
from horta.bots.network import POINTS, Network, load
from horta.bots.tuning import tuning_of
from horta.core import registry
from horta.core.engine import compiled_engine, mode, plain_engine
from horta.core.errors import BadOption
from horta.core.game import Game
from horta.core.record import copy_table
from horta.envs.batch import WAIT, Batch
from horta.training.tables import Variant

SPREAD = 10.0
"""The luck of a root goes to about a tenth of so many actions (the concentration of Dirichlet)."""


@dataclass(frozen=True)
class Search:
    """How games are searched, and how they are learnt from."""

    iterations: int = 100
    """Of the search before each decision."""
    trust: float = 0.5
    """The share of the network in the value of a leaf; the rest is a playout's."""
    noise: float = 0.25
    """The share of luck in what a search likes at its root, so that all is tried."""
    variety: int = 24
    """So many decisions of a game are drawn by their visits; later ones are the most visited."""
    trace: float = 0.95
    """λ: how much of what happened counts, against what searches thought on the way."""
    window: int = 6
    """The model learns from the games of so many rounds."""
    epochs: int = 1
    minibatch: int = 4_096

    def checked(self) -> Search:
        """Return the same, or say what is wrong with it."""
        if self.iterations < 1:
            raise BadOption(f"a search has at least one iteration, not {self.iterations}")
        for name in ("trust", "noise", "trace"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise BadOption(f"{name} is 0 to 1, not {getattr(self, name):g}")
        return self


class Task(NamedTuple):
    """A game to play."""

    game: str
    variant: Variant
    seed: int
    network: Path
    """Its file; on a cluster the network travels by itself."""
    search: Search


class Lesson(NamedTuple):
    """What a game teaches: T decisions of who had a choice."""

    seen: NDArray[np.float16]
    """T observations."""
    legal: NDArray[np.int32]
    """The legal actions of all decisions, one list after the other."""
    visits: NDArray[np.float32]
    """The share of the visits that each of them got."""
    counts: NDArray[np.int64]
    """The lengths of the lists."""
    values: NDArray[np.float32]
    """T times shares and totals of all seats, counted from who was to play."""
    players: int
    shares: NDArray[np.float32]
    """Of the victory, by seat, in the end."""
    totals: NDArray[np.float32]
    """In parts of `network.POINTS`."""


def play_game(task: Task, network: Network | None = None) -> Lesson:
    """Play a game, every seat by the same network with its search."""
    game, search = registry.game(task.game), task.search
    players = task.variant.players
    network = _network(task.network, game) if network is None else network
    guide = Guides(network, game.max_players, Advice(trust=search.trust))()
    batch = Batch(game.id, 1, players, options=task.variant.options, autoreset=WAIT)
    batch.reset(seed=task.seed)
    luck = np.random.default_rng(task.seed)
    rows: list[tuple[Any, ...]] = []
    while not batch.over[0]:
        n, seat = int(batch.counts[0]), int(batch.seats[0])
        legal = batch.legal[0, :n].astype(np.int32)
        place = 0
        if n > 1:
            tree = _think(batch, guide, luck, search)
            visits = _visits(tree, legal)
            values = np.stack((tree.tree.wins[tree.root], guide.sums / POINTS)) / tree.visits
            rows.append((batch.observations[0].astype(np.float16), legal, visits, seat, values))
            drawn = len(rows) <= search.variety
            place = int(luck.choice(n, p=visits)) if drawn else int(visits.argmax())
        batch.step(legal[place : place + 1])
    shares, totals = np.zeros((2, game.max_players), np.float32)
    # The reward `win` of k winners among n is (n/k - 1)/(n - 1).
    shares[:players] = (batch.rewards[0] * (players - 1) + 1) / players
    totals[:players] = batch.totals[0] / POINTS
    return _lesson(rows, players, shares, totals, search.trace)


def play_on_cluster(tasks: list[Task]) -> list[Lesson]:
    """Return the lessons of games that a Ray cluster plays; a lost one is played again."""
    ray = join()
    network = ray.put(_network(tasks[0].network, registry.game(tasks[0].game)))
    play = ray.remote(max_retries=2)(_play_far)
    return list(ray.get([play.remote(task, network) for task in tasks]))


def _play_far(task: Task, network: Network) -> Lesson:
    os.environ.setdefault("HORTA_JIT", "1")
    return play_game(task, network)


@functools.lru_cache(maxsize=2)
def _network(path: Path, game: Game) -> Network:
    return load(path, game)


def _think(batch: Batch, guide: Guide, luck: np.random.Generator, search: Search) -> TreeSearch:
    """Search the decision that is to be taken."""
    game, seat = batch.game, int(batch.seats[0])
    rules = plain_engine(game) if mode() == "plain" else compiled_engine(game)
    table = copy_table(batch.tables)
    rules.redact(table, 0, seat)
    seed = int(luck.integers(MASK))
    legal = tuple(batch.legal[0, : batch.counts[0]].tolist())
    info = InfoState(game, batch.players, seat, table, legal, seed, engine=rules)
    guide.sums[:] = 0.0
    unknown = np.full(len(game.actions), -1e9)  # the network's own thoughts take their place
    tree = TreeSearch(info, tuning_of(game), unknown, seed, guide=guide)
    tree.grow(1)
    children = tree.children(tree.root)
    stirred = luck.dirichlet([SPREAD / len(children)] * len(children))
    prior = tree.tree.prior
    prior[children] += search.noise * (stirred - prior[children])
    if search.iterations > 1:
        tree.grow(search.iterations - 1)
    return tree


def _visits(tree: TreeSearch, legal: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return the share of the visits that each legal action got."""
    children = tree.children(tree.root)
    found = dict(zip(tree.tree.action[children].tolist(), tree.tree.visits[children], strict=True))
    visits = np.array([found.get(action, 0) for action in legal.tolist()], np.float64)
    shares: NDArray[np.float64] = visits / visits.sum()
    return shares


def _lesson(
    rows: list[tuple[Any, ...]],
    players: int,
    shares: NDArray[np.float32],
    totals: NDArray[np.float32],
    trace: float,
) -> Lesson:
    """Reckon from the end backwards what each decision could expect (λ-returns)."""
    seen, legal, visits, seats, thought = zip(*rows, strict=True)
    values = np.zeros((len(rows), 2, len(shares)), np.float32)
    after = np.stack((shares, totals)).astype(float)
    for t in reversed(range(len(rows))):
        after = thought[t] + trace * (after - thought[t])
        turned = (seats[t] + np.arange(players)) % players
        values[t, :, :players] = after[:, turned]
    return Lesson(
        seen=np.stack(seen),
        legal=np.concatenate(legal),
        visits=np.concatenate(visits).astype(np.float32),
        counts=np.array([len(each) for each in legal]),
        values=values,
        players=players,
        shares=shares,
        totals=totals,
    )
