"""Money, tracks and piles (GEN).

The order of a face-down pile is unknown to everybody, so it is not kept: a pile is the number of
cards of each kind in it, and the dice decide which one is drawn at the moment of the draw.
"""

from __future__ import annotations

from horta.core.dice import roll
from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.components import (
    DECK_STARTS,
    IN_DECKS,
    KINDS,
)
from horta.games.bruxelles1897.table import NOBODY, NOTHING, Event, Table, level

STARTS = lookup(DECK_STARTS)


@rule
def gain(table: Table, s: int, francs: int) -> None:
    """Give francs from the bank, which never runs dry (GEN-01)."""
    table.seats[s].francs += francs
    note(table, Event.FRANCS, s, francs)


@rule
def has_card(table: Table, deck: int) -> bool:
    """Tell whether pile and discard of a deck have a card together (GEN-04)."""
    for card in range(STARTS[deck], STARTS[deck + 1]):
        if table.pile[card] > 0 or table.discard[card] > 0:
            return True
    return False


@rule
def draw(table: Table, deck: int) -> int:
    """Draw a card, if need be from the reshuffled discard; NOTHING without one (GEN-03, 04)."""
    first, last = int(STARTS[deck]), int(STARTS[deck + 1])
    cards = 0
    for card in range(first, last):
        cards += table.pile[card]
    if cards == 0:
        for card in range(first, last):
            cards += table.discard[card]
            table.pile[card] = table.discard[card]
            table.discard[card] = 0
        if cards == 0:
            return NOTHING
        note(table, Event.RESHUFFLED, NOBODY, deck)
    place = roll(table.dice, cards)
    for card in range(first, last):
        if place < table.pile[card]:
            table.pile[card] -= 1
            return card
        place -= table.pile[card]
    return NOTHING


@rule
def discard(table: Table, card: int) -> None:
    """Discard a card: money goes to the bank, Expo to the Exhibition area (GEN-06)."""
    if card < IN_DECKS:
        table.discard[card] += 1


@rule
def raise_level(table: Table, s: int, track: int) -> None:
    """Move a marker up one space; on the last one it stays (GEN-07)."""
    seat = table.seats[s]
    if seat.track[track] + 1 < table.printed.spaces[track]:
        seat.track[track] += 1
        note(table, Event.RAISED, s, track, level(table, s, track))
    else:
        note(table, Event.AT_TOP, s, track, level(table, s, track))


@rule
def prisoners(table: Table, s: int) -> int:
    """Return the kinds of Architect that a player could free, one bit each (NOB-06)."""
    kinds = 0
    for kind in range(KINDS):
        if table.seats[s].prison[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def free(table: Table, kind: int) -> None:
    """Take an Architect from prison to hand (NOB-06, MAJ-04, ACT-05)."""
    seat = table.seats[table.to_play]
    seat.prison[kind] -= 1
    seat.hand[kind] += 1
    note(table, Event.FREED, table.to_play, kind)
