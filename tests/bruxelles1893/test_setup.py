"""Setup (B93-SET, B93-2PL-01, B93E2-SET)."""

from __future__ import annotations

from collections import Counter

import pytest
from b93_study import EDITIONS, do, fresh, options, seat, table

import horta


@pytest.mark.rule("B93-SET-01", "B93E2-SET-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_strips_lie_in_random_order_with_the_regular_side_up(edition):
    orders = set()
    for seed in range(12):
        strips = table(horta.start("bruxelles1893", 3, seed, edition=edition))["strips"]
        assert all(strip.endswith("plain") for strip in strips)
        assert sorted(strips) == [f"{k} plain" for k in range(1, 6)]
        orders.add(tuple(strips))
    assert len(orders) > 8
    assert table(fresh(edition))["strips"] == [f"{k} plain" for k in range(1, 6)]
    mixed = [table(fresh(edition, seed=k, strips="random"))["strips"] for k in range(8)]
    assert len({tuple(sides) for sides in mixed}) > 4
    alternate = table(fresh(edition, strips="alternate"))["strips"]
    assert [strip.split()[1] for strip in alternate] == [
        "plain",
        "marked",
        "plain",
        "marked",
        "plain",
    ]


@pytest.mark.rule("B93-SET-02", "B93-SET-03", "B93-SET-04", "B93E2-SET-12")
@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_starts_with_five_assistants_two_at_justice_and_discs_on_the_first_space(edition):
    match = fresh(edition, players=5)
    for s in table(match)["seats"]:
        assert (s["reserve"], s["justice"], s["built"]) == (5, 2, 0)
        assert s["levels"] == {"town_hall": 1, "palace": 1, "architect": 1}
        assert sum(s["earned"].values()) == 0
    assert table(match)["board"] == []


@pytest.mark.rule("B93-SET-05", "B93E2-SET-13", "B93E2-SET-14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_brugmann_starts_upright_with_each_player_and_nowhere_else(edition):
    lying = table(fresh(edition, players=2))
    for s in lying["seats"]:
        assert (s["notables"], s["tilted"]) == (["brugmann"], [])
    assert "brugmann" not in lying["deck"] + lying["theatre"]
    assert len(lying["seats"]) == 2
    # Ruling R08 and R-04: it can be used in round 1.
    match = fresh(edition)
    while table(match)["decision"] != "turn":
        do(match, options(match)[0])
    do(match, "brussels grand-place", "activate brugmann")
    assert seat(match, 0)["money"] == 10


@pytest.mark.rule("B93-SET-06")
def test_the_first_exposition_tile_waits_for_round_1():
    match = fresh("2013")
    assert table(match)["round"] == 1
    assert all(s["exhibits"] == 0 for s in table(match)["seats"])


@pytest.mark.rule("B93-SET-07", "B93E2-SET-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_cursor_starts_in_the_centre_and_the_shop_is_empty(edition):
    lying = table(fresh(edition))
    assert lying["cursor"] == "3-3"
    assert lying["workshop"]["shop"] == [[], []]


@pytest.mark.rule("B93-SET-08", "B93E2-SET-02", "B93E2-SET-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_four_notables_lie_open_at_3_2_1_and_0(edition):
    seen = set()
    for seed in range(6):
        lying = table(fresh(edition, seed=seed))
        assert all(lying["theatre"])
        assert lying["deck_size"] == 17
        seen.add(tuple(lying["deck"]))
    assert len(seen) == 6


@pytest.mark.rule("B93-SET-09", "B93E2-SET-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_stock_cards_are_shuffled_and_five_of_them_come_up(edition):
    firsts = Counter()
    for seed in range(60):
        lying = table(fresh(edition, seed=seed))
        order = lying["stock"] + lying["stock_pile"]
        assert sorted(order) == list(range(1, 13))
        firsts[order[0]] += 1
    assert len(firsts) > 9


@pytest.mark.rule("B93-SET-10")
def test_first_edition_deals_one_coloured_work_to_each():
    colours = Counter()
    for seed in range(30):
        lying = table(fresh("2013", seed=seed, players=5))
        for s in lying["seats"]:
            assert sum(s["works"].values()) == 1
            assert s["works"]["black"] == 0
            colours.update(c for c, n in s["works"].items() if n)
        assert len(lying["workshop"]["pile"]) == 19
        assert lying["workshop"]["stacks"]["black"] == 6
    assert min(colours[c] for c in ("blue", "brown", "yellow", "green")) > 20


@pytest.mark.rule("B93-SET-11")
def test_first_edition_lays_the_compass_at_random():
    rings = {tuple(table(fresh("2013", seed=seed))["ring"]) for seed in range(20)}
    assert len(rings) > 15
    assert table(fresh("2013"))["branches"] == [0, 2]


@pytest.mark.rule("B93E2-SET-09")
def test_second_edition_starts_on_wood_and_stone_with_the_arrow_on_glass():
    lying = table(fresh("2023"))
    assert [lying["ring"][place] for place in lying["branches"]] == ["wood", "stone"]
    assert "glass" in lying["ring"]


@pytest.mark.rule("B93-SET-12", "B93E2-SET-05")
@pytest.mark.parametrize(("edition", "left"), [("2013", 20), ("2023", 25)])
def test_five_prizes_lie_open(edition, left):
    prizes = table(fresh(edition))["prizes"]
    assert len(set(prizes["strip"])) == 5
    assert prizes["pile_size"] == left
    assert prizes["face_down"] == []


@pytest.mark.rule("B93-SET-13", "B93E2-SET-10")
@pytest.mark.example("BX-18", "E01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_player_is_random_and_money_rises_clockwise(edition):
    firsts = Counter()
    for seed in range(60):
        lying = table(horta.start("bruxelles1893", 5, seed, edition=edition))
        first = lying["first"]
        firsts[first] += 1
        money = [lying["seats"][(first + k) % 5]["money"] for k in range(5)]
        assert money == [5, 6, 7, 8, 9]
        assert lying["token"] == first
    assert len(firsts) == 5


@pytest.mark.rule("B93-SET-14", "B93E2-SET-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_starts_with_cubes_and_glass_stays_in_the_box(edition):
    lying = table(fresh(edition))
    assert lying["supply"] == {"wood": 10, "iron": 10, "stone": 10, "glass": 0, "joker": 15}
    assert all(not any(s["cubes"].values()) for s in lying["seats"])


@pytest.mark.rule("B93E2-SET-07", "B93E2-SET-11")
def test_second_edition_lets_everybody_choose_a_first_work_in_order():
    match = fresh("2023", players=3, starting_player=1)
    assert table(match)["workshop"]["stacks"] == dict.fromkeys(
        ("blue", "brown", "yellow", "green", "black"), 6
    )
    for s, colour in ((1, "green"), (2, "green"), (0, "blue")):
        assert match.to_play == s
        assert options(match) == ["work blue", "work brown", "work yellow", "work green"]
        do(match, f"work {colour}")
        assert seat(match, s)["works"][colour] == 1
    assert table(match)["decision"] == "crest"
    assert table(match)["workshop"]["stacks"]["green"] == 4


@pytest.mark.rule("B93-2PL-01", "B93E2-SET-15")
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_players_have_a_neutral_assistant_each_and_nothing_else(edition):
    two, three = table(fresh(edition, 2)), table(fresh(edition, 3))
    assert two["neutrals"] == 0
    for key in ("supply", "cursor", "uses", "ring", "strips"):
        assert two[key] == three[key] or (key == "ring" and edition == "2013")
    assert [s["reserve"] for s in two["seats"]] == [5, 5]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("stop", [9, 60, 200, 1000])
def test_setup_leaves_nothing_of_an_earlier_game(deals_alike, edition, stop):
    assert deals_alike("bruxelles1893", 2 + stop % 4, stop, edition=edition)
