"""What is in the box, and what an owner may replace."""

from __future__ import annotations

import json

import pytest

import horta
from bruxelles1897.tables import EMPTY, do, last_pass, mine, offers, seat, stand, table
from horta.core import registry
from horta.games.bruxelles1897.components import (
    KIND_COUNTS,
    MATERIAL_MASKS,
    PROVENANCE,
    SIDE_NAMES,
    SIDE_VALUES,
    BruxellesComponents,
    BruxellesOptions,
    Decks,
)

RULE = pytest.mark.rule


def everything(match):
    """All cards of the decks and the grid at the start, counted."""
    whole = table(match)
    cards = [card for row in whole["grid"] for card in row]
    cards += [card for card, n in whole["piles"].items() for _ in range(n)]
    return cards + [card for card, n in whole["discards"].items() for _ in range(n)]


@RULE("B97-CMP-01")
def test_seven_architects_with_two_sides():
    assert KIND_COUNTS == (4, 2, 1)
    assert dict(zip(SIDE_NAMES, SIDE_VALUES, strict=True)) == {
        "a13/1": 1,
        "a13/3": 3,
        "a24/2": 2,
        "a24/4": 4,
        "a25/2": 2,
        "a25/5": 5,
    }
    for players in (2, 3, 4):
        match = horta.start("bruxelles1897", players, 3)
        for s in range(players):
            player = mine(match, s)
            assert sum(player["hand"].values()) + sum(player["prison"].values()) == 7


@RULE("B97-CMP-02", "B97-CMP-03", "B97-CMP-04", "B97-CMP-05", "B97-CMP-06")
def test_the_decks():
    counts = Decks().counts()
    assert counts == (3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 3, 3, 3, 3, 3)
    assert sum(counts) + 4 + 23 + 1 == 83, "with Brugmann, money and Expo"
    assert MATERIAL_MASKS == (1, 2, 4, 3, 5, 6), "WW BB MM WB WM BM out of W, B and M"
    match = horta.start("bruxelles1897", 4, 1)
    cards = everything(match)
    for names, count in {
        ("yellow", "green", "blue", "red"): 3,
        ("WW", "BB", "MM", "WB", "WM", "BM"): 2,
        ("house-a", "house-b", "house-c", "house-d"): 4,
        ("horta", "albert", "buls", "vandervelde", "hankar"): 3,
    }.items():
        assert {cards.count(name) for name in names} == {count}
    assert "brugmann" not in cards


@RULE("B97-CMP-07", "B97-GEN-01")
def test_money_is_a_number_of_francs_and_change_can_be_made():
    match = stand("money . . .\n" + ". . . .\n" * 2, seat(4, artworks="red"), seat(), seat())
    do(match, "take a1", "place a13/3")
    assert mine(match, 0)["francs"] == 4, "4 - 3, then the 3 of the card"


@RULE("B97-CMP-08", "B97-CMP-09")
def test_bonus_and_brussels_cards():
    assert BruxellesComponents().bonus_pairs.model_dump() == {
        "architecture": "houses",
        "nobility": "nobles",
        "prestige": "artworks",
        "prison": "money",
    }
    match = horta.start("bruxelles1897", 4, 2)
    assert sorted(table(match)["bonus"]) == ["architecture", "nobility", "prestige", "prison"]
    assert offers(match, "visit") == ["visit exchange", "visit hall", "visit cinquantenaire"]


@RULE("B97-CMP-10", "B97-CMP-11", "B97-SET-08")
def test_tracks_begin_on_their_first_space_and_points_at_0():
    tracks = BruxellesComponents().tracks
    assert tracks.architecture == tracks.nobility == tracks.prestige == (1, 2, 3, 4, 5)
    for players in (2, 3, 4):
        match = horta.start("bruxelles1897", players, 4)
        for s in range(players):
            player = mine(match, s)
            assert set(player["tracks"].values()) == {1}
            assert set(player["levels"].values()) == {1}
            assert set(player["points"].values()) == {0}
    own = {"tracks": {"architecture": [2, 2, 7], "prestige": [0, 4]}}
    match = horta.start("bruxelles1897", 2, 4, components=own)
    assert mine(match, 0)["levels"] == {"architecture": 2, "nobility": 1, "prestige": 0}


@RULE("B97-CMP-10", "B97-CMP-08")
def test_an_owners_tables_are_played():
    own = {
        "tracks": {"prestige": [3, 9]},
        "bonus_pairs": {
            "architecture": "money",
            "nobility": "houses",
            "prestige": "nobles",
            "prison": "artworks",
        },
    }
    match = last_pass(
        "0a13/1 0a13/3 . .\n0a13/1 1a13/1 . .\n. . . .",
        seat(0),
        seat(0),
        seat(0),
        components=own,
        round_no=4,
        bonus=("prestige", "prison", "architecture", "nobility"),
    )
    assert match.over
    assert mine(match, 0)["levels"]["prestige"] == 9
    sheet = match.sheet
    assert sheet["arms"] == [9, 0, 0]
    assert sheet["bonus_nobles"] == [2, 0, 0], "Brugmann; below the Prestige bonus here"
    assert sheet["bonus_money"] == [0, 0, 0]


def test_an_owners_decks_are_played():
    own = {"decks": {"artworks": [12, 0, 0, 0]}}
    match = horta.start("bruxelles1897", 4, 1, components=own)
    cards = everything(match)
    assert (cards.count("yellow"), cards.count("red")) == (12, 0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tracks": {"prestige": [2, 1]}}, "lower than the one before"),
        ({"tracks": {"nobility": [0, 1]}}, "at least one noble"),
        ({"tracks": {"architecture": []}}, "at least 1"),
        ({"tracks": {"architecture": [100]}}, "99"),
        ({"tracks": {"architecture": [1] * 13}}, "at most 12"),
        ({"bonus_pairs": {"prison": "houses"}}, "each lower half"),
        ({"bonus_pairs": {"prison": "tram"}}, "bonus_pairs.prison"),
        ({"decks": {"houses": [4, 4, 4, 5]}}, "'houses' must add up to 16"),
        ({"decks": {"nobles": [3, 3, 3, 3]}}, "decks.nobles"),
        ({"decks": {"materials": [12, 0, 0, 0, 0, -0, 1]}}, "decks.materials"),
        ({"grid": 4}, "'grid'"),
    ],
)
def test_an_owners_mistakes_are_named(given, message):
    with pytest.raises(horta.BadComponents, match=message):
        horta.start("bruxelles1897", 2, 1, components=given)


def test_options_are_checked():
    assert BruxellesOptions().model_dump() == {"force_effect": True, "vp_floor": None}
    for wrong in ({"force_effect": 1}, {"vp_floor": "none"}, {"vp_floor": 101}, {"vp_floor": -101}):
        with pytest.raises(horta.BadOption, match=next(iter(wrong))):
            horta.start("bruxelles1897", 2, 1, **wrong)
    for players in (1, 5):
        with pytest.raises(horta.BadOption, match="2 to 4 players"):
            horta.start("bruxelles1897", players, 1)


def test_every_table_that_can_be_replaced_says_where_it_comes_from():
    tops = {name.partition(".")[0] for name in PROVENANCE}
    assert set(BruxellesComponents.model_fields) <= tops
    degrees = {name: entry.degree for name, entry in PROVENANCE.items()}
    assert degrees["bonus_pairs"] == degrees["tracks.prestige"] == "reconstructed"
    assert degrees["decks"] == "reported"
    page = registry.game("bruxelles1897")
    assert page.provenance is PROVENANCE


def test_components_go_through_json():
    schema = BruxellesComponents.model_json_schema()
    assert json.loads(json.dumps(schema)) == schema
    given = BruxellesComponents().model_dump(mode="json")
    assert BruxellesComponents.model_validate(given) == BruxellesComponents()


def test_an_empty_grid_offers_brussels_and_pass():
    match = stand(EMPTY, seat(), seat(), seat())
    assert offers(match) == ["visit exchange", "visit hall", "visit cinquantenaire", "pass"]
