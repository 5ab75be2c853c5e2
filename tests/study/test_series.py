"""The puzzles that games bring: legal, not obvious, and clearly best."""

import pytest

import horta
from horta.bots.bot import Budget, info_state
from horta.bots.greedy import GreedyBot
from horta.core import registry
from horta.review.verdicts import told_apart
from horta.review.weighing import settled, weigh
from horta.study import Study

SERIES = [name for name in horta.games() if registry.game(name).puzzles is not None]


@pytest.mark.parametrize("game", SERIES)
def test_a_series_is_whole_and_its_evidence_is_clear(game):
    series = Study.load(registry.game(game).puzzles)
    assert len(series.puzzles) == len(series.chapters) >= 6
    for chapter in series.chapters:
        match, puzzle = chapter.tree.match(), chapter.puzzle
        assert chapter.tree.game == game
        best, second = puzzle.evidence.ways[:2]
        assert puzzle.solutions[0].action == best.action
        assert chapter.view == match.to_play
        gap = best.value - second.value
        error = (best.value_error**2 + second.value_error**2) ** 0.5
        assert gap >= 0.04
        assert gap >= 5 * error
        assert chapter.tree.line()[0].action == best.action


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("game", SERIES)
def test_solutions_stay_best_and_are_not_what_a_greedy_player_takes(game):
    for chapter in Study.load(registry.game(game).puzzles).chapters:
        match = chapter.tree.match()
        info = settled(info_state(match, seed=18))
        best, second = (match.parse(way.action) for way in chapter.puzzle.evidence.ways[:2])
        assert GreedyBot().choose(info, Budget()) != best
        gap = weigh(info, best, 6, 600).value.less(weigh(info, second, 6, 600).value)
        assert told_apart(gap), f"{match.text(best)}: {gap}"
