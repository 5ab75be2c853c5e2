"""Bruxelles 1897: every view of the observation worked out again from what `match.view` tells."""

from __future__ import annotations

import numpy as np
import pytest
from observed import (
    around,
    check_constant,
    compare,
    compare_viewings,
    counts,
    marks,
    one_of,
    places,
    tables,
    who,
)

CARDS = [
    *("yellow", "green", "blue", "red", "WW", "BB", "MM", "WB", "WM", "BM"),
    *("house-a", "house-b", "house-c", "house-d"),
    *("horta", "albert", "buls", "vandervelde", "hankar", "money", "expo"),
]
DECK = CARDS[:19]
COLOURS, MATERIALS, HOUSES = CARDS[:4], CARDS[4:10], CARDS[10:14]
SIDES = ["a13/1", "a13/3", "a24/2", "a24/4", "a25/2", "a25/5"]
KINDS = ["a13", "a24", "a25"]
NOBLES = ["brugmann", "horta", "albert", "buls", "vandervelde", "hankar"]
PLACES = ["exchange", "hall", "cinquantenaire"]
TRACKS = ["architecture", "nobility", "prestige"]
UPPERS = [*TRACKS, "prison"]
LOWERS = ["houses", "nobles", "artworks", "money"]
PAIRS = dict(zip(UPPERS, LOWERS, strict=True))
DECISIONS = [
    *("turn", "arch", "bxarch", "cinq", "pick", "mat", "art", "keep", "hall", "free", "expo"),
    *("jail", "over"),
]


def grid(table, room, plane_of):
    planes = np.zeros((room, 4, 4))
    for r, row in enumerate(table["grid"]):
        for c, thing in enumerate(row):
            if thing is not None and (plane := plane_of(thing)) is not None:
                planes[plane, r, c] = 1
    return planes


def expected(view):
    """The views of `bruxelles1897-v0` for the seat of a view."""
    table, me, options = view["table"], view["seat"], view["options"]
    seats = table["seats"]
    n = len(seats)

    def owner(thing):
        if thing == "neutral":
            return 4
        return None if thing in CARDS else (int(thing[0]) - me) % n

    def side(thing):
        if thing in CARDS:
            return None
        return SIDES.index("a24/2" if thing == "neutral" else thing[2:])

    def each(value):
        return around([value(seat) for seat in seats], me, 4)

    def named(*listed):
        return who(listed, me, n, 4)

    now = table["under_way"]
    cell = np.zeros((4, 4))
    if now["cell"]:
        cell[int(now["cell"][1]) - 1, "abcd".index(now["cell"][0])] = 1
    drawn = [*now["drawn"], None, None][:2]
    floor = options["vp_floor"]
    return {
        "cards": grid(table, 21, lambda t: CARDS.index(t) if t in CARDS else None),
        "architects": grid(table, 5, owner),
        "sides": grid(table, 6, side),
        "players": one_of([2, 3, 4], n),
        "round": one_of([1, 2, 3, 4], table["round"]),
        "phase": one_of(["action", "majority", "over"], table["phase"]),
        "decision": one_of(DECISIONS, table["decision"]),
        "to_play": named(table["to_play"]),
        "turn": named(table["turn"]),
        "first": named(table["first"]),
        "expo_holder": named(table["expo_holder"]),
        "used": counts(PLACES, table["used"], 7),
        "bonus": [one_of(UPPERS, upper) for upper in table["bonus"]],
        "ending": [one_of(LOWERS, PAIRS[upper]) for upper in table["bonus"]],
        "pile": counts(DECK, table["piles"], 4),
        "discard": counts(DECK, table["discards"], 4),
        "cell": cell,
        "place": one_of(PLACES, now["place"]),
        "to_send": [now["to_send"] / 7],
        "least": one_of(range(6), now["least"]),
        "drawn": [one_of(DECK, card) for card in drawn],
        "at_hand": one_of(DECK, now["at_hand"]),
        "from_grid": [now["from_grid"]],
        "paid": counts(MATERIALS, now["paid"], 4),
        "calls": [now["calls"] / 5],
        "called": [now["called"] / 5],
        "exhibition": [now["exhibition"]],
        "exhibited": marks(COLOURS, now["exhibited"]),
        "waiting": named(*now["waiting"]),
        "column": one_of(range(1, 6), now["column"]),
        "francs": each(lambda seat: seat["francs"] / 20),
        "points": each(
            lambda seat: counts(["construction", "exhibitions", "arms"], seat["points"], 20)
        ),
        "passed": each(lambda seat: one_of([1, 2, 3, 4], seat["passed"])),
        "space": each(lambda seat: [(seat["tracks"][track] - 1) / 11 for track in TRACKS]),
        "level": each(lambda seat: counts(TRACKS, seat["levels"], 5)),
        "hand": each(lambda seat: counts(KINDS, seat["hand"], 4)),
        "prison": each(lambda seat: counts(KINDS, seat["prison"], 4)),
        "brussels": each(
            lambda seat: [counts(KINDS, seat["brussels"].get(place, {}), 4) for place in PLACES]
        ),
        "artworks": each(lambda seat: counts(COLOURS, seat["artworks"], 4)),
        "materials": each(lambda seat: counts(MATERIALS, seat["materials"], 4)),
        "houses": each(lambda seat: counts(HOUSES, seat["houses"], 4)),
        "nobles": each(lambda seat: marks(NOBLES, seat["upright"] + seat["tilted"])),
        "tilted": each(lambda seat: marks(NOBLES, seat["tilted"])),
        "unpaid": each(lambda seat: seat["unpaid"] / 6),
        "forced": [options["force_effect"]],
        "has_floor": [floor is not None],
        "floor": [(floor or 0) / 100],
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_view_says_what_match_view_says(players):
    options = {} if players == 3 else {"force_effect": players == 2, "vp_floor": -7}
    matches = tables("bruxelles1897", range(60, 63), every=3, players=players, **options)
    assert compare(matches, expected) > 50


CONSTANT = {
    "architects": (
        ~places((5, 4, 4), np.s_[:4], np.s_[4, 2, [0, 3]]),
        "neutral architects stand in two cells, with two players",
    ),
    "at_hand": (places(19, np.s_[:10]), "only houses and nobles are paid or kept step by step"),
    "nobles": (places((4, 6), np.s_[:2, 0]), "Brugmann is with every player from the start"),
}


@pytest.mark.compiled
def test_every_number_changes_and_is_true():
    constant, unread = compare_viewings("bruxelles1897", expected)
    check_constant(constant, CONSTANT)
    assert not unread, "fields of the view that the observation says nothing about"
