"""Positions as JSON: round trips, and what is refused."""

from __future__ import annotations

import copy
import json
import random

import jsonschema
import pytest

import horta
from bruxelles1897.tables import EMPTY, EMPTY_4, do, position, seat, stand, table
from horta.core import registry

GAME = registry.game("bruxelles1897")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"force_effect": False, "vp_floor": -5}])
def test_every_table_of_a_game_goes_through_json_and_back(players, options):
    match = horta.start("bruxelles1897", players, 12 + players, **options)
    rng = random.Random(players)
    schema = jsonschema.Draft202012Validator(GAME.presentation.schema())
    while True:
        given = json.loads(json.dumps(match.position))
        again = horta.resume("bruxelles1897", given)
        assert again.position == given
        assert again.legal == match.legal
        if match.over:
            break
        action = rng.choice(match.legal)
        if len(match.actions) % 10 == 0:
            schema.validate(given["table"])
        match.play(action)
        again.play(action)
        assert again.position == match.position
    schema.validate(match.view(0)["table"])


def test_a_view_cannot_be_mistaken_for_a_position():
    match = horta.start("bruxelles1897", 2, 3)
    view = match.view(0)
    again = horta.resume("bruxelles1897", {key: view[key] for key in match.position})
    assert again.position["table"]["dice"] is not None, "fresh dice, as in a study"
    assert {**again.position["table"], "dice": None} == view["table"]


def edited(path, value):
    given = copy.deepcopy(
        position("red . . .\n0a13/1 . . .\n. . . .", seat(artworks="red"), seat(), seat())
    )
    place = given["table"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return given


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("round",), 5, "'round'"),
        (("decision",), "dance", "'decision'"),
        (("to_play",), 3, "no seat 3"),
        (("turn",), 3, "no seat 3"),
        (("first",), 3, "no seat 3"),
        (("expo_holder",), 3, "no seat 3"),
        (("under_way", "waiting"), [3], "no seat 3"),
        (("grid", 0, 0), "3 a13/1", "no seat 3"),
        (("grid", 0, 0), "tram", "grid"),
        (("grid", 0, 0), "0 a13/2", "grid"),
        (("grid", 0), ["red"], "grid.0"),
        (("grid",), [[None] * 4] * 4, "3 rows are needed with 3 players"),
        (("bonus",), ["prison"] * 4, "invariant 18"),
        (("piles", "red"), 9, "invariant 1"),
        (("piles", "tram"), 1, "piles"),
        (("seats", 0, "francs"), -1, "francs"),
        (("seats", 0, "hand", "a13"), 9, "invariant 2"),
        (("seats", 0, "tracks", "nobility"), 6, "invariant 5"),
        (("seats", 0, "upright"), [], "invariant 6"),
        (("seats", 0, "upright"), ["brugmann", "brugmann"], "listed twice"),
        (("seats", 0, "tilted"), ["brugmann"], "upright and tilted"),
        (("grid", 0, 1), "neutral", "invariant 7"),
        (("used", "hall"), 1, "invariant 8"),
        (("seats", 0, "passed"), 1, "invariant 9"),
        (("seats", 1, "passed"), 2, "invariant 9"),
        (("under_way", "paid"), {"WW": 1}, "invariant 1"),
        (("under_way", "exhibited"), ["red"], "invariant 11"),
        (("under_way", "exhibition"), True, "invariant 11"),
        (("seats", 0, "points", "construction"), 1, "invariant 20"),
        (("seats", 0, "points", "exhibitions"), 3, "invariant 20"),
        (("seats", 0, "unpaid"), 1, "invariant 20"),
        (("decision",), "keep", "invariant 23"),
        (("decision",), "arch", "invariant 23"),
        (("decision",), "bxarch", "invariant 23"),
        (("decision",), "hall", "invariant 23"),
        (("decision",), "free", "invariant 23"),
        (("decision",), "jail", "invariant 23"),
        (("decision",), "over", "invariant 23"),
        (("phase",), "majority", "invariant 9"),
        (("to_play",), 1, "invariant 23"),
        (("under_way", "cell"), "b2", "invariant 23"),
        (("under_way", "place"), "hall", "invariant 23"),
        (("under_way", "calls"), 1, "invariant 23"),
        (("under_way", "column"), 1, "invariant 23"),
        (("under_way", "waiting"), [0], "invariant 23"),
    ],
)
def test_what_no_game_can_reach_is_refused_and_named(path, value, message):
    with pytest.raises(horta.BadPosition, match=message):
        horta.resume("bruxelles1897", edited(path, value))


def test_the_number_of_seats_must_fit():
    given = position(EMPTY, seat(), seat(), seat())
    with pytest.raises(horta.BadPosition, match="4 are needed"):
        horta.resume("bruxelles1897", {**given, "players": 4})


def test_two_expo_cards_are_refused():
    given = position("expo . . .\n. . . .\n. . . .", seat(), seat(), seat(), expo_holder=1)
    with pytest.raises(horta.BadPosition, match="invariant 3"):
        horta.resume("bruxelles1897", given)


def test_a_position_in_the_middle_of_an_action_can_be_written_by_hand():
    match = stand(
        EMPTY_4,
        seat(materials="BM", houses="b"),
        seat(),
        seat(),
        seat(),
        decision="mat",
        under_way={"at_hand": "house-a", "paid": {"WW": 1}, "least": 1, "from_grid": True},
    )
    assert [match.text(action) for action in match.legal] == ["pay BM", "done"]
    do(match, "pay BM")
    assert table(match)["seats"][0]["houses"] == {"house-a": 1, "house-b": 1}
    assert table(match)["seats"][0]["points"]["construction"] == 3


def test_action_texts_go_both_ways():
    assert len(GAME.actions) == 69
    for action in range(69):
        text = GAME.actions.text(action)
        assert GAME.actions.parse(text) == action
        assert GAME.actions.parse(text.upper()) == action
    assert GAME.actions.text(0) == "take a1"
    assert GAME.actions.text(19) == "pass"
    assert GAME.actions.text(68) == "jail a25"
