"""The 32 cards of Belle Époque (BE-CG, BE-CARD)."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing, cubes, is_used, owner_of
from b93_study import Study, asked, do, options, points, seat, table, told

NAMES = ("empain", "solvay", "buls", "albert", "van_de_velde", "vandervelde", "maeterlinck")


def money(match, s=0):
    return seat(match, s)["money"]


def works(match, s=0):
    return {k: n for k, n in seat(match, s)["works"].items() if n}


def whites(match, s=0):
    return {k: n for k, n in seat(match, s)["belle"]["white"].items() if n}


# Each card once: a position, and the way to its window


def to_workshop(match):
    return act(match, "a1", "work green")


def to_sale(match):
    return act(match, "b1")


def to_theatre(match):
    return act(match, "c1")


def to_material(match):
    return act(match, "d1", "cube wood", "cube wood")


def to_exchange(match):
    return do(match, "brussels exchange")


def to_grand_place(match):
    return do(match, "brussels grand-place", "activate brugmann")


def to_park(match):
    return do(match, "brussels park", "copy workshop", "work green")


def to_market(match):
    return do(match, "brussels market")


def scene(card):
    """A study in which seat 0 owns a card that can act, and the way to its window."""
    study = belle(card)
    if card == 1:
        return study, to_workshop
    if card == 2:
        return study.seat(0, belle={"white": {"blue": 1}}), to_workshop
    if card == 3:
        return study.seat(0, works={"blue": 1}), to_sale
    if card == 4:
        return study.seat(0, works={"blue": 1}).shop(["blue"], ["green"]), to_sale
    if card == 5:
        return study, lambda match: act(match, "c1", "take 0", "discard")
    if card == 6:
        return study, to_theatre
    if card == 7:
        return study, to_material
    if card == 8:
        return study.seat(0, cubes={"joker": 1}), to_material
    if card == 9:
        return study.seat(0, cubes={"wood": 1, "iron": 1}), lambda match: act(match, "a3")
    if card == 10:
        study.seat(0, cubes={"wood": 1, "stone": 1})
        return study, lambda match: act(match, "a3", "build house", "branch 0", "site e5")
    if card == 11:
        return study, to_exchange
    if card == 12:
        return study, to_exchange
    if card == 13:
        return study.seat(0, notables=["brugmann", "empain"]), to_grand_place
    if card == 14:
        return study.seat(0, notables=["brugmann", "empain"]), to_grand_place
    if card == 15:
        return study.put("a2", figure=0, bid=2), to_park
    if card == 16:
        return study, to_park
    if card == 17:
        return study.seat(0, cubes={"wood": 2}), to_market
    if card == 18:
        return study, to_market
    if card == 21:
        return study.put("a1", house=1), lambda match: act(match, "a1")
    if card == 22:
        return study, to_exchange
    if card == 25:
        return study.put("a1", figure=0, bid=2), closing
    if card == 27:
        return study.put("c3", figure=0, bid=1).put("c1", figure=1, bid=1), closing
    if card == 28:
        for space, who in (("a1", 0), ("b1", 1), ("a2", 0), ("b2", 1)):
            study.put(space, figure=who)
        return study, closing
    if card == 29:
        return study.seat(0, brussels={"market": 1}), closing
    if card == 30:
        return study.seat(1, belle={"travelling": {"market": 1}}), closing
    return study, closing  # 19, 20, 23, 24, 26, 31, 32


@pytest.mark.rule("BE-CG-01", "BE-CG-02")
@pytest.mark.parametrize("card", range(1, 33))
def test_a_card_is_offered_in_its_window_and_turned_down_by_its_use(card):
    study, reach = scene(card)
    match = reach(study.match())
    assert asked(match) == "window"
    assert match.to_play == 0
    assert options(match) == ["decline", f"card {card}"]
    assert not is_used(match, card)
    declined = do(match.copy(), "decline")
    assert not is_used(declined, card), "ruling R-47: nobody has to"
    do(match, f"card {card}")
    is_over = table(match)["round"] == 2 and card not in (19, 20)
    assert is_used(match, card) != is_over, "fresh in the next round, ruling R-62"
    assert any(f"uses card {card}:" in line for line in told(match, 0))


@pytest.mark.rule("BE-CG-01", "BE-CG-07")
@pytest.mark.parametrize("card", range(1, 33))
def test_a_card_is_not_offered_twice_in_a_round(card):
    study, reach = scene(card)
    study.table["belle"]["pavilions"][0]["used"] = True
    if card in (19, 20):
        # Used in the round that ends: it is fresh again when the next one begins.
        match = reach(study.match())
        assert options(match) == ["decline", f"card {card}"]
        return
    match = reach(study.match())
    assert f"card {card}" not in options(match)
    assert owner_of(match, card) == 0, "face down, but still his"


@pytest.mark.rule("BE-CG-01", "BE-ACT-32")
@pytest.mark.parametrize("card", range(1, 33))
def test_a_card_acts_for_its_owner_alone(card):
    study, reach = scene(card)
    study.pavilion(1, None)
    match = reach(study.match())
    assert f"card {card}" not in options(match)
    assert asked(match) != "window"


@pytest.mark.rule("BE-CG-03")
@pytest.mark.parametrize(
    ("card", "texts"),
    [
        (1, ("copy workshop", "work green")),
        (2, ("copy workshop", "work green")),
        (3, ("copy sale",)),
        (5, ("copy theatre", "take 0", "discard")),
        (6, ("copy theatre",)),
        (7, ("copy materials", "cube wood", "cube wood")),
        (8, ("copy materials", "cube wood", "cube wood")),
        (10, ("copy construction", "build house", "branch 0", "site e5")),
    ],
)
def test_cards_1_to_10_sleep_in_the_park(card, texts):
    study, _ = scene(card)
    match = do(study.match(), "brussels park", *texts)
    assert f"card {card}" not in options(match)
    assert asked(match) != "window"


@pytest.mark.rule("BE-CG-03", "BE-CARD-04", "BE-CARD-09")
def test_cards_4_and_9_do_not_make_an_action_of_the_park_possible():
    study, _ = scene(4)
    assert "sale" not in options(do(study.match(), "brussels park"), "copy")
    study, _ = scene(9)
    assert "construction" not in options(do(study.match(), "brussels park"), "copy")


@pytest.mark.rule("BE-CG-03")
def test_cards_1_to_10_sleep_in_secondary_actions():
    """The owner of a house takes a black work, but that is no workshop of his."""
    study = belle(1).put("a1", house=0).set(turn=1, to_play=1)
    match = act(study.match(), "a1", "work green")
    assert seat(match, 0)["works"]["black"] == 1
    assert (asked(match), match.to_play) == ("turn", 2)


@pytest.mark.rule("BE-CG-03")
def test_an_impossible_action_wakes_no_card():
    study = belle(1, 7).seat(0, works={"blue": 2})
    study.seat(1, works={"blue": 4, "brown": 6}).seat(2, works={"green": 6, "yellow": 6})
    study.seat(1, cubes={"wood": 10, "iron": 10}).seat(2, cubes={"stone": 10, "glass": 10})
    match = act(study.match(), "a1")
    assert (asked(match), match.to_play) == ("turn", 1)
    assert money(match) == 4
    match = act(study.match(), "d1")
    assert (asked(match), match.to_play) == ("turn", 1)
    assert seat(match, 0)["cubes"]["joker"] == 0


@pytest.mark.rule("BE-CG-04", "BE-CARD-11", "BE-ACT-12")
def test_a_place_used_by_travellers_wakes_the_cards_too():
    study = belle(11).seat(0, belle={"travellers": 1}).seat(1, brussels={"exchange": 1})
    study.seat(0, belle={"travellers": 2})
    match = do(study.match(), "brussels exchange", "travellers 2", "card 11")
    assert money(match) == 5 + 5 + 3
    assert seat(match, 0)["brussels"]["exchange"] == 0


@pytest.mark.rule("BE-CG-04")
def test_cards_of_one_place_sleep_at_another():
    study = belle(11, 13, 16, 18).seat(0, notables=["brugmann", "empain"])
    match = do(study.match(), "brussels exchange")
    assert options(match, "card") == ["11"]
    match = do(study.match(), "brussels market")
    assert options(match, "card") == ["18"]
    match = to_park(study.match())
    assert options(match, "card") == ["16"]
    match = to_grand_place(study.match())
    assert options(match, "card") == ["13"]


@pytest.mark.rule("BE-CG-05")
@pytest.mark.parametrize(("card", "offered"), [(15, True), (16, True), (22, True), (10, False)])
def test_a_card_taken_by_a_pavilion_of_the_park(card, offered):
    """Ruling R-48: windows still to come are open to the new card."""
    study = belle(card, owner=None).put("a2", figure=0, bid=2).seat(0, works={"blue": 1})
    study.seat(0, cubes={"wood": 1, "stone": 1})
    match = do(study.match(), "brussels park", "copy construction", "build pavilion-1")
    do(match, "branch 0")
    assert owner_of(match, card) == 0
    assert (f"card {card}" in options(match)) == offered


@pytest.mark.rule("BE-CG-05")
@pytest.mark.parametrize(("card", "offered"), [(10, True), (22, True), (9, False), (21, False)])
def test_a_card_taken_by_a_pavilion_on_a_space(card, offered):
    study = belle(card, owner=None).put("a3", house=1)
    study.seat(0, cubes={"wood": 2, "stone": 2, "joker": 2})
    match = act(study.match(), "a3", "build pavilion-1", "pay wood", "pay stone", "branch 0")
    assert owner_of(match, card) == 0
    assert (f"card {card}" in options(match)) == offered


@pytest.mark.rule("BE-CG-06")
def test_different_owners_are_asked_from_the_first_player_on():
    study = belle(29, 30).set(first=2, token=2)
    study.pavilion(1, 1).pavilion(2, 0)
    study.seat(1, brussels={"market": 1}, belle={"travelling": {"exchange": 1}})
    match = closing(study.match())
    assert (match.to_play, options(match)) == (0, ["decline", "card 30"])
    do(match, "card 30")
    assert (match.to_play, options(match)) == (1, ["decline", "card 29"])


# Cards 1 to 10: with an action on a space


@pytest.mark.rule("BE-CARD-01", "BE-ACT-15")
def test_card_1_pays_for_every_work():
    study = belle(1).seat(0, works={"blue": 1, "black": 1}, belle={"white": {"green": 1}})
    match = act(study.match(), "a1", "work green", "card 1")
    assert money(match) == 4 + 4, "blue, black, a white one (ruling R-39) and the new one"
    match = act(study.match(), "a1", "work green", "decline")
    assert money(match) == 4
    do(match, "pass", "pass")
    act(match, "d2", "work green", "card 1")
    assert money(match) == 3 + 5


@pytest.mark.rule("BE-CARD-02")
def test_card_2_turns_a_white_work_up():
    study = belle(2).seat(0, belle={"white": {"blue": 1, "green": 2}})
    match = act(study.match(), "a1", "work yellow", "card 2")
    assert options(match) == ["white blue", "white green"]
    do(match, "white green")
    assert works(match) == {"yellow": 1, "green": 1}
    assert whites(match) == {"blue": 1, "green": 1}
    match = act(belle(2).seat(0, works={"blue": 2}).match(), "a1", "work yellow")
    assert asked(match) == "turn", "nobody has a white work"


@pytest.mark.rule("BE-CARD-03")
@pytest.mark.parametrize(("owned", "plain", "more"), [(1, 5, 21), (2, 13, 25)])
def test_card_3_adds_two_steps_of_the_cursor(owned, plain, more):
    study = belle(3).seat(0, works={"blue": 1}, belle={"white": {"green": owned - 1}})
    match = act(study.match(), "b1", *(["sell blue"] if owned > 1 else []))
    assert len(options(do(match.copy(), "decline"), "cursor")) == plain
    do(match, "card 3")
    reached = options(match, "cursor")
    assert len(reached) == more
    assert ("1-1" in reached) == (more == 25)
    do(match, "cursor 5-4")
    # blue reads the top left of the cursor: row 5, column 4 of the grid
    assert (money(match), points(match, 0)) == (4 + 2, 0)
    do(match, "pass", "pass")
    assert asked(match) == "turn"


@pytest.mark.rule("BE-CARD-03")
def test_the_steps_of_card_3_end_with_the_sale():
    study = belle(3).seat(0, works={"blue": 1, "green": 1})
    match = act(study.match(), "b1", "sell blue", "card 3", "cursor 3-3", "pass", "pass")
    act(match, "a4")
    assert asked(match) == "cursor", "used this round"
    assert len(options(match)) == 5


@pytest.mark.rule("BE-CARD-03", "BE-ACT-16")
def test_card_3_is_decided_when_the_work_and_its_colour_are_chosen():
    study = belle(3).seat(0, belle={"white": {"blue": 1, "green": 1}})
    match = act(study.match(), "b1", "white green", "as brown")
    assert options(match) == ["decline", "card 3"]
    do(match, "card 3")
    assert len(options(match, "cursor")) == 25, "two works and two steps"


@pytest.mark.rule("BE-CARD-03", "BE-CARD-04")
def test_cards_3_and_4_serve_one_sale():
    study = belle(3, 4).seat(0, works={"blue": 1}).shop(["blue"], ["green"])
    match = act(study.match(), "b1")
    assert options(match) == ["decline", "card 4"]
    do(match, "card 4")
    assert options(match) == ["decline", "card 3"]
    do(match, "card 3", "cursor 1-2")
    assert (money(match), points(match, 0)) == (4 + 6, 4)


@pytest.mark.rule("BE-CARD-04")
def test_card_4_makes_a_sale_possible_that_must_follow():
    """Ruling R-49."""
    study = belle(4).seat(0, works={"blue": 1}).shop(["blue"], ["green"])
    match = act(study.match(), "b1")
    left = do(match.copy(), "decline")
    assert (asked(left), left.to_play) == ("turn", 1)
    assert works(left) == {"blue": 1}
    do(match, "card 4")
    assert asked(match) == "cursor", "only the blue work could go, and the sale is due"
    lying = table(match)["workshop"]
    assert lying["shop"] == [["green"], []]
    assert lying["stacks"]["blue"] == 5
    do(match, "cursor 3-2")
    lying = table(match)["workshop"]
    assert lying["shop"] == [["green"], ["blue"]], "the empty side is filled, nothing else goes"
    assert (lying["stacks"]["blue"], lying["stacks"]["green"]) == (5, 5)
    assert (asked(match), match.to_play) == ("turn", 1)
    assert works(match) == {}


@pytest.mark.rule("BE-CARD-04")
def test_card_4_offers_only_what_lets_something_be_sold():
    study = belle(4).seat(0, works={"blue": 1, "green": 1}).shop(["blue"], ["green"])
    match = act(study.match(), "b1", "card 4")
    assert options(match) == ["shop left", "shop right"]
    do(match, "shop right")
    assert table(match)["workshop"]["shop"] == [["blue"], []]
    assert asked(match) == "cursor", "green is all that can be sold"
    study = belle(4).seat(0, belle={"white": {"blue": 1}}).shop(["white-green"], ["blue"])
    match = act(study.match(), "b1", "card 4")
    assert asked(match) == "sell_as", "the white one had to go"
    assert table(match)["workshop"]["stacks"]["green"] == 6
    study = belle(4).seat(0, works={"blue": 1})
    assert asked(act(study.match(), "b1")) == "cursor", "the shop is empty"
    study = belle(4).shop(["blue"], ["green"])
    assert act(study.match(), "b1").to_play == 1, "nothing to sell"


@pytest.mark.rule("BE-CARD-05")
def test_card_5_scores_for_a_discarded_notable():
    """Ruling R-46: once a round."""
    study = belle(5)
    match = act(study.match(), "c1", "take 0", "discard", "card 5")
    assert points(match, 0) == 3
    assert seat(match, 0)["earned"]["cards"] == 3
    assert table(match)["discards"]["empain"] == 1
    do(match, "pass", "pass")
    act(match, "a2", "take 0", "discard")
    assert asked(match) == "turn"
    assert points(match, 0) == 3
    match = act(study.match(), "c1", "take 0", "keep")
    assert (asked(match), points(match, 0)) == ("turn", 0)
    study.seat(0, notables=["brugmann", "empain"])
    match = act(study.match(), "c1", "take 0")
    assert options(match) == ["decline", "card 5"], "a copy must go"


@pytest.mark.rule("BE-CARD-05")
def test_card_5_is_asked_before_the_theatre_is_filled_up():
    study = belle(5)
    study.deck = ["maeterlinck"]
    match = act(study.match(), "c1", "take 0", "discard")
    assert table(match)["theatre"] == ["buls", "albert", "solvay", None]
    do(match, "card 5")
    assert table(match)["theatre"] == ["buls", "albert", "solvay", "maeterlinck"]


@pytest.mark.rule("BE-CARD-05", "BE-CARD-06", "BE-CARD-14")
def test_card_5_sleeps_when_another_card_discards():
    study = belle(5, 6, 14)
    match = act(study.match(), "c1", "card 6", "drop 0", "decline")
    assert asked(match) == "theatre"
    study.seat(0, tilted=["brugmann"], notables=["brugmann", "buls"])
    match = do(study.match(), "brussels grand-place", "decline", "card 14")
    assert (asked(match), money(match), points(match, 0)) == ("turn", 7, 0)


@pytest.mark.rule("BE-CARD-06")
def test_card_6_sends_notables_away():
    study = belle(6).seat(0, money=1)
    study.deck = ["maeterlinck", "vandervelde", "buls"]
    match = act(study.match(), "c1", "card 6")
    assert options(match) == ["drop 0", "drop 1", "drop 2", "drop 3"], "at least one"
    do(match, "drop 0")
    assert options(match) == ["decline", "drop 1", "drop 2", "drop 3"]
    do(match, "drop 2", "decline")
    assert asked(match) == "keep", "with 0 FB only the free place, now Buls, could be taken"
    assert table(match)["theatre"][:3] == ["solvay", "maeterlinck", "vandervelde"]
    assert seat(match, 0)["levels"]["town_hall"] == 2
    assert table(match)["notable"] == "buls"
    assert table(match)["deck"] == ["buls"]


@pytest.mark.rule("BE-CARD-06")
def test_card_6_reshuffles_what_it_discards():
    study = belle(6)
    study.deck = []
    match = act(study.match(), "c1", "card 6", "drop 0", "drop 1", "drop 2", "drop 3")
    assert asked(match) == "theatre"
    assert None not in table(match)["theatre"]
    assert table(match)["deck_size"] == 27 - 4
    assert set(table(match)["discards"].values()) == {0}
    assert options(match) == ["take 0", "take 1", "take 2", "take 3"]


@pytest.mark.rule("BE-CARD-07")
@pytest.mark.parametrize(("stock", "gained"), [(15, 2), (1, 1)])
def test_card_7_brings_two_jokers(stock, gained):
    study = belle(7).seat(1, cubes={"joker": 15 - stock})
    match = act(study.match(), "d1", "cube wood", "cube iron", "card 7")
    assert seat(match, 0)["cubes"] == cubes(wood=1, iron=1, joker=gained)
    assert table(match)["supply"]["joker"] == stock - gained


@pytest.mark.rule("BE-CARD-07")
def test_card_7_needs_a_joker_in_the_supply():
    study = belle(7).seat(1, cubes={"joker": 15})
    match = act(study.match(), "d1", "cube wood", "cube iron")
    assert (asked(match), match.to_play) == ("turn", 1)


@pytest.mark.rule("BE-CARD-08", "BE-ACT-20")
def test_card_8_gives_a_joker_for_a_noble_cube():
    study = belle(8).seat(0, cubes={"joker": 1})
    match = act(study.match(), "d1", "cube wood", "cube wood", "card 8")
    assert options(match) == ["cube wood", "cube iron", "cube stone", "cube glass"]
    do(match, "cube glass")
    assert seat(match, 0)["cubes"] == cubes(wood=2, glass=1)
    assert table(match)["supply"]["joker"] == 15
    match = act(belle(8).match(), "d1", "cube wood", "cube wood")
    assert asked(match) == "turn", "no joker"


@pytest.mark.rule("BE-CARD-08")
def test_card_8_needs_a_noble_cube_in_the_supply():
    study = belle(8).seat(0, cubes={"joker": 1})
    study.seat(1, cubes={"wood": 10, "iron": 9}).seat(2, cubes={"stone": 9, "glass": 10})
    match = act(study.match(), "d1")
    assert (asked(match), match.to_play) == ("turn", 1)
    assert seat(match, 0)["cubes"] == cubes(iron=1, stone=1, joker=1)


@pytest.mark.rule("BE-CG-06", "BE-CARD-07", "BE-CARD-08")
def test_card_7_may_feed_card_8():
    match = act(belle(7, 8).match(), "d1", "cube wood", "cube wood")
    assert options(match) == ["decline", "card 7"]
    do(match, "card 7")
    assert options(match) == ["decline", "card 8"]
    do(match, "card 8", "cube stone")
    assert seat(match, 0)["cubes"] == cubes(wood=2, stone=1, joker=1)


# Cards 11 to 18: after a place in Brussels


@pytest.mark.rule("BE-CARD-11")
def test_card_11_pays_for_every_figure_on_the_exchange():
    study = belle(11, players=4).seat(1, brussels={"exchange": 1, "market": 1})
    study.seat(2, belle={"travelling": {"exchange": 1}})
    match = do(study.match(), "brussels exchange", "card 11")
    assert money(match) == 5 + 5 + 4, "two of his own, one assistant, one traveller"


@pytest.mark.rule("BE-CARD-11", "BE-CARD-30", "BE-CARD-29", "BE-CLO-01")
@pytest.mark.example("X16")
@pytest.mark.parametrize(("recall", "detained"), [(False, [3, 3, 2, 3]), (True, [2, 3, 2, 3])])
def test_four_figures_on_the_exchange(recall, detained):
    study = belle(11, 29, 30, players=4)
    study.seat(0, belle={"travellers": 1, "travelling": {"exchange": 1}})
    study.seat(1, brussels={"exchange": 1}).seat(3, brussels={"market": 1})
    match = do(study.match(), "brussels exchange", "travellers 1", "card 11")
    assert money(match) == 5 + 5 + 4
    closing(match)
    do(match, "card 30")
    assert seat(match, 0)["earned"]["cards"] == 2
    do(match, "card 29" if recall else "decline")
    assert [seat(match, s)["justice"] for s in range(4)] == detained


@pytest.mark.rule("BE-CARD-12")
@pytest.mark.example("X26")
@pytest.mark.parametrize(("order", "scored"), [((11, 12), 3), ((12, 11), 2)])
def test_card_12_scores_for_the_money_of_the_moment(order, scored):
    study = belle(11, 12, players=4).seat(0, money=9)
    study.stock_card = 1
    study.seat(1, brussels={"exchange": 1}).seat(2, brussels={"exchange": 1})
    match = do(study.match(), "brussels exchange", *(f"card {card}" for card in order))
    assert money(match) == 9 + 4 + 4
    assert points(match, 0) == scored


@pytest.mark.rule("BE-CARD-12")
def test_bids_are_not_money_of_card_12():
    study = belle(12).seat(0, money=0).put("a1", figure=0, bid=9)
    match = do(study.match(), "brussels exchange", "card 12")
    assert points(match, 0) == 1, "5 FB from the exchange, 9 on the board"
    study = belle(12).seat(0, money=0)
    study.stock_card = 1
    match = do(study.match(), "brussels exchange")
    assert (asked(match), money(match)) == ("turn", 4)


@pytest.mark.rule("BE-CARD-13")
def test_card_13_activates_one_more():
    study = belle(13).seat(0, notables=["brugmann", "empain", "maeterlinck"])
    match = do(study.match(), "brussels grand-place", "activate brugmann", "card 13")
    assert options(match) == ["activate empain", "activate maeterlinck"]
    do(match, "activate maeterlinck")
    assert seat(match, 0)["tilted"] == ["brugmann", "maeterlinck"]
    assert (money(match), points(match, 0)) == (10, 5)
    assert (asked(match), match.to_play) == ("turn", 1)
    match = do(belle(13).match(), "brussels grand-place", "activate brugmann")
    assert asked(match) == "turn", "nobody is upright"


@pytest.mark.rule("BE-CARD-13", "BE-CARD-14")
@pytest.mark.example("X29")
def test_the_fourth_notable_and_the_one_sent_away():
    study = belle(13, 14).seat(0, tracks={"palace": 2})
    study.seat(0, notables=["brugmann", "empain", "buls", "maeterlinck"])
    match = do(study.match(), "brussels grand-place")
    do(match, "activate brugmann", "activate empain", "activate buls")
    assert asked(match) == "window"
    do(match, "card 13")
    assert points(match, 0) == 5, "Maeterlinck was the only one left"
    assert asked(match) == "window"
    do(match, "card 14")
    assert options(match, "dismiss") == ["brugmann", "empain", "buls", "maeterlinck"]
    do(match, "dismiss buls")
    assert money(match) == 5 + 5 + 4
    assert seat(match, 0)["notables"] == ["brugmann", "empain", "maeterlinck"]
    assert table(match)["discards"]["buls"] == 1


@pytest.mark.rule("BE-CARD-13")
@pytest.mark.example("X31")
@pytest.mark.parametrize(("first", "second"), [("albert", "brugmann"), ("brugmann", "albert")])
def test_the_limit_of_the_grand_place_and_card_13(first, second):
    study = belle(13).seat(0, notables=["brugmann", "albert"])
    match = do(study.match(), "brussels grand-place", f"activate {first}")
    assert options(match) == ["decline", "card 13"], "the limit stays 1, ruling R-75"
    assert seat(match, 0)["tilted"] == [first]
    do(match, "card 13")
    assert sorted(seat(match, 0)["tilted"]) == sorted([first, second])
    assert (money(match), seat(match, 0)["levels"]["palace"]) == (10, 2)


@pytest.mark.rule("BE-CARD-14")
def test_card_14_pays_for_any_notable_used_this_round():
    """Ruling R-52: also one that was tilted before; Brugmann leaves the game."""
    study = belle(14).seat(0, notables=["brugmann", "buls", "empain"], tilted=["buls"])
    match = do(study.match(), "brussels grand-place", "activate brugmann", "card 14")
    assert options(match) == ["dismiss brugmann", "dismiss buls"]
    gone = do(match.copy(), "dismiss brugmann")
    assert money(gone) == 10 + 2
    assert table(gone)["discards"]["brugmann"] == 0
    assert seat(gone, 0)["notables"] == ["empain", "buls"]
    assert seat(gone, 0)["tilted"] == ["buls"]
    do(match, "dismiss buls")
    assert money(match) == 10 + 4
    assert table(match)["discards"]["buls"] == 1
    do(match, "pass", "pass")
    act(match, "c1", "take 1")
    assert options(match) == ["keep", "discard"], "Buls may be hired anew"
    match = do(belle(14).match(), "brussels grand-place", "decline")
    assert asked(match) == "turn", "nobody is tilted"


@pytest.mark.rule("BE-CARD-15")
@pytest.mark.example("X17")
@pytest.mark.parametrize(("taken", "winner"), [(0, 0), (1, None), (2, 1)])
def test_card_15_takes_a_bid_back(taken, winner):
    study = belle(15).put("a1", figure=0, bid=3).put("a2", figure=0, bid=2)
    study.put("a3", figure=1, bid=4).put("b1", figure=2, bid=1)
    match = to_park(study.match())
    if taken == 0:
        do(match, "decline")
    else:
        do(match, "card 15")
        assert options(match) == ["figure a1", "figure a2"]
        do(match, "figure a2")
        assert options(match) == ["bid 1", "bid 2"]
        do(match, f"bid {taken}")
    assert money(match) == 5 + taken
    assert seat(match, 0)["on_board"] == 2
    do(match, "pass", "pass", "pass")
    assert table(match)["prizes"]["winner"][0] == winner
    steps = [seat(match, s)["tracks"]["palace"] for s in range(3)]
    assert steps == ([1, 1, 0] if winner is None else [0, 0, 0]), "a tie uses the power at once"


@pytest.mark.rule("BE-CARD-15")
def test_card_15_leaves_the_assistant_and_pays_after_the_action():
    study = belle(15).seat(0, money=0).put("a1", figure=0, bid=1)
    study.put("b1", figure=0, bid=3).put("a2", figure=1).put("b2", figure=1)
    match = do(study.match(), "brussels park", "copy theatre")
    assert asked(match) == "keep", "without money only the free notable"
    do(match, "keep", "card 15", "figure a1")
    assert money(match) == 1, "a bid of 1 is taken back whole"
    assert table(match)["board"][0] == {"space": "a1", "figure": 0, "bid": 0, "house": None}
    closing(match)
    assert seat(match, 0)["earned"]["crests"] == 1, "it still surrounds crest 1-1"
    study = belle(15).put("a1", figure=1, bid=3)
    assert asked(to_park(study.match())) == "turn", "no bid of his own"


@pytest.mark.rule("BE-CARD-15")
def test_a_column_whose_only_bid_was_taken_back_goes_to_nobody():
    study = belle(15).put("b1", figure=0, bid=2)
    match = do(to_park(study.match()), "card 15", "bid 2", "pass", "pass", "pass")
    assert table(match)["round"] == 2, "nothing to use"
    assert sorted(table(match)["prizes"]["gone"]) == [2, 3, 6, 7, 10]
    assert [sum(s["tracks"].values()) for s in table(match)["seats"]] == [0, 0, 0]


@pytest.mark.rule("BE-CARD-16", "BE-ACT-15")
def test_card_16_scores_for_every_work():
    study = belle(16).seat(0, works={"blue": 1, "black": 2}, belle={"white": {"blue": 1}})
    match = to_park(study.match())
    do(match, "card 16")
    assert points(match, 0) == 5
    study = belle(16)
    match = do(study.match(), "brussels park", "copy materials", "cube wood", "cube wood")
    assert asked(match) == "turn", "no works"


@pytest.mark.rule("BE-CARD-17")
def test_card_17_gives_cubes_for_a_work():
    study = belle(17).seat(0, cubes={"wood": 1, "glass": 1, "stone": 1}, works={"black": 1})
    match = do(study.match(), "brussels market", "card 17")
    assert options(match) == ["barter cubes", "barter work"]
    do(match, "barter cubes")
    assert options(match) == ["give wood", "give stone"], "each pair once"
    other = do(match.copy(), "give stone")
    assert asked(other) == "barter_work", "stone and wood would come round the other way"
    assert seat(other, 0)["cubes"] == cubes(wood=1, joker=3)
    do(match, "give wood")
    assert options(match) == ["give stone", "give glass"]
    do(match, "give glass")
    assert options(match) == ["work blue", "work brown", "work yellow", "work green"]
    do(match, "work green")
    assert works(match) == {"green": 1, "black": 1}
    assert seat(match, 0)["cubes"] == cubes(stone=1, joker=3)
    assert table(match)["supply"]["wood"] == 10
    assert table(match)["workshop"]["stacks"]["green"] == 5


@pytest.mark.rule("BE-CARD-17")
def test_card_17_gives_a_work_for_cubes():
    """Ruling R-53: black ones too, white ones never."""
    study = belle(17).seat(0, works={"blue": 1, "black": 1}, belle={"white": {"green": 1}})
    match = do(study.match(), "brussels market", "card 17")
    assert options(match) == ["return blue", "return black"]
    do(match, "return black", "cube iron", "cube glass")
    assert works(match) == {"blue": 1}
    assert seat(match, 0)["cubes"] == cubes(iron=1, glass=1, joker=3)
    assert table(match)["workshop"]["stacks"]["black"] == 6


@pytest.mark.rule("BE-CARD-17")
def test_card_17_with_a_short_supply():
    study = belle(17).seat(0, works={"blue": 1})
    study.seat(1, cubes={"wood": 10, "iron": 10}).seat(2, cubes={"stone": 10, "glass": 9})
    match = do(study.match(), "brussels market", "card 17")
    assert works(match) == {}
    assert seat(match, 0)["cubes"] == cubes(glass=1, joker=3), "fewer, as the supply is short"
    study.seat(2, cubes={"glass": 10})
    assert asked(do(study.match(), "brussels market")) == "turn", "no cube for a work"
    study = belle(17).seat(0, cubes={"wood": 1}, belle={"white": {"blue": 1}})
    assert asked(do(study.match(), "brussels market")) == "turn", "one cube, one white work"
    study = belle(17).seat(0, cubes={"wood": 2}).seat(1, works={"blue": 6, "brown": 6})
    study.seat(2, works={"green": 6, "yellow": 6})
    assert asked(do(study.match(), "brussels market")) == "turn", "the stacks are empty"


@pytest.mark.rule("BE-CARD-18", "BE-ACT-13")
def test_card_18_creates_a_white_work():
    match = do(belle(18).match(), "brussels market", "card 18")
    assert options(match) == ["work blue", "work brown", "work yellow", "work green"]
    do(match, "work brown")
    assert whites(match) == {"brown": 1}
    assert works(match) == {}
    assert table(match)["workshop"]["stacks"]["brown"] == 5
    assert (asked(match), match.to_play) == ("turn", 1)
    study = belle(18).seat(1, works={"blue": 6, "brown": 6}).seat(2, works={"green": 6})
    study.seat(2, works={"yellow": 6})
    assert asked(do(study.match(), "brussels market")) == "turn", "black works are no help"


# Cards 19 to 24: in a round


@pytest.mark.rule("BE-CARD-19")
def test_card_19_takes_a_traveller_when_the_round_begins():
    match = closing(belle(19).match())
    assert table(match)["round"] == 1, "the stock card is not turned up yet"
    assert table(match)["crest"] is None
    do(match, "card 19")
    assert (table(match)["round"], asked(match)) == (2, "crest")
    assert seat(match, 0)["belle"]["travellers"] == 1
    assert table(match)["belle"]["railway"] == 3


@pytest.mark.rule("BE-CARD-19", "BE-EOR-02")
def test_card_19_finds_the_travellers_of_others_at_home_again():
    """All come back first; at most card 23 has taken one away again."""
    study = belle(19, 23).seat(1, belle={"travellers": 3}).seat(2, belle={"travellers": 1})
    study.set(theatre=["nagelmackers", "buls", "albert", "solvay"])
    match = do(closing(study.match()), "card 23")
    assert table(match)["belle"]["railway"] == 3
    assert options(match) == ["decline", "card 19"]
    do(match, "card 19")
    assert seat(match, 0)["belle"]["travellers"] == 2
    assert table(match)["belle"]["railway"] == 2


@pytest.mark.rule("BE-CARD-20")
def test_card_20_chooses_any_crest():
    """Ruling R-54: after the stock card is turned up, in place of the first player."""
    study = belle(20, owner=1).set(first=2, token=2)
    match = closing(study.match())
    assert table(match)["round"] == 2
    assert len(table(match)["stock"]) == 2
    assert match.to_play == 1
    left = do(match.copy(), "decline")
    assert (asked(left), left.to_play) == ("crest", table(left)["token"])
    assert len(options(left, "crest")) == 2
    do(match, "card 20")
    assert match.to_play == 1
    assert len(options(match, "crest")) == 16
    do(match, "crest 1-4")
    assert table(match)["crest"] == "1-4"
    assert table(match)["moment"]["asked"] == 0
    assert len(table(match)["zone"]) == 16, "rows 2 to 5, columns a to d"
    assert (asked(match), match.to_play) == ("turn", table(match)["token"])


@pytest.mark.rule("BE-CARD-19", "BE-CARD-20", "BE-ACT-32")
def test_cards_of_a_round_begin_in_the_next_round():
    study = belle(19, 20, owner=None).seat(0, cubes={"wood": 2, "stone": 2, "glass": 1})
    match = act(study.match(), "a3", "build pavilion-1", "branch 0")
    assert (asked(match), match.to_play) == ("turn", 1), "not in this round"
    closing(match)
    assert options(match) == ["decline", "card 19"]


@pytest.mark.rule("BE-CARD-21")
@pytest.mark.parametrize("owner", [0, 1])
def test_card_21_scores_on_a_space_with_a_house(owner):
    study = belle(21).put("a1", house=owner)
    match = act(study.match(), "a1")
    assert options(match) == ["decline", "card 21"]
    do(match, "card 21")
    assert points(match, 0) == 3
    assert asked(match) == "work", "before the action"
    do(match, "work blue")
    assert seat(match, 1)["works"]["black"] == owner, "a rival has his secondary action"
    study = belle(21).put("d2", house=0)
    assert asked(act(study.match(), "a1")) == "work", "no house there"


@pytest.mark.rule("BE-CARD-21", "BE-ACT-34")
def test_card_21_sees_no_pavilions():
    study = belle(21).pavilion(2, 1)
    assert asked(act(study.match(), "a2")) == "theatre"


@pytest.mark.rule("BE-CARD-22")
@pytest.mark.parametrize("figure", ["assistant", "traveller"])
def test_card_22_gives_another_turn(figure):
    study = belle(22).seat(0, belle={"travellers": 1})
    match = act(study.match(), "d1", "cube wood", "cube wood")
    assert options(match) == ["decline", "card 22"]
    do(match, "card 22")
    assert options(match) == ["send assistant", "send traveller"]
    do(match, f"send {figure}")
    assert (asked(match), match.to_play) == ("turn", 0)
    assert table(match)["belle"]["on_card"] == figure
    left = (3, 1) if figure == "assistant" else (4, 0)
    assert (seat(match, 0)["reserve"], seat(match, 0)["belle"]["travellers"]) == left
    act(match, "b2", "cube wood", "cube wood")
    assert (asked(match), match.to_play) == ("turn", 1), "once a round"
    closing(match)
    assert table(match)["belle"]["on_card"] is None
    assert table(match)["belle"]["railway"] == 4


@pytest.mark.rule("BE-CARD-22")
def test_card_22_needs_a_second_figure():
    study = belle(22).put("a1", figure=0).put("b1", figure=0).put("c1", figure=0)
    match = do(study.match(), "brussels exchange")  # two in the reserve: one acts, one is left
    assert (asked(match), match.to_play) == ("turn", 1)
    study.seat(0, justice=1)
    match = do(study.match(), "brussels exchange", "card 22")
    assert (asked(match), match.to_play) == ("turn", 0), "there was only an assistant to send"
    do(match, "pass")
    assert match.to_play == 1, "ruling R-55: passing is a turn too, and no window follows it"
    assert seat(match, 0)["passed"]
    study.seat(0, justice=2, belle={"travellers": 1})
    match = do(study.match(), "brussels exchange", "travellers 0")
    assert options(match) == ["decline", "card 22"], "an assistant and a traveller will do"
    study = belle(22)
    assert do(study.match(), "pass").to_play == 1


@pytest.mark.rule("BE-CARD-22", "BE-ACT-01")
def test_card_22_comes_last_in_the_turn():
    """After the owner's action and the tile."""
    study = belle(22).put("d2", house=1)
    match = act(study.match(), "d2", "work blue")
    assert seat(match, 1)["works"]["black"] == 1
    assert asked(match) == "window"
    match = act(belle(22).match(), "b3", "work blue")
    assert asked(match) == "tile"
    do(match, "tile 1")
    assert options(match) == ["decline", "card 22"]


@pytest.mark.rule("BE-CARD-22", "BE-CLO-02", "BE-CLO-01")
def test_the_figure_on_card_22_counts_for_nothing():
    study = belle(22).seat(1, brussels={"market": 1})
    study.table["belle"]["on_card"] = "assistant"
    study.pavilion(1, 0, used=True)
    match = closing(study.match())
    assert [seat(match, s)["justice"] for s in range(3)] == [2, 3, 2]
    assert points(match, 0) == 0
    assert seat(match, 0)["reserve"] == 5


@pytest.mark.rule("BE-CARD-23")
def test_card_23_uses_the_free_notable():
    study = belle(23).set(theatre=["maeterlinck", "buls", "albert", "solvay"])
    study.deck = ["empain", "empain"]
    match = closing(study.match())
    before = money(match)
    assert options(match) == ["decline", "card 23"]
    do(match, "card 23")
    assert money(match) == before - 2
    assert points(match, 0) == 5
    assert "maeterlinck" not in seat(match, 0)["notables"]
    assert table(match)["theatre"] == ["buls", "albert", "solvay", "empain"]
    study.seat(0, money=0).set(turn=1, to_play=1)
    match = closing(study.match())
    assert money(match) == 0
    assert asked(match) == "crest", "2 FB are needed"
    study.seat(0, money=2)
    assert asked(closing(study.match())) == "window"


@pytest.mark.rule("BE-CARD-23")
def test_a_traveller_of_card_23_stays_for_the_next_round():
    """Ruling R-56."""
    study = belle(23).set(theatre=["nagelmackers", "buls", "albert", "solvay"])
    match = do(closing(study.match()), "card 23")
    assert (table(match)["round"], seat(match, 0)["belle"]["travellers"]) == (2, 1)
    assert table(match)["belle"]["railway"] == 3


@pytest.mark.rule("BE-CARD-23")
@pytest.mark.parametrize(
    ("notable", "texts", "check"),
    [
        ("solvay", ("cube glass",), lambda s: s["cubes"]["glass"] == 1),
        ("privat_livemont", ("work green",), lambda s: s["belle"]["white"]["green"] == 1),
    ],
)
def test_card_23_asks_what_the_notable_asks(notable, texts, check):
    study = belle(23).set(theatre=[notable, "buls", "albert", "empain"])
    match = do(closing(study.match()), "card 23", *texts)
    assert check(seat(match, 0))
    assert (table(match)["round"], asked(match)) == (2, "crest")


@pytest.mark.rule("BE-CARD-23", "BE-EOR-01")
def test_card_23_acts_in_the_last_round_and_in_every_round():
    study = belle(23, played=5).set(theatre=["maeterlinck", "buls", "albert", "solvay"])
    match = do(closing(study.match()), "card 23")
    assert match.over
    assert points(match, 0) == 5
    study = belle(23)
    match = do(closing(study.match()), "card 23")
    do(match, options(match)[0])
    assert options(closing(match)) == ["decline", "card 23"]


@pytest.mark.rule("BE-CARD-24")
def test_card_24_scores_for_upright_notables():
    study = belle(24).seat(0, notables=["brugmann", "buls", "empain"], tilted=["buls"])
    match = do(closing(study.match()), "card 24")
    assert points(match, 0) == 2
    assert seat(match, 0)["tilted"] == []
    study.seat(0, tilted=["brugmann", "buls", "empain"])
    match = closing(study.match())
    assert asked(match) == "crest", "all were used"


# Cards 25 to 32: in the closing phase


@pytest.mark.rule("BE-CARD-25")
def test_card_25_takes_the_card_of_a_closed_column():
    study = belle(25).put("a1", figure=0, bid=2).put("b1", figure=1, bid=1)
    study.strip = [5, 6, 7, 8, 9]  # card 9: Town Hall with two symbols of the Manneken-Pis
    study.set(turn=1, to_play=1)
    match = closing(study.match())
    assert table(match)["prizes"]["winner"] == [0, 1, None, None, None]
    do(match, "card 25")
    assert table(match)["prizes"]["winner"] == [None, 1, None, None, 0]
    assert table(match)["prizes"]["strip"][0] == 5, "his own stays for the end of the round"
    assert (asked(match), options(match)[0]) == ("prize", "prize e power")
    do(match, "prize e notables", "prize b power")
    assert seat(match, 0)["rows"]["notables"] == [9]
    assert 5 in table(match)["prizes"]["gone"]


@pytest.mark.rule("BE-CARD-25", "BE-CARD-26")
def test_the_card_of_a_closed_column_counts_for_the_token():
    study = belle(25).put("a1", figure=0, bid=2).put("b1", figure=1, bid=1)
    study.set(turn=1, to_play=1, first=1, token=1)
    study.strip = [5, 6, 7, 8, 29]
    match = closing(study.match())
    declined = do(match.copy(), "decline")
    assert table(declined)["token"] == 1, "two symbols for passing first"
    do(match, "card 25")
    assert table(match)["token"] == 0, "two on the card, and the tie goes on from the holder"


@pytest.mark.rule("BE-CARD-25")
def test_card_25_needs_a_column_won_alone():
    """Ruling R-57."""
    study = belle(25).put("a1", figure=0, bid=2).put("a2", figure=1, bid=2)
    assert asked(closing(study.match())) == "crest", "tied"
    study = belle(25).put("a1", figure=1, bid=2)
    assert asked(closing(study.match())) == "crest", "another won"
    study = belle(25, crest="2-2").put("c3", figure=0, bid=2).put("d3", figure=0, bid=1)
    match = do(closing(study.match()), "card 25", "column d")
    assert options(match) == ["column a", "column b"], "columns c to e are open"
    do(match, "column b")
    assert table(match)["prizes"]["winner"] == [None, 0, 0, None, None]
    assert asked(match) == "prize", "ruling R-46: once a round, whatever else was won"


@pytest.mark.rule("BE-CARD-26")
@pytest.mark.parametrize(("uses", "token"), [(False, 1), (True, 0)])
def test_card_26_adds_two_symbols(uses, token):
    study = belle(26).set(turn=1, to_play=1, first=2, token=2)
    match = closing(study.match())
    assert table(match)["first_out"] == 1
    do(match, "card 26" if uses else "decline")
    # Two each: of the tied the next after the old holder, seat 0.
    assert table(match)["token"] == token
    assert seat(match, 0)["belle"]["mp_more"] == 0, "for this round only"


@pytest.mark.rule("BE-CARD-27", "BE-CARD-28")
@pytest.mark.example("X15")
@pytest.mark.parametrize(("doubles", "second"), [(False, 2), (True, 0)])
def test_an_assistant_on_a_tile_counts_twice(doubles, second):
    """Rulings R-58 and R-59."""
    study = belle(27, 28).seat(0, tracks={"town_hall": 3}).seat(1, tracks={"town_hall": 1})
    for space, who in (("c3", 0), ("d3", 1), ("c4", 1), ("d4", 0)):
        study.put(space, figure=who)
    match = closing(study.match())
    assert options(match) == ["decline", "card 27"]
    do(match, "card 27" if doubles else "decline")
    assert asked(match) == "window"
    before = money(match)
    do(match, "card 28")
    assert [seat(match, s)["earned"]["crests"] for s in range(3)] == [4, second, 0]
    assert money(match) == before + 2


@pytest.mark.rule("BE-CARD-27")
def test_card_27_doubles_at_every_crest_but_surrounds_nothing():
    study = belle(27).seat(0, tracks={"town_hall": 1})
    for space in ("b2", "d2", "b4", "d4"):
        study.put(space, figure=1)
    for space in ("c2", "b3", "c4"):
        study.put(space, figure=2)
    study.put("c3", figure=0)
    match = do(closing(study.match()), "card 27")
    # Around 2-2: c3 twice, b2 once, c2 and b3: two of seat 2; likewise 3-2 (b3, c3, b4, c4).
    assert [seat(match, s)["earned"]["crests"] for s in range(3)] == [4, 0, 2]
    assert table(match)["belle"]["doubled"] is None
    study = belle(27).put("b2", figure=0)
    assert asked(closing(study.match())) == "crest", "b2 has no tile"
    study = belle(27, tiles=(1, 2, 3, 4)).seat(0, belle={"tiles": [1]})
    assert asked(closing(study.match())) == "crest", "the open tiles are another matter"


@pytest.mark.rule("BE-CARD-27")
def test_card_27_chooses_among_the_tile_spaces():
    study = belle(27)
    for space in ("c3", "b3", "a1"):
        study.put(space, figure=0)
    match = do(closing(study.match()), "card 27")
    assert options(match) == ["figure b3", "figure c3"]


@pytest.mark.rule("BE-CARD-28")
def test_card_28_pays_for_every_crest_that_scores():
    study = belle(28)
    for space in ("a1", "b1", "c1"):
        study.put(space, figure=0)
    for space in ("a2", "b2", "c2"):
        study.put(space, figure=1)
    match = closing(study.match())
    before = money(match)
    do(match, "card 28")
    assert money(match) == before + 4
    assert seat(match, 0)["earned"]["crests"] == 2
    study = belle(28)
    for space in ("a1", "b1", "a2"):
        study.put(space, figure=0)
    assert asked(closing(study.match())) == "crest", "nothing is surrounded"


@pytest.mark.rule("BE-CARD-29")
def test_card_29_needs_an_assistant_in_brussels():
    study = belle(29).seat(0, brussels={"market": 1})
    match = closing(study.match())
    do(match, "card 29")
    assert (seat(match, 0)["justice"], seat(match, 0)["reserve"]) == (2, 5)
    study = belle(29).seat(0, belle={"travelling": {"market": 1}})
    assert asked(closing(study.match())) == "crest", "a traveller is none"


@pytest.mark.rule("BE-CARD-30")
def test_card_30_counts_travellers_on_the_four_places_alone():
    """Ruling R-60."""
    study = belle(30).seat(0, belle={"travellers": 1})
    study.seat(1, belle={"travelling": {"market": 1, "park": 1}})
    match = do(closing(study.match()), "card 30")
    assert points(match, 0) == 2
    assert asked(closing(belle(30).match())) == "crest", "all are at the station"


@pytest.mark.rule("BE-CARD-31", "BE-CARD-32", "BE-CG-07")
def test_cards_31_and_32_count_face_down_cards():
    study = belle(31, 32, 7)
    study.pavilion(3, 0, used=True)
    match = closing(study.match())
    before = money(match)
    assert options(match) == ["decline", "card 31", "card 32"]
    do(match, "card 31")
    assert points(match, 0) == 6
    do(match, "card 32")
    assert money(match) == before + 9
    assert "Ochre" in " ".join(told(match, 0))


@pytest.mark.rule("BE-CG-07", "BE-SET-02")
def test_all_cards_are_different():
    for seed in range(5):
        cards = [
            p["card"] for p in table(Study(belle=True, seed=seed).match())["belle"]["pavilions"]
        ]
        assert len(set(cards)) == 5
