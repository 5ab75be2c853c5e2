"""Auctions, the first player and the use of cards (B93-AUC, FPL, BON, B93E2-CLO-01..36)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, finish_round, options, pass_all, seat, table

# Cards by what they are: number in each edition.
PALACE_2 = {"2013": 13, "2023": 20}  # one power doubled
TOWN_HALL = {"2013": 4, "2023": 5}  # Town Hall, no symbol of the Manneken-Pis, 2 points
CHOICE = {"2013": 23, "2023": 17}  # Palace or release
NO_POINTS = {"2013": 6, "2023": 29}
RELEASE_2 = {"2013": 16, "2023": 22}
MP_2 = {"2013": 3, "2023": 9}


def auction(edition, players=3, **bids):
    """Bids such as a1=(0, 3): seat 0 bids 3 on a1; all but seat 0 have passed already."""
    study = Study(edition, players)
    for space, (who, amount) in bids.items():
        study.put(space, figure=who, bid=amount)
    return study


def closed(study):
    return pass_all(study.match())


@pytest.mark.rule("B93-AUC-01", "B93E2-CLO-10", "B93E2-CLO-11")
@pytest.mark.example("BX-13", "E07")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_highest_sum_of_a_column_wins_its_card(edition):
    study = auction(edition, a1=(0, 3), a2=(1, 2), b1=(2, 1), c1=(1, 2), c2=(1, 1), c3=(2, 2))
    study.strip = [PALACE_2[edition]] * 1 + [1, 2, 7, 8]
    match = closed(study)
    assert table(match)["prizes"]["winner"] == [0, 2, 1, None, None]
    said = "\n".join(match.log())
    assert "Ochre wins column a with 3 FB." in said
    assert "Blue wins column c with 3 FB." in said


@pytest.mark.rule("B93-AUC-02", "B93E2-CLO-12", "B93E2-CLO-36")
@pytest.mark.example("OX-18", "X12")
@pytest.mark.parametrize("edition", EDITIONS)
def test_tied_players_use_the_power_and_nobody_wins_the_card(edition):
    study = auction(edition, a1=(0, 2), a2=(0, 1), a3=(1, 3), a4=(2, 1))
    study.strip[0] = TOWN_HALL[edition]
    study.strip[1:] = [c for c in (10, 11, 12, 13, 14) if c != TOWN_HALL[edition]][:4]
    match = closed(study)
    assert table(match)["round"] == 2
    assert [seat(match, s)["levels"]["town_hall"] for s in range(3)] == [2, 2, 1]
    assert TOWN_HALL[edition] in table(match)["prizes"]["gone"]
    assert all(not any(s["rows"].values()) for s in table(match)["seats"])
    assert table(match)["token"] == 0, "2 MP for passing first, none for the tied card"


@pytest.mark.rule("B93-AUC-02", "B93E2-CLO-36", "B93-BON-03", "B93E2-CLO-32")
@pytest.mark.parametrize("edition", EDITIONS)
def test_tied_players_choose_in_order_on_a_choice_card(edition):
    study = auction(edition, a1=(0, 2), a2=(2, 2), b1=(1, 1)).set(first=1, token=1, turn=1)
    study.set(to_play=1)
    study.strip = [CHOICE[edition], TOWN_HALL[edition], 1, 2, 7]
    match = do(study.match(), "pass", "pass", "pass")
    order = []
    assert asked(match) == "power"
    assert options(match) == ["power palace", "power release"]
    order.append(match.to_play)
    do(match, "power release")
    order.append(match.to_play)
    do(match, "power palace")
    assert order == [2, 0], "clockwise from this round's first player"
    assert seat(match, 2)["justice"] == 1
    assert seat(match, 0)["levels"]["palace"] == 2
    assert asked(match) == "prize", "the cards won come after the ties (R37)"
    assert match.to_play == 1


@pytest.mark.rule("B93-AUC-03", "B93E2-CLO-13", "B93E2-CLO-14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_column_without_bids_has_no_winner(edition):
    study = Study(edition, 2).put("a1", figure="neutral").put("a2", figure="neutral")
    strip = list(study.strip)
    match = closed(study)
    assert table(match)["round"] == 2
    assert set(strip) <= set(table(match)["prizes"]["gone"])
    assert "e" not in {space[0] for space in options(Study(edition, 3).match(), "place")}


@pytest.mark.rule("B93-AUC-04", "B93-EOR-02", "B93E2-EOR-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_bids_are_lost(edition):
    study = auction(edition, a1=(0, 3), a2=(1, 2))
    match = finish_round(study.match())
    assert [seat(match, s)["money"] for s in range(3)] == [6, 5, 5]
    assert table(match)["board"] == []


@pytest.mark.rule("B93E2-CLO-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_order_of_the_closing_phase(edition):
    study = auction(edition, a1=(0, 1), a2=(0, 1), b1=(0, 1), b2=(1, 1))
    study.strip = [TOWN_HALL[edition], RELEASE_2[edition], 2, 7, 8]
    study.seat(0, brussels={"market": 1})
    match = closed(study)
    since = len(match.actions)
    do(match, "prize a power")
    while asked(match) == "prize":
        do(match, options(match)[0])
    said = "\n".join(match.log())
    places = [
        said.index(text)
        for text in (
            "wins column a",
            "takes the Manneken-Pis",
            "uses the card of column a",
            "VP at crest a1–b2",
            "sends an assistant to Justice",
            "New cards are laid",
        )
    ]
    assert places == sorted(places)
    assert since
    assert match.sheet["crests"][0] == 2, "the level after the step of the card"


@pytest.mark.rule("B93-FPL-01", "B93-FPL-02", "B93E2-CLO-20", "B93E2-CLO-21")
@pytest.mark.parametrize("edition", EDITIONS)
def test_most_symbols_take_the_token(edition):
    study = auction(edition, a1=(1, 1), b1=(1, 1))
    study.strip = [MP_2[edition], {"2013": 2, "2023": 1}[edition], 7, 8, 14]
    match = closed(study)
    assert table(match)["token"] == 1, "3 symbols against 2 for passing first"
    assert "Blue takes the Manneken-Pis (symbols: 3)." in match.log()
    # Cards of earlier rounds do not count.
    study = Study(edition, 3, played=2)
    study.seat(1, rows={"money": [{"2013": 2, "2023": 9}[edition]]})
    study.strip = [4, 5, 6, 7, 10]
    match = closed(study)
    assert table(match)["token"] == 0


@pytest.mark.rule("B93-FPL-03", "B93E2-CLO-22")
@pytest.mark.example("OX-19", "OX-20", "E08", "X13")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("players", "holder", "symbols", "expected"),
    [
        (4, 1, (2, 2, 0, 1), 0),
        (3, 0, (2, 0, 2), 2),
        (4, 2, (3, 1, 3, 3), 3),
        (4, 0, (4, 2, 4, 1), 2),
        (2, 0, (2, 0), 0),
        (3, 1, (2, 2, 0), 0),
    ],
)
def test_ties_go_to_the_next_after_the_holder(edition, players, holder, symbols, expected):
    # 2 symbols for the one who passed first, the rest on one card for each player.
    cards = [{"power": "release", "mp": k % 5, "symbols": 0} for k in range(30)]
    given = {"bonus_cards": cards[:25], "prestige_cards": cards}
    first_out = next(s for s in range(players) if symbols[s] >= 2)
    study = Study(edition, players, components=given).set(first=holder, token=holder)
    others = [s for s in range(players) if s != first_out]
    study.set(turn=others[0], to_play=others[0], first_out=first_out)
    for s in range(players):
        study.seat(s, exhibits=int(s == first_out), passed=s != others[0])
        study.put(f"{'abcd'[s]}1", figure=s)
        study.strip[s] = 5 * s + 1 + symbols[s] - (2 if s == first_out else 0)
    study.strip[players:] = range(21, 26 - players)
    match = do(study.match(), "pass")
    assert table(match)["token"] == expected


@pytest.mark.rule("B93-FPL-04")
def test_somebody_always_has_two_symbols():
    match = closed(Study("2013", 3))
    assert "Ochre takes the Manneken-Pis (symbols: 2)." in match.log()


@pytest.mark.rule("B93-FPL-05", "B93E2-CLO-23")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_token_moves_in_round_5_too(edition):
    study = Study(edition, 3, played=5).set(turn=1, to_play=1)
    match = do(study.match(), "pass", "pass", "pass")
    assert match.over
    assert match.sheet["token"] == [0, 5, 0]


@pytest.mark.rule("B93-BON-01", "B93-BON-02", "B93E2-CLO-30")
@pytest.mark.example("BX-14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_card_won_is_used_or_slid_under_a_line(edition):
    two, one = TOWN_HALL[edition], {"2013": 5, "2023": 1}[edition]
    study = auction(edition, a1=(0, 1), b1=(0, 1), c1=(0, 1))
    study.strip = [two, one, PALACE_2[edition], 10, 11]
    match = closed(study)
    assert "pass" not in options(match)
    assert "decline" not in options(match)
    do(match, "prize a money", "prize b works", "prize c power")
    me = seat(match, 0)
    assert me["multipliers"] == {"money": 3, "works": 2, "notables": 1, "assistants": 1}
    assert me["rows"] == {"money": [two], "works": [one], "notables": [], "assistants": []}
    assert me["levels"]["palace"] == 3
    assert PALACE_2[edition] in table(match)["prizes"]["gone"]


@pytest.mark.rule("B93E2-CLO-30", "B93E2-CLO-32", "B93E2-CLO-33", "B93E2-CLO-34")
@pytest.mark.example("E09")
def test_second_edition_own_cards_in_free_order_and_cards_with_two_powers():
    study = auction("2023", a1=(1, 1), b1=(1, 1), c1=(1, 1)).set(first=1, token=1)
    study.strip = [5, 2, 26, 10, 11]  # 26: Palace and Architect
    match = closed(study)
    assert {text[0] for text in options(match, "prize")} == {"a", "b", "c"}
    do(match, "prize c power", "prize b money", "prize a notables")
    me = seat(match, 1)
    assert me["multipliers"]["notables"] == 3
    assert me["multipliers"]["money"] == 2
    assert (me["levels"]["palace"], me["levels"]["architect"]) == (2, 2)


@pytest.mark.rule("B93-BON-01")
def test_first_edition_own_cards_from_left_to_right():
    study = auction("2013", a1=(0, 1), b1=(0, 1))
    study.strip = [4, 1, 10, 11, 13]
    match = closed(study)
    assert {text[0] for text in options(match, "prize")} == {"a"}


@pytest.mark.rule("B93-BON-03", "B93E2-CLO-31", "B93E2-CLO-32")
@pytest.mark.parametrize("edition", EDITIONS)
def test_single_powers_and_choices(edition):
    numbers = {"2013": {"palace": 2, "town_hall": 5, "architect": 8}}
    numbers["2023"] = {"palace": 2, "town_hall": 1, "architect": 3}
    for track, number in numbers[edition].items():
        study = auction(edition, a1=(0, 1))
        study.strip = [number, 12, 13, 14, 15]
        match = do(closed(study), "prize a power")
        assert seat(match, 0)["levels"][track] == 2
    study = auction(edition, a1=(0, 1))
    study.strip = [{"2013": 11, "2023": 4}[edition], 12, 13, 14, 15]
    match = do(closed(study), "prize a power")
    assert (seat(match, 0)["justice"], seat(match, 0)["reserve"]) == (1, 6)
    # A power without effect is offered all the same (BON-03).
    study = auction(edition, a1=(0, 1)).seat(0, justice=0)
    study.strip = [CHOICE[edition], 12, 13, 14, 15]
    match = do(closed(study), "prize a power")
    assert options(match) == ["power palace", "power release"]
    do(match, "power release")
    assert CHOICE[edition] in table(match)["prizes"]["gone"]


@pytest.mark.rule("B93E2-CLO-32")
def test_second_edition_a_choice_of_all_four():
    study = auction("2023", a1=(0, 1))
    study.strip = [29, 12, 13, 14, 15]
    match = closed(study)
    assert asked(match) == "power", "it has no points, so its power is all there is"
    assert options(match, "power") == ["town_hall", "palace", "architect", "release"]


@pytest.mark.rule("B93-BON-04", "B93E2-CLO-32")
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_cannot_be_used_lapses(edition):
    study = auction(edition, a1=(0, 1), b1=(0, 1)).seat(0, justice=1, tracks={"palace": 4})
    study.strip = [PALACE_2[edition], RELEASE_2[edition], 1, 2, 3]
    match = do(closed(study), "prize a power")
    if asked(match) == "prize":
        do(match, "prize b power")
    assert seat(match, 0)["tracks"]["palace"] == 5
    assert (seat(match, 0)["justice"], seat(match, 0)["reserve"]) == (0, 7)


@pytest.mark.rule("B93-BON-05", "B93E2-CLO-33")
@pytest.mark.parametrize("edition", EDITIONS)
def test_only_cards_with_points_can_be_slid(edition):
    study = auction(edition, a1=(0, 1), b1=(0, 1))
    study.strip = [NO_POINTS[edition], TOWN_HALL[edition], 1, 2, 12]
    match = closed(study)
    if edition == "2013":
        assert seat(match, 0)["levels"]["town_hall"] == 2, "its power is the only use"
    else:
        assert options(match, "prize")[0] == "a power"
        assert "a money" not in options(match, "prize")


@pytest.mark.rule("B93-BON-06", "B93E2-CLO-35")
@pytest.mark.example("OX-28")
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_card_under_a_line_in_a_round(edition):
    two, one = TOWN_HALL[edition], {"2013": 5, "2023": 1}[edition]
    study = auction(edition, a1=(0, 1), b1=(0, 1))
    study.strip = [two, one, 10, 11, 12]
    match = do(closed(study), "prize a notables")
    assert "b notables" not in options(match, "prize")
    assert "b money" in options(match, "prize")
    later = Study(edition, 3, played=2).put("b1", figure=0)
    later.seat(0, rows={"notables": [two]})
    later.strip = [10, one, 11, 12, 13]
    match = do(closed(later), "prize b notables")
    assert seat(match, 0)["multipliers"]["notables"] == 4


@pytest.mark.rule("B93-BON-06", "B93E2-CLO-35")
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_line_takes_one_card_until_none_is_left(edition):
    study = auction(edition, a1=(0, 1), b1=(0, 1), c1=(0, 1), d1=(0, 1))
    study.strip = [*{"2013": [1, 2, 4, 5], "2023": [1, 2, 4, 5]}[edition], 10]
    match = do(closed(study), "prize a money", "prize b works", "prize c notables")
    assert options(match) == ["prize d power", "prize d assistants"]
    do(match, "prize d assistants")
    assert all(len(cards) == 1 for cards in seat(match, 0)["rows"].values())
    # With all four lines used, another card could only be used for its power.
    full = auction(edition, a1=(0, 1))
    full.set(decision="prize", first_out=0, neutrals=0)
    for s in range(3):
        full.seat(s, passed=True, exhibits=int(s == 0))
    full.table["prizes"]["winner"] = [0, None, None, None, None]
    full.strip = [TOWN_HALL[edition], 10, 11, 12, 13]
    full.seat(0, rows_used=["money", "works", "notables"])
    assert options(full.match()) == ["prize a power", "prize a assistants"]


@pytest.mark.rule("B93-BON-07", "B93E2-CLO-34")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_line_without_cards_counts_once(edition):
    match = Study(edition, 3).match()
    assert set(seat(match, 0)["multipliers"].values()) == {1}
