"""Why something cannot be chosen in Bruxelles 1893, in the words of its rule."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing
from b93_study import EDITIONS, Study, asked, do, fresh, options, table

from horta.core.i18n import LANGUAGES
from horta.core.record import at


def why(match, element):
    table = at(match.game.table, match.redacted(match.to_play))
    return match.game.presentation.refusals(table, "en").get(element, "")


def rule(match, element):
    table = at(match.game.table, match.redacted(match.to_play))
    return match.game.presentation.rule_of(table, element)


@pytest.mark.parametrize("edition", EDITIONS)
def test_spaces_lie_in_the_zone_and_hold_one_assistant(edition):
    match = Study(edition, 3, crest="2-2").match()
    assert why(match, "space-a1") == "a1 is outside the zone."
    assert why(match, "space-c3") == ""
    do(match, "place c3", "bid 1")
    while match.to_play == 0:
        match.play(match.legal[0])
    assert why(match, "space-c3") == "An assistant stands there: Ochre."


@pytest.mark.parametrize("edition", EDITIONS)
def test_placing_takes_a_franc_and_places_in_brussels_take_assistants(edition):
    study = Study(edition, 3, crest="2-2", played=4)
    match = study.seat(0, money=0, justice=6).seat(1, justice=6).match()
    assert why(match, "space-c3") == "You have no francs to bid."
    assert why(match, "place-market") == ""
    do(match, "brussels market")
    assert why(match, "space-c3") == ""
    assert why(match, "place-market") == "Needs 2 assistants; you have 1."
    assert why(match, "place-exchange") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_crests_are_those_of_the_stock_card(edition):
    match = fresh(edition)
    while not options(match, "crest"):
        match.play(match.legal[0])
    named = options(match, "crest")
    assert len(named) == 2
    for row in range(1, 5):
        crest = f"{row}-{row}"
        said = "" if crest in named else "The stock card does not name this crest."
        assert why(match, f"crest-{crest}") == said


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_park_says_which_actions_fail(edition):
    match = Study(edition, 3).seat(0, money=0).match()
    do(match, "brussels park")
    held = options(match, "copy")
    assert "construction" not in held
    said = "You cannot pay for your next house, or there is no room for it."
    assert why(match, "copy-construction") == said
    assert why(match, "copy-materials") == ""


def test_the_shop_keeps_its_colours_from_being_sold():
    works = {"blue": 1, "green": 1, "yellow": 1}
    match = Study("2023", 3).seat(0, works=works).shop(left=("blue",)).match()
    do(match, "brussels park", "copy sale")
    assert options(match, "sell") == ["yellow", "green"]
    assert why(match, "own-0-blue") == "This colour is in the shop."
    assert why(match, "own-0-brown") == "You have no work of this colour."
    assert why(match, "own-0-green") == ""
    do(match, "sell green")
    assert why(match, "grid-1-1") == "The cursor cannot reach this: 4 steps, and you have 3."
    assert why(match, "grid-3-3") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_notables_of_the_theatre_have_a_price(edition):
    match = Study(edition, 3).seat(0, money=1).match()
    do(match, "brussels park", "copy theatre")
    assert why(match, "theatre-0") == why(match, "theatre-1") == ""
    assert why(match, "theatre-2") == "Costs 2 FB; you have 1."
    assert rule(match, "theatre-2").startswith("B93-NOT-" if edition == "2013" else "B93E2-NOB-2")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_house_needs_a_space_for_itself(edition):
    study = Study(edition, 3, crest="2-2").seat(0, cubes={"joker": 4}).put("a1", house=1)
    match = do(study.match(), "brussels park", "copy construction")
    while not options(match, "site"):
        match.play(match.legal[-1])
    assert why(match, "space-a1") == "A house stands there."
    assert why(match, "space-b1") == ""


def test_a_space_has_the_rule_of_its_action():
    match = Study("2023", 3).match()
    svg = match.svg(0)
    found = set()
    for space in ("a1", "b1", "c1", "d1", "e1"):
        found.add(rule(match, f"space-{space}"))
    assert found == {
        "B93E2-WRK-01",
        "B93E2-SAL-01",
        "B93E2-NOB-01",
        "B93E2-MAT-01",
        "B93E2-BLD-01",
    }
    assert "Take a work of a colour of your choice." in svg
    assert "Draw one work, plus one for each" in Study("2013", 3).match().svg(0)
    assert "Between four assistants: whoever has the most of them gains VP" in svg


def test_the_compass_says_what_pays():
    # The branches show wood and stone; the first house costs two units.
    study = Study("2023", 3).seat(0, money=2, cubes={"iron": 2, "stone": 1, "joker": 2})
    match = do(study.match(), "brussels park", "copy construction")
    assert options(match, "pay") == ["stone", "joker"]
    assert why(match, "cube-0-iron") == "The compass does not ask for this."
    assert why(match, "money-0") == "The compass does not ask for this."
    assert why(match, "cube-0-wood") == "You have none of these."
    assert why(match, "cube-0-stone") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_jokers_are_no_material_of_the_action(edition):
    match = do(Study(edition, 3).match(), "brussels park", "copy materials")
    assert why(match, "supply-joker") == "Jokers cannot be taken here."
    assert why(match, "supply-iron") == ""
    do(match, "cube iron")
    assert why(match, "supply-wood").startswith("You have skipped this kind")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_notable_acts_once_a_round(edition):
    study = Study(edition, 3).seat(0, notables=["brugmann", "buls", "albert"], tilted=["buls"])
    match = do(study.match(), "brussels grand-place")
    assert why(match, "notable-0-buls") == "This notable has already acted this round."
    assert why(match, "notable-0-solvay") == "You do not have this notable."
    assert why(match, "notable-0-albert") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_belong_to_who_won_them(edition):
    study = Study(edition, 3).put("a1", figure=0, bid=2).put("b1", figure=1, bid=2)
    match = study.match()
    while not options(match, "prize"):
        match.play(match.parse("pass") if "pass" in options(match) else match.legal[0])
    assert why(match, f"prize-{'ab'[match.to_play]}") == ""
    assert why(match, "prize-c") == "You did not win this card."


def test_a_bid_comes_before_anything_else():
    match = do(Study("2023", 3).match(), "place c3")
    assert why(match, "space-b2") == why(match, "place-market") == "First bid for c3."
    assert rule(match, "bid-1") == "B93E2-ACT-04"


# Belle Époque and the architects' boards


def test_cards_tiles_and_pavilions_wait_for_their_time():
    study = belle(31, rows=(1,), tiles=(1, 2, 3, 4)).seat(1, belle={"tiles": [2]})
    match = study.pavilion(2, 1).match()
    lying = [0, *(p["card"] for p in table(match)["belle"]["pavilions"])]
    assert why(match, "card-31") == "This card acts at another time."
    assert why(match, f"card-{lying[2]}") == "This card belongs to another player: Blue."
    assert why(match, f"card-{lying[3]}") == "Build this pavilion to own its card."
    assert why(match, "pavilion-3") == "Built with the construction action, in place of a house."
    assert why(match, "tile-1") == "Only after placing on a tile space."
    assert why(match, "tile-2") == "An assistant stands on this tile: Blue."


NEEDS = [
    (("brussels exchange",), 11, 12, {"money": 0}, "Needs 5 FB; you have 4."),
    (("brussels grand-place", "activate buls"), 14, 13, {"notables": ["buls"]}, "All your not"),
    (("brussels market",), 18, 17, {}, "You have nothing to trade"),
    (
        ("brussels park", "copy materials", "cube wood", "cube wood"),
        15,
        16,
        {},
        "You have no works",
    ),
]


@pytest.mark.parametrize(("way", "usable", "idle", "given", "said"), NEEDS)
def test_a_card_says_what_it_lacks_in_its_window(way, usable, idle, given, said):
    study = belle(usable, idle).seat(0, **given).put("a1", figure=0, bid=2)
    study.stock_card = 1  # 4 FB
    match = do(study.match(), *way)
    while asked(match) != "window":
        do(match, "decline")
    assert f"card {usable}" in options(match)
    assert f"card {idle}" not in options(match)
    assert why(match, f"card-{idle}").startswith(said)
    assert why(match, f"card-{usable}") == ""


def test_a_used_card_says_so():
    match = do(belle(11, 12).match(), "brussels exchange", "card 11")
    assert why(match, "card-11") == "This card has already been used this round."


def test_a_white_work_takes_no_colour_of_the_shop():
    study = belle(1).seat(0, belle={"white": {"blue": 1}}).shop(["green"], ["yellow"])
    match = act(study.match(), "b1")
    assert asked(match) == "sell_as"
    assert why(match, "as-green") == why(match, "as-yellow") == "This colour is in the shop."
    assert why(match, "as-blue") == ""


def test_card_6_goes_from_the_cheapest_on():
    match = act(belle(6).match(), "c1", "card 6", "drop 1")
    said = "You have skipped this one: only more expensive ones can follow."
    assert why(match, "theatre-0") == said
    assert why(match, "theatre-1") == "This notable is already leaving."
    assert why(match, "theatre-2") == ""


def test_card_14_discards_who_has_acted():
    notables = ["brugmann", "buls", "empain"]
    study = belle(14).seat(0, notables=notables, tilted=["buls"])
    match = do(study.match(), "brussels grand-place", "activate brugmann", "card 14")
    assert why(match, "notable-0-empain") == "This notable has not acted this round."
    assert why(match, "notable-0-solvay") == "You do not have this notable."
    assert why(match, "notable-0-buls") == ""


def test_card_15_takes_back_own_bids():
    study = belle(15).put("a1", figure=0, bid=3).put("a2", figure=0, bid=2)
    study.put("a3", figure=1, bid=4).put("b1", figure=0, bid=0)
    match = do(
        study.match(), "brussels park", "copy materials", "cube wood", "cube wood", "card 15"
    )
    assert why(match, "space-a3") == "You have no assistant there."
    assert why(match, "space-b1") == "There is no bid there."
    assert why(match, "space-a2") == ""


def test_card_17_takes_noble_cubes_in_order_and_no_white_works():
    study = belle(17).seat(0, cubes={"wood": 1, "glass": 1, "stone": 1}, works={"black": 1})
    match = do(study.match(), "brussels market", "card 17", "barter cubes")
    assert why(match, "cube-0-iron") == "You have none of these."
    assert why(match, "cube-0-joker") == "Only noble cubes can be given here."
    assert why(match, "cube-0-glass") == "Too few cubes would be left to take."
    do(match, "give stone") if options(match, "give") == ["stone"] else do(match, "give wood")
    assert why(match, "cube-0-wood") == "You have none of these."
    study = belle(17).seat(0, works={"blue": 1, "black": 1}, belle={"white": {"green": 1}})
    match = do(study.match(), "brussels market", "card 17")
    assert asked(match) == "give_work"
    assert why(match, "own-0-brown") == "You have no work of this colour."
    assert why(match, "own-0-white") == "You have no work to give; white ones do not count."


def test_card_25_goes_from_a_won_column_to_one_outside_the_zone():
    study = belle(25, crest="2-2").put("c3", figure=0, bid=2).put("d3", figure=0, bid=1)
    match = do(closing(study.match()), "card 25")
    assert why(match, "prize-a") == "You did not win this card."
    do(match, "column d")
    assert why(match, "prize-c") == why(match, "prize-e") == "This column is in the zone."
    assert why(match, "prize-a") == ""


def test_card_27_doubles_on_tile_spaces():
    study = belle(27)
    for space in ("c3", "b3", "a1"):
        study.put(space, figure=0)
    match = do(closing(study.match()), "card 27")
    assert why(match, "space-a1") == "This is not a tile space."
    assert why(match, "space-c2") == "You have no assistant there."
    assert why(match, "space-c3") == ""


def test_a_prize_that_is_gone_says_so():
    study = Study("2023", 3).put("a1", figure=0, bid=2).put("b1", figure=0, bid=2)
    match = study.match()
    while not options(match, "prize"):
        match.play(match.parse("pass") if "pass" in options(match) else match.legal[0])
    match.play(next(a for a in match.legal if match.text(a).endswith("power")))
    while asked(match) == "power":
        match.play(match.legal[0])
    assert asked(match) == "prize"
    assert why(match, "prize-a") == "There is no card there any more."


def test_saintenoy_turns_only_to_what_can_be_built():
    wood, stone, empty = 0, 2, 6  # places of the ring
    study = Study(asymmetric=True).set(branches=[wood, stone])
    study.seat(0, architect="saintenoy", money=1, cubes={"wood": 1, "iron": 1, "joker": 0})
    match = act(study.seat(1, architect="horta").seat(2, architect="hankar").match(), "a3")
    assert options(match) == ["decline", "turn 1 back"]
    assert why(match, "turn-0-on") == "Nothing could be built then."
    assert why(match, "turn-1-back") == ""
    study.set(branches=[empty, wood]).seat(0, money=20, cubes={"wood": 4, "iron": 4, "joker": 4})
    match = act(study.match(), "a3")
    assert why(match, "turn-0-on") == "This branch would land on the other one."
    assert why(match, "turn-1-on") == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_belle_epoque_refuses_is_said_in_every_language(lang):
    match = belle(31, rows=(1,)).match()
    seen = at(match.game.table, match.redacted(match.to_play))
    said = match.game.presentation.refusals(seen, lang)
    assert (
        said["card-31"]
        == {
            "en": "This card acts at another time.",
            "fr": "Cette carte agit à un autre moment.",
            "de": "Diese Karte gilt zu einem anderen Zeitpunkt.",
        }[lang]
    )
    assert (
        said["pavilion-2"]
        == {
            "en": "Built with the construction action, in place of a house.",
            "fr": "Se construit avec l’action construction, à la place d’un édifice.",
            "de": "Wird mit der Bauaktion anstelle eines Hauses gebaut.",
        }[lang]
    )
