"""Learning: proximal policy optimisation from self-play, with values for every seat.

A rollout is T steps of all games. What each seat can expect (its reward, its share of the
victory, its total) is estimated from the end of the game backwards, mixed with what the model
thought on the way (λ-returns); what was better than expected is made likelier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch.nn.utils import clip_grad_norm_

from horta.training.model import Looks, Model
from horta.training.tables import Tables

CLIP = 0.2
"""How far the chance of an action may move on one rollout."""
LEAST_LOG = -30.0
WEIGHT_OF_VALUES = 0.5
REWARD_OF_MARGIN = 0.5
"""The share of the margin in the reward; the rest is the victory."""


@dataclass(frozen=True)
class Lessons:
    """How the model learns."""

    steps: int = 64
    """Of each game in one rollout."""
    rate: float = 5e-4
    """Of learning, at the beginning of a run; at its end a twentieth."""
    entropy: float = 0.01
    """Reward for variety, at the beginning; at the end a tenth."""
    trace: float = 0.97
    """λ: how much of what happened counts, against what was thought of it."""
    scale: float = 0.25
    """A lead of this many parts of `network.POINTS` is a large one."""
    epochs: int = 2
    minibatch: int = 32_768


class Rollout(NamedTuple):
    """What happened in T steps of N games: arrays of T rows and N columns."""

    seen: Any
    legal: Any
    counts: Any
    seats: Any
    chosen: Any
    """The place in the list of legal actions."""
    logs: Any
    """The logarithm of the chance that it had."""
    returns: Any
    """Critic, shares and totals of all seats, counted from who was to play."""
    gains: Any
    """How much better than expected it was for who chose."""


class Figures(NamedTuple):
    """How an iteration went."""

    entropy: float
    policy_loss: float
    value_loss: float
    share_error: float
    """Mean square of what the shares were expected to be, against what they came to."""
    games: int
    total: float
    """The mean total of all seats of the games that ended, in parts of `network.POINTS`."""
    best: float
    """The mean total of the winners."""
    steps: int
    """How many were played."""


class Learner:
    """A model, its optimizer, and tables to play at."""

    stage = "play"

    def __init__(self, model: Model, tables: Tables, lessons: Lessons, device: str) -> None:
        self.model, self.tables, self.lessons = model.to(device), tables, lessons
        self.device = device
        self.fast = device.startswith("cuda")
        if self.fast:
            # Memory that stays in its place travels to the accelerator several times as fast.
            self._pinned = torch.as_tensor(tables.seen).pin_memory()
            tables.seen = self._pinned.numpy()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=lessons.rate, eps=1e-5)
        self.players = torch.as_tensor(tables.players, device=device)
        seats = torch.arange(model.seats, device=device)
        self._held = seats[None, :] < self.players[:, None]
        self._seats = seats

    def look(self, seen: Any, legal: Any, counts: Any, players: Any) -> Looks:
        """Let the model look, in half precision where the machine is fast at it."""
        with torch.autocast(self.device.split(":")[0], dtype=torch.bfloat16, enabled=self.fast):
            looks: Looks = self.model(seen, legal, counts, players)
        return looks

    def iterate(self, done: float) -> Figures:
        """Play a rollout and learn from it; `done` is the part of the run that is over."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.lessons.rate * (1.0 - 0.95 * done)
        rollout, games, total, best = self._play()
        learnt = self._learn(rollout, self.lessons.entropy * (1.0 - 0.9 * done))
        variety, policy, values, shares = learnt
        steps = len(self.players) * self.lessons.steps
        return Figures(variety, policy, values, shares, games, total, best, steps)

    def _turned(self, values: Any, seats: Any, players: Any, *, back: bool) -> Any:
        """Count seats from who is to play (`back`: from the first seat), for each game."""
        sign = -1 if back else 1
        turned = (self._seats + sign * seats[..., None]) % players[..., None]
        there = torch.where(self._seats < players[..., None], turned, self._seats)
        return values.gather(-1, there)

    def _expected(self, looks: Looks, seats: Any) -> Any:
        """Return critic, shares and totals of all seats, counted from the first."""
        heads = (looks.critic, torch.softmax(looks.shares, 1), looks.totals)
        turned = [self._turned(head, seats, self.players, back=True) for head in heads]
        return torch.stack(turned, 1)

    def _play(self) -> tuple[Rollout, int, float, float]:
        with torch.no_grad():
            return self._play_on()

    def _play_on(self) -> tuple[Rollout, int, float, float]:
        tables, steps, device = self.tables, self.lessons.steps, self.device
        rows: list[tuple[Any, ...]] = []
        expected, ends, overs = [], [], []
        games, points, best = 0, 0.0, 0.0
        for t in range(steps + 1):
            seen = torch.as_tensor(tables.seen, device=device)
            seen = seen.bfloat16() if self.fast else seen.clone()
            legal = torch.as_tensor(tables.legal(), device=device)
            counts = torch.as_tensor(tables.counts, device=device).clone()
            seats = torch.as_tensor(tables.seats, device=device).clone()
            looks = self.look(seen, legal, counts, self.players)
            expected.append(self._expected(looks, seats))
            if t == steps:
                break
            logs = torch.log_softmax(looks.logits, 1)
            chosen = torch.multinomial(logs.exp(), 1)
            log = logs.gather(1, chosen).squeeze(1)
            rows.append((seen, legal, counts, seats, chosen.squeeze(1), log))
            tables.step(legal.gather(1, chosen).squeeze(1).cpu().numpy())
            ends.append(self._ended())
            overs.append(torch.as_tensor(tables.over, device=device).clone())
            if tables.over.any():
                held = self._held.cpu().numpy()[tables.over]
                totals = tables.totals[tables.over]
                games += len(totals)
                points += float(totals.sum() / held.sum() * len(totals))
                best += float(totals.max(1).sum())
        rollout = self._rollout(rows, torch.stack(expected), torch.stack(ends), torch.stack(overs))
        return rollout, games, points / max(games, 1), best / max(games, 1)

    def _ended(self) -> Any:
        """Return what the games that are over brought: rewards, shares and totals of all seats."""
        shares = torch.as_tensor(self.tables.shares, device=self.device)
        totals = torch.as_tensor(self.tables.totals, device=self.device)
        lone = totals.masked_fill(~self._held, -1e9)
        two = lone.topk(2, 1).values
        lead = lone - torch.where(lone == two[:, :1], two[:, 1:], two[:, :1])
        players = self.players[:, None]
        win = (shares * players - 1) / (players - 1)
        margin = torch.tanh(lead / self.lessons.scale)
        reward = (1 - REWARD_OF_MARGIN) * win + REWARD_OF_MARGIN * margin
        return torch.stack((reward * self._held, shares, totals), 1)

    def _rollout(
        self, rows: list[tuple[Any, ...]], expected: Any, ends: Any, overs: Any
    ) -> Rollout:
        """Reckon backwards what each seat could expect."""
        last = torch.zeros_like(expected[0])
        returns = []
        for t in reversed(range(len(rows))):
            over = overs[t][:, None, None]
            after = torch.where(over, ends[t], expected[t + 1])
            error = after - expected[t]
            last = error + torch.where(over, 0.0, self.lessons.trace * last)
            returns.append(last + expected[t])
        returned = torch.stack(returns[::-1])
        seen, legal, counts, seats, chosen, logs = zip(*rows, strict=True)
        who = torch.stack(seats)
        better = (returned[:, :, 0] - expected[:-1, :, 0]).gather(2, who[:, :, None]).squeeze(2)
        turned = [
            self._turned(returned[:, :, part], who, self.players.expand_as(who), back=False)
            for part in range(3)
        ]
        longest = max(each.shape[1] for each in legal)
        lists = [torch.nn.functional.pad(each, (0, longest - each.shape[1])) for each in legal]
        return Rollout(
            *(torch.stack(seen), torch.stack(lists), torch.stack(counts), who),
            *(torch.stack(chosen), torch.stack(logs), torch.stack(turned, 2)),
            gains=(better - better.mean()) / (better.std() + 1e-6),
        )

    def _learn(self, rollout: Rollout, entropy: float) -> list[float]:
        flat = Rollout(*(array.flatten(0, 1) for array in rollout))
        players = self.players.repeat(self.lessons.steps)
        n = len(flat.chosen)
        sums = torch.zeros(4, device=self.device)
        batches = 0
        for _ in range(self.lessons.epochs):
            order = torch.randperm(n, device=self.device)
            for rows in order.split(self.lessons.minibatch):
                part = Rollout(*(array[rows] for array in flat))
                loss, told = self._loss(part, players[rows], entropy)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                sums += told
                batches += 1
        return [float(each) for each in (sums / batches).cpu()]

    def _loss(self, part: Rollout, players: Any, entropy: float) -> tuple[Any, Any]:
        """Return the loss of a minibatch, and four figures of it."""
        looks = self.look(part.seen, part.legal, part.counts, players)
        logs = torch.log_softmax(looks.logits, 1)
        log = logs.gather(1, part.chosen[:, None]).squeeze(1)
        free = (part.counts > 1).float()  # what is forced teaches nothing
        ratio = (log - part.logs).exp()
        clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
        gained = torch.min(ratio * part.gains, clipped * part.gains)
        policy = -(gained * free).sum() / free.sum().clamp(min=1.0)
        variety = -(logs.exp() * logs.clamp(min=LEAST_LOG)).sum(1)
        variety = (variety * free).sum() / free.sum().clamp(min=1.0)
        held = (self._seats < players[:, None]).float()
        reward, share, total = part.returns.unbind(1)
        critic = ((looks.critic - reward).square() * held).sum() / held.sum()
        points = ((looks.totals - total).square() * held).sum() / held.sum()
        expected = torch.log_softmax(looks.shares, 1)
        # The gradient of a cross entropy is right even where a λ-return lies outside 0 to 1.
        shares = -(share * held * expected.clamp(min=LEAST_LOG)).sum(1).mean()
        off = ((expected.exp() - share).square() * held).sum() / held.sum()
        values = critic + points + 0.5 * shares
        loss = policy + WEIGHT_OF_VALUES * values - entropy * variety
        told = (variety, policy, critic + points, off)
        return loss, torch.stack([each.detach() for each in told])

    def close(self) -> None:
        """Let the threads of the tables go."""
        self.tables.close()
