"""The list of legal actions cannot run past its end, whatever a rule offers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.hostile import purses
from tests.hostile.purses import ACTIONS, Table, game

from horta.core.bits import how_many, lowest
from horta.core.engine import Engine
from horta.core.offers import (
    NONE,
    SEVERAL,
    Offers,
    Unsorted,
    listed,
    offer,
    offer_bits,
    offer_run,
    only_offer,
)
from horta.core.rule import reached, rule

ROOT = Path(__file__).parents[1]
GUARD = 0x5A5A5A5A


@rule
def greedy(table: Table, out: Offers) -> int:
    """Offer far more than the game has, and what it does not have."""
    n = 0
    for k in range(-5, 4000):
        n = offer(out, n, k % 5)
    return n


@rule
def boastful(table: Table, out: Offers) -> int:
    """Claim more than was offered."""
    return offer(out, 0, 1) + 500


@rule
def astray(table: Table, out: Offers) -> int:
    """Write wherever the table says."""
    return offer(out, table.turn - 100, 1) + offer(out, 100, 2) + 100


@rule
def running(table: Table, out: Offers) -> int:
    """Offer runs that begin too early, end too late, and are too long for the list."""
    n = offer_run(out, offer_run(out, 0, -2, 3), 1, 4000)
    return offer_run(out, n, 5, -7) + offer_run(out, -3, 0, 2)


@rule
def scattered(table: Table, out: Offers) -> int:
    """Offer bits that begin too early, end too late, and are too many for the list."""
    n = offer_bits(out, offer_bits(out, 0, -2, 0b111), 1, -1)
    return offer_bits(out, n, 4000, 1) + offer_bits(out, -3, 0, 0b11)


@rule
def by_hand(table: Table, out: Offers) -> int:
    """Write without asking."""
    out[0] = offer(out, 0, 1)  # type: ignore[index]
    return 1


@rule
def forced(table: Table, out: Offers) -> int:
    """Offer as many as the turn says."""
    n = 0
    for action in range(table.turn):
        n = offer(out, n, action)
    return n


def test_a_list_is_written_in_order():
    places = np.zeros(4, np.int32)
    out = Offers(places, 4)
    n = offer(out, offer(out, 0, 1), 3)
    assert places[:n].tolist() == [1, 3]
    for n, action in ((2, 3), (2, 2), (0, -1), (0, 4), (-1, 2), (4, 3)):
        with pytest.raises(Unsorted):
            offer(out, n, action)
    assert places.tolist() == [1, 3, 0, 0]


def test_a_run_is_written_as_its_actions_are_one_by_one():
    places = np.zeros(4, np.int32)
    out = Offers(places, 9)
    n = offer_run(out, offer(out, 0, 1), 3, 2)
    assert places[:n].tolist() == [1, 3, 4]
    assert offer_run(out, n, 5, 0) == n
    with pytest.raises(Unsorted):
        offer_run(out, n, 4, 1)


def test_bits_are_written_as_their_actions_are_one_by_one():
    places = np.zeros(4, np.int32)
    out = Offers(places, 99)
    n = offer_bits(out, offer(out, 0, 1), 3, 1 << 63 | 0b10)
    assert places[:n].tolist() == [1, 4, 66]
    assert offer_bits(out, n, 67, 0) == n
    with pytest.raises(Unsorted):
        offer_bits(out, n, 65, 0b11)


NUMBERS = (1, 2, 0b1010_0000, 2**31, 3 << 61, -1, -8, -(2**63))


@rule
def ask_bits(table: Table, out: Offers) -> int:
    """Offer 0, 1 or 2 if what is asked of some numbers is not what Python says."""
    n = 0
    if lowest(table.turn) != 3 or lowest(-(1 << 63)) != 63 or lowest(-2) != 1:
        n = offer(out, n, 0)
    if how_many(table.turn) != 2 or how_many(-1) != 64 or how_many(0) != 0:
        n = offer(out, n, 1)
    return offer_bits(out, n, table.turn - 22, 1)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_bits_are_asked_alike_compiled_and_as_written(compiled):
    found = game("ask_bits", legal=ask_bits)
    tables = np.zeros(1, found.table.__dtype__)
    tables["turn"] = 24
    out = found.new_list()
    assert Engine(found, compiled=compiled).legal(tables, 0, out) == 1
    assert out[0] == 2


def test_the_lowest_bit_and_the_number_of_bits():
    assert [lowest(bits) for bits in NUMBERS] == [0, 1, 5, 31, 61, 0, 3, 63]
    assert [how_many(bits) for bits in NUMBERS] == [1, 1, 2, 1, 2, 64, 61, 1]


@pytest.mark.parametrize("wrong", [greedy, astray, running, scattered])
def test_uncompiled_a_wrong_list_is_named(wrong):
    found = game(wrong.__name__, legal=wrong)
    with pytest.raises(Unsorted, match=r"action .* is offered at place"):
        Engine(found, compiled=False).legal(np.zeros(1, found.table.__dtype__), 0, found.new_list())


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_nothing_but_offer_writes(compiled):
    found = game("by_hand", legal=by_hand)
    tables = np.zeros(1, found.table.__dtype__)
    with pytest.raises(Exception, match=r"does not support item assignment|No implementation"):
        Engine(found, compiled=compiled).legal(tables, 0, found.new_list())


def test_a_game_whose_list_is_not_bounded_is_refused():
    @rule
    def careless(table, out):
        out[0] = 1
        return 1

    with pytest.raises(TypeError, match="by `offer` and by nothing else"):
        game("careless", legal=careless)


def test_the_rules_that_a_rule_calls_are_found():
    assert reached(purses.legal) == {purses.legal, offer}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "wrong", [greedy, boastful, astray, running, scattered], ids=lambda each: each.__name__
)
def test_compiled_no_rule_writes_past_the_list(wrong):
    """The list lies in the middle of a larger block, and nothing around it changes."""
    found = game(wrong.__name__, legal=wrong)
    block = np.full(4096, GUARD, np.int32)
    out = block[2000 : 2000 + len(ACTIONS)]
    n = Engine(found, compiled=True).legal(np.zeros(1, found.table.__dtype__), 0, out)
    assert 0 <= n <= len(ACTIONS)
    assert all(0 <= action < len(ACTIONS) or action == GUARD for action in out.tolist())
    assert (block[:2000] == GUARD).all()
    assert (block[2000 + len(ACTIONS) :] == GUARD).all()


@pytest.mark.compiled
def test_with_bounds_checks_a_wrong_list_is_named():
    code = (
        "import numpy as np\n"
        "from horta.core.engine import Engine\n"
        "from tests.hostile.purses import game\n"
        "from tests.test_offers import greedy\n"
        "found = game('greedy', legal=greedy)\n"
        "legal = Engine(found, compiled=True).legal\n"
        "try:\n"
        "    legal(np.zeros(1, found.table.__dtype__), 0, found.new_list())\n"
        "except AssertionError as problem:\n"
        "    print(problem)\n"
    )
    env = {**os.environ, "HORTA_JIT": "1", "HORTA_CHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout.strip() == "an action is offered that does not exist", done.stderr


@rule
def ask_only(table: Table, out: Offers) -> int:
    """Answer through the list what `only_offer` says: action 0 several, 1 none, 2 the only one."""
    only = only_offer(forced, table, 3)
    return offer(out, 0, 2 if only >= 0 else only + 2)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
@pytest.mark.parametrize(("offered", "said"), [(0, NONE), (1, 0), (2, SEVERAL), (3, SEVERAL)])
def test_the_only_offer_is_found_without_a_list(offered, said, compiled):
    found = game("ask_only", legal=ask_only)
    tables = np.zeros(1, found.table.__dtype__)
    tables["turn"] = offered
    out = found.new_list()
    assert Engine(found, compiled=compiled).legal(tables, 0, out) == 1
    assert out[0] == {NONE: 1, SEVERAL: 0}.get(said, 2)
    table = purses.Table()
    table.turn = offered
    assert only_offer(forced, table, 3) == said
    assert listed(forced, table, ACTIONS) == list(range(offered))
