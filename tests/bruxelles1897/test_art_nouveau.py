"""Art Nouveau actions (ANV)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from bruxelles1897.tables import cell, do, holds, mine, offers, seat, stand, table, vp

RULE = pytest.mark.rule
EXAMPLE = pytest.mark.example

GRID = "money house-a red WW\nhorta . . .\n. . . ."


def build(materials, houses="", dice=1, **rest):
    """Seat 0 takes a house."""
    grid = "money house-a . .\n. . . .\n. . . ."
    match = stand(grid, seat(materials=materials, houses=houses), seat(), seat(), dice=dice, **rest)
    return do(match, "take b1", "place a13/1")


def best(cards, cost):
    """V(S, price) by trying every choice of symbols."""
    found = 0
    for used in product(*[[card[0], card[1], card] for card in cards]):
        symbols = "".join(used)
        if len(symbols) == cost:
            found = max(found, len(set(symbols)))
    return found


@RULE("B97-ANV-01")
def test_an_architect_needs_a_card_and_francs():
    match = stand("money . 1a13/1 red\n. . . .\n. . . .", seat(1), seat(), seat())
    assert offers(match, "take") == ["take a1", "take d1"]
    do(match, "take a1")
    assert cell(match, "a1") == "0 a13/1", "the only side that one franc pays for"
    assert mine(match, 0)["francs"] == 0
    match = stand(GRID, seat(0), seat(), seat())
    assert offers(match, "take") == []
    match = stand(GRID, seat(1, hand="a24 a25"), seat(), seat())
    assert offers(match, "take") == []
    match = stand(GRID, seat(2, hand="a24 a25"), seat(), seat())
    do(match, "take a1")
    assert offers(match) == ["place a24/2", "place a25/2"]


@RULE("B97-ANV-01", "B97-ANV-02")
@pytest.mark.parametrize(
    ("francs", "sides"),
    [
        (2, ["a13/1", "a24/2", "a25/2"]),
        (3, ["a13/1", "a13/3", "a24/2", "a25/2"]),
        (4, ["a13/1", "a13/3", "a24/2", "a24/4", "a25/2"]),
        (5, ["a13/1", "a13/3", "a24/2", "a24/4", "a25/2", "a25/5"]),
    ],
)
def test_every_affordable_side_is_offered_and_paid(francs, sides):
    match = stand(GRID, seat(francs), seat(), seat())
    do(match, "take c1")
    assert offers(match) == [f"place {side}" for side in sides]
    for side in sides:
        one = match.copy()
        do(one, f"place {side}")
        assert mine(one, 0)["francs"] == francs - int(side[-1])
        assert cell(one, "c1") == f"0 {side}"
        assert mine(one, 0)["hand"].get(side[:3], 0) == {"a13": 3, "a24": 1, "a25": 0}[side[:3]]


@EXAMPLE("O-01")
@RULE("B97-ANV-02", "B97-ANV-08")
def test_pay_first():
    match = stand(GRID, seat(2, artworks="red", hand="a13 a24"), seat(), seat())
    do(match, "take a1")
    assert offers(match) == ["place a13/1", "place a24/2"]
    do(match, "place a13/1")
    assert mine(match, 0)["francs"] == 4
    assert holds(match, 0) == {}


@EXAMPLE("O-02")
@RULE("B97-ANV-04")
def test_placing_without_a_sale():
    match = stand(GRID, seat(4), seat(), seat())
    do(match, "take a1", "place a13/3")
    assert mine(match, 0)["francs"] == 1
    assert cell(match, "a1") == "0 a13/3"
    assert match.to_play == 1
    assert table(match)["discards"] == {}, "money goes to the bank"


@RULE("B97-ANV-03")
def test_a_placed_architect_stays_and_cannot_be_chosen():
    match = stand(GRID, seat(), seat(), seat())
    do(match, "take c1", "place a13/3")
    assert "take c1" not in offers(match)
    do(match, "take d1", "place a24/4", "pass", "take a1", "place a13/1")
    assert cell(match, "c1") == "0 a13/3"


@RULE("B97-ANV-06", "B97-ANV-07")
def test_creation_and_supply_keep_the_card():
    match = stand(GRID, seat(), seat(), seat())
    do(match, "take c1", "place a13/1")
    assert mine(match, 0)["artworks"] == {"red": 1}
    do(match, "take d1", "place a13/1")
    assert mine(match, 1)["materials"] == {"WW": 1}
    assert table(match)["discards"] == {}


@RULE("B97-ANV-08")
def test_a_sale_gives_up_one_artwork_of_a_chosen_colour():
    match = stand(GRID, seat(4, artworks="yellow yellow blue"), seat(), seat())
    do(match, "take a1", "place a13/1")
    assert offers(match) == ["sell yellow", "sell blue"]
    do(match, "sell yellow")
    assert mine(match, 0)["artworks"] == {"yellow": 1, "blue": 1}
    assert mine(match, 0)["francs"] == 6
    assert table(match)["discards"] == {"yellow": 1}
    assert vp(match, 0) == 0


@RULE("B97-ANV-05")
def test_who_can_sell_or_build_must():
    match = stand(GRID, seat(artworks="yellow blue"), seat(), seat())
    do(match, "take a1", "place a13/1")
    assert offers(match) == ["sell yellow", "sell blue"]
    match = build("WW BB")
    assert "forgo-house" not in offers(match)


@RULE("B97-ANV-05")
def test_without_force_a_card_of_the_grid_may_be_thrown_away():
    free = {"options": {"force_effect": False}}
    match = stand(GRID, seat(4, artworks="yellow"), seat(), seat(), **free)
    do(match, "take a1", "place a13/1")
    assert offers(match) == ["sell yellow", "forgo-sale"]
    do(match, "forgo-sale")
    assert mine(match, 0)["francs"] == 3
    assert mine(match, 0)["artworks"] == {"yellow": 1}
    assert table(match)["discards"] == {}
    match = build("WW BB", **free)
    assert offers(match) == ["pay WW", "pay BB", "forgo-house"]
    more = match.copy()
    do(match, "forgo-house")
    assert table(match)["discards"] == {"house-a": 1}
    assert holds(match, 0) == {"WW": 1, "BB": 1}
    assert match.to_play == 1
    do(more, "pay WW")
    assert mine(more, 0)["houses"] == {"house-a": 1}, "no way back after the first card"


@RULE("B97-ANV-05", "B97-BXL-12")
def test_the_cinquantenaire_knows_no_forgoing():
    match = stand(
        ". . . .\n" * 3,
        seat(artworks="yellow blue", materials="WW BB"),
        seat(),
        seat(),
        options={"force_effect": False},
        piles={"houses": "house-a"},
    )
    do(match, "visit cinquantenaire", "send a13")
    other = match.copy()
    do(match, "perform sale")
    assert offers(match) == ["sell yellow", "sell blue"]
    do(other, "perform construction")
    if "pick first" in offers(other):
        do(other, "pick first")
    assert offers(other) == ["pay WW", "pay BB"]


@RULE("B97-ANV-05")
def test_without_the_means_there_is_nothing_to_forgo():
    match = stand(GRID, seat(4), seat(), seat(), options={"force_effect": False})
    do(match, "take a1", "place a13/1")
    assert match.to_play == 1
    do(match, "take b1", "place a13/1")
    assert match.to_play == 2
    assert table(match)["discards"] == {"house-a": 1}


@EXAMPLE("O-06")
@RULE("B97-ANV-04", "B97-ANV-09")
def test_unable_to_build():
    match = stand(GRID, seat(4, houses="b c", materials="WM"), seat(), seat())
    do(match, "take b1", "place a24/2")
    assert mine(match, 0)["francs"] == 2
    assert mine(match, 0)["materials"] == {"WM": 1}
    assert mine(match, 0)["houses"] == {"house-b": 1, "house-c": 1}
    assert table(match)["discards"] == {"house-a": 1}
    assert vp(match, 0) == 2, "as before"
    match = build("")
    assert table(match)["discards"] == {"house-a": 1}


@EXAMPLE("B-1")
@RULE("B97-ANV-09", "B97-ANV-10", "B97-ANV-12")
def test_construction_of_the_third_house():
    match = build("BB WB", "c d")
    assert match.to_play == 1, "there is only one set that will do"
    assert vp(match, 0) - 2 == 2
    assert mine(match, 0)["materials"] == {}
    assert mine(match, 0)["houses"] == {"house-a": 1, "house-c": 1, "house-d": 1}
    assert table(match)["discards"] == {"BB": 1, "WB": 1}


@EXAMPLE("O-03")
@RULE("B97-ANV-10", "B97-ANV-12")
def test_more_than_one_way_to_pay():
    match = build("WW BB", "c")
    assert offers(match) == ["pay WW", "pay BB"]
    one = do(match.copy(), "pay BB")
    assert vp(one, 0) - 1 == 1
    assert mine(one, 0)["materials"] == {"WW": 1}
    two = do(match, "pay WW")
    assert offers(two) == ["pay BB", "done"]
    three = do(two.copy(), "done")
    assert vp(three, 0) - 1 == 1
    assert mine(three, 0)["materials"] == {"BB": 1}
    do(two, "pay BB")
    assert vp(two, 0) - 1 == 2
    assert mine(two, 0)["materials"] == {}


@EXAMPLE("O-04")
@RULE("B97-ANV-10", "B97-ANV-11", "B97-ANV-12")
def test_one_card_too_many():
    match = build("WW WW BM", "c d")
    assert table(match)["under_way"]["paid"] == {"WW": 1}, "BM alone is not enough"
    assert offers(match) == ["pay WW", "pay BM"]
    one = do(match.copy(), "pay BM")
    assert vp(one, 0) - 2 == 3
    assert mine(one, 0)["materials"] == {"WW": 1}
    do(match, "pay WW")
    assert offers(match) == ["pay BM", "done"]
    two = do(match.copy(), "done")
    assert vp(two, 0) - 2 == 1
    assert mine(two, 0)["materials"] == {"BM": 1}
    do(match, "pay BM")
    assert vp(match, 0) - 2 == 2
    assert mine(match, 0)["materials"] == {}


@EXAMPLE("O-05")
@RULE("B97-ANV-10", "B97-ANV-12")
def test_price_4():
    for pair, wasted in (("WB WM", "BM"), ("WB BM", "WM"), ("WM BM", "WB")):
        match = build("WB WM BM", "b c d")
        first, second = pair.split()
        do(match, f"pay {first}")
        if f"pay {second}" in offers(match):  # otherwise it was the only way
            do(match, f"pay {second}")
        if "done" in offers(match):
            do(match, "done")
        assert vp(match, 0) - 3 == 3
        assert mine(match, 0)["materials"] == {wasted: 1}
    match = do(build("WB WM BM", "b c d"), "pay WB", "pay WM", "pay BM")
    assert vp(match, 0) - 3 == 3
    assert mine(match, 0)["materials"] == {}


@RULE("B97-ANV-10", "B97-ANV-11")
def test_the_first_house_takes_exactly_one_card():
    match = build("WW BB BM")
    assert offers(match) == ["pay WW", "pay BB", "pay BM"]
    do(match, "pay BM")
    assert match.to_play == 1, "a second card could not contribute"
    assert vp(match, 0) == 1, "one symbol is used, the other is lost"
    assert mine(match, 0)["materials"] == {"WW": 1, "BB": 1}


def ways_to_pay(match):
    """Every way through the MAT decisions: the cards given and the points."""
    found = []
    waiting = [match]
    while waiting:
        one = waiting.pop()
        if table(one)["decision"] != "mat":
            before = Counter(mine(match, 0)["materials"]) + Counter(
                table(match)["under_way"]["paid"]
            )
            given = before - Counter(mine(one, 0)["materials"])
            points = mine(one, 0)["points"]["construction"]
            found.append((tuple(sorted(given.elements())), points))
            continue
        waiting += [do(one.copy(), text) for text in offers(one)]
    return found


@RULE("B97-ANV-10", "B97-ANV-11", "B97-ANV-12")
@pytest.mark.parametrize(
    ("materials", "houses"),
    [
        ("WW", ""),
        ("WW BB WM", ""),
        ("WB WB", "a"),
        ("WW WB WM", "a"),
        ("WW WW BM BM", "a b"),
        ("WB WM BM MM", "a b"),
        ("WW BB MM WB", "a b c"),
        ("WW BB BB MM BM", "a b c"),
        ("WW WW BB BB WM", "a b c d"),
    ],
)
def test_every_set_of_cards_appears_once_with_its_best_points(materials, houses):
    cards = materials.split()
    cost = len(houses.split()) + 1
    match = build(materials, houses)
    expected = {
        (tuple(sorted(chosen)), best(chosen, cost) + cost - 1)
        for size in range(-(-cost // 2), cost + 1)
        for chosen in combinations(cards, size)
    }
    if table(match)["decision"] != "mat":  # the only way was taken
        given = Counter(cards) - Counter(mine(match, 0)["materials"])
        points = mine(match, 0)["points"]["construction"]
        assert expected == {(tuple(sorted(given.elements())), points)}
        return
    found = ways_to_pay(match)
    assert len(found) == len(set(found)), "each set once"
    assert set(found) == expected


@RULE("B97-ANV-12")
def test_the_points_are_the_most_types_for_every_set_of_cards():
    from horta.core.record import at, blank
    from horta.games.bruxelles1897.art_nouveau import types_used
    from horta.games.bruxelles1897.table import Table

    kinds = ("WW", "BB", "MM", "WB", "WM", "BM")
    found = at(Table, blank(Table))
    for counts in product(range(3), repeat=6):
        size = sum(counts)
        if not 1 <= size <= 4:
            continue
        cards = [kind for kind, n in zip(kinds, counts, strict=True) for _ in range(n)]
        for k, n in enumerate(counts):
            found.paid[k] = n
        for cost in range(size, 2 * size + 1):
            assert types_used(found, cost) == best(cards, cost), (cards, cost)


@RULE("B97-ANV-09")
def test_the_price_is_one_more_than_the_houses():
    for houses in range(5):
        names = " ".join("abcd"[k % 4] for k in range(houses))
        match = build("WW WW BB BB MM MM", names)
        cards = sum(table(match)["under_way"]["paid"].values()) or 0
        question = match.question()
        assert f"Symbols: {houses + 1}" in question
        assert cards <= houses + 1


@RULE("B97-ANV-13")
def test_nobles_and_expo_have_chapters_of_their_own():
    match = stand("horta expo . .\n. . . .\n. . . .", seat(), seat(), seat())
    one = do(match.copy(), "take a1", "place a13/1")
    assert table(one)["decision"] == "keep"
    assert mine(one, 0)["tracks"]["architecture"] == 2
    do(match, "take b1", "place a13/1")
    assert table(match)["expo_holder"] == 0
