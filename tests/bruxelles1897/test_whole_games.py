"""What is true of whole games: invariants 21 and 22, and that every invariant can fail."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import horta
from bruxelles1897.tables import EMPTY, do, position, seat, stand, table
from horta.core import registry
from horta.core.drivers import play_random
from horta.core.engine import plain_engine
from horta.core.record import at
from horta.games.bruxelles1897.components import SIDE_VALUES
from horta.games.bruxelles1897.table import Decision, Event, Phase

pytestmark = pytest.mark.long

GAME = registry.game("bruxelles1897")
ENGINE = plain_engine(GAME)
GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_has_at_most_32_turns_for_each_player(players):
    for seed in range(4):
        match = horta.start("bruxelles1897", players, seed)
        rng = random.Random(seed)
        turns = 0
        while not match.over:
            legal = match.legal
            if table(match)["decision"] == "turn":
                turns += 1
                if len(legal) > 1:
                    legal = legal[:-1]  # never pass while something else is possible
            match.play(rng.choice(legal))
        assert turns <= 32 * players


@pytest.mark.compiled
def test_random_games_have_the_expected_length():
    """The page's figures are for games without voluntary passing; with it they are shorter."""
    for players, few, many in ((2, 60, 100), (3, 80, 130), (4, 110, 170)):
        start = GAME.new_table(players, GAME.read_options({}), GAME.read_components({}))
        lengths = play_random(GAME, start, 0, 400).lengths
        assert few < lengths.mean() < many
        assert lengths.max() < 300


MIRROR = {
    name: f"{'dcba'['abcd'.index(name[0])]}{name[1]}"
    for name in (f"{c}{r}" for r in range(1, 5) for c in "abcd")
}


def mirrored_position(given):
    whole = given["table"]
    other = {**whole, "grid": [row[::-1] for row in whole["grid"]], "bonus": whole["bonus"][::-1]}
    return {**given, "table": other}


def mirrored_text(text):
    words = text.split()
    return f"take {MIRROR[words[1]]}" if words[0] == "take" else text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_mirroring_the_columns_changes_no_points(players):
    """Invariant 21, for one round: then the grid is dealt anew."""
    for seed in range(6):
        match = horta.start("bruxelles1897", players, seed)
        other = horta.resume("bruxelles1897", mirrored_position(match.position))
        rng = random.Random(seed)
        while table(match)["phase"] == "action" and table(match)["round"] == 1:
            legal = [match.text(action) for action in match.legal]
            assert sorted(map(mirrored_text, legal)) == sorted(
                other.text(action) for action in other.legal
            )
            text = rng.choice(legal)
            do(match, text)
            do(other, mirrored_text(text))
        assert [s["points"] for s in table(match)["seats"]] == [
            s["points"] for s in table(other)["seats"]
        ]
        if table(match)["phase"] == "action":
            assert [s["francs"] for s in table(match)["seats"]] == [
                s["francs"] for s in table(other)["seats"]
            ]


SWAPS = (
    {"yellow": "red", "red": "blue", "blue": "yellow"},
    {"house-a": "house-d", "house-d": "house-a"},
    {"WW": "BB", "BB": "WW", "WM": "BM", "BM": "WM"},
)


def swapped(value, names):
    if isinstance(value, dict):
        return {names.get(k, k): swapped(v, names) for k, v in value.items()}
    if isinstance(value, list):
        return [swapped(v, names) for v in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("names", SWAPS, ids=["colours", "houses", "materials"])
def test_permuting_kinds_permutes_a_round(names):
    """Invariant 21: until the first card is drawn, swapped kinds give the swapped game."""
    for seed in range(5):
        match = horta.start("bruxelles1897", 3, seed)
        given = match.position
        other = horta.resume("bruxelles1897", {**given, "table": swapped(given["table"], names)})
        rng = random.Random(seed)
        for _ in range(40):
            texts = [
                match.text(action)
                for action in match.legal
                if not match.text(action).startswith(("perform", "activate", "pay"))
            ]
            whole = table(match)
            drawing = whole["decision"] == "turn" and any(
                "hankar" in (*s["upright"], *s["tilted"]) for s in whole["seats"]
            )
            if whole["round"] > 1 or not texts or drawing:
                break
            text = rng.choice([t for t in texts if t != "visit cinquantenaire"] or texts)
            if text == "take" or whole["decision"] == "pick":
                break
            before = match.copy()
            do(match, text)
            if any(event.kind == Event.DREW for _, event in match.events(len(before.actions))):
                break
            do(other, " ".join(names.get(word, word) for word in text.split()))
            assert [s["points"] for s in table(other)["seats"]] == [
                s["points"] for s in table(match)["seats"]
            ]
            assert table(other)["seats"] == swapped(table(match)["seats"], names)


def broken(change, match=None):
    """The number of the invariant that a change of the table breaks."""
    match = (match or stand(EMPTY, seat(), seat(), seat())).copy()
    change(at(GAME.table, match._table))
    return ENGINE.check(match._table, 0)


def setter(path, value):
    def change(found):
        *way, last = path
        place = found
        for step in way:
            place = place[step] if isinstance(step, int) else getattr(place, step)
        if isinstance(last, int):
            place[last] = value
        else:
            setattr(place, last, value)

    return change


@pytest.mark.parametrize(
    ("path", "value", "number"),
    [
        (("round_no",), 0, 22),
        (("round_no",), 5, 22),
        (("pile", 3), 4, 1),
        (("discard", 18), -1, 1),
        (("seats", 1, "cards", 0), 1, 1),
        (("seats", 1, "cards", 0), -1, 1),
        (("drawn", 0), 3, 1),
        (("at_hand",), 14, 1),
        (("paid", 2), 1, 1),
        (("expo",), 3, 3),
        (("bonus", 0), 1, 18),
        (("bonus", 0), 4, 18),
        (("seats", 0, "hand", 0), 3, 2),
        (("seats", 0, "prison", 2), -1, 2),
        (("seats", 0, "sent", 0), 1, 2),
        (("owner", 5), 0, 2),
        (("seats", 2, "francs"), -1, 4),
        (("seats", 2, "track", 1), 5, 5),
        (("seats", 2, "track", 1), -1, 5),
        (("seats", 2, "nobles"), 0, 6),
        (("seats", 2, "tilted"), 2, 6),
        (("card", 15), 19, 7),
        (("card", 0), 21, 7),
        (("owner", 0), 4, 7),
        (("owner", 0), 3, 7),
        (("side", 0), 6, 7),
        (("used", 1), 1, 8),
        (("passes",), 1, 9),
        (("phase",), 1, 9),
        (("to_play",), 3, 23),
        (("decision",), 13, 23),
        (("turn",), 1, 23),
        (("shown",), 1, 11),
        (("showing",), 1, 11),
        (("seats", 0, "built"), 1, 20),
        (("seats", 0, "shown"), 1, 20),
        (("seats", 0, "arms"), -1, 20),
        (("seats", 0, "unpaid"), 1, 20),
        (("cell",), 1, 23),
        (("to_send",), 1, 23),
        (("calls",), 1, 23),
        (("waiting",), 1, 23),
        (("column",), 0, 23),
    ],
)
def test_every_invariant_of_a_table_can_fail(path, value, number):
    assert broken(setter(path, value)) == number


def test_city_hall_has_a_limit():
    match = stand(EMPTY, seat(nobles="horta buls", levels=(1, 2, 1)), seat(), seat())
    do(match, "visit hall", "send a13")
    assert broken(setter(("calls",), 3), match) == 17
    assert broken(setter(("called",), 1), match) == 23, "nobody is tilted"
    do(match, "activate buls")
    assert broken(setter(("calls",), 2), match) == 17
    assert broken(setter(("calls",), 0), match) == 23


def step_breaks(match, text, change):
    """The number of the invariant that a step breaks, with the table changed behind it."""
    before = match._table.copy()
    after = match.copy()
    do(after, text)
    pair = np.concatenate([before, after._table])
    assert ENGINE.follows(pair, 0, 1) == 0
    change(at(GAME.table, pair, 1))
    return ENGINE.follows(pair, 0, 1)


@pytest.mark.parametrize(
    ("path", "value", "number"),
    [
        (("first",), 1, 19),
        (("round_no",), 3, 22),
        (("seats", 0, "track", 0), 1, 5),
        (("seats", 1, "nobles"), 0, 6),
        (("seats", 1, "tilted"), 0, 6),
        (("seats", 1, "cards", 10), 0, 10),
        (("seats", 0, "francs"), 10, 4),
        (("seats", 0, "built"), 1, 12),
        (("seats", 0, "shown"), 2, 12),
        (("seats", 0, "arms"), 1, 12),
        (("seats", 0, "prison", 0), 1, 15),
        (("owner", 4), 0, 7),
        (("owner", 8), 0, 7),
        (("side", 4), 3, 7),
    ],
)
def test_every_invariant_of_a_step_can_fail(path, value, number):
    match = stand(
        "red . . .\n1a13/1 . . .\n. . . .",
        seat(10),
        seat(houses="a", tilted="horta"),
        seat(),
    )
    do(match, "take a1")
    assert step_breaks(match, "place a13/3", setter(path, value)) == number


def test_a_round_that_ends_is_followed_too():
    match = stand(EMPTY, seat(), seat(passed=1), seat(passed=2), expo_holder=2)
    assert step_breaks(match, "pass", setter(("first",), 1)) == 19
    assert step_breaks(match, "pass", setter(("expo",), 2)) == 19
    match = stand(
        "0a13/1 0a13/1 . .\n0a13/1 0a13/1 . .\n. . . .",
        seat(),
        seat(passed=1),
        seat(passed=2),
        bonus=("nobility", "architecture", "prestige", "prison"),
    )
    assert step_breaks(match, "pass", setter(("seats", 0, "track", 2), 1)) == 16


def test_money_and_points_are_told_by_the_notes():
    """A note that tells something else than what happened is found."""

    def retell(kind, field, value):
        def change(found):
            for entry in found.notes:
                if entry.kind == kind:
                    setattr(entry, field, value)

        return change

    match = stand("red . . .\n. . . .\n. . . .", seat(), seat(), seat())
    assert step_breaks(match, "pass", retell(Event.PASSED, "a", 1)) == 9
    do(match, "take a1")
    assert step_breaks(match, "place a13/3", retell(Event.PLACED, "b", 0)) == 4
    match = stand("house-a . . .\n. . . .\n. . . .", seat(materials="WM BM"), seat(), seat())
    do(match, "take a1", "place a13/1")
    assert step_breaks(match, "pay WM", retell(Event.BUILT, "c", 0)) == 10


def test_the_exhibition_leaves_artworks_alone():
    match = stand("expo . . .\n. . . .\n. . . .", seat(artworks="red blue"), seat(), seat())
    do(match, "take a1", "place a13/1")
    assert step_breaks(match, "exhibit red", setter(("seats", 0, "cards", 3), 0)) == 11


def test_positions_know_their_decisions():
    given = position(EMPTY, seat(), seat(), seat())
    match = horta.resume("bruxelles1897", given)
    found = at(GAME.table, match._table)
    assert (found.decision, found.phase) == (Decision.TURN, Phase.ACTION)
    assert SIDE_VALUES[found.side[0]] == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"force_effect": False, "vp_floor": 0}])
def test_invariants_hold_in_some_uncompiled_games(players, options):
    """The compiled driver plays thousands; these few are for the rules as they are written."""
    start = GAME.new_table(players, GAME.read_options(options), GAME.read_components({}))
    pair = np.concatenate([start, start])
    out = GAME.new_list()
    for seed in range(3):
        ENGINE.setup(pair, 0, seed)
        rng = random.Random(seed)
        while True:
            assert ENGINE.check(pair, 0) == 0
            count = ENGINE.legal(pair, 0, out)
            if count == 0:
                break
            assert count > 1, "what is forced is done by the engine"
            pair[1] = pair[0]
            ENGINE.step(pair, 0, int(out[rng.randrange(count)]))
            assert ENGINE.follows(pair, 1, 0) == 0


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("bruxelles1897-*.json")), ids=lambda p: p.stem)
def test_golden_games_end_as_they_did(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    match = horta.replay(record)
    assert match.over
    assert {"scores": match.scores, "winners": match.winners} == record["result"]
