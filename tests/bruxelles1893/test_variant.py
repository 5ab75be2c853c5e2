"""The asymmetric variant: five boards and mixed strips (AS-01..14)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from b93_belle import act, closing, cubes, payments
from b93_study import Study, asked, do, fresh, options, points, seat, table

import horta

GOLDEN = Path(__file__).parent.parent / "golden"
BOARDS = ("hankar", "gauchie", "horta", "saintenoy", "strauven")
WOOD, ANY, STONE, FRANCS, GLASS, IRON, EMPTY = range(7)  # places of the ring
SIDES = ["plain", "marked", "plain", "marked", "plain"]


def studio(board, *cards, players=3, **given):
    """Seat 0 has a board; the others have the first of those left."""
    if cards:
        rest = [k for k in range(1, 33) if k not in cards]
        given = {"belle": True, "cards": [*cards, *rest][:5], **given}
    study = Study(players=players, asymmetric=True, **given)
    study.strip = [2, 3, 6, 7, 10]
    for row in range(len(cards)):
        study.pavilion(row + 1, 0)
    left = [name for name in BOARDS if name != board]
    study.seat(0, architect=board)
    for s in range(1, players):
        study.seat(s, architect=left[s - 1])
    return study


# Setup


@pytest.mark.rule("AS-01")
@pytest.mark.parametrize("belle", [False, True])
def test_with_the_base_game_or_with_the_expansion(belle):
    match = fresh(asymmetric=True, belle_epoque=belle)
    assert ("belle" in table(match)) == belle
    assert asked(match) == "board"
    with pytest.raises(ValueError, match="asymmetric needs edition 2023"):
        horta.start("bruxelles1893", 3, 1, edition="2013", asymmetric=True)


@pytest.mark.rule("AS-02")
def test_the_sides_of_the_strips_alternate():
    """Ruling R-67."""
    for seed in range(6):
        match = horta.start("bruxelles1893", 3, seed, asymmetric=True)
        assert [strip.split()[1] for strip in table(match)["strips"]] == SIDES
    lying = table(fresh(asymmetric=True))
    assert lying["strips"] == ["1 plain", "2 marked", "3 plain", "4 marked", "5 plain"]
    rows = [lying["acts"][5 * k : 5 * k + 5] for k in range(5)]
    assert rows[0] == ["workshop", "sale", "theatre", "materials", "construction"]
    assert rows[1] == ["construction", "materials", "workshop", "theatre", "sale"]
    assert rows[3] == ["theatre", "sale", "materials", "workshop", "construction"]
    base = table(fresh())
    assert all(strip.endswith("plain") for strip in base["strips"])
    marked = table(fresh(asymmetric=True, strips="marked"))
    assert all(strip.endswith("marked") for strip in marked["strips"])


@pytest.mark.rule("AS-03")
def test_boards_are_chosen_in_the_order_of_seats():
    """Ruling R-68: each player takes a board and then a work."""
    match = fresh(players=5, starting_player=3, asymmetric=True)
    for left in range(5, 1, -1):
        assert (asked(match), match.to_play) == ("board", (3 + 5 - left) % 5)
        assert len(options(match, "board")) == left
        do(match, f"board {options(match, 'board')[-1]}")
        assert (asked(match), match.to_play) == ("start_work", (3 + 5 - left) % 5)
        do(match, "work blue")
    assert asked(match) == "start_work", "the last board needs no choice"
    do(match, "work green")
    assert asked(match) == "crest"
    chosen = [seat(match, s)["architect"] for s in (3, 4, 0, 1, 2)]
    assert chosen == ["strauven", "saintenoy", "horta", "gauchie", "hankar"]


@pytest.mark.rule("AS-03", "AS-05", "AS-07", "AS-09")
@pytest.mark.parametrize(
    ("board", "track", "levels"),
    [
        ("hankar", "town_hall", [2, 3, 4, 5, 7, 8]),
        ("gauchie", "palace", [1, 1, 3, 5, 6, 7]),
        ("horta", "architect", [1, 2, 3, 4, 6, 10]),
        ("saintenoy", None, None),
        ("strauven", None, None),
    ],
)
def test_the_tracks_of_each_board(board, track, levels):
    printed = {
        "town_hall": [1, 2, 3, 4, 5, 6],
        "palace": [1, 2, 3, 4, 5, 6],
        "architect": [1, 2, 4, 6, 8, 10],
    }
    if track:
        printed[track] = levels
    for step in range(6):
        study = studio(board).seat(0, tracks=dict.fromkeys(printed, step))
        found = seat(study.match(), 0)["levels"]
        assert found == {name: values[step] for name, values in printed.items()}


@pytest.mark.rule("AS-05")
@pytest.mark.parametrize(("board", "gained"), [("hankar", 2), ("strauven", 1)])
def test_hankar_scores_more_at_crests(board, gained):
    study = studio(board)
    for space, who in (("a1", 0), ("b1", 0), ("a2", 0), ("b2", 1)):
        study.put(space, figure=who)
    assert seat(closing(study.match()), 0)["earned"]["crests"] == gained


@pytest.mark.rule("AS-07")
@pytest.mark.parametrize(("board", "uses"), [("gauchie", 5), ("hankar", 4)])
def test_gauchie_uses_more_notables(board, uses):
    names = ["brugmann", "empain", "maeterlinck", "buls", "van_de_velde", "albert"]
    study = studio(board).seat(0, notables=names, tracks={"palace": 3})
    match = do(study.match(), "brussels grand-place")
    do(match, *(f"activate {name}" for name in names[:uses]))
    assert (asked(match), match.to_play) == ("turn", 1)


@pytest.mark.rule("AS-09")
@pytest.mark.parametrize(("board", "worth"), [("horta", 2 * 3), ("hankar", 2 * 4)])
def test_the_worth_of_hortas_buildings_rises_more_slowly(board, worth):
    study = studio(board, played=5).seat(0, tracks={"architect": 2})
    study.put("e1", house=0).put("e5", house=0)
    match = closing(study.match())
    while not match.over:
        do(match, options(match)[0])
    assert match.sheet["buildings"][0] == worth


@pytest.mark.rule("AS-11")
def test_saintenoy_multiplies_by_one_more():
    study = studio("saintenoy", played=5).seat(0, rows={"works": [5], "money": [1]})
    study.seat(0, works={"blue": 2}, notables=["brugmann"], money=11)
    study.set(turn=1, to_play=1)
    assert seat(study.match(), 0)["multipliers"] == {
        "money": 3,
        "works": 4,
        "notables": 2,
        "assistants": 2,
    }
    match = closing(study.match())
    # 11 FB, 1 for a colour when passing, 2 for Brugmann: 10 left.
    found = {name: match.sheet[name][0] for name in ("money", "works", "notables", "assistants")}
    assert found == {"money": 2 * 3, "works": 2 * 4, "notables": 2, "assistants": 3 * 2}
    assert set(seat(studio("horta").match(), 0)["multipliers"].values()) == {1}


@pytest.mark.rule("AS-13")
@pytest.mark.parametrize(
    ("board", "costs"), [("strauven", (2, 2, 3, 3, 3, 3)), ("hankar", (2, 2, 3, 3, 4, 4))]
)
def test_strauven_builds_for_less(board, costs):
    for built, units in enumerate(costs):
        study = studio(board).set(branches=[STONE, EMPTY]).seat(0, cubes={"stone": 9})
        for space in ("e1", "e2", "e3", "e4", "e5")[:built]:
            study.put(space, house=0)
        match = act(study.match(), "a3", "branch 0", "site b1")
        assert seat(match, 0)["cubes"]["stone"] == 9 - units
        assert points(match, 0) == (5 if built < 4 else 10), "the top row still brings its 5"


# Hankar


@pytest.mark.rule("AS-06")
def test_hankar_sees_one_more_notable():
    study = studio("hankar").seat(0, money=3)
    study.deck = ["maeterlinck", "vandervelde", "buls"]
    match = act(study.match(), "c1")
    assert options(match) == ["take 0", "take 1", "take 2", "take shown"]
    assert table(match)["moment"]["shown"] == "maeterlinck"
    shown = do(match.copy(), "take shown", "keep")
    assert seat(shown, 0)["money"] == 2, "for nothing"
    assert points(shown, 0) == 5
    assert seat(shown, 0)["notables"] == ["brugmann", "maeterlinck"]
    assert table(shown)["theatre"] == ["empain", "buls", "albert", "solvay"], "as it was"
    assert table(shown)["deck"] == ["buls", "vandervelde"]
    do(match, "take 1", "keep")
    assert table(match)["theatre"] == ["empain", "albert", "solvay", "maeterlinck"]
    assert table(match)["deck"] == ["buls", "vandervelde"], "nothing else was drawn"
    assert seat(match, 0)["money"] == 1


@pytest.mark.rule("AS-06", "AS-04")
def test_hankar_in_the_park_and_every_time():
    study = studio("hankar")
    study.deck = ["maeterlinck", "vandervelde", "buls"]
    match = do(study.match(), "brussels park", "copy theatre")
    assert "take shown" in options(match)
    do(match, "take shown", "discard", "pass", "pass")
    act(match, "c1")
    assert table(match)["moment"]["shown"] == "vandervelde", "no limit in a round"
    match = act(studio("horta").match(), "c1")
    assert "take shown" not in options(match)


@pytest.mark.rule("AS-06", "BE-CARD-06")
def test_card_6_comes_before_hankars_notable():
    """Ruling R-69."""
    study = studio("hankar", 6)
    study.deck = ["maeterlinck", "vandervelde", "buls"]
    match = act(study.match(), "c1")
    assert options(match) == ["decline", "card 6"]
    assert table(match)["moment"]["shown"] is None
    do(match, "card 6", "drop 3")
    assert table(match)["theatre"] == ["empain", "buls", "albert", "maeterlinck"]
    assert table(match)["moment"]["shown"] == "vandervelde"


@pytest.mark.rule("AS-06")
def test_hankar_with_an_empty_pile():
    """Ruling R-69: the discards are shuffled; without any nothing is shown."""
    study = studio("hankar", players=2)
    study.deck = []
    match = act(study.match(), "c1")
    assert "take shown" in options(match)
    assert table(match)["deck_size"] == 21 - 4 - 1
    study = studio("hankar", players=5)
    names = ["empain", "solvay", "buls", "albert", "van_de_velde", "vandervelde", "maeterlinck"]
    for s in (1, 2):
        study.seat(s, notables=["brugmann", *names])
    study.seat(3, notables=["brugmann", "van_de_velde", "vandervelde", "maeterlinck"])
    match = act(study.match(), "c1")
    assert table(match)["deck_size"] == 0
    assert table(match)["moment"]["shown"] is None
    assert options(match, "take") == ["0", "1", "2", "3"]


# Gauchie


@pytest.mark.rule("AS-08")
@pytest.mark.parametrize("belle", [False, True])
@pytest.mark.parametrize(
    ("colour", "kind"),
    [("yellow", "iron"), ("brown", "wood"), ("blue", "stone"), ("green", "glass")],
)
def test_gauchie_takes_a_cube_with_a_work(belle, colour, kind):
    if not belle and kind == "glass":
        kind = "joker"
    study = studio("gauchie", belle=belle)
    match = act(study.match(), "a1", f"work {colour}")
    assert seat(match, 0)["cubes"] == cubes(**{kind: 1})
    assert table(match)["supply"][kind] == (14 if kind == "joker" else 9)


@pytest.mark.rule("AS-08", "AS-04")
def test_gauchie_in_the_park_but_not_as_an_owner():
    match = do(studio("gauchie").match(), "brussels park", "copy workshop", "work brown")
    assert seat(match, 0)["cubes"] == cubes(wood=1)
    do(match, "pass", "pass", "place a1", "bid 1", "work brown")
    assert seat(match, 0)["cubes"] == cubes(wood=2), "every time"
    study = studio("gauchie").put("a1", house=0).set(turn=1, to_play=1)
    match = act(study.match(), "a1", "work brown")
    assert seat(match, 0)["works"]["black"] == 1
    assert seat(match, 0)["cubes"] == cubes()
    assert seat(match, 1)["cubes"] == cubes(), "nor is it anybody else's"


@pytest.mark.rule("AS-08")
def test_gauchie_takes_nothing_from_an_empty_supply_or_for_a_white_work():
    study = studio("gauchie").seat(1, cubes={"wood": 10})
    match = act(study.match(), "a1", "work brown")
    assert seat(match, 0)["cubes"] == cubes()
    study = studio("gauchie", 18)
    match = do(study.match(), "brussels market", "card 18", "work brown")
    assert seat(match, 0)["cubes"] == cubes(joker=3)
    study = studio("gauchie", 18).set(theatre=["privat_livemont", "buls", "albert", "solvay"])
    match = act(study.match(), "c1", "take 0", "work brown")
    assert seat(match, 0)["cubes"] == cubes()


@pytest.mark.rule("AS-04", "AS-08", "BE-CARD-01")
def test_what_a_board_grants_comes_before_the_cards():
    match = act(studio("gauchie", 1).match(), "a1", "work brown")
    assert options(match) == ["decline", "card 1"]
    assert seat(match, 0)["cubes"] == cubes(wood=1)
    match = act(studio("horta", 7).match(), "d1", "cube wood", "cube wood")
    assert options(match) == ["decline", "card 7"]
    assert seat(match, 0)["money"] == 4 + 2


# Horta


@pytest.mark.rule("AS-10", "AS-04")
def test_horta_takes_money_with_materials():
    match = act(studio("horta").match(), "d1", "cube wood", "cube iron")
    assert seat(match, 0)["money"] == 4 + 2
    do(match, "pass", "pass", "brussels park", "copy materials", "cube wood", "cube wood")
    assert seat(match, 0)["money"] == 4 + 2 + 2
    match = act(studio("hankar").match(), "d1", "cube wood", "cube iron")
    assert seat(match, 0)["money"] == 4


@pytest.mark.rule("AS-10", "AS-04")
def test_horta_takes_none_with_other_cubes():
    study = studio("horta").set(theatre=["solvay", "buls", "albert", "empain"])
    match = act(study.match(), "c1", "take 0", "cube wood", "keep")
    assert seat(match, 0)["money"] == 4
    study = studio("horta").put("d1", house=0).set(turn=1, to_play=1)
    match = act(study.match(), "d1", "cube wood", "cube wood", "cube wood")
    assert seat(match, 0)["money"] == 5
    assert seat(match, 0)["cubes"] == cubes(wood=1)


@pytest.mark.rule("AS-10")
@pytest.mark.parametrize(("left", "francs"), [(0, 4), (1, 6)])
def test_horta_needs_a_cube(left, francs):
    """Ruling R-70."""
    study = studio("horta").seat(1, cubes={"wood": 10, "iron": 10})
    study.seat(2, cubes={"stone": 10 - left})
    match = act(study.match(), "d1")
    assert (asked(match), match.to_play) == ("turn", 1)
    assert seat(match, 0)["money"] == francs


# Saintenoy


def plot(*cards, branches=(IRON, WOOD), money=1, **owned):
    """Saintenoy is about to build."""
    return (
        studio("saintenoy", *cards).set(branches=list(branches)).seat(0, money=money, cubes=owned)
    )


def faces(match):
    return [table(match)["ring"][place] for place in table(match)["branches"]]


@pytest.mark.rule("AS-12")
@pytest.mark.example("X24")
def test_saintenoy_turns_a_branch_before_he_builds():
    study = plot(money=20, wood=3, iron=3, joker=2)
    match = act(study.match(), "a3")
    assert options(match) == ["decline", "turn 0 on", "turn 0 back", "turn 1 on", "turn 1 back"]
    shown = {text: faces(do(match.copy(), text)) for text in options(match)}
    assert shown == {
        "decline": ["iron", "wood"],
        "turn 0 on": ["empty", "wood"],
        "turn 0 back": ["francs", "wood"],  # over glass
        "turn 1 on": ["iron", "any"],
        "turn 1 back": ["iron", "empty"],
    }


@pytest.mark.rule("AS-12")
def test_with_the_expansion_a_branch_turns_back_to_glass():
    study = plot(1, money=20, wood=3, iron=3, joker=4)
    match = act(study.match(), "a3", "turn 0 back")
    assert faces(match) == ["glass", "wood"]


@pytest.mark.rule("AS-12")
def test_the_turn_after_the_building_remains():
    study = plot(branches=(WOOD, STONE), stone=2)
    match = act(study.match(), "a3", "turn 0 back")
    assert faces(match) == ["empty", "stone"]
    assert seat(match, 0)["cubes"] == cubes()
    assert options(match) == ["branch 0", "branch 1"], "either of them"
    assert faces(do(match.copy(), "branch 0")) == ["wood", "stone"]
    assert faces(do(match, "branch 1")) == ["empty", "francs"]
    assert asked(match) == "site"


@pytest.mark.rule("AS-12")
def test_a_branch_never_turns_onto_the_other():
    study = plot(branches=(EMPTY, WOOD), money=20, wood=4, iron=4, joker=4)
    match = act(study.match(), "a3")
    assert options(match) == ["decline", "turn 0 back", "turn 1 on"]


@pytest.mark.rule("AS-12")
def test_a_turn_is_offered_only_if_a_building_follows():
    """Ruling R-71: and it need not be made if only the turn allows a building."""
    study = plot(branches=(WOOD, STONE), wood=1, iron=1)
    match = act(study.match(), "a3")
    assert options(match) == ["decline", "turn 1 back"], "wood and any, nothing else"
    left = do(match.copy(), "decline")
    assert left.to_play == 1
    assert seat(left, 0)["cubes"] == cubes(wood=1, iron=1)
    assert faces(left) == ["wood", "stone"]
    do(match, "turn 1 back")
    assert asked(match) in ("branch", "site")
    assert seat(match, 0)["cubes"] == cubes()
    study = plot(branches=(WOOD, STONE))
    assert act(study.match(), "a3").to_play == 1, "nothing to pay with"


@pytest.mark.rule("AS-12", "BE-CARD-09")
def test_card_9_helps_saintenoy_on_a_space():
    """Ruling R-71: a turn that needs the card binds him to it; in the park the card sleeps."""
    study = plot(1, branches=(STONE, EMPTY), wood=1, iron=1)
    assert options(act(study.match(), "a3")) == ["decline", "turn 0 back"], (
        "to any, and nothing else"
    )
    study = plot(9, branches=(STONE, EMPTY), wood=1, iron=1)
    match = act(study.match(), "a3")
    assert options(match) == ["decline", "turn 0 back", "turn 1 on", "turn 1 back"]
    bound = do(match.copy(), "turn 1 on")
    assert faces(bound) == ["stone", "wood"]
    assert table(bound)["belle"]["pavilions"][0]["used"]
    assert table(bound)["moment"]["mode"] == "substitution"
    assert options(bound) == ["build house", "build pavilion-5"]
    do(bound, "build house", "branch 0", "site e5")
    assert points(bound, 0) == 5
    free = do(match, "turn 0 back")
    assert faces(free) == ["any", "empty"]
    assert asked(free) == "target", "no cube of this payment is worth replacing"
    match = do(study.match(), "brussels park", "copy construction")
    assert faces(match) == ["any", "empty"], "the only turn that helps there"


@pytest.mark.rule("AS-12", "AS-04")
def test_saintenoy_in_the_park():
    study = plot(branches=(WOOD, STONE), wood=1, iron=1)
    match = do(study.match(), "brussels park")
    assert "construction" in options(match, "copy"), "a turn makes it possible"
    do(match, "copy construction")
    assert seat(match, 0)["cubes"] == cubes(), "and so it is promised"
    study = studio("hankar").set(branches=[WOOD, STONE]).seat(0, cubes={"wood": 1, "iron": 1})
    assert "construction" not in options(do(study.match(), "brussels park"), "copy")
    study = plot(branches=(WOOD, STONE), wood=1, stone=1)
    match = do(study.match(), "brussels park", "copy construction")
    assert "decline" in options(match), "it is possible without"


# Strauven


@pytest.mark.rule("AS-14", "AS-04")
def test_strauven_gains_with_every_sale():
    study = studio("strauven").set(cursor="1-1").seat(0, works={"blue": 1, "black": 1})
    match = act(study.match(), "b1", "sell blue", "cursor 1-1")
    assert (seat(match, 0)["money"], points(match, 0)) == (4 + 6 + 1, 6 + 1)
    do(match, "pass", "pass", "brussels park", "copy sale", "cursor 1-1")
    assert (seat(match, 0)["money"], points(match, 0)) == (11 + 4 + 1, 7 + 4 + 1)
    study = studio("hankar").set(cursor="1-1").seat(0, works={"blue": 1})
    match = act(study.match(), "b1", "cursor 1-1")
    assert (seat(match, 0)["money"], points(match, 0)) == (10, 6)


@pytest.mark.rule("AS-14", "BE-ACT-16")
@pytest.mark.example("X10")
def test_strauvens_share_is_not_halved():
    """Ruling R-72; the example counts grid cells from 1: its centre (2, 5) is our 1-4."""
    study = studio("strauven", 1).set(cursor="1-4").seat(0, belle={"white": {"green": 1}})
    match = act(study.match(), "b1", "as brown", "cursor 1-4")
    assert (seat(match, 0)["money"], points(match, 0)) == (4 + 4, 3)


@pytest.mark.rule("AS-14", "AS-04")
def test_strauven_gains_nothing_as_an_owner():
    study = studio("strauven").put("b1", house=0).seat(0, works={"blue": 2})
    study.set(turn=1, to_play=1).seat(1, works={"green": 1})
    match = act(study.match(), "b1", "cursor 3-3")
    assert (seat(match, 0)["money"], points(match, 0)) == (5, 2)


@pytest.mark.rule("AS-13", "AS-11")
def test_a_board_changes_one_thing():
    match = act(
        studio("strauven", 1).set(branches=[STONE, EMPTY]).seat(0, cubes={"stone": 9}).match(), "a3"
    )
    assert set(payments(match, "house")) == {(("stone", 2),)}
    assert seat(match, 0)["levels"] == {"town_hall": 1, "palace": 1, "architect": 1}
    assert set(seat(match, 0)["multipliers"].values()) == {1}


@pytest.mark.rule("AS-02")
def test_strips_that_are_asked_for_lie_as_asked():
    """The variant mixes the sides by default only; a transcript says how they lay."""
    asked = horta.start("bruxelles1893", 3, 1, asymmetric=True, strips="plain")
    assert all(strip.endswith("plain") for strip in table(asked)["strips"])
    mixed = horta.start("bruxelles1893", 3, 1, asymmetric=True)
    assert mixed.transcript()["options"]["strips"] == "alternate"
    assert horta.replay(mixed.transcript()) == mixed


OLD = {
    "hankar_town_hall": (2, 3, 4, 5, 6, 7),
    "gauchie_palace": (2, 3, 4, 5, 6, 7),
    "horta_architect": (2, 4, 6, 8, 9, 10),
}
"""The boards of version 1 of the rules."""
LATER = OLD | {"gauchie_palace": (1, 2, 4, 5, 6, 7), "horta_architect": (2, 3, 4, 6, 8, 10)}
"""Those of version 2."""


@pytest.mark.rule("AS-05", "AS-07", "AS-09")
@pytest.mark.parametrize(
    ("version", "name", "boards"),
    [(1, "bruxelles1893-boards", OLD), (2, "bruxelles1893-tracks", LATER)],
)
def test_a_game_of_before_keeps_the_boards_that_it_was_played_with(version, name, boards):
    """A stored transcript ends as it did then, and says so from then on itself."""
    stored = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert (stored["rules_version"], stored["components"]) == (version, {})
    match = horta.replay(stored)  # refuses a transcript with another result
    assert {"scores": match.scores, "winners": match.winners} == stored["result"]
    assert {name: getattr(match.components.boards, name) for name in boards} == boards
    written = match.transcript()
    assert written["rules_version"] == 3
    assert horta.replay(written) == match
    with pytest.raises(horta.BadTranscript):  # the boards of now lead to another result
        horta.replay({**stored, "rules_version": 3})


@pytest.mark.rule("AS-07", "AS-09")
def test_only_games_with_boards_carry_the_boards_of_before():
    begun = horta.start("bruxelles1893", 2, 1).transcript()
    assert horta.replay({**begun, "rules_version": 1}).transcript() == begun
    mine = {"boards": {"gauchie_palace": [1, 1, 2, 3, 5, 8]}}
    begun = horta.start("bruxelles1893", 2, 1, asymmetric=True, components=mine).transcript()
    found = horta.replay({**begun, "rules_version": 1}).components.boards
    assert found.gauchie_palace == (1, 1, 2, 3, 5, 8), "what an owner gave stays"
    assert found.horta_architect == OLD["horta_architect"]
    position = {**horta.start("bruxelles1893", 2, 1, asymmetric=True).position, "rules_version": 1}
    assert (
        horta.resume("bruxelles1893", position).components.boards.gauchie_palace
        == (OLD["gauchie_palace"])
    )
