"""Intervals and tests: Student's t over paired deals, Wilson and Newcombe for shares, Holm.

Holm's correction is used, and not one of the rate of false discoveries: each finding is told in a
sentence that somebody may act upon, so that not one of all should be wrong more often than once in
twenty experiments.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from horta.statistics import wilson

Numbers = NDArray[np.float64]
LEVEL = 0.05
TINY = 1e-300
STEPS = 300
EXACT = 1e-12


def _beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by Lentz's continued fraction."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _beta(b, a, 1.0 - x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    c, d = 1.0, 1.0 / max(1.0 - (a + b) * x / (a + 1), TINY)
    value = d
    for m in range(1, STEPS):
        for part in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / (1.0 + part * d or TINY)
            c = 1.0 + part / c or TINY
            value *= c * d
        if abs(c * d - 1.0) < EXACT:
            break
    return front * value / a


def student_p(t: float, freedom: int) -> float:
    """Return how often chance alone gives a Student's t at least as far from nothing."""
    return _beta(freedom / 2, 0.5, freedom / (freedom + t * t))


@lru_cache(maxsize=1024)
def student_quantile(freedom: int) -> float:
    """Return how far a Student's t lies from nothing in all but 5 % of the cases."""
    low, high = 0.0, 1e3
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if student_p(middle, freedom) > LEVEL else (low, middle)
    return high


def normal_p(z: float) -> float:
    """Return how often chance alone gives a standard normal number so far from nothing."""
    return 2 * NormalDist().cdf(-abs(z))


def ratio(sums: Numbers, counts: Numbers) -> float:
    """Return a mean that is taken over all deals together."""
    total = float(counts.sum())
    return float(sums.sum()) / total if total else 0.0


def pulls(sums: Numbers, counts: Numbers) -> Numbers:
    """Return how far each deal pulls such a mean away from itself; where each counts one: exactly.

    A mean over seats with a certain card has another number of them in every deal: to the first
    order its error is that of the mean of these.
    """
    middle = float(counts.mean()) if len(counts) else 0.0
    if middle == 0.0:
        return np.zeros(len(counts))
    pulled: Numbers = (sums - ratio(sums, counts) * counts) / middle
    return pulled


def mean_interval(sums: Numbers, counts: Numbers) -> tuple[float, float, float]:
    """Return a mean over deals with its 95 % interval."""
    value, n = ratio(sums, counts), len(sums)
    if n < 2:  # noqa: PLR2004 - one deal tells nothing of the others
        return value, -math.inf, math.inf
    half = student_quantile(n - 1) * float(pulls(sums, counts).std(ddof=1)) / math.sqrt(n)
    return value, value - half, value + half


def paired(
    ours: tuple[Numbers, Numbers], theirs: tuple[Numbers, Numbers], *, share: bool
) -> tuple[float, float, float, float]:
    """Return the difference of two means over the same deals, its 95 % interval, and its p.

    Shares that do not vary at all have Newcombe's interval, since nothing else tells how far they
    might.
    """
    (a, na), (b, nb) = ours, theirs
    value, n = ratio(b, nb) - ratio(a, na), len(a)
    if n < 2:  # noqa: PLR2004
        return value, -math.inf, math.inf, 1.0
    error = float((pulls(b, nb) - pulls(a, na)).std(ddof=1)) / math.sqrt(n)
    if error > EXACT:
        half = student_quantile(n - 1) * error
        return value, value - half, value + half, student_p(value / error, n - 1)
    if not share:
        return value, value, value, 1.0 if abs(value) < EXACT else 0.0
    low, high = newcombe((ratio(a, na), int(na.sum())), (ratio(b, nb), int(nb.sum())))
    return value, low, high, 1.0 if low <= 0.0 <= high else LEVEL


def newcombe(ours: tuple[float, int], theirs: tuple[float, int]) -> tuple[float, float]:
    """Return Newcombe's 95 % interval of the difference of two shares of so many games."""
    (a, _), (b, _) = ours, theirs
    (la, ha), (lb, hb) = wilson(*ours), wilson(*theirs)
    below, above = math.hypot(b - lb, ha - a), math.hypot(hb - b, a - la)
    return b - a - below, b - a + above


def holm(found: Sequence[float]) -> list[float]:
    """Return the p of several tests, corrected for their number by Holm's method."""
    corrected, worst = [0.0] * len(found), 0.0
    for rank, number in enumerate(sorted(range(len(found)), key=found.__getitem__)):
        worst = max(worst, min(1.0, (len(found) - rank) * found[number]))
        corrected[number] = worst
    return corrected
