"""Pairing and scoring of tournaments: nobody meets twice before needed, seats are fair."""

from __future__ import annotations

import itertools
import random

import pytest

from horta.server.contests.pairing import (
    ROBIN,
    SWISS,
    Past,
    _neighbours,
    pair,
    rounds_needed,
)
from horta.server.contests.scoring import BYE, Done, Round, earned, standings


def played(entrants, size, system, rounds):
    """Pair some rounds; return what has been, and how often two met again, round by round."""
    past, again, chance = Past(), [], random.Random(entrants)
    for _ in range(rounds):
        ranked = list(range(1, entrants + 1))
        if system == SWISS:
            chance.shuffle(ranked)
        companies, byes = pair(ranked, size, system, past)
        seated = [one for company in companies for one in company]
        assert sorted([*seated, *byes]) == sorted(ranked)
        assert all(len(company) == size for company in companies)
        assert len(byes) == entrants % size
        couples = [couple for one in companies for couple in itertools.combinations(sorted(one), 2)]
        again.append(sum(past.met[couple] > 0 for couple in couples))
        past.add(companies, byes)
    return past, again


def seats_apart(past, entrants, size):
    counts = [[past.seats[one, seat] for seat in range(size)] for one in range(1, entrants + 1)]
    return max(max(one) - min(one) for one in counts)


@pytest.mark.parametrize("entrants", [*range(2, 15), 21, 32])
def test_in_a_round_robin_for_two_all_meet_once_and_then_once_more(entrants):
    rounds = rounds_needed(entrants, 2, ROBIN)
    past, again = played(entrants, 2, ROBIN, rounds)
    assert sum(again) == 0
    assert len(past.met) == entrants * (entrants - 1) // 2
    assert seats_apart(past, entrants, 2) <= 1
    assert set(past.byes.values()) <= {1}
    twice, _ = played(entrants, 2, ROBIN, 2 * rounds)
    assert set(twice.met.values()) == {2}
    assert seats_apart(twice, entrants, 2) == 0


@pytest.mark.parametrize("entrants", [8, 9, 13, 16, 24, 33])
def test_in_a_swiss_tournament_nobody_meets_twice(entrants):
    past, again = played(entrants, 2, SWISS, rounds_needed(entrants, 2, SWISS))
    assert sum(again) == 0
    assert seats_apart(past, entrants, 2) <= 3
    assert max(past.byes.values(), default=0) <= 1


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"), [(9, 3, 4), (12, 3, 4), (15, 3, 5), (16, 4, 3), (25, 5, 3)]
)
@pytest.mark.parametrize("system", [ROBIN, SWISS])
def test_larger_companies_have_nobody_meet_twice_while_that_is_possible(
    entrants, size, rounds, system
):
    # Where a Swiss tournament leads is known round by round only: it may run out of companies.
    past, again = played(entrants, size, system, min(rounds, 3) if system == SWISS else rounds)
    assert sum(again) == 0
    assert seats_apart(past, entrants, size) <= 2


@pytest.mark.parametrize(("entrants", "size"), [(4, 3), (5, 3), (7, 3), (10, 4), (11, 5), (13, 4)])
def test_byes_go_around_before_anybody_has_a_second_one(entrants, size):
    past, _ = played(entrants, size, ROBIN, 6)
    counts = [past.byes[one] for one in range(1, entrants + 1)]
    assert max(counts) - min(counts) <= 1


def test_in_a_swiss_tournament_neighbours_meet():
    past = Past()
    companies, byes = pair([5, 3, 1, 2, 4, 6], 2, SWISS, past)
    assert {frozenset(one) for one in companies} == {
        frozenset(one) for one in ((5, 3), (1, 2), (4, 6))
    }
    assert byes == []


def test_few_tables_are_all_compared_and_many_with_those_that_stand_near():
    assert list(_neighbours(64, 97)) == list(itertools.combinations(range(64), 2))
    many = list(_neighbours(2500, 8))
    assert len(many) < 8 * 2500
    assert all(0 < b - a <= 8 for a, b in many)


def test_whoever_withdraws_is_passed_over():
    past = Past()
    for _ in range(2):
        past.add(*pair([1, 2, 3, 4, 5, 6], 2, ROBIN, past))
    companies, byes = pair([1, 2, 3, 5, 6], 2, ROBIN, past)
    assert len(companies) == 2
    assert len(byes) == 1
    assert 4 not in {one for company in companies for one in company}
    assert pair([1], 2, ROBIN, past) == ([], [1])


def test_the_same_past_gives_the_same_pairing():
    for size, system in itertools.product((2, 3, 4), (ROBIN, SWISS)):
        assert played(13, size, system, 4)[0] == played(13, size, system, 4)[0]


# points


def test_the_same_seat_on_the_same_deal_is_compared():
    """Who loses by less than the others on that seat has the better of the deal."""
    one = Round(
        (
            Done((1, 2), (30, 20), (1.0, 0.0)),
            Done((3, 4), (40, 10), (1.0, 0.0)),
            Done((5, 6), (25, 25), (0.5, 0.5)),
        )
    )
    found = earned(one)
    assert {k: each.points for k, each in found.items()} == {
        1: 50.0, 3: 100.0, 5: 0.0, 2: 50.0, 4: 0.0, 6: 100.0
    }  # fmt: skip
    assert [found[k].wins for k in (1, 2, 5, 6)] == [1.0, 0.0, 0.5, 0.5]
    assert sum(each.points for each in found.values()) == 6 * 50


def test_a_table_alone_counts_by_itself_and_a_bye_is_the_average():
    found = earned(Round((Done((1, 2, 3), (30, 20, 20), (1.0, 0.0, 0.0)),), (4,)))
    assert [found[k].points for k in (1, 2, 3, 4)] == [100.0, 25.0, 25.0, BYE]


def test_ties_are_parted_in_the_order_that_is_told():
    rounds = [
        Round((Done((1, 2), (30, 20), (1.0, 0.0)), Done((3, 4), (30, 20), (1.0, 0.0)))),
        Round((Done((1, 3), (20, 25), (0.0, 1.0)), Done((2, 4), (20, 25), (0.0, 1.0)))),
    ]
    table = standings([1, 2, 3, 4], rounds)
    assert [one.entrant for one in table] == [3, 1, 4, 2]  # equal points; victories part them
    assert [one.points for one in table] == [100.0] * 4
    assert [one.wins for one in table] == [2.0, 1.0, 1.0, 0.0]
    assert [one.place for one in standings([1, 2], [])] == [1, 1]
