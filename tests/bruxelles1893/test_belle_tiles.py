"""Tiles on the spaces, and the twelve end-game tiles (BE-ACT-01..06, BE-TILE, BE-END)."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing
from b93_study import Study, asked, do, options, points, seat, table

OPEN = {2: 3, 3: 4, 4: 5, 5: 6}


# An assistant goes to a tile


@pytest.mark.rule("BE-ACT-01", "BE-ACT-02")
@pytest.mark.example("E13")
def test_a_second_assistant_goes_to_an_open_tile():
    study = belle(owner=None, tiles=(2, 5, 8, 11))
    match = act(study.match(), "d3", "take 0", "keep")
    assert (asked(match), match.to_play) == ("tile", 0)
    assert options(match) == ["decline", "tile 2", "tile 5", "tile 8", "tile 11"]
    do(match, "tile 8")
    assert seat(match, 0)["reserve"] == 5 - 2
    assert seat(match, 0)["belle"]["tiles"] == [8]
    assert (asked(match), match.to_play) == ("turn", 1)


@pytest.mark.rule("BE-ACT-01", "BE-ACT-02")
def test_nobody_has_to_and_a_taken_tile_is_not_offered():
    study = belle(owner=None, tiles=(2, 5, 8, 11))
    study.seat(0, belle={"tiles": [5]}).seat(1, belle={"tiles": [2]})
    match = act(study.match(), "c4", "cube wood", "cube wood")
    assert options(match) == ["decline", "tile 8", "tile 11"], "several of one's own are allowed"
    taken = do(match.copy(), "tile 11")
    assert seat(taken, 0)["belle"]["tiles"] == [5, 11]
    do(match, "decline")
    assert seat(match, 0)["belle"]["tiles"] == [5]
    assert seat(match, 0)["reserve"] == 5 - 2


@pytest.mark.rule("BE-ACT-01")
@pytest.mark.parametrize(
    ("space", "texts", "is_tile"),
    [
        ("b3", ("work blue",), True),
        ("c4", ("cube wood", "cube wood"), True),
        ("d3", ("take 0", "keep"), True),
        ("a1", ("work blue",), False),
        ("b2", ("cube wood", "cube wood"), False),
        ("d2", ("work blue",), False),
    ],
)
def test_only_spaces_of_the_cross_have_a_tile(space, texts, is_tile):
    match = act(belle(owner=None).match(), space, *texts)
    assert asked(match) == ("tile" if is_tile else "turn")


@pytest.mark.rule("BE-ACT-01")
def test_an_impossible_action_does_not_close_the_tile():
    """Ruling R-37: the placement counts."""
    match = act(belle(owner=None).match(), "c3")  # nothing to sell
    assert (asked(match), match.to_play) == ("tile", 0)
    match = act(belle(owner=None).match(), "c2")  # nothing to pay with
    assert (asked(match), match.to_play) == ("tile", 0)


@pytest.mark.rule("BE-ACT-01", "BE-ACT-03", "BE-ACT-11")
def test_without_an_assistant_or_a_tile_there_is_no_step():
    study = belle(owner=None).seat(0, belle={"travellers": 2})
    for space in ("a1", "b1", "c1", "d1"):
        study.put(space, figure=0)
    match = act(study.match(), "c3")
    assert (asked(match), match.to_play) == ("turn", 1), "travellers cannot go there"
    assert seat(match, 0)["reserve"] == 0
    study = belle(owner=None).seat(1, belle={"tiles": [1, 2]}).seat(2, belle={"tiles": [3, 4]})
    match = act(study.match(), "c3")
    assert (asked(match), match.to_play) == ("turn", 1), "no tile is free"


@pytest.mark.rule("BE-ACT-02", "BE-EOR-04")
def test_an_assistant_on_a_tile_stays():
    study = belle(owner=None).seat(0, belle={"tiles": [1]}, justice=2)
    match = closing(study.match())
    assert table(match)["round"] == 2
    assert seat(match, 0)["belle"]["tiles"] == [1]
    assert seat(match, 0)["reserve"] == 7 - 2 - 1


@pytest.mark.rule("BE-ACT-02")
def test_vandervelde_frees_from_justice_and_not_from_a_tile():
    study = belle(owner=None).seat(0, belle={"tiles": [1]}, justice=0)
    study.set(theatre=["vandervelde", "buls", "albert", "solvay"])
    match = act(study.match(), "c1", "take 0", "keep")
    assert seat(match, 0)["reserve"] == 7 - 1 - 1
    assert seat(match, 0)["belle"]["tiles"] == [1]


@pytest.mark.rule("BE-ACT-04")
def test_no_house_on_a_tile():
    study = belle(owner=None).seat(0, cubes={"wood": 1, "stone": 1})
    match = act(study.match(), "c2", "build house", "branch 0")
    assert not {"c3", "c2", "c4", "b3", "d3"} & set(options(match, "site"))
    assert len(options(match, "site")) == 20
    study = Study().seat(0, cubes={"wood": 1, "stone": 1})
    match = do(study.match(), "place a3", "bid 1", "branch 0")
    assert {"c3", "c2", "c4", "b3", "d3"} < set(options(match, "site")), "but in the base game"


@pytest.mark.rule("BE-ACT-05")
def test_no_neutral_assistant_on_a_tile():
    study = belle(owner=None, players=2).set(decision="crest", crest=None, neutrals=0)
    match = do(study.match(), "crest 2-2")
    assert options(match, "neutral") == ["e3", "d4", "e4", "c5", "d5", "e5"]
    for k, space in enumerate(("e3", "d4", "e4", "c5", "d5", "e5")):
        study.put(space, house=k % 2)
    match = do(study.match(), "crest 2-2")
    assert asked(match) == "turn", "there is no room for them"
    assert all(entry["figure"] is None for entry in table(match)["board"])


@pytest.mark.rule("BE-ACT-05")
@pytest.mark.parametrize(("crest", "count"), [("2-2", 6), ("2-4", 8), ("4-4", 11)])
def test_how_many_spaces_are_left_to_neutrals(crest, count):
    study = belle(owner=None, players=2).set(decision="neutral", crest=crest, neutrals=0)
    assert len(options(study.match(), "neutral")) == count


@pytest.mark.rule("BE-ACT-06")
def test_the_park_leads_to_no_tile():
    match = do(belle(owner=None).match(), "brussels park", "copy workshop", "work blue")
    assert (asked(match), match.to_play) == ("turn", 1)


# The end of the game


def end(*tiles, players=3, first_out=None, asymmetric=False, **values):
    """The last turn of a game, of seat 1; the others have passed. Seat 0 owns these tiles."""
    others = [k for k in range(1, 13) if k not in tiles]
    lying = [*tiles, *others][: OPEN[players]]
    study = belle(owner=None, players=players, played=5, tiles=lying, asymmetric=asymmetric)
    if first_out is None:
        first_out = 2 if players > 2 else 0
    for s in range(players):
        study.seat(s, passed=s != 1, notables=[], money=0, exhibits=5 * (s == first_out))
    study.seat(0, **values).seat(0, belle={"tiles": list(tiles)})
    return study.set(turn=1, to_play=1, first_out=first_out)


def finish(study, *texts):
    match = closing(study.match())
    do(match, *texts)
    assert match.over
    return match


def line(match, name):
    return match.sheet[name][0]


def houses(study, *spaces):
    for space in spaces:
        study.put(space, house=0)
    return study


@pytest.mark.rule("BE-TILE-01", "BE-END-01")
@pytest.mark.parametrize(("score", "gained"), [(91, 13), (90, 12), (6, 0), (7, 1)])
def test_tile_1_adds_a_seventh_of_the_score(score, gained):
    match = finish(end(1, earned={"sale": score}))
    assert line(match, "tiles") == gained
    assert match.scores[0] == score + gained + 5 - 1 - 2, "assistants: 7 - 2 - 2 - 1"


@pytest.mark.rule("BE-TILE-01", "BE-END-01")
def test_tile_1_comes_before_everything_else():
    study = houses(end(1, earned={"sale": 60, "crests": 31}, notables=["brugmann"]), "e5")
    match = finish(study)
    assert line(match, "unpaid") == -5
    assert line(match, "tiles") == 13, "neither the unpaid notable nor the house counts"


@pytest.mark.rule("BE-TILE-02")
@pytest.mark.example("X27")
def test_tile_2_raises_a_line_by_2():
    match = closing(end(2, money=19).match())
    assert (asked(match), match.to_play) == ("row", 0)
    assert options(match) == ["row money", "row works", "row notables", "row assistants"]
    do(match, "row money")
    assert match.over
    assert line(match, "money") == 12
    assert line(match, "assistants") == 2
    match = finish(end(2, money=19, works={"blue": 2}), "row works")
    assert (line(match, "money"), line(match, "works")) == (4, 6)
    match = finish(end(2, money=19), "row assistants")
    assert (line(match, "money"), line(match, "assistants")) == (4, 6)
    assert match.sheet["assistants"][1:] == [3, 3], "the others are as they were"


@pytest.mark.rule("BE-TILE-02", "BE-END-01")
def test_tile_2_is_chosen_before_notables_are_paid():
    match = closing(end(2, money=3, notables=["brugmann", "empain"]).match())
    assert asked(match) == "row"
    assert seat(match, 0)["money"] == 3
    do(match, "row notables")
    assert asked(match) == "unpaid"
    do(match, "unpaid empain")
    assert line(match, "notables") == 3


@pytest.mark.rule("BE-TILE-03", "BE-END-01")
@pytest.mark.example("E16")
@pytest.mark.parametrize("step", range(6))
def test_tile_3_pays_for_the_town_hall_before_notables_are_paid(step):
    match = finish(end(3, tracks={"town_hall": step}, notables=["brugmann"]))
    assert seat(match, 0)["money"] == 3 * (step + 1) - 2
    assert line(match, "unpaid") == 0
    assert line(match, "tiles") == 0


@pytest.mark.rule("BE-TILE-04")
def test_tile_4_is_four_works():
    match = finish(end(4, works={"black": 1, "blue": 1}, rows={"works": [5]}))
    assert line(match, "works") == 6 * 3
    match = finish(end(5, works={"black": 1, "blue": 1}, rows={"works": [5]}))
    assert line(match, "works") == 2 * 3


@pytest.mark.rule("BE-TILE-05")
@pytest.mark.example("E16")
@pytest.mark.parametrize("step", range(6))
def test_tile_5_scores_for_the_palace(step):
    match = finish(end(5, tracks={"palace": step}))
    assert line(match, "tiles") == 2 * (step + 1)


@pytest.mark.rule("BE-TILE-06", "BE-END-04")
def test_tile_6_is_one_house_more():
    study = houses(end(6, tracks={"architect": 3}), "e1", "e5")
    assert line(finish(study), "buildings") == 3 * 6
    assert line(finish(end(6, tracks={"architect": 3})), "buildings") == 6


@pytest.mark.rule("BE-TILE-06", "BE-TILE-09", "BE-ACT-33")
def test_the_house_of_tile_6_lies_nowhere():
    """Ruling R-65: no neighbour, and nothing for a secondary action."""
    study = houses(end(6, 9), "e1", "e2")
    assert line(finish(study), "tiles") == 5
    study = belle(owner=None, tiles=(6, 1, 2, 3)).seat(0, belle={"tiles": [6]}).put("a3", house=0)
    study.set(turn=1, to_play=1)
    match = act(study.match(), "a3")
    assert points(match, 0) == 1


@pytest.mark.rule("BE-TILE-07")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 3), (4, 5), (5, 5)])
def test_tile_7_scores_for_first_passes(players, each):
    study = end(7, players=players, first_out=0)
    study.seat(0, exhibits=3).seat(1, exhibits=2)
    assert line(finish(study), "tiles") == 3 * each


@pytest.mark.rule("BE-TILE-08", "BE-TILE-06")
def test_tile_8_adds_2_to_each_building():
    study = houses(end(8), "e1", "e5").pavilion(1, 0)
    assert line(finish(study), "tiles") == 6
    study = houses(end(8, 6), "e1", "e5").pavilion(1, 0)
    assert line(finish(study), "tiles") == 8, "ruling R-65"


@pytest.mark.rule("BE-TILE-09")
@pytest.mark.example("X20")
@pytest.mark.parametrize(
    ("players", "spaces", "gained"),
    [
        (2, ("e1", "e2", "e3"), 8),
        (3, ("e1", "e2", "e3"), 10),
        (3, ("a4", "a5", "b5"), 10),
        (4, ("d4", "e4", "d5", "e5"), 24),
        (5, ("d4", "e4", "d5", "e5"), 28),
        (3, ("a1", "b2"), 0),
        (3, ("e1", "a2"), 0),
        (3, ("e1", "e3"), 0),
    ],
)
def test_tile_9_scores_for_neighbours(players, spaces, gained):
    assert line(finish(houses(end(9, players=players), *spaces)), "tiles") == gained


@pytest.mark.rule("BE-TILE-09", "BE-ACT-34")
def test_foreign_houses_and_pavilions_are_no_neighbours():
    study = houses(end(9), "e1").put("e2", house=1).pavilion(1, 0).pavilion(2, 0)
    assert line(finish(study), "tiles") == 0


@pytest.mark.rule("BE-TILE-10", "BE-TILE-06", "BE-TILE-08", "BE-END-04")
@pytest.mark.example("X21")
@pytest.mark.parametrize(
    ("tiles", "step", "total"),
    [((), 5, 60), ((10,), 6, 90), ((10, 6), 6, 105), ((10, 6, 8), 6, 119), ((10,), 5, 60)],
)
def test_tile_10_is_a_seventh_space(tiles, step, total):
    study = end(*tiles, tracks={"architect": step})
    houses(study, "a1", "a3", "a5", "e1", "e3").pavilion(1, 0)
    match = finish(study)
    assert line(match, "buildings") + line(match, "tiles") == total


@pytest.mark.rule("BE-TILE-10")
@pytest.mark.parametrize(("tiles", "level"), [([10], 15), ([9], 10), ([], 10)])
def test_the_seventh_space_is_reached_by_a_step_with_the_tile(tiles, level):
    """Ruling R-64: steps that lapsed before do not count."""
    study = belle(owner=None, tiles=(9, 10, 11, 12)).seat(0, tracks={"architect": 5})
    study.seat(0, belle={"tiles": tiles})
    study.set(theatre=["van_de_velde", "buls", "albert", "solvay"])
    match = act(study.match(), "c1")
    do(match, "take 0", "keep")
    assert seat(match, 0)["levels"]["architect"] == level
    do(match, "pass", "pass", "brussels grand-place")
    assert "van_de_velde" not in options(match, "activate"), "tilted"


@pytest.mark.rule("BE-TILE-10")
def test_the_seventh_space_is_of_the_architect_track_alone():
    study = belle(owner=None, tiles=(9, 10, 11, 12))
    study.seat(0, tracks={"town_hall": 5, "palace": 5}, belle={"tiles": [10]})
    study.seat(0, notables=["brugmann", "buls", "albert"])
    match = do(study.match(), "brussels grand-place", "activate buls", "activate albert", "decline")
    assert seat(match, 0)["tracks"] == {"town_hall": 5, "palace": 5, "architect": 0}


@pytest.mark.rule("BE-TILE-11", "BE-END-02")
def test_tile_11_scores_for_white_works():
    study = end(11, works={"blue": 1}, belle={"white": {"green": 2, "blue": 1}})
    match = finish(study)
    assert (line(match, "tiles"), line(match, "works")) == (9, 1)
    study = end(5, works={"blue": 1}, belle={"white": {"green": 2, "blue": 1}})
    match = finish(study)
    assert (line(match, "tiles"), line(match, "works")) == (2, 1), "without it they are worthless"


@pytest.mark.rule("BE-TILE-12")
def test_tile_12_pays_the_notables():
    owned = ["brugmann", "buls", "maeterlinck"]
    match = finish(end(12, money=1, notables=owned))
    assert seat(match, 0)["money"] == 1
    assert seat(match, 0)["notables"] == owned
    assert (line(match, "unpaid"), line(match, "notables")) == (0, 3)
    match = closing(end(11, money=1, notables=owned).match())
    while not match.over:
        do(match, options(match)[0])
    assert line(match, "unpaid") == -15


@pytest.mark.rule("BE-ACT-02", "BE-TILE-04", "BE-TILE-08")
def test_a_tile_works_for_the_owner_of_its_assistant_alone():
    study = houses(end(), "e1", "e5").seat(1, belle={"tiles": [4]}).seat(2, belle={"tiles": [3]})
    match = finish(study)
    assert match.sheet["works"] == [0, 4, 0]
    assert seat(match, 0)["money"] == 0
    assert seat(match, 2)["money"] == 3


@pytest.mark.rule("BE-END-03")
@pytest.mark.parametrize(
    ("tiles", "free"), [((), 3), ((4,), 2), ((4, 5, 9), 0), ((4, 5, 9, 11), 0)]
)
def test_assistants_on_tiles_do_not_count_as_free(tiles, free):
    """Ruling R-63."""
    match = finish(end(*tiles))
    assert line(match, "assistants") == free


@pytest.mark.rule("BE-END-01", "BE-END-02", "BE-END-03", "BE-END-04")
@pytest.mark.rule("BE-TILE-01", "BE-TILE-03", "BE-TILE-08")
@pytest.mark.example("X19")
def test_a_whole_final_score_of_172():
    study = end(
        1,
        3,
        8,
        first_out=0,
        money=6,
        earned={"sale": 61, "crests": 30},
        justice=1,
        tracks={"town_hall": 3, "architect": 3},
        notables=["brugmann", "albert", "buls", "maeterlinck"],
        works={"blue": 1, "green": 1, "black": 1},
        cubes={"wood": 1, "glass": 1, "joker": 3},
        rows={"notables": [5], "works": [1], "money": [4]},
    )
    study.seat(0, belle={"white": {"blue": 1, "yellow": 1}})
    houses(study, "e1", "e3", "e5", "a5").pavilion(5, 0)
    match = finish(study)
    assert seat(match, 0)["money"] == 4
    found = {name: values[0] for name, values in match.sheet.items() if values[0]}
    assert found == {
        "sales": 61,
        "crests": 30,
        "buildings": 30,
        "money": 2,
        "works": 6,
        "notables": 12,
        "assistants": 1,
        "cubes": 2,
        "token": 5,
        "tiles": 13 + 10,
    }
    assert match.scores[0] == 172


@pytest.mark.rule("BE-TILE-03", "BE-TILE-05", "AS-05", "AS-07")
def test_tiles_3_and_5_count_spaces_whatever_is_printed_on_them():
    """Ruling R-66."""
    study = end(3, asymmetric=True, architect="hankar", tracks={"town_hall": 2})
    assert seat(study.match(), 0)["levels"]["town_hall"] == 4
    assert seat(finish(study), 0)["money"] == 9
    study = end(5, asymmetric=True, architect="gauchie", tracks={"palace": 3})
    study.seat(1, architect="hankar")
    assert seat(study.match(), 0)["levels"]["palace"] == 5
    assert line(finish(study), "tiles") == 8


@pytest.mark.rule("BE-TILE-02", "BE-END-01")
def test_the_score_of_the_moment_raises_the_best_line():
    """Before the choice the sheet shows what the tile would bring at best."""
    match = end(2, money=40, works={"blue": 3}).match()
    assert match.sheet["money"][0] == 10 * 3
    assert match.sheet["works"][0] == 3
    match = end(2, money=4, works={"blue": 3}).match()
    assert (match.sheet["money"][0], match.sheet["works"][0]) == (1, 9)
