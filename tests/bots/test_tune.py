"""Studies of the search's parameters: what is compared with what, and when something is kept."""

from __future__ import annotations

import json
import sys

import pytest

from horta.bots import player, tune
from horta.bots.tune import Contest, Setting, duel
from horta.bots.tuning import Tuning, tuning_of
from horta.core import registry

GAME = registry.game("bruxelles1897")
THREE = Contest(GAME, 2, (Setting(3, {}), Setting(4, {})))


def test_a_tuning_gains_nothing_against_itself_at_any_table():
    base = tuning_of(GAME)
    found = duel(THREE, base, base, (1, 2))
    assert found == (0.0, 0.0, 1.0, 7)  # each seat of a table of three and of one of four


class Weak:
    """Plays what is named first, or as the greedy bot if it explores little."""

    def __init__(self, game, players, tuning):
        self.bot = player("greedy", game, players) if tuning.explore < 0.5 else None

    def choose(self, info, budget):
        return info.legal[0] if self.bot is None else self.bot.choose(info)


def test_what_plays_worse_loses_at_any_table(monkeypatch):
    monkeypatch.setattr(tune, "MctsBot", Weak)
    good, poor = Tuning(explore=0.1), Tuning(explore=0.9)
    found = duel(THREE, poor, good, (1, 2, 3, 4))
    assert found.gain < -3 * found.error
    assert found.share == 0.0
    found = duel(THREE, good, poor, (1, 2, 3, 4))
    assert found.gain > 3 * found.error
    assert found.share > 2.5  # three or four times as many as a fair share


@pytest.mark.parametrize(("gain", "kept"), [(0.1, False), (0.3, True)])
def test_only_what_is_surely_better_takes_the_place_of_today(gain, kept):
    base = {"explore": 0.4}
    again = [
        {"gain": gain, "error": 0.1, "explore": 0.7},
        {"gain": 0.9, "error": 0.6, "explore": 0.9},
    ]
    assert tune._best(again, base) == ({"explore": 0.7} if kept else base)


def test_a_study_is_kept_as_a_file_that_bots_read(tmp_path, monkeypatch, capsys):
    out = tmp_path / "tuning.json"
    given = f"bruxelles1897 --trials 3 --deals 1 --iterations 1 --players 3 --out {out}"
    studies = []
    for _ in range(2):
        monkeypatch.setattr(sys, "argv", ["tune", *given.split()])
        tune.main()
        studies.append(json.loads(out.read_text()))
    assert studies[0] == studies[1]
    assert len(studies[0]["trials"]) == 3
    assert studies[0]["settings"] == [{"players": 3, "options": {}}]
    assert Tuning().replace(**studies[0]["best"])
    assert str(out) in capsys.readouterr().out
