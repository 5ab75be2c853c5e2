"""From shares to chances: what the map keeps, what it is from, and where it is used."""

from __future__ import annotations

import hashlib
import json
import shutil

import pytest
from tests.bots.tables import GAMES, after

from horta.bots import hints
from horta.bots.bot import Thought, info_state
from horta.bots.calibration import FILE, Judge, calibrated, sharpened, slope_of, steepness
from horta.core import registry
from horta.review.weighing import Means, Scales

SHARES = [0.0, 0.01, 0.2, 0.25, 0.5, 0.77, 0.99, 1.0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("slope", [0.8, 1.0, 1.7])
def test_the_map_is_monotone_and_keeps_a_fair_share(players, slope):
    told = [sharpened(share, players, slope) for share in SHARES]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert sharpened(1 / players, players, slope) == pytest.approx(1 / players)
    if slope == 1.0:
        assert told == pytest.approx(SHARES)


def test_with_two_players_both_chances_add_up():
    for share in SHARES:
        assert sharpened(share, 2, 1.6) + sharpened(1 - share, 2, 1.6) == pytest.approx(1)
    assert sharpened(0.7, 2, 1.6) > 0.7


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("slope", [0.8, 1.0, 1.7])
def test_an_error_grows_by_as_much_as_the_map_is_steep(players, slope):
    for share in (0.01, 0.2, 0.5, 0.99):
        by = sharpened(share + 1e-6, players, slope) - sharpened(share - 1e-6, players, slope)
        assert steepness(share, players, slope) == pytest.approx(by / 2e-6, rel=1e-4)
    assert steepness(0.0, players, slope) == steepness(1.0, players, slope) == 1.0


@pytest.mark.parametrize("own", [False, True])
def test_a_review_tells_calibrated_chances_with_their_errors(own, tmp_path, monkeypatch):
    info = info_state(after("paris", 4, 20))
    if own:  # of a network of one's own nothing is known
        shutil.copy(info.game.network, tmp_path / "paris.npz")
        monkeypatch.setenv("HORTA_NETWORKS", str(tmp_path))
    lines = [0.0] * len(info.game.lines)
    scales = Scales(info, info.legal[0])
    scales.found = [Means(0.7, 2.0, [share, 1 - share], lines) for share in (0.68, 0.72)]
    first, second = scales.read().chances
    slope = slope_of(info.game, 2, Judge.REVIEWS)
    assert (slope == 1.0) is own
    assert first.mean == pytest.approx(sharpened(0.7, 2, slope))
    assert first.error == pytest.approx(0.02 * steepness(0.7, 2, slope))
    assert (first.mean + second.mean, first.error) == pytest.approx((1.0, second.error))
    assert scales.read().value.mean == pytest.approx(0.7), "what the search seeks is as it was"


@pytest.mark.parametrize("judge", Judge)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_keeps_what_was_fitted_to_its_network_of_today(game, judge):
    """Whoever ships another network fits again: `python -m tools.calibration GAME … --fit`."""
    found = registry.game(game)
    kept = json.loads(found.network.with_name(FILE).read_text(encoding="utf-8"))
    assert kept["network"] == hashlib.sha256(found.network.read_bytes()).hexdigest()
    seats = range(found.min_players, found.max_players + 1)
    assert set(kept[judge]) == set(map(str, seats))
    for players in seats:
        fit = kept[judge][str(players)]
        assert slope_of(found, players, judge) == fit["slope"]
        assert 0.5 < fit["slope"] < 3.0
        assert fit["decisions"] >= fit["games"] >= 50
        assert (fit["asked"] == "review") == (judge is Judge.REVIEWS)
        low, high = fit["fitted"][1:]
        assert (fit["slope"] == 1.0) == (low <= 1.0 <= high)


def test_of_a_network_of_ones_own_nothing_is_known(tmp_path, monkeypatch):
    game = registry.game("paris")
    assert calibrated(game, 2, 0.7) > 0.7
    shutil.copy(game.network, tmp_path / "paris.npz")
    monkeypatch.setenv("HORTA_NETWORKS", str(tmp_path))
    assert calibrated(game, 2, 0.7) == pytest.approx(0.7)


@pytest.mark.parametrize("usual", [True, False])
def test_hints_tell_the_calibrated_chance_of_the_usual_adviser_alone(usual, monkeypatch):
    match = after("paris", 4, 20)
    thoughts = [Thought(match.legal[0], 2.0, 0.7, 80), Thought(match.legal[1], 1.0, 0.4, 20)]

    class Told:
        def think(self, info):
            return thoughts

    asked = []

    def player(name, game, players):
        asked.append(name)
        return Told()

    monkeypatch.setattr(hints, "player", player)
    told = match.hint() if usual else match.hint(bot="mcts:8it")
    assert asked[0] == ("net:1000it,600ms,depth=0" if usual else "mcts:8it")
    slope = slope_of(match.game, 2) if usual else 1.0
    assert [hint.win for hint in told] == pytest.approx(
        [sharpened(share, 2, slope) for share in (0.7, 0.4)], abs=0.001
    )


def test_a_game_without_a_network_is_advised_without_one():
    from dataclasses import replace

    bare = replace(registry.game("paris"), network=None)
    assert hints.adviser(bare) == "mcts:1000it,600ms,depth=0"
    assert calibrated(bare, 2, 0.7) == pytest.approx(0.7)
