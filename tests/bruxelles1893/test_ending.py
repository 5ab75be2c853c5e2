"""End of the round and of the game (B93-EOR, B93-END, B93E2-EOR, B93E2-END)."""

from __future__ import annotations

import itertools

import pytest
from b93_study import (
    EDITIONS,
    Study,
    asked,
    do,
    finish_round,
    options,
    pass_all,
    points,
    seat,
    table,
)

COSTS = {
    "brugmann": 2,
    "empain": 2,
    "solvay": 3,
    "buls": 4,
    "albert": 3,
    "van_de_velde": 4,
    "vandervelde": 2,
    "maeterlinck": 5,
}


@pytest.mark.rule("B93-EOR-01", "B93-EOR-03", "B93E2-EOR-01", "B93E2-EOR-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_assistants_come_home_and_notables_rise(edition):
    study = Study(edition, 3).put("a1", figure=1).seat(1, brussels={"market": 1})
    study.seat(0, brussels={"market": 2}, tilted=["brugmann"], justice=1)
    match = finish_round(study.match())
    assert table(match)["board"] == []
    assert set(table(match)["uses"].values()) == {0}
    assert (seat(match, 0)["reserve"], seat(match, 0)["justice"]) == (5, 2)
    assert (seat(match, 1)["reserve"] + seat(match, 1)["justice"]) == 7
    assert seat(match, 0)["tilted"] == []
    assert not any(s["passed"] for s in table(match)["seats"])


@pytest.mark.rule("B93-EOR-04", "B93-PAS-02")
def test_a_new_exposition_tile_every_round():
    match = Study("2013", 3).match()
    for k in range(1, 6):
        finish_round(match)
        assert sum(s["exhibits"] for s in table(match)["seats"]) == k
        if not match.over:
            do(match, options(match)[0])


@pytest.mark.rule("B93-EOR-05", "B93E2-EOR-05")
@pytest.mark.example("X28")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_free_notable_leaves(edition):
    study = Study(edition, 3).set(theatre=["solvay", "buls", "albert", "empain"])
    study.deck = ["maeterlinck", "vandervelde", "buls"]
    match = finish_round(study.match())
    assert table(match)["theatre"] == ["buls", "albert", "empain", "maeterlinck"]
    assert table(match)["discards"]["solvay"] >= 1
    study = Study(edition, 4).set(theatre=[None, None, None, None])
    names = [n for n in COSTS if n != "brugmann"]
    for s in range(3):
        study.seat(s, notables=["brugmann", *names])
    match = finish_round(study.match())
    assert table(match)["theatre"] == [None] * 4


@pytest.mark.rule("B93-EOR-06", "B93E2-EOR-06")
@pytest.mark.parametrize(("edition", "left"), [("2013", 15), ("2023", 19)])
def test_new_cards_below_the_columns(edition, left):
    study = Study(edition, 3)
    match = finish_round(study.match())
    prizes = table(match)["prizes"]
    assert not set(prizes["strip"]) & set(study.strip)
    assert prizes["gone"] == sorted(study.strip)
    assert prizes["pile_size"] == left


@pytest.mark.rule("B93-EOR-07", "B93E2-EOR-07")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_new_stock_card(edition):
    match = finish_round(Study(edition, 3).match())
    stock = table(match)["stock"]
    assert len(stock) == len(set(stock)) == 2


@pytest.mark.rule("B93-EOR-08")
def test_what_stays_as_it_is():
    study = Study("2013", 3).set(cursor="1-4", branches=[3, 5]).shop(["blue"], ["green", "brown"])
    study.put("e5", house=1).seat(1, works={"blue": 2}, cubes={"wood": 3}, tracks={"palace": 2})
    before = table(study.match())
    after = table(finish_round(study.match()))
    for key in ("cursor", "branches", "ring", "supply", "workshop"):
        assert after[key] == before[key]
    assert after["board"] == [{"space": "e5", "figure": None, "bid": 0, "house": 1}]
    for key in ("works", "cubes", "tracks", "rows"):
        assert after["seats"][1][key] == before["seats"][1][key]


@pytest.mark.rule("B93-END-01")
def test_first_edition_round_5_ends_without_tidying():
    study = Study("2013", 3, played=5).put("a1", figure=0, bid=2)
    study.seat(0, tilted=["brugmann"])
    match = finish_round(study.match())
    assert match.over
    assert table(match)["board"][0]["figure"] == 0
    assert seat(match, 0)["tilted"] == ["brugmann"]
    assert None not in table(match)["theatre"]


@pytest.mark.rule("B93E2-EOR-08", "B93E2-END-01")
def test_second_edition_round_5_is_tidied_without_new_cards():
    study = Study("2023", 3, played=5).put("a1", figure=0, bid=2)
    study.seat(0, tilted=["brugmann"], cubes={"joker": 4, "wood": 1})
    match = finish_round(study.match())
    assert match.over
    lying = table(match)
    assert lying["board"] == []
    assert seat(match, 0)["tilted"] == []
    assert lying["theatre"] == ["buls", "albert", "solvay", None]
    assert lying["prizes"]["strip"] == [None] * 5
    assert lying["prizes"]["pile_size"] == 0
    assert seat(match, 0)["cubes"]["joker"] == 0
    assert lying["supply"]["joker"] == 15
    assert match.sheet["cubes"] == [1, 0, 0]


def final(edition, money, *notables, **values):
    """The end of a game in which seat 0 has this money and these notables."""
    study = Study(edition, 3, played=5)
    study.set(turn=1, to_play=1, theatre=["solvay", "albert", "empain", "vandervelde"])
    study.seat(0, money=money, notables=list(notables), **values)
    return pass_all(study.match())


def unpaid_sets(match):
    """Every set of notables that can stay unpaid, in every way it can be reached."""
    found, stack = [], [match]
    owned = set(seat(match, 0)["notables"])
    while stack:
        here = stack.pop()
        if here.over:
            found.append(frozenset(owned - set(seat(here, 0)["notables"])))
        else:
            stack += [do(here.copy(), text) for text in options(here)]
    return found


@pytest.mark.rule("B93-END-02", "B93E2-END-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_pays_his_notables(edition):
    match = final(edition, 20, "brugmann", "buls", "maeterlinck")
    assert match.over
    assert seat(match, 0)["money"] == 20 - 11
    assert seat(match, 0)["notables"] == ["brugmann", "buls", "maeterlinck"]
    assert match.sheet["unpaid"] == [0, 0, 0]


@pytest.mark.rule("B93-END-02", "B93E2-END-03")
@pytest.mark.example("BX-16", "OX-25", "X18", "E12")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("money", "owned"),
    [
        (12, ("brugmann", "empain", "solvay", "buls", "van_de_velde")),
        (9, ("brugmann", "solvay", "buls", "maeterlinck")),
        (12, ("brugmann", "empain", "van_de_velde", "maeterlinck")),
        (0, ("brugmann", "buls")),
        (6, ("brugmann", "buls", "maeterlinck", "albert", "solvay")),
        (4, ("brugmann", "empain", "maeterlinck")),
    ],
)
def test_what_stays_unpaid_is_chosen_once_and_could_not_be_paid(edition, money, owned):
    match = final(edition, money, *owned)
    allowed = set()
    for size in range(1, len(owned) + 1):
        for unpaid in itertools.combinations(owned, size):
            left = money - sum(COSTS[name] for name in owned if name not in unpaid)
            if left >= 0 and all(COSTS[name] > left for name in unpaid):
                allowed.add(frozenset(unpaid))
    # Income on passing is 0, and the other players keep their turn order.
    found = unpaid_sets(match)
    if match.over:  # there was no choice
        gone = frozenset(set(owned) - set(seat(match, 0)["notables"]))
        assert {gone} == allowed
    else:
        assert sorted(map(sorted, found)) == sorted(map(sorted, allowed))
    end = match
    while not end.over:
        end = do(end, options(end)[0])
    lost = len(owned) - len(seat(end, 0)["notables"])
    assert end.sheet["unpaid"][0] == -5 * lost
    assert points(end, 0) == -5 * lost, "the score may fall below 0 (R45, R-35)"


@pytest.mark.example("BX-16")
@pytest.mark.parametrize("edition", EDITIONS)
def test_green_drops_a_card_of_4(edition):
    match = final(edition, 12, "brugmann", "empain", "solvay", "buls", "van_de_velde")
    do(match, "unpaid van_de_velde")
    assert match.over
    assert seat(match, 0)["money"] == 1
    assert len(seat(match, 0)["notables"]) == 4
    assert points(match, 0) == -5


@pytest.mark.example("X18")
def test_5_4_and_3_with_6_francs():
    costs = {"brugmann": 20}
    study = Study("2023", 3, played=5, components={"costs": costs})
    study.set(turn=1, to_play=1)
    study.seat(0, money=6, notables=["brugmann", "buls", "albert", "maeterlinck"])
    match = pass_all(study.match())
    names = {frozenset(s) - {"brugmann"} for s in unpaid_sets(match)}
    assert names == {
        frozenset({"albert", "buls"}),
        frozenset({"albert", "maeterlinck"}),
        frozenset({"buls", "maeterlinck"}),
    }


def rows(edition, **symbols):
    """Cards with the given sums of point symbols under the lines."""
    two = {"2013": [1, 4, 7, 10], "2023": [5, 6, 7, 8]}[edition]
    one = {"2013": [2, 5, 8, 11], "2023": [1, 2, 3, 4]}[edition]
    found = {}
    for row, count in symbols.items():
        found[row] = [two.pop() for _ in range(count // 2)]
        found[row] += [one.pop()] if count % 2 else []
    return found


@pytest.mark.rule(
    "B93-END-03", "B93-END-04", "B93-END-05", "B93-END-06", "B93-END-07", "B93-END-08"
)
@pytest.mark.rule("B93-END-09", "B93-END-10", "B93E2-END-04", "B93E2-END-05", "B93E2-END-06")
@pytest.mark.rule("B93E2-END-07", "B93E2-END-08", "B93E2-END-09", "B93E2-END-10", "B93E2-END-11")
@pytest.mark.rule("B93E2-END-12")
@pytest.mark.example("BX-17")
@pytest.mark.parametrize("edition", EDITIONS)
def test_blue_of_the_book_has_139(edition):
    study = Study(edition, 3, played=5).set(turn=1, to_play=1)
    for space in ("e1", "e2", "e3", "e4", "e5"):
        study.put(space, house=0)
    study.seat(
        0,
        money=6 + 4,
        earned={"sale": 50, "crests": 30},
        works={"black": 1},
        notables=["brugmann", "empain"],
        tracks={"architect": 4},
        rows=rows(edition, money=4, works=2, assistants=1),
        cubes={"wood": 1, "iron": 2, "joker": 2},
    )
    assert study.match().sheet["token"][0] == 5
    match = study.match()
    while not match.over:
        do(match, options(match)[0])
    # 1 FB for the black work on passing does not make a fourth franc more.
    sheet = {name: values[0] for name, values in match.sheet.items()}
    assert sheet == {
        "sales": 50,
        "owner": 0,
        "construction": 0,
        "maeterlinck": 0,
        "crests": 30,
        "unpaid": 0,
        "buildings": 40,
        "money": 5,
        "works": 3,
        "notables": 2,
        "assistants": 6,
        "cubes": 3,
        "token": 0,
        "cards": 0,
        "visit": 0,
        "tiles": 0,
    }
    assert match.scores[0] == 139


@pytest.mark.example("OX-26")
@pytest.mark.parametrize("edition", EDITIONS)
def test_another_final_score(edition):
    study = Study(edition, 3, played=5)
    for space in ("e1", "e2", "e3", "e4"):
        study.put(space, house=0)
    names = ["brugmann", "empain", "vandervelde", "solvay"]
    study.set(theatre=["albert", "buls", "maeterlinck", "van_de_velde"])
    study.seat(
        0,
        money=11 + 9,
        earned={"sale": 47},
        works={"blue": 3},
        notables=names,
        tracks={"architect": 3},
        rows=rows(edition, money=2, works=1),
        cubes={"stone": 2},
        justice=1,
    )
    assert study.match().scores[0] == 47 + 24 + 6 + 6 + 4 + 4 + 2 + 5


@pytest.mark.example("E12")
def test_second_edition_the_scoring_example():
    study = Study("2023", 3, played=5).set(turn=1, to_play=1)
    for space in ("e1", "e2", "e3", "e4", "e5"):
        study.put(space, house=0)
    study.set(theatre=["solvay", "albert", "buls", "vandervelde"])
    study.seat(
        0,
        money=11,
        earned={"sale": 80},
        works={"blue": 1},
        notables=["brugmann", "empain", "van_de_velde", "maeterlinck"],
        tracks={"architect": 4},
        rows=rows("2023", works=2, assistants=1),
        cubes={"stone": 3},
        justice=0,
    )
    match = pass_all(study.match())  # 12 FB with the income of the blue work
    do(match, "unpaid maeterlinck")
    assert match.over
    assert seat(match, 0)["money"] == 4
    sheet = {name: values[0] for name, values in match.sheet.items() if values[0]}
    assert sheet == {
        "sales": 80,
        "unpaid": -5,
        "buildings": 40,
        "money": 1,
        "works": 3,
        "notables": 3,
        "assistants": 10,
        "cubes": 3,
    }
    assert match.scores[0] == 135


@pytest.mark.rule("B93-END-08", "B93E2-END-08")
@pytest.mark.example("OX-27")
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_free_assistants_score_nothing_and_none_costs(edition):
    study = Study(edition, 3, played=5).seat(0, justice=6)
    study.seat(0, rows=rows(edition, assistants=2))
    assert study.match().sheet["assistants"][0] == 0
    study.seat(0, justice=2).put("a1", figure=0)
    assert study.match().sheet["assistants"][0] == 3 * 3, "wherever they stand (R46)"


@pytest.mark.rule("B93-END-11", "B93E2-END-13")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tied_share_the_victory(edition):
    study = Study(edition, 3, played=5).set(turn=2, to_play=2)
    study.seat(0, earned={"sale": 20}, money=9).seat(1, earned={"sale": 20}, money=7)
    match = pass_all(study.match())
    assert match.over
    assert match.scores[0] == match.scores[1] > match.scores[2]
    assert match.winners == [0, 1]
    study.seat(0, earned={"sale": 21})
    assert pass_all(study.match()).winners == [0]


@pytest.mark.rule("B93-END-02", "B93E2-RND-02")
@pytest.mark.parametrize(("edition", "order"), [("2013", [1, 2, 0]), ("2023", [0, 1, 2])])
def test_who_pays_first(edition, order):
    study = Study(edition, 3, played=5).set(turn=1, to_play=1)
    for s in range(3):
        study.seat(s, money=3, notables=["brugmann", "albert"])
    study.set(theatre=["solvay", "buls", "empain", "vandervelde"])
    study.seat(1, money=2)
    match = pass_all(study.match())
    asked_in_turn = []
    while not match.over:
        assert asked(match) == "unpaid"
        asked_in_turn.append(match.to_play)
        do(match, options(match)[0])
    assert table(match)["token"] == 1
    assert asked_in_turn == order


@pytest.mark.rule("B93-END-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_score_as_if_the_game_ended_now_pays_as_well_as_it_can(edition):
    study = Study(edition, 3).seat(0, money=4, notables=["brugmann", "empain", "maeterlinck"])
    sheet = study.match().sheet
    assert sheet["unpaid"][0] == -5, "the 5 stays unpaid, the two 2s are paid"
    assert sheet["notables"][0] == 2
    assert sheet["money"][0] == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_score_now_leaves_unpaid_what_costs_least(edition):
    # 5 + 4 + 2 = 11 with 10 FB: dropping the 2 leaves 1 FB, dropping the 5 leaves 4 FB.
    study = Study(edition, 3).seat(0, money=10, notables=["brugmann", "buls", "maeterlinck"])
    sheet = study.match().sheet
    assert (sheet["unpaid"][0], sheet["notables"][0], sheet["money"][0]) == (-5, 2, 1)
    study.seat(0, money=11)
    sheet = study.match().sheet
    assert (sheet["unpaid"][0], sheet["notables"][0], sheet["money"][0]) == (0, 3, 0)
    study.seat(0, money=1, notables=["brugmann"])
    sheet = study.match().sheet
    assert (sheet["unpaid"][0], sheet["notables"][0], sheet["money"][0]) == (-5, 0, 0)
