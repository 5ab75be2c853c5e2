"""The Brussels board and passing (B93-BRU, B93-PAS, B93E2-BRU, B93E2-PASS)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, options, seat, table


@pytest.mark.rule("B93-BRU-01", "B93E2-BRU-01", "B93E2-BRU-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_place_costs_no_money_and_can_be_used_again(edition):
    match = Study(edition, 3).seat(0, money=0).match()
    do(match, "brussels market", "pass", "pass")
    do(match, "brussels market")
    assert seat(match, 0)["brussels"]["market"] == 3
    assert seat(match, 0)["reserve"] == 2
    assert seat(match, 0)["money"] == 0
    assert seat(match, 0)["cubes"]["joker"] == 6


@pytest.mark.rule("B93-BRU-02", "B93E2-BRU-02")
@pytest.mark.example("BX-12", "OX-03", "X02")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_with_2_or_3_players_the_kth_use_takes_k(edition, players):
    match = Study(edition, players).seat(0, justice=0).seat(1, justice=0).match()
    costs = []
    while len(costs) < 4 and "brussels exchange" in options(match):
        before = seat(match, match.to_play)["reserve"]
        s = match.to_play
        do(match, "brussels exchange")
        costs.append(before - seat(match, s)["reserve"])
        if players == 3 and match.to_play == 2:
            do(match, "pass")
    assert costs == [1, 2, 3, 4]
    assert sum(costs[:3]) == 6
    assert sum(costs) == 10


@pytest.mark.rule("B93-BRU-03", "B93E2-BRU-03")
@pytest.mark.example("BX-11", "OX-04", "X02")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [4, 5])
def test_with_4_or_5_players_the_kth_use_takes_half_of_k(edition, players):
    match = Study(edition, players).match()
    costs = []
    while len(costs) < 5:
        s = match.to_play
        before = seat(match, s)["reserve"]
        do(match, "brussels exchange")
        costs.append(before - seat(match, s)["reserve"])
    assert costs == [1, 1, 2, 2, 3]
    # Ruling R34: one player may take both cheap uses.
    alone = do(Study(edition, players).match(), "brussels park")
    while asked(alone) != "turn":
        do(alone, options(alone)[0])
    while match.to_play is not None and alone.to_play != 0:
        do(alone, "pass")
    do(alone, "brussels park")
    assert seat(alone, 0)["brussels"]["park"] == 2


@pytest.mark.rule("B93-BRU-04", "B93E2-BRU-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_too_few_assistants(edition):
    study = Study(edition, 3, played=4).seat(0, justice=6).seat(1, brussels={"market": 1})
    assert options(study.match(), "brussels") == ["exchange", "park", "grand-place"]


@pytest.mark.rule("B93-BRU-05", "B93E2-BRU-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_place_may_be_used_without_effect(edition):
    study = Study(edition, 3).seat(1, cubes={"joker": 15}).seat(0, tilted=["brugmann"])
    match = do(study.match(), "brussels market")
    assert seat(match, 0)["cubes"]["joker"] == 0
    assert match.to_play == 1
    match = do(study.match(), "brussels grand-place")
    assert match.to_play == 1


@pytest.mark.rule("B93-BRU-06", "B93E2-BRU-10")
@pytest.mark.example("OX-31")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_market_gives_three_jokers_or_what_is_left(edition):
    match = do(Study(edition, 3).match(), "brussels market")
    assert seat(match, 0)["cubes"]["joker"] == 3
    match = do(Study(edition, 3).seat(1, cubes={"joker": 13}).match(), "brussels market")
    assert seat(match, 0)["cubes"]["joker"] == 2


@pytest.mark.rule("B93-BRU-07", "B93E2-BRU-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_exchange_pays_the_value_of_the_card_every_time(edition):
    study = Study(edition, 3)
    study.stock_card = 12
    match = do(study.match(), "brussels exchange", "brussels exchange")
    assert seat(match, 0)["money"] == seat(match, 1)["money"] == 5 + 7


@pytest.mark.rule("B93-BRU-08")
def test_first_edition_the_park_copies_any_possible_action_or_nothing():
    study = Study("2013", 3, crest="2-2").seat(0, money=0)
    match = do(study.match(), "brussels park")
    assert options(match) == ["decline", "copy workshop", "copy theatre", "copy materials"]
    idle = do(match.copy(), "decline")
    assert idle.to_play == 1
    do(match, "copy theatre")
    assert seat(match, 0)["cubes"]["joker"] == 2, "the free card, without a bid"
    do(match, "keep")
    assert table(match)["board"] == []


@pytest.mark.rule("B93E2-BRU-08", "B93E2-BRU-09")
def test_second_edition_the_park_must_copy_an_action_that_can_be_carried_out():
    match = do(Study("2023", 3).seat(0, money=0).match(), "brussels park")
    assert options(match) == ["copy workshop", "copy theatre", "copy materials"]
    study = Study("2023", 3).set(theatre=[None, None, None, None])
    names = ["empain", "solvay", "buls", "albert", "van_de_velde", "vandervelde", "maeterlinck"]
    for s in range(3):
        study.seat(s, notables=["brugmann", *names])
    works = {"blue": 2, "brown": 2, "yellow": 2, "green": 2}
    study.seat(1, works=dict.fromkeys(works, 6), cubes={"wood": 10, "iron": 10, "stone": 10})
    match = do(study.match(), "brussels park")
    assert match.to_play == 1, "nothing can be copied"


@pytest.mark.rule("B93-BRU-09", "B93-BRU-10", "B93E2-BRU-07")
@pytest.mark.example("BX-08", "E05", "X29")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_grand_place_activates_up_to_the_palace_level(edition):
    study = Study(edition, 4).seat(0, tracks={"palace": 2})
    study.seat(0, notables=["brugmann", "empain", "maeterlinck", "buls"])
    match = do(study.match(), "brussels grand-place")
    assert seat(match, 0)["brussels"]["grand-place"] == 1
    stopped = do(match.copy(), "activate buls", "decline")
    assert stopped.to_play == 1
    assert seat(stopped, 0)["tilted"] == ["buls"]
    do(match, "activate buls", "activate brugmann")
    assert options(match, "activate") == ["empain", "maeterlinck"]
    do(match, "activate empain")
    assert match.to_play == 1, "level 3: no fourth one"
    assert seat(match, 0)["tilted"] == ["brugmann", "empain", "buls"]
    third = Study(edition, 4).seat(1, brussels={"grand-place": 1})
    third.seat(2, brussels={"grand-place": 1}).seat(0, tracks={"palace": 1})
    third.seat(0, notables=["brugmann", "empain", "buls"])
    match = do(third.match(), "brussels grand-place")
    assert seat(match, 0)["brussels"]["grand-place"] == 2
    do(match, "activate brugmann", "activate buls")
    assert match.to_play == 1


@pytest.mark.rule("B93-BRU-09", "B93E2-BRU-07")
@pytest.mark.example("OX-33", "X31")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_limit_is_read_when_the_action_is_taken(edition):
    study = Study(edition, 3).seat(0, notables=["brugmann", "albert"])
    match = do(study.match(), "brussels grand-place", "activate albert")
    assert seat(match, 0)["levels"]["palace"] == 2
    assert match.to_play == 1
    match = do(study.match(), "brussels grand-place", "activate brugmann")
    assert seat(match, 0)["money"] == 10
    assert match.to_play == 1


@pytest.mark.rule("B93-PAS-02", "B93-PAS-03", "B93-PAS-04")
@pytest.mark.example("BX-10", "OX-17")
def test_first_edition_income_on_passing():
    study = Study("2013", 3)
    study.seat(0, works=dict.fromkeys(("blue", "brown", "yellow", "green", "black"), 1))
    study.seat(1, works={"blue": 2, "green": 1, "black": 1})
    study.seat(2, works={"yellow": 2})
    match = do(study.match(), "pass")
    assert seat(match, 0)["money"] == 5 + 6
    assert seat(match, 0)["exhibits"] == 1
    do(match, "pass")
    assert seat(match, 1)["money"] == 5 + 3
    assert seat(match, 1)["exhibits"] == 0
    study = Study("2013", 2).seat(0, works={"blue": 2, "green": 1, "black": 1})
    assert seat(do(study.match(), "pass"), 0)["money"] == 5 + 4
    study = Study("2013", 3, played=3).seat(0, exhibits=2).seat(2, exhibits=0)
    assert seat(do(study.match(), "pass"), 0)["money"] == 5 + 1, "earlier tiles pay nothing"


@pytest.mark.rule("B93E2-PASS-02", "B93E2-PASS-03", "B93E2-PASS-04", "B93E2-PASS-05")
@pytest.mark.example("E06")
def test_second_edition_income_on_passing():
    study = Study("2023", 3, played=2).seat(0, exhibits=1, works={"blue": 2, "green": 1})
    study.seat(2, exhibits=0).seat(1, works={"black": 1})
    match = do(study.match(), "pass")
    assert seat(match, 0)["money"] == 5 + 2 + 2
    assert seat(match, 0)["exhibits"] == 2
    assert len(table(match)["prizes"]["face_down"]) == 2
    assert match.view(0)["table"]["prizes"]["face_down"] == ["?", "?"], "nobody looks"
    do(match, "pass")
    assert seat(match, 1)["money"] == 5 + 1
    for owned in range(5):
        study = Study("2023", 2, played=owned + 1).seat(0, exhibits=owned).seat(1, exhibits=0)
        assert seat(do(study.match(), "pass"), 0)["money"] == 5 + owned + 1


@pytest.mark.rule("B93E2-PASS-06")
@pytest.mark.example("X25")
def test_second_edition_all_thirty_prestige_cards_are_used():
    for played, size in ((1, 25), (2, 19), (3, 13), (4, 7), (5, 1)):
        match = Study("2023", 3, played=played).match()
        assert table(match)["prizes"]["pile_size"] == size
    assert table(do(match, "pass"))["prizes"]["pile_size"] == 0


@pytest.mark.rule("B93-PAS-01", "B93E2-PASS-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_passing_is_final(edition):
    match = do(Study(edition, 3).match(), "pass", "brussels market", "brussels market")
    assert match.to_play == 1
