"""No rule can run for ever: it has no `while`, and it never calls itself again.

A rule that runs compiled cannot be stopped from outside, by no signal and by no thread. What comes
from outside is checked, but the end of a rule must not hang on a check: every loop is a `for` over
something of a fixed size, so that even a broken table comes to an end.
"""

from __future__ import annotations

import dataclasses
import dis
import functools

import pytest

import horta
from horta.core import registry
from horta.core.dice import Dice, pick, roll
from horta.core.record import at, blank
from horta.core.rule import Rule, rule


@functools.cache
def instructions(one):
    return list(dis.get_instructions(one.function))


@functools.cache
def called(one):
    """The rules that a rule names in its body."""
    names = {each.argval for each in instructions(one) if each.opname == "LOAD_GLOBAL"}
    found = (one.function.__globals__.get(name) for name in names)
    return [other for other in found if isinstance(other, Rule)]


def rules_of(game):
    """Every rule of a game's contract, and all that they call."""
    waiting = [getattr(game.rules, field.name) for field in dataclasses.fields(game.rules)]
    found = []
    while waiting:
        one = waiting.pop()
        if isinstance(one, Rule) and one not in found:
            found.append(one)
            waiting += called(one)
    return found


def endless(one):
    """Why a rule might not end, or nothing.

    A `for` jumps back to where it takes the next item; whatever else jumps back is a `while`. The
    bytecode tells it of rules that are written by a program as well.
    """
    names, said = {}, ""  # what stands at each place, the first half of a long instruction too
    for each in reversed(instructions(one)):
        said = said if each.opname == "EXTENDED_ARG" else each.opname
        names[each.offset] = said
    jumps = [each for each in instructions(one) if "JUMP" in each.opname]
    if any(each.argval < each.offset and names[each.argval] != "FOR_ITER" for each in jumps):
        return "it has a `while`"
    waiting, seen = called(one), []
    while waiting:
        other = waiting.pop()
        if other is one:
            return "it calls itself"
        if other not in seen:
            seen.append(other)
            waiting += called(other)
    return ""


@pytest.mark.parametrize("game_id", horta.games())
def test_every_loop_of_a_rule_has_a_bound(game_id):
    rules = rules_of(registry.game(game_id))
    assert len(rules) > 100, "the whole rule book is looked at"
    assert {str(one): why for one in rules if (why := endless(one))} == {}


@rule
def wait_for_it(table):
    while table.to_play < 0:
        pass


@rule
def wait_for_ever(table):
    for seat in range(2):
        if table.to_play == seat:
            continue
        while True:
            if table.to_play < 0:
                break


@rule
def ask_again(table):
    return ask_again(table)


@rule
def look_at_all(table):
    found = 0
    for seat in range(2):
        for other in range(2):
            if other == seat:
                continue
            if table.to_play == other:
                break
            found += 1
    return found


def test_a_loop_without_a_bound_is_found():
    assert endless(wait_for_it) == "it has a `while`"
    assert endless(wait_for_ever) == "it has a `while`"
    assert endless(ask_again) == "it calls itself"
    assert endless(look_at_all) == ""


@pytest.mark.parametrize("sides", [0, -1, 2**32 + 1])
def test_dice_that_cannot_be_thrown_come_to_rest(sides):
    dice = at(Dice, blank(Dice))
    assert roll(dice, sides) >= 0


def test_a_pick_among_things_that_are_all_taken_comes_to_rest():
    dice = at(Dice, blank(Dice))
    assert pick(dice, 0b1111, 4) == 0
    assert pick(dice, 0b1011, 4) == 2
