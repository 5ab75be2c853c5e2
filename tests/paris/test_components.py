"""Chapter 1: what is in the box, and an owner's own tables."""

from __future__ import annotations

from collections import Counter

import pytest

import horta
from paris.boards import (
    CARDS,
    MIXED,
    NAMES,
    SHAPES,
    A,
    builds,
    can,
    choices,
    dealt,
    kinds,
    moves,
    openings,
    oriented,
    parts,
    piece_at,
    play,
    postcard,
    puts,
    rows_of,
    seat,
    spaces_at,
    stand,
    table,
)

ORANGE = ["bo/mo", "mo/ob", "oL/ob", "Lo/bm", "mo/bo", "oL/bo", "Lo/om", "oo/ob"]
BLUE = ["ob/mb", "mb/bo", "bL/bo", "Lb/om", "mb/ob", "bL/ob", "Lb/bm", "bb/bo"]
ORIENTATIONS = dict(zip(NAMES, (2, 4, 1, 4, 2, 4, 4, 4, 4, 1, 4, 4), strict=True))
PLACEMENTS = dict(zip(NAMES, (96, 196, 49, 168, 84, 168, 168, 144, 144, 36, 140, 120), strict=True))
HANDED = ("S4", "L4", "P5", "L6")
EVERYTHING = " ".join(NAMES)


@pytest.mark.rule("PA-COM-01")
@pytest.mark.parametrize("players", [0, 1, 3])
def test_the_game_is_for_two(players):
    with pytest.raises(horta.BadOption, match="is for 2 players"):
        horta.start("paris", players, seed=1)
    assert horta.start("paris", 2, seed=1).names() == ["Orange", "Blue"]


@pytest.mark.rule("PA-COM-02")
def test_sixteen_squares_make_eight_by_eight_spaces():
    match = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0)
    assert len(moves(match, "tile")) == 16 * 4
    for square in range(16):
        play(match, f"T{square}/0")
    assert [len(row) for row in table(match)["board"]] == [8] * 8
    assert "." not in "".join(table(match)["board"])


@pytest.mark.rule("PA-COM-02")
@pytest.mark.parametrize("square", range(16))
def test_squares_lie_in_four_rows_of_four(square):
    board = table(play(dealt("3 1 2 0 4 5 6 7", "0 1 2 3 4 5 6 7", 0), f"T{square}/0"))["board"]
    row, column = 2 * (square // 4), 2 * (square % 4)
    assert board[row][column : column + 2] == "Lo"
    assert board[row + 1][column : column + 2] == "bm"
    assert "".join(board).count(".") == 60


@pytest.mark.rule("PA-COM-03")
def test_each_colour_has_eight_tiles_of_four_spaces():
    match = horta.start("paris", seed=3)
    for s, letter in enumerate("ob"):
        own = seat(match, s)
        assert sorted([own["hand"], *own["stack"]]) == [f"{letter}{k}" for k in range(8)]
    for face in (*match.components.tiles.orange, *match.components.tiles.blue):
        letters = face.replace("/", "")
        assert len(letters) == 4
        assert set(letters) <= set("obmL")


@pytest.mark.rule("PA-COM-04")
def test_tile_faces():
    tiles = horta.start("paris", seed=3).components.tiles
    assert list(tiles.orange) == ORANGE
    assert list(tiles.blue) == BLUE
    exchanged = str.maketrans("ob", "bo")
    assert [face.translate(exchanged) for face in tiles.blue] == list(tiles.orange)
    assert Counter("".join(tiles.orange)) - Counter("/" * 8) == {"o": 16, "b": 7, "m": 5, "L": 4}
    assert Counter("".join(tiles.blue)) - Counter("/" * 8) == {"b": 16, "o": 7, "m": 5, "L": 4}


@pytest.mark.rule("PA-COM-04")
@pytest.mark.parametrize("turn", range(4))
def test_the_whole_city_has_the_same_spaces_however_it_is_laid(turn):
    match = dealt("0 1 2 3 4 5 6 7", "7 6 5 4 3 2 1 0", 1)
    for square in range(16):
        play(match, f"T{15 - square}/{turn}")
    counts = Counter("".join(table(match)["board"]))
    assert counts == {"o": 23, "b": 23, "m": 10, "L": 8}


@pytest.mark.rule("PA-COM-04")
@pytest.mark.parametrize("seat_number", [0, 1])
@pytest.mark.parametrize("tile", range(8))
def test_every_tile_shows_its_own_face(seat_number, tile):
    stacks = ["0 1 2 3 4 5 6 7"] * 2
    stacks[seat_number] = " ".join(map(str, [tile, *(k for k in range(8) if k != tile)]))
    board = table(play(dealt(*stacks, seat_number), "T0/0"))["board"]
    assert f"{board[0][:2]}/{board[1][:2]}" == (ORANGE, BLUE)[seat_number][tile]


@pytest.mark.rule("PA-COM-05")
def test_sizes_of_the_buildings():
    buildings = horta.start("paris", seed=3).components.buildings
    assert [len(building.cells) for building in buildings] == [3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6]
    match = stand(MIXED, orange=EVERYTHING)
    for name in NAMES:
        assert {len(spaces) for spaces in builds(match, name)} == {int(name[1])}


@pytest.mark.rule("PA-COM-06")
def test_shapes_of_the_buildings():
    buildings = horta.start("paris", seed=3).components.buildings
    drawn = {building.name: "/".join(building.rows) for building in buildings}
    assert drawn == SHAPES
    alike = {min(tuple(oriented(shape, k)) for k in range(8)) for shape in drawn.values()}
    assert len(alike) == 12


@pytest.mark.rule("PA-COM-06", "PA-DEF-08", "PA-DEF-09")
@pytest.mark.parametrize("allow_flip", [False, True])
def test_orientations_and_placements_on_an_empty_board(allow_flip):
    match = stand(MIXED, orange=EVERYTHING, allow_flip=allow_flip)
    total = 0
    for name in NAMES:
        twice = 2 if allow_flip and name in HANDED else 1
        placed = [(a, k) for b, a, k in moves(match, "build") if NAMES[b] == name]
        assert len(placed) == PLACEMENTS[name] * twice
        assert len({k for _, k in placed}) == ORIENTATIONS[name] * twice
        total += len(placed)
    assert total == (2053 if allow_flip else 1513)


@pytest.mark.rule("PA-DEF-08")
@pytest.mark.parametrize("name", HANDED)
def test_a_building_is_turned_but_not_turned_over(name):
    straight = stand(MIXED, orange=name)
    flipped = stand(MIXED, orange=name, allow_flip=True)
    for k in range(4, 8):
        spaces = spaces_at(SHAPES[name], 0, k)
        assert spaces not in builds(straight, name)
        assert spaces in builds(flipped, name)
    mirrored = spaces_at(SHAPES[name], 0, 4)
    play(flipped, f"B:{name}@0/4")
    assert piece_at(flipped, name) == (0, mirrored)


@pytest.mark.rule("PA-DEF-09")
@pytest.mark.parametrize("allow_flip", [False, True])
def test_equal_orientations_are_one_action_with_the_lowest_number(allow_flip):
    match = stand(MIXED, orange=EVERYTHING, allow_flip=allow_flip)
    for name in NAMES:
        footprints = builds(match, name)
        assert len(set(footprints)) == len(footprints)
        seen = []
        offered = []
        for k in range(8 if allow_flip else 4):
            if oriented(SHAPES[name], k) not in seen:
                offered.append(k)
            seen.append(oriented(SHAPES[name], k))
        assert sorted({k for b, _, k in moves(match, "build") if NAMES[b] == name}) == offered


@pytest.mark.rule("PA-COM-07", "PA-COM-08")
def test_chimneys_and_tokens():
    match = horta.start("paris", seed=3)
    assert [seat(match, s)["chimneys"] for s in (0, 1)] == [7, 7]
    assert [seat(match, s)["tokens"] for s in (0, 1)] == [4, 4]


@pytest.mark.rule("PA-COM-07")
@pytest.mark.parametrize("s", [0, 1])
def test_a_chimney_shows_the_owner(s):
    match = stand(MIXED, orange="I3", blue="V3", to_play=s)
    name = ("I3", "V3")[s]
    play(match, f"B:{name}@0/0")
    assert piece_at(match, name)[0] == s
    assert seat(match, s)["chimneys"] == 6
    assert seat(match, 1 - s)["chimneys"] == 7


@pytest.mark.rule("PA-COM-09")
def test_twelve_postcards_of_which_eight_are_starred():
    starred = [card["card"] for card in table(horta.start("paris", seed=3))["postcards"]]
    assert starred == ["LEV", "MET", "JAR", "SAC", "PEI", "CHA", "BOU", "LAM"]
    for card in CARDS:
        others = [other for other in CARDS if other != card][:7]
        match = horta.start("paris", seed=3, postcards=[card, *others])
        assert postcard(match, card)["state"] == "open"


@pytest.mark.rule("PA-COM-10")
@pytest.mark.parametrize("card", CARDS)
def test_the_special_piece_of_a_postcard(card):
    match = stand(A, "O O4 16 17 24 25", orange="I3", blue="V3", open_cards=card)
    play(match, f"A:{card}")
    if card in ("LEV", "MET", "SAC", "CHA"):
        assert not puts(match)
    else:
        space, facing = puts(match)[0]
        play(match, f"S@{space}/{facing}")
        assert postcard(match, card)["space"] is not None
    assert postcard(match, card)["state"] == ("held" if card in ("MET", "CHA") else "used")


@pytest.mark.rule("PA-COM-11")
@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("PEI", "painter"),
        ("MOU", "dancer"),
        ("FON", "fountain"),
        ("PEN", "statue"),
        ("LAM", None),
        ("GRA", None),
    ],
)
def test_postcards_that_bring_points(card, line):
    match = stand(A, "O 24 25 26", blue="I3", open_cards=card)
    assert parts(match, 0) == {"group": 3}
    play(match, f"A:{card}")
    play(match, "S@14/0" if card == "GRA" else "S@16/0")
    assert set(parts(match, 0)) - {"lit"} == ({"group", line} if line else {"group"})
    assert parts(match, 1) == {"unbuilt": -3}


def test_every_table_says_where_it_comes_from():
    provenance = horta.start("paris", seed=3).game.provenance
    degrees = {name: source.degree for name, source in provenance.items()}
    assert degrees == {
        "tiles": "reported",
        "buildings": "reported",
        "large_lamp_rays": "reconstructed",
        "fountain_cells": "inferred",
        "statue_neighbours": "inferred",
        "postcards": "printed",
    }


# Options


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("colour", "red"),
        ("postcards", "all"),
        ("postcards", CARDS[:7]),
        ("postcards", CARDS[:9]),
        ("postcards", [*CARDS[:7], "LEV"]),
        ("postcards", [*CARDS[:7], "XXX"]),
        ("starting_player", 2),
        ("starting_player", -1),
        ("starting_player", "me"),
        ("allow_flip", "yes"),
        ("fountain_cells", 0),
        ("fountain_cells", 3),
        ("statue_neighbours", "some"),
        ("large_lamp_rays", "circle"),
        ("large_lamp_rays", []),
        ("large_lamp_rays", [[(0, 1)]] * 13),
        ("large_lamp_rays", [[]]),
        ("large_lamp_rays", [[(0, 1)] * 8]),
        ("large_lamp_rays", [[(0, 0)]]),
        ("large_lamp_rays", [[(8, 0)]]),
        ("large_lamp_rays", [[(0, -8)]]),
    ],
)
def test_bad_options_are_named(option, value):
    with pytest.raises(horta.BadOption, match=f"option '{option}"):
        horta.start("paris", seed=1, **{option: value})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("postcards", CARDS[4:]),
        ("starting_player", 1),
        ("fountain_cells", 2),
        ("statue_neighbours", "all"),
        ("large_lamp_rays", "ring"),
        ("large_lamp_rays", [[(7, 0)] * 7] * 12),
        ("large_lamp_rays", [[[0, -7]]]),
    ],
)
def test_options_at_their_limits_are_taken(option, value):
    match = horta.start("paris", seed=1, **{option: value})
    assert option in match.position["options"]
    assert horta.resume("paris", match.position).position == match.position


# An owner's tables


def shapes_with(**changed):
    return [{"name": n, "rows": rows_of(changed.get(n, shape))} for n, shape in SHAPES.items()]


@pytest.mark.rule("PA-COM-03", "PA-COM-05", "PA-COM-06")
@pytest.mark.parametrize(
    ("components", "field", "words"),
    [
        ({"tiles": {"orange": ORANGE[:7]}}, "tiles.orange", "at least 8"),
        ({"tiles": {"blue": [*BLUE, "bb/bb"]}}, "tiles.blue", "at most 8"),
        ({"tiles": {"orange": ["oo/ox", *ORANGE[1:]]}}, "tiles.orange.0", "pattern"),
        ({"tiles": {"orange": [*ORANGE[:7], "ooob"]}}, "tiles.orange.7", "pattern"),
        ({"tiles": {"green": ORANGE}}, "tiles.green", "this name is unknown"),
        ({"cards": []}, "cards", "this name is unknown"),
        ({"buildings": shapes_with()[:11]}, "buildings", "at least 12"),
        ({"buildings": [*shapes_with(), shapes_with()[11]]}, "buildings", "at most 12"),
        ({"buildings": shapes_with(V3="XX/XX")}, "buildings", "PA-COM-05"),
        ({"buildings": shapes_with(I3="XX")}, "buildings", "PA-COM-05"),
        ({"buildings": shapes_with(V3="XX/XX", O4=".X/XX")}, "buildings", "smallest"),
        ({"buildings": [*shapes_with()[:1], *shapes_with()[:1], *shapes_with()[2:]]}, "", "name"),
        ({"buildings": shapes_with(O4="X.X/X.X")}, "buildings.2.rows", "no empty row or column"),
        ({"buildings": shapes_with(O4="XX/../XX")}, "buildings.2.rows", "no empty row or column"),
        ({"buildings": shapes_with(O4="XX./XX.")}, "buildings.2.rows", "no empty row or column"),
        ({"buildings": shapes_with(O4="XX/X")}, "buildings.2.rows", "equally long"),
        ({"buildings": shapes_with(O4="XX./..X/..X")}, "buildings.2.rows", "connected"),
        ({"buildings": shapes_with(I3="XX./..X")}, "buildings.0.rows", "connected"),
        ({"buildings": shapes_with(I3="XxX")}, "buildings.0.rows", "pattern"),
        ({"buildings": shapes_with(I3="")}, "buildings.0.rows", "pattern"),
        ({"buildings": [{"name": "I-3", "rows": ["XXX"]}, *shapes_with()[1:]]}, "name", "pattern"),
    ],
)
def test_bad_tables_are_named(components, field, words):
    with pytest.raises(horta.BadComponents, match=words) as refused:
        horta.start("paris", seed=1, components=components)
    assert field in str(refused.value)


@pytest.mark.rule("PA-COM-04", "PA-COM-06")
def test_an_owner_plays_with_his_own_tables():
    long = shapes_with(L6="XXXXXX", O4="XXXX")
    match = horta.start(
        "paris",
        seed=1,
        starting_player=0,
        components={"tiles": {"orange": ["mm/mm"] * 8}, "buildings": long},
    )
    play(match, "T0/0")
    assert table(match)["board"][:2] == ["mm......"] * 2
    match = stand(MIXED, orange="L6 O4", shapes={"L6": "XXXXXX", "O4": "XXXX"})
    assert len(builds(match, "L6")) == 2 * 3 * 8
    assert len(builds(match, "O4")) == 2 * 5 * 8
    assert frozenset(range(56, 62)) in builds(match, "L6")
    assert frozenset(range(23, 64, 8)) in builds(match, "L6")
    again = horta.resume("paris", match.position)
    assert again.legal == match.legal


def test_no_placement_of_a_long_building_leaves_the_board():
    match = stand(MIXED, orange="L6", shapes={"L6": "XXXX/X.../X..."})
    assert len(builds(match, "L6")) == 4 * 6 * 5
    assert can(match, "B:L6@44/0")
    assert not can(match, "B:L6@45/0")


def test_moves_have_texts_that_parse_back():
    match = horta.start("paris", seed=2)
    assert len(match.game.actions) == 6490
    first = {"pass": 0, "decline": 1, "tile A1 0": 2, "choose I3": 66, "activate LEV": 78}
    first |= {"put a1 0": 90, "build I3 a1 0": 346, "build L6 h8 7": 6489}
    for text, number in first.items():
        assert match.parse(text) == number
        assert match.text(number) == text
    for number in range(0, 6490, 7):
        assert match.parse(match.text(number)) == number
    assert kinds(match) == {"tile", "choose"}
    assert choices(match) == NAMES
    assert openings(match) == []
