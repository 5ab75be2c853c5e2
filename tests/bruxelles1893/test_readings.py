"""Options where a book can be read in two ways; the chapters test the readings that we chose."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, options, pass_all, points, seat, table

import horta
from horta.core.errors import BadOption

TOWN_HALL = {"2013": 4, "2023": 5}
CHOICE = {"2013": 23, "2023": 17}  # Palace or release


def tied(edition, **given):
    """Seats 0 and 2 tie in column a, whose card is a choice; seat 1 has won column b."""
    study = Study(edition, 3, **given).set(first=1, token=1, turn=1, to_play=1)
    for space, who, bid in (("a1", 0, 2), ("a2", 2, 2), ("b1", 1, 1)):
        study.put(space, figure=who, bid=bid)
    study.strip = [CHOICE[edition], TOWN_HALL[edition], 1, 2, 7]
    return pass_all(study.match())


@pytest.mark.rule("B93-AUC-02", "B93E2-CLO-36")
@pytest.mark.parametrize("edition", EDITIONS)
def test_tied_columns_come_before_or_after_the_cards_won(edition):
    """Rulings R37 and R-29."""
    match = tied(edition)
    assert (asked(match), match.to_play) == ("power", 2)
    match = tied(edition, tied_columns="after")
    assert (asked(match), match.to_play) == ("prize", 1)
    do(match, "prize b power")
    assert seat(match, 1)["levels"]["town_hall"] == 2
    assert (asked(match), match.to_play) == ("power", 2)
    do(match, "power release")
    assert (asked(match), match.to_play) == ("power", 0)
    do(match, "power palace")
    assert table(match)["round"] == 2
    assert seat(match, 0)["levels"]["palace"] == 2
    assert {CHOICE[edition], TOWN_HALL[edition]} <= set(table(match)["prizes"]["gone"])


@pytest.mark.rule("B93-BRU-09", "B93E2-BRU-07")
@pytest.mark.parametrize("edition", EDITIONS)
def test_prince_albert_raises_the_limit_at_once(edition):
    """Rulings R36 and R-75: the reading that is not ours."""
    study = Study(edition, 3, grand_place_limit="rising")
    study.seat(0, notables=["brugmann", "albert", "buls"])
    match = do(study.match(), "brussels grand-place", "activate albert")
    assert options(match, "activate") == ["brugmann", "buls"]
    do(match, "activate brugmann")
    assert match.to_play == 1, "level 2: no third one"
    match = do(study.match(), "brussels grand-place", "activate buls")
    assert match.to_play == 1, "the Town Hall is another track"
    at_end = Study(edition, 3, grand_place_limit="rising")
    at_end.seat(0, tracks={"palace": 5}, notables=["albert", "brugmann", "buls"])
    match = do(at_end.match(), "brussels grand-place", "activate albert")
    assert options(match, "activate") == ["brugmann", "buls"], "level 6 was enough anyway"


@pytest.mark.rule("B93E2-BRU-07", "B93-BRU-09")
@pytest.mark.parametrize("edition", EDITIONS)
def test_prince_albert_hired_elsewhere_raises_no_limit(edition):
    """Only at the Grand-Place is there a limit to raise."""
    study = Study(edition, 3, grand_place_limit="rising")
    study.set(theatre=["albert", "buls", "empain", "solvay"])
    match = do(study.match(), "place c1", "bid 1")
    if asked(match) == "perform":
        do(match, "perform")
    do(match, "take 0")
    assert seat(match, 0)["levels"]["palace"] == 2
    assert table(match)["left"] == 0


def build(edition, bonus, money, **cubes):
    """Build a house of 2 units with wood and francs under the branches; return the points."""
    ring = ["wood", "stone", "francs", "iron", "any", "empty"]
    if edition == "2023":
        ring.insert(3, "glass")
    study = Study(edition, 3, building_bonus=bonus).set(ring=ring, branches=[0, 2])
    match = do(study.seat(0, money=money + 1, cubes=cubes).match(), "place c2")
    while asked(match) in ("bid", "perform", "pay"):
        for text in ("bid 1", "perform", *(f"pay {kind}" for kind in ("wood", "joker", "francs"))):
            if text in options(match):
                do(match, text)
                break
    return points(do(match, "branch 0", "site a5"), 0)


@pytest.mark.rule("B93E2-BLD-03")
def test_francs_cost_the_5_points_or_do_not():
    """Ruling R-15."""
    assert build("2023", "no_joker", 3, wood=1) == 5
    assert build("2023", "cubes_only", 3, wood=1) == 0
    assert build("2023", "no_joker", 0, wood=1, joker=1) == 0
    assert build("2023", "cubes_only", 0, wood=1, joker=1) == 0
    with pytest.raises(BadOption, match="edition 2023"):
        horta.start("bruxelles1893", 3, edition="2013", building_bonus="cubes_only")


@pytest.mark.rule("BE-END-03")
@pytest.mark.parametrize(("reading", "free"), [("left_out", 2), ("counted", 3)])
def test_assistants_on_tiles_count_or_do_not(reading, free):
    """Ruling R-63: three of five free assistants beyond two stand for points, one on a tile."""
    study = Study("2023", 3, belle=True, played=5, tiles=[4, 5, 9, 11], assistants_on_tiles=reading)
    for s in range(3):
        study.seat(s, passed=s != 1, notables=[], money=0, exhibits=5 * (s == 2))
    study.seat(0, belle={"tiles": [4]}).set(turn=1, to_play=1, first_out=2)
    match = study.match()
    while not match.over:
        match.play(match.parse("pass") if asked(match) == "turn" else match.legal[0])
    assert match.sheet["assistants"][0] == free
