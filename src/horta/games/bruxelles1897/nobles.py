"""Nobles: their effects, and what becomes of them (NOB)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1897.components import (
    BRUGMANN,
    NOBLE_START,
    Card,
    Deck,
    Noble,
    Track,
)
from horta.games.bruxelles1897.moves import DISMISS, KEEP
from horta.games.bruxelles1897.piles import discard, draw, gain, prisoners, raise_level
from horta.games.bruxelles1897.table import NOTHING, Decision, Event, Table, ask


@rule
def draw_two(table: Table, deck: int) -> None:
    """Draw two cards, or as many as there are, and ask for one of them (GEN-03, 04, BXL-10)."""
    table.drawn[0] = draw(table, deck)
    table.drawn[1] = draw(table, deck)
    if table.drawn[0] == NOTHING:
        note(table, Event.NONE_TO_DRAW, table.turn, deck)
    else:
        note(table, Event.DREW, table.turn, table.drawn[0], table.drawn[1])
        ask(table, table.turn, Decision.PICK)


@rule
def pick_options(table: Table) -> int:
    """Choose between the cards drawn; a single card or two alike leave no choice (D5, GEN-04)."""
    if table.drawn[1] == NOTHING or table.drawn[0] == table.drawn[1]:
        return 1
    return 3


@rule
def use_noble(table: Table, noble: int) -> None:
    """Carry out a noble's effect as far as possible (NOB-01, 02, 06, 07, BXL-08)."""
    s = table.turn
    note(table, Event.ACTED, s, noble)
    if noble == Noble.BRUGMANN:
        gain(table, s, BRUGMANN)
    elif noble == Noble.HORTA:
        raise_level(table, s, Track.ARCHITECTURE)
    elif noble == Noble.ALBERT:
        raise_level(table, s, Track.NOBILITY)
    elif noble == Noble.BULS:
        raise_level(table, s, Track.PRESTIGE)
    elif noble == Noble.HANKAR:
        draw_two(table, Deck.MATERIAL)
    elif prisoners(table, s) != 0:
        ask(table, s, Decision.FREE)
    else:
        note(table, Event.NONE_TO_FREE, s)


@rule
def noble_of(card: int) -> int:
    """Return the noble on a card; Brugmann is on none (CMP-06)."""
    return card - NOBLE_START + Noble.HORTA


@rule
def influence(table: Table, card: int) -> None:
    """Influence: first the effect; the card stays at hand until it is over (NOB-02)."""
    table.at_hand = card
    use_noble(table, noble_of(card))


@rule
def end_influence(table: Table) -> None:
    """After the effect ask whether the noble is kept; a duplicate must go (NOB-02, 04)."""
    noble = noble_of(table.at_hand)
    if (table.seats[table.turn].nobles >> noble) & 1:
        let_go(table, 1)
    else:
        ask(table, table.turn, Decision.KEEP)


@rule
def keep_or_dismiss(table: Table, option: int) -> None:
    """Keep the noble at hand, tilted, or discard it (NOB-02, 03)."""
    if option == KEEP:
        seat = table.seats[table.turn]
        noble = noble_of(table.at_hand)
        seat.nobles |= 1 << noble
        seat.tilted |= 1 << noble
        note(table, Event.ENGAGED, table.turn, noble)
        table.at_hand = NOTHING
    else:
        let_go(table, 0)


@rule
def let_go(table: Table, duplicate: int) -> None:
    """Discard the noble at hand."""
    note(table, Event.DISMISSED, table.turn, noble_of(table.at_hand), duplicate)
    discard(table, table.at_hand)
    table.at_hand = NOTHING


@rule
def keep_options(table: Table) -> int:
    """Keep or dismiss, one bit each."""
    return (1 << KEEP) | (1 << DISMISS)


@rule
def is_noble(card: int) -> bool:
    """Tell whether a card is a noble."""
    return Card.HORTA <= card <= Card.HANKAR
