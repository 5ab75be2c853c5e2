"""Setup for two, three and four players (SET)."""

from __future__ import annotations

from collections import Counter

import pytest

import horta
from bruxelles1897.tables import DECKS, EMPTY, cell, mine, position, seat, table
from horta.core.record import at, blank
from horta.games.bruxelles1897.components import BruxellesComponents, BruxellesOptions
from horta.games.bruxelles1897.position import from_json, to_json
from horta.games.bruxelles1897.setup import deal_bonus_cards, deal_grid, lay_out, setup
from horta.games.bruxelles1897.table import Table

RULE = pytest.mark.rule
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])

TYPES = {card: deck for deck, cards in DECKS.items() for card in cards} | {
    "money": "money",
    "expo": "expo",
}


def start(players, seed=5):
    return horta.start("bruxelles1897", players, seed)


def dealt(players, seed):
    games = blank(Table)
    found = at(Table, games)
    lay_out(found, players, BruxellesOptions(), BruxellesComponents())
    setup(found, seed)
    return found


def in_grid(match):
    return [card for row in table(match)["grid"] for card in row]


@RULE("B97-SET-01", "B97-MNT-01")
@PLAYERS
def test_round_1_begins_with_the_action_phase(players):
    match = start(players)
    whole = table(match)
    assert (whole["round"], whole["phase"], whole["decision"]) == (1, "action", "turn")
    assert whole["expo_holder"] is None
    assert whole["used"] == {}
    assert match.to_play == whole["first"] == whole["turn"]
    assert in_grid(match).count("expo") <= 1


@RULE("B97-SET-02")
@PLAYERS
def test_everybody_has_brugmann_upright(players):
    match = start(players)
    for s in range(players):
        assert mine(match, s)["upright"] == ["brugmann"]
        assert mine(match, s)["tilted"] == []


@RULE("B97-SET-03", "B97-SET-05")
@PLAYERS
def test_piles_and_discards_after_the_deal(players):
    k = 4 if players == 4 else 3
    for seed in range(20):
        match = start(players, seed)
        whole = table(match)
        undealt = Counter()
        for deck, cards in DECKS.items():
            size = sum(cards.values())
            pile = sum(whole["piles"].get(card, 0) for card in cards)
            shown = sum(in_grid(match).count(card) for card in cards)
            discard = sum(whole["discards"].get(card, 0) for card in cards)
            assert pile == size - k, "k cards of each type went into the mix"
            assert shown + discard == k, "the undealt ones lie open on their discard"
            undealt[deck] = discard
        undealt["money"] = k - in_grid(match).count("money")
        undealt["expo"] = 1 - in_grid(match).count("expo")
        assert sum(undealt.values()) == {2: 6, 3: 4, 4: 5}[players]
        assert min(undealt.values()) >= 0


@RULE("B97-SET-04")
@PLAYERS
def test_hands_and_prison(players):
    match = start(players)
    for s in range(players):
        if players == 2:
            assert mine(match, s)["prison"] == {"a25": 1}
            assert mine(match, s)["hand"] == {"a13": 4, "a24": 2}
        else:
            assert mine(match, s)["prison"] == {"a24": 1, "a25": 1}
            assert mine(match, s)["hand"] == {"a13": 4, "a24": 1}
        assert mine(match, s)["brussels"] == {}


@RULE("B97-SET-05")
def test_the_grid_has_four_columns_and_three_or_four_rows():
    for players, rows in ((2, 3), (3, 3), (4, 4)):
        grid = table(start(players))["grid"]
        assert [len(row) for row in grid] == [4] * rows
        cards = [card for row in grid for card in row]
        assert None not in cards
        assert cards.count("neutral") == (2 if players == 2 else 0)


@RULE("B97-SET-05", "B97-SET-06")
def test_two_players_have_neutral_architects_in_the_lower_corners():
    lost = 0
    for seed in range(60):
        match = start(2, seed)
        assert cell(match, "a3") == cell(match, "d3") == "neutral"
        cards = in_grid(match)
        assert sum(card != "neutral" for card in cards) == 10
        lost += "expo" not in cards
        assert table(match)["expo_holder"] is None
    assert 10 < lost < 36, "3 out of 8"


@RULE("B97-SET-05")
def test_every_card_of_the_mix_can_come_to_every_cell():
    seen = {name: Counter() for name in ("a1", "d3", "b2")}
    for seed in range(150):
        found = dealt(3, seed)
        for name, counter in seen.items():
            card = found.card[4 * (int(name[1]) - 1) + "abcd".index(name[0])]
            counter[
                ["artworks", "materials", "houses", "nobles"][sum(card >= k for k in (4, 10, 14))]
                if card < 19
                else "money"
                if card == 19
                else "expo"
            ] += 1
    for counter in seen.values():
        for kind in ("artworks", "materials", "houses", "nobles", "money"):
            assert 12 < counter[kind] < 48, "3 of 16 cards"
        assert 1 <= counter["expo"] < 24, "1 of 16 cards"


@RULE("B97-SET-06")
def test_the_chance_of_an_exhibition():
    for players, chance in ((2, 5 / 8), (3, 3 / 4), (4, 16 / 21)):
        found = sum(20 in list(dealt(players, seed).card) for seed in range(400))
        assert abs(found / 400 - chance) < 0.08


@RULE("B97-SET-06")
def test_an_expo_card_outside_the_grid_is_told():
    for seed in range(12):
        match = start(3, seed)
        told = any("no exhibition in this round" in line for line in match.log())
        assert told == ("expo" not in in_grid(match))


@RULE("B97-SET-07")
def test_bonus_cards_are_shuffled_below_the_columns():
    orders = Counter(tuple(dealt(2, seed).bonus) for seed in range(240))
    assert len(orders) == 24
    assert max(orders.values()) < 30


@RULE("B97-SET-09")
@PLAYERS
def test_the_first_player_is_drawn_and_money_rises_clockwise(players):
    firsts = Counter()
    for seed in range(90):
        found = dealt(players, seed)
        firsts[found.first] += 1
        assert found.to_play == found.turn == found.first
        for k in range(players):
            assert found.seats[(found.first + k) % players].francs == 4 + k
    assert set(firsts) == set(range(players))
    assert min(firsts.values()) > 60 / players


@RULE("B97-SET-10")
@PLAYERS
def test_nobody_starts_with_cards(players):
    match = start(players)
    for s in range(players):
        player = mine(match, s)
        assert player["artworks"] == player["materials"] == player["houses"] == {}


@RULE("B97-GEN-05")
def test_a_short_mix_fills_cells_in_reading_order():
    games = blank(Table)
    found = at(Table, games)
    lay_out(found, 3, BruxellesOptions(), BruxellesComponents())
    setup(found, 1)
    whole = to_json(found)
    # Everything but two artworks and one noble is with the players.
    whole["grid"] = [[None] * 4] * 3
    whole["discards"] = {"red": 2, "horta": 1}
    whole["piles"] = {}
    from_json(whole, found)
    deal_grid(found)
    cards = list(found.card)
    assert Counter(cards[:7]) == Counter({3: 2, 14: 1, 19: 3, 20: 1})
    assert cards[7:] == [-1] * 9
    assert list(found.discard) == [0] * 19


@RULE("B97-GEN-05")
def test_neutral_architects_come_even_to_empty_corners():
    found = dealt(2, 1)
    whole = to_json(found)
    whole["grid"] = [[None] * 4] * 3
    whole["discards"] = whole["piles"] = {}
    from_json(whole, found)
    deal_grid(found)
    assert sorted(found.card)[-4:] == [19, 19, 19, 20]
    assert list(found.card)[4:] == [-1] * 12
    assert [k for k in range(16) if found.owner[k] == 4] == [8, 11]


@RULE("B97-GEN-02", "B97-GEN-05")
def test_the_bank_always_gives_its_money_cards():
    found = dealt(4, 9)
    whole = to_json(found)
    whole["grid"] = [[None] * 4] * 4
    whole["discards"] = whole["piles"] = {}
    from_json(whole, found)
    deal_grid(found)
    assert sorted(found.card)[-5:] == [19] * 4 + [20]


def test_a_deal_changes_the_bonus_cards_only_when_told():
    found = dealt(3, 2)
    before = list(found.bonus)
    deal_grid(found)
    assert list(found.bonus) == before
    orders = set()
    for _ in range(30):
        deal_bonus_cards(found)
        orders.add(tuple(found.bonus))
        assert sorted(found.bonus) == [0, 1, 2, 3]
    assert len(orders) > 10


@pytest.mark.example("O-27")
def test_start_with_4_and_with_2_players():
    match = start(4)
    assert sorted(mine(match, s)["francs"] for s in range(4)) == [4, 5, 6, 7]
    assert sum(mine(match, s)["francs"] for s in range(4)) == 22
    for s in range(4):
        assert sum(mine(match, s)["hand"].values()) == 5
        assert sum(mine(match, s)["prison"].values()) == 2
    match = start(2)
    assert sum(mine(match, s)["francs"] for s in range(2)) == 9
    for s in range(2):
        assert sum(mine(match, s)["hand"].values()) == 6
        assert sum(mine(match, s)["prison"].values()) == 1


def test_helpers_make_positions_that_a_game_can_reach():
    assert TYPES["money"] == "money"
    made = position(EMPTY, seat(), seat())
    assert horta.resume("bruxelles1897", made).to_play == 0


@PLAYERS
@pytest.mark.parametrize("stop", [7, 31, 60, 95, 1000])
def test_setup_leaves_nothing_of_an_earlier_game(deals_alike, players, stop):
    assert deals_alike("bruxelles1897", players, stop)
