"""What no position may claim, one claim at a time; each would break a rule that believes it."""

from __future__ import annotations

import copy
import functools
import random

import pytest
from tests.hostile.positions import Corpus, find, put

import horta


@functools.cache
def corpus(game_id):
    return Corpus(game_id, random.Random(1893), games=2, most=6)


def moments(game_id, decision, window=None, **options):
    """Real positions in which a decision is asked, in a window if it is given."""
    for kinds in corpus(game_id).by_case.values():
        for position in (each for kind in kinds for each in kind):
            table = position["table"]
            there = table["decision"] == decision
            there = there and (window is None or table["moment"]["window"] == window)
            if there and options.items() <= position["options"].items():
                yield copy.deepcopy(position)


def refuse(game_id, position, invariant):
    with pytest.raises(horta.BadPosition, match=rf"invariant {invariant}: \w"):
        horta.resume(game_id, position)


def claim(game_id, decision, changes, invariant, **which):
    """The first position of the kind on which every change says something new is refused."""
    for position in moments(game_id, decision, **which):
        horta.resume(game_id, position)
        table = position["table"]
        try:
            if any(find(table, path) == value for path, value in changes.items()):
                continue
        except (KeyError, IndexError):
            continue
        for path, value in changes.items():
            put(table, path, value)
        refuse(game_id, position, invariant)
        return
    raise AssertionError(f"no position of the corpus asks {decision}")


FIRST = {"edition": "2013"}
BASE = {"edition": "2023", "belle_epoque": False, "asymmetric": False}
BELLE = {"belle_epoque": True}
BOARDS = {"asymmetric": True}


@pytest.mark.parametrize(
    ("decision", "changes", "invariant", "options"),
    [
        # the turn
        ("turn", {("acting",): "sale"}, 23, {}),
        ("turn", {("space",): "c3"}, 23, {}),
        ("turn", {("left",): 1}, 23, {}),
        ("turn", {("by",): "owner"}, 23, {}),
        ("turn", {("by",): "solvay"}, 23, {}),
        ("turn", {("cubes_by",): "owner"}, 23, {}),
        ("turn", {("cubes_due",): 1}, 23, {}),
        ("turn", {("cubes_from",): "stone"}, 23, {}),
        ("turn", {("sold",): "blue"}, 23, BASE),
        ("turn", {("units",): 2}, 23, {}),
        ("turn", {("column",): "a"}, 23, {}),
        ("turn", {("notable",): "empain"}, 3, {}),
        ("turn", {("dropped",): ["brugmann"]}, 17, {}),
        ("turn", {("moment", "turned_first"): True}, 23, BOARDS),
        ("turn", {("moment", "place"): "park"}, 23, BELLE),
        ("turn", {("moment", "more_steps"): 2}, 23, BELLE),
        ("turn", {("moment", "mode"): "pardon"}, 23, BELLE),
        ("turn", {("moment", "target"): "pavilion-1"}, 23, BELLE),
        ("turn", {("moment", "cubes_paid"): 3}, 23, BELLE),
        ("turn", {("moment", "dropping"): [0]}, 27, BELLE),
        ("turn", {("moment", "asked"): 1}, 27, BELLE),
        ("turn", {("moment", "window"): "park_done"}, 27, BELLE),
        ("turn", {("belle", "doubled"): "c3"}, 16, BELLE),
        ("turn", {("belle", "row_chosen"): "works"}, 17, BELLE),
        ("turn", {("belle", "tiles_done"): True}, 17, BELLE),
        # the round
        ("turn", {("crest",): None}, 6, BASE),
        ("turn", {("neutrals",): 1}, "(6|18)", {}),
        ("turn", {("seats", 0, "rows_used"): ["works"]}, 16, {}),
        ("turn", {("seats", 0, "settled"): True}, 17, {}),
        ("turn", {("prizes", "winner", 0): 0}, 12, {}),
        ("turn", {("prizes", "tied", 0): [0, 1]}, 12, {}),
        ("turn", {("uses", "market"): 99}, 19, {}),
        ("crest", {("crest",): "2-2"}, 18, {}),
        ("neutral", {("neutrals",): 2}, 18, {}),
        ("over", {("seats", 1, "settled"): False}, 17, {}),
        ("unpaid", {("dropped",): ["nagelmackers"]}, 17, BASE),
        # actions
        ("bid", {("space",): None}, 23, {}),
        ("bid", {("acting",): "sale"}, 23, {}),
        ("work", {("acting",): "sale"}, 23, {}),
        ("perform", {("acting",): None}, 23, FIRST),
        ("cursor", {("sold",): None}, 23, BASE),
        ("shop", {("acting",): "workshop"}, 23, {}),
        ("theatre", {("acting",): "sale"}, 23, {}),
        ("keep", {("by",): "grand_place"}, 3, {}),
        ("cube", {("cubes_by",): "grand_place"}, 23, {}),
        ("cube", {("cubes_by",): "card"}, 23, BASE),
        ("cube", {("cubes_due",): 0}, 23, {}),
        ("pay", {("units",): 6}, 23, {}),
        ("branch", {("units",): 0, ("paid",): {}}, 23, {}),
        ("site", {("units",): 6}, 23, {}),
        ("target", {("moment", "target"): "pavilion-1"}, 23, BELLE),
        ("park", {("space",): "c3"}, 23, {}),
        ("grand_place", {("left",): 0}, 23, {}),
        ("travellers", {("moment", "place"): None}, 23, BELLE),
        ("tile", {("space",): None}, 23, BELLE),
        # windows and the closing phase
        ("window", {("moment", "window"): None}, "(18|20|27)", BELLE),
        ("window", {("moment", "window"): "extra"}, "(20|21|23|27|18)", BELLE),
        ("power", {("column",): None}, 23, {}),
        ("prize", {("column",): "a"}, 23, {}),
        (
            "board",
            {("seats", 0, "architect"): "horta", ("seats", 1, "architect"): "horta"},
            28,
            BOARDS,
        ),
    ],
)
def test_bruxelles_1893_refuses(decision, changes, invariant, options):
    claim("bruxelles1893", decision, changes, invariant, **options)


def test_bruxelles_1893_refuses_a_prize_that_lies_twice_in_the_pile():
    position = next(moments("bruxelles1893", "turn"))
    pile = position["table"]["prizes"]["pile"]
    pile[0] = pile[1]
    refuse("bruxelles1893", position, 12)


def test_bruxelles_1893_refuses_a_column_without_a_prize_before_the_auction():
    position = next(moments("bruxelles1893", "turn"))
    prizes = position["table"]["prizes"]
    prizes["gone"].append(prizes["strip"][2])
    prizes["strip"][2] = None
    refuse("bruxelles1893", position, 12)


def test_bruxelles_1893_refuses_pavilions_before_the_first_round():
    """Card 19 would act in a window that the first round has not."""
    position = next(moments("bruxelles1893", "start_work", **BELLE))
    position["table"]["belle"]["pavilions"][0].update(card=19, owner=0)
    refuse("bruxelles1893", position, 22)


def test_bruxelles_1893_refuses_winners_that_do_not_exist():
    for position in moments("bruxelles1893", "prize"):
        prizes, players = position["table"]["prizes"], position["players"]
        if players < 5:
            column = prizes["winner"].index(position["table"]["to_play"])
            prizes["winner"][column] = players
            with pytest.raises(horta.BadPosition, match=f"there is no seat {players}"):
                horta.resume("bruxelles1893", position)
            prizes["winner"][column], prizes["tied"][column] = None, [0, players]
            with pytest.raises(horta.BadPosition, match=f"there is no seat {players}"):
                horta.resume("bruxelles1893", position)
            return
    raise AssertionError("nobody won a prize")


def test_bruxelles_1893_refuses_a_payment_out_of_turn():
    """Who pays his notables drops them from his own hand: all before him have paid."""
    for position in moments("bruxelles1893", "unpaid"):
        table = position["table"]
        paid = [s for s, seat in enumerate(table["seats"]) if seat["settled"]]
        if paid and not table["seats"][paid[0]]["earned"]["unpaid"]:
            table["seats"][paid[0]]["settled"] = False
            refuse("bruxelles1893", position, 17)
            return
    raise AssertionError("nobody paid before somebody who could not")


def test_bruxelles_1893_refuses_a_work_that_its_seller_does_not_own():
    for position in moments("bruxelles1893", "cursor", **BASE):
        table = position["table"]
        works = table["seats"][table["turn"]]["works"]
        for colour, count in works.items():
            if count == 0:
                table["sold"] = colour
                refuse("bruxelles1893", position, 23)
                return
    raise AssertionError("every seller owns every colour")


@pytest.mark.parametrize(
    ("decision", "changes", "invariant"),
    [
        ("turn", {("under_way", "least"): 1}, 23),
        ("turn", {("under_way", "from_grid"): True}, 23),
        ("turn", {("under_way", "drawn"): ["WW"]}, "(1|23)"),
        ("turn", {("phase",): "over"}, "(9|23)"),
        ("bxarch", {("under_way", "least"): 5}, 23),
        ("bxarch", {("under_way", "place"): None}, "(8|23)"),
        ("arch", {("under_way", "cell"): None}, 23),
        ("pick", {("under_way", "from_grid"): True, ("under_way", "calls"): 1}, 23),
        ("hall", {("under_way", "from_grid"): True}, 23),
        ("hall", {("under_way", "calls"): 0}, 23),
        ("hall", {("under_way", "calls"): 9}, 17),
        ("free", {("under_way", "at_hand"): "horta"}, "(1|23)"),
        ("expo", {("under_way", "from_grid"): False}, 23),
        ("expo", {("under_way", "waiting"): []}, 11),
        ("jail", {("under_way", "column"): 2}, 23),
        ("jail", {("under_way", "waiting"): [0, 1]}, 23),
        ("over", {("under_way", "column"): 2}, 23),
    ],
)
def test_bruxelles_1897_refuses(decision, changes, invariant):
    claim("bruxelles1897", decision, changes, invariant)


def test_bruxelles_1897_refuses_two_cards_of_different_piles():
    """Who picks a noble while another is at hand would lose one of them."""
    for position in moments("bruxelles1897", "pick"):
        table = position["table"]
        drawn = table["under_way"]["drawn"]
        other = "horta" if drawn[0] != "horta" else "red"
        if table["piles"].get(other) and len(drawn) == 2:
            table["piles"][other] -= 1
            table["piles"][drawn[1]] = table["piles"].get(drawn[1], 0) + 1
            drawn[1] = other
            refuse("bruxelles1897", position, 23)
            return
    raise AssertionError("nobody drew two cards")


def test_bruxelles_1897_refuses_to_keep_a_noble_twice():
    for position in moments("bruxelles1897", "keep"):
        table = position["table"]
        noble, seat = table["under_way"]["at_hand"], table["seats"][table["turn"]]
        if table["piles"].get(noble):
            table["piles"][noble] -= 1
            seat["tilted"].append(noble)
            refuse("bruxelles1897", position, 23)
            return
    raise AssertionError("no noble is kept while another copy lies in the pile")
