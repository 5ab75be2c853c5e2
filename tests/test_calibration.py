"""Whether a chance to win is one: the diagram, its error, and whom it asks."""

from __future__ import annotations

import random

import pytest
from tools import calibration
from tools.calibration import (
    Said,
    ask,
    error,
    luck_alone,
    plot,
    shipped,
    slope,
    slopes,
    spread,
    tell,
    tenths,
)
from tools.scores import play

from horta.bots import info_state
from horta.bots.calibration import sharpened
from horta.core import registry
from horta.review import Depth
from horta.review.weighing import Scales

RIGHT = [Said(k, 0, 0.25, float(k % 4 == 0)) for k in range(40)]
"""A chance of 25 % that came true ten times in forty."""
PROUD = [Said(k, 0, 0.9, float(k % 2)) for k in range(40)]


def test_a_true_chance_has_no_error_and_a_proud_one_has():
    assert error(RIGHT) == pytest.approx(0.0)
    assert error(PROUD) == pytest.approx(0.4)
    assert error(RIGHT + PROUD) == pytest.approx(0.2)
    assert [tenth.number for tenth in tenths(RIGHT + PROUD)] == [40, 40]
    low, high = spread(PROUD)
    assert low < 0.4 < high


def test_few_decisions_show_an_error_by_luck():
    assert 0.02 < luck_alone(RIGHT) < 0.1
    assert luck_alone(RIGHT * 25) < luck_alone(RIGHT) / 3
    assert luck_alone([Said(1, 0, 1.0, 1.0)]) == 0.0


def test_a_sure_chance_belongs_to_the_last_tenth():
    (last,) = tenths([Said(1, 0, 1.0, 1.0), Said(2, 0, 0.95, 1.0)])
    assert last.number == 2


def test_it_asks_about_what_was_played():
    match = play("paris", 2, "greedy:deals=1,answered=0", 3, {})
    said = ask(match, 3, 4, "mcts:8it")
    assert len(said) == 4
    shares = match.outcome.shares
    for one in said:
        then = match.back_to(one.step)
        assert len(then.legal) > 1
        assert one.share == shares[then.to_play]
        assert 0.0 <= one.chance <= 1.0
    assert "4 decisions of 1 games" in next(tell(said))


def test_it_asks_what_the_trees_of_a_review_count(monkeypatch):
    """Uncalibrated: that is what the slope is fitted to."""
    match = play("paris", 2, "greedy:deals=1,answered=0", 3, {})
    tiny = Depth(first=6, trees=2, iterations=4)
    monkeypatch.setitem(calibration.DEPTHS, "usual", tiny)
    (said,) = ask(match, 3, 1, "review")
    scales = Scales(info_state(match.back_to(said.step), seed=3), match.actions[said.step])
    scales.add(2, 4 * match.game.scrutiny)
    seat = match.back_to(said.step).to_play
    assert said.chance == pytest.approx(scales.counted()[seat].mean, abs=1e-4)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("true", [0.7, 1.0, 1.8])
def test_the_slope_under_which_games_ended_is_found_again(players, true):
    luck = random.Random(players)
    said = []
    for k in range(20_000):
        share = luck.random()
        won = luck.random() < sharpened(share, players, true)
        said.append(Said(k, 0, share, float(won), players))
    assert slope(said) == pytest.approx(true, rel=0.05)
    low, high = slopes(said[:500], 40)
    assert low < true < high


def test_what_hints_make_of_it_is_told_and_drawn_beside_it():
    after = shipped(registry.game("paris"), PROUD)
    assert after[0].chance > PROUD[0].chance
    assert [one.share for one in after] == [one.share for one in PROUD]
    drawn = plot(PROUD + RIGHT, after)
    assert drawn.count("<circle") == 3
    assert "NaN" not in drawn
