"""Chapter 10: the invariants. Positions that break one are refused; games never do."""

from __future__ import annotations

import random

import pytest

import horta
from paris.boards import (
    MIXED,
    A,
    can,
    dealt,
    kinds,
    moves,
    play,
    position,
    seat,
    stand,
    table,
    until_over,
)

pytestmark = pytest.mark.long

PIECES = ("O I3 0 1 2", "B V3 28 29 37", "O painter 3", "B garden 38 39", "O annexe 10 N")


def base(**given):
    return position(A, *PIECES, **{"orange": "O4", "blue": "U6", "shapes": {"V3": "XX/.X"}} | given)


def refused(broken, words):
    with pytest.raises(horta.BadPosition, match=words):
        horta.resume("paris", broken)


def card(given, name):
    return next(card for card in given["table"]["postcards"] if card["card"] == name)


def test_the_position_itself_is_sound():
    match = horta.resume("paris", base())
    assert match.to_play == 0
    assert horta.resume("paris", match.position).position == match.position


# 1 to 6: what adds up


@pytest.mark.rule("PA-COM-03", "PA-SET-06")
def test_1_a_tile_is_in_one_place():
    broken = base()
    broken["table"]["squares"][0] = "o1/0"
    refused(broken, "invariant 1")


@pytest.mark.rule("PA-COM-03")
@pytest.mark.parametrize("s", [0, 1])
def test_1_a_tile_is_missing_or_twice(s):
    start = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0).position
    own = start["table"]["seats"][s]
    own["stack"], own["stack_size"] = own["stack"][:-1], 6
    refused(start, "invariant 1")
    own["stack"], own["stack_size"] = [*own["stack"], own["stack"][0]], 7
    refused(start, "invariant 1")
    own["stack"][-1] = f"{'ob'[s]}7"
    own["hand"] = own["stack"][0]
    refused(start, "invariant 1")


def test_1_a_tile_laid_twice_or_from_the_stack():
    start = play(dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0), "T0/0").position
    start["table"]["squares"][3] = "o0/1"
    refused(start, "invariant 1")
    start["table"]["squares"][3] = "o5/1"
    refused(start, "invariant 1")


@pytest.mark.rule("PA-SET-10", "PA-PH1-03")
def test_2_no_hand_in_phase_2():
    broken = base()
    broken["table"]["squares"][3] = None
    broken["table"]["seats"][0]["hand"] = "o3"
    refused(broken, "invariant 2")


@pytest.mark.rule("PA-SET-10")
def test_2_a_hand_until_all_tiles_are_laid():
    start = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0)
    given = play(start, "T0/0").position
    own = given["table"]["seats"][0]
    own["stack"] = [own["hand"], *own["stack"]]
    own["stack_size"], own["hand"] = 7, None
    refused(given, "invariant 2")


@pytest.mark.rule("PA-SET-05", "PA-COM-05")
@pytest.mark.parametrize(
    ("where", "name"), [("site", "O4"), ("site", "I3"), ("reserve", "U6"), ("reserve", "V3")]
)
def test_4_a_building_is_in_one_place(where, name):
    broken = base()
    if where == "site":
        broken["table"]["site"].append(name)
    else:
        broken["table"]["seats"][0]["reserve"].append(name)
    refused(broken, "invariant 4")


def test_4_no_building_is_lost():
    broken = base()
    broken["table"]["site"].remove("X5")
    refused(broken, "invariant 4")
    broken["table"]["transit"] = "X5"
    refused(broken, "invariant 4")


@pytest.mark.rule("PA-LEV-01")
def test_4_a_building_on_its_way_belongs_to_levitation():
    match = play(stand(MIXED, orange="I3"), "A:LEV", "G:I3")
    given = match.position
    assert horta.resume("paris", given).legal == match.legal
    given["table"]["transit"] = None
    given["table"]["site"].insert(0, "I3")
    refused(given, "invariant 4")


@pytest.mark.rule("PA-COM-07", "PA-PH2-04")
@pytest.mark.parametrize("s", [0, 1])
@pytest.mark.parametrize("wrong", [-1, 1])
def test_5_chimneys_add_up(s, wrong):
    broken = base()
    broken["table"]["seats"][s]["chimneys"] += wrong
    refused(broken, rf"seats\.{s}\.chimneys.*invariant 5")


def test_5_nobody_has_more_than_seven_buildings():
    eight = [f"O {k} {k + 1} {k + 2}" for k in (0, 3)] + [
        f"O {k} {k + 8} {k + 16} {k + 24}" for k in (8, 9, 10, 11)
    ]
    assert seat(stand(MIXED, *eight, "O 13 21 29 37 45"), 0)["chimneys"] == 0
    given = position(MIXED, *eight, "O 13 21 29 37 45", "O 14 22 30 38 46")
    assert given["table"]["seats"][0]["chimneys"] == -1
    refused(given, "chimneys")
    given["table"]["seats"][0]["chimneys"] = 0
    refused(given, "invariant 5")


@pytest.mark.rule("PA-COM-08", "PA-PH2-06", "PA-PH2-08")
@pytest.mark.parametrize("s", [0, 1])
@pytest.mark.parametrize("wrong", [-1, 1])
def test_6_tokens_add_up(s, wrong):
    broken = base()
    broken["table"]["seats"][s]["tokens"] += wrong
    refused(broken, "invariant 6")


@pytest.mark.rule("PA-PH2-06")
def test_6_a_token_lies_on_used_cards_only():
    broken = base()
    card(broken, "LEV")["holder"] = 0
    refused(broken, "invariant 6")
    broken = base()
    card(broken, "LEV")["state"] = "declined"
    refused(broken, "invariant 6")
    broken = base()
    card(broken, "SAC").update(state="held", holder=0)
    broken["table"]["seats"][0]["tokens"] -= 1
    refused(broken, "invariant 6")
    card(broken, "SAC").update(state="used")
    assert horta.resume("paris", broken)


@pytest.mark.rule("PA-SET-01")
def test_6_eight_different_postcards():
    broken = base()
    broken["table"]["postcards"].pop()
    refused(broken, "postcards")
    broken = base()
    broken["table"]["postcards"][-1] = dict(card(broken, "LEV"))
    refused(broken, "'LEV' is listed twice")
    broken["table"]["postcards"].append(dict(card(base(), "LAM")))
    refused(broken, "postcards")


# 7 to 10: what stands on the board


@pytest.mark.rule("PA-DEF-03")
def test_7_no_space_carries_two_pieces():
    broken = base()
    broken["table"]["buildings"][1]["anchor"] = "a1"
    refused(broken, "covered twice")
    broken = base()
    card(broken, "PEI")["space"] = "c1"
    refused(broken, "PEI: c1 is covered twice")
    broken = base()
    card(broken, "JAR")["space"] = "e5"
    card(broken, "JAR")["facing"] = 0
    refused(broken, "JAR: e5 is covered twice")
    broken = base()
    card(broken, "BOU").update(space="d1", facing=3)
    refused(broken, "BOU: d1 is covered twice")


def test_7_no_piece_reaches_over_the_edge():
    for anchor, orientation in (("g1", 0), ("a7", 1)):
        broken = base()
        broken["table"]["buildings"][0].update(anchor=anchor, orientation=orientation)
        refused(broken, r"I3 \(.*\) leaves the board \(invariant 7\)")
    for space, facing in (("h5", 0), ("e8", 1), ("a1", 2)):
        broken = base()
        card(broken, "JAR").update(space=space, facing=facing)
        refused(broken, "JAR: its piece leaves the board")


@pytest.mark.rule("PA-DEF-08", "PA-DEF-09")
def test_7_a_building_has_an_allowed_orientation():
    broken = base()
    broken["table"]["buildings"][0]["orientation"] = 2  # the same spaces, but not the lowest
    refused(broken, "invariant 7")
    given = position(MIXED, "O L4 0 1 8 16", allow_flip=True)
    assert given["table"]["buildings"][0]["orientation"] == 4
    assert horta.resume("paris", given)
    given["options"]["allow_flip"] = False
    refused(given, "invariant 7")


@pytest.mark.rule("PA-PH2-12")
def test_7_a_declined_piece_is_not_on_the_board():
    broken = base()
    card(broken, "PEI")["state"] = "declined"
    refused(broken, "invariant 7")
    broken = base()
    card(broken, "JAR")["state"] = "declined"
    refused(broken, "JAR stands on the board but is not used")


@pytest.mark.rule("PA-COM-10")
def test_7_cards_without_a_piece_have_none_on_the_board():
    broken = base()
    card(broken, "SAC").update(state="used", holder=0, space="e1")
    refused(broken, "SAC: it has no piece")
    broken = base()
    card(broken, "LAM").update(space="d4")
    refused(broken, "LAM: it has no piece on the board")


@pytest.mark.rule("PA-PH2-02", "PA-MET-03", "PA-CHA-04")
@pytest.mark.parametrize(
    ("pieces", "fine"),
    [
        (["O I3 2 3 4"], False),
        (["O I3 2 3 4", "O CHA"], False),
        (["O I3 2 3 4", "B CHA used"], False),
        (["O I3 2 3 4", "O CHA used"], True),
        (["B I3 3 4 5", "B CHA used"], True),
        (["B I3 3 4 5", "O CHA used"], False),
        (["O I3 3 4 5", "O CHA used"], False),
        (["O I3 2 3 4", "O V3 11 12 20", "O CHA used"], False),
        (["O CHA used"], False),
        (["O I3 8 9 10"], False),
        (["O I3 8 9 10", "O MET"], False),
        (["O I3 8 9 10", "B MET used"], False),
        (["O I3 8 9 10", "O MET used"], True),
        (["O I3 42 43 44", "O MET used"], False),
        (["O I3 8 9 10", "O V3 35 42 43", "O MET used"], False),
        (["O MET used"], False),
        (["O I3 36 44 52", "O MET used", "O CHA used"], True),
        (["O I3 36 44 52", "O MET used", "O CHA"], False),
        (["B I3 36 44 52", "B MET used"], True),
        (["O garden 3 4"], False),
        (["O garden 3 4", "O CHA used"], False),
        (["O garden 8 9"], False),
        (["O garden 8 9", "O MET used"], False),
        (["O garden 24 32"], True),
        (["O fountain 4"], False),
        (["O fountain 9"], False),
        (["B fountain 4"], True),
        (["O fountain 35"], True),
        (["O painter 35"], False),
        (["O painter 4"], False),
        (["B painter 4"], True),
        (["O dancer 36"], False),
        (["O dancer 9"], False),
        (["O lamp 35"], False),
        (["O lamp 9"], False),
        (["O statue 4 W"], False),
        (["O statue 35 N"], False),
        (["O statue 0 N"], False),
        (["O statue 0 W"], False),
        (["B statue 7 E"], False),
        (["O statue 56 S"], False),
        (["O statue 56 N"], True),
        (["O large 8"], False),
        (["O large 35"], False),
        (["O large 44"], True),
        (["O I3 24 25 26", "O annexe 32 N"], False),
        (["O I3 24 25 26", "O annexe 17 S"], True),
        (["O I3 1 2 3", "O annexe 9 N"], False),
        (["O I3 1 2 3", "O annexe 4 W"], False),
    ],
)
def test_8_every_piece_stands_where_its_rule_allows(pieces, fine):
    shapes = {"V3": ".X/XX"}
    if "O V3 11 12 20" in pieces:
        shapes["V3"] = "XX/.X"
    given = position(A, *pieces, orange="T4", shapes=shapes)
    if fine:
        assert horta.resume("paris", given)
    else:
        refused(given, "invariant 8")


@pytest.mark.rule("PA-FON-03")
@pytest.mark.parametrize(
    ("spaces", "fine"), [("2 3", True), ("3 4", False), ("8 9", False), ("27 35", True)]
)
def test_8_both_spaces_of_a_fountain_of_two(spaces, fine):
    given = position(A, f"O fountain {spaces}", fountain_cells=2)
    if fine:
        assert horta.resume("paris", given)
    else:
        refused(given, "invariant 8")


def test_7_a_fountain_of_two_stays_on_the_board_and_apart():
    given = position(A, "B fountain 7", "O I3 32 33 34", fountain_cells=2)
    refused(given, "FON: its piece leaves the board")
    given = position(A, "O fountain 24", "O I3 32 33 34", fountain_cells=2)
    card(given, "FON")["facing"] = 1
    refused(given, "FON: a4 is covered twice")


@pytest.mark.rule("PA-BOU-01", "PA-BOU-05")
@pytest.mark.parametrize(
    ("space", "facing"),
    [("c2", 1), ("c2", 2), ("a4", 0), ("a1", 0), ("d4", 1), ("a8", 2), ("h1", 1)],
)
def test_9_the_annexe_touches_its_own_building(space, facing):
    broken = base()
    broken["table"]["buildings"][0]["anchor"] = "a3" if space == "a1" else "a1"
    card(broken, "BOU").update(space=space, facing=facing)
    refused(broken, r"BOU: no own building on that side \(PA-BOU-01\)")


# 13 to 15: decisions and phases


@pytest.mark.rule("PA-PH2-17")
def test_13_who_is_asked_has_something_to_do():
    given = position("bbbbbbbb\n" * 8, orange="I3", tokens=(0, 1))
    refused(given, "invariant 13")
    given["table"]["to_play"] = 1
    assert kinds(horta.resume("paris", given)) == {"activate"}


@pytest.mark.parametrize(
    "changes",
    [
        {"phase": 1},
        {"phase": 3},
        {"decision": "over"},
        {"decision": "p1_turn"},
        {"decision": "special"},
        {"decision": "lev_give"},
        {"card": "PEI"},
        {"card": "PEI", "decision": "special"},
        {"card": "LAM", "decision": "special"},
        {"card": "LEV", "decision": "special"},
        {"card": "JAR", "decision": "special", "to_play": 1},
    ],
)
def test_13_phase_decision_and_card_agree(changes):
    broken = base()
    broken["table"].update(changes)
    refused(broken, "invariant 1[34]")


@pytest.mark.rule("PA-PH2-13", "PA-PH2-14")
def test_13_the_pending_card_is_the_one_just_taken():
    match = play(stand(A, "B PEI declined", orange="I3"), "A:LAM")
    given = match.position
    assert horta.resume("paris", given).legal == match.legal
    for changes in ({"card": "JAR"}, {"card": "PEI"}, {"to_play": 1}, {"decision": "lev_give"}):
        refused({**given, "table": {**given["table"], **changes}}, "invariant 13")
    held = play(stand(A, "O SAC", orange="I3"), "A:LAM").position
    held["table"]["card"] = "SAC"
    refused(held, "invariant 13")


@pytest.mark.rule("PA-PH2-11")
def test_13_a_used_card_has_its_piece_on_the_board():
    broken = base()
    card(broken, "PEI").update(space=None)
    refused(broken, "invariant 13")
    for piece in ("O LAM used", "O BOU used", "O JAR used"):
        refused(position(A, piece), "invariant 13")
    assert stand(A, "O SAC", "O LEV")


@pytest.mark.rule("PA-PH1-12")
def test_14_somebody_was_first():
    broken = base()
    broken["table"]["first_done"] = None
    refused(broken, "invariant 14")


@pytest.mark.rule("PA-PH1-05", "PA-PH1-12")
def test_14_phase_1_has_no_buildings_tokens_or_idle_turns():
    start = play(dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0), "K0", "T0/0").position

    def changed(**changes):
        return {**start, "table": {**start["table"], **changes}}

    refused(changed(idle=1), "invariant 14")
    refused(changed(first_done=0), "invariant 14")
    refused(changed(first_done=1), "invariant 14")
    spent = changed()
    spent["table"]["postcards"][3].update(state="used", holder=1)
    spent["table"]["seats"][1]["tokens"] = 3
    refused(spent, "invariant 14")
    spent["table"]["postcards"][3].update(state="open", holder=None)
    spent["table"]["seats"][1]["tokens"] = 4
    assert horta.resume("paris", spent)


@pytest.mark.rule("PA-PH1-05")
def test_14_nothing_is_built_in_phase_1():
    match = dealt("0 1 2 3 4 5 6 7", "4 1 2 3 0 5 6 7", 0)
    given = play(match, "K0", "T0/0").position
    assert given["table"]["board"][:2] == ["mb......", "ob......"]
    given["table"]["buildings"] = [
        {"building": "V3", "owner": 1, "anchor": "a1", "orientation": 3, "spaces": []}
    ]
    given["table"]["site"].remove("V3")
    given["table"]["seats"][1]["chimneys"] = 6
    refused(given, "invariant 14")


@pytest.mark.rule("PA-PH1-11", "PA-PH1-12")
@pytest.mark.parametrize("s", [0, 1])
def test_14_phase_1_remembers_who_was_first(s):
    match = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", s)
    for square in range(15):
        play(match, f"T{square}/0")
    given = match.position
    assert horta.resume("paris", given).position == given
    for wrong in (None, 1 - s):
        given["table"]["first_done"] = wrong
        refused(given, "invariant 14")
    play(match, "T15/0")
    given = match.position
    given["table"].update(phase=1, decision="p1_turn")
    refused(given, "invariant 14")


@pytest.mark.rule("PA-PH2-18")
def test_15_the_end_is_the_end():
    dark = "bbbbbbbb\n" * 8
    given = position(dark, orange="I3", over=True)
    assert horta.resume("paris", given).over
    given["table"]["idle"] = 1
    refused(given, "invariant 15")
    refused(position(A, orange="I3", over=True), "invariant 15")
    refused(position(A, blue="I3", over=True), "invariant 15")
    tokens = position(dark, orange="I3", tokens=(1, 0))
    tokens["table"].update(phase=3, decision="over", idle=2)
    refused(tokens, "invariant 15")
    tokens = position(dark, orange="I3", tokens=(0, 1))
    tokens["table"].update(phase=3, decision="over", idle=2)
    refused(tokens, "invariant 15")
    running = base()
    running["table"]["idle"] = 2
    refused(running, "invariant 15")
    running["table"]["idle"] = 1
    assert horta.resume("paris", running)


@pytest.mark.rule("PA-PH2-16", "PA-PH2-18")
def test_15_a_special_build_may_be_left_at_the_end():
    grid = "bbbbbbbb\n" * 7 + "oLobbbbb\n"
    match = stand(grid, "O MET", orange="I3", over=True)
    assert match.over
    assert match.legal == []


# What is not even a position


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["phase"], 4, "phase"),
        (["decision"], "think", "decision"),
        (["to_play"], 2, "to_play"),
        (["to_play"], -1, "to_play"),
        (["idle"], 3, "idle"),
        (["weather"], "fair", "weather"),
        (["squares"], ["o0/0"], "squares"),
        (["squares", 0], "o8/0", "squares.0"),
        (["squares", 0], "o0/4", "squares.0"),
        (["squares", 0], "x0/0", "squares.0"),
        (["site", 0], "Z9", "it must be one of .*Z9"),
        (["site", 1], "T4", "'T4' is listed twice"),
        (["transit"], "Z9", "it must be one of .*Z9"),
        (["card"], "XYZ", "card"),
        (["seats", 0, "tokens"], 5, "tokens"),
        (["seats", 0, "tokens"], -1, "tokens"),
        (["seats", 0, "chimneys"], 8, "chimneys"),
        (["seats", 0, "hand"], "?", "this is a view"),
        (["seats", 0, "stack"], None, "this is a view"),
        (["seats", 0, "stack_size"], 1, "stack_size"),
        (["seats", 0, "hand"], "b0", "a tile of the other player"),
        (["seats", 0, "reserve"], ["Z9"], "it must be one of .*Z9"),
        (["seats", 0, "reserve"], ["O4", "O4"], "listed twice"),
        (["buildings", 0, "building"], "Z9", "it must be one of .*Z9"),
        (["buildings", 0, "anchor"], "i1", "anchor"),
        (["buildings", 0, "anchor"], "a9", "anchor"),
        (["buildings", 0, "orientation"], 8, "orientation"),
        (["buildings", 0, "owner"], 2, "owner"),
        (["buildings", 1, "building"], "I3", "listed twice"),
        (["postcards", 0, "card"], "XYZ", "postcards.0.card"),
        (["postcards", 0, "state"], "lost", "postcards.0.state"),
        (["postcards", 0, "facing"], 4, "postcards.0.facing"),
        (["postcards", 0, "holder"], 2, "postcards.0.holder"),
        (["dice"], [1, 2, 3], "dice"),
    ],
)
def test_malformed_positions_are_named(path, value, words):
    broken = base()
    place = broken["table"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    refused(broken, words)


def test_a_stack_of_eight_is_refused():
    start = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0).position
    own = start["table"]["seats"][0]
    own["stack"], own["stack_size"], own["hand"] = [own["hand"], *own["stack"]], 8, None
    refused(start, r"seats\.0\.stack.*at most 7 tiles")


def test_a_view_is_no_position():
    match = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0)
    given = {**match.position, "table": match.view(0)["table"]}
    refused(given, "this is a view")


def test_a_refused_position_says_which_game():
    with pytest.raises(horta.BadPosition, match=r"^Paris"):
        horta.resume("paris", {**base(), "table": {}})
    refused({**base(), "game": "chess"}, "chess")


# Whole games


@pytest.mark.rule("PA-DEF-07", "PA-PH2-08", "PA-PH2-18", "PA-PH1-12")
@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_the_invariants(seed):
    """Every position on the way can be written down, is accepted, and goes on alike."""
    dice = random.Random(seed)
    match = horta.start("paris", seed=seed, postcards="random", allow_flip=seed % 2 == 1)
    last_tile = None
    for _ in until_over(match):
        again = horta.resume("paris", match.position)
        assert again.position == match.position
        assert again.legal == match.legal
        assert match.legal == sorted(set(match.legal))
        before = match.position
        wrong = dice.choice(sorted(set(range(6490)) - set(match.legal)))
        with pytest.raises(horta.IllegalAction):
            match.play(wrong)
        assert match.position == before
        if table(match)["phase"] == 1:
            assert can(match, "pass") == (seat(match, match.to_play)["hand"] is None)
        move = dice.choice(match.legal)
        if match.text(move).startswith("tile"):
            last_tile = match.to_play
        match.play(move)
        if "phase 2" in match.log()[-1]:
            assert match.to_play == table(match)["first_done"] == 1 - last_tile
    end = table(match)
    assert [own["tokens"] for own in end["seats"]] == [0, 0]
    assert sorted(c["holder"] for c in end["postcards"]) == [0] * 4 + [1] * 4
    assert len(match.actions) < 100
    assert moves(match, "build") == []
    assert horta.resume("paris", match.position).over
    assert horta.replay(match.transcript()).position == match.position


@pytest.mark.parametrize("seed", range(2))
def test_every_move_can_be_taken_back(seed):
    dice = random.Random(seed)
    match = horta.start("paris", seed=seed)
    seen = []
    for _ in until_over(match):
        seen.append(match.position)
        match.play(dice.choice(match.legal))
    while seen:
        match.undo()
        assert match.position == seen.pop()
