"""Sets that people pick in any order in Bruxelles 1893 (D17, D19, D27, D32, D40 of the ledger)."""

from __future__ import annotations

import itertools

import pytest
from b93_belle import act, belle, cubes
from b93_study import EDITIONS, Study, asked, do, options, pass_all, seat
from test_belle_pavilions import GLASS, WOOD, paying, yard
from test_refusals import why

from horta.core.i18n import LANGUAGES
from horta.core.picking import pick, picking


def sets(match):
    """Every set that can be picked now, by the texts of its things without their first word."""
    found = picking(match)
    assert found is not None
    return [tuple(match.text(a).split(" ", 1)[1] for a in one) for one in found.sets]


def choose(match, *texts):
    """Pick a set, its things in this order."""
    pick(match, [match.parse(text) for text in texts])
    return match


@pytest.mark.rule("B93-MAT-01", "B93E2-MAT-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_cubes_come_in_any_order(edition):
    match = do(Study(edition, 3).match(), "brussels park", "copy materials")
    kinds = options(match, "cube")
    assert sorted(map(sorted, sets(match))) == sorted(
        sorted(pair) for pair in itertools.combinations_with_replacement(kinds, 2)
    )
    twin = choose(match.copy(), "cube stone", "cube wood")
    assert seat(twin, 0)["cubes"]["stone"] == 1
    assert seat(twin, 0)["cubes"]["wood"] == 1
    last = kinds[-1]
    twin = choose(match.copy(), f"cube {last}", f"cube {last}")
    assert seat(twin, 0)["cubes"][last] == 2


@pytest.mark.rule("B93E2-MAT-02")
def test_only_pairs_that_the_supply_holds_can_be_picked():
    gone = {"wood": 9, "iron": 10}
    match = do(Study("2023", 3).seat(1, cubes=gone).match(), "brussels park", "copy materials")
    assert sets(match) == [("wood", "stone"), ("stone", "stone")]
    assert why(match, "supply-iron") == "None is left in the supply."


@pytest.mark.rule("BE-CARD-06")
def test_card_6_discards_any_notables_in_any_order():
    study = belle(6).seat(0, money=1)
    study.deck = ["maeterlinck", "vandervelde", "buls"]
    match = act(study.match(), "c1", "card 6")
    wanted = [c for size in (1, 2, 3, 4) for c in itertools.combinations("0123", size)]
    assert sorted(sets(match)) == sorted(wanted), "at least one"
    steps = do(match.copy(), "drop 0", "drop 2", "decline")
    assert choose(match.copy(), "drop 2", "drop 0").table == steps.table
    everybody = do(match.copy(), "drop 0", "drop 1", "drop 2", "drop 3")
    texts = ["drop 3", "drop 1", "drop 0", "drop 2"]
    assert choose(match.copy(), *texts).table == everybody.table
    # In the middle of it, nothing more is a set too.
    do(match, "drop 1")
    assert sets(match) == [(), ("2",), ("2", "3"), ("3",)]
    assert choose(match.copy()).table == do(match, "decline").table


@pytest.mark.rule("BE-CARD-17")
def test_card_17_gives_any_two_cubes():
    study = belle(17).seat(0, cubes={"wood": 1, "glass": 1, "stone": 1}, works={"black": 1})
    match = do(study.match(), "brussels market", "card 17", "barter cubes")
    assert sets(match) == [("wood", "stone"), ("wood", "glass"), ("stone", "glass")]
    choose(match, "give stone", "give wood")
    assert asked(match) == "barter_work"
    assert seat(match, 0)["cubes"] == cubes(glass=1, joker=3)


@pytest.mark.rule("BE-CARD-17")
def test_card_17_takes_any_two_cubes():
    study = belle(17).seat(0, works={"blue": 1, "black": 1})
    match = do(study.match(), "brussels market", "card 17", "return black")
    assert len(sets(match)) == 10, "two of four kinds"
    choose(match, "cube glass", "cube wood")
    assert seat(match, 0)["cubes"] == cubes(wood=1, glass=1, joker=3)


@pytest.mark.rule("B93-CON-08", "B93E2-CPS-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_wood_after_stone_pays_too(edition):
    study = Study(edition, 3).seat(0, cubes={"wood": 2, "stone": 2, "iron": 2, "joker": 2}, money=9)
    match = study.match()
    do(match, "brussels park", "copy construction")
    found = sets(match)
    assert len(found) > 1
    assert len(found) == len({tuple(sorted(one)) for one in found})
    for one in found:
        ways = {
            choose(match.copy(), *(f"pay {kind}" for kind in order)).table
            for order in itertools.permutations(one)
        }
        assert len(ways) == 1


NOT_FIRST = "Only together with one that comes before it: choose that one first."
ALWAYS_PAID = "Whatever you leave unpaid, there is money for this one."


def ending(edition, money, *notables, costs=None):
    given = {"components": {"costs": costs}} if costs else {}
    study = Study(edition, 3, played=5, **given)
    study.set(turn=1, to_play=1, theatre=["solvay", "albert", "empain", "vandervelde"])
    return pass_all(study.seat(0, money=money, notables=list(notables)).match())


def allowed_sets(money, costs):
    """Work out what may stay unpaid: the rest is paid, and nothing of it could be paid too."""
    allowed = set()
    for size in range(1, len(costs) + 1):
        for unpaid in itertools.combinations(costs, size):
            left = money - sum(cost for name, cost in costs.items() if name not in unpaid)
            if left >= 0 and all(costs[name] > left for name in unpaid):
                allowed.add(frozenset(unpaid))
    return allowed


@pytest.mark.rule("B93-END-02", "B93E2-END-03")
@pytest.mark.parametrize("money", range(11))
@pytest.mark.parametrize("paid", [(3, 4, 4, 4), (2, 5, 2, 3), (1, 4, 4, 4), (5, 2, 2, 1)])
def test_every_notable_of_some_allowed_set_can_stay_unpaid(money, paid):
    costs = dict(zip(("brugmann", "empain", "solvay", "buls"), paid, strict=True))
    match = ending("2023", money, *costs, costs=costs)
    if match.over or picking(match) is None:
        return  # there is no choice, or one of single notables
    gone = set(costs) - set(seat(match, 0)["notables"])
    assert not gone
    begun = {name for name in costs if why(match, f"notable-0-{name}") == "Already left unpaid."}
    allowed = allowed_sets(seat(match, 0)["money"], costs)
    assert sorted(sorted({*one, *begun}) for one in sets(match)) == sorted(map(sorted, allowed))
    offered = {name for one in allowed for name in one} - begun
    for name in set(costs) - begun:
        said = why(match, f"notable-0-{name}")
        if name not in offered:
            assert said == ALWAYS_PAID
        else:
            assert said == ("" if name in options(match, "unpaid") else NOT_FIRST)


@pytest.mark.rule("B93E2-END-03")
def test_the_last_notable_can_be_chosen_first():
    """Costs 2, 5 and 2 with 3 FB: the 5 and one of the others stay unpaid, in either order."""
    costs = {"brugmann": 2, "empain": 5, "solvay": 2}
    match = ending("2023", 3, *costs, costs=costs)
    assert sets(match) == [("brugmann", "empain"), ("empain", "solvay")]
    assert options(match, "unpaid") == ["brugmann", "empain"], "in the order of the cards"
    assert why(match, "notable-0-solvay") == NOT_FIRST
    choose(match, "unpaid solvay", "unpaid empain")
    assert match.over
    assert seat(match, 0)["notables"] == ["brugmann"]


@pytest.mark.rule("B93E2-END-03")
def test_the_reasons_for_notables_that_are_paid_are_true():
    costs = {"brugmann": 1, "empain": 4, "solvay": 4, "buls": 4}
    match = ending("2023", 5, *costs, costs=costs)
    assert len(sets(match)) == 3, "two of the three that cost 4"
    assert why(match, "notable-0-brugmann") == ALWAYS_PAID
    do(match, "unpaid empain")
    assert why(match, "notable-0-empain") == "Already left unpaid."
    assert why(match, "notable-0-brugmann") == ALWAYS_PAID
    assert why(match, "notable-0-albert") == "You do not have this notable."


@pytest.mark.rule("BE-ACT-31")
def test_glass_for_a_pavilion_is_kept_for_it():
    study = yard(branches=(GLASS, WOOD)).seat(0, cubes={"glass": 2, "wood": 2, "joker": 2})
    match = paying(study, "build pavilion-3")
    assert sets(match) == [("wood", "joker"), ("joker", "joker")]
    assert why(match, "cube-0-glass") == "Your glass is needed for the pavilion itself."
    assert why(match, "cube-0-stone") == "The compass does not ask for this."
    house = paying(study, "build house")
    assert ("wood", "glass") in sets(house)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_speaks_every_language(lang):
    costs = {"brugmann": 1, "empain": 4, "solvay": 4, "buls": 4}
    match = ending("2023", 5, *costs, costs=costs)
    from horta.core.record import at

    seen = at(match.game.table, match.redacted(0))
    said = match.game.presentation.refusals(seen, lang)["notable-0-brugmann"]
    assert said
    assert (said == "Whatever you leave unpaid, there is money for this one.") == (lang == "en")
