"""The sale (B93-SAL, B93E2-SAL)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, options, points, seat, table


def sale(study, *texts):
    match = do(study.match(), "place c3", "bid 1")
    if study.edition == "2013" and asked(match) == "perform":
        do(match, "perform")
    return do(match, *texts)


def reach(centre, steps):
    row, column = int(centre[0]), int(centre[2])
    return [
        f"{r}-{c}"
        for r in range(1, 6)
        for c in range(1, 6)
        if abs(r - row) + abs(c - column) <= steps
    ]


@pytest.mark.rule("B93-SAL-01", "B93E2-SAL-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_work_can_be_sold_if_its_colour_does_not_show_in_the_shop(edition):
    study = Study(edition, 3).shop(["blue"], ["black"])
    study.seat(0, works={"blue": 1, "green": 1, "black": 1, "yellow": 1})
    assert options(sale(study), "sell") == ["yellow", "green"]


@pytest.mark.rule("B93-SAL-02", "B93E2-SAL-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_a_work_to_sell_the_cursor_does_not_move(edition):
    study = Study(edition, 3).shop(["blue"]).seat(0, works={"blue": 3})
    match = sale(study)
    assert match.to_play == 1
    assert table(match)["cursor"] == "3-3"


@pytest.mark.rule("B93-SAL-03", "B93-SAL-04", "B93E2-SAL-02", "B93E2-SAL-03")
@pytest.mark.example("OX-13", "X09")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("works", "count"), [(1, 5), (2, 13), (3, 21), (4, 25)])
def test_the_cursor_moves_up_to_as_many_steps_as_works_owned(edition, works, count):
    study = Study(edition, 3).seat(0, works={"blue": 1, "black": works - 1})
    match = sale(study)
    if works > 1:
        do(match, "sell blue")
    assert options(match, "cursor") == reach("3-3", works)
    assert len(options(match)) == count
    gains = {}
    for centre in options(match, "cursor"):
        row, column = (int(x) for x in centre.split("-"))
        prices = (6, 4, 2, 0, 2, 4, 6)
        gains[centre] = prices[row - 1], prices[column - 1]
        trial = do(match.copy(), f"cursor {centre}")
        assert seat(trial, 0)["money"] == 4 + gains[centre][0]
        assert points(trial, 0) == gains[centre][1]
    if works == 3:
        best = max(sum(gain) for gain in gains.values())
        assert best == 10
        assert {c for c, gain in gains.items() if sum(gain) == best} == {"1-2", "2-1"}
    if works == 4:
        assert gains["1-1"] == (6, 6)


@pytest.mark.rule("B93E2-SAL-05", "B93-SAL-06")
@pytest.mark.example("X09")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_best_green_sale_with_two_works(edition):
    # The example counts grid cells from 1: its centre (5,3) is our 4-2.
    study = Study(edition, 3).seat(0, works={"green": 1, "black": 1})
    gains = {}
    match = sale(study, "sell green")
    for centre in options(match, "cursor"):
        trial = do(match.copy(), f"cursor {centre}")
        gains[centre] = seat(trial, 0)["money"] - 4, points(trial, 0)
    best = {c: gain for c, gain in gains.items() if sum(gain) == 8}
    assert max(sum(gain) for gain in gains.values()) == 8
    assert best == {"5-3": (6, 2), "4-2": (4, 4), "3-1": (2, 6)}


@pytest.mark.rule("B93-SAL-05")
def test_first_the_work_then_the_cursor():
    study = Study("2013", 3).seat(0, works={"blue": 1, "green": 1})
    match = sale(study)
    assert asked(match) == "sell"
    do(match, "sell green")
    assert asked(match) == "cursor"


@pytest.mark.rule("B93-SAL-06", "B93E2-SAL-05")
@pytest.mark.example("OX-14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_colour_reads_its_corner(edition):
    expected = {"blue": (6, 6), "brown": (6, 2), "green": (2, 6), "yellow": (2, 2)}
    for colour, (francs, gained) in expected.items():
        study = Study(edition, 3).set(cursor="1-1").seat(0, works={colour: 1})
        match = sale(study, "cursor 1-1")
        assert (seat(match, 0)["money"] - 4, points(match, 0)) == (francs, gained)
        assert sum(seat(match, 0)["works"].values()) == 0


@pytest.mark.rule("B93-SAL-06", "B93E2-SAL-06")
@pytest.mark.example("BX-04", "OX-15")
@pytest.mark.parametrize("edition", EDITIONS)
def test_black_reads_the_centre_and_never_more_than_4_and_4(edition):
    gains = {}
    for start in ("1-1", "1-5", "2-1", "3-3", "5-5"):
        study = Study(edition, 3).set(cursor=start).seat(0, works={"black": 1})
        match = sale(study, f"cursor {start}")
        gains[start] = seat(match, 0)["money"] - 4, points(match, 0)
    assert gains["1-5"] == (4, 4)
    assert gains["2-1"] == (2, 4)
    assert gains["3-3"] == (0, 0)
    assert max(max(gain) for gain in gains.values()) == 4


@pytest.mark.rule("B93-SAL-07", "B93E2-SAL-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_empty_side_of_the_shop_is_used_first(edition):
    study = Study(edition, 3).seat(0, works={"blue": 1})
    match = sale(study, "cursor 3-3")
    assert table(match)["workshop"]["shop"] == [["blue"], []]
    study = Study(edition, 3).seat(0, works={"blue": 1}).shop(["green"])
    match = sale(study, "cursor 3-3")
    assert table(match)["workshop"]["shop"] == [["green"], ["blue"]]
    assert match.to_play == 1, "nothing was asked"


@pytest.mark.rule("B93-SAL-07", "B93-SAL-08")
@pytest.mark.example("BX-02", "BX-03")
def test_first_edition_a_sold_work_covers_one_of_the_two():
    study = Study("2013", 3).shop(["black"], ["yellow"]).set(cursor="2-2")
    study.seat(0, works={"green": 1, "blue": 1})
    match = sale(study, "sell green", "cursor 3-1")
    assert options(match) == ["shop left", "shop right"]
    do(match, "shop right")
    assert table(match)["workshop"]["shop"] == [["black"], ["yellow", "green"]]
    assert seat(match, 0)["money"] == 4 + 2
    assert points(match, 0) == 6
    assert sum(seat(match, 0)["works"].values()) == 1
    assert match.sheet["sales"][0] == 6
    study = Study("2013", 3).shop(["black"], ["yellow", "green"])
    study.seat(0, works=dict.fromkeys(("blue", "brown", "yellow", "green", "black"), 1))
    assert options(sale(study), "sell") == ["blue", "brown", "yellow"]


@pytest.mark.rule("B93E2-SAL-04", "B93E2-SAL-07", "B93E2-SAL-08")
@pytest.mark.example("E03")
def test_second_edition_the_replaced_work_returns_to_its_stack():
    study = Study("2023", 3).shop(["brown"], ["yellow"]).set(cursor="2-2")
    study.seat(0, works={"green": 1, "blue": 1})
    match = sale(study, "sell green", "cursor 3-1", "shop left")
    lying = table(match)["workshop"]
    assert lying["shop"] == [["green"], ["yellow"]]
    assert lying["stacks"] == {"blue": 5, "brown": 6, "yellow": 5, "green": 5, "black": 6}
    assert seat(match, 0)["money"] == 4 + 2
    assert points(match, 0) == 6
    assert sum(seat(match, 0)["works"].values()) == 1
