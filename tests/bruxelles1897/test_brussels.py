"""Brussels actions (BXL)."""

from __future__ import annotations

import pytest

from bruxelles1897.tables import EMPTY, EMPTY_4, do, holds, mine, offers, seat, stand, table, vp

RULE = pytest.mark.rule
EXAMPLE = pytest.mark.example


@EXAMPLE("O-08")
@RULE("B97-BXL-01", "B97-BXL-02", "B97-BXL-04")
def test_rising_price():
    match = stand(EMPTY, seat(0), seat(0), seat(0, passed=1))
    do(match, "visit exchange", "send a13")
    assert mine(match, 0)["francs"] == 5
    do(match, "visit exchange", "send a13", "send a24")
    assert mine(match, 1)["francs"] == 5
    do(match, "visit exchange", "send a13", "send a13", "send a13")
    assert mine(match, 0)["francs"] == 10
    assert mine(match, 0)["brussels"] == {"exchange": {"a13": 4}}
    assert mine(match, 1)["brussels"] == {"exchange": {"a13": 1, "a24": 1}}
    assert table(match)["used"] == {"exchange": 3}
    assert "visit exchange" in offers(match), "four Architects, and seat 1 has five"
    assert mine(match, 1)["hand"] == {"a13": 3, "a24": 1, "a25": 1}
    do(match, "visit exchange")
    assert table(match)["under_way"]["to_send"] <= 4


@RULE("B97-BXL-01")
@pytest.mark.parametrize(
    ("hand", "may"), [("a13", False), ("a13 a25", True), ("a13 a13 a24", True)]
)
def test_exactly_one_more_than_the_last_time(hand, may):
    match = stand(EMPTY, seat(hand=hand), seat(exchange="a13"), seat())
    assert ("visit exchange" in offers(match)) == may
    assert "visit hall" in offers(match), "another card has a price of its own"
    if may:
        do(match, "visit exchange")
        while table(match)["decision"] == "bxarch":
            match.play(match.legal[0])
        assert sum(mine(match, 0)["brussels"]["exchange"].values()) == 2, "no more, no fewer"


@RULE("B97-BXL-02")
def test_twice_running():
    match = stand(EMPTY, seat(0), seat(passed=1), seat(passed=2))
    do(match, "visit exchange", "send a13", "visit exchange", "send a13", "send a13")
    assert mine(match, 0)["francs"] == 10


@RULE("B97-BXL-03")
def test_nothing_is_paid_and_each_combination_comes_up_once():
    match = stand(EMPTY, seat(0), seat(hall="a13 a13", exchange="a13"), seat(hall="a13"))
    found = []
    waiting = [do(match.copy(), "visit hall")]
    while waiting:
        one = waiting.pop()
        if table(one)["decision"] != "bxarch":
            found.append(tuple(sorted(mine(one, 0)["brussels"]["hall"].items())))
            assert mine(one, 0)["francs"] == 4, "Brugmann acted; the Architects are free"
            continue
        waiting += [do(one.copy(), text) for text in offers(one)]
    assert sorted(found) == sorted(
        tuple(sorted((kind, n) for kind, n in zip(("a13", "a24", "a25"), counts, strict=True) if n))
        for counts in [(3, 0, 0), (2, 1, 0), (2, 0, 1), (1, 2, 0), (1, 1, 1), (0, 2, 1)]
    )


@RULE("B97-BXL-03")
def test_kinds_are_asked_in_order_and_only_while_enough_are_left():
    match = stand(EMPTY, seat(hand="a13 a24 a25"), seat(hall="a13", exchange="a13"), seat())
    do(match, "visit hall")
    assert offers(match) == ["send a13", "send a24"], "a25 alone would be too few"
    do(match, "send a24")
    assert mine(match, 0)["brussels"]["hall"] == {"a24": 1, "a25": 1}, "the only one left"


@RULE("B97-BXL-04")
def test_the_stock_exchange_pays_five():
    match = do(stand(EMPTY, seat(2), seat(), seat()), "visit exchange", "send a25")
    assert mine(match, 0)["francs"] == 7
    assert mine(match, 0)["brussels"] == {"exchange": {"a25": 1}}
    assert match.to_play == 1


@EXAMPLE("B-4")
@RULE("B97-BXL-05", "B97-BXL-06")
def test_city_hall_activates_up_to_the_nobility_level():
    match = stand(EMPTY_4, seat(0, nobles="horta buls", levels=(1, 2, 1)), seat(), seat(), seat())
    do(match, "visit hall", "send a13")
    assert offers(match) == ["activate brugmann", "activate horta", "activate buls"]
    do(match, "activate buls")
    assert offers(match) == ["activate brugmann", "activate horta", "stop"]
    do(match, "activate brugmann")
    assert match.to_play == 1, "two of three"
    assert mine(match, 0)["upright"] == ["horta"]
    assert mine(match, 0)["tilted"] == ["brugmann", "buls"]
    assert mine(match, 0)["francs"] == 4
    assert mine(match, 0)["tracks"] == {"architecture": 1, "nobility": 2, "prestige": 2}


@EXAMPLE("O-07")
@RULE("B97-BXL-05")
def test_the_limit_is_fixed_when_the_action_is_played():
    match = stand(EMPTY, seat(3, nobles="albert"), seat(), seat())
    do(match, "visit hall", "send a13", "activate albert")
    assert mine(match, 0)["tracks"]["nobility"] == 2
    assert mine(match, 0)["upright"] == ["brugmann"]
    assert mine(match, 0)["francs"] == 3
    assert match.to_play == 1


@RULE("B97-BXL-06")
def test_one_may_stop_after_the_first():
    match = stand(EMPTY, seat(0, nobles="horta buls", levels=(1, 3, 1)), seat(), seat())
    do(match, "visit hall", "send a13", "activate horta", "stop")
    assert mine(match, 0)["upright"] == ["brugmann", "buls"]
    assert match.to_play == 1
    match = stand(EMPTY, seat(0, nobles="horta", levels=(1, 5, 1)), seat(), seat())
    do(match, "visit hall", "send a13", "activate horta", "activate brugmann")
    assert match.to_play == 1, "nobody is left to activate"


@RULE("B97-BXL-06")
def test_an_effect_is_finished_before_the_next_noble():
    match = stand(
        EMPTY,
        seat(0, nobles="vandervelde horta", prison="a24 a25", levels=(1, 3, 1)),
        seat(),
        seat(),
    )
    do(match, "visit hall", "send a13", "activate vandervelde")
    assert offers(match) == ["free a24", "free a25"]
    do(match, "free a25")
    assert offers(match) == ["activate brugmann", "activate horta", "stop"]


@RULE("B97-BXL-07")
def test_city_hall_needs_an_upright_noble():
    match = stand(EMPTY, seat(tilted="horta", brugmann="tilted"), seat(), seat())
    assert "visit hall" not in offers(match)
    match = stand(EMPTY, seat(nobles="horta", brugmann="tilted"), seat(), seat())
    assert "visit hall" in offers(match)


@RULE("B97-BXL-08")
def test_a_noble_without_effect_may_be_tilted():
    match = stand(
        EMPTY,
        seat(nobles="vandervelde horta", levels=(5, 3, 1), prison=""),
        seat(),
        seat(),
    )
    do(match, "visit hall", "send a13", "activate vandervelde")
    assert offers(match) == ["activate brugmann", "activate horta", "stop"]
    do(match, "activate horta", "stop")
    assert mine(match, 0)["tilted"] == ["horta", "vandervelde"]
    assert mine(match, 0)["tracks"]["architecture"] == 5


@EXAMPLE("O-10")
@RULE("B97-BXL-09", "B97-BXL-11")
def test_choices_at_the_cinquantenaire():
    def choices(**holding):
        match = stand("expo . . .\n. . . .\n. . . .", seat(**holding), seat(), seat())
        do(match, "visit cinquantenaire", "send a13")
        return [text.split()[1] for text in offers(match)]

    assert choices() == ["creation", "supply", "influence"]
    assert choices(materials="WM") == ["creation", "supply", "construction", "influence"]
    assert choices(materials="WM", houses="a b") == ["creation", "supply", "influence"]
    assert choices(artworks="red") == ["creation", "sale", "supply", "influence"]
    assert choices(materials="WM", houses="a") == [
        "creation",
        "supply",
        "construction",
        "influence",
    ], "price 2, two symbols"


ALL_MATERIAL = "WW WW BB BB MM MM WB WB WM WM BM BM"
ALL_ARTWORKS = "yellow yellow yellow green green green blue blue blue red red red"
ALL_HOUSES = "a a a a b b b b c c c c d d d d"


@RULE("B97-BXL-11")
def test_an_empty_deck_is_not_on_offer():
    match = stand(
        EMPTY,
        seat(),
        seat(artworks=ALL_ARTWORKS, materials=ALL_MATERIAL),
        seat(houses=ALL_HOUSES),
    )
    do(match, "visit cinquantenaire", "send a13")
    assert match.to_play == 0, "Influence was the only choice"
    assert table(match)["decision"] in ("pick", "keep", "free")
    match = stand(
        EMPTY,
        seat(materials="WW BB"),
        seat(artworks=ALL_ARTWORKS, materials="WW BB MM MM WB WB WM WM BM BM"),
        seat(houses=ALL_HOUSES),
    )
    do(match, "visit cinquantenaire", "send a13")
    assert "perform construction" not in offers(match), "no house is left"


@RULE("B97-BXL-11")
def test_a_discard_is_as_good_as_a_pile():
    match = stand(EMPTY, seat(), seat(), seat(), piles={"artworks": ""})
    do(match, "visit cinquantenaire", "send a13", "perform creation")
    drawn = table(match)["under_way"]["drawn"]
    assert len(drawn) in (0, 2)
    assert sum(table(match)["piles"].get(c, 0) for c in ("yellow", "green", "blue", "red")) == 10


@RULE("B97-BXL-11")
def test_the_cinquantenaire_is_closed_when_nothing_is_open():
    nobles = ("horta", "albert", "buls", "vandervelde", "hankar")
    grid = " ".join(nobles[:4]) + "\n" + " ".join((nobles[4], *nobles[:3])) + "\n"
    grid += " ".join(nobles[3:]) + " . ."
    match = stand(
        grid,
        seat(1, brugmann="tilted"),
        seat(artworks=ALL_ARTWORKS, materials=ALL_MATERIAL, nobles="horta albert buls"),
        seat(houses=ALL_HOUSES, nobles="vandervelde hankar"),
    )
    assert table(match)["piles"] == {}
    assert [text for text in offers(match) if text.startswith("visit")] == ["visit exchange"]


@RULE("B97-BXL-10", "B97-BXL-12")
def test_draw_two_use_one():
    decks = {
        "creation": ("artworks", "yellow red"),
        "supply": ("materials", "WW BM"),
        "construction": ("houses", "house-a house-c"),
        "influence": ("nobles", "horta buls"),
    }
    for deed, (deck, pile) in decks.items():
        match = stand(
            EMPTY,
            seat(materials="MM" if deed != "supply" else ""),
            seat(),
            seat(),
            piles={deck: pile},
        )
        do(match, "visit cinquantenaire", "send a13", f"perform {deed}")
        drawn = table(match)["under_way"]["drawn"]
        assert sorted(drawn) == sorted(pile.split())
        assert offers(match) == ["pick first", "pick second"], "no way back"
        for option in (0, 1):
            one = do(match.copy(), ("pick first", "pick second")[option])
            used, other = drawn[option], drawn[1 - option]
            before = table(match)["discards"].get(other, 0)
            assert table(one)["discards"][other] == before + 1
            if deed == "influence":
                assert table(one)["under_way"]["at_hand"] == used
                assert offers(one) == ["keep", "dismiss"]
            elif deed == "construction":
                assert mine(one, 0)["houses"] == {used: 1}
                assert mine(one, 0)["materials"] == {}
                assert vp(one, 0) == 1
            else:
                assert holds(one, 0)[used] == 1
                assert one.to_play == 1


@RULE("B97-BXL-10")
def test_two_cards_alike_leave_no_choice():
    match = stand(EMPTY, seat(), seat(), seat(), piles={"artworks": "red red"})
    do(match, "visit cinquantenaire", "send a13", "perform creation")
    assert match.to_play == 1
    assert holds(match, 0) == {"red": 1}
    assert table(match)["discards"]["red"] == 2, "one was there before"


@EXAMPLE("B-5")
@RULE("B97-BXL-13", "B97-BXL-01")
def test_sale_at_the_cinquantenaire():
    grid = "money . money .\n. . . .\n. . . ."
    match = stand(grid, seat(0, artworks="blue"), seat(cinquantenaire="a13"), seat())
    assert offers(match, "take") == []
    do(match, "visit cinquantenaire", "send a13", "send a13", "perform sale")
    assert mine(match, 0)["francs"] == 3
    assert holds(match, 0) == {}
    assert table(match)["grid"][0] == ["money", None, "money", None]
    assert table(match)["discards"] == {"blue": 1}
    assert sum(mine(match, 0)["brussels"]["cinquantenaire"].values()) == 2


@RULE("B97-BXL-10", "B97-NOB-04")
def test_influence_at_the_cinquantenaire_with_a_duplicate():
    match = stand(EMPTY, seat(nobles="horta"), seat(), seat(), piles={"nobles": "horta horta"})
    do(match, "visit cinquantenaire", "send a13", "perform influence")
    assert match.to_play == 1
    assert mine(match, 0)["tracks"]["architecture"] == 2
    assert mine(match, 0)["upright"] == ["brugmann", "horta"]
    assert table(match)["discards"]["horta"] == 2


@RULE("B97-BXL-14")
def test_architects_in_brussels_stay_there():
    match = stand("red blue . .\n. . . .\n. . . .", seat(), seat(), seat())
    do(match, "visit exchange", "send a25", "take a1", "place a13/1", "visit hall", "send a24")
    assert mine(match, 0)["brussels"] == {"exchange": {"a25": 1}}
    do(match, "take b1", "place a13/1", "pass", "pass")
    assert mine(match, 0)["brussels"] == {"exchange": {"a25": 1}}
    assert mine(match, 2)["brussels"] == {"hall": {"a24": 1}}
