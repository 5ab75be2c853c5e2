"""The visit to the pavilions, closing phase and end of the round (BE-CLO, BE-EOR)."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing, is_used
from b93_study import Study, asked, do, options, pass_all, points, seat, table


def visits(match, s=0):
    return seat(match, s)["earned"]["visit"]


def hosted(*figures, players=3, row=3, owner=0, **given):
    """The pavilion of a row has an owner; figures such as ("a3", 1) stand on the board."""
    study = belle(owner=None, players=players, **given).pavilion(row, owner)
    for space, who in figures:
        study.put(space, figure=who)
    return closing(study.match())


@pytest.mark.rule("BE-CLO-02")
@pytest.mark.example("E15")
def test_two_colours_in_the_row():
    match = hosted(("a3", 2), ("b3", 1), ("d3", 1))
    assert (visits(match), points(match, 0)) == (2, 2)
    assert [visits(match, s) for s in (1, 2)] == [0, 0]


@pytest.mark.rule("BE-CLO-02")
@pytest.mark.parametrize(
    ("figures", "gained"),
    [
        ((), 0),
        ((("a3", 0),), 1),
        ((("a3", 0), ("b3", 0)), 1),
        ((("a3", 0), ("b3", 1), ("c3", 2)), 3),
        ((("a2", 0), ("b4", 1)), 0),
    ],
)
def test_the_own_colour_counts_and_other_rows_do_not(figures, gained):
    match = hosted(*figures)
    assert visits(match) == gained
    told = [line for line in match.log() if "visit to the pavilion" in line]
    assert len(told) == (gained > 0), "a visit that brings nothing is not told"


@pytest.mark.rule("BE-CLO-02", "BE-CARD-31", "BE-CARD-32")
@pytest.mark.example("X22")
def test_two_pavilions_and_two_players():
    study = belle(31, 32, players=2, rows=(3, 1))
    for space, who in (("b3", 0), ("c3", 1), ("a3", "neutral"), ("d3", 0), ("c1", 1)):
        study.put(space, figure=who, bid=0 if who == "neutral" else 1)
    study.put("a2", figure="neutral").put("b2", figure=1)
    match = closing(study.match())
    assert visits(match) == 3 + 1
    before = seat(match, 0)["money"]
    do(match, "card 31", "card 32")
    assert seat(match, 0)["earned"]["cards"] == 4
    assert seat(match, 0)["money"] == before + 6


@pytest.mark.rule("BE-CLO-02")
def test_two_neutrals_are_one_colour():
    """Ruling R-61."""
    match = hosted(("a1", "neutral"), ("b1", "neutral"), ("c1", 1), players=2, row=1)
    assert visits(match) == 2


@pytest.mark.rule("BE-CLO-02")
def test_figures_on_tiles_and_cards_are_not_in_the_row():
    """Ruling R-61."""
    study = belle(22, owner=0, rows=(3,)).put("a3", figure=1)
    study.seat(2, belle={"tiles": [1, 2]})
    study.table["belle"]["on_card"] = "assistant"
    study.pavilion(3, 0, used=True)
    assert visits(closing(study.match())) == 1


@pytest.mark.rule("BE-CLO-02")
def test_every_pavilion_is_visited_for_its_owner():
    study = belle(owner=None).pavilion(1, 1).pavilion(2, 1).pavilion(4, 2)
    for space, who in (("a1", 0), ("b1", 1), ("a2", 0), ("a4", 0), ("b4", 1), ("d4", 2)):
        study.put(space, figure=who)
    match = closing(study.match())
    assert [visits(match, s) for s in range(3)] == [0, 3, 3]
    assert table(match)["round"] == 2


@pytest.mark.rule("BE-CLO-03")
def test_without_a_pavilion_nobody_scores():
    study = belle(31, 32, owner=None).put("a1", figure=0).put("a2", figure=1)
    match = closing(study.match())
    assert [visits(match, s) for s in range(3)] == [0, 0, 0]
    assert asked(match) == "crest", "cards 31 and 32 belong to nobody"


@pytest.mark.rule("BE-CLO-01", "BE-CARD-29", "BE-CARD-30")
def test_cards_29_and_30_come_before_the_travellers_leave():
    study = belle(29, 30).seat(0, brussels={"market": 1}, belle={"travelling": {"park": 1}})
    study.seat(1, brussels={"exchange": 1})
    match = closing(study.match())
    assert options(match) == ["decline", "card 29", "card 30"]
    assert table(match)["belle"]["railway"] == 3
    assert [seat(match, s)["justice"] for s in range(3)] == [2, 2, 2], "nobody is detained yet"
    do(match, "card 29", "card 30")
    assert points(match, 0) == 1
    assert [seat(match, s)["justice"] for s in range(3)] == [2, 3, 2]
    assert table(match)["belle"]["railway"] == 4


@pytest.mark.rule("BE-CLO-01", "BE-CLO-02")
def test_the_visit_follows_the_majority():
    study = belle(31).seat(1, brussels={"market": 1}).put("a1", figure=1)
    match = closing(study.match())
    assert options(match) == ["decline", "card 31"]
    assert seat(match, 1)["justice"] == 3
    assert visits(match) == 1


@pytest.mark.rule("BE-CG-06", "BE-CLO-01", "BE-CLO-02", "BE-EOR-01")
@pytest.mark.parametrize("cards", [(25, 27, 29, 31, 24), (26, 28, 30, 32, 23)])
def test_cards_come_in_the_order_of_the_closing_phase(cards):
    study = belle(*cards).seat(0, belle={"travelling": {"market": 1}})
    study.seat(0, brussels={"exchange": 1})
    for space, who in (("c3", 0), ("c4", 0), ("d3", 1), ("d4", 1)):
        study.put(space, figure=who)
    match = closing(study.match())
    for card in cards:
        assert options(closing(match)) == ["decline", f"card {card}"]
        do(match, f"card {card}")
        while asked(match) not in ("window", "prize", "power", "crest"):
            do(match, options(match)[0])
    assert asked(match) == "crest"
    assert table(match)["round"] == 2


@pytest.mark.rule("BE-EOR-01")
def test_used_cards_are_fresh_in_the_next_round():
    study = belle(1, 7)
    match = act(study.match(), "a1", "work blue", "card 1")
    assert is_used(match, 1)
    closing(match)
    assert table(match)["round"] == 2
    assert not is_used(match, 1)
    do(match, options(match)[0])
    assert asked(match) == "turn"


@pytest.mark.rule("BE-EOR-01", "BE-CARD-23", "BE-CARD-24")
@pytest.mark.parametrize("card", [23, 24])
def test_cards_of_the_end_of_the_round_belong_to_the_round_that_ends(card):
    """Ruling R-62."""
    match = closing(belle(card).match())
    do(match, f"card {card}")
    assert table(match)["round"] == 2
    assert not is_used(match, card)
    do(match, options(match)[0])
    closing(match)
    assert options(match) == ["decline", f"card {card}"], "once in round 2 as well"


@pytest.mark.rule("BE-EOR-02", "BE-EOR-03", "BE-EOR-04")
@pytest.mark.parametrize(("figure", "reserve"), [("assistant", 4), ("traveller", 4)])
def test_who_goes_home_and_who_stays(figure, reserve):
    study = belle(22).seat(0, belle={"tiles": [2], "travellers": 1})
    study.put("a1", figure=0).seat(0, brussels={"market": 1})
    study.table["belle"]["on_card"] = figure
    study.pavilion(1, 0, used=True)
    match = closing(study.match())
    assert table(match)["belle"]["on_card"] is None
    assert table(match)["belle"]["railway"] == 4
    assert seat(match, 0)["belle"] == {
        "white": dict.fromkeys(("blue", "brown", "yellow", "green"), 0),
        "travellers": 0,
        "travelling": dict.fromkeys(("market", "exchange", "park", "grand-place"), 0),
        "tiles": [2],
        "mp_more": 0,
    }
    assert seat(match, 0)["justice"] == 3, "the one in Brussels"
    assert seat(match, 0)["reserve"] == 7 - 3 - 1


@pytest.mark.rule("BE-EOR-02", "BE-EOR-03")
def test_the_last_round_is_tidied_too():
    study = belle(22, played=5).seat(0, belle={"travellers": 1})
    study.table["belle"]["on_card"] = "assistant"
    study.pavilion(1, 0, used=True)
    match = closing(study.match())
    while not match.over:
        do(match, options(match)[0])
    assert table(match)["belle"]["railway"] == 4
    assert seat(match, 0)["reserve"] == 5
    assert match.sheet["assistants"][0] == 3


@pytest.mark.rule("BE-END-01", "BE-END-02")
def test_jokers_and_white_works_count_nothing():
    study = belle(owner=None, played=5).seat(0, cubes={"joker": 4, "glass": 1})
    study.seat(0, belle={"white": {"blue": 2}}, works={"blue": 1})
    match = closing(study.match())
    assert match.over
    assert (match.sheet["cubes"][0], match.sheet["works"][0]) == (1, 1)
    assert seat(match, 0)["cubes"]["joker"] == 0


@pytest.mark.rule("BE-CLO-02")
def test_the_base_game_has_no_visit():
    match = pass_all(Study().put("a1", figure=0).match())
    assert "visit" not in seat(match, 0)["earned"]
