"""Tactical positions with one right answer, found in games and proved by exhaustive search."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.bots.solver import answers

import horta
from horta.bots import info_state, player

PUZZLES = [
    pytest.param(puzzle, id=f"{path.stem}-{k}-{puzzle['answer'].replace(' ', '_')}")
    for path in sorted((Path(__file__).parent / "puzzles").glob("*.json"))
    for k, puzzle in enumerate(json.loads(path.read_text(encoding="utf-8")))
]


def laid_out(puzzle):
    return horta.resume(puzzle["position"]["game"], puzzle["position"])


@pytest.mark.parametrize("game", horta.games())
def test_there_are_enough(game):
    assert sum(p.values[0]["position"]["game"] == game for p in PUZZLES) >= 8


def test_both_editions_are_there():
    editions = {p.values[0]["position"]["options"].get("edition") for p in PUZZLES}
    assert {"2013", "2023"} <= editions


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_answer_is_the_only_right_one(puzzle):
    match = laid_out(puzzle)
    values = answers(match)
    ranked = sorted(values.values(), reverse=True)
    assert values[match.parse(puzzle["answer"])] == ranked[0] == puzzle["margin"]
    assert ranked[1] == puzzle["second"] < ranked[0]


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_search_finds_it(puzzle, seed):
    match = laid_out(puzzle)
    bot = player("mcts:1600it", match.game, match.players)
    assert match.text(bot.choose(info_state(match, seed=seed))) == puzzle["answer"]
