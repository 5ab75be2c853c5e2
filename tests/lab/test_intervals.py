"""Intervals and tests agree with the tables that are printed everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from horta.lab.intervals import (
    holm,
    mean_interval,
    newcombe,
    paired,
    student_p,
    student_quantile,
)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (10_000, 1.960)],
)
def test_students_quantiles_are_those_of_the_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, abs=6e-4)
    assert student_p(quantile, freedom) == pytest.approx(0.05, abs=2e-4)


def test_students_p_at_known_places():
    assert student_p(0.0, 7) == pytest.approx(1.0)
    assert student_p(1.0, 1) == pytest.approx(0.5)
    assert student_p(3.0, 20) == pytest.approx(0.007076, abs=1e-6)
    assert student_p(-3.0, 20) == student_p(3.0, 20)


def test_newcombes_interval_is_that_of_his_paper():
    low, high = newcombe((48 / 80, 80), (56 / 70, 70))
    assert (low, high) == (pytest.approx(0.0524, abs=1e-4), pytest.approx(0.3339, abs=1e-4))


def test_holms_correction_keeps_the_order():
    found = [0.01, 0.04, 0.03, 0.005]
    assert holm(found) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_a_paired_difference_of_plain_means_is_students():
    ours, theirs = np.array([1.0, 2, 3, 4]), np.array([2.0, 2, 5, 7])
    ones = np.ones(4)
    value, low, high, p = paired((ours, ones), (theirs, ones), share=False)
    gaps = theirs - ours
    error = gaps.std(ddof=1) / 2
    assert value == pytest.approx(1.5)
    assert (high - low) / 2 == pytest.approx(student_quantile(3) * error)
    assert p == pytest.approx(student_p(1.5 / error, 3))


def test_shares_that_never_vary_have_an_interval_all_the_same():
    none, ones = np.zeros(10), np.ones(10)
    value, low, high, p = paired((none, ones), (none, ones), share=True)
    assert (value, p) == (0.0, 1.0)
    assert low < -0.2 < 0.2 < high


def test_one_deal_tells_nothing():
    one = np.array([3.0]), np.array([1.0])
    assert mean_interval(*one)[1:] == (-np.inf, np.inf)
    assert paired(one, one, share=True)[3] == 1.0


def test_intervals_hold_the_truth_as_often_as_they_say():
    chance = np.random.default_rng(1893)
    held = 0
    for _ in range(600):  # seats with a card: none to three in a deal, and they win 40 or 55 %
        counts = [chance.integers(0, 4, 80).astype(float) for _ in range(2)]
        sums = [
            chance.binomial(many.astype(int), truth).astype(float)
            for many, truth in zip(counts, (0.40, 0.55), strict=True)
        ]
        _, low, high, _ = paired((sums[0], counts[0]), (sums[1], counts[1]), share=True)
        held += low <= 0.15 <= high
    assert 0.93 <= held / 600 <= 0.97
