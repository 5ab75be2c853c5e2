"""Components, options and what an owner may replace (B93-CMP, B93E2-CMP)."""

from __future__ import annotations

from collections import Counter

import pytest
from b93_study import EDITIONS, Study, do, fresh, options, seat, table

import horta
from horta.core import registry
from horta.games.bruxelles1893.components import PROVENANCE, Bruxelles1893Components
from horta.games.bruxelles1893.editions import DIFFERENCES, Edition
from horta.games.bruxelles1893.pieces import EXHIBITIONS
from horta.games.bruxelles1893.table import AROUND, ZONES

GAME = registry.game("bruxelles1893")
OURS = Bruxelles1893Components()


@pytest.mark.rule("B93-CMP-01", "B93E2-CMP-01")
def test_two_to_five_players_and_five_rounds():
    for players in (2, 3, 4, 5):
        assert len(table(fresh(players=players))["seats"]) == players
    for players in (1, 6):
        with pytest.raises(horta.BadOption, match="2 to 5 players"):
            fresh(players=players)
    assert len(GAME.presentation.words("en").seats(5)) == len(
        set(GAME.presentation.words("en").seats(5))
    )


@pytest.mark.rule("B93-CMP-02", "B93E2-CMP-02", "B93E2-CMP-03")
def test_five_strips_make_25_spaces_with_one_action_each():
    match = fresh()
    acts = table(match)["acts"]
    assert len(acts) == 25
    for row in range(5):
        assert sorted(acts[5 * row : 5 * row + 5]) == sorted(acts[:5])
    assert len(table(match)["prizes"]["strip"]) == 5
    letters = Counter(letter for strip in OURS.strips for letter in strip.plain)
    assert letters == dict.fromkeys("AVTMC", 5)


@pytest.mark.rule("B93-CMP-03")
def test_strips_have_a_plain_and_a_marked_side():
    plain, marked = fresh("2013"), fresh("2013", strips="marked")
    assert table(plain)["acts"] != table(marked)["acts"]
    for strip in OURS.strips:
        assert sorted(strip.plain) == sorted(strip.marked) == sorted("AVTMC")
    columns = ["".join(strip.marked[c] for strip in OURS.strips) for c in range(5)]
    assert sum(len(set(column)) < 5 for column in columns) == 4


@pytest.mark.rule("B93-CMP-04")
def test_a_crest_touches_the_four_spaces_around_it():
    assert len(ZONES) == 16
    for crest in range(16):
        row, column = crest // 4, crest % 4
        around = {5 * (row + r) + column + c for r in (0, 1) for c in (0, 1)}
        assert set(AROUND[4 * crest : 4 * crest + 4].tolist()) == around


@pytest.mark.rule("B93-CMP-05")
def test_the_brussels_board_has_its_places():
    lying = table(fresh("2013"))
    assert list(lying["uses"]) == ["market", "exchange", "park", "grand-place"]
    assert len(lying["theatre"]) == 4
    assert len(lying["workshop"]["shop"]) == 2
    assert len(lying["ring"]) == 6
    assert len(lying["branches"]) == 2


@pytest.mark.rule("B93-CMP-06", "B93-CMP-07", "B93E2-CMP-05", "B93E2-CMP-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_six_buildings_three_tracks_and_four_lines_for_everybody_alike(edition):
    study = Study(edition, 3)
    for k, space in enumerate(("e1", "e2", "e3", "e4", "e5", "d5")):
        study.put(space, house=0)
        study.seat(0, cubes={"wood": 4, "iron": 4, "stone": 4, "joker": 4}, money=30)
        match = study.match()
        do(match, "place c2", "bid 1")
        if k < 5:
            assert "cannot carry out" not in "".join(match.log())
        else:
            assert any("cannot carry out the action (construction)" in line for line in match.log())
    boards = [(s["tracks"], s["rows"], s["levels"]) for s in table(fresh(edition))["seats"]]
    assert boards[0] == boards[1] == boards[2]
    assert boards[0][0] == {"town_hall": 0, "palace": 0, "architect": 0}
    assert list(boards[0][1]) == ["money", "works", "notables", "assistants"]


@pytest.mark.rule("B93-CMP-08", "B93E2-CMP-10")
@pytest.mark.parametrize("edition", EDITIONS)
def test_21_notables_in_three_copies_and_a_brugmann_each(edition):
    lying = table(fresh(edition, players=4))
    cards = Counter(lying["deck"] + lying["theatre"])
    assert sum(cards.values()) == 21
    assert len(cards) == 7
    assert set(cards.values()) == {3}
    assert "brugmann" not in cards
    assert all(s["notables"] == ["brugmann"] for s in lying["seats"])


@pytest.mark.rule("B93-CMP-09", "B93E2-CMP-11")
def test_prizes_are_25_or_30_and_have_power_symbols_and_points():
    assert len(OURS.bonus_cards) == 25
    assert Counter(card.mp for card in OURS.bonus_cards) == {0: 10, 1: 11, 2: 4}
    assert Counter(card.symbols for card in OURS.bonus_cards) == {0: 8, 1: 11, 2: 6}
    assert len(OURS.prestige_cards) == 30
    assert any("+" in card.power and not card.is_choice for card in OURS.prestige_cards)
    assert any(card.symbols == 0 for card in OURS.prestige_cards)
    for edition, cards in (("2013", 25), ("2023", 30)):
        prizes = table(fresh(edition))["prizes"]
        assert sorted(prizes["pile"] + prizes["strip"]) == list(range(1, cards + 1))


@pytest.mark.rule("B93-CMP-10", "B93E2-CMP-12")
def test_twelve_stock_cards_with_a_value_and_two_crests_for_each_number_of_players():
    assert len(OURS.stock_cards) == 12
    assert Counter(card.value for card in OURS.stock_cards) == {4: 3, 5: 3, 6: 3, 7: 3}
    sizes = []
    for players in range(4):
        count = Counter()
        for card in OURS.stock_cards:
            one, other = (
                bin(ZONES[4 * int(c[0]) + int(c[2]) - 5]).count("1")
                for c in card.crests[players].split(" / ")
            )
            assert one == other
            count[one] += 1
        sizes.append([count[9], count[12], count[16]])
    assert sizes == [[6, 6, 0], [4, 6, 2], [2, 6, 4], [0, 6, 6]]


@pytest.mark.rule("B93-CMP-11", "B93E2-CMP-07")
@pytest.mark.parametrize("edition", EDITIONS)
def test_thirty_works_six_of_each_colour(edition):
    lying = table(fresh(edition))
    for colour, count in lying["workshop"]["stacks"].items():
        assert count + sum(s["works"][colour] for s in lying["seats"]) == 6
    said = "\n".join(fresh("2013", players=5, seed=s).log()[-1] for s in range(9))
    assert "brown" not in said


@pytest.mark.rule("B93-CMP-12")
def test_five_exposition_tiles():
    assert len(EXHIBITIONS) == 5
    assert (EXHIBITIONS[0], EXHIBITIONS[-1]) == (1893, 1910)


@pytest.mark.rule("B93-CMP-13", "B93E2-CMP-09")
@pytest.mark.parametrize("edition", EDITIONS)
def test_money_is_not_limited(edition):
    match = Study(edition, 2).seat(0, money=400).match()
    do(match, "brussels exchange")
    assert seat(match, 0)["money"] == 405
    do(match, "pass", "place c3")
    assert options(match, "bid")[-1] == "136"


@pytest.mark.rule("B93-CMP-14", "B93E2-CMP-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_cubes_are_a_hard_limit(edition):
    supply = table(fresh(edition))["supply"]
    assert supply == {"wood": 10, "iron": 10, "stone": 10, "glass": 0, "joker": 15}
    study = Study(edition, 3).seat(1, cubes={"wood": 10, "joker": 14})
    match = do(study.match(), "brussels market")
    assert seat(match, 0)["cubes"]["joker"] == 1
    do(match, "pass", "pass", "place d1", "bid 1")
    if edition == "2013":
        do(match, "perform")
    assert options(match, "cube") == ["iron", "stone"]


@pytest.mark.rule("B93-CMP-15", "B93E2-CMP-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_seven_assistants_each(edition):
    for s in table(fresh(edition, players=5))["seats"]:
        assert s["reserve"] + s["justice"] == 7


@pytest.mark.rule("B93-CMP-16")
def test_six_different_compass_tiles():
    for seed in range(5):
        ring = table(fresh("2013", seed=seed))["ring"]
        assert sorted(ring) == ["any", "empty", "francs", "iron", "stone", "wood"]


@pytest.mark.rule("B93-CMP-17", "B93E2-CMP-14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_single_pieces(edition):
    lying = table(fresh(edition))
    assert lying["crest"] is None
    assert lying["cursor"] == "3-3"
    assert lying["token"] == 0
    assert len(set(lying["branches"])) == 2


@pytest.mark.rule("B93E2-CMP-13")
def test_the_base_game_has_no_piece_of_the_expansion():
    lying = table(fresh("2023"))
    assert lying["supply"]["glass"] == 0
    assert all(s["cubes"]["glass"] == 0 for s in lying["seats"])
    assert len(lying["deck"] + lying["theatre"]) == 21


def test_every_difference_of_the_editions_is_decided_for_both():
    fields = {name for name in Edition.__dtype__.names if not name.startswith("_")}
    assert fields == set(DIFFERENCES)
    for values in DIFFERENCES.values():
        assert tuple(values) == EDITIONS
        assert values["2013"] != values["2023"]


def test_every_table_has_a_provenance():
    assert set(Bruxelles1893Components.model_fields) <= set(PROVENANCE)
    assert {p.degree for p in PROVENANCE.values()} == {"printed", "inferred", "reconstructed"}


def test_an_owner_can_replace_tables():
    mine = {
        "costs": {"brugmann": 9},
        "tracks": {"palace": [2, 2, 3, 4, 5, 6]},
        "stock_cards": [{"value": 9, "crests": ["1-1 / 4-4"] * 4}] * 12,
    }
    match = horta.start("bruxelles1893", 3, 1, components=mine, edition="2013")
    assert seat(match, 0)["levels"]["palace"] == 2
    assert table(match)["stock_value"] == 9
    assert options(match, "crest") == ["1-1", "4-4"]
    assert horta.replay(match.transcript()) == match


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"strips": []}, "strips"),
        ({"bonus_cards": [{"power": "nothing", "mp": 0, "symbols": 0}] * 25}, "power"),
        ({"grid": {"corners": ["blue"] * 4}}, "B93-SAL-06"),
        ({"compass": {"ring": ["wood"] * 7}}, "B93E2-CPS-01"),
        ({"compass": {"start_2013": [1, 1]}}, "different places"),
        ({"houses": 7}, "this name is unknown"),
    ],
)
def test_what_an_owner_gives_is_checked(given, message):
    with pytest.raises(horta.BadComponents, match=message):
        horta.start("bruxelles1893", 3, 1, components=given)


def test_options_are_checked():
    with pytest.raises(horta.BadOption, match="edition"):
        fresh("1893")
    with pytest.raises(horta.BadOption, match="with 3 players, nobody sits at 4"):
        fresh(players=3, starting_player=4)
    with pytest.raises(horta.BadOption, match="strips"):
        fresh(strips="upside down")
