"""How games among equals end: what the tool tells of games, and that it goes on."""

from __future__ import annotations

import sys

import pytest
from tools.scores import Ended, alone, main, read, row, tell

GAMES = [
    Ended(1, 0, [30, 20, 10], [1.0, 0.0, 0.0], {"houses": [9, 4, 2], "works": [1, 1, 1]}),
    Ended(2, 1, [12, 50, 40], [0.0, 1.0, 0.0], {"houses": [2, 8, 4], "works": [0, 3, 2]}),
    Ended(3, 0, [25, 5, 25], [0.5, 0.0, 0.5], {"houses": [6, 1, 4], "works": [2, 2, 2]}),
]


def test_it_tells_places_the_first_player_and_the_lines_of_winners():
    told = list(tell(GAMES))
    assert told[0] == "3 games\n"
    assert told[3].startswith("| 1 | 35.0 | 25 |")
    assert told[5].startswith("| 3 | 9.0 | 5 |")
    # Seat 0 began and won, seat 1 began and won, seat 0 began and shared.
    assert "Who begins wins 83.3 %" in told[6]
    # Against the mean of the others: 9 - 3, 8 - 3, 5 - 1.
    assert row("houses", GAMES).startswith("| houses | 7.3 | 2.3 | +5.0 ± 1.1 | 9 |")


def test_it_tells_how_often_who_alone_has_most_of_a_line_wins():
    assert row("houses", GAMES).endswith("| 83.3 % of 3 |")
    assert row("works", GAMES).endswith("| 100.0 % of 1 |")
    assert alone("works", GAMES[:1]) == (0.0, 0)


def test_a_run_that_was_stopped_goes_on(tmp_path, monkeypatch, capsys):
    file = tmp_path / "games.jsonl"
    for games in (1, 3):
        given = ["scores", "paris", "--bot", "random", "--games", str(games), "--first", "5"]
        monkeypatch.setattr(sys, "argv", [*given, "--out", str(file)])
        main()
    assert [game.seed for game in read(file)] == [5, 6, 7]
    assert "3 games" in capsys.readouterr().out
    again = read(file)[0]
    assert sum(again.shares) == pytest.approx(1.0)
