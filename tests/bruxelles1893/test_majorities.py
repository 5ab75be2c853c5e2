"""Majorities (B93-CRE, B93-JUS, B93-2PL-05, B93E2-CLO-40..52)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, finish_round, options, points, seat, table


def crests(edition, players, levels, crest="4-4", **figures):
    """Close a round with these figures; return the points of crests."""
    study = Study(edition, players, crest=crest)
    for s, value in enumerate(levels):
        study.seat(s, tracks={"town_hall": value - 1})
    for space, who in figures.items():
        study.put(space, figure=who)
    # Every card frees an assistant, so that no track moves.
    cards = {"2013": [12, 16], "2023": [4, 8, 12, 22]}[edition]
    rest = [c for c in (1, 2, 3, 7, 9) if c not in cards]
    study.strip = (cards + rest)[:5]
    match = study.match()
    while table(match)["round"] == 1 and not match.over:
        if asked(match) == "turn":
            do(match, "pass")
        elif asked(match) == "prize":
            rows = [text for text in options(match) if not text.endswith("power")]
            do(match, rows[0] if rows else options(match)[0])
        else:
            do(match, options(match)[-1])
    return [points(match, s) for s in range(players)]


@pytest.mark.rule("B93-CRE-01", "B93E2-CLO-40")
@pytest.mark.parametrize("edition", EDITIONS)
def test_only_a_crest_between_four_assistants_scores(edition):
    assert crests(edition, 3, (1, 1, 1), a1=0, a2=0, b1=0) == [0, 0, 0]
    assert crests(edition, 3, (1, 1, 1), a1=0, a2=0, b1=0, b2=1) == [1, 0, 0]


@pytest.mark.rule("B93-CRE-01", "B93E2-CLO-40")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("crest", "most"), [("2-2", 4), ("1-2", 6), ("1-1", 9)])
def test_at_most_4_6_or_9_crests_of_a_zone_score(edition, crest, most):
    study = Study(edition, 5, crest=crest)
    zone = study.match().view(0)["table"]["zone"]
    for k, space in enumerate(zone):
        study.put(space, figure=k % 5)
    match = finish_round(study.match())
    scored = {line.rpartition(" ")[2] for line in match.log() if " VP at crest " in line}
    assert len(scored) == most


@pytest.mark.rule("B93-CRE-02", "B93E2-CLO-41", "B93E2-CLO-42")
@pytest.mark.example("BX-15", "OX-21", "OX-22", "E10", "X15")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_most_gain_their_town_hall_level_and_so_do_the_tied(edition):
    # OX-21 and OX-22.
    assert crests(edition, 3, (1, 5, 5), a1=0, a2=0, b1=1, b2=2) == [1, 0, 0]
    assert crests(edition, 4, (1, 2, 3, 1), a1=0, a2=1, b1=2, b2=3) == [1, 2, 3, 1]
    # BX-15: one crest for blue (level 2), one tied with orange (level 3).
    figures = {"a1": 0, "a2": 0, "b1": 0, "b2": 1, "c1": 1, "c2": 0}
    assert crests(edition, 2, (2, 3), **figures) == [4, 3]
    # E10: one crest for seat 2, one tied between the others.
    figures = {"a1": 2, "a2": 2, "b1": 2, "b2": 0, "c1": 1, "c2": 1, "d1": 0, "d2": 0}
    assert crests(edition, 3, (3, 2, 2), **figures)[2] == 2
    assert crests(edition, 3, (3, 2, 2), a1=0, a2=1, b1=1, b2=0) == [3, 2, 0]
    # X15.
    assert crests(edition, 3, (4, 2, 1), c3=0, d3=1, c4=1, d4=0) == [4, 2, 0]


@pytest.mark.rule("B93-CRE-03")
def test_bids_and_buildings_do_not_count_and_an_assistant_counts_at_each_crest():
    study = Study("2013", 3).put("a1", figure=0, bid=1).put("a2", figure=0, bid=1)
    study.put("b1", figure=1, bid=9).put("b2", figure=0, bid=1, house=1)
    study.put("a3", figure=0, bid=1).put("b3", figure=1, bid=1)
    study.strip = [10, 11, 12, 16, 8]
    match = finish_round(study.match())
    assert points(match, 0) == 2 * 1
    assert points(match, 1) == 0


@pytest.mark.rule("B93-CRE-04", "B93E2-CLO-43")
@pytest.mark.parametrize("edition", EDITIONS)
def test_levels_after_the_cards(edition):
    study = Study(edition, 3)
    for space in ("a1", "a2", "b1", "b2"):
        study.put(space, figure=0)
    study.strip = [{"2013": 4, "2023": 5}[edition], 10, 11, 12, 13]
    match = do(study.match(), "pass", "pass", "pass", "prize a power")
    finish_round(match)
    assert match.sheet["crests"][0] == 2


@pytest.mark.rule("B93-CRE-05", "B93-2PL-05", "B93E2-CLO-44")
@pytest.mark.example("BX-19", "OX-23", "X14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_neutral_assistants_count_as_a_colour_that_never_scores(edition):
    def four(*who):
        return crests(edition, 2, (3, 4), **dict(zip(("a1", "b1", "a2", "b2"), who, strict=True)))

    n = "neutral"
    assert four(n, n, 0, 1) == [0, 0]
    assert four(n, n, 0, 0) == [3, 0]
    assert four(n, 0, 0, 1) == [3, 0]
    assert four(n, 0, 1, 1) == [0, 4]
    figures = {"c3": 0, "d3": n, "e3": 1, "c4": 0, "d4": n, "e4": 1, "c5": 1, "d5": 0}
    assert crests(edition, 2, (2, 3), crest="2-2", **figures) == [4, 3]
    assert crests(edition, 2, (2, 3), crest="2-2", e5=1, **figures) == [4, 6]


@pytest.mark.rule("B93-JUS-01", "B93-JUS-02", "B93E2-CLO-50", "B93E2-CLO-51")
@pytest.mark.example("OX-24", "E11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_most_assistants_in_brussels_cost_one(edition):
    study = Study(edition, 4)
    study.seat(0, brussels={"market": 1}).seat(1, brussels={"market": 1, "park": 1})
    study.seat(2, brussels={"exchange": 1, "grand-place": 1})
    match = finish_round(study.match())
    assert [seat(match, s)["justice"] for s in range(4)] == [2, 3, 3, 2]
    assert [seat(match, s)["reserve"] for s in range(4)] == [5, 4, 4, 5]
    match = finish_round(Study(edition, 3).match())
    assert [seat(match, s)["justice"] for s in range(3)] == [2, 2, 2], "nobody (R43, R-31)"
    study = Study(edition, 3).seat(0, brussels={"market": 1, "exchange": 2})
    study.seat(1, brussels={"market": 2, "exchange": 1}).seat(2, brussels={"park": 1})
    match = finish_round(study.match())
    assert [seat(match, s)["justice"] for s in range(3)] == [3, 3, 2]


@pytest.mark.rule("B93-JUS-03", "B93E2-CLO-52")
@pytest.mark.parametrize("edition", EDITIONS)
def test_justice_has_no_limit_and_holds_its_assistants(edition):
    study = Study(edition, 3, played=4).seat(0, justice=5, brussels={"market": 1})
    match = finish_round(study.match())
    assert (seat(match, 0)["justice"], seat(match, 0)["reserve"]) == (6, 1)
    do(match, options(match)[0], "brussels market")
    assert seat(match, 0)["reserve"] == 0


@pytest.mark.rule("B93-JUS-04")
def test_justice_also_in_round_5():
    study = Study("2013", 3, played=5).seat(0, brussels={"market": 1})
    match = finish_round(study.match())
    assert match.over
    assert match.sheet["assistants"] == [2, 3, 3]
