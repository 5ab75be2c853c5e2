"""What an action is worth, with the error of saying so.

One search compares actions with each other, but spends its time on what looks best, and its mean
values come from playouts that learnt from one another: it cannot say how sure it is. So an action
that is to be judged gets several trees of its own. Each begins every iteration with that action,
all have the same number of iterations, and none knows of the others: their mean is the worth of
the action, and the spread between them is the error.

Whatever looks best among several looks better than it is, and so does what was looked at again
and again until it stood out. What is to be blamed is therefore weighed once more, by trees that had
no part in choosing it (`Scales.anew`).

Playouts err more than players do, so a share of victories is no chance yet: it is calibrated, and
its error with it (`horta.bots.calibration`).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance
from typing import NamedTuple

from horta.bots.bot import InfoState
from horta.bots.calibration import Judge, sharpened, slope_of, steepness
from horta.bots.guided import Advice
from horta.bots.mcts import MctsBot, TreeSearch
from horta.bots.net import guides_of, network_file
from horta.bots.tuning import tuning_of
from horta.core.engine import compiled_engine, mode

LONGEST = 6
"""So many steps of the likely play are told."""
TRODDEN = 12
"""A step of the likely play was looked at so often."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    error: float

    def less(self, other: Estimate) -> Estimate:
        """Return the difference of two independent estimates."""
        return Estimate(self.mean - other.mean, math.hypot(self.error, other.error))


def mean_of(some: Sequence[Estimate]) -> Estimate:
    """Return the mean of independent estimates, at least one."""
    return Estimate(fmean(one.mean for one in some), sum_of(some).error / len(some))


def sum_of(some: Sequence[Estimate]) -> Estimate:
    """Return the sum of independent estimates."""
    return Estimate(math.fsum(one.mean for one in some), math.hypot(*(one.error for one in some)))


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values, at least two, and its error."""
    return Estimate(fmean(values), math.sqrt(variance(values) / len(values)))


@dataclass(frozen=True)
class Weighed:
    """What the trees of one action found."""

    action: int
    value: Estimate
    """What the search seeks: the share of victory, and a little of the lead."""
    points: Estimate
    """The lead of the seat at the end."""
    chances: tuple[Estimate, ...]
    """By seat: the share of victory, calibrated."""
    lines: tuple[float, ...]
    """The score sheet of the seat at the end, by line."""
    play: tuple[int, ...]
    """The action, and what likely follows."""
    line_errors: tuple[float, ...] = ()
    """The error of each line of the sheet."""


def searcher(info: InfoState) -> MctsBot:
    """Return who judges: the search with the game's network, or without where it has none.

    Its playouts go to the end, since reasons are lines of final sheets.
    """
    game, tuning = info.game, tuning_of(info.game).replace(depth=0)
    guides = None
    if network_file(game) is not None:
        guides = guides_of(game, Advice())
    return MctsBot(game, info.players, tuning, reuse=False, guides=guides)


def settled(info: InfoState) -> InfoState:
    """Return the same knowledge with compiled rules, if rules are to be compiled at all."""
    if mode() == "plain" or info.engine.compiled:
        return info
    return dataclasses.replace(info, engine=compiled_engine(info.game))


class Scales:
    """Weighs one action; more trees can be laid on."""

    def __init__(self, info: InfoState, action: int) -> None:
        self.info, self.action = info, action
        self.bot = searcher(info)
        self.found: list[Means] = []
        self.grown = 0
        """Trees so far, those among them that count no more."""
        self.play: tuple[int, ...] = (action,)

    def add(self, trees: int, iterations: int) -> None:
        """Grow some trees more."""
        info = self.info
        for k in range(self.grown, self.grown + trees):
            # Trees of different actions share no dice either: their errors are independent.
            number = (1 + k) * len(info.game.actions) + self.action
            tree = self.bot.start(info, k=number, only=self.action)
            tree.grow(iterations)
            if not self.found:  # of the first that counts: trees of a second look are deeper
                self.play = tuple(tree.likely(self.action, LONGEST, TRODDEN))
            self.found.append(_means(tree, info))
        self.grown += trees

    def anew(self, trees: int, iterations: int) -> None:
        """Forget what was found, and weigh by fresh trees alone."""
        self.found = []
        self.add(trees, iterations)

    def counted(self) -> list[Estimate]:
        """Return by seat the share of victory as the trees count it."""
        seats = range(self.info.players)
        return [estimate([one.shares[seat] for one in self.found]) for seat in seats]

    def read(self) -> Weighed:
        """Return what the trees found."""
        info, found = self.info, self.found
        lines = [estimate([one.lines[k] for one in found]) for k in range(len(info.game.lines))]
        return Weighed(
            self.action,
            value=estimate([one.value for one in found]),
            points=estimate([one.lead for one in found]),
            chances=tuple(_calibrated(info, one) for one in self.counted()),
            lines=tuple(one.mean for one in lines),
            play=self.play,
            line_errors=tuple(one.error for one in lines),
        )


def _calibrated(info: InfoState, counted: Estimate) -> Estimate:
    """Return the chance that a share of victories stands for, with its error."""
    slope = slope_of(info.game, info.players, Judge.REVIEWS)
    return Estimate(
        sharpened(counted.mean, info.players, slope),
        counted.error * steepness(counted.mean, info.players, slope),
    )


def weigh(info: InfoState, action: int, trees: int, iterations: int) -> Weighed:
    """Weigh an action by some trees of its own."""
    scales = Scales(info, action)
    scales.add(trees, iterations)
    return scales.read()


class Means(NamedTuple):
    """What one tree found."""

    value: float
    lead: float
    shares: list[float]
    lines: list[float]


def _means(tree: TreeSearch, info: InfoState) -> Means:
    child, nodes = tree.child(tree.only), tree.tree
    visits = int(nodes.visits[child])
    return Means(
        float(nodes.value[child, info.seat]) / visits,
        float(nodes.margin[child]) / visits,
        (nodes.wins[child, : info.players] / visits).tolist(),
        (nodes.lines[child] / visits).tolist(),
    )
