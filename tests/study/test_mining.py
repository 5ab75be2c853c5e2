"""The generator of puzzles: the same again from its seed, taken up where it was stopped."""

import random

import pytest

import horta
from horta.core.errors import HortaError
from horta.study import Puzzle, Solution, Study, Tree, mining
from horta.study.puzzle import Evidence, Way
from horta.study.study import Chapter

TERMS = mining.Search("bruxelles1897", 2, {}, seed=4, bot="random")


def chapter(number):
    """A puzzle as a game of this number might bring it."""
    match, choice = horta.start("bruxelles1897", seed=number), random.Random(number)
    while len(match.legal) < 2:
        match.play(choice.choice(match.legal))
    ways = tuple(
        Way(
            action=match.text(action),
            value=value,
            value_error=0.001,
            points=value,
            points_error=0.1,
            chance=value,
        )
        for action, value in zip(match.legal, (0.5 + number / 100, 0.4), strict=False)
    )
    puzzle = Puzzle(
        solutions=(Solution(action=ways[0].action),),
        evidence=Evidence(trees=2, iterations=5, ways=ways),
    )
    return Chapter(Tree.from_match(match), puzzle=puzzle)


def test_games_follow_from_seed_and_number():
    one, again, other = (mining.play(TERMS, number) for number in (3, 3, 4))
    assert one.over
    assert one.transcript() == again.transcript()
    assert one.transcript() != other.transcript()


def test_a_run_is_taken_up_where_it_was_stopped(tmp_path, monkeypatch):
    path, searched = tmp_path / "a.study.json", []

    def find(terms, number):
        if number == 2 and len(searched) == 2:
            raise KeyboardInterrupt
        searched.append(number)
        return [chapter(number)] if number != 1 else []

    monkeypatch.setattr(mining, "find", find)
    with pytest.raises(KeyboardInterrupt):
        mining.run(TERMS, 4, path)
    with path.with_name("a.study.json.games.jsonl").open("a") as file:
        file.write('{"game": 2, "chap')  # and its last line was cut off
    searched.append(None)
    told = []
    made = mining.run(TERMS, 4, path, lambda done, found: told.append((done, found)))
    assert searched == [0, 1, None, 2, 3]
    assert told[-1] == (4, 3)
    assert mining.run(TERMS, 4, path) == made
    assert searched[-1] == 3, "nothing was searched again"
    assert Study.load(path) == made
    gaps = [one.puzzle.evidence.ways[0].value for one in made.chapters]
    assert gaps == sorted(gaps, reverse=True), "the clearest first"
    with pytest.raises(HortaError, match="other terms"):
        mining.run(mining.Search("bruxelles1897", 2, {}, seed=5), 4, path)
