"""What a finished game is worth to each seat."""

from __future__ import annotations

import numpy as np
import pytest

from horta.core.errors import BadOption
from horta.envs.rewards import REWARDS, Reward, bounds, read_reward, rewards_of


def rewards(kind, *rows):
    """Rewards of seats with (points, points, tie-break) each."""
    out = np.full(len(rows), np.nan)
    breaks, totals = np.array([0, 0, 1]), np.zeros(len(rows), np.int32)
    rewards_of(np.array(rows, np.int32), breaks, len(rows), kind, totals, out)
    assert totals.tolist() == [row[0] + row[1] for row in rows]
    return out.tolist()


def test_two_players():
    ahead, behind = (10, 5, 0), (9, 2, 9)
    assert rewards(Reward.WIN, ahead, behind) == [1, -1]
    assert rewards(Reward.RANK, behind, ahead) == [-1, 1]
    assert rewards(Reward.MARGIN, ahead, behind) == [4, -4]


def test_the_tie_break_decides_and_a_full_tie_is_worth_nothing():
    for kind in (Reward.WIN, Reward.RANK):
        assert rewards(kind, (4, 4, 1), (5, 3, 2)) == [-1, 1]
        assert rewards(kind, (4, 4, 2), (5, 3, 2)) == [0, 0]
    assert rewards(Reward.MARGIN, (4, 4, 1), (5, 3, 2)) == [0, 0]


def test_four_players():
    rows = (8, 0, 0), (9, 0, 0), (2, 0, 0), (8, 0, 0)
    assert rewards(Reward.WIN, *rows) == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3])
    assert rewards(Reward.RANK, *rows) == pytest.approx([0, 1, -1, 0])
    assert rewards(Reward.MARGIN, *rows) == pytest.approx([8 - 19 / 3, 3, 2 - 25 / 3, 8 - 19 / 3])
    shared = (9, 0, 1), (9, 0, 1), (2, 0, 0), (1, 0, 0)
    assert rewards(Reward.WIN, *shared) == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])


@pytest.mark.parametrize("kind", list(Reward))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rewards_add_up_to_nothing_and_stay_in_bounds(kind, players):
    rng = np.random.default_rng(players)
    low, high = bounds(kind, players)
    for _ in range(200):
        given = rewards(kind, *rng.integers(0, 4, (players, 3)).tolist())
        assert sum(given) == pytest.approx(0)
        assert all(low - 1e-9 <= value <= high + 1e-9 for value in given)


def test_rewards_by_name():
    assert [read_reward(name) for name in REWARDS] == list(Reward)
    with pytest.raises(BadOption, match="win, rank, margin"):
        read_reward("glory")
