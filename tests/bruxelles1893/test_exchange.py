"""The stock exchange, the zone and neutral assistants (B93-STK, B93-2PL, B93E2-RND, PLAN)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, fresh, options, seat, table

import horta


def at_crest(edition, card, players, **values):
    study = Study(edition, players).set(decision="crest", crest=None, **values)
    study.set(neutrals=0)
    study.stock_card = card
    return study


@pytest.mark.rule("B93-STK-01", "B93E2-PLAN-01", "B93E2-RND-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_begins_with_its_stock_card(edition):
    match = fresh(edition, players=3)
    if edition == "2023":
        do(match, "work blue", "work blue", "work blue")
    lying = table(match)
    assert lying["round"] == 1
    assert len(lying["stock"]) == 1
    assert asked(match) == "crest"
    value = lying["stock_value"]
    do(match, options(match)[0], "brussels exchange")
    assert seat(match, 0)["money"] == 5 + value


@pytest.mark.rule("B93-STK-02", "B93E2-PLAN-02")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("players", "crests"),
    [(2, ["2-4", "4-2"]), (3, ["2-2", "3-3"]), (4, ["2-2", "3-3"]), (5, ["1-2", "2-1"])],
)
def test_the_line_for_the_number_of_players_names_two_crests(edition, players, crests):
    assert options(at_crest(edition, 1, players).match(), "crest") == crests


@pytest.mark.rule("B93-STK-03", "B93E2-PLAN-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_player_must_choose(edition):
    match = at_crest(edition, 2, 5, first=3, token=3, to_play=3, turn=3).match()
    assert match.to_play == 3
    assert options(match) == ["crest 1-1", "crest 4-4"]
    do(match, "crest 4-4")
    assert table(match)["crest"] == "4-4"
    assert match.to_play == 3, "and begins"
    same = [{"value": 5, "crests": ["2-2 / 2-2"] * 4}] * 12
    match = horta.start("bruxelles1893", 3, 1, components={"stock_cards": same})
    do(match, "work blue", "work blue", "work blue")
    assert table(match)["crest"] == "2-2", "two equal crests are no choice"


@pytest.mark.rule("B93-STK-04", "B93E2-PLAN-04", "B93-STK-05", "B93E2-PLAN-05")
@pytest.mark.example("BX-01", "OX-01", "OX-02", "E02", "X01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_zone_is_the_largest_rectangle(edition):
    sizes = []
    everywhere = None
    for row in range(1, 5):
        for column in range(1, 5):
            study = Study(edition, 3, crest=f"{row}-{column}").match()
            zone = table(study)["zone"]
            rows = range(1, row + 1) if row >= 3 else range(row + 1, 6)
            columns = range(1, column + 1) if column >= 3 else range(column + 1, 6)
            assert set(zone) == {f"{'abcde'[c - 1]}{r}" for r in rows for c in columns}
            rectangles = sorted(a * b for a in (row, 5 - row) for b in (column, 5 - column))
            assert len(zone) == rectangles[-1] > rectangles[-2]
            assert options(study, "place") == sorted(zone, key=lambda s: (s[1], s[0]))
            sizes.append(len(zone))
            everywhere = set(zone) if everywhere is None else everywhere & set(zone)
    assert sorted(sizes) == [9] * 4 + [12] * 8 + [16] * 4
    assert everywhere == {"c3"}


@pytest.mark.rule("B93-STK-06", "B93E2-PLAN-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_zone_limits_assistants_but_not_buildings(edition):
    study = Study(edition, 3, crest="2-2").set(branches=[0, 1], ring=ring(edition))
    study.seat(0, cubes={"wood": 1, "stone": 1}, money=1)
    match = do(study.match(), "place d4")
    if edition == "2013":
        do(match, "perform")
    assert "a1" in options(match, "site")
    do(match, "site a1")
    assert table(match)["board"][0] == {"space": "a1", "figure": None, "bid": 0, "house": 0}
    assert "a1" not in options(match, "place")


def ring(edition):
    kinds = ["wood", "stone", "iron", "francs", "any", "empty"]
    return kinds if edition == "2013" else [*kinds[:4], "glass", *kinds[4:]]


@pytest.mark.rule("B93-STK-07")
def test_seven_stock_cards_are_never_seen():
    match = Study("2013", 3, played=5).match()
    assert len(table(match)["stock_pile"]) == 7


@pytest.mark.rule("B93E2-RND-02")
def test_order_goes_clockwise_from_this_rounds_first_player():
    study = Study("2023", 3).set(first=1, token=1, to_play=1, turn=1)
    study.put("a1", figure=0).put("b1", figure=1).put("c1", figure=2)
    study.strip = [1, 2, 3, 4, 5]
    match = do(study.match(), "pass", "pass", "pass")
    order = [match.to_play]
    while asked(match) == "prize":
        do(match, options(match)[0])
        if match.to_play != order[-1] and asked(match) == "prize":
            order.append(match.to_play)
    assert order == [1, 2, 0]


@pytest.mark.rule("B93-2PL-02", "B93-2PL-04", "B93E2-PLAN-07", "B93E2-PLAN-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_of_two_players_must_place_a_neutral_on_an_empty_open_space(edition):
    study = at_crest(edition, 4, 2)
    study.put("c3", house=0).put("d4", house=1)
    match = do(study.match(), "crest 2-2")
    assert asked(match) == "neutral"
    assert match.to_play == 0
    assert options(match) == [
        f"neutral {space}" for space in ("d3", "e3", "c4", "e4", "c5", "d5", "e5")
    ]
    money = seat(match, 0)["money"]
    do(match, "neutral d3")
    assert match.to_play == 1
    assert "d3" not in options(match, "neutral")
    do(match, "neutral e4")
    assert asked(match) == "turn"
    assert match.to_play == 0
    assert seat(match, 0)["money"] == money, "no bid"
    assert seat(match, 0)["reserve"] == 5
    assert "d3" not in options(match, "place"), "it blocks its space"
    board = {entry["space"]: entry for entry in table(match)["board"]}
    assert board["d3"]["figure"] == "neutral"
    assert board["d3"]["bid"] == 0


@pytest.mark.rule("B93-2PL-03", "B93E2-PLAN-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_room_a_neutral_stays_off_the_board(edition):
    study = at_crest(edition, 4, 2)
    spaces = [f"{c}{r}" for r in (3, 4, 5) for c in "cde"]
    for k, space in enumerate(spaces[:8]):
        study.put(space, house=k % 2)
    match = do(study.match(), "crest 2-2")
    # One space is left: the first neutral takes it by force, the second finds none.
    assert asked(match) == "turn"
    figures = [entry for entry in table(match)["board"] if entry["figure"] == "neutral"]
    assert [entry["space"] for entry in figures] == ["e5"]
    assert any("no room" in line for line in match.log())


@pytest.mark.rule("B93-2PL-06", "B93E2-EOR-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_neutrals_come_back_and_are_placed_again(edition):
    study = Study(edition, 2).put("a1", figure="neutral").put("b1", figure="neutral")
    match = do(study.match(), "pass", "pass")
    assert table(match)["round"] == 2
    assert table(match)["board"] == []
    do(match, options(match)[0])
    assert asked(match) == "neutral"
    assert match.sheet["assistants"] == [3, 3], "they are nobody's assistants"
