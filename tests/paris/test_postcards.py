"""Chapter 5: the twelve postcards."""

from __future__ import annotations

import pytest

from paris.boards import (
    MIXED,
    NAMES,
    A,
    build,
    builds,
    can,
    choices,
    fits,
    kinds,
    of_seat,
    parts,
    piece_at,
    play,
    postcard,
    put_spaces,
    puts,
    reserves,
    seat,
    stand,
    swap,
    table,
)

ORANGE = {k for k, letter in enumerate("".join(A.split())) if letter == "o"}
ROWS_5 = "mmmmmmmm\n" * 5
L_CORNER = {"V3": "X./XX"}


def activated(card, *pieces, grid=A, s=0, **given):
    """Return a position in which a seat has just activated a card."""
    return play(stand(grid, *pieces, to_play=s, open_cards=card, **given), f"A:{card}")


def lamp_at(*spaces, base="m"):
    """Draw a grid of one letter with lamps."""
    letters = ["L" if space in spaces else base for space in range(64)]
    return "\n".join("".join(letters[8 * r : 8 * r + 8]) for r in range(8))


class TestLevitation:
    @pytest.mark.rule("PA-LEV-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_a_building_is_exchanged_for_one_that_was_on_the_site(self, s):
        match = activated("LEV", grid=MIXED, s=s, **reserves(s, "I3 U6", "V3"))
        assert choices(match) == ["I3", "U6"]
        assert table(match)["decision"] == "lev_give"
        play(match, "G:U6")
        assert table(match)["decision"] == "lev_get"
        assert table(match)["transit"] == "U6"
        site = [name for name in NAMES if name not in ("I3", "U6", "V3")]
        assert choices(match) == site
        play(match, "N:O4")
        assert table(match)["decision"] == "lev_place"
        assert table(match)["transit"] == "O4"
        assert table(match)["site"] == sorted({*site, "U6"} - {"O4"}, key=NAMES.index)
        assert seat(match, s)["reserve"] == ["I3"]
        assert match.to_play == s
        told = ["Orange", "Blue"][s]
        assert f"{told} gives the U of 6 to the site." in match.log()
        assert f"{told} gets the O of 4 from the site." in match.log()

    @pytest.mark.rule("PA-LEV-02", "PA-PH2-14")
    @pytest.mark.parametrize("s", [0, 1])
    def test_it_is_placed_at_once_with_a_chimney(self, s):
        grid = of_seat(s, A)
        match = activated("LEV", grid=grid, s=s, **reserves(s, "U6", "V3"))
        play(match, "G:U6", "N:I3")
        assert len(match.legal) == 36
        assert {NAMES[b] for b in [(move - 346) // 512 for move in match.legal]} == {"I3"}
        build(match, "I3", 35, 36, 37)
        assert piece_at(match, "I3") == (s, {35, 36, 37})
        assert seat(match, s)["chimneys"] == 6
        assert seat(match, s)["reserve"] == []
        assert (table(match)["transit"], table(match)["card"]) == (None, None)
        assert match.to_play == 1 - s
        assert postcard(match, "LEV")["state"] == "used"

    @pytest.mark.rule("PA-LEV-03")
    def test_something_to_give_is_needed(self):
        match = activated("LEV", grid=MIXED, blue="V3")
        assert kinds(match) == {"decline"}

    @pytest.mark.rule("PA-LEV-03")
    def test_something_on_the_site_is_needed(self):
        match = activated("LEV", grid=MIXED, orange="I3", blue=" ".join(NAMES[1:]))
        assert kinds(match) == {"decline"}
        match = activated("LEV", grid=MIXED, orange="I3", blue=" ".join(NAMES[2:]))
        assert kinds(match) == {"decline", "choose"}

    @pytest.mark.rule("PA-LEV-03")
    def test_a_placement_is_needed(self):
        """Orange has room for three in a row and for nothing else."""
        row = "b" * 56 + "ooobbbbb"
        grid = "\n".join(row[8 * r : 8 * r + 8] for r in range(8))
        match = activated("LEV", grid=grid, orange="I3", blue="V3")
        assert kinds(match) == {"decline"}
        match = activated("LEV", grid=grid, orange="V3", blue="O4")
        assert choices(match) == ["V3"]

    @pytest.mark.rule("PA-LEV-04")
    def test_only_a_building_with_a_placement_may_be_taken(self):
        row = "b" * 48 + "bbbbbboo" + "ooobbboo"
        grid = "\n".join(row[8 * r : 8 * r + 8] for r in range(8))
        match = play(activated("LEV", grid=grid, orange="U6", blue="V3"), "G:U6")
        assert choices(match) == ["I3", "O4"]
        assert not can(match, "decline")

    @pytest.mark.rule("PA-LEV-05", "PA-MET-04", "PA-CHA-04")
    def test_rights_do_not_apply(self):
        grid = "bbbbbbbb\n" * 6 + "bbbbbbbb\n" + "oLobobbo\n"
        match = activated("LEV", "O MET", "O CHA", grid=grid, orange="V3")
        assert kinds(match) == {"decline"}
        match = activated("LEV", "O MET", "O CHA", orange="U6")
        play(match, "G:U6", "N:I3")
        assert len(match.legal) == 36
        build(match, "I3", 0, 1, 2)
        assert postcard(match, "MET")["state"] == "held"
        assert postcard(match, "CHA")["state"] == "held"

    @pytest.mark.rule("PA-LEV-06")
    def test_what_was_given_costs_nothing(self):
        match = stand(MIXED, orange="U6 I3", blue="V3", open_cards="LEV")
        assert match.sheet["unbuilt"] == [-6, -3]
        play(match, "A:LEV", "G:U6", "N:O4", "B:O4@0/0")
        assert match.sheet["unbuilt"] == [-3, -3]
        assert "U6" in table(match)["site"]
        assert "U6" not in seat(match, 0)["reserve"]

    @pytest.mark.rule("PA-LEV-06", "PA-SAC-01")
    def test_what_was_given_costs_by_the_strict_reading(self):
        """The option `levitation`: the giver pays 3 points, from the moment of giving on."""
        match = stand(MIXED, orange="U6 I3", blue="V3", open_cards="LEV SAC", levitation="costs")
        play(match, "A:LEV")
        assert match.sheet["unbuilt"] == [-6, -3], "nothing is given yet"
        declined = play(match.copy(), "decline")
        assert declined.sheet["unbuilt"] == [-6, -3]
        for move in ("G:U6", "N:O4", "B:O4@0/0"):
            play(match, move)
            assert match.sheet["unbuilt"] == [-6, -3], "one in reserve, one given away"
        bought_off = play(match.copy(), "B:V3@40/0", "A:SAC")
        assert bought_off.sheet["unbuilt"] == [0, 0], "Sacré-Cœur forgives it, too"
        play(match, "A:SAC")
        assert match.sheet["unbuilt"] == [-6, 0], "and only to whoever holds it"


class TestMetropolitain:
    @pytest.mark.rule("PA-MET-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_activation_only_places_the_token(self, s):
        match = stand(A, to_play=s, **reserves(s, "I3", "V3"))
        before = match.position["table"]
        play(match, "A:MET")
        after = match.position["table"]
        assert postcard(match, "MET")["state"] == "held"
        assert after["buildings"] == before["buildings"]
        assert match.to_play == 1 - s
        assert not can(match, "A:MET")
        assert builds(match, "V3") == builds(stand(A, to_play=1 - s, **reserves(s, "", "V3")), "V3")

    @pytest.mark.rule("PA-MET-02")
    @pytest.mark.parametrize("s", [0, 1])
    def test_a_later_build_covers_a_lamp_and_the_right_is_gone(self, s):
        grid = of_seat(s, A)
        match = stand(grid, to_play=s, **reserves(s, "I3 L4", "V3"))
        assert not fits(match, "I3", 8, 9, 10)
        play(match, "A:MET", "A:SAC")
        assert match.to_play == s
        assert fits(match, "I3", 8, 9, 10)
        assert fits(match, "I3", 41, 42, 43)
        build(match, "I3", 8, 9, 10)
        assert postcard(match, "MET")["state"] == "used"
        assert postcard(match, "MET")["holder"] == s
        assert f"{['Orange', 'Blue'][s]} uses Métropolitain on b2." in match.log()
        play(match, "A:CHA")
        letters = "".join(grid.split())
        for spaces in builds(match, "L4"):
            assert "L" not in {letters[space] for space in spaces}

    @pytest.mark.rule("PA-MET-03")
    def test_exactly_one_lamp(self):
        match = stand(A, "O MET", orange="I3 O4 U6")
        letters = "".join(A.split())
        for name in ("I3", "O4", "U6"):
            counts = {sum(letters[k] == "L" for k in spaces) for spaces in builds(match, name)}
            assert counts == {0, 1}
        assert not fits(match, "I3", 42, 43, 44)

    @pytest.mark.rule("PA-MET-03")
    def test_a_build_over_no_lamp_keeps_the_right(self):
        match = stand(A, "O MET", "O CHA", orange="I3 V3")
        build(match, "I3", 0, 1, 2)
        assert postcard(match, "MET")["state"] == "held"
        assert postcard(match, "CHA")["state"] == "held"
        play(match, "A:SAC")
        assert fits(match, "V3", 9, 16, 17)

    @pytest.mark.rule("PA-MET-04")
    def test_it_is_the_build_of_that_turn(self):
        match = stand(A, "O MET", orange="I3 V3")
        build(match, "I3", 8, 9, 10)
        assert match.to_play == 1

    @pytest.mark.rule("PA-MET-04")
    @pytest.mark.parametrize("card", ["JAR", "BOU", "PEI", "LAM", "FON"])
    def test_no_special_piece_profits(self, card):
        match = activated(card, "O MET", "O CHA", "O 0 1 2", orange="I3")
        assert not {9, 14, 43, 44} & set(put_spaces(match))
        assert not set(range(4, 8)) & set(put_spaces(match))
        if card == "JAR":
            assert (8, 0) not in puts(match)
            assert (42, 0) not in puts(match)
            assert (35, 1) not in puts(match)
            assert (11, 0) not in puts(match)

    @pytest.mark.rule("PA-MET-05", "PA-LAM-03")
    def test_only_a_free_printed_lamp_will_do(self):
        match = stand(A, "O MET", "B large 9", "O lamp 24", orange="I3")
        assert not fits(match, "I3", 8, 9, 10)
        assert not fits(match, "I3", 24, 25, 26)
        assert fits(match, "I3", 41, 42, 43)
        match = stand(A, "O MET used", "O I3 8 9 10", orange="V3")
        assert not fits(match, "V3", 9, 16, 17)

    @pytest.mark.rule("PA-MET-06")
    def test_a_lamp_built_over_is_gone(self):
        match = stand(A, "O MET", "O V3 0 1 8", "O painter 19", orange="I3")
        assert match.sheet["lit"] == [3, 0]
        assert match.sheet["painter"] == [8, 0]
        build(match, "I3", 9, 10, 11)
        assert match.sheet["lit"] == [0, 0]
        assert match.sheet["painter"] == [6, 0]

    @pytest.mark.rule("PA-MET-07", "PA-CHA-06")
    def test_an_unused_right_changes_nothing(self):
        plain = stand(A, "O 0 1 2", orange="V3")
        assert stand(A, "O 0 1 2", "O MET", "O CHA", orange="V3").sheet == plain.sheet


class TestJardin:
    @pytest.mark.rule("PA-JAR-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_two_free_spaces_of_the_own_colour_or_mixed_and_a_chimney(self, s):
        match = activated("JAR", *swap(s, "O I3 16 17 18"), grid=of_seat(s, A), s=s)
        assert can(match, "S@0/0")  # both own
        assert can(match, "S@24/1")  # own and mixed
        assert can(match, "S@35/0")  # both mixed
        assert not can(match, "S@3/0")  # one is the rival's
        assert not can(match, "S@8/0")  # one is a lamp
        assert not can(match, "S@10/1")  # one is covered
        assert not can(match, "S@16/0")
        play(match, "S@24/1")
        assert seat(match, s)["chimneys"] == 5
        assert seat(match, 1 - s)["chimneys"] == 7
        assert postcard(match, "JAR")["space"] == "a4"
        assert match.to_play == 1 - s

    @pytest.mark.rule("PA-JAR-02")
    def test_it_lies_in_either_direction_within_the_board(self):
        match = activated("JAR", grid=MIXED)
        across = {(space, 0) for space in range(64) if space % 8 < 7}
        down = {(space, 1) for space in range(56)}
        assert set(puts(match)) == across | down
        assert len(puts(match)) == 112

    @pytest.mark.rule("PA-JAR-02", "PA-DEF-02")
    @pytest.mark.parametrize(("facing", "second"), [(0, 28), (1, 35)])
    def test_it_covers_both_its_spaces(self, facing, second):
        match = activated("JAR", grid=MIXED, blue="I3")
        play(match, f"S@27/{facing}")
        reached = frozenset().union(*builds(match, "I3"))
        assert set(range(64)) - reached == {27, second}

    @pytest.mark.rule("PA-JAR-03")
    def test_it_is_lit_and_joins_groups(self):
        match = stand(lamp_at(10), "O garden 2 3", "O I3 4 5 6")
        assert parts(match, 0) == {"lit": 2, "group": 5}

    @pytest.mark.rule("PA-JAR-03", "PA-FON-04")
    def test_it_touches_the_fountain(self):
        assert stand(MIXED, "O garden 2 3", "O fountain 4").sheet["fountain"] == [3, 0]

    @pytest.mark.rule("PA-JAR-03", "PA-GRA-04")
    def test_it_blocks_the_large_lamp(self):
        grid = lamp_at(9)
        assert stand(grid, "O large 9", "O I3 11 19 27").sheet["lit"] == [3, 0]
        match = stand(grid, "O large 9", "O I3 11 19 27", "O garden 2 10")
        assert match.sheet["lit"] == [2, 0]

    @pytest.mark.rule("PA-JAR-03", "PA-PEI-04", "PA-MOU-03")
    def test_it_bounds_zones(self):
        """Painter and dancer stand in the upper left corner, behind a wall with one gap."""
        grid = "oommmmmL\n" + "mmmmmmmm\n" * 7
        pieces = ["O painter 0", "O dancer 1", "B I3 8 9 10"]
        gap = stand(grid, *pieces)
        assert gap.sheet["painter"] == [2, 0]
        assert gap.sheet["dancer"] == [64 - 4, 0]
        closed = stand(grid, *pieces, "O garden 2 3")
        assert closed.sheet["painter"] == [0, 0]
        assert closed.sheet["dancer"] == [1, 0]

    @pytest.mark.rule("PA-JAR-03", "PA-BOU-06")
    def test_it_carries_the_annexe(self):
        match = activated("BOU", "O garden 0 1")
        assert puts(match) == [(2, 3), (8, 0)]
        play(match, "S@8/0")
        assert match.sheet["group"] == [3, 0]
        assert match.sheet["lit"] == [3, 0]

    @pytest.mark.rule("PA-JAR-04")
    def test_without_room_only_decline_and_it_never_costs(self):
        match = activated("JAR", grid="obobbbbb\n" + "bbbbbbbb\n" * 7)
        assert kinds(match) == {"decline"}
        play(match, "decline")
        assert match.scores == [0, 0]
        assert activated("JAR", grid="ombbbbbb\n" + "bbbbbbbb\n" * 7).legal[1:] == [90]


class TestSacreCoeur:
    @pytest.mark.rule("PA-SAC-01", "PA-SAC-02")
    @pytest.mark.parametrize("s", [0, 1])
    def test_unbuilt_buildings_cost_the_holder_nothing(self, s):
        match = stand(A, to_play=s, orange="I3 U6", blue="V3")
        assert match.sheet["unbuilt"] == [-6, -3]
        play(match, "A:SAC")
        assert match.sheet["unbuilt"] == [0 if s == 0 else -6, 0 if s == 1 else -3]

    @pytest.mark.rule("PA-SAC-02")
    def test_it_lasts_to_the_end(self):
        grid = "bbbbbbbb\n" * 8
        given = {"to_play": 1, "tokens": (0, 1), "open_cards": "MET"}
        match = stand(grid, "O SAC", orange="U6", **given)
        play(match, "A:MET")
        assert match.over
        assert match.scores == [0, 0]


class TestPeintre:
    @pytest.mark.rule("PA-PEI-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_on_a_free_space_of_the_own_colour(self, s):
        match = activated("PEI", *swap(s, "O 0 1 2"), grid=of_seat(s, A), s=s)
        assert puts(match) == [(space, 0) for space in sorted(ORANGE - {0, 1, 2})]
        play(match, "S@3/0")
        assert postcard(match, "PEI")["space"] == "d1"
        assert match.to_play == 1 - s

    @pytest.mark.rule("PA-PEI-02")
    @pytest.mark.parametrize("s", [0, 1])
    def test_two_points_for_each_lamp(self, s):
        match = stand(of_seat(s, A), *swap(s, "O painter 0"))
        assert match.sheet["painter"][s] == 8
        assert match.sheet["painter"][1 - s] == 0

    @pytest.mark.rule("PA-PEI-03")
    @pytest.mark.parametrize(
        "piece", ["O lamp 8", "O fountain 8", "O dancer 8", "O statue 8 S", "O large 9"]
    )
    def test_only_buildings_bound_the_zone(self, piece):
        """The corner 0 has two ways out, 1 and 8; a building stands on 1."""
        grid = "om" + "m" * 6 + "\noLmmmmmm\n" + "mmmmmmmm\n" * 6
        match = stand(grid, "O painter 0", "B I3 1 2 3", piece)
        assert match.sheet["painter"][0] == (4 if "lamp" in piece else 2)
        walled = stand(grid, "O painter 0", "B I3 1 2 3", "O garden 8 16")
        assert walled.sheet["painter"][0] == 0

    @pytest.mark.rule("PA-PEI-03", "PA-PEI-04")
    @pytest.mark.parametrize("owner", "OB")
    def test_buildings_of_either_player_bound_it(self, owner):
        grid = "om" + "m" * 6 + "\nmmmmmmmm\n" + "mmmmmmmL\n" + ROWS_5
        match = stand(grid, "O painter 0", f"{owner} V3 1 8 9")
        assert match.sheet["painter"][0] == 0
        assert stand(grid, "O painter 0", f"{owner} I3 1 9 17").sheet["painter"][0] == 2

    @pytest.mark.rule("PA-PEI-04")
    def test_no_way_through_diagonal_gaps(self):
        grid = "omLmmmmm\nmmmmmmmm\n" + "mmmmmmmm\n" * 6
        closed = stand(grid, "O painter 0", "O garden 8 16", "O I3 1 9 17")
        assert closed.sheet["painter"][0] == 0
        grid = "oommmmmm\n" + "mmmmmmmm\n" * 6 + "mmmmmmmL\n"
        diagonal = stand(grid, "O painter 0", "O I3 2 3 4", "O V3 8 9 16")
        assert diagonal.sheet["painter"][0] == 0

    @pytest.mark.rule("PA-PEI-04", "PA-BOU-05")
    def test_the_annexe_bounds_it(self):
        grid = "oommmmmm\n" + "ommmmmmm\n" + "mmmmmmmm\n" * 5 + "mmmmmmmL\n"
        pieces = ["O painter 0", "O I3 9 17 25"]
        assert stand(grid, *pieces, "O garden 8 16").sheet["painter"][0] == 2
        match = stand(grid, *pieces, "O garden 8 16", "O annexe 1 S")
        assert match.sheet["painter"][0] == 0

    @pytest.mark.rule("PA-PEI-05", "PA-LAM-02", "PA-GRA-02")
    def test_all_three_kinds_of_lamps_count_one_each(self):
        match = stand(A, "O painter 0", "O lamp 2", "O large 9")
        assert match.sheet["painter"][0] == 2 * 5

    @pytest.mark.rule("PA-PEI-05")
    def test_a_lamp_outside_that_shines_in_does_not_count(self):
        """Lamp 9 lights 1 and 8, the way out of the corner; those two are walled off from it."""
        grid = "oommmmmm\noLmmmmmm\n" + "mmmmmmmm\n" * 6
        within = stand(grid, "O painter 0", "B I3 2 10 18", "B V3 16 17 25")
        assert within.sheet["painter"][0] == 2
        grid = "ommmmmmm\nmmLmmmmm\n" + "mmmmmmmm\n" * 6
        outside = stand(grid, "O painter 0", "B I3 1 9 17", "B garden 8 16")
        assert outside.sheet["painter"][0] == 0
        assert outside.sheet["lit"] == [0, 3]

    @pytest.mark.rule("PA-PEI-06")
    def test_in_all_other_matters_he_covers_his_space(self):
        match = stand(A, "O painter 18", "O dancer 16", "O statue 10 E", orange="I3")
        free = stand(A, "O dancer 16", "O statue 10 E", orange="I3")
        assert not any(18 in spaces for spaces in builds(match, "I3"))
        assert match.sheet["dancer"][0] == free.sheet["dancer"][0] - 1
        assert match.sheet["statue"][0] == free.sheet["statue"][0] - 2
        assert match.sheet["visible"][0] == free.sheet["visible"][0] - 1


class TestChartier:
    @pytest.mark.rule("PA-CHA-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_the_mixed_space_waits_with_its_holder_for_all_to_see(self, s):
        match = play(stand(A, to_play=s), "A:CHA")
        for viewer in (0, 1, None):
            cards = match.view(viewer)["table"]["postcards"]
            seen = next(card for card in cards if card["card"] == "CHA")
            assert (seen["state"], seen["holder"]) == ("held", s)

    @pytest.mark.rule("PA-CHA-02", "PA-CHA-03")
    @pytest.mark.parametrize("s", [0, 1])
    def test_a_later_build_covers_a_rival_space_and_the_right_is_gone(self, s):
        grid = of_seat(s, A)
        match = stand(grid, to_play=s, **reserves(s, "I3 V3", "O4"))
        assert not fits(match, "I3", 2, 3, 4)
        play(match, "A:CHA")
        assert match.to_play == 1 - s
        play(match, "A:SAC")
        assert fits(match, "I3", 2, 3, 4)
        assert kinds(match) == {"activate", "build"}  # laying alone is no move
        build(match, "I3", 2, 3, 4)
        assert postcard(match, "CHA")["state"] == "used"
        assert f"{['Orange', 'Blue'][s]} uses Chartier on e1." in match.log()
        play(match, "A:MET")
        letters = "".join(grid.split())
        for spaces in builds(match, "V3"):
            assert "bo"[s] not in {letters[space] for space in spaces}

    @pytest.mark.rule("PA-CHA-03")
    def test_no_build_no_mixed_space(self):
        """Two rival spaces lie wherever orange could build: the right is of no use."""
        grid = "obbobbob\n" * 8
        match = stand(grid, "O CHA", orange="U6", blue="I3", to_play=1, tokens=(0, 0))
        build(match, "I3", 1, 9, 17)
        assert match.log()[-3].startswith("Orange can do nothing")

    @pytest.mark.rule("PA-CHA-04")
    def test_exactly_one_free_rival_space(self):
        match = stand(A, "O CHA", "B painter 4", orange="I3 O4 U6")
        letters = "".join(A.split())
        for name in ("I3", "O4", "U6"):
            counts = {sum(letters[k] == "b" for k in spaces) for spaces in builds(match, name)}
            assert counts == {0, 1}
        assert not fits(match, "I3", 2, 3, 4)  # the painter stands on 4
        assert fits(match, "I3", 10, 11, 12)
        assert not fits(match, "I3", 3, 4, 5)

    @pytest.mark.rule("PA-CHA-04")
    def test_neither_garden_nor_levitation(self):
        garden = activated("JAR", "O CHA")
        assert not can(garden, "S@3/0")
        swapped = activated("LEV", "O CHA", orange="U6")
        play(swapped, "G:U6", "N:I3")
        assert not fits(swapped, "I3", 2, 3, 4)
        assert fits(swapped, "I3", 1, 2, 3)

    @pytest.mark.rule("PA-CHA-05")
    @pytest.mark.parametrize("s", [0, 1])
    def test_both_rights_in_one_build(self, s):
        match = stand(of_seat(s, A), *swap(s, "O MET", "O CHA"), to_play=s, **reserves(s, "I3"))
        build(match, "I3", 36, 44, 52)
        assert postcard(match, "MET")["state"] == "used"
        assert postcard(match, "CHA")["state"] == "used"

    @pytest.mark.rule("PA-CHA-05")
    def test_one_right_is_spent_without_the_other(self):
        match = stand(A, "O MET", "O CHA", orange="I3 V3")
        one = build(match.copy(), "I3", 8, 9, 10)
        assert [postcard(one, card)["state"] for card in ("MET", "CHA")] == ["used", "held"]
        other = build(match, "I3", 2, 3, 4)
        assert [postcard(other, card)["state"] for card in ("MET", "CHA")] == ["held", "used"]

    @pytest.mark.rule("PA-CHA-06")
    def test_never_laid_it_costs_nothing(self):
        match = stand(A, "O CHA", over=True)
        assert match.scores == [0, 0]


class TestBouquinistes:
    @pytest.mark.rule("PA-BOU-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_on_a_free_own_space_beside_an_own_building(self, s):
        pieces = swap(s, "O I3 24 25 26", "B V3 4 12 13")
        match = activated("BOU", *pieces, grid=of_seat(s, A), s=s, shapes=L_CORNER)
        # north of it 16, 17, 18, east 27; south of it the spaces are mixed
        assert puts(match) == [(16, 2), (17, 2), (18, 2), (27, 3)]

    @pytest.mark.rule("PA-BOU-01")
    def test_not_on_mixed_lamp_or_covered_spaces_nor_at_a_corner(self):
        match = activated("BOU", "O V3 1 2 10", "O fountain 11", "O painter 0")
        assert put_spaces(match) == [3, 18]

    @pytest.mark.rule("PA-BOU-01", "PA-DEF-04")
    def test_the_edge_is_no_neighbour(self):
        grid = lamp_at(base="o")
        match = activated("BOU", "O I3 5 6 7", grid=grid)
        assert puts(match) == [(4, 1), (13, 0), (14, 0), (15, 0)]
        match = activated("BOU", "O I3 56 57 58", grid=grid)
        assert puts(match) == [(48, 2), (49, 2), (50, 2), (59, 3)]

    @pytest.mark.rule("PA-BOU-02")
    def test_the_building_grows_by_one(self):
        match = activated("BOU", "O I3 0 1 2")
        assert parts(match, 0) == {"lit": 3, "group": 3}
        play(match, "S@3/3")
        assert parts(match, 0) == {"lit": 4, "group": 4}
        assert piece_at(match, "I3") == (0, {0, 1, 2, 3})
        assert match.to_play == 1

    @pytest.mark.rule("PA-BOU-03")
    def test_without_a_building_or_a_space_only_decline(self):
        assert kinds(activated("BOU", "B I3 4 5 6")) == {"decline"}
        assert kinds(activated("BOU", "O I3 33 34 35", grid=MIXED)) == {"decline"}

    @pytest.mark.rule("PA-BOU-04")
    def test_he_chooses_the_building_that_it_joins(self):
        """Four buildings around 18, one on each side."""
        grid = lamp_at(base="o")
        pieces = ["O I3 10 9 8", "O V3 19 20 28", "O O4 26 27 34 35", "O T4 17 16 24 25"]
        shapes = {"T4": "XX/XX"}
        match = activated("BOU", *pieces, grid=grid, shapes=shapes)
        assert [facing for space, facing in puts(match) if space == 18] == [0, 1, 2, 3]
        for facing, name in enumerate(("I3", "V3", "O4", "T4")):
            after = play(match.copy(), f"S@18/{facing}")
            grown = [n for n in ("I3", "V3", "O4", "T4") if 18 in piece_at(after, n)[1]]
            assert grown == [name]

    @pytest.mark.rule("PA-BOU-04")
    def test_of_two_facings_to_one_building_the_lower_is_offered(self):
        grid = lamp_at(base="o")
        match = activated("BOU", "O U6 9 10 11 12 17 20", grid=grid)
        assert [facing for space, facing in puts(match) if space == 18] == [0]
        assert [facing for space, facing in puts(match) if space == 19] == [0]
        match = activated("BOU", "O V3 17 25 26", grid=grid, shapes=L_CORNER)
        assert [facing for space, facing in puts(match) if space == 18] == [2]
        match = activated("BOU", "O V3 19 26 27", grid=grid)
        assert [facing for space, facing in puts(match) if space == 18] == [1]

    @pytest.mark.rule("PA-BOU-05")
    def test_its_space_makes_contact_in_every_way(self):
        grid = lamp_at(20, base="o")
        match = stand(grid, "O I3 16 17 18", "O annexe 19 W", "O V3 3 11 12", shapes=L_CORNER)
        assert match.sheet["lit"][0] == 4 + 3  # lamp 20 lies beside the annexe, and beside 12
        assert match.sheet["group"] == [7, 0]
        match = stand(grid, "O I3 16 17 18", "O annexe 19 W", "O fountain 27")
        assert match.sheet["fountain"] == [3, 0]

    @pytest.mark.rule("PA-BOU-05", "PA-GRA-04")
    def test_it_blocks_light_and_is_lit(self):
        grid = lamp_at(27, base="o")
        behind = stand(grid, "O large 27", "O I3 25 24 16", shapes={"I3": "X./XX"})
        assert behind.sheet["lit"] == [3, 0]
        match = stand(
            grid,
            "O large 27",
            "O I3 25 24 16",
            "O V3 10 17 18",
            "O annexe 26 N",
            shapes={"I3": "X./XX"},
        )
        assert match.sheet["lit"] == [4, 0]

    @pytest.mark.rule("PA-BOU-06")
    def test_it_takes_no_chimney(self):
        match = activated("BOU", "O I3 0 1 2")
        play(match, "S@3/3")
        assert seat(match, 0)["chimneys"] == 6
        garden = stand(A, "O garden 0 1", "O annexe 8 N")
        assert seat(garden, 0)["chimneys"] == 6
        assert garden.sheet["group"] == [3, 0]


class TestLampadaire:
    @pytest.mark.rule("PA-LAM-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_on_a_free_own_space(self, s):
        match = activated("LAM", *swap(s, "O 0 1 2"), grid=of_seat(s, A), s=s)
        assert puts(match) == [(space, 0) for space in sorted(ORANGE - {0, 1, 2})]
        assert kinds(activated("LAM", grid=MIXED)) == {"decline"}
        play(match, "S@3/0")
        assert match.to_play == 1 - s

    @pytest.mark.rule("PA-LAM-02", "PA-DEF-05")
    @pytest.mark.parametrize("owner", "OB")
    def test_it_shines_for_both(self, owner):
        grid = "mmmmmmmm\n" * 3 + f"mmm{owner.lower()}mmmm\n" + "mmmmmmmm\n" * 4
        match = stand(grid, f"{owner} lamp 27", "O I3 3 11 19", "B V3 35 42 43", "O O4 28 29 20 21")
        assert match.sheet["lit"] == [7, 3]
        corner = stand(grid, f"{owner} lamp 27", "O I3 18 17 16")
        assert corner.sheet["lit"] == [0, 0]

    @pytest.mark.rule("PA-LAM-02", "PA-PEI-05")
    def test_the_painter_counts_it(self):
        grid = "oommmmmm\n" + "mmmmmmmm\n" * 7
        assert stand(grid, "O painter 0").sheet["painter"] == [0, 0]
        assert stand(grid, "O painter 0", "O lamp 1").sheet["painter"] == [2, 0]

    @pytest.mark.rule("PA-LAM-03", "PA-MOU-03")
    def test_it_covers_its_space_and_is_no_lamp_space(self):
        grid = "oommmmmm\nommmmmmm\n" + "mmmmmmmm\n" * 6
        match = stand(grid, "O lamp 1", "O dancer 0", "O statue 8 S")
        assert match.sheet["dancer"] == [1, 0]
        gra = activated("GRA", "O lamp 0")
        assert put_spaces(gra) == [9, 14, 43, 44]


class TestMoulinRouge:
    @pytest.mark.rule("PA-MOU-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_on_a_free_own_space(self, s):
        match = activated("MOU", *swap(s, "O 0 1 2"), grid=of_seat(s, A), s=s)
        assert puts(match) == [(space, 0) for space in sorted(ORANGE - {0, 1, 2})]
        play(match, "S@3/0")
        assert match.to_play == 1 - s
        assert match.sheet["dancer"][s] == 61

    @pytest.mark.rule("PA-MOU-02", "PA-MOU-04")
    def test_one_for_herself_and_one_for_every_space_of_any_colour(self):
        assert stand(A, "O dancer 0").sheet["dancer"] == [64, 0]
        assert stand(A, "B dancer 4").sheet["dancer"] == [0, 64]
        closed = stand(A, "O dancer 0", "O V3 1 8 9", "O MET used")
        assert closed.sheet["dancer"] == [1, 0]

    @pytest.mark.rule("PA-MOU-03")
    @pytest.mark.parametrize(
        "piece",
        ["O garden 1 2", "O painter 1", "O statue 1 E", "O fountain 1", "O lamp 1", "B I3 1 2 3"],
    )
    def test_every_piece_bounds_her_zone(self, piece):
        grid = "oommmmmm\n" + "mmmmmmmm\n" * 7
        if piece[0] == "B":
            grid = "ommmmmmm\n" + "mmmmmmmm\n" * 7
        match = stand(grid, "O dancer 0", "O V3 8 16 17", piece, shapes=L_CORNER)
        assert match.sheet["dancer"] == [1, 0]

    @pytest.mark.rule("PA-MOU-03")
    def test_the_annexe_and_the_large_lamp_bound_it(self):
        grid = "oLmmmmmm\n" + "ommmmmmm\n" + "mmmmmmmm\n" * 6
        match = stand(grid, "O dancer 0", "O I3 16 17 18", "O annexe 8 S")
        assert match.sheet["dancer"] == [64 - 4, 0]
        match = stand(grid, "O dancer 0", "O I3 16 17 18", "O annexe 8 S", "O large 1")
        assert match.sheet["dancer"] == [1, 0]

    @pytest.mark.rule("PA-MOU-04")
    def test_lamp_spaces_are_open_and_count(self):
        grid = "oLLLLLLL\n" + "LLLLLLLL\n" * 7
        assert stand(grid, "O dancer 0").sheet["dancer"] == [64, 0]


class TestFontaine:
    @pytest.mark.rule("PA-FON-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_on_a_free_own_or_mixed_space(self, s):
        match = activated("FON", *swap(s, "O 0 1 2"), grid=of_seat(s, A), s=s)
        spaces = sorted((ORANGE | set(range(32, 40))) - {0, 1, 2})
        assert puts(match) == [(space, 0) for space in spaces]
        play(match, "S@33/0")
        assert postcard(match, "FON")["space"] == "b5"
        assert match.to_play == 1 - s

    @pytest.mark.rule("PA-FON-02", "PA-FON-04")
    @pytest.mark.parametrize("s", [0, 1])
    def test_three_points_for_each_own_building_beside_it(self, s):
        """One on each side of 27, and one at a corner."""
        around = ["O 3 11 19", "O 28 29 30", "O 35 42 43 44", "O 16 24 25 26"]
        for count in range(5):
            match = stand(MIXED, *swap(s, "O fountain 27", *around[:count]))
            assert match.sheet["fountain"][s] == 3 * count
            assert match.sheet["fountain"][1 - s] == 0
        corner = stand(MIXED, *swap(s, "O fountain 27", "O 18 17 16", "O 36 37 38"))
        assert corner.sheet["fountain"] == [0, 0]

    @pytest.mark.rule("PA-FON-04")
    def test_each_building_once_and_never_a_rival(self):
        match = stand(MIXED, "O fountain 27", "O V3 19 20 28", shapes={"V3": "XX/.X"})
        assert match.sheet["fountain"] == [3, 0]
        match = stand(MIXED, "O fountain 27", "B I3 3 11 19")
        assert match.sheet["fountain"] == [0, 0]

    @pytest.mark.rule("PA-FON-03")
    @pytest.mark.parametrize("s", [0, 1])
    def test_of_two_spaces_both_free_and_own_or_mixed(self, s):
        match = activated("FON", *swap(s, "O 0 1 2"), grid=of_seat(s, A), s=s, fountain_cells=2)
        assert len(puts(match)) == 49 - 5
        assert can(match, "S@24/1")
        assert can(match, "S@35/0")
        assert not can(match, "S@3/0")
        assert not can(match, "S@2/1")
        assert not can(match, "S@8/0")
        assert not can(match, "S@39/0")
        play(match, "S@24/1")
        assert seat(match, s)["chimneys"] == 6
        covered = stand(of_seat(s, A), *swap(s, "O fountain 24 32"), fountain_cells=2)
        assert covered.sheet["visible"][s] == 25

    @pytest.mark.rule("PA-FON-03")
    @pytest.mark.parametrize(
        ("fountain", "building", "touches"),
        [
            ("27 28", "19 11 3", True),
            ("27 28", "20 12 4", True),  # the second space alone
            ("27 28", "29 30 31", True),
            ("27 28", "36 44 52", True),
            ("27 28", "21 13 5", False),
            ("27 28", "37 38 39", False),
            ("27 35", "43 51 59", True),
            ("27 35", "36 37 38", True),
            ("27 35", "34 33 32", True),
            ("27 35", "44 45 46", False),
            ("27 35", "29 30 31", False),
        ],
    )
    def test_of_two_spaces_either_makes_contact(self, fountain, building, touches):
        match = stand(MIXED, f"O fountain {fountain}", f"O {building}", fountain_cells=2)
        assert match.sheet["fountain"] == [3 if touches else 0, 0]

    @pytest.mark.rule("PA-FON-03")
    def test_of_two_spaces_a_building_along_both_counts_once(self):
        match = stand(MIXED, "O fountain 27 28", "O I3 19 20 21", fountain_cells=2)
        assert match.sheet["fountain"] == [3, 0]

    @pytest.mark.rule("PA-FON-03")
    def test_of_two_spaces_no_chimney_is_needed(self):
        six = ["O I3 0 1 2", "O V3 4 11 12", "O O4 16 17 24 25", "O S4 19 27 28 36"]
        six += ["O T4 32 40 41 48", "O P5 6 7 13 14 15", "O X5 38 45 46 47 54"]
        match = activated("FON", *six, grid=MIXED, fountain_cells=2)
        assert kinds(match) == {"put", "decline"}


class TestPenseur:
    @pytest.mark.rule("PA-PEN-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_on_a_free_own_space_with_a_free_space_in_front(self, s):
        match = activated("PEN", *swap(s, "O I3 0 1 2"), grid=of_seat(s, A), s=s)
        assert set(put_spaces(match)) == ORANGE - {0, 1, 2}
        facings = {k: [f for space, f in puts(match) if space == k] for k in (3, 10, 18, 40)}
        assert facings[3] == [1, 2]  # 2 is covered, north of it is the edge
        assert facings[10] == [1, 2, 3]  # 2 is covered; west of it is a lamp space
        assert facings[18] == [0, 1, 2, 3]
        assert facings[40] == [0, 1, 2]
        play(match, "S@3/1")  # a rival space in front
        assert postcard(match, "PEN")["facing"] == 1
        assert match.to_play == 1 - s

    @pytest.mark.rule("PA-PEN-02", "PA-PEN-03")
    @pytest.mark.parametrize(
        ("spot", "facing", "points"),
        [
            (27, "N", 12),
            (0, "S", 5),
            (7, "W", 5),
            (56, "N", 5),
            (63, "W", 5),
            (3, "S", 8),
            (24, "E", 8),
            (31, "W", 8),
            (59, "N", 8),
        ],
    )
    def test_two_for_each_side_and_one_for_each_corner(self, spot, facing, points):
        match = stand(lamp_at(base="o"), f"O statue {spot} {facing}")
        assert match.sheet["statue"] == [points, 0]

    @pytest.mark.rule("PA-PEN-02", "PA-PEN-05")
    @pytest.mark.parametrize("facing", "NESW")
    @pytest.mark.parametrize("owner", "OB")
    def test_an_occupied_front_makes_it_worthless(self, facing, owner):
        fronts = {"N": "11 19", "E": "28 29", "S": "35 43", "W": "25 26"}
        grid = "mmmmmmmm\n" * 3 + "mmmommmm\n" + "mmmmmmmm\n" * 4
        for side, pair in fronts.items():
            match = stand(grid, f"O statue 27 {facing}", f"{owner} garden {pair}")
            assert match.sheet["statue"][0] == (0 if side == facing else 10)

    @pytest.mark.rule("PA-PEN-05")
    @pytest.mark.parametrize(
        "piece", ["O painter 28", "O dancer 28", "O lamp 28", "O fountain 28", "O I3 28 29 30"]
    )
    def test_any_piece_on_the_front_counts(self, piece):
        match = stand(lamp_at(base="o"), "O statue 27 E", piece)
        assert match.sheet["statue"] == [0, 0]
        other = stand(lamp_at(base="o"), "O statue 27 W", piece)
        assert other.sheet["statue"] == [10, 0]

    @pytest.mark.rule("PA-PEN-03")
    @pytest.mark.parametrize(("choice", "points"), [("free", 12 - 2 - 1 - 1), ("all", 12)])
    def test_covered_neighbours_count_only_if_so_chosen(self, choice, points):
        grid = lamp_at(base="o")
        match = stand(grid, "O statue 27 N", "O I3 34 35 36", statue_neighbours=choice)
        assert match.sheet["statue"] == [points, 0]
        front = stand(grid, "O statue 27 S", "O I3 34 35 36", statue_neighbours=choice)
        assert front.sheet["statue"] == [0, 0]
        corner = stand(grid, "O statue 0 E", statue_neighbours=choice)
        assert corner.sheet["statue"] == [5, 0]

    @pytest.mark.rule("PA-PEN-03")
    def test_a_free_lamp_space_counts_and_can_be_the_front(self):
        match = activated("PEN")
        assert can(match, "S@8/1")
        play(match, "S@8/1")
        assert match.sheet["statue"] == [8, 0]

    @pytest.mark.rule("PA-PEN-04")
    def test_it_may_not_face_over_the_edge(self):
        match = activated("PEN", grid=lamp_at(base="o"))
        facings = {k: [f for space, f in puts(match) if space == k] for k in range(64)}
        assert facings[0] == [1, 2]
        assert facings[7] == [2, 3]
        assert facings[56] == [0, 1]
        assert facings[63] == [0, 3]
        assert facings[3] == [1, 2, 3]
        assert facings[24] == [0, 1, 2]
        assert facings[31] == [0, 2, 3]
        assert facings[59] == [0, 1, 3]
        assert len(puts(match)) == 4 * 64 - 4 * 8

    @pytest.mark.rule("PA-PEN-04")
    def test_with_no_legal_facing_only_decline(self):
        grid = "ommmmmmm\n" + "mmmmmmmm\n" * 7
        match = activated("PEN", "O V3 1 8 9", grid=grid)
        assert kinds(match) == {"decline"}
        match = activated("PEN", "O I3 1 2 3", grid=grid)
        assert puts(match) == [(0, 2)]


CROSS = {(-1, 0), (-2, 0), (0, 1), (0, 2), (1, 0), (2, 0), (0, -1), (0, -2)}
RING = {(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {(0, 0)}
LINES = {(k * r, k * c) for k in range(1, 8) for r, c in ((-1, 0), (0, 1), (1, 0), (0, -1))}


def lights(lamp, **options):
    """Tell which dominoes, each named by its left space, the large lamp lights when alone."""
    found = {}
    for space in range(64):
        if space % 8 < 7 and lamp not in (space, space + 1):
            garden = f"O garden {space} {space + 1}"
            match = stand(lamp_at(lamp), f"B large {lamp}", garden, **options)
            found[space] = match.sheet["lit"] == [2, 0]
    return found


class TestGrandeLumiere:
    @pytest.mark.rule("PA-GRA-01")
    @pytest.mark.parametrize("s", [0, 1])
    def test_on_a_free_printed_lamp(self, s):
        match = activated("GRA", *swap(s, "O I3 8 9 10", "O MET used"), grid=of_seat(s, A), s=s)
        assert puts(match) == [(14, 0), (43, 0), (44, 0)]
        play(match, "S@14/0")
        assert postcard(match, "GRA")["space"] == "g2"
        assert match.to_play == 1 - s
        assert kinds(activated("GRA", grid=MIXED)) == {"decline"}

    @pytest.mark.rule("PA-GRA-02")
    def test_it_takes_the_place_of_the_printed_lamp(self):
        pieces = ("O I3 0 1 2", "O large 9", "O painter 3", "O MET")
        match = stand(A, *pieces, orange="V3")
        assert match.sheet["lit"] == [3, 0]
        assert match.sheet["painter"] == [8, 0]
        assert not fits(match, "V3", 9, 16, 17)
        statue = stand(A, "O statue 18 S", "O large 9")
        assert statue.sheet["statue"] == [11, 0]

    @pytest.mark.rule("PA-GRA-03")
    @pytest.mark.parametrize(
        ("pattern", "offsets"),
        [
            ("cross", CROSS),
            ("diamond", CROSS | RING),
            ("ring", RING),
            ("lines", LINES),
            ([[[-1, 2], [-2, 3]], [[3, 0]]], {(-1, 2), (-2, 3), (3, 0)}),
        ],
    )
    def test_what_it_lights(self, pattern, offsets):
        lit = {8 * (3 + r) + 3 + c for r, c in offsets if 3 + r in range(8) and 3 + c in range(8)}
        for space, light in lights(27, large_lamp_rays=pattern).items():
            assert light == bool({space, space + 1} & lit), space

    @pytest.mark.rule("PA-GRA-03")
    def test_a_cross_of_reach_two_is_the_default(self):
        assert stand(A).options.large_lamp_rays == "cross"
        for upright, lit in (("11 3", True), ("43 51", True), ("51 59", False), ("18 10", False)):
            first, second = sorted(map(int, upright.split()))
            match = stand(lamp_at(27), "O large 27", f"O garden {first} {second}")
            assert match.sheet["lit"] == [2 if lit else 0, 0]

    @pytest.mark.rule("PA-GRA-04")
    @pytest.mark.parametrize("owner", "OB")
    @pytest.mark.parametrize(
        ("near", "far"),
        [
            ("19 18 17", "11 10 9"),  # north
            ("28 20 12", "29 30 31"),  # east
            ("35 36 37", "43 51 59"),  # south
            ("26 34 42", "25 17 16"),  # west
        ],
    )
    def test_a_building_is_lit_and_casts_a_shadow(self, near, far, owner):
        index = "OB".index(owner)
        alone = stand(lamp_at(27), "O large 27", f"O {far}")
        assert alone.sheet["lit"] == [3, 0]
        shaded = stand(lamp_at(27), "O large 27", f"O {far}", f"{owner} {near}")
        assert shaded.sheet["lit"][0] + shaded.sheet["lit"][1] == 3
        assert shaded.sheet["lit"][index] == 3

    @pytest.mark.rule("PA-GRA-04")
    @pytest.mark.parametrize(
        "piece", ["painter 28", "dancer 28", "lamp 28", "fountain 28", "statue 28 N"]
    )
    def test_nothing_but_buildings_stops_it(self, piece):
        match = stand(lamp_at(27, base="o"), "O large 27", "O I3 29 30 31", f"O {piece}")
        lamps = 2 if piece == "lamp 28" else 1
        assert match.sheet["lit"] == [3 * lamps, 0]

    @pytest.mark.rule("PA-GRA-04")
    @pytest.mark.parametrize(
        ("lamp", "dark"),
        [(8, "6 7"), (15, "16 17"), (0, "56 57"), (63, "6 7"), (9, "7 15"), (56, "0 8")],
    )
    def test_a_ray_stops_at_the_edge(self, lamp, dark):
        match = stand(lamp_at(lamp), f"O large {lamp}", f"O garden {dark}")
        assert match.sheet["lit"] == [0, 0]
        lines = stand(lamp_at(27), "O large 27", "O garden 59 60", large_lamp_rays="lines")
        assert lines.sheet["lit"] == [2, 0]

    @pytest.mark.rule("PA-GRA-04")
    def test_corner_lamps_light_what_is_on_the_board(self):
        for lamp, near in ((0, "2 3"), (7, "4 5"), (56, "58 59"), (63, "60 61")):
            match = stand(lamp_at(lamp), f"O large {lamp}", f"O garden {near}")
            assert match.sheet["lit"] == [2, 0]
        for lamp, near in ((0, "16 24"), (7, "23 31"), (56, "32 40"), (63, "39 47")):
            match = stand(lamp_at(lamp), f"O large {lamp}", f"O garden {near}")
            assert match.sheet["lit"] == [2, 0]

    @pytest.mark.rule("PA-GRA-05")
    def test_one_lit_space_is_enough_and_counts_once(self):
        match = stand(lamp_at(27), "O large 27", "O L6 28 29 30 36 44 52")
        assert match.sheet["lit"] == [6, 0]
        around = {"U6": "XXX/X.X/X.."}
        match = stand(lamp_at(27), "O large 27", "O U6 18 19 20 26 28 34", shapes=around)
        assert match.sheet["lit"] == [6, 0]
