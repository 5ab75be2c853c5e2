"""Chapter 2: setup."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import horta
from horta.core.engine import plain_engine
from horta.core.record import at
from paris.boards import (
    CARDS,
    NAMES,
    A,
    can,
    choices,
    kinds,
    openings,
    play,
    postcard,
    puts,
    seat,
    stand,
    table,
    until_over,
)


def in_play(match):
    return [card["card"] for card in table(match)["postcards"]]


@pytest.mark.rule("PA-SET-01")
@pytest.mark.parametrize("choice", ["first", "random", CARDS[2:10]])
def test_eight_postcards_lie_open(choice):
    match = horta.start("paris", seed=5, postcards=choice)
    cards = table(match)["postcards"]
    assert len(cards) == len({card["card"] for card in cards}) == 8
    assert {card["state"] for card in cards} == {"open"}
    assert {card["holder"] for card in cards} == {None}


@pytest.mark.rule("PA-SET-01")
def test_the_other_four_are_out_of_the_game():
    match = stand(A, open_cards="LEV MET JAR SAC PEI CHA BOU LAM")
    assert openings(match) == CARDS[:8]
    match = stand(A, open_cards="PEI CHA BOU LAM MOU FON PEN GRA")
    assert openings(match) == CARDS[4:]
    assert not can(match, "A:SAC")


@pytest.mark.rule("PA-SET-02")
def test_the_option_says_which():
    assert in_play(horta.start("paris", seed=5)) == CARDS[:8]
    assert in_play(horta.start("paris", seed=5, postcards="first")) == CARDS[:8]
    assert in_play(horta.start("paris", seed=5, postcards=CARDS[4:])) == CARDS[4:]


@pytest.mark.rule("PA-SET-02", "PA-INF-05")
def test_a_random_eight_gives_every_card_its_chance():
    chosen = [in_play(horta.start("paris", seed=k, postcards="random")) for k in range(240)]
    assert {len(set(cards)) for cards in chosen} == {8}
    often = Counter(card for cards in chosen for card in cards)
    assert set(often) == set(CARDS)
    assert min(often.values()) > 120  # 160 on average
    assert max(often.values()) < 200
    assert len(set(map(tuple, chosen))) > 100


@pytest.mark.rule("PA-SET-03")
def test_the_order_of_the_postcards_makes_no_difference():
    one = horta.start("paris", seed=5, postcards=CARDS[3:11])
    other = horta.start("paris", seed=5, postcards=CARDS[3:11][::-1])
    assert table(one) == table(other)


@pytest.mark.rule("PA-SET-04")
@pytest.mark.parametrize("card", ["JAR", "PEI", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"])
def test_a_special_piece_waits_on_its_postcard(card):
    match = stand(A, "O O4 16 17 24 25", open_cards=card)
    assert postcard(match, card)["space"] is None
    assert puts(match) == []
    play(match, f"A:{card}")
    assert puts(match) != []


@pytest.mark.rule("PA-SET-05")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_site_is_open_to_both(starter):
    match = horta.start("paris", seed=5, starting_player=starter)
    assert table(match)["site"] == NAMES
    assert choices(match) == NAMES
    play(match, "T0/0")
    assert choices(match) == NAMES


@pytest.mark.rule("PA-SET-06", "PA-SET-11", "PA-SET-10")
@pytest.mark.parametrize("seed", range(5))
def test_what_the_players_have_at_the_start(seed):
    match = horta.start("paris", seed=seed)
    for s, letter in enumerate("ob"):
        own = seat(match, s)
        assert own["hand"][0] == letter
        assert len(own["stack"]) == own["stack_size"] == 7
        assert sorted([own["hand"], *own["stack"]]) == [f"{letter}{k}" for k in range(8)]
        assert (own["tokens"], own["chimneys"], own["reserve"]) == (4, 7, [])
    start = table(match)
    assert start["site"] == NAMES
    assert start["squares"] == [None] * 16
    assert start["board"] == ["........"] * 8
    assert start["buildings"] == []
    assert (start["phase"], start["decision"], start["idle"]) == (1, "p1_turn", 0)
    assert (start["first_done"], start["card"], start["transit"]) == (None, None, None)
    assert match.scores == [0, 0]
    assert match.sheet["visible"] == [0, 0]


@pytest.mark.rule("PA-SET-07", "PA-INF-05")
def test_both_stacks_are_shuffled():
    starts = [horta.start("paris", seed=k) for k in range(160)]
    for s in (0, 1):
        orders = [(seat(m, s)["hand"], *seat(m, s)["stack"]) for m in starts]
        assert len(set(orders)) > 150
        for place in range(8):
            often = Counter(order[place] for order in orders)
            assert len(often) == 8
            assert max(often.values()) < 50  # 20 on average
    apart = [seat(m, 0)["hand"][1] == seat(m, 1)["hand"][1] for m in starts]
    assert 0 < sum(apart) < 60


@pytest.mark.rule("PA-SET-07")
def test_the_rival_does_not_see_the_tile():
    match = horta.start("paris", seed=5)
    for s in (0, 1):
        seats = match.view(s)["table"]["seats"]
        assert seats[s]["hand"] == seat(match, s)["hand"]
        assert seats[1 - s]["hand"] == "?"


@pytest.mark.rule("PA-SET-08", "PA-SET-09")
@pytest.mark.parametrize("loser", [0, 1])
def test_the_loser_of_the_last_game_can_be_named_starter(loser):
    for seed in range(4):
        match = horta.start("paris", seed=seed, starting_player=loser)
        assert match.to_play == loser
        assert table(match)["starter"] == loser
        assert match.log() == [f"{['Orange', 'Blue'][loser]} starts."]


@pytest.mark.rule("PA-SET-09", "PA-INF-05")
def test_without_a_name_the_seed_decides():
    starters = [horta.start("paris", seed=k).to_play for k in range(100)]
    assert 30 < sum(starters) < 70
    assert starters[:10] == [horta.start("paris", seed=k).to_play for k in range(10)]


@pytest.mark.rule("PA-SET-10")
def test_a_hand_is_one_tile_all_through_phase_1():
    match = horta.start("paris", seed=5, starting_player=0)
    for laid in range(15):
        left = (8 - (laid + 1) // 2, 8 - laid // 2)
        for s in (0, 1):
            assert (seat(match, s)["hand"] is not None) == (left[s] > 0)
            assert seat(match, s)["stack_size"] == max(left[s] - 1, 0)
        play(match, f"T{laid}/0")
    assert [seat(match, s)["hand"] is None for s in (0, 1)] == [True, False]


@pytest.mark.rule("PA-PH1-05", "PA-SET-11")
def test_the_first_decision():
    assert kinds(horta.start("paris", seed=5)) == {"tile", "choose"}


@pytest.mark.rule("PA-SET-07", "PA-INF-05")
@pytest.mark.parametrize(
    ("seed", "starter", "orange", "blue", "cards"),
    [
        (0, 1, "04567312", "13724506", "MET SAC PEI CHA BOU MOU FON GRA"),
        (7, 1, "57214360", "14072563", "MET SAC CHA LAM MOU FON PEN GRA"),
        (2**40 + 5, 0, "07462351", "53160274", "MET JAR SAC CHA LAM FON PEN GRA"),
        (2**63 - 1, 1, "16735024", "47136250", "MET SAC PEI CHA BOU LAM MOU FON"),
    ],
)
def test_a_seed_is_one_deal_for_good(seed, starter, orange, blue, cards):
    match = horta.start("paris", seed=seed, postcards="random")
    tiles = [[seat(match, s)["hand"], *seat(match, s)["stack"]] for s in (0, 1)]
    assert match.to_play == starter
    assert ["".join(tile[1] for tile in own) for own in tiles] == [orange, blue]
    assert in_play(match) == cards.split()


@pytest.mark.rule("PA-SET-11")
@pytest.mark.parametrize("seed", range(3))
def test_a_used_table_is_cleared_for_the_next_game(seed):
    dice = random.Random(seed)
    cards = ["LEV", "MET", "JAR", "CHA", "BOU", "FON", "PEN", "GRA"]
    match = horta.start("paris", seed=seed, postcards=cards, starting_player=1)
    start, fresh = table(match), match.redacted(None).tobytes()
    for _ in until_over(match):
        willing = [move for move in match.legal if match.text(move) not in ("pass", "decline")]
        match.play(dice.choice(willing or match.legal))
    used = match.redacted(None)
    rules = plain_engine(match.game)
    rules.setup(used, 0, seed)
    assert match.game.presentation.to_json(at(match.game.table, used)) == start
    rules.redact(used, 0, -1)
    assert used.tobytes() == fresh


@pytest.mark.parametrize("stop", [5, 20, 33, 1000])
def test_setup_leaves_nothing_of_an_earlier_game(deals_alike, stop):
    assert deals_alike("paris", 2, stop)
