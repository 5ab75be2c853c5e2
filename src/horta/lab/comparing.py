"""Comparing variants: every measure, over the same deals, corrected for their number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from horta.core import registry
from horta.core.traits import traits_of
from horta.lab.intervals import LEVEL, Numbers, holm, mean_interval, normal_p, paired, ratio
from horta.lab.measures import Row
from horta.statistics import wilson

if TYPE_CHECKING:
    from horta.lab.results import Results

FEWEST = 20
"""Seats that had a thing, at least, in every variant: with fewer nothing is compared."""
RARE = 0.02
"""Things that a smaller part of the seats had are not compared, either: chance alone would find
something among so many."""

SEAT, BOT, OPENING, LINE, SCORE = "seat", "bot", "opening", "line", "score"
WHOLE = ("margin", "decisions", "rounds", "branching", "changes", "decided")
"""Measures of whole games."""
HAD, AMOUNT = "had ", "amount "
"""Before the name of a trait: how many seats had a thing, and how much of it they had."""


@dataclass(frozen=True, order=True)
class Measure:
    """Something that is measured: a kind, and which of that kind."""

    kind: str
    thing: str = ""

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the victories."""
        return self.kind not in (LINE, SCORE, *WHOLE) and not self.kind.startswith((HAD, AMOUNT))

    @property
    def in_hundred(self) -> bool:
        """Whether it is told in a hundred."""
        return self.is_share or self.kind == "decided" or self.kind.startswith(HAD)


@dataclass(frozen=True)
class Level:
    """A measure of one variant."""

    variant: str
    measure: Measure
    value: float
    low: float
    high: float
    seats: int
    """How many seats, or games, it is the mean of."""


@dataclass(frozen=True)
class Finding:
    """A difference: between two variants, or of a share from a fair one."""

    variant: str
    baseline: str
    """The variant that it is compared with; empty: a fair share."""
    measure: Measure
    value: float
    """Of the variant."""
    before: float
    """Of what it is compared with."""
    low: float
    """Of the difference, as is `high`."""
    high: float
    p: float
    games: int
    corrected: float = 1.0
    """The p, corrected for the number of comparisons by Holm's method."""
    tests: int = 0
    """How many comparisons there were."""

    @property
    def difference(self) -> float:
        """By how much it is more than before."""
        return self.value - self.before

    @property
    def told(self) -> bool:
        """Whether the games can tell it from chance."""
        return self.corrected < LEVEL

    @property
    def hinted(self) -> bool:
        """Whether they could, had there been no other comparisons."""
        return not self.told and self.p < LEVEL

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON."""
        made = asdict(self)
        kind = made.pop("measure")
        return {**kind, **made, "difference": self.difference, "is_told": self.told}


Sums = dict[Measure, tuple[float, float]]
"""What is summed up in a game, and over how many seats or games."""


def sums_of(row: Row, counted: Mapping[str, bool], dealt: Iterable[str], bots: bool) -> Sums:
    """Return what a game adds to every measure."""
    sums: Sums = {Measure(kind): (float(row[kind]), 1.0) for kind in WHOLE}
    players = float(len(row["seats"]))
    found: dict[Measure, list[float]] = {}

    def add(measure: Measure, value: float, count: float) -> None:
        one = found.setdefault(measure, [0.0, 0.0])
        one[0] += value
        one[1] += count

    for seat, own in enumerate(row["seats"]):
        share = float(own["share"])
        add(Measure(SEAT, str(seat)), share, 1.0)
        if bots:
            add(Measure(BOT, own["bot"]), share, 1.0)
        for choice in own["opening"]:
            add(Measure(OPENING, choice), share, 1.0)
            add(Measure(HAD + OPENING, choice), 1.0, 0.0)
        add(Measure(SCORE), float(own["score"]), 0.0)
        for line, points in own["lines"].items():
            add(Measure(LINE, line), float(points), 0.0)
        for trait, things in own["things"].items():
            for thing, many in things.items():
                if counted.get(trait):
                    add(Measure(AMOUNT + trait, thing), float(many), 0.0)
                else:
                    add(Measure(trait, thing), share, 1.0)
                    if trait not in dealt:
                        add(Measure(HAD + trait, thing), 1.0, 0.0)
    for measure, (value, count) in found.items():
        sums[measure] = (value, count if measure.is_share else players)
    return sums


@dataclass(frozen=True)
class Gathered:
    """Every measure of a variant, as arrays over deals."""

    measures: Mapping[Measure, tuple[Numbers, Numbers]]
    players: int
    games: int

    def of(self, measure: Measure) -> tuple[Numbers, Numbers]:
        """Return the sums and counts of a measure; nothing was summed up where it never came up."""
        if measure in self.measures:
            return self.measures[measure]
        counts = np.zeros(self.games) if measure.is_share else np.full(self.games, self.players)
        return np.zeros(self.games), counts.astype(np.float64)


def gather(results: Results, variant: str) -> Gathered:
    """Sum up the games of a variant on the deals that every variant has."""
    experiment, deals = results.experiment, results.deals
    traits = traits_of(registry.game(experiment.game))
    counted = {trait.name: trait.counted for trait in traits}
    dealt = {trait.name for trait in traits if trait.dealt and experiment.dealt}
    bots, players = len(set(experiment.bots)) > 1, experiment.players or 0
    found: dict[Measure, tuple[Numbers, Numbers]] = {}
    for number, deal in enumerate(deals):
        row = results.games[variant][deal]
        for measure, (value, count) in sums_of(row, counted, dealt, bots).items():
            if measure not in found:
                each = 0.0 if measure.is_share else (1 if measure.kind in WHOLE else players)
                found[measure] = np.zeros(len(deals)), np.full(len(deals), float(each))
            found[measure][0][number] = value
            found[measure][1][number] = count
    return Gathered(found, players, len(deals))


def levels(results: Results) -> list[Level]:
    """Return every measure of every variant with its 95 % interval; Wilson's where it is a share.

    A measure that is nothing everywhere (rounds of a game that has none) is left out.
    """
    gathered = {name: gather(results, name) for name in results.experiment.variants}
    found = []
    for measure in all_measures(gathered):
        for variant, one in gathered.items():
            sums, counts = one.of(measure)
            if measure.is_share:
                n, value = int(counts.sum()), ratio(sums, counts)
                low, high = wilson(value, n)
            else:
                n = int(counts.sum())
                value, low, high = mean_interval(sums, counts)
            found.append(Level(variant, measure, value, low, high, n))
    return found


def all_measures(gathered: Mapping[str, Gathered]) -> list[Measure]:
    """Return every measure that some variant has, kind by kind."""
    every: dict[Measure, None] = {}
    for one in gathered.values():
        every |= dict.fromkeys(
            m for m, (sums, _) in one.measures.items() if m.is_share or sums.any()
        )
    return sorted(every, key=lambda measure: (measure.kind, _natural(measure.thing)))


def _natural(thing: str) -> tuple[int, str]:
    return (int(thing), "") if thing.isdecimal() else (10**9, thing)


def compare(results: Results) -> list[Finding]:
    """Compare every variant with the first; what was told apart most clearly comes first."""
    baseline, *others = results.experiment.variants
    gathered = {name: gather(results, name) for name in results.experiment.variants}
    found = []
    for measure in all_measures(gathered):
        if not all(_is_common(one, measure) for one in gathered.values()):
            continue
        ours = gathered[baseline].of(measure)
        if _never_varies(gathered, measure):
            continue
        for other in others:
            theirs = gathered[other].of(measure)
            _, low, high, p = paired(ours, theirs, share=measure.is_share)
            games = len(results.deals)
            found.append(
                Finding(
                    *(other, baseline, measure, ratio(*theirs), ratio(*ours)),
                    low=low,
                    high=high,
                    p=p,
                    games=games,
                )
            )
    return _corrected(found)


def _never_varies(gathered: Mapping[str, Gathered], measure: Measure) -> bool:
    """Tell whether a measure is the same in every game of every variant, as the rounds may be."""
    values = np.concatenate([one.of(measure)[0] for one in gathered.values()])
    return not measure.is_share and bool((values == values[0]).all())


def _is_common(one: Gathered, measure: Measure) -> bool:
    """Tell whether enough seats had something for their share of the victories to say anything."""
    seats = one.players * one.games
    sums, counts = one.of(measure)
    if measure.is_share:
        return bool(counts.sum() >= max(FEWEST, RARE * seats))
    if measure.kind.startswith(HAD):
        return bool(max(FEWEST, RARE * seats) <= sums.sum())
    return True


def unfair(results: Results) -> list[Finding]:
    """Compare the shares of the victories with fair ones, in every variant for itself.

    The interval and the test are Wilson's.
    """
    found = []
    for variant in results.experiment.variants:
        one = gather(results, variant)
        for measure in all_measures({variant: one}):
            if not measure.is_share or not _is_common(one, measure):
                continue
            sums, counts = one.of(measure)
            n, value, fair = int(counts.sum()), ratio(sums, counts), 1 / one.players
            low, high = wilson(value, n)
            p = normal_p((value - fair) / math.sqrt(fair * (1 - fair) / n))
            found.append(
                Finding(
                    *(variant, "", measure, value, fair),
                    low=low - fair,
                    high=high - fair,
                    p=p,
                    games=one.games,
                )
            )
    return _corrected(found)


def _corrected(found: list[Finding]) -> list[Finding]:
    """Correct tests for their number, and put the clearest first."""
    corrected = holm([one.p for one in found])
    told = [
        replace(one, corrected=p, tests=len(found)) for one, p in zip(found, corrected, strict=True)
    ]
    return sorted(told, key=lambda one: (one.p, one.measure))
