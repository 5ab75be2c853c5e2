"""Verdicts: how much a decision cost, and whether that can be told at all."""

from __future__ import annotations

import math
from enum import StrEnum

from horta.core.i18n import mark
from horta.review.weighing import Estimate

SURE = 3.0
"""A difference is claimed when it is so many of its errors away from none.

The best of several alternatives is compared with what was played, and all of them have errors: the
luckiest one looks better than it is. So a claim also has to stand when both are weighed anew, by
trees that had no part in choosing them: see `horta.review.reviewing`.
"""
SLIGHT, GRAVE, WORST = 0.02, 0.06, 0.15
"""Shares of victory that an inaccuracy, a mistake and a blunder cost at least."""
POINTS = 4.0
"""Where the winner is as good as known, points still count: so many are an inaccuracy."""
FORGIVING = 0.1
"""A decision that cost so much of the victory counts 1/e in the accuracy."""


class Verdict(StrEnum):
    """What is said of a decision."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


NAMES = {
    Verdict.BEST: mark("best"),
    Verdict.GOOD: mark("good"),
    Verdict.INACCURACY: mark("inaccuracy"),
    Verdict.MISTAKE: mark("mistake"),
    Verdict.BLUNDER: mark("blunder"),
}


def told_apart(difference: Estimate) -> bool:
    """Whether a difference is larger than what its error could make of none."""
    return difference.mean > SURE * difference.error


def certain(difference: Estimate) -> float:
    """Return a difference as far as it can be told: its mean, or nothing."""
    return difference.mean if told_apart(difference) else 0.0


def judge(chance: Estimate, points: Estimate, *, apart: bool) -> Verdict:
    """Judge what a decision cost of the victory and in points, each as far as it can be told.

    That it cost something at all is told by what the search seeks, which is of both.
    """
    if not apart:
        return Verdict.GOOD
    lost = certain(chance)
    if lost >= WORST:
        return Verdict.BLUNDER
    if lost >= GRAVE:
        return Verdict.MISTAKE
    if lost >= SLIGHT or certain(points) >= POINTS:
        return Verdict.INACCURACY
    return Verdict.GOOD


def accuracy_of(cost: float) -> float:
    """Return how exact a decision was that cost so much of the victory, from 0 to 1."""
    return math.exp(-max(cost, 0.0) / FORGIVING)
