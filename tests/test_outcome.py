"""Who won, and how sure a share of victories is."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import horta
from horta.core import registry
from horta.core.drivers import settle as settle_games
from horta.core.outcome import compare, lead_of, leads, outcome_of, settle, tie_breaks
from horta.statistics import Tally, wilson


def settled(*rows):
    """Totals and shares of seats with (points, tie-break, points, tie-break) each."""
    totals, shares = np.zeros(len(rows)), np.zeros(len(rows))
    settle(np.array(rows, np.int32), np.array([0, 1, 0, 1]), len(rows), totals, shares)
    return totals.tolist(), shares.tolist()


def test_the_largest_total_wins():
    assert settled((1, 9, 2, 9), (3, 0, 1, 0)) == ([3, 4], [0, 1])


def test_lines_of_the_tie_break_part_equal_totals_in_their_order():
    assert settled((1, 2, 3, 0), (2, 1, 2, 9)) == ([4, 4], [1, 0])
    assert settled((1, 2, 3, 0), (2, 2, 2, 1)) == ([4, 4], [0, 1])
    assert settled((4, -3, 0, 0), (4, -2, 0, -9)) == ([4, 4], [0, 1])


def test_a_victory_that_nothing_parts_is_shared():
    tied, behind = (2, 1, 2, 5), (3, 1, 0, 5)
    assert settled(behind, tied, tied)[1] == [0, 0.5, 0.5]
    assert settled(tied, tied, tied)[1] == [1 / 3] * 3


def test_comparing_orders_the_seats():
    rows = list(itertools.product((1, 2), (0, 1), (1, 2), (0, 1)))
    sheet, breaks = np.array(rows, np.int32), np.array([0, 1, 0, 1])
    totals = [row[0] + row[2] for row in rows]
    keys = [(total, row[1], row[3]) for total, row in zip(totals, rows, strict=True)]
    for a, b in itertools.product(range(len(rows)), repeat=2):
        ahead = (keys[a] > keys[b]) - (keys[a] < keys[b])
        assert compare(sheet, breaks, totals, a, b) == ahead


def test_a_lead_is_over_the_best_of_the_others():
    assert leads([10, 7, 12]) == [-2, -5, 2]
    assert lead_of([4, 4, 9], 2, 1) == 0, "seats that nobody holds do not count"


@pytest.mark.parametrize("game_id", horta.games())
def test_everybody_names_the_same_winners(game_id):
    game = registry.game(game_id)
    rng = np.random.default_rng(3)
    for players in range(game.min_players, game.max_players + 1):
        sheets = rng.integers(0, 2, (200, game.max_players, len(game.lines))).astype(np.int32)
        totals, shares = settle_games(game, sheets, players)
        tally = Tally(game, players)
        tally.add(sheets, np.ones(200, np.int64))
        assert tally.totals.tolist() == totals.tolist()
        assert tally.shares == pytest.approx(shares.sum(axis=0))
        points = [k for k, breaks in enumerate(tie_breaks(game)) if not breaks]
        breaks = [k for k, line in enumerate(game.lines) if line.tie_break]
        for sheet, total, share in zip(sheets, totals, shares, strict=True):
            ended = outcome_of(game, sheet, players)
            keys = [
                (sum(row[points]), *row[breaks].tolist()) for row in sheet[:players].astype(int)
            ]
            best = [seat for seat, key in enumerate(keys) if key == max(keys)]
            assert ended.winners == best
            assert ended.totals == total.tolist() == [key[0] for key in keys]
            assert ended.shares == share.tolist()
            assert share[best].tolist() == [1 / len(best)] * len(best)


def test_wilsons_interval():
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 50) == pytest.approx((0.9287, 1.0), abs=1e-4)
    assert wilson(0.0, 0) == (0.0, 1.0)
