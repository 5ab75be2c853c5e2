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
from horta.core import registry
from horta.core.drivers import Broken, play_many, play_random, verify
from horta.core.engine import compiled_engine, plain_engine
from horta.core.i18n import LANGUAGES
from horta.core.record import at

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
        ],
        "bruxelles1897": [{"force_effect": False, "vp_floor": 0}],
        "bruxelles1893": [
            {"edition": "2013", "strips": "random"},
            {"strips": "marked", "strip_order": "printed"},
            {"belle_epoque": True},
            {"asymmetric": True},
            {"belle_epoque": True, "asymmetric": True},
        ],
    }
    for players in range(game.min_players, game.max_players + 1):
        for options in [{}, *extra.get(game_id, [])]:
            yield players, options


def prepared(game_id, players, options):
    game = registry.game(game_id)
    return game, game.new_table(players, game.read_options(options), game.read_components({}))


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
    game, start = prepared(game_id, players, options)
    fast, slow = compiled_engine(game), plain_engine(game)
    one, two = start.copy(), start.copy()
    outs = [game.new_list() for _ in range(2)]
    sheets = [game.new_sheet() for _ in range(2)]
    rng = random.Random(players)
    for seed in range(3):
        fast.setup(one, 0, seed)
        slow.setup(two, 0, seed)
        while True:
            assert one.tobytes() == two.tobytes()
            assert fast.to_play(one, 0) == slow.to_play(two, 0)
            n = fast.legal(one, 0, outs[0])
            assert n == slow.legal(two, 0, outs[1])
            assert outs[0][:n].tolist() == outs[1][:n].tolist()
            fast.score(one, 0, sheets[0])
            slow.score(two, 0, sheets[1])
            assert sheets[0].tolist() == sheets[1].tolist()
            if n == 0:
                break
            for viewer in range(-1, players):
                seen = [one.copy(), two.copy()]
                fast.redact(seen[0], 0, viewer)
                slow.redact(seen[1], 0, viewer)
                assert seen[0].tobytes() == seen[1].tobytes()
                fast.redeal(seen[0], 0, viewer, 1000 + n)
                slow.redeal(seen[1], 0, viewer, 1000 + n)
                assert seen[0].tobytes() == seen[1].tobytes()
            action = int(outs[0][rng.randrange(n)])
            fast.step(one, 0, action)
            slow.step(two, 0, action)


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
    cases = [list(case[1:]) for case in CASES if case[0] == game_id]
    code = (
        "import json, sys\n"
        "from horta.core import registry, drivers\n"
        "game = registry.game(sys.argv[1])\n"
        "for players, options in json.loads(sys.argv[2]):\n"
        "    read = game.read_options(options), game.read_components({})\n"
        "    start = game.new_table(players, *read)\n"
        "    assert drivers.play_random(game, start, 0, 300).lengths.min() > 0\n"
        "print('good')\n"
    )
    env = {**os.environ, "HORTA_CHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code, game_id, json.dumps(cases)],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "good", done.stderr


@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_the_forward_model_leaves_the_parent_alone(game_id, players, options):
    match = horta.start(game_id, players, 31, **options)
    rng = random.Random(31)

    def digest():
        return hashlib.sha256(match._table.tobytes()).hexdigest()

    while not match.over:
        parent = digest()
        for action in rng.sample(match.legal, min(3, len(match.legal))):
            child = match.copy()
            child.play(action)
            assert digest() == parent
            assert match.legal
        _ = match.position, match.sheet, match.view(0), match.view(None), match.log()
        assert digest() == parent, "looking changes nothing"
        match.play(rng.choice(match.legal))


def redealt(match, seat, seed):
    """The same match as it could also be, as far as the seat can know."""
    other = match.copy()
    plain_engine(match.game).redeal(other._table, 0, -1 if seat is None else seat, seed)
    return other


@pytest.mark.parametrize(("game_id", "players", "options"), CASES)
def test_views_hide_what_a_seat_cannot_know(game_id, players, options):
    match = horta.start(game_id, players, 41, **options)
    rng = random.Random(41)
    changed = step = 0
    while not match.over:
        # Who is to play is looked at always, everybody else in turn.
        for seat in {match.to_play, (None, *range(players))[step % (players + 1)]}:
            other = redealt(match, seat, step)
            assert other.view(seat) == match.view(seat)
            assert other.redacted(seat).tobytes() == match.redacted(seat).tobytes()
            assert registry.game(game_id).rules.check(at(match.game.table, other._table)) == 0
            changed += other.position["table"] != match.position["table"]
            if match.to_play == seat:
                assert other.legal == match.legal
        step += 1
        match.play(rng.choice(match.legal))
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
            other = redealt(match, seat, step)
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
    match = horta.start(game_id, players, 43, **options)
    rng = random.Random(43)
    engine = plain_engine(match.game)
    while not match.over:
        seat = rng.randrange(-1, players)
        truth, seen = match._table.copy(), match.redacted(None if seat < 0 else seat)
        engine.redeal(truth, 0, seat, 77)
        engine.redeal(seen, 0, seat, 77)
        assert truth.tobytes() == seen.tobytes()
        match.play(rng.choice(match.legal))


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
