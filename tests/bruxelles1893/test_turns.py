"""Turns, placing and bidding (B93-ACT, B93-ANP, B93E2-ACT)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, options, points, seat, table, told

import horta


@pytest.mark.rule("B93-ACT-01", "B93E2-ACT-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_turns_go_clockwise_from_the_first_player_and_skip_who_passed(edition):
    match = Study(edition, 4).set(first=2, token=2, turn=2, to_play=2).match()
    order = []
    for text in ("brussels market", "pass", "brussels market", "pass", "brussels exchange"):
        order.append(match.to_play)
        do(match, text)
    assert order == [2, 3, 0, 1, 2]
    assert match.to_play == 0


@pytest.mark.rule("B93-ACT-02", "B93E2-ACT-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn_is_a_placement_a_brussels_action_or_a_pass(edition):
    match = Study(edition, 3, crest="2-2").match()
    kinds = {text.split()[0] for text in options(match)}
    assert kinds == {"pass", "place", "brussels"}
    assert len(options(match)) == 1 + 9 + 4


@pytest.mark.rule("B93-ACT-03")
def test_only_assistants_of_the_reserve_can_be_placed_and_they_stay():
    match = Study("2013", 3, played=4).seat(0, justice=6).match()
    assert seat(match, 0)["reserve"] == 1
    do(match, "brussels market", "brussels market")
    assert seat(match, 0)["reserve"] == 0
    assert seat(match, 0)["brussels"]["market"] == 1
    do(match, "pass")
    # Seat 0 has nothing left and has passed by itself.
    assert seat(match, 0)["passed"]
    assert match.to_play == 1


@pytest.mark.rule("B93-ACT-04", "B93E2-ACT-02", "B93E2-PASS-01", "B93-PAS-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_who_can_do_nothing_must_pass_and_who_can_may_pass(edition):
    study = Study(edition, 3, played=5).seat(1, justice=7)
    match = study.match()
    assert "pass" in options(match)
    do(match, "brussels market")
    assert seat(match, 1)["passed"], "the engine takes the only option"
    assert match.to_play == 2
    do(match, "pass")
    assert seat(match, 2)["reserve"] == 5, "with assistants and money left"
    assert match.to_play == 0


@pytest.mark.rule("B93-ACT-05")
def test_the_last_player_goes_on_alone():
    match = do(Study("2013", 3).match(), "brussels market", "pass", "pass")
    for text in ("brussels market", "brussels park"):
        assert match.to_play == 0
        do(match, text, *(["decline"] if text == "brussels park" else []))
    assert match.to_play == 0


@pytest.mark.rule("B93-ACT-06", "B93-NOT-06", "B93E2-FREE-07")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_passed_owner_profits_but_takes_no_turn(edition):
    study = Study(edition, 3).put("c1", house=2).set(turn=2, to_play=2, first=2)
    study.seat(2, notables=["brugmann", "vandervelde"])
    match = do(study.match(), "pass", "place c1", "bid 1")
    if edition == "2013":
        do(match, "decline")
    else:
        do(match, "take 0", "discard")
    assert match.to_play == 2
    assert asked(match) == "owner_notable"
    do(match, "activate vandervelde")
    assert seat(match, 2)["reserve"] == 6
    assert seat(match, 2)["justice"] == 1
    do(match, "pass")
    assert match.to_play == 0, "seat 2 has passed for good"


@pytest.mark.rule("B93-ACT-07")
def test_a_phase_ends_after_at_most_seven_placements_each():
    match = Study("2013", 3).seat(0, justice=0, money=50).match()
    do(match, "brussels market", "pass", "pass")
    for space in ("a1", "a2", "a3", "a4", "b1", "b2"):
        do(match, f"place {space}", "bid 1")
        while match.to_play == 0 and asked(match) != "turn" and seat(match, 0)["reserve"]:
            do(match, options(match)[0])
    assert table(match)["round"] == 2 or asked(match) != "turn"


@pytest.mark.rule("B93-ANP-01", "B93E2-ACT-03", "B93E2-ACT-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_assistant_on_a_space_and_buildings_do_not_block(edition):
    study = Study(edition, 2, crest="2-2").put("c3", figure=1).put("d4", figure="neutral")
    study.put("e5", house=0).put("e4", house=1).put("d3", figure=0)
    spaces = options(study.match(), "place")
    assert spaces == ["e3", "c4", "e4", "c5", "d5", "e5"]


@pytest.mark.rule("B93-ANP-02", "B93E2-ACT-04", "B93E2-ACT-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bid_is_one_franc_to_all_own_money(edition):
    match = do(Study(edition, 3).seat(0, money=4).match(), "place c3")
    assert options(match) == ["bid 1", "bid 2", "bid 3", "bid 4"]
    do(match, "bid 4")
    assert seat(match, 0)["money"] == 0
    poor = Study(edition, 3).seat(0, money=0).match()
    assert options(poor, "place") == []
    assert len(options(poor, "brussels")) == 4


@pytest.mark.rule("B93-ANP-03", "B93-ANP-04", "B93E2-ACT-04")
@pytest.mark.example("OX-34")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bid_is_paid_before_the_action_and_fixed(edition):
    study = Study(edition, 3).seat(0, money=3)
    match = do(study.match(), "place c1", "bid 1")
    if edition == "2013":
        do(match, "perform")
    assert options(match, "take") == ["0", "1", "2"], "2 FB are left"
    do(match, "take 1")
    assert table(match)["board"][0]["bid"] == 1
    assert not any("bid" in text for text in options(match))


@pytest.mark.rule("B93-ANP-05")
def test_first_edition_an_action_may_be_left():
    match = do(Study("2013", 3).match(), "place d1", "bid 1")
    assert options(match) == ["decline", "perform"]
    do(match, "decline")
    assert match.to_play == 1
    assert sum(seat(match, 0)["cubes"].values()) == 0


@pytest.mark.rule("B93E2-ACT-07")
def test_second_edition_an_action_must_be_carried_out_if_it_can_be():
    match = do(Study("2023", 3).match(), "place d1", "bid 1")
    assert asked(match) == "cube"
    assert "decline" not in options(match)


@pytest.mark.rule("B93-ANP-06", "B93E2-ACT-07")
@pytest.mark.example("OX-16")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_impossible_action_leaves_placement_and_bid_standing(edition):
    study = Study(edition, 3).seat(0, works={"green": 2}).shop(["green"], ["black"])
    match = do(study.match(), "place c3", "bid 2")
    assert match.to_play == 1
    assert table(match)["cursor"] == "3-3"
    assert table(match)["board"][0] == {"space": "c3", "figure": 0, "bid": 2, "house": None}
    assert any("cannot carry out the action (sale)" in line for line in match.log())


@pytest.mark.rule("B93-ANP-07")
def test_an_action_begun_is_carried_out_completely():
    match = do(Study("2013", 3).match(), "place d1", "bid 1", "perform", "cube iron")
    assert asked(match) == "cube"
    assert options(match) == ["cube iron", "cube stone"], "no way to stop after one cube"


@pytest.mark.rule("B93-ANP-08", "B93E2-ACT-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_owner_profits_after_the_action(edition):
    study = Study(edition, 3).put("d1", house=2)
    match = do(study.match(), "place d1", "bid 1")
    if edition == "2013":
        do(match, "perform")
    do(match, "cube wood", "cube iron")
    assert match.to_play == 2
    assert asked(match) == "cube"
    do(match, "cube stone")
    assert seat(match, 2)["cubes"]["stone"] == 1
    assert match.to_play == 1
    said = told(match, 0)
    assert said.index("Green profits from the house (materials).") > said.index(
        "Ochre takes a cube: iron."
    )
    assert points(match, 2) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_highest_bid_of_the_list_can_be_saved(edition):
    match = do(Study(edition, 3).seat(0, money=200).match(), "place c3", "bid 136")
    again = horta.resume("bruxelles1893", match.position)
    assert again.position == match.position
