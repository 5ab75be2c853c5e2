"""PackagePresentation 1 (definitions) and 4: building, postcards, passing and the end."""

from __future__ import annotations

import random

import pytest

import horta
from paris.boards import (
    CARDS,
    MIXED,
    NAMES,
    A,
    action,
    build,
    builds,
    can,
    choices,
    dealt,
    fits,
    kinds,
    moves,
    openings,
    piece_at,
    play,
    postcard,
    put_spaces,
    puts,
    reserves,
    seat,
    skips,
    stand,
    swap,
    table,
    until_over,
)
from paris.reference import Reading

EVERYTHING = " ".join(NAMES)
AT_ONCE = ["LEV", "JAR", "PEI", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"]
NOTHING_OWN = "bbbbbbbb\n" * 8  # nothing for orange


# Definitions


@pytest.mark.rule("PA-DEF-01")
def test_a_lamp_space_without_a_piece_is_free():
    match = play(stand(A, open_cards="GRA"), "A:GRA")
    assert put_spaces(match) == [9, 14, 43, 44]
    assert fits(stand(A, "O MET", orange="I3"), "I3", 8, 9, 10)


@pytest.mark.rule("PA-DEF-01")
def test_where_no_tile_lies_there_are_no_spaces():
    match = play(dealt("2 0 1 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0), "T6/0")
    assert table(match)["board"] == ["........"] * 2 + ["....oL..", "....ob.."] + ["........"] * 4
    assert match.sheet["visible"] == [2, 1]


COVERS = [
    "O garden 18 26",
    "B garden 36 37",
    "O painter 18",
    "O dancer 18",
    "O lamp 18",
    "O fountain 18",
    "B fountain 35",
    "O statue 18 N",
    "O large 9",
]


@pytest.mark.rule("PA-DEF-02", "PA-DEF-03")
@pytest.mark.parametrize("piece", COVERS)
def test_every_piece_covers_its_space(piece):
    spaces = {int(word) for word in piece.split() if word.isdigit()}
    free = stand(A, "O MET", orange="I3")
    match = stand(A, piece, "O MET", orange="I3")
    assert set(builds(match, "I3")) == {under for under in builds(free, "I3") if not under & spaces}
    assert set(builds(match, "I3")) != set(builds(free, "I3"))


@pytest.mark.rule("PA-DEF-02", "PA-DEF-03")
def test_the_annexe_and_buildings_cover():
    match = stand(A, "O V3 17 24 25", "O annexe 18 W", "O O4 32 33 40 41")
    play(match, "A:PEI")
    covered = {17, 24, 25, 18, 32, 33, 40, 41}
    orange = {k for k, letter in enumerate("".join(A.split())) if letter == "o"}
    assert set(put_spaces(match)) == orange - covered


@pytest.mark.rule("PA-DEF-03")
@pytest.mark.parametrize("card", ["JAR", "PEI", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"])
def test_special_pieces_go_on_free_spaces(card):
    match = stand(A, "O 16 17 18", "O V3 0 8 9", "O MET used", open_cards=card)
    covered = {16, 17, 18, 8, 9, 0}
    play(match, f"A:{card}")
    for space, facing in puts(match):
        spaces = {space}
        if card == "JAR":
            spaces.add(space + (1 if facing == 0 else 8))
        assert not spaces & covered
    assert puts(match)


@pytest.mark.rule("PA-DEF-03", "PA-CHA-03")
def test_only_chartiers_mixed_space_is_built_over():
    match = play(stand(A, "O CHA", orange="I3"), "B:I3@2/0")
    assert piece_at(match, "I3") == (0, {2, 3, 4})
    assert postcard(match, "CHA")["state"] == "used"
    assert postcard(match, "CHA")["space"] is None


@pytest.mark.rule("PA-DEF-04")
def test_the_board_does_not_wrap_around():
    """7 and 8 follow each other in number, but lie at opposite edges; so do 0 and 56."""
    row = stand(MIXED, "O 5 6 7", "O 8 16 24")
    assert row.sheet["group"] == [3, 0]
    column = stand(MIXED, "O 0 1 2", "O 56 57 58")
    assert column.sheet["group"] == [3, 0]
    corner = stand(MIXED, "O 0 1 2", "O 61 62 63")
    assert corner.sheet["group"] == [3, 0]


@pytest.mark.rule("PA-DEF-04")
@pytest.mark.parametrize(
    ("garden", "other", "touches"),
    [
        ("19 27", "9 10 11", True),  # north of 19
        ("19 27", "20 21 22", True),  # east
        ("11 19", "27 35 43", True),  # south
        ("19 27", "16 17 18", True),  # west
        ("19 27", "8 9 10", False),  # north-west of 19
        ("19 27", "12 13 14", False),  # north-east
        ("11 19", "28 29 30", False),  # south-east
        ("11 19", "24 25 26", False),  # south-west
    ],
)
def test_adjacent_is_by_a_side_not_by_a_corner(garden, other, touches):
    match = stand(MIXED, f"O garden {garden}", f"O {other}")
    assert match.sheet["group"][0] == (5 if touches else 3)


@pytest.mark.rule("PA-DEF-06")
def test_a_building_is_a_piece_or_the_garden_with_its_annexe():
    match = stand(A, "O 16 17 18", "O garden 24 25", "O annexe 19 W", "O painter 2")
    assert match.sheet["group"] == [6, 0]
    assert piece_at(match, "I3") == (0, {16, 17, 18, 19})
    assert match.sheet["lit"] == [4, 0]


@pytest.mark.rule("PA-DEF-07")
@pytest.mark.parametrize("seed", range(3))
def test_what_was_placed_stays_as_it_is(seed):
    """Invariant 11: spaces never become free again, pieces never change."""
    match = stand(A, orange="I3 O4 T5", blue="V3 S4 W5", open_cards="JAR PEI BOU LAM MOU FON PEN")
    dice = random.Random(seed)
    standing = {}
    for _ in until_over(match):
        match.play(dice.choice(match.legal))
        now = {}
        for building in table(match)["buildings"]:
            now[building["building"]] = (building["owner"], *building["spaces"])
        for card in table(match)["postcards"]:
            if card["space"]:
                now[card["card"]] = (card["holder"], card["space"], card["facing"])
        for name, piece in standing.items():
            assert set(piece) <= set(now[name])  # a building may get the annexe
        standing = now
    assert len(standing) > 4


# Builds


@pytest.mark.rule("PA-PH2-02", "PA-MET-03", "PA-CHA-04", "PA-CHA-05", "PA-DEF-03")
@pytest.mark.parametrize("s", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_builds_are_those_of_the_rule(seed, s):
    dice = random.Random(seed)
    letters = dice.choices("obmL", (6, 6, 4, 2), k=64)
    spot = next(k for k in range(64) if letters[k] == "ob"[s])
    grid = "\n".join("".join(letters[8 * r : 8 * r + 8]) for r in range(8))
    for rights in ([], ["O MET"], ["O CHA"], ["O MET", "O CHA"]):
        match = stand(
            grid,
            *swap(s, f"O painter {spot}", *rights),
            to_play=s,
            allow_flip=seed % 2 == 1,
            **reserves(s, EVERYTHING),
        )
        found = {("build", move) for move in moves(match, "build")}
        assert found == Reading(match).builds(
            s, NAMES, met="O MET" in rights, cha="O CHA" in rights
        )


@pytest.mark.rule("PA-PH2-01", "PA-PH2-06", "PA-PH2-10", "PA-PH2-15", "PA-PH2-16", "PA-LEV-03")
@pytest.mark.parametrize("seed", range(12))
def test_every_decision_offers_what_the_page_says(seed):
    """Random cities and random play; each list of moves is worked out by other means."""
    dice = random.Random(seed)
    letters = dice.choices("obmL", (6, 6, 4, 2), k=64)
    names = dice.sample(NAMES, 10)
    match = stand(
        "\n".join("".join(letters[8 * r : 8 * r + 8]) for r in range(8)),
        orange=" ".join(names[:5]),
        blue=" ".join(names[5:]),
        to_play=seed % 2,
        open_cards=" ".join(dice.sample(CARDS, 8)),
        fountain_cells=1 + seed % 2,
        allow_flip=seed % 3 == 0,
    )
    for _ in until_over(match):
        found = [match.game.actions.decode(move) for move in match.legal]
        assert set(found) == Reading(match).legal()
        assert match.legal == sorted(set(match.legal))
        kind = dice.choice(sorted(kinds(match)))
        match.play(dice.choice([m for m in match.legal if match.text(m).split()[0] == kind]))


@pytest.mark.rule("PA-PH2-02")
@pytest.mark.parametrize("s", [0, 1])
def test_own_and_mixed_spaces_in_any_combination(s):
    grid = "omoobmbb\n" * 8
    match = stand(grid, to_play=s, **reserves(s, "I3"))
    left = 0 if s == 0 else 4
    assert fits(match, "I3", left, left + 1, left + 2)
    assert fits(match, "I3", left + 2, left + 10, left + 18)  # own colour only
    assert fits(match, "I3", left + 1, left + 9, left + 17)  # mixed only
    assert not fits(match, "I3", 3, 4, 5)


@pytest.mark.rule("PA-PH2-02")
def test_without_a_right_no_rival_and_no_lamp_space():
    match = stand(A, orange="I3")
    for spaces in builds(match, "I3"):
        assert all("".join(A.split())[space] in "om" for space in spaces)
    with pytest.raises(horta.IllegalAction, match="not legal now"):
        build(match, "I3", 2, 3, 4)
    with pytest.raises(horta.IllegalAction):
        build(match, "I3", 8, 9, 10)


@pytest.mark.rule("PA-PH2-02", "PA-MET-02", "PA-CHA-02")
@pytest.mark.parametrize("s", [0, 1])
def test_a_right_of_the_rival_is_no_right(s):
    rival = "BO"[s]
    match = stand(A, f"{rival} MET", f"{rival} CHA", to_play=s, **reserves(s, "I3"))
    assert builds(match, "I3") == builds(stand(A, to_play=s, **reserves(s, "I3")), "I3")


@pytest.mark.rule("PA-PH2-02")
def test_only_buildings_of_the_own_reserve():
    match = stand(MIXED, orange="I3 O4", blue="V3")
    assert {NAMES[b] for b, _, _ in moves(match, "build")} == {"I3", "O4"}
    play(match, "B:I3@0/0")
    assert {NAMES[b] for b, _, _ in moves(match, "build")} == {"V3"}
    play(match, "A:SAC")
    assert {NAMES[b] for b, _, _ in moves(match, "build")} == {"O4"}
    assert seat(match, 0)["reserve"] == ["O4"]


@pytest.mark.rule("PA-PH2-03")
def test_a_building_stands_where_it_likes():
    match = stand(A, "O I3 0 1 2", orange="V3")
    assert fits(match, "V3", 49, 56, 57)
    grid = MIXED.replace("mmmmmmmm\n", "bbbbbbbb\n", 7)
    match = stand(grid, orange="I3")
    assert len(builds(match, "I3")) == 6


@pytest.mark.rule("PA-PH2-04")
@pytest.mark.parametrize("s", [0, 1])
def test_a_build_takes_a_chimney(s):
    match = stand(MIXED, to_play=s, **reserves(s, "I3 V3", "O4 T4"))
    play(match, "B:I3@0/0")
    assert seat(match, s)["chimneys"] == 6
    assert seat(match, 1 - s)["chimneys"] == 7
    play(match, "B:O4@40/0", "B:V3@16/0")
    assert seat(match, s)["chimneys"] == 5
    assert seat(match, 1 - s)["chimneys"] == 6
    assert piece_at(match, "O4")[0] == 1 - s


SIX = (
    "O I3 0 1 2",
    "O V3 4 11 12",
    "O O4 16 17 24 25",
    "O S4 19 27 28 36",
    "O T4 32 40 41 48",
    "O P5 6 7 13 14 15",
)
SEVEN = (*SIX, "O X5 38 45 46 47 54")


@pytest.mark.rule("PA-PH2-05")
def test_the_last_chimney():
    match = stand(MIXED, *SIX, orange="L4 X5", blue="U6")
    assert seat(match, 0)["chimneys"] == 1
    build(match, "X5", 38, 45, 46, 47, 54)
    assert seat(match, 0)["chimneys"] == 0
    play(match, "A:SAC")
    assert kinds(match) == {"activate"}
    assert "L4" in seat(match, 0)["reserve"]


@pytest.mark.rule("PA-PH2-05", "PA-PH2-17")
def test_one_chimney_and_no_token_is_enough_to_be_asked():
    match = stand(MIXED, *SIX, orange="X5", to_play=1, tokens=(0, 1), open_cards="SAC")
    play(match, "A:SAC")
    assert skips(match) == 0
    assert match.to_play == 0
    assert kinds(match) == {"build"}


@pytest.mark.rule("PA-PH2-05", "PA-JAR-04", "PA-LEV-03")
@pytest.mark.parametrize(("pieces", "free"), [(SIX, True), (SEVEN, False)])
def test_without_a_chimney_neither_building_nor_garden(pieces, free):
    match = stand(MIXED, *pieces, "O MET", "O CHA", orange="L4", open_cards="JAR LEV")
    assert kinds(match) == ({"activate", "build"} if free else {"activate"})
    garden = play(match.copy(), "A:JAR")
    assert kinds(garden) == ({"decline", "put"} if free else {"decline"})
    swap = play(match, "A:LEV")
    assert kinds(swap) == ({"decline", "choose"} if free else {"decline"})


@pytest.mark.rule("PA-PH2-05", "PA-PH2-17")
def test_without_a_chimney_and_without_a_token_one_is_skipped():
    match = stand(MIXED, *SEVEN, orange="L4", to_play=1, tokens=(0, 2), open_cards="SAC MET")
    play(match, "A:SAC")
    assert skips(match) == 1
    assert match.to_play == 1


# Activations


@pytest.mark.rule("PA-PH2-01", "PA-PH2-14")
@pytest.mark.parametrize("s", [0, 1])
def test_a_turn_is_one_build_or_one_activation(s):
    match = stand(MIXED, to_play=s, **reserves(s, "I3 O4", "V3"))
    assert kinds(match) == {"build", "activate"}
    play(match, "B:I3@0/0")
    assert match.to_play == 1 - s
    play(match, "A:SAC")
    assert match.to_play == s
    play(match, "A:JAR")
    assert match.to_play == s
    assert kinds(match) == {"put", "decline"}
    play(match, "S@40/0")
    assert match.to_play == 1 - s
    play(match, "B:V3@16/0")
    assert match.to_play == s


@pytest.mark.rule("PA-PH2-06", "PA-PH2-07")
@pytest.mark.parametrize("s", [0, 1])
@pytest.mark.parametrize("card", CARDS)
def test_an_activation_spends_a_token_and_the_card(card, s):
    match = stand(A, to_play=s, open_cards=card)
    assert postcard(match, card) == {
        "card": card,
        "state": "open",
        "holder": None,
        "space": None,
        "facing": 0,
    }
    assert card in openings(match)
    play(match, f"A:{card}")
    assert postcard(match, card)["holder"] == s
    assert seat(match, s)["tokens"] == 3
    assert seat(match, 1 - s)["tokens"] == 4
    if card in AT_ONCE:
        assert table(match)["card"] == card
        play(match, "decline")
    assert table(match)["card"] is None
    assert match.to_play == 1 - s
    assert card not in openings(match)  # used up for both
    assert len(openings(match)) == 7
    play(match, "A:SAC" if card != "SAC" else "A:MET")
    assert match.to_play == s
    assert card not in openings(match)
    assert len(openings(match)) == 6
    assert f"takes the postcard {title(card)}." in "".join(match.log())


def title(card):
    return {
        "LEV": "Lévitation",
        "MET": "Métropolitain",
        "JAR": "Jardin des Plantes",
        "SAC": "Sacré-Cœur",
        "PEI": "Le Peintre",
        "CHA": "Chartier",
        "BOU": "Bouquinistes sur la Seine",
        "LAM": "Lampadaire",
        "MOU": "Moulin Rouge",
        "FON": "Fontaine des Mers",
        "PEN": "Le Penseur",
        "GRA": "La Grande Lumière",
    }[card]


@pytest.mark.rule("PA-PH2-07")
@pytest.mark.parametrize("s", [0, 1])
def test_without_a_token_no_activation(s):
    tokens = (0, 4) if s == 0 else (4, 0)
    match = stand(MIXED, to_play=s, tokens=tokens, **reserves(s, "I3"))
    assert kinds(match) == {"build"}
    tokens = (1, 4) if s == 0 else (4, 1)
    match = stand(MIXED, to_play=s, tokens=tokens, open_cards="SAC", **reserves(s, "I3"))
    assert kinds(match) == {"build", "activate"}
    play(match, "A:SAC")
    assert seat(match, s)["tokens"] == 0


@pytest.mark.rule("PA-PH2-08", "PA-PH2-18", "PA-PH2-19")
@pytest.mark.parametrize("seed", range(4))
def test_tokens_match_the_open_postcards_up_to_the_end(seed):
    match = stand(A, orange="I3 O4 T5", blue="V3 S4 W5")
    dice = random.Random(seed)
    for _ in until_over(match):
        at_hand = [card for card in table(match)["postcards"] if card["state"] == "open"]
        left = [seat(match, s)["tokens"] for s in (0, 1)]
        assert len(at_hand) == sum(left)
        if table(match)["decision"] == "p2_turn" and left[match.to_play]:
            assert len(openings(match)) == sum(left)
        match.play(dice.choice(match.legal))
    holders = [card["holder"] for card in table(match)["postcards"]]
    assert sorted(holders) == [0] * 4 + [1] * 4
    assert [seat(match, s)["tokens"] for s in (0, 1)] == [0, 0]


@pytest.mark.rule("PA-PH2-09", "PA-PH2-10", "PA-PH2-12")
@pytest.mark.parametrize("card", AT_ONCE)
def test_an_effect_may_be_declined(card):
    match = stand(A, "O O4 16 17 24 25", orange="I3", open_cards=card)
    before = match.scores
    play(match, f"A:{card}")
    assert can(match, "decline")
    assert len(match.legal) > 1
    play(match, "decline")
    assert postcard(match, card)["state"] == "declined"
    assert postcard(match, card)["holder"] == 0
    assert postcard(match, card)["space"] is None
    assert match.scores == before
    assert match.to_play == 1
    assert card not in openings(match)
    assert match.log()[-1] == f"Orange leaves {title(card)} unused."


@pytest.mark.rule("PA-PH2-10")
@pytest.mark.parametrize("card", AT_ONCE)
def test_what_cannot_be_done_can_only_be_declined(card):
    match = play(stand(NOTHING_OWN, orange="I3", open_cards=card), f"A:{card}")
    assert match.legal == [action(match, "decline")]


@pytest.mark.rule("PA-PH2-11", "PA-LEV-04")
def test_an_exchange_once_begun_is_carried_out_as_a_whole():
    match = play(stand(MIXED, orange="I3", blue="V3"), "A:LEV", "G:I3")
    assert kinds(match) == {"choose"}
    play(match, "N:O4")
    assert kinds(match) == {"build"}


@pytest.mark.rule("PA-PH2-13", "PA-MET-01", "PA-CHA-01", "PA-SAC-02")
@pytest.mark.parametrize(("card", "state"), [("MET", "held"), ("CHA", "held"), ("SAC", "used")])
@pytest.mark.parametrize("s", [0, 1])
def test_three_cards_ask_nothing(card, state, s):
    match = play(stand(A, to_play=s), f"A:{card}")
    assert match.to_play == 1 - s
    assert table(match)["decision"] == "p2_turn"
    assert postcard(match, card)["state"] == state
    assert postcard(match, card)["holder"] == s


@pytest.mark.rule("PA-PH2-14")
@pytest.mark.parametrize("card", AT_ONCE)
def test_an_immediate_effect_gives_no_extra_turn(card):
    match = stand(A, "O O4 16 17 24 25", orange="I3", blue="V3", open_cards=card)
    play(match, f"A:{card}")
    assert match.to_play == 0
    for _ in range(3 if card == "LEV" else 1):  # give, get and place
        assert match.to_play == 0
        match.play(match.legal[-1])
    assert match.to_play == 1
    assert table(match)["decision"] == "p2_turn"
    assert postcard(match, card)["state"] == "used"
    assert table(match)["card"] is table(match)["transit"] is None


# Passing and the end

STRIP = "bbbbbbbb\n" * 7 + "oLobbbbb\n"  # orange: I3 on 56 57 58 by MET alone
V_AS_I = {"V3": "XXX"}


@pytest.mark.rule("PA-PH2-15")
def test_with_a_token_one_must_act():
    match = stand(STRIP, orange="I3", tokens=(1, 1))
    assert kinds(match) == {"activate"}
    match = stand(STRIP, "O MET", orange="I3", tokens=(1, 1))
    assert kinds(match) == {"activate", "build"}


@pytest.mark.rule("PA-PH2-15")
def test_with_a_plain_build_one_must_act():
    match = stand(A, orange="I3", tokens=(0, 0))
    assert kinds(match) == {"build"}
    match = stand(A, "O MET", "O CHA", orange="I3", tokens=(0, 0))
    assert kinds(match) == {"build"}
    assert fits(match, "I3", 8, 9, 10)
    assert fits(match, "I3", 2, 3, 4)


@pytest.mark.rule("PA-PH2-15")
def test_a_single_plain_build_is_enough():
    grid = "bbbbbbbb\n" * 7 + "oooLobbb\n"
    match = stand(grid, "O MET", orange="I3", tokens=(0, 0))
    assert len(builds(match, "I3")) == 3
    assert not can(match, "pass")
    match = stand(grid.replace("oooLo", "boLom"), "O MET", orange="I3", tokens=(0, 0))
    assert len(builds(match, "I3")) == 2
    assert can(match, "pass")


@pytest.mark.rule("PA-PH2-16")
@pytest.mark.parametrize(
    ("right", "row", "spaces"),
    [("MET", "oLobbbbb", (56, 57, 58)), ("CHA", "obmLLLLL", (56, 57, 58))],
)
def test_a_special_build_may_be_made_or_passed(right, row, spaces):
    grid = "LLLLLLLL\n" * 7 if right == "CHA" else "bbbbbbbb\n" * 7
    match = stand(grid + row, f"O {right}", orange="I3", tokens=(0, 0))
    assert kinds(match) == {"pass", "build"}
    assert builds(match, "I3") == [set(spaces)]
    build(match, "I3", *spaces)
    assert postcard(match, right)["state"] == "used"
    assert match.over


@pytest.mark.rule("PA-PH2-16", "PA-PH2-18")
def test_a_pass_leaves_later_turns_untouched():
    match = stand(STRIP, "O MET", orange="I3", tokens=(0, 2), open_cards="SAC LEV")
    play(match, "pass")
    assert match.to_play == 1
    play(match, "A:SAC")
    assert match.to_play == 0
    assert kinds(match) == {"pass", "build"}
    play(match, "pass", "A:LEV", "decline")
    assert kinds(match) == {"pass", "build"}
    assert skips(match) == 0
    build(match, "I3", 56, 57, 58)
    assert match.over
    assert skips(match) == 2


@pytest.mark.rule("PA-PH2-17")
@pytest.mark.parametrize("s", [0, 1])
def test_the_rival_plays_on_several_turns_in_a_row(s):
    tokens = (0, 3) if s == 0 else (3, 0)
    grid = NOTHING_OWN if s == 0 else NOTHING_OWN.replace("b", "o")
    match = stand(
        grid, to_play=1 - s, tokens=tokens, open_cards="SAC LEV PEI", **reserves(s, "I3", "V3")
    )
    for code in (("A:SAC",), ("A:LEV", "decline"), ("A:PEI", "decline")):
        assert match.to_play == 1 - s
        play(match, *code)
    assert match.to_play == 1 - s
    assert skips(match) == 3
    name = ["Orange", "Blue"][s]
    assert match.log().count(f"{name} can do nothing and is skipped.") == 3
    assert kinds(match) == {"build"}


@pytest.mark.rule("PA-PH2-18")
def test_two_passes_end_the_game():
    grid = "LLLLLLLL\n" * 6 + "LLLLLbob\n" + "oLoLLLLL\n"
    match = stand(grid, "O MET", "B CHA", orange="I3", blue="V3", tokens=(0, 0), shapes=V_AS_I)
    assert kinds(match) == {"pass", "build"}
    play(match, "pass")
    assert match.to_play == 1
    assert kinds(match) == {"pass", "build"}
    assert not match.over
    play(match, "pass")
    assert match.over
    assert match.legal == []
    assert table(match)["phase"] == 3
    assert table(match)["decision"] == "over"
    assert skips(match) == 0
    assert match.log() == ["Orange passes.", "Blue passes.", "The game is over."]
    with pytest.raises(horta.IllegalAction, match="the game is over"):
        match.play(0)


@pytest.mark.rule("PA-PH2-18")
def test_the_game_goes_on_while_somebody_can_act():
    match = stand(STRIP, orange="I3", tokens=(1, 0), open_cards="MET")
    play(match, "A:MET")
    assert not match.over
    assert skips(match) == 1
    assert kinds(match) == {"pass", "build"}
    build(match, "I3", 56, 57, 58)
    assert match.over
    assert match.log()[-3:] == [
        "Blue can do nothing and is skipped.",
        "Orange can do nothing and is skipped.",
        "The game is over.",
    ]


@pytest.mark.rule("PA-PH2-17", "PA-PH2-18")
@pytest.mark.parametrize(
    "turn",
    [
        ["B:I3@0/0"],
        ["A:SAC"],
        ["A:MET"],
        ["A:LAM", "S@18/0"],
        ["A:LAM", "decline"],
        ["A:LEV", "decline"],
        ["A:LEV", "G:V3", "N:O4", "B:O4@2/0"],
    ],
)
def test_after_a_turn_of_any_kind_a_skip_does_not_end_the_game(turn):
    match = stand(A, orange="I3 V3", tokens=(4, 0), open_cards="SAC MET LAM LEV")
    play(match, *turn)
    assert skips(match) == 1
    assert not match.over
    assert match.to_play == 0
    assert table(match)["idle"] == 1
    play(match, "A:SAC" if turn != ["A:SAC"] else "A:MET")
    assert skips(match) == 2
    assert match.to_play == 0
    assert table(match)["idle"] == 1


@pytest.mark.rule("PA-PH2-18")
def test_unspent_tokens_keep_the_game_alive():
    match = stand(NOTHING_OWN.replace("b", "L"), tokens=(1, 1), open_cards="SAC MET")
    play(match, "A:SAC")
    assert not match.over
    play(match, "A:MET")
    assert match.over
    assert table(match)["to_play"] in (0, 1)
    assert match.to_play is None


@pytest.mark.rule("PA-PH2-19")
@pytest.mark.parametrize("seed", range(4))
def test_plain_builds_only_become_fewer(seed):
    cards = ["LEV", "JAR", "SAC", "PEI", "BOU", "LAM", "MOU", "FON"]
    match = stand(A, orange="I3 O4 T5 U6", blue="V3 S4 W5", open_cards=" ".join(cards))
    dice = random.Random(seed)
    before = {}
    left = 4 + 4 + 7
    for _ in until_over(match):
        if table(match)["decision"] == "p2_turn":
            s = match.to_play
            now = set(moves(match, "build"))
            reserve = set(seat(match, s)["reserve"])
            assert {NAMES[b] for b, _, _ in now} <= reserve
            assert now <= before.get(s, now)
            before[s] = now
            rest = sum(seat(match, k)["tokens"] + len(seat(match, k)["reserve"]) for k in (0, 1))
            assert rest <= left
            left = rest - 1
        match.play(dice.choice(match.legal))
    assert len(match.actions) < 100
    assert choices(match) == []
