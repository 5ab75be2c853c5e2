"""Windows: who is asked what in which order, card 9's payments, the visit, worked examples."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from b93_study import Study, asked, do, options, pass_all, points, seat, table, told

import horta
from horta.core.offers import listed
from horta.core.record import at, blank
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.components import Bruxelles1893Components
from horta.games.bruxelles1893.flow import legal
from horta.games.bruxelles1893.moves import ACTIONS
from horta.games.bruxelles1893.options import Bruxelles1893Options
from horta.games.bruxelles1893.payments import (
    PARDON,
    SUBSTITUTION,
    demand_at,
    payable_by,
    units_owned,
)
from horta.games.bruxelles1893.pieces import BOARD_NAMES, KIND_NAMES, NOBLES, UNIT_KINDS, Card, Kind
from horta.games.bruxelles1893.setup import clear, lay_out
from horta.games.bruxelles1893.table import Decision, Table
from horta.games.bruxelles1893.windows import FOLLOWS, Window


def be(*cards, players=3, crest="4-4", **given):
    """A study of the expansion with these cards, the first of them beside row 1."""
    rest = [k for k in range(32, 0, -1) if k not in cards]
    return Study(players=players, crest=crest, belle=True, cards=[*cards, *rest][:5], **given)


# The table of windows


@pytest.mark.rule("BE-CG-01", "BE-CG-02", "BE-CG-06")
def test_every_card_stands_in_one_window_and_every_window_leads_on():
    assert [row.card for row in CARD_ROWS] == list(Card)
    assert len(Card) == 32
    assert set(FOLLOWS) == set(Window)


def test_numbers_stay_small():
    game = horta.start("bruxelles1893", 2, 1).game
    assert len(ACTIONS) < 600
    assert blank(game.table).itemsize < 4096


@pytest.mark.parametrize("option", ["belle_epoque", "asymmetric"])
@pytest.mark.rule("AS-01")
def test_the_first_edition_has_neither(option):
    with pytest.raises(ValueError, match=f"{option} needs edition 2023"):
        horta.start("bruxelles1893", 3, 1, edition="2013", **{option: True})


# Order of windows and of cards


@pytest.mark.example("X26")
@pytest.mark.rule("BE-CARD-11", "BE-CARD-12", "BE-CG-06")
@pytest.mark.parametrize(("first", "francs", "won"), [(11, 17, 3), (12, 17, 2)])
def test_the_owner_orders_his_cards(first, francs, won):
    study = be(11, 12, players=4)
    study.seat(0, money=9, brussels={"exchange": 1}).pavilion(1, 0).pavilion(2, 0)
    study.seat(1, brussels={"exchange": 1}).seat(2, brussels={"exchange": 1})
    study.stock_card = 1  # 4 FB
    # Third use: with 4 players two assistants; there are then 5 on the place, one too many.
    study.seat(0, brussels={"exchange": 0})
    match = do(study.match(), "brussels exchange")
    assert options(match) == ["decline", "card 11", "card 12"]
    second = 23 - first
    do(match, f"card {first}", f"card {second}")
    assert seat(match, 0)["money"] == francs
    assert points(match, 0) == won
    assert asked(match) == "turn"


@pytest.mark.rule("BE-CG-01", "BE-CG-02")
def test_a_card_is_offered_again_until_it_is_used_then_next_round():
    study = be(16).pavilion(1, 0).seat(0, works={"blue": 2}, money=30)
    match = do(study.match(), "brussels park", "copy workshop", "work green")
    assert options(match) == ["decline", "card 16"]
    do(match, "decline", "pass", "pass")
    assert points(match, 0) == 0
    do(match, "brussels park", "copy workshop", "work green", "card 16")
    assert points(match, 0) == 4
    study = be(16).pavilion(1, 0, used=True).seat(0, works={"blue": 2})
    match = do(study.match(), "brussels park", "copy workshop", "work green")
    assert table(match)["turn"] == 1, "a card that was used is not offered"
    pass_all(match)
    while table(match)["round"] == 1:
        do(match, options(match)[0])
    assert not table(match)["belle"]["pavilions"][0]["used"]


@pytest.mark.rule("BE-CG-03")
def test_cards_of_actions_sleep_in_the_park_and_after_an_impossible_action():
    study = be(1, 3, 7).seat(0, works={"blue": 1})
    for row in (1, 2, 3):
        study.pavilion(row, 0)
    match = do(study.match(), "brussels park", "copy workshop", "work green")
    assert asked(match) == "turn"
    assert table(match)["turn"] == 1
    study = be(7).pavilion(1, 0)
    study.seat(1, cubes={"wood": 10, "iron": 10}).seat(2, cubes={"stone": 10, "glass": 10})
    match = do(study.match(), "place d1", "bid 1")  # materials, but there is no cube left
    assert table(match)["turn"] == 1


@pytest.mark.rule("BE-CG-05", "BE-CARD-10", "BE-ACT-32")
def test_a_card_just_taken_acts_in_windows_still_to_come():
    study = be(10).seat(0, cubes={"wood": 1, "stone": 1})
    match = do(study.match(), "place a3", "bid 1", "build pavilion-1", "branch 0")
    assert options(match) == ["decline", "card 10"]
    do(match, "card 10")
    assert points(match, 0) == 5 + 2


@pytest.mark.rule("BE-CARD-21")
def test_a_house_scores_before_the_action():
    study = be(21).pavilion(1, 0).put("c1", house=1).seat(0, money=9)
    match = do(study.match(), "place c1", "bid 1")
    assert options(match) == ["decline", "card 21"]
    do(match, "card 21")
    assert asked(match) == "theatre"
    assert points(match, 0) == 3


# Card 9


def allowed(payment, faces, units):
    """CPS-03 to CPS-06 and R-18, from the words of the rules; a payment is a Counter of kinds."""
    jokers = payment[Kind.JOKER]
    natural = payment - Counter({Kind.JOKER: jokers})
    assert payment.total() == units
    if set(faces) == {Kind.ANY, Kind.EMPTY}:
        return True
    if Kind.ANY in faces:
        other = next(face for face in faces if face != Kind.ANY)
        return natural[other] + jokers >= 1
    if Kind.EMPTY in faces:
        other = next(face for face in faces if face != Kind.EMPTY)
        return natural[other] + jokers == units
    one, two = faces
    if set(natural) - {one, two}:
        return False
    return natural[one] <= units - 1 and natural[two] <= units - 1


def by_card(payment, faces, units, mode):
    if mode == PARDON:
        return payment[Kind.JOKER] == 1 and allowed(payment, faces, units)
    if allowed(payment, faces, units):
        return False
    return any(
        allowed(payment - Counter([given]) + Counter([wanted]), faces, units)
        for given in range(NOBLES)
        for wanted in range(NOBLES)
        if payment[given] and given != wanted
    )


def walk(found, row, units, held, mode):
    """Every payment that the options lead to, each with the number of ways to it."""
    paid = [found.paid[k] for k in range(UNIT_KINDS)]
    due = units - sum(paid)
    if due == 0:
        return Counter([tuple(paid)])
    ways = Counter()
    bits = payable_by(found, 0, row, units, due, held, mode)
    assert bits, "an offered unit can be completed"
    seat = found.seats[0]
    for kind in range(UNIT_KINDS):
        if (bits >> kind) & 1:
            found.paid[kind] += 1
            if kind == Kind.FRANCS:
                seat.money -= 3
            else:
                seat.cubes[kind] -= 1
            ways += walk(found, row, units, held, mode)
            found.paid[kind] -= 1
            if kind == Kind.FRANCS:
                seat.money += 3
            else:
                seat.cubes[kind] += 1
    return ways


@pytest.mark.rule("BE-CARD-09", "BE-ACT-31", "B93E2-CPS-06")
@pytest.mark.parametrize("mode", [0, SUBSTITUTION, PARDON])
def test_payments_are_those_of_the_words_each_reached_once(mode):
    found = at(Table, blank(Table))
    lay_out(found, 2, Bruxelles1893Options(belle_epoque=True), Bruxelles1893Components())
    clear(found)
    rng = random.Random(mode)
    places = list(itertools.permutations(range(7), 2))
    seen = 0
    for _ in range(120):
        one, other = rng.choice(places)
        faces = (found.ring[one], found.ring[other])
        units, held = rng.choice((2, 3, 4)), rng.choice((0, 0, 1, 2))
        for kind in range(5):
            found.seats[0].cubes[kind] = rng.choice((0, 0, 1, 2, 3))
        found.seats[0].cubes[Kind.GLASS] += held
        found.seats[0].money = rng.choice((0, 2, 3, 7, 14))
        owned = [units_owned(found, 0, kind, held) for kind in range(UNIT_KINDS)]
        row = demand_at(found, one, other)
        expected = set()
        for counts in itertools.product(*(range(min(have, units) + 1) for have in owned)):
            if sum(counts) == units:
                payment = Counter({k: n for k, n in enumerate(counts) if n})
                good = allowed if mode == 0 else by_card
                if good(payment, faces, units, *([mode] if mode else [])):
                    expected.add(counts)
        if not payable_by(found, 0, row, units, units, held, mode):
            assert not expected
            continue
        ways = walk(found, row, units, held, mode)
        assert set(ways) == expected
        assert set(ways.values()) == {1}
        seen += len(ways)
    assert seen > 60


@pytest.mark.example("X33")
@pytest.mark.rule("BE-CARD-09")
@pytest.mark.parametrize(
    ("cubes", "money", "modes", "paid"),
    [
        ({"iron": 1}, 3, ["substitution"], ["pay iron", "pay francs"]),
        ({"wood": 1, "iron": 1}, 2, [], []),
        ({"wood": 1, "joker": 1}, 2, ["pardon"], ["pay wood", "pay joker"]),
    ],
)
def test_card_9_replaces_a_cube_or_pardons_a_joker(cubes, money, modes, paid):
    study = be(9).pavilion(1, 0).seat(0, cubes=cubes, money=money + 1)
    study.set(branches=[0, 3])  # wood and 3 FB
    match = do(study.match(), "place a3", "bid 1")
    if not modes:
        assert table(match)["turn"] == 1, "nothing can be built"
        return
    assert options(match) == ["decline", "card 9"]
    do(match, "card 9", "build house")  # the only mode and payment follow by themselves
    spent = Counter(text.removeprefix("pay ") for text in paid)
    for kind in KIND_NAMES[:5]:
        assert seat(match, 0)["cubes"][kind] == cubes.get(kind, 0) - spent[kind]
    do(match, options(match, "branch") and "branch 0", "site e5")
    assert points(match, 0) == 5


@pytest.mark.rule("BE-CARD-09", "BE-CG-03")
def test_a_building_that_only_card_9_makes_possible_may_be_left():
    study = be(9).pavilion(1, 0).seat(0, cubes={"iron": 1, "wood": 1}, money=2)
    match = do(study.match(), "place a3", "bid 1")
    assert options(match) == ["decline", "card 9"]
    do(match, "decline")
    assert table(match)["turn"] == 1
    assert "cannot carry out" in " ".join(told(match, 0))


@pytest.mark.example("X23")
@pytest.mark.rule("BE-CARD-09", "BE-CARD-10", "BE-ACT-31")
def test_a_pavilion_with_glass_and_two_cards():
    study = be(32, 31, 30, 9, 10).pavilion(4, 0).pavilion(5, 0)
    study.seat(0, cubes={"wood": 1, "stone": 1, "iron": 1, "glass": 2}, money=1)
    match = do(study.match(), "place a3", "card 9", "build pavilion-3")
    assert seat(match, 0)["cubes"] == dict.fromkeys(KIND_NAMES[:5], 0)
    do(match, "branch 0", "card 10")
    assert points(match, 0) == 8
    assert seat(match, 0)["built"] == 3


@pytest.mark.example("X32")
@pytest.mark.rule("BE-ACT-31", "BE-ACT-21")
def test_glass_pays_the_compass_or_the_pavilion_never_both():
    study = be(players=2)
    study.seat(0, cubes={"glass": 2, "wood": 1, "joker": 1}, money=1)
    study.set(branches=[4, 0])  # glass and wood
    match = do(study.match(), "place a3")  # the only franc is the bid
    assert {"house", "pavilion-3"} <= set(options(match, "build"))
    third = do(match.copy(), "build pavilion-3")
    assert seat(third, 0)["cubes"] == dict.fromkeys(KIND_NAMES[:5], 0)
    assert points(third, 0) == 0
    do(match, "build house")
    assert options(match, "pay") == ["wood", "glass"]


# The variant's window


@pytest.mark.example("X24")
@pytest.mark.rule("AS-12")
def test_saintenoy_turns_a_branch_either_way_before_he_builds():
    study = Study(asymmetric=True, players=4)
    study.seat(0, architect="saintenoy", cubes=dict.fromkeys(("wood", "iron", "stone"), 2))
    study.seat(0, money=30, cubes={"joker": 4}).seat(3, architect="hankar")
    study.set(branches=[5, 0])  # iron and wood
    spaces = [k for k, act in enumerate(study.table["acts"]) if act == "construction"]
    space = next(f"{'abcde'[k % 5]}{k // 5 + 1}" for k in spaces if k % 5 < 4 and k < 20)
    match = do(study.match(), f"place {space}", "bid 1")
    assert options(match) == ["decline", "turn 0 on", "turn 0 back", "turn 1 on", "turn 1 back"]
    do(match, "turn 0 back")
    assert table(match)["ring"][table(match)["branches"][0]] == "francs"
    assert asked(match) == "pay"


@pytest.mark.rule("AS-12", "B93E2-BRU-09")
def test_in_the_park_a_turn_that_makes_the_building_possible_is_promised():
    study = Study(asymmetric=True)
    study.seat(0, architect="saintenoy", cubes={"iron": 2}, money=2).seat(2, architect="horta")
    study.seat(1, architect="hankar")
    study.set(branches=[5, 0])  # iron and wood; with any or empty for wood the iron will do
    match = do(study.match(), "brussels park")
    assert "construction" in options(match, "copy")
    do(match, "copy construction")
    assert options(match) == ["turn 1 on", "turn 1 back"]
    do(match, "turn 1 back")
    assert seat(match, 0)["cubes"]["iron"] == 0
    assert asked(match) == "site", "the branch on iron is blocked"


# Closing phase


@pytest.mark.example("X16")
@pytest.mark.rule("BE-CLO-01", "BE-CARD-29", "BE-CARD-30")
@pytest.mark.parametrize("recalls", [False, True])
def test_travellers_leave_before_the_majority(recalls):
    study = be(29, 30, players=4).pavilion(1, 0).pavilion(2, 0)
    study.seat(0, belle={"travelling": {"exchange": 2}}, brussels={"exchange": 1})
    study.seat(1, brussels={"exchange": 1}).seat(3, brussels={"market": 1})
    match = pass_all(study.match())
    assert options(match) == ["decline", "card 29", "card 30"]
    do(match, "card 30")
    assert points(match, 0) == 2
    do(match, "card 29" if recalls else "decline")
    held = [seat(match, s)["justice"] for s in range(4)]
    assert held == [2 if recalls else 3, 3, 2, 3]
    assert table(match)["belle"]["railway"] == 4


@pytest.mark.example("E15", "X22")
@pytest.mark.rule("BE-CLO-02", "BE-CARD-31", "BE-CARD-32")
def test_the_visit_counts_colours_in_the_row():
    study = be(31, 1, 32, players=2).pavilion(1, 0).pavilion(3, 0)
    study.put("a3", "neutral").put("b3", 0).put("c3", 1).put("d3", 0).put("a1", 1)
    match = pass_all(study.match())
    while asked(match) != "window":
        do(match, options(match)[0])
    visits = seat(match, 0)["earned"]["visit"]
    assert visits == 3 + 1
    money = seat(match, 0)["money"]
    do(match, "card 31", "card 32")
    assert seat(match, 0)["earned"]["cards"] == 4
    assert seat(match, 0)["money"] == money + 6


@pytest.mark.example("X17")
@pytest.mark.rule("BE-CARD-15")
@pytest.mark.parametrize("back", [0, 2])
def test_a_bid_taken_back_loses_the_column(back):
    study = be(15).pavilion(1, 0).seat(0, works={"blue": 1})
    study.put("a1", 0, bid=3).put("a2", 0, bid=2).put("a4", 1, bid=4)
    match = do(study.match(), "brussels park", "copy workshop", "work green")
    if back:
        do(match, "card 15", "figure a2")
        assert options(match, "bid") == ["1", "2"]
        do(match, "bid 2")
    else:
        do(match, "decline")
    pass_all(match)
    assert table(match)["prizes"]["winner"][0] == (1 if back else 0)


@pytest.mark.rule("BE-CARD-25")
def test_card_25_swaps_a_won_column_for_a_closed_one():
    study = be(25).pavilion(1, 0).put("a1", 0).put("b1", 0)
    match = pass_all(study.match())
    assert options(match) == ["decline", "card 25"]
    do(match, "card 25")
    assert options(match, "column") == ["a", "b"]
    do(match, "column b")  # only column e is outside the zone
    assert table(match)["prizes"]["winner"] == [0, None, None, None, 0]


@pytest.mark.example("X15")
@pytest.mark.rule("BE-CARD-27", "BE-CARD-28")
@pytest.mark.parametrize("doubles", [False, True])
def test_an_assistant_on_a_tile_counts_twice(doubles):
    study = be(27, 28).pavilion(1, 0).pavilion(2, 0).seat(0, tracks={"town_hall": 3})
    study.seat(1, tracks={"town_hall": 1}).strip = [14, 15, 3, 7, 20]  # Architect in c and d
    study.put("c3", 0).put("d3", 1).put("c4", 1).put("d4", 0)
    match = pass_all(study.match())
    while asked(match) != "window":
        do(match, options(match)[0])
    # Of the two only the one on c3 stands on a tile, so nothing more is asked.
    do(match, "card 27" if doubles else "decline")
    money = seat(match, 0)["money"]
    do(match, "card 28")
    assert seat(match, 0)["money"] == money + 2
    assert [seat(match, s)["earned"]["crests"] for s in range(2)] == [4, 0 if doubles else 2]


@pytest.mark.rule("BE-CARD-22", "BE-EOR-03")
def test_an_extra_turn_needs_two_figures_and_its_figure_comes_home():
    study = be(22, played=2).pavilion(1, 0).seat(0, justice=4, belle={"travellers": 1})
    match = do(study.match(), "brussels market", "travellers 0")
    assert options(match) == ["decline", "card 22"]
    do(match, "card 22")
    assert options(match, "send") == ["assistant", "traveller"]
    do(match, "send traveller")
    assert (asked(match), table(match)["turn"]) == ("turn", 0)
    assert table(match)["belle"]["on_card"] == "traveller"
    do(match, "brussels exchange")
    assert table(match)["turn"] == 1, "the card is used, and one assistant is left"
    pass_all(match)
    while table(match)["round"] == 2:
        do(match, options(match)[0])
    assert table(match)["belle"]["railway"] == 4
    assert table(match)["belle"]["on_card"] is None


# Tiles and the end


@pytest.mark.example("E13")
@pytest.mark.rule("BE-ACT-01", "BE-ACT-02")
def test_an_assistant_goes_to_an_open_tile():
    study = be(tiles=[8, 1, 2, 3]).seat(0, money=9)
    match = do(study.match(), "place d3", "bid 1", "take 0", "discard")
    before = seat(match, 0)["reserve"]
    assert options(match, "tile") == ["1", "2", "3", "8"]
    do(match, "tile 8")
    assert seat(match, 0)["reserve"] == before - 1
    assert seat(match, 0)["belle"]["tiles"] == [8]
    assert table(match)["turn"] == 1


def final(study):
    """The sheet of seat 0 when nothing more happens."""
    return {name: values[0] for name, values in study.match().sheet.items()}


@pytest.mark.example("X20", "X21")
@pytest.mark.rule("BE-TILE-06", "BE-TILE-08", "BE-TILE-09", "BE-TILE-10")
def test_tiles_of_buildings():
    for spaces, pairs in (("a1 b1 c1", 2), ("a1 b1 a2", 2), ("a1 b1 a2 b2", 4), ("a1 b2", 0)):
        study = be(players=4, tiles=[9, 6, 8, 10, 1]).seat(0, belle={"tiles": [9]})
        for space in spaces.split():
            study.put(space, house=0)
        assert final(study)["tiles"] == 6 * pairs
    for tiles, step, buildings, more in (
        ([], 5, 60, 0),
        ([10], 6, 90, 0),
        ([10, 6], 6, 105, 0),
        ([10, 6, 8], 6, 105, 14),
    ):
        study = be(players=4, tiles=[9, 6, 8, 10, 1]).seat(0, belle={"tiles": tiles})
        study.seat(0, tracks={"architect": step})
        for space in ["a1", "c1", "e1", "a5", "c5", "e5"]:
            study.put(space, house=0)
        sheet = final(study)
        assert (sheet["buildings"], sheet["tiles"]) == (buildings, more)


@pytest.mark.example("E16")
@pytest.mark.rule("BE-TILE-03", "BE-TILE-05")
@pytest.mark.parametrize("step", range(6))
def test_tiles_of_tracks(step):
    study = be(tiles=[3, 5, 1, 2]).seat(0, belle={"tiles": [3, 5]}, money=2)
    study.seat(0, tracks={"town_hall": step, "palace": step}, notables=["brugmann"])
    sheet = final(study)
    assert sheet["tiles"] == 2 * (step + 1)
    assert sheet["money"] == 3 * (step + 1) // 4


# Nothing is asked that cannot be answered


def test_no_window_opens_without_the_options():
    found = at(Table, blank(Table))
    lay_out(found, 3, Bruxelles1893Options(), Bruxelles1893Components())
    assert found.windows == 0
    assert len(listed(legal, found, ACTIONS)) == len(BOARD_NAMES)
    assert found.decision == Decision.BOARD  # an empty table asks nothing of sense
