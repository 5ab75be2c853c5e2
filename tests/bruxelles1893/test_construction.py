"""Construction and the compass (B93-CON, B93-CPS, B93E2-BLD, B93E2-CPS)."""

from __future__ import annotations

import itertools

import pytest
from b93_study import EDITIONS, Study, asked, do, options, points, seat, table

KINDS = ("wood", "iron", "stone", "joker", "francs")
FACES = ("wood", "iron", "stone", "francs", "any", "empty")
FREE = ("e1", "e2", "e3", "e4", "e5", "d5")


def study(edition, one, other, units=2, money=0, **cubes):
    """A builder at c2 with this compass, this price and these cubes; 1 FB more for the bid."""
    position = Study(edition, 3)
    ring = [one, other, *(face for face in FACES if face not in (one, other))]
    if edition == "2023":
        ring.insert(3, "glass")
    # Both branches can turn: the second one stands two places on.
    ring[1], ring[2] = ring[2], ring[1]
    position.set(ring=ring, branches=[0, 2])
    position.seat(0, money=money + 1, cubes=cubes)
    for space in FREE[: {2: 0, 3: 2, 4: 4}[units]]:
        position.put(space, house=0)
    return position


def begin(position):
    match = do(position.match(), "place c2")
    if asked(match) == "bid":
        do(match, "bid 1")
    if asked(match) == "perform":
        do(match, "perform")
    return match


def payments(position):
    """Every payment that can be reached, in every way it can be reached."""
    start = seat(position.match(), 0)
    found = []
    stack = [begin(position)]
    while stack:
        here = stack.pop()
        if asked(here) == "pay":
            stack += [do(here.copy(), f"pay {kind}") for kind in options(here, "pay")]
        elif asked(here) == "branch":
            now = seat(here, 0)
            paid = {k: start["cubes"][k] - now["cubes"][k] for k in KINDS if k != "francs"}
            paid["francs"] = (start["money"] - 1 - now["money"]) // 3
            found.append(tuple(paid[k] for k in KINDS))
    return sorted(found)


def allowed(edition, one, other, units):
    """The rule by brute force: units are given to branches, each gets one; then come jokers."""
    nobles = ("wood", "iron", "stone")
    under_any = (*nobles, "francs") if edition == "2023" else nobles

    def kinds(face):
        return under_any if face == "any" else (face,)

    def branches_of(kind):
        if one == "empty":
            return {other} if kind in kinds(other) else set()
        if other == "empty":
            return {one} if kind in kinds(one) else set()
        return {face for face in (one, other) if kind in kinds(face)}

    found = set()
    needed = {face for face in (one, other) if face != "empty"}
    if edition == "2023" and "any" in needed and len(needed) == 2:
        needed = needed - {"any"}  # B93E2-CPS-04 asks for one unit of the other kind only
    for chosen in itertools.combinations_with_replacement((*nobles, "francs"), units):
        fits = any(
            needed <= set(given)
            for given in itertools.product(*(branches_of(kind) for kind in chosen))
        )
        if not fits:
            continue
        for mask in itertools.product((0, 1), repeat=units):
            paid = ["joker" if m else kind for m, kind in zip(mask, chosen, strict=True)]
            found.add(tuple(paid.count(kind) for kind in KINDS))
    return sorted(found)


@pytest.mark.rule("B93-CON-01", "B93-CON-14", "B93E2-BLD-07")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_building_needs_a_tile_a_payment_and_a_site(edition):
    match = begin(study(edition, "wood", "stone", wood=1, iron=3))
    assert any("cannot carry out the action (construction)" in line for line in match.log())
    position = study(edition, "wood", "stone", wood=1, stone=1)
    spaces = [f"{c}{r}" for r in range(1, 6) for c in "abcde" if f"{c}{r}" != "c2"]
    for k, space in enumerate(spaces[:12]):
        position.put(space, house=1 + k % 2)
    for space in ("a4", "b4", "c4", "d4"):
        position.put(space, figure=1)
    # Twelve houses and five assistants leave sites; without one nothing can be built.
    full = Study(edition, 5, crest="4-4").set(ring=position.table["ring"], branches=[0, 2])
    full.seat(0, money=1, cubes={"wood": 2, "stone": 2})
    for k, space in enumerate(spaces):
        full.put(space, house=1 + k // 6)
    match = begin(full)
    assert any("cannot carry out the action (construction)" in line for line in match.log())
    assert seat(match, 0)["cubes"]["wood"] == 2, "nothing is paid"


@pytest.mark.rule("B93-CON-02", "B93E2-BLD-01")
@pytest.mark.example("OX-12", "X03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_six_buildings_cost_2_2_3_3_4_4_and_bring_40_points(edition):
    total, gained = 0, 0
    for built in range(6):
        position = study(edition, "wood", "any", wood=5)
        for space in FREE[:built]:
            position.put(space, house=0)
        match = begin(position)
        total += table(match)["units"] if asked(match) in ("pay", "branch") else 0
        while asked(match) != "site":
            do(match, options(match)[0])
        before = points(match, 0)
        assert before == 0
        assert 5 - seat(match, 0)["cubes"]["wood"] == (2, 2, 3, 3, 4, 4)[built]
        do(match, "site a5")
        gained += points(match, 0)
    assert gained == 40
    assert total == 18
    position = study(edition, "wood", "stone", money=1).seat(0, tracks={"architect": 5})
    for space in FREE:
        position.put(space, house=0)
    assert position.match().sheet["buildings"][0] == 60


@pytest.mark.rule(
    "B93-CON-03", "B93-CON-04", "B93-CON-05", "B93-CON-06", "B93-CON-07", "B93-CON-08"
)
@pytest.mark.rule("B93E2-CPS-01", "B93E2-CPS-02", "B93E2-CPS-03", "B93E2-CPS-04", "B93E2-CPS-05")
@pytest.mark.rule("B93E2-CPS-06", "B93E2-BLD-02")
@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("units", [2, 3, 4])
def test_every_payment_of_every_compass_is_offered_exactly_once(edition, units):
    for one, other in itertools.combinations(FACES, 2):
        rich = study(edition, one, other, units, money=12, wood=4, iron=4, stone=4, joker=4)
        expected = allowed(edition, one, other, units)
        assert payments(rich) == expected, (one, other)


@pytest.mark.rule("B93-CON-08")
@pytest.mark.parametrize(
    ("pair", "counts"),
    [
        (("wood", "francs"), (4, 8, 13)),
        (("any", "iron"), (7, 16, 30)),
        (("any", "francs"), (8, 24, 54)),
        (("any", "empty"), (10, 20, 35)),
        (("stone", "empty"), (3, 4, 5)),
    ],
)
def test_first_edition_numbers_of_payments(pair, counts):
    for units, count in zip((2, 3, 4), counts, strict=True):
        rich = study("2013", *pair, units, money=12, wood=4, iron=4, stone=4, joker=4)
        assert len(payments(rich)) == count


CASES = [
    ("BX-05", EDITIONS, ("wood", "francs"), 3, {"wood": 3, "money": 9}, ["w2 f1", "w1 f2"]),
    ("BX-06", EDITIONS, ("wood", "empty"), 4, {"wood": 5, "money": 9}, ["w4"]),
    ("BX-07", EDITIONS, ("wood", "francs"), 2, {"wood": 1, "joker": 1}, ["w1 j1"]),
    (
        "OX-05",
        ("2013",),
        ("any", "francs"),
        3,
        {"wood": 1, "iron": 1, "money": 7},
        ["w1 f2", "i1 f2", "w1 i1 f1"],
    ),
    ("OX-06", ("2013",), ("any", "stone"), 2, {"wood": 2, "joker": 1}, ["w1 j1"]),
    ("OX-07", EDITIONS, ("francs", "empty"), 4, {"money": 6, "joker": 2}, ["f2 j2"]),
    ("OX-08", EDITIONS, ("wood", "iron"), 4, {"iron": 4, "joker": 1}, ["i3 j1"]),
    (
        "OX-09",
        EDITIONS,
        ("wood", "stone"),
        2,
        {"wood": 1, "stone": 1, "joker": 2},
        ["w1 s1", "w1 j1", "s1 j1", "j2"],
    ),
    (
        "E04",
        EDITIONS,
        ("wood", "francs"),
        3,
        {"wood": 2, "stone": 2, "joker": 1, "money": 2},
        ["w2 j1"],
    ),
    (
        "X04",
        EDITIONS,
        ("wood", "stone"),
        2,
        {"wood": 2, "stone": 1, "iron": 3, "joker": 1, "money": 5},
        ["w1 s1", "w1 j1", "s1 j1"],
    ),
    (
        "X05",
        ("2023",),
        ("any", "wood"),
        3,
        {"wood": 1, "iron": 2, "money": 4},
        ["w1 i2", "w1 i1 f1"],
    ),
    ("X06", EDITIONS, ("empty", "francs"), 4, {"money": 10, "joker": 2}, ["f3 j1", "f2 j2"]),
    ("X07", EDITIONS, ("any", "empty"), 4, {"wood": 2, "iron": 2}, ["w2 i2"]),
]


@pytest.mark.example("BX-05", "BX-06", "BX-07", "OX-05", "OX-06", "OX-07", "OX-08", "OX-09")
@pytest.mark.example("E04", "X04", "X05", "X06", "X07")
@pytest.mark.parametrize(
    ("name", "edition", "pair", "units", "owned", "expected"),
    [(name, edition, *rest) for name, editions, *rest in CASES for edition in editions],
)
def test_worked_payments(name, edition, pair, units, owned, expected):
    wanted = []
    for text in expected:
        amounts = {part[0]: int(part[1]) for part in text.split()}
        wanted.append(tuple(amounts.get(letter, 0) for letter in "wisjf"))
    assert payments(study(edition, *pair, units, **owned)) == sorted(wanted), name


@pytest.mark.rule("B93-CON-09", "B93E2-BLD-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_paid_returns_to_the_supply(edition):
    match = begin(study(edition, "wood", "francs", 2, money=3, wood=1))
    assert table(match)["supply"]["wood"] == 10
    assert seat(match, 0)["money"] == 0


@pytest.mark.rule("B93-CON-10", "B93-CON-13", "B93E2-BLD-03", "B93E2-BLD-04")
@pytest.mark.example("OX-11", "X07")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("units", [2, 4])
def test_points_without_jokers_and_for_the_top_row(edition, units):
    for jokers in (0, 1):
        position = study(edition, "wood", "empty", units, wood=units - jokers, joker=jokers)
        match = do(begin(position), "branch 0", "site a5")
        expected = (0 if jokers else 5) + (5 if units == 4 else 0)
        assert points(match, 0) == match.sheet["construction"][0] == expected
    match = do(begin(study(edition, "francs", "empty", units, money=12)), "branch 0", "site a5")
    assert points(match, 0) == 5 + (5 if units == 4 else 0), "3 FB are no jokers (R-15)"


@pytest.mark.rule("B93-CON-11", "B93-CPS-02", "B93-CPS-03", "B93E2-BLD-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_builder_must_turn_one_branch_one_place_clockwise(edition):
    match = begin(study(edition, "wood", "stone", wood=1, stone=1))
    assert options(match) == ["branch 0", "branch 1"]
    do(match, "branch 0")
    assert table(match)["branches"] == [1, 2]
    assert asked(match) == "site"


@pytest.mark.rule("B93-CPS-01", "B93-CPS-03", "B93-CPS-04", "B93E2-CPS-08", "B93E2-CPS-09")
@pytest.mark.example("OX-10")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("branches", "can"),
    [([4, 5], [1]), ([5, 0], [1]), ([0, 2], [0, 1]), ([0, 3], [0, 1]), ([1, 0], [0])],
)
def test_a_branch_may_not_end_on_the_other(edition, branches, can):
    ring = ["wood", "any", "stone", "francs", "iron", "empty"]
    position = Study(edition, 3)
    if edition == "2023":
        ring.append("glass")  # behind the last place, so that places keep their numbers
    position.set(ring=ring, branches=branches)
    position.seat(0, money=20, cubes={"wood": 4, "iron": 4, "stone": 4, "joker": 4})
    match = begin(position)
    while asked(match) == "pay":
        do(match, options(match)[-1])
    if len(can) == 1:
        assert asked(match) == "site", "the only move is made"
        moved = [b for b in (0, 1) if table(match)["branches"][b] != branches[b]]
        assert moved == can
    else:
        assert options(match, "branch") == [str(b) for b in can]


@pytest.mark.rule("B93E2-CPS-07")
@pytest.mark.example("X08")
def test_the_arrow_carries_a_leg_over_glass():
    position = Study("2023", 3).seat(0, money=20, cubes={"joker": 4})
    ring = position.table["ring"]
    assert ring == ["wood", "any", "stone", "francs", "glass", "iron", "empty"]
    position.set(branches=[3, 5])
    match = begin(position)
    while asked(match) == "pay":
        do(match, options(match)[-1])
    assert table(match)["branches"] == [3, 6], "francs would reach iron over glass: blocked"
    position.set(branches=[3, 0])
    match = begin(position)
    while asked(match) == "pay":
        do(match, options(match)[-1])
    do(match, "branch 0")
    assert table(match)["branches"] == [5, 0], "from francs to iron in one step"


@pytest.mark.rule("B93-CON-12", "B93E2-BLD-06", "B93E2-BLD-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tile_goes_on_a_space_without_assistant_and_building_and_stays(edition):
    position = study(edition, "wood", "stone", wood=1, stone=1)
    position.put("a1", figure=1).put("e5", house=2).put("e4", house=1)
    match = do(begin(position), "branch 0")
    sites = options(match, "site")
    assert len(sites) == 25 - 4
    assert not {"a1", "c2", "e5", "e4"} & set(sites)
    do(match, "site e1")
    while not match.over:
        board = {entry["space"]: entry["house"] for entry in table(match)["board"]}
        assert (board["e1"], board["e5"], board["e4"]) == (0, 2, 1)
        do(match, "pass" if asked(match) == "turn" else options(match)[0])


@pytest.mark.rule("B93-CPS-02", "B93-BRU-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_construction_in_the_park_turns_the_compass_too(edition):
    position = study(edition, "wood", "stone", wood=1, stone=1)
    match = do(position.match(), "brussels park", "copy construction", "branch 1", "site c2")
    assert table(match)["branches"][0] == 0
    assert table(match)["branches"][1] != 2
    assert seat(match, 0)["built"] == 1
