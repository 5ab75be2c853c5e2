"""Learning from search: policies from the visits of searched self-play, values from its roots.

A round is some games with the network of the round before, every decision searched (`actors.py`).
Then the model learns from the games of the last rounds: its policy what the searches came back to,
its values a mixture of what the searches thought and of what happened in the end (λ-returns).
"""

from __future__ import annotations

import contextlib
import multiprocessing
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - so it is called everywhere
from torch.nn.utils import clip_grad_norm_

from horta.bots.guided import guided_search
from horta.bots.network import origin_of, save
from horta.core.binding import bind
from horta.core.engine import compiled_engine, mode
from horta.core.game import Game
from horta.training.actors import Lesson, Search, Task, play_game, play_on_cluster
from horta.training.learner import LEAST_LOG, Figures, Lessons
from horta.training.model import Model
from horta.training.tables import DEALS, Variant

WEIGHT_OF_TOTALS = 2.0
"""In the loss, where totals are told in parts of `network.POINTS`."""


class Examples(NamedTuple):
    """Decisions to learn from, a row each."""

    seen: Any
    legal: Any
    visits: Any
    counts: Any
    players: Any
    values: Any


class Student:
    """A model that learns from its own searches."""

    stage = "search"

    def __init__(
        self,
        game: Game,
        model: Model,
        search: Search,
        lessons: Lessons,
        *,
        variants: Sequence[Variant],
        processes: int,
        games: int,
        seed: int,
        device: str,
        cluster: bool = False,
    ) -> None:
        """Make it; a round has `games` games for each process; a cluster plays them all."""
        self.game, self.model, self.search = game, model.to(device), search.checked()
        self.rate, self.device = lessons.rate, device
        self.fast = device.startswith("cuda")
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=lessons.rate, eps=1e-5)
        self.variants, self.games, self.seed = variants, processes * games, seed
        self.window: deque[Examples] = deque(maxlen=search.window)
        self.rounds = 0
        self._held = contextlib.ExitStack()
        self._folder = Path(self._held.enter_context(tempfile.TemporaryDirectory()))
        self._pool, self._cluster = None, cluster
        if mode() != "plain":
            bind(guided_search, compiled_engine(game))  # once, before many processes would
        if processes > 1 and not cluster:
            # Not by fork: a process with PyTorch's threads cannot be doubled.
            how = multiprocessing.get_context("spawn")
            pool = ProcessPoolExecutor(processes, mp_context=how)
            self._pool = self._held.enter_context(pool)

    def iterate(self, done: float) -> Figures:
        """Play a round and learn from the window; `done` is the part of the run that is over."""
        lessons = list(self._play())
        self.window.append(self._pack(lessons))
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * (1.0 - 0.95 * done)
        variety, policy, values, shares = self._learn()
        steps = sum(len(lesson.counts) for lesson in lessons)
        total = np.mean([lesson.totals[: lesson.players].mean() for lesson in lessons])
        best = np.mean([lesson.totals.max() for lesson in lessons])
        return Figures(
            *(variety, policy, values, shares),
            games=len(lessons),
            total=float(total),
            best=float(best),
            steps=steps,
        )

    def _play(self) -> Iterator[Lesson]:
        """Play the games of a round with the network of now."""
        path = self._folder / f"{self.rounds}.npz"
        save(path, self.model.network(self.game), origin_of(self.game))
        first = self.seed + DEALS * (self.rounds + 1)
        self.rounds += 1
        ways = [self.variants[k % len(self.variants)] for k in range(self.games)]
        tasks = [
            Task(self.game.id, way, first + k, path, self.search) for k, way in enumerate(ways)
        ]
        # Games of many players are the longest: begun first, nobody waits for them at the end.
        tasks.sort(key=lambda task: -task.variant.players)
        played: Iterable[Lesson] = map(play_game, tasks)
        if self._cluster:
            played = play_on_cluster(tasks)
        elif self._pool is not None:
            played = self._pool.map(play_game, tasks)
        yield from played

    def _pack(self, lessons: Sequence[Lesson]) -> Examples:
        """Put the decisions of a round into rows."""
        counts = np.concatenate([lesson.counts for lesson in lessons])
        within = np.arange(counts.max()) < counts[:, None]
        legal = np.zeros(within.shape, np.int64)
        visits = np.zeros(within.shape, np.float32)
        legal[within] = np.concatenate([lesson.legal for lesson in lessons])
        visits[within] = np.concatenate([lesson.visits for lesson in lessons])
        players = np.repeat(
            [lesson.players for lesson in lessons], [len(lesson.counts) for lesson in lessons]
        )
        seen = torch.as_tensor(np.concatenate([lesson.seen for lesson in lessons]))
        values = np.concatenate([lesson.values for lesson in lessons])
        return Examples(
            seen.to(self.device, torch.bfloat16 if self.fast else torch.float32),
            *(torch.as_tensor(each, device=self.device) for each in (legal, visits, counts)),
            *(torch.as_tensor(each, device=self.device) for each in (players, values)),
        )

    def _learn(self) -> list[float]:
        """Go through the window, some decisions at a time."""
        longest = max(part.legal.shape[1] for part in self.window)
        wide = [
            part._replace(
                legal=F.pad(part.legal, (0, longest - part.legal.shape[1])),
                visits=F.pad(part.visits, (0, longest - part.visits.shape[1])),
            )
            for part in self.window
        ]
        whole = Examples(*(torch.cat(parts) for parts in zip(*wide, strict=True)))
        sums, batches = torch.zeros(4, device=self.device), 0
        for _ in range(self.search.epochs):
            order = torch.randperm(len(whole.counts), device=self.device)
            for rows in order.split(self.search.minibatch):
                loss, told = self.loss(Examples(*(array[rows] for array in whole)))
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                sums += told
                batches += 1
        return [float(each) for each in (sums / batches).cpu()]

    def loss(self, part: Examples) -> tuple[Any, Any]:
        """Return the loss of some decisions, and four figures of it."""
        with torch.autocast(self.device.split(":")[0], dtype=torch.bfloat16, enabled=self.fast):
            looks = self.model(part.seen, part.legal, part.counts, part.players)
        logs = torch.log_softmax(looks.logits, 1).clamp(min=LEAST_LOG)
        policy = -(part.visits * logs).sum(1).mean()
        variety = -(logs.exp() * logs).sum(1).mean()
        seats = torch.arange(self.model.seats, device=self.device)
        held = (seats < part.players[:, None]).float()
        share, total = part.values.unbind(1)
        expected = torch.log_softmax(looks.shares, 1)
        shares = -(share * held * expected.clamp(min=LEAST_LOG)).sum(1).mean()
        points = ((looks.totals - total).square() * held).sum() / held.sum()
        off = ((expected.exp() - share).square() * held).sum() / held.sum()
        told = torch.stack([each.detach() for each in (variety, policy, points, off)])
        return policy + shares + WEIGHT_OF_TOTALS * points, told

    def close(self) -> None:
        """Let the processes go."""
        self._held.close()
