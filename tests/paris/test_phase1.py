"""Chapter 3: paving and choosing."""

from __future__ import annotations

import pytest

from paris.boards import (
    CARDS,
    NAMES,
    can,
    choices,
    dealt,
    kinds,
    moves,
    openings,
    play,
    seat,
    table,
)

IN_ORDER = "0 1 2 3 4 5 6 7"


def deal(starter=0, orange=IN_ORDER, blue=IN_ORDER, **options):
    return dealt(orange, blue, starter, **options)


def pave(match, squares=range(16)):
    """Lay tiles by turns on these squares."""
    for square in squares:
        play(match, f"T{square}/0")
    return match


def done(s):
    """Return a match in which one seat has laid all its tiles, the other one seven."""
    return pave(deal(s), range(15))


@pytest.mark.rule("PA-PH1-01")
@pytest.mark.parametrize("starter", [0, 1])
def test_turns_alternate(starter):
    match = deal(starter)
    for turn, code in enumerate(("T5/1", "K3", "K0", "T0/2", "T1/3", "T2/0", "K7")):
        assert match.to_play == (starter + turn) % 2
        play(match, code)
        mover = (starter + turn) % 2
        own = seat(match, mover)
        others = 8 - own["stack_size"] - 1 + len(own["reserve"])
        assert others == turn // 2 + 1  # exactly one thing on each turn


@pytest.mark.rule("PA-PH1-02")
def test_a_tile_goes_on_any_empty_square_with_any_turn():
    match = deal()
    assert moves(match, "tile") == [(q, r) for q in range(16) for r in range(4)]
    pave(match, (5, 15, 0))
    empty = [q for q in range(16) if q not in (5, 15, 0)]
    assert moves(match, "tile") == [(q, r) for q in empty for r in range(4)]


@pytest.mark.rule("PA-PH1-02")
@pytest.mark.parametrize(("turn", "face"), [(0, "oL/ob"), (1, "oo/bL"), (2, "bo/Lo"), (3, "Lb/oo")])
def test_a_tile_is_turned_clockwise(turn, face):
    match = play(deal(orange="2 0 1 3 4 5 6 7"), f"T9/{turn}")
    board = table(match)["board"]
    assert f"{board[4][2:4]}/{board[5][2:4]}" == face
    assert sum(row.count(".") for row in board) == 60
    assert table(match)["squares"][9] == f"o2/{turn}"


@pytest.mark.rule("PA-PH1-02")
@pytest.mark.parametrize("turn", range(4))
def test_every_corner_of_a_tile_keeps_its_neighbours(turn):
    match = play(deal(1, blue="3 0 1 2 4 5 6 7"), f"T6/{turn}")
    board = table(match)["board"]
    face = f"{board[2][4:6]}/{board[3][4:6]}"
    assert face == ("Lb/om", "oL/mb", "mo/bL", "bm/Lo")[turn]


@pytest.mark.rule("PA-PH1-02")
def test_a_tile_need_not_lie_beside_another():
    match = pave(deal(), (0, 15, 3, 12))
    laid = [q for q, tile in enumerate(table(match)["squares"]) if tile]
    assert laid == [0, 3, 12, 15]


@pytest.mark.rule("PA-PH1-02")
def test_a_tile_fills_its_square():
    match = play(deal(), "T5/0")
    assert not can(match, "T5/0")
    assert not can(match, "T5/3")
    assert can(match, "T4/0")
    assert can(match, "T6/0")


@pytest.mark.rule("PA-PH1-03")
@pytest.mark.parametrize("s", [0, 1])
def test_the_next_tile_is_drawn_at_once(s):
    order = "3 5 0 1 2 4 6 7"
    match = deal(s, orange=order, blue=order)
    letter = "ob"[s]
    play(match, "T0/0")
    assert seat(match, s)["hand"] == f"{letter}5"
    assert seat(match, s)["stack"] == [f"{letter}{k}" for k in (0, 1, 2, 4, 6, 7)]
    assert seat(match, s)["stack_size"] == 6
    assert f"{['Orange', 'Blue'][s]} draws a tile; 6 left." in match.log()


@pytest.mark.rule("PA-PH1-03", "PA-INF-01")
def test_a_drawn_tile_is_hidden():
    match = play(deal(), "T0/0")
    assert match.view(0)["table"]["seats"][0]["hand"] == "o1"
    assert match.view(1)["table"]["seats"][0]["hand"] == "?"


@pytest.mark.rule("PA-PH1-03")
@pytest.mark.parametrize("s", [0, 1])
def test_with_an_empty_stack_the_hand_stays_empty(s):
    match = pave(deal(s), range(14))
    assert seat(match, s)["stack"] == []
    assert seat(match, s)["hand"] == f"{'ob'[s]}7"
    play(match, "T14/0")
    assert seat(match, s)["hand"] is None
    assert seat(match, s)["stack_size"] == 0
    assert match.log()[-1].endswith("lays a tile on C4.")


@pytest.mark.rule("PA-PH1-04")
@pytest.mark.parametrize("s", [0, 1])
@pytest.mark.parametrize("b", range(12))
def test_a_building_moves_from_the_site_to_the_reserve(s, b):
    match = deal(s)
    before = seat(match, s)
    play(match, f"K{b}")
    assert seat(match, s)["reserve"] == [NAMES[b]]
    assert seat(match, 1 - s)["reserve"] == []
    assert table(match)["site"] == [name for name in NAMES if name != NAMES[b]]
    assert choices(match) == table(match)["site"]
    assert seat(match, s)["hand"] == before["hand"]
    assert seat(match, s)["stack"] == before["stack"]
    assert NAMES[b] in match.view(1 - s)["table"]["seats"][s]["reserve"]


@pytest.mark.rule("PA-PH1-05")
def test_nothing_is_built_and_no_postcard_is_used():
    match = play(deal(), "K0", "K1", "T0/0", "T1/0")
    assert kinds(match) == {"tile", "choose"}
    assert openings(match) == []
    assert {card["state"] for card in table(match)["postcards"]} == {"open"}


@pytest.mark.rule("PA-PH1-06")
def test_no_pass_with_a_tile_in_hand():
    match = deal()
    for square in range(15):
        assert not can(match, "pass")
        play(match, f"T{square}/0")
    assert not can(match, "pass")


@pytest.mark.rule("PA-PH1-07", "PA-PH1-10")
def test_with_an_empty_site_the_tile_must_be_laid():
    match = deal()
    for b in range(12):
        play(match, f"K{b}")
    assert table(match)["site"] == []
    assert kinds(match) == {"tile"}
    assert len(moves(match, "tile")) == 64


@pytest.mark.rule("PA-PH1-08", "PA-PH1-09")
@pytest.mark.parametrize("s", [0, 1])
def test_who_has_laid_all_takes_or_passes_anew_each_turn(s):
    match = done(s)
    play(match, "K0")  # the other one waits with his last tile
    assert match.to_play == s
    assert kinds(match) == {"pass", "choose"}
    play(match, "pass", "K1")
    assert kinds(match) == {"pass", "choose"}
    play(match, "K2", "K3", "pass", "K4")
    assert kinds(match) == {"pass", "choose"}
    assert seat(match, s)["reserve"] == ["O4"]
    assert [line for line in match.log() if "passes" in line] == [
        f"{['Orange', 'Blue'][s]} passes."
    ] * 2


@pytest.mark.rule("PA-PH1-10")
def test_a_reserve_has_no_upper_limit():
    match = done(0)
    for b in range(12):
        play(match, f"K{b}")
        if b < 11:
            play(match, "pass")
    assert seat(match, 1)["reserve"] == NAMES
    assert kinds(match) == {"pass"}
    assert match.legal == [0]
    play(match, "pass")
    assert kinds(match) == {"tile"}
    assert len(moves(match, "tile")) == 4


@pytest.mark.rule("PA-PH1-11", "PA-PH1-12")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_sixteenth_tile_ends_the_phase(starter):
    match = pave(deal(starter), range(15))
    assert table(match)["phase"] == 1
    assert table(match)["first_done"] == starter
    play(match, "T15/0")
    assert table(match)["phase"] == 2
    assert table(match)["decision"] == "p2_turn"
    assert match.to_play == starter
    assert openings(match) == CARDS[:8]
    assert match.log()[-1] == f"All tiles are laid. {['Orange', 'Blue'][starter]} starts phase 2."


@pytest.mark.rule("PA-PH1-12")
@pytest.mark.parametrize("starter", [0, 1])
def test_who_laid_his_eighth_tile_first_starts_phase_2(starter):
    match = play(deal(starter), "K0")  # the starter falls behind by one tile
    for square in range(15):
        play(match, f"T{square}/0")
    assert table(match)["first_done"] == 1 - starter
    assert match.to_play == starter
    play(match, "T15/0")
    assert match.to_play == 1 - starter
    assert table(match)["starter"] == starter


@pytest.mark.rule("PA-PH1-13")
def test_what_nobody_took_stays_on_the_site():
    match = play(deal(), "K0", "K1")
    pave(match)
    assert table(match)["site"] == NAMES[2:]
    assert {NAMES[b] for b, _, _ in moves(match, "build")} == {"I3"}
    assert choices(match) == []
    play(match, "A:LEV", "G:I3")
    assert choices(match)
    assert set(choices(match)) <= set(NAMES[2:])
