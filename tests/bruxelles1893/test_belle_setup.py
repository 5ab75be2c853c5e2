"""Setup with Belle Époque (BE-SET), and what everybody may see."""

from __future__ import annotations

import pytest
from b93_belle import act, belle
from b93_study import Study, do, fresh, options, table

import horta

CROSS = {"c3", "c2", "c4", "b3", "d3"}
SPACES = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


def dealt(players=3, **given):
    return table(fresh(players=players, belle_epoque=True, **given))


@pytest.mark.rule("BE-SET-01", "BE-SET-02")
def test_a_pavilion_with_a_card_beside_each_row():
    seen, orders = set(), set()
    for seed in range(60):
        pavilions = dealt(seed=seed)["belle"]["pavilions"]
        cards = [p["card"] for p in pavilions]
        assert len(pavilions) == len(set(cards)) == 5
        assert all(p["owner"] is None and not p["used"] for p in pavilions)
        seen |= set(cards)
        orders.add(tuple(cards))
    assert seen == set(range(1, 33))
    assert len(orders) > 50
    assert "belle" not in table(fresh())


@pytest.mark.rule("BE-SET-02")
def test_a_card_that_was_taken_is_not_replaced():
    study = belle(1, 2, 3, 4, 5, owner=None).seat(0, cubes={"wood": 1, "stone": 1})
    match = act(study.match(), "a3", "build pavilion-5", "branch 0")
    pavilions = table(match)["belle"]["pavilions"]
    assert [p["card"] for p in pavilions] == [1, 2, 3, 4, 5]
    assert [p["owner"] for p in pavilions] == [None, None, None, None, 0]


@pytest.mark.rule("BE-SET-03")
@pytest.mark.parametrize(("players", "count"), [(2, 3), (3, 4), (4, 5), (5, 6)])
def test_open_tiles_by_the_number_of_players(players, count):
    seen = set()
    for seed in range(40):
        tiles = dealt(players, seed=seed)["belle"]["tiles"]
        assert len(tiles) == len(set(tiles)) == count
        seen |= set(tiles)
    assert seen == set(range(1, 13))


@pytest.mark.rule("BE-SET-04", "BE-ACT-04")
def test_five_tiles_lie_as_an_upright_cross():
    """Ruling R-76."""
    study = belle(owner=None).seat(0, cubes={"wood": 1, "stone": 1})
    match = act(study.match(), "a3", "build house", "branch 0")
    assert set(options(match, "site")) == set(SPACES) - CROSS - {"a3"}
    diagonal = {"belle_epoque": {"cross": ("c3", "b2", "d2", "b4", "d4")}}
    study = belle(owner=None, components=diagonal).seat(0, cubes={"wood": 1, "stone": 1})
    match = act(study.match(), "a3", "build house", "branch 0")
    assert set(options(match, "site")) == set(SPACES) - {"c3", "b2", "d2", "b4", "d4", "a3"}


@pytest.mark.rule("BE-SET-04")
def test_in_the_printed_order_the_cross_holds_each_action_once():
    acts = dict(zip(SPACES, dealt()["acts"], strict=True))
    assert sorted(acts[space] for space in CROSS) == sorted(
        ["workshop", "sale", "theatre", "materials", "construction"]
    )


@pytest.mark.rule("BE-SET-05")
@pytest.mark.example("X08")
@pytest.mark.parametrize(
    ("expansion", "shown"), [(False, {("1", "empty")}), (True, {("0", "glass"), ("1", "empty")})]
)
def test_glass_is_an_ordinary_place_of_the_ring(expansion, shown):
    study = Study(belle=expansion).set(branches=[3, 5])  # 3 FB and iron
    study.seat(0, cubes={"iron": 1}, money=4)
    match = do(study.match(), "place a3", "bid 1")
    if expansion:
        do(match, "build house")
    found = set()
    for branch in options(match, "branch") or ["1"]:  # a lone branch turns by itself
        trial = match.copy()
        if options(match, "branch"):
            do(trial, f"branch {branch}")
        lying = table(trial)
        found.add((branch, lying["ring"][lying["branches"][int(branch)]]))
    assert found == shown


@pytest.mark.rule("BE-SET-05")
def test_the_branches_still_start_on_wood_and_stone():
    lying = dealt()
    assert [lying["ring"][place] for place in lying["branches"]] == ["wood", "stone"]
    assert lying["ring"] == ["wood", "any", "stone", "francs", "glass", "iron", "empty"]


@pytest.mark.rule("BE-SET-06", "BE-SET-07")
def test_glass_and_travellers_are_there():
    lying = dealt()
    assert lying["supply"] == {"wood": 10, "iron": 10, "stone": 10, "glass": 10, "joker": 15}
    assert lying["belle"]["railway"] == 4
    assert all(s["belle"]["travellers"] == 0 for s in lying["seats"])
    assert table(fresh())["supply"]["glass"] == 0


@pytest.mark.rule("BE-SET-08")
def test_two_more_characters_play():
    lying = dealt()
    cards = lying["deck"] + lying["theatre"]
    assert len(cards) == 27
    assert len(lying["deck"]) == 23
    for name in ("nagelmackers", "privat_livemont", "empain", "maeterlinck"):
        assert cards.count(name) == 3
    base = table(fresh())
    assert len(base["deck"] + base["theatre"]) == 21
    assert not {"nagelmackers", "privat_livemont"} & set(base["deck"] + base["theatre"])
    shown = {name for seed in range(30) for name in dealt(seed=seed)["theatre"]}
    assert {"nagelmackers", "privat_livemont"} <= shown


@pytest.mark.rule("BE-SET-01", "BE-ACT-15")
def test_cards_tiles_and_printed_colours_are_public():
    study = belle(7).seat(1, belle={"white": {"blue": 2}, "travellers": 1})
    match = study.match()
    for viewer in (None, 0, 1, 2):
        view = match.view(viewer)["table"]
        assert view["belle"] == table(match)["belle"]
        assert view["seats"] == table(match)["seats"]
        assert view["deck"] is None


@pytest.mark.rule("BE-SET-01")
def test_the_expansion_belongs_to_the_second_edition():
    with pytest.raises(ValueError, match="belle_epoque needs edition 2023"):
        horta.start("bruxelles1893", 3, 1, edition="2013", belle_epoque=True)
