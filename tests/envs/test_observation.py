"""Observations: what they say, that they leak nothing, and that their meaning does not drift."""

from __future__ import annotations

import json

import numpy as np
import pytest
from observed import check_constant, compare, compare_viewings, places, tables
from tools.observations import GOLDEN, VARIANTS, digest

import horta
from horta.core import registry
from horta.core.engine import compiled_engine, plain_engine
from horta.core.errors import HortaError, NoObservation
from horta.core.observation import Observation, View

SEEN = [game for game in horta.games() if registry.game(game).observation is not None]
KINDS = [(game, options) for game in SEEN for options in VARIANTS.get(game, [{}])]


def test_views_lie_one_after_the_other():
    seen = Observation(0, View("a", (2, 3), "one"), View("b", (4,), "two", -1, 2))
    assert (seen["a"].start, seen["a"].stop, seen["b"].start, len(seen)) == (0, 6, 6, 10)
    batch = np.arange(20, dtype=np.float32).reshape(2, 10)
    parts = seen.split(batch)
    assert parts["a"].shape == (2, 2, 3)
    assert parts["b"].tolist() == [[6, 7, 8, 9], [16, 17, 18, 19]]
    parts["b"][1, 0] = -1
    assert batch[1, 6] == -1, "a view is no copy"
    assert seen.low.tolist() == [0] * 6 + [-1] * 4
    assert seen.high.tolist() == [1] * 6 + [2] * 4
    with pytest.raises(ValueError, match="two views are called 'a'"):
        Observation(0, View("a", (1,), ""), View("a", (1,), ""))


def test_a_game_without_an_observation_says_so():
    from dataclasses import replace

    paris = registry.game("paris")
    blind = replace(paris, rules=replace(paris.rules, observe=None), observation=None)
    for asked in (
        lambda: blind.observation_spec,
        lambda: blind.env_id,
        lambda: plain_engine(blind).observe,
    ):
        with pytest.raises(NoObservation, match=r"Paris.*no observation"):
            asked()
    with pytest.raises(TypeError, match="come together"):
        replace(paris, observation=None)


@pytest.mark.parametrize(("game_id", "options"), KINDS)
def test_numbers_stay_in_their_ranges(game_id, options):
    seen = registry.game(game_id).observation
    low, high = seen.low, seen.high
    for match in tables(game_id, range(6), every=4, **options):
        for seat in range(match.players):
            out = np.full(seen.size, np.nan, np.float32)
            match.observe(seat, out)
            assert np.isfinite(out).all(), "every number is written"
            wrong = (out < low) | (out > high)
            assert not wrong.any(), [view.name for view in seen if view.of(wrong).any()]


@pytest.mark.parametrize(("game_id", "options"), KINDS)
def test_nothing_leaks(game_id, options):
    """The same before and after all that the seat cannot know is dealt anew, and when blanked."""
    game = registry.game(game_id)
    rules = plain_engine(game)
    changed = 0
    for match in tables(game_id, range(4), every=5, **options):
        out = game.observation.new()
        for seat in range(match.players):
            seen = match.observe(seat).tobytes()
            hidden = match.redacted(seat)
            rules.clear(hidden, 0, out)
            rules.observe(hidden, 0, seat, out)
            assert out.tobytes() == seen
            for seed in range(3):
                other = match.redacted(None)
                other[0] = match._table[0]
                rules.redeal(other, 0, seat, seed)
                changed += other.tobytes() != match._table.tobytes()
                rules.clear(other, 0, out)
                rules.observe(other, 0, seat, out)
                assert out.tobytes() == seen
    assert changed, "redeal changed something that was hidden"


@pytest.mark.parametrize(("game_id", "options"), KINDS)
def test_an_observation_does_not_depend_on_the_one_before_it(game_id, options):
    """A buffer is used again for games of the same players and options, as in a batch."""
    game = registry.game(game_id)
    rules = plain_engine(game)
    for players in range(game.min_players, game.max_players + 1):
        used, poisoned, written = game.observation.new(), game.observation.new(), None
        for match in tables(game_id, range(2), every=3, players=players, **options):
            for seat in range(players):
                seen = match.observe(seat)
                rules.clear(match._table, 0, used)
                rules.observe(match._table, 0, seat, used)
                assert used.tobytes() == seen.tobytes()
                # What is written whole now is written whole always, and the rest never.
                poisoned.fill(np.nan)
                rules.clear(match._table, 0, poisoned)
                if written is None:  # an empty buffer, as of fresh arrays, is not emptied again
                    emptied, alone = np.isfinite(poisoned), np.full_like(used, 7.0)
                    rules.observe(match._table, 0, seat, alone)
                    assert (alone[emptied] == 7.0).any() == (game.rules.clear is not None)
                rules.observe(match._table, 0, seat, poisoned)
                here = np.isfinite(poisoned)
                assert written is None or (here == written).all()
                assert (poisoned[here] == seen[here]).all()
                assert not seen[~here].any()
                written = here


def test_a_match_empties_the_buffer_that_it_is_given():
    """It may hold what was seen at a table of other players."""
    buffer = horta.start("bruxelles1897", 4, 1).observe(3)
    few = horta.start("bruxelles1897", 2, 1)
    assert few.observe(0, buffer).tobytes() == few.observe(0).tobytes()


def test_a_rule_that_empties_some_views_leaves_the_others():
    parts = [View(name, (20,), "") for name in "abcd"]
    clear = Observation(0, *parts, View("e", (3,), ""), View("f", (1,), "")).clearing("d", "a", "f")
    out = np.ones(84, np.float32)
    clear(out)
    assert out.tolist() == [0.0] * 20 + [1.0] * 40 + [0.0] * 24  # a short gap is emptied too


@pytest.mark.compiled
@pytest.mark.parametrize(("game_id", "options"), KINDS)
def test_compiled_and_plain_observations_are_the_same(game_id, options):
    game = registry.game(game_id)
    fast, slow = compiled_engine(game), plain_engine(game)
    for match in tables(game_id, range(4), every=5, **options):
        one, two = game.observation.new(), game.observation.new()
        table = match._table
        for seat in range(match.players):
            for rules, out in ((fast, one), (slow, two)):
                rules.clear(table, 0, out)
                rules.observe(table, 0, seat, out)
            assert one.tobytes() == two.tobytes()


@pytest.mark.parametrize("game_id", SEEN)
def test_the_meaning_does_not_change_without_a_new_version(game_id):
    """Observations of some games, kept as a digest; `tools.observations` writes them."""
    game = registry.game(game_id)
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert kept.get(game.env_id) == digest(game), game.env_id


def test_a_match_refuses_a_seat_that_is_not_there():
    match = horta.start("paris", seed=1)
    with pytest.raises(HortaError, match="there is no seat 2"):
        match.observe(2)


# Paris: every view worked out again from what `match.view` tells, in words.

SPECIALS = {"PEI": 0, "LAM": 1, "MOU": 2, "FON": 3, "PEN": 4, "GRA": 5}
CODES = ["LEV", "MET", "JAR", "SAC", "PEI", "CHA", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"]
BUILDINGS = ["I3", "V3", "O4", "T4", "S4", "L4", "P5", "T5", "W5", "X5", "U6", "L6"]
DECISIONS = ["p1_turn", "p2_turn", "lev_give", "lev_get", "lev_place", "special", "over"]
FACES = {
    "o": ["bo/mo", "mo/ob", "oL/ob", "Lo/bm", "mo/bo", "oL/bo", "Lo/om", "oo/ob"],
    "b": ["ob/mb", "mb/bo", "bL/bo", "Lb/om", "mb/ob", "bL/ob", "Lb/bm", "bb/bo"],
}


def space(name):
    return int(name[1]) - 1, "abcdefgh".index(name[0])


def expected(view):
    """The views of `paris-v0` for the seat of a view, as nested arrays."""
    table, me, options = view["table"], view["seat"], view["options"]
    sides = (me, 1 - me)
    letters = ("ob"[me], "ob"[1 - me], "m", "L")
    board = [list(row) for row in table["board"]]
    want = {}
    want["cobbles"] = [[[x == letter for x in row] for row in board] for letter in letters]
    cover = np.zeros((2, 8, 8))
    size = np.zeros((8, 8))
    standing = [(b["owner"], [space(s) for s in b["spaces"]]) for b in table["buildings"]]
    pieces = np.zeros((6, 8, 8))
    facing = np.zeros((12, 4))
    garden = np.zeros((2, 1))
    for card in table["postcards"]:
        if card["space"] is None:
            continue
        facing[CODES.index(card["card"]), card["facing"]] = 1
        row, column = space(card["space"])
        cells = [(row, column)]
        if card["card"] == "JAR" or (card["card"] == "FON" and options["fountain_cells"] == 2):
            cells.append((row, column + 1) if card["facing"] == 0 else (row + 1, column))
        if card["card"] == "JAR":
            standing.append((card["holder"], cells))
            garden[sides.index(card["holder"])] = 1
        elif card["card"] in SPECIALS:
            for cell in cells:
                pieces[SPECIALS[card["card"]]][cell] = 1
    # The annexe of a building stands among its spaces; that of the garden must be added.
    annexe = next((c for c in table["postcards"] if c["card"] == "BOU" and c["space"]), None)
    if annexe and not any(space(annexe["space"]) in cells for _, cells in standing):
        standing[-1][1].append(space(annexe["space"]))
    joined = np.zeros((2, 8, 8))
    for owner, cells in standing:
        for row, column in cells:
            cover[sides.index(owner), row, column] = 1
            size[row, column] = len(cells) / 7
            joined[0, row, column] = (row, column + 1) in cells
            joined[1, row, column] = (row + 1, column) in cells
    want |= {"buildings": cover, "building_size": size, "joined": joined, "pieces": pieces}
    want["facing"] = facing
    want["decision"] = [table["decision"] == d for d in DECISIONS]
    want["to_play"] = [table["to_play"] == me]
    want["starter"] = [table["starter"] == me]
    want["first_done"] = [table["first_done"] == s for s in sides]
    want["idle"] = [table["idle"] / 2]
    want["card"] = [table["card"] == code for code in CODES]
    want["transit"] = [table["transit"] == name for name in BUILDINGS]
    want["site"] = [name in table["site"] for name in BUILDINGS]
    seats = [table["seats"][s] for s in sides]
    want["reserve"] = [[name in seat["reserve"] for name in BUILDINGS] for seat in seats]
    built = [
        [any(b["building"] == n and b["owner"] == s for b in table["buildings"]) for n in BUILDINGS]
        for s in sides
    ]
    want["built"] = np.concatenate([built, garden], axis=1)
    hand = seats[0]["hand"]
    want["hand"] = [hand is not None and hand[1] == str(k) for k in range(8)]
    face = FACES[hand[0]][int(hand[1])].replace("/", "") if hand else "...."
    want["hand_face"] = [[[face[2 * r + c] == x for c in (0, 1)] for r in (0, 1)] for x in letters]
    want["has_tile"] = [seat["hand"] is not None for seat in seats]
    want["stack"] = [seat["stack_size"] / 8 for seat in seats]
    want["unseen"] = [
        [f"{'ob'[s]}{k}" in seat["unseen"] for k in range(8)]
        for s, seat in zip(sides, seats, strict=True)
    ]
    want["tokens"] = [seat["tokens"] / 4 for seat in seats]
    want["chimneys"] = [seat["chimneys"] / 7 for seat in seats]
    cards = {card["card"]: card for card in table["postcards"]}
    states = ["out", "open", "used", "declined", "held"]
    want["postcards"] = [
        [cards.get(code, {"state": "out"})["state"] == state for code in CODES] for state in states
    ]
    want["holder"] = [
        [code in cards and cards[code]["holder"] == s for code in CODES] for s in sides
    ]
    want["options"] = [options["fountain_cells"] == 2, options["statue_neighbours"] == "all"]
    return want


@pytest.mark.parametrize(
    "options",
    [
        {"postcards": "random"},
        {"postcards": "random", "fountain_cells": 2, "statue_neighbours": "all"},
        {"postcards": ["JAR", "BOU", "LEV", "GRA", "FON", "PEN", "PEI", "MOU"]},
    ],
)
def test_every_view_of_paris_says_what_match_view_says(options):
    assert compare(tables("paris", range(40, 45), every=3, **options), expected) > 100


CONSTANT = {
    "joined": (
        places((2, 8, 8), np.s_[0, :, 7], np.s_[1, 7, :]),
        "nothing lies east of the last column and south of the last row",
    ),
    "card": (places(12, [1, 3, 5]), "these cards ask for nothing when they are taken"),
    "hand_face": (
        places((4, 2, 2), np.s_[1, 0, 1], np.s_[2, 0, 1], np.s_[3, 1, :]),
        "no tile is printed so",
    ),
    "postcards": (
        places((5, 12), np.s_[3, [1, 3, 5]], np.s_[4, [0, 2, 3, 4, 6, 7, 8, 9, 10, 11]]),
        "what asks for nothing cannot be declined, and only two cards are held for later",
    ),
    "facing": (
        places((12, 4), np.s_[[0, 1, 3, 5]], np.s_[[2, 9], 2:], np.s_[[4, 7, 8, 11], 1:]),
        "these have no piece, or one that looks the same when it is turned so far",
    ),
}
FOLLOWS = {
    "buildings.anchor": "follows from the spaces of the building",
    "buildings.orientation": "follows from the spaces of the building",
    "phase": "follows from the decision",
    "squares": "the board shows what lies on them, and `unseen` which tiles are laid",
}


@pytest.mark.compiled
def test_every_number_of_paris_changes_and_is_true():
    constant, unread = compare_viewings("paris", expected)
    check_constant(constant, CONSTANT)
    assert unread == set(FOLLOWS), "fields of the view that the observation says nothing about"
