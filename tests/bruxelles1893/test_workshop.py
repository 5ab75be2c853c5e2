"""The workshop (B93-ATL, B93E2-WRK)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, options, seat, table, told

from horta.core.engine import plain_engine


def draw(study, *texts):
    return do(study.match(), "place a1", "bid 1", "perform", *texts)


@pytest.mark.rule("B93-ATL-01", "B93-ATL-02", "B93-PAS-05")
@pytest.mark.example("OX-29")
def test_one_work_is_drawn_and_one_more_for_each_exposition_tile():
    study = Study("2013", 3, played=3).seat(0, exhibits=2).seat(2, exhibits=0)
    study.seat(1, works={"blue": 4, "brown": 3, "yellow": 4, "green": 3})
    study.pile = ["blue", "blue", "brown"]
    match = draw(study)
    assert len(table(match)["workshop"]["drawn"]) == 3
    assert options(match) == ["work blue", "work brown"]
    do(match, "work brown")
    pile = table(match)["workshop"]["pile"]
    assert len(pile) == 9
    assert pile[-2:] == ["blue", "blue"]
    assert seat(match, 0)["works"]["brown"] == 1
    study.pile = ["green"]
    study.seat(0, exhibits=0).seat(2, exhibits=2)
    match = draw(study)
    assert seat(match, 0)["works"]["green"] == 1, "without tiles there is no choice"


@pytest.mark.rule("B93-ATL-02", "B93-INF-02")
def test_returned_works_keep_their_order_and_only_the_drawer_knows_them():
    study = Study("2013", 3, played=4).seat(0, exhibits=3).seat(2, exhibits=0)
    study.pile = ["blue", "green", "blue", "yellow"]
    match = draw(study)
    assert match.view(0)["table"]["workshop"]["drawn"] == ["blue", "green", "blue", "yellow"]
    assert match.view(1)["table"]["workshop"]["drawn"] == ["?"] * 4
    do(match, "work blue")
    workshop = table(match)["workshop"]
    # Ruling R18: the first blue one is kept.
    assert workshop["pile"][-3:] == ["green", "blue", "yellow"]
    assert workshop["seen"][-3:] == [0, 0, 0]
    assert match.view(0)["table"]["workshop"]["pile"][-3:] == ["green", "blue", "yellow"]
    assert set(match.view(1)["table"]["workshop"]["pile"]) == {"?"}
    assert set(match.view(None)["table"]["workshop"]["pile"]) == {"?"}


def spent(pile):
    """All coloured works but `pile` are owned or in the shop."""
    study = Study("2013", 3, played=3).seat(0, exhibits=2).seat(2, exhibits=0)
    study.shop(["yellow", "black", "green"], ["blue", "brown"])
    left = {c: 6 - pile.count(c) for c in ("blue", "brown", "yellow", "green")}
    study.seat(1, works={c: n - 1 for c, n in left.items()})
    study.pile = pile
    return study


@pytest.mark.rule("B93-ATL-03", "B93-ATL-04")
@pytest.mark.example("OX-30")
def test_an_empty_pile_is_rebuilt_from_the_covered_works_of_the_shop():
    match = draw(spent(["green"]))
    workshop = table(match)["workshop"]
    assert sorted(workshop["drawn"]) == ["blue", "green", "yellow"]
    assert workshop["drawn"][0] == "green"
    assert workshop["shop"] == [["green"], ["brown"]]
    assert workshop["stacks"]["black"] == 6
    assert workshop["pile"] == []
    do(match, "work yellow")
    assert sorted(table(match)["workshop"]["pile"]) == ["blue", "green"]


@pytest.mark.rule("B93-ATL-04")
def test_too_few_works_even_after_rebuilding():
    study = spent([])
    study.shop(["yellow", "black", "green"], ["brown"])
    study.seat(1, works={"blue": 6})
    match = draw(study)
    assert seat(match, 0)["works"]["yellow"] == 1, "one work is all there is"


@pytest.mark.rule("B93-ATL-03", "B93-ATL-04")
def test_a_pile_that_runs_out_is_rebuilt_even_if_no_coloured_work_comes_back():
    study = Study("2013", 3, played=2).seat(0, exhibits=1).seat(2, exhibits=0)
    study.shop(["black", "blue"], ["black", "green"])
    study.seat(1, works={"blue": 5, "brown": 5, "yellow": 6, "green": 5, "black": 4})
    study.pile = ["brown"]
    match = draw(study)
    workshop = table(match)["workshop"]
    assert seat(match, 0)["works"]["brown"] == 1, "the one work that there was"
    assert workshop["shop"] == [["blue"], ["green"]]
    assert workshop["stacks"]["black"] == 2, "the black works came back"
    assert workshop["pile"] == []
    assert "Works come back from the shop: coloured 0, black 2." in told(match, 0)


@pytest.mark.rule("B93-ATL-03", "B93-ATL-04")
def test_a_pile_that_runs_out_stays_empty_if_the_shop_covers_nothing():
    study = Study("2013", 3, played=2).seat(0, exhibits=1).seat(2, exhibits=0)
    study.shop(["blue"], ["green"])
    study.seat(1, works={"blue": 5, "brown": 5, "yellow": 6, "green": 5, "black": 4})
    study.pile = ["brown"]
    match = draw(study)
    assert table(match)["workshop"]["shop"] == [["blue"], ["green"]]
    assert seat(match, 0)["works"]["brown"] == 1
    assert not [line for line in told(match, 0) if "come back" in line], "nothing to tell"


@pytest.mark.rule("B93-ATL-05")
def test_without_any_coloured_work_the_action_is_impossible_and_nothing_is_rebuilt():
    study = spent([])
    study.shop(["black", "green"], ["brown"])
    study.seat(1, works={"blue": 6, "yellow": 6})
    match = do(study.match(), "place a1", "bid 1")
    assert match.to_play == 1
    assert asked(match) == "turn"
    assert table(match)["workshop"]["shop"] == [["black", "green"], ["brown"]]


@pytest.mark.rule("B93E2-WRK-01")
def test_second_edition_the_colour_is_a_free_choice():
    study = Study("2023", 3).seat(1, works={"blue": 6})
    match = do(study.match(), "place a1", "bid 1")
    assert options(match) == ["work brown", "work yellow", "work green"]
    do(match, "work green")
    assert seat(match, 0)["works"]["green"] == 1
    assert table(match)["workshop"]["stacks"]["green"] == 5


@pytest.mark.rule("B93E2-WRK-02")
def test_second_edition_with_four_empty_stacks_nothing_happens():
    works = {"blue": 6, "brown": 6, "yellow": 6, "green": 6}
    match = do(Study("2023", 3).seat(1, works=works).match(), "place a1", "bid 1")
    assert match.to_play == 1
    assert sum(seat(match, 0)["works"].values()) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_black_works_are_not_created(edition):
    match = do(Study(edition, 3).match(), "place a1", "bid 1")
    if edition == "2013":
        do(match, "perform")
    assert "work black" not in options(match)
    assert table(match)["workshop"]["stacks"]["black"] == 6


def test_who_has_seen_drawn_works_cannot_take_the_draw_back():
    study = Study("2013", 3, played=3).seat(0, exhibits=2).seat(2, exhibits=0)
    study.pile = ["blue", "green", "brown"]
    match = do(study.match(), "place a1", "bid 1")
    assert match.may_undo
    do(match, "perform")
    assert match.to_play == 0
    assert not match.may_undo
    assert "Ochre draws works: 3." in match.log()


@pytest.mark.rule("B93-INF-02")
def test_known_works_stay_known_while_the_pile_moves():
    study = Study("2013", 3, played=4).seat(0, exhibits=3).seat(2, exhibits=0)
    study.seat(1, works={"blue": 4, "brown": 4, "yellow": 5, "green": 3})
    study.pile = ["brown", "green", "blue", "yellow", "blue", "brown", "green", "green"]
    match = draw(study, "work green")
    # Seat 0 has put brown, blue and yellow under the pile; seat 1 draws the top work.
    do(match, "place d2", "bid 1", "perform")
    assert match.view(0)["table"]["workshop"]["pile"] == ["?", "?", "?", "brown", "blue", "yellow"]
    for seed in range(8):
        other = match.copy()
        plain_engine(match.game).redeal(other._table, 0, 0, seed)
        assert other.view(0) == match.view(0)
        pile = table(other)["workshop"]["pile"]
        assert pile[3:] == ["brown", "blue", "yellow"]
        assert sorted(pile[:3]) == sorted(table(match)["workshop"]["pile"][:3])


@pytest.mark.rule("B93-INF-02")
@pytest.mark.parametrize(("viewer", "drawn_alone"), [(0, True), (1, False), (-1, False)])
def test_who_draws_knows_the_drawn_works_and_not_the_pile(viewer, drawn_alone):
    study = Study("2013", 3, played=3).seat(0, exhibits=2).seat(2, exhibits=0)
    study.pile = ["blue", "green", "brown", "yellow", "blue", "green"]
    match = do(study.match(), "place a1", "bid 1", "perform")
    truth, drawn, tops = table(match)["workshop"], set(), set()
    for seed in range(60):
        other = match.copy()
        plain_engine(match.game).redeal(other._table, 0, viewer, seed)
        now = table(other)["workshop"]
        assert sorted(now["drawn"] + now["pile"]) == sorted(truth["drawn"] + truth["pile"])
        drawn.add(tuple(now["drawn"]))
        tops.add(now["pile"][0])
    assert (drawn == {tuple(truth["drawn"])}) == drawn_alone
    assert tops >= set(truth["pile"])
