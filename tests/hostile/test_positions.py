"""What comes from outside as a position is refused with words, or it can be played to its end."""

from __future__ import annotations

import copy
import dataclasses
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.hostile.children import MORE
from tests.hostile.positions import attack

import horta
from horta.core import registry, transcripts
from horta.core.rule import rule

ROOT = Path(__file__).parents[2]
GAMES = horta.games()
HANG = 3600
"""Seconds after which a child process counts as hung; it takes minutes."""


def moment(game_id, decision, players=None, wanted=lambda table: True, **options):
    """The first position of random games in which a decision is asked."""
    for seed in range(200):
        match = horta.start(game_id, players, seed, **options)
        rng = random.Random(seed)
        while not match.over:
            table = match.position["table"]
            if table["decision"] == decision and wanted(table):
                return copy.deepcopy(match.position)
            match.play(rng.choice(match.legal))
    raise AssertionError(f"no random game asks {decision}")


def test_two_who_passed_first_are_refused():
    """A table of three on which two seats were the first to pass had no next player."""
    position = moment("bruxelles1897", "turn", players=3)
    others = [s for s in range(3) if s != position["table"]["turn"]]
    for s in others:
        position["table"]["seats"][s]["passed"] = 1
    with pytest.raises(horta.BadPosition, match="invariant 9: everybody passes once"):
        horta.resume("bruxelles1897", position)
    position["table"]["seats"][others[1]]["passed"] = 2
    match = horta.resume("bruxelles1897", position)
    match.play(match.parse("pass"))
    assert match.legal


def test_a_choice_among_architects_that_nobody_has_is_refused():
    position = moment("bruxelles1897", "bxarch", players=3)
    horta.resume("bruxelles1897", position)
    position["table"]["under_way"]["least"] = 4
    with pytest.raises(horta.BadPosition, match="invariant 23: what is under way fits"):
        horta.resume("bruxelles1897", position)


def test_levitation_without_a_building_to_get_is_refused():
    position = moment("paris", "lev_get", postcards="random")
    horta.resume("paris", position)
    table = position["table"]
    table["seats"][table["to_play"]]["reserve"] += table["site"]
    table["site"] = []
    with pytest.raises(horta.BadPosition, match="invariant 13: the player to play has something"):
        horta.resume("paris", position)


@rule
def believe(table):
    """A check that finds nothing."""
    return 0


def test_a_game_that_checks_nothing_is_not_stuck_either(monkeypatch):
    """Whatever a third-party game's `check` says: nobody sits down where nobody can go on."""
    position = moment("paris", "lev_get", postcards="random")
    table = position["table"]
    table["seats"][table["to_play"]]["reserve"] += table["site"]
    table["site"] = []
    paris = registry.game("paris")
    careless = dataclasses.replace(paris, rules=dataclasses.replace(paris.rules, check=believe))
    monkeypatch.setattr(transcripts.registry, "game", {"paris": careless}.get)
    with pytest.raises(horta.BadPosition, match="nobody can go on from this position"):
        horta.resume("paris", position)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game_id", GAMES)
def test_mutants_are_refused_with_words_or_can_be_played(game_id, seed):
    tally = attack(game_id, seed, mutants=150)
    assert tally.mutants == 150
    assert tally.accepted >= 10, "a test that refuses everything proves nothing"


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_mutants_do_no_harm_to_compiled_rules(game_id, tmp_path):
    """With bounds checks, in a process of its own: what breaks there says so, or ends it."""
    report = tmp_path / "mutant"
    code = (
        "import pathlib, sys\n"
        "from tests.hostile.positions import attack\n"
        "tries = int(sys.argv[3])\n"
        "tally = attack(sys.argv[1], 77, tries, 4, 1.0, pathlib.Path(sys.argv[2]))\n"
        "assert tally.accepted >= tries // 20, tally\n"
        "print('good')\n"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, game_id, str(report), str(1_200 * MORE)],
            env={**os.environ, "HORTA_CHECK": "1", "HORTA_JIT": "1"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=HANG,
        )
    except subprocess.TimeoutExpired:
        pytest.fail(f"it hangs\n{report.read_text(encoding='utf-8')}")
    assert done.stdout.strip() == "good", f"{done.stderr}\n{report.read_text(encoding='utf-8')}"
