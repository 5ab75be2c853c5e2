"""Proofs that hold for every game: determinism, the forward model, no leaks, both forms alike."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import horta
from horta import testing
from horta.core import registry
from horta.core.drivers import Broken, play_many, play_random, verify
from horta.core.i18n import LANGUAGES

GAMES = horta.games()
GOLDEN = Path(__file__).parent / "golden"


def variants(game_id):
    """Every number of players with the default options, and each game's own variants."""
    game = registry.game(game_id)
    extra = {
        "paris": [
            {"postcards": "random"},
            {"postcards": "random", "allow_flip": True, "fountain_cells": 2},
            {"postcards": "random", "large_lamp_rays": "diamond", "statue_neighbours": "all"},
            {"levitation": "costs"},
        ],
        "bruxelles1897": [{"force_effect": False, "vp_floor": 0}],
        "bruxelles1893": [
            {"edition": "2013", "strips": "random"},
            {"strips": "marked", "strip_order": "printed", "building_bonus": "cubes_only"},
            {"edition": "2013", "tied_columns": "after", "grand_place_limit": "rising"},
            {"belle_epoque": True},
            {"asymmetric": True},
            {"belle_epoque": True, "asymmetric": True},
            {
                "belle_epoque": True,
                "tied_columns": "after",
                "grand_place_limit": "rising",
                "building_bonus": "cubes_only",
                "assistants_on_tiles": "counted",
            },
        ],
    }
    for players in range(game.min_players, game.max_players + 1):
        for options in [{}, *extra.get(game_id, [])]:
            yield players, options


def prepared(game_id, players, options):
    game = registry.game(game_id)
    return game, game.new_table(players, game.read_options(options), game.read_components({}))


def case(game_id, players, options, seed=1):
    return testing.Case(registry.game(game_id), players, options, seed)


CASES = [(game, *variant) for game in GAMES for variant in variants(game)]


@pytest.mark.compiled
@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_invariants_hold_in_thousands_of_random_games(game_id, players, options):
    game, start = prepared(game_id, players, options)
    total = sum(1 for case in CASES if case[0] == game_id)
    verify(game, start, first=0, n=-(-20_000 // total))


@pytest.mark.compiled
def test_verify_sees_a_broken_table():
    game, start = prepared("paris", 2, {})
    start["seats"]["stack"][0, 0, 0] = 1  # has no effect: setup deals anew
    verify(game, start, 0, 1)
    start["card_choice"] = 0b1111111  # seven postcards
    with pytest.raises(Broken, match=r"seed 0, step 0.*invariant 6"):
        verify(game, start, 0, 1)


@pytest.mark.compiled
@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_compiled_and_plain_rules_give_the_same_bytes(game_id, players, options):
    testing.check_compiled(case(game_id, players, options, players))


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_results_do_not_depend_on_threads(game_id):
    game = registry.game(game_id)
    _, start = prepared(game_id, game.max_players, {})
    alone = play_random(game, start, 50, 700)
    spread = list(play_many(game, start, 50, 700, jobs=2))
    assert (np.concatenate([played.sheets for played in spread]) == alone.sheets).all()
    assert (np.concatenate([played.lengths for played in spread]) == alone.lengths).all()


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_bounds_checked_rules_find_nothing_out_of_bounds(game_id):
    testing.check_bounds([case(*each) for each in CASES if each[0] == game_id])


@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_the_forward_model_leaves_the_parent_alone(game_id, players, options):
    testing.check_forward_model(case(game_id, players, options, 31))


@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_views_hide_what_a_seat_cannot_know(game_id, players, options):
    changed = testing.check_views(case(game_id, players, options, 41))
    assert changed > 10, "the redeals did change the truth"


@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_drawings_are_made_of_the_redacted_record_alone(game_id, players, options):
    """Whatever a drawing reads: the record that it gets says nothing that the seat cannot know."""
    match = horta.start(game_id, players, 47, **options)
    presentation = match.game.presentation
    rng = random.Random(47)
    changed = told = step = 0
    while not match.over:
        viewers = (None, *range(players))
        for seat in {match.to_play, viewers[step % len(viewers)]} if step % 11 == 0 else ():
            lang = LANGUAGES[step % len(LANGUAGES)]
            other = testing.proofs.redealt(match, seat, step)
            ours, theirs = match.scene(seat, lang), other.scene(seat, lang)
            assert bytes(ours.table) == match.redacted(seat).tobytes()
            assert bytes(ours.table) == bytes(theirs.table)
            assert replace(ours, table=None) == replace(theirs, table=None)
            assert presentation.draw(ours) == presentation.draw(theirs) == match.svg(seat, lang)
            assert presentation.sketch(ours, True) == presentation.sketch(theirs, True)
            changed += other.position["table"] != match.position["table"]
            revealed = [one.scene(None, lang, revealed=True).table for one in (match, other)]
            told += bytes(revealed[0]) != bytes(revealed[1])
        step += 1
        match.play(rng.choice(match.legal))
    assert changed > 2, "the redeals did change the truth"
    assert told >= changed, "what is revealed is the truth"


@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_redeal_needs_no_more_than_the_view(game_id, players, options):
    testing.check_redeal(case(game_id, players, options, 43))


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_game_declares_fits_together(game_id):
    testing.check_declaration(registry.game(game_id))


@pytest.mark.parametrize("game_id", GAMES)
def test_positions_and_whole_games_come_back(game_id):
    testing.check_transcript(case(game_id, registry.game(game_id).min_players, {}, 53))


@pytest.mark.parametrize("game_id", GAMES)
def test_observations_leak_nothing_and_stay_in_range(game_id):
    testing.check_observation(case(game_id, registry.game(game_id).max_players, {}, 59))


def test_golden_games_replay_in_a_fresh_process():
    """The same seed and actions give the same bytes in every process, on every machine."""
    code = (
        "import hashlib, json, sys, horta\n"
        "for path in sys.argv[1:]:\n"
        "    match = horta.replay(open(path, encoding='utf-8').read())\n"
        "    position = json.dumps(match.position, sort_keys=True).encode()\n"
        "    print(hashlib.sha256(position).hexdigest())\n"
    )
    paths = sorted(GOLDEN.glob("*.json"))
    assert paths
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, paths)],
        env={**os.environ, "HORTA_JIT": "0", "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    for path, found in zip(paths, done.stdout.split(), strict=True):
        match = horta.replay(path.read_text(encoding="utf-8"))
        position = json.dumps(match.position, sort_keys=True).encode()
        assert hashlib.sha256(position).hexdigest() == found, path.name


def test_every_game_has_golden_playthroughs():
    found = {path.name.split("-")[0] for path in GOLDEN.glob("*.json")}
    assert found == set(GAMES)


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.json")))
@pytest.mark.parametrize("kind", ["rules", "words"])
def test_golden_games_are_told_as_they_were(name, kind):
    """What changed is shown state by state; `tools.goldens` writes it again on purpose."""
    from tools import goldens, playthroughs

    paths = goldens.files(name)
    record = json.loads(paths["transcript"].read_text(encoding="utf-8"))
    found = getattr(playthroughs, kind)(record)
    changed = playthroughs.difference(paths[kind].read_text(encoding="utf-8"), found)
    assert not changed, f"{kind} of {name}: {changed}"


def test_a_difference_names_the_state_and_the_field():
    from tools import goldens, playthroughs

    record = json.loads(goldens.files("paris-first")["transcript"].read_text(encoding="utf-8"))
    told = playthroughs.rules(record)
    spoilt = told.replace("seats.1.stack_size: 7 -> 6", "seats.1.stack_size: 7 -> 5", 1)
    shown = playthroughs.difference(told, spoilt)
    assert shown.startswith("the first difference is in state 1 after tile B3 2")
    assert "-  seats.1.stack_size: 7 -> 6\n+  seats.1.stack_size: 7 -> 5" in shown
    assert playthroughs.difference(told, told) == ""
