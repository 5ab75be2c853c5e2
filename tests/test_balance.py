"""The tool that measures balance: every game is kept at once, and none is played twice."""

from __future__ import annotations

import sys

import pytest
from tools import balance


def run(monkeypatch, *args):
    monkeypatch.setattr(sys, "argv", ["balance", *map(str, args)])
    balance.main()


def test_games_are_appended_and_a_run_goes_on(tmp_path, monkeypatch, capsys):
    path = tmp_path / "games.jsonl"
    given = ("bruxelles1893", "-o", "asymmetric=true", "--players", 2, "--bot", "random")
    run(monkeypatch, *given, "--games", 1, "--to", path)
    first = path.read_text()
    path.write_text(first + '{"deal": 1, "sea')  # somebody pulled the plug
    with path.open("a") as file:
        file.write("\n")
    run(monkeypatch, *given, "--games", 2, "--to", path)
    assert path.read_text().startswith(first)
    games = balance.read(path)
    assert sorted(games) == [0, 1]
    for seats in games.values():
        assert sum(row["share"] for row in seats) == pytest.approx(1)
        assert len({row["board"] for row in seats}) == 2
        for row in seats:
            assert row["score"] == sum(row["lines"].values())
    capsys.readouterr()
    run(monkeypatch, "--tell", path)
    told = capsys.readouterr().out
    assert "2 games" in told
    assert all(f"| {row['board']} |" in told for row in games[0])


def test_the_same_deal_gives_the_same_boards_with_other_tables():
    mine = {"boards": {"horta_architect": [0, 0, 0, 0, 0, 30]}}
    ours = balance.play("bruxelles1893", 5, 3, "random", {"asymmetric": True})
    other = balance.play("bruxelles1893", 5, 3, "random", {"asymmetric": True, "components": mine})
    assert [row["board"] for row in ours] == [row["board"] for row in other]
