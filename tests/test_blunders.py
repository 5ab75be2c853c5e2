"""How well reviews judge: which games are looked at, and which rows of a file are told."""

from __future__ import annotations

import json

import pytest
from tools import blunders
from tools.blunders import Kind, kept, strong_game


@pytest.mark.parametrize("options", [{}, {"edition": "2013"}])
def test_strong_bots_play_the_game_that_was_asked_for(options, monkeypatch):
    monkeypatch.setattr(blunders, "BOT", "random")
    match = strong_game(Kind("bruxelles1893", 3, options), 5)
    assert match.over
    assert match.players == 3
    for name, value in options.items():
        assert getattr(match.options, name) == value


def test_a_file_may_hold_games_of_several_kinds(tmp_path, monkeypatch, capsys):
    """Each is told by itself, and is looked at though another was on the same deal."""
    looked = []

    def looks(kind, seed):
        looked.append((kind.players, kind.options, seed))
        yield {**kind._asdict(), "seed": seed, "step": 1, "blamed": kind.players == 3}

    monkeypatch.setattr(blunders, "looks", looks)
    out = tmp_path / "found.jsonl"

    def run(*more):
        given = ("blunders", "bruxelles1893", "--games", "2", "--first", "7", "--out", str(out))
        monkeypatch.setattr("sys.argv", [*given, *more])
        blunders.main()
        return capsys.readouterr().out

    assert "2 players: blamed 0 of 2" in run()
    assert "3 players: blamed 2 of 2" in run("--players", "3")
    assert "3 players: blamed 2 of 2" in run("--players", "3", "--option", "edition=2013")
    assert looked == [
        *((2, {}, seed) for seed in (7, 8)),
        *((3, {}, seed) for seed in (7, 8)),
        *((3, {"edition": "2013"}, seed) for seed in (7, 8)),
    ]
    assert "2 players: blamed 0 of 2" in run()
    assert len(looked) == 6, "what the file holds is not looked at again"
    assert len(kept(out, Kind("bruxelles1893", 3, {"edition": "2013"}))) == 2
    assert len(out.read_text().splitlines()) == 6
    assert json.loads(out.read_text().splitlines()[0])["players"] == 2
