"""Rules are gathered and compiled once, in what calls them; and in Numba's own way without that."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import pytest
from numba.core import codegen, typed_passes

from horta.core import lowering
from horta.core.rule import jit, rule

pytestmark = pytest.mark.compiled


@rule
def most(a: int, b: int) -> int:
    return a if a > b else b


@rule
def third(values: tuple[int, int, int]) -> int:
    if values[0] < 0:
        raise ValueError("a negative number")
    return most(most(values[0], values[1]), values[2])


@rule
def doubled(a: int) -> int:
    return 2 * third((a, a - 1, a - 2))


def entry(a: int) -> int:
    return doubled(a) + third((a, 1, 2))


@rule
def never(a: int) -> int:
    # LLVM sees that this is never called, and forgets it before it is gathered.
    return most(a, 3) if a * 0 == 1 else 0


@rule
def later(a: int) -> int:
    return most(a, 4)


def forgetful(a: int) -> int:
    return never(a) + later(a)


def functions_of(dispatcher):
    """Return the functions that have an address in the compiled form."""
    (result,) = dispatcher.overloads.values()
    return [
        each.name
        for each in result.library._final_module.functions
        if not each.is_declaration and each.linkage.name == "external"
    ]


def test_inner_rules_are_part_of_what_calls_them_and_nothing_more():
    compiled = jit(entry)
    assert compiled(5) == entry(5) == 15
    assert functions_of(compiled)
    assert not [name for name in functions_of(compiled) if "doubled" in name or "third" in name]
    for inner in (most, third, doubled):
        for result in inner._inner.overloads.values():
            assert result.library._final_module.name, "it was translated"
            with pytest.raises((TypeError, ValueError)):
                result.entry_point(1)


def test_an_error_of_an_inner_rule_is_told():
    compiled = jit(entry)
    with pytest.raises(ValueError, match="a negative number"):
        compiled(-1)
    assert compiled(1) == 2 + 2, "and it does no harm"


def test_a_rule_called_from_python_is_compiled_on_its_own():
    assert doubled.dispatcher(4) == 8


def test_a_function_compiled_in_numbas_own_way_calls_rules():
    @numba.njit
    def foreign(a):
        return doubled(a) + most(a, 7)

    assert foreign(3) == 13


def test_a_rule_that_the_first_caller_needs_no_more_is_there_for_the_second():
    assert jit(forgetful)(1) == 4

    @numba.njit
    def foreign(a):
        return never(a) + later(a)

    assert foreign(9) == 9


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (typed_passes, "NativeLowering"),
        (codegen, "JITCodeLibrary"),
        (codegen.JITCodeLibrary, "_optimize_final_module"),
    ],
)
def test_without_what_it_leans_on_rules_are_compiled_in_numbas_own_way(monkeypatch, place, name):
    owner = next(each for each in getattr(place, "__mro__", (place,)) if name in vars(each))
    with monkeypatch.context() as patched:
        patched.delattr(owner, name)
        lowering.compilers.cache_clear()
        try:
            assert lowering.compilers() == lowering.Compilers()
            assert not lowering.gathers()
        finally:
            lowering.compilers.cache_clear()
    assert lowering.gathers()


WITHOUT = """
import numba, numba.core.typed_passes as passes
if {without}: del passes.NativeLowering
import numpy as np, horta
from horta.core import lowering, registry
from horta.core.cache import fingerprint
from horta.core.dice import Dice, roll, seed_dice
from horta.core.record import blank
from horta.core.rule import jit, rule
@rule
def throw(dice: Dice, seed: int) -> int:
    seed_dice(dice, seed)
    return roll(dice, 1000)
def entry(games, seed): return throw(games[0], seed)
print(lowering.gathers(), fingerprint("horta.core.dice"), jit(entry)(blank(Dice), 7))
"""


def test_both_ways_give_the_same_and_are_kept_apart():
    lines = []
    for without in (False, True):
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT.format(without=without)],
            env=dict(os.environ),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        lines.append(done.stdout.split())
    (gathered, key, thrown), (own, own_key, own_thrown) = lines
    assert (gathered, own) == ("True", "False")
    assert thrown == own_thrown
    assert key != own_key
