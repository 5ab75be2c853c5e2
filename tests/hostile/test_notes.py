"""The log loses nothing: a step may tell more than the ring of notes holds, in any game."""

from __future__ import annotations

import copy
import dataclasses
import random

import pytest

import horta
from horta.core.dice import Dice
from horta.core.match import Match
from horta.core.notes import Event as Told
from horta.core.notes import Note, note
from horta.core.record import Array, at, i16, i32, of, record
from horta.core.rule import rule
from horta.games.bruxelles1897.components import COLOUR_NAMES, HOUSE_NAMES, MATERIAL_NAMES
from horta.games.bruxelles1897.table import Event, Table

from . import purses
from .positions import play_on

HELD = {"artworks": COLOUR_NAMES, "materials": MATERIAL_NAMES, "houses": HOUSE_NAMES}
RING = len(at(Table, horta.start("bruxelles1897", 4, 6)._table).notes)


def everybody_in_prison():
    """Bruxelles 1897: all Architects in prison but one each in Brussels, all cards held.

    Nobody has a choice any more, so one pass leads through four rounds to the end of the game; the
    Architects in Brussels follow the others, and every pile is reshuffled in every round.
    """
    position = copy.deepcopy(horta.start("bruxelles1897", 4, seed=6).position)
    table = position["table"]
    for s, seat in enumerate(table["seats"]):
        for kind, count in seat["hand"].items():
            seat["prison"][kind] = seat["prison"].get(kind, 0) + count
        seat["prison"]["a13"] -= 1
        seat["hand"] = {}
        seat["brussels"] = {"hall" if s else "exchange": {"a13": 1}}
    table["used"] = {"exchange": 1, "hall": 2}
    for cards in (table["piles"], table["discards"]):
        for card in cards:
            while cards[card] and give(table["seats"], card):
                cards[card] -= 1
    owner = table["seats"][0]
    owner["points"]["construction"] = sum(owner["houses"].values())
    return position


def give(seats, card):
    for name, cards in HELD.items():
        if card in cards:
            seats[0][name][card] = seats[0][name].get(card, 0) + 1
            return True
    without = [seat for seat in seats if card not in seat["upright"]]
    if without:
        without[0]["upright"].append(card)
    return bool(without)


def test_bruxelles_1897_tells_all_of_a_step_through_the_whole_game():
    match = horta.resume("bruxelles1897", everybody_in_prison())
    starter = match.to_play
    match.play(match.parse("pass"))
    assert match.over
    told = [event for _, event in match.events()]
    assert len(told) == at(Table, match._table).noted > RING
    assert told[0][:2] == (Event.PASSED, starter), "the first note is the one that was lost"
    assert [event.a for event in told if event.kind == Event.ROUND] == [2, 3, 4]
    assert sum(event.kind == Event.PASSED for event in told) == 16
    assert sum(event.kind == Event.RESHUFFLED for event in told) >= 12
    assert told[-1].kind == Event.ENDED
    assert len(match.log("fr")) == len(told)
    for viewer in (None, *range(4)):
        assert match.news(viewer) == told


def test_the_invariants_of_a_step_hold_through_several_rounds():
    assert play_on(horta.resume("bruxelles1897", everybody_in_prison()), random.Random(1)) == 1


@rule
def hush(table, viewer):
    """Others than the left seat do not learn how much was taken."""
    if viewer != 0:
        for k in range(len(table.notes)):
            table.notes[k].a = 0


@rule
def stay(table):
    """The left seat alone plays."""
    return 0 if table.turn < purses.TURNS else -1


@rule
def tell_much(table, seed):
    """Deal, and tell of five things in a ring for two."""
    purses.setup(table, seed)
    for k in range(5):
        note(table, k, 0, table.purse[0])


def match_of(game, seed=7):
    return Match(game, 2, game.options(), game.components(), seed)


def test_a_game_of_somebody_else_needs_no_bound():
    match = match_of(purses.GAME)
    match.play(2)
    match.play(0)
    match.play(2)
    expected = [(1, k, 0) for k in range(3)] + [(2, 0, 1)] + [(3, k, 0) for k in range(3)]
    assert [(number, event.kind, event.seat) for number, event in match.events()] == expected
    assert len(match.log()) == 7
    match.undo()
    assert match.news() == [Told(0, 1, 0, 0, 0)]


def test_a_viewer_sees_of_a_long_step_what_he_may():
    match = match_of(purses.game("hushed", redact=hush))
    match.play(2)
    assert match.news(0) == [Told(k, 0, 2, 0, 0) for k in range(3)]
    assert match.news(1) == match.news() == [Told(k, 0, 0, 0, 0) for k in range(3)]


def test_what_a_long_step_revealed_first_is_final_too():
    game = dataclasses.replace(purses.game("alone", to_play=stay), reveals=frozenset({0}))
    match = match_of(game)
    match.play(2)
    assert all(entry.kind != 0 for entry in at(game.table, match._table).notes), "it is lost there"
    assert not match.may_undo


@pytest.mark.parametrize("seed", [7, "0123456789abcdef0123456789abcdef"])
def test_a_deal_may_tell_more_than_the_ring_holds(seed):
    match = match_of(purses.game("chatty", setup=tell_much), seed)
    purse = at(purses.Table, match._table).purse[0]
    match.play(1)
    match.play(0)
    told = [event for number, event in match.events() if number == 0]
    assert told == [Told(k, 0, purse, 0, 0) for k in range(5)]


@record
class Silent:
    """A table without notes."""

    dice: Dice


@record
class Short:
    """A table that cannot count its notes."""

    dice: Dice
    noted: i16
    notes: Array[Note] = of(2)


@record
class Flat:
    """A table whose notes are numbers."""

    dice: Dice
    noted: i32
    notes: Array[i32] = of(2)


@pytest.mark.parametrize("table", [Silent, Short, Flat])
def test_a_table_without_a_ring_of_notes_is_refused(table):
    with pytest.raises(TypeError, match="'noted: i32' and 'notes: Array"):
        dataclasses.replace(purses.GAME, table=table)
