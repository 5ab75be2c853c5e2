"""The three majorities: columns, coats of arms, Brussels (MAJ)."""

from __future__ import annotations

from horta.core.notes import Event as Told
from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.components import (
    COLUMNS,
    KINDS,
    PLACES,
    SIDE_VALUES,
    Track,
    Upper,
)
from horta.games.bruxelles1897.piles import prisoners, raise_level
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    Decision,
    Event,
    Table,
    ask,
    clockwise,
    in_brussels,
    level,
    rows,
)

VALUE = lookup(SIDE_VALUES)
OWNERS = NEUTRAL + 1
WORD = 0xFFFF
SIGN = 0x8000


@rule
def note_packed(table: Table, event: int, told: int) -> None:
    """Note a number of up to 48 bits; `told` reads it back."""
    note(table, event, NOBODY, word(told), word(told >> 16), word(told >> 32))


@rule
def word(bits: int) -> int:
    """Return the lower 16 bits of a number as the signed number that a note holds."""
    return (bits & WORD ^ SIGN) - SIGN


def told(event: Told) -> int:
    """Return the number of a note that `note_packed` made."""
    return event.a & WORD | (event.b & WORD) << 16 | (event.c & WORD) << 32


# Columns


@rule
def column_sum(table: Table, column: int, owner: int) -> int:
    """Add up the values that a colour shows in a column (MAJ-02)."""
    total = 0
    for row in range(rows(table)):
        cell = COLUMNS * row + column
        if table.owner[cell] == owner:
            total += VALUE[table.side[cell]]
    return total


@rule
def column_winners(table: Table, column: int) -> int:
    """Return the players with the highest sum in a column, one bit each (MAJ-02, 03).

    Nobody wins an empty column, and nobody when the neutral colour alone is on top.
    """
    most = max(1, column_sum(table, column, NEUTRAL))
    winners = 0
    for s in range(table.printed.players):
        total = column_sum(table, column, s)
        if total > most:
            most = total
            winners = 0
        if total == most:
            winners |= 1 << s
    return winners


@rule
def count_column(table: Table, column: int) -> None:
    """Find the winners of a column and tell the sums (MAJ-02, 03)."""
    winners = column_winners(table, column)
    told = column | table.bonus[column] << 2 | winners << 4
    for owner in range(OWNERS):
        told |= column_sum(table, column, owner) << (8 + 7 * owner)
    note_packed(table, Event.COLUMN, told)
    table.waiting = winners


@rule
def give_bonus(table: Table, s: int) -> None:
    """Give a winner the upper half of the Bonus card below (MAJ-04)."""
    bonus = table.bonus[table.column]
    if bonus != Upper.PRISON:
        raise_level(table, s, bonus)
    elif prisoners(table, s) != 0:
        ask(table, s, Decision.FREE)
    else:
        note(table, Event.NONE_TO_FREE, s)


# Coats of arms


@rule
def cards_around(table: Table, row: int, column: int, owner: int) -> int:
    """Count the Architects of a colour around the coat of arms below and right of a cell."""
    cell = COLUMNS * row + column
    count = 0
    for k in range(4):
        if table.owner[cell + COLUMNS * (k // 2) + k % 2] == owner:
            count += 1
    return count


@rule
def crest_leaders(table: Table, row: int, column: int) -> int:
    """Return the players with most cards around a coat of arms, one bit each (MAJ-06, 07).

    An incomplete one has no leaders. With two players the neutral colour has one card of the four
    at most, so it never leads.
    """
    if cards_around(table, row, column, NOBODY) > 0:
        return 0
    most = 0
    leaders = 0
    for s in range(table.printed.players):
        count = cards_around(table, row, column, s)
        if count > most:
            most = count
            leaders = 0
        if count == most:
            leaders |= 1 << s
    return leaders


@rule
def score_coats_of_arms(table: Table) -> None:
    """Each complete 2×2 block pays the colours with most cards their Prestige (MAJ-06..08)."""
    for row in range(rows(table) - 1):
        for column in range(COLUMNS - 1):
            if crest_leaders(table, row, column) != 0:
                score_crest(table, row, column)


@rule
def score_crest(table: Table, row: int, column: int) -> None:
    """Pay a complete coat of arms and tell cards and points (MAJ-07)."""
    leaders = crest_leaders(table, row, column)
    told = COLUMNS * row + column
    for s in range(table.printed.players):
        told |= cards_around(table, row, column, s) << (4 + 3 * s)
        if (leaders >> s) & 1:
            points = level(table, s, Track.PRESTIGE)
            table.seats[s].arms += points
            told |= points << (16 + 7 * s)
    note_packed(table, Event.CREST, told)


# Brussels


@rule
def count_brussels(table: Table) -> None:
    """Find the players with most Architects in Brussels; nobody if there are none (MAJ-09)."""
    most = 1
    leaders = 0
    for s in range(table.printed.players):
        count = in_brussels(table, s)
        if count > most:
            most = count
            leaders = 0
        if count == most:
            leaders |= 1 << s
    told = leaders
    for s in range(table.printed.players):
        told |= in_brussels(table, s) << (4 + 4 * s)
    note_packed(table, Event.BRUSSELS, told)
    table.waiting = leaders


@rule
def next_in_line(table: Table) -> int:
    """Return the next seat to be served, clockwise from the first player (MAJ-05)."""
    for k in range(table.printed.players):
        s = clockwise(table, table.first, k)
        if (table.waiting >> s) & 1:
            return int(s)
    return int(table.first)


@rule
def next_majority(table: Table) -> None:
    """Serve the next seat of the majority being counted, or count the next one (MAJ-01, 05)."""
    if table.waiting != 0:
        s = next_in_line(table)
        table.waiting &= ~(1 << s)
        if table.column < COLUMNS:
            give_bonus(table, s)
        else:
            ask(table, s, Decision.JAIL)
        return
    table.column += 1
    if table.column < COLUMNS:
        count_column(table, table.column)
    else:
        score_coats_of_arms(table)
        count_brussels(table)


@rule
def majorities_are_over(table: Table) -> bool:
    """Tell whether everybody has been served."""
    return table.column == COLUMNS and table.waiting == 0


@rule
def jail_options(table: Table) -> int:
    """The kinds of Architect that the player has in Brussels (MAJ-10)."""
    options = 0
    for k in range(PLACES * KINDS):
        if table.seats[table.to_play].sent[k] > 0:
            options |= 1 << (k % KINDS)
    return options


@rule
def leaves_from(table: Table, s: int, kind: int) -> int:
    """Return the Brussels card that an Architect goes to prison from, or NOTHING.

    Which card he stood in front of is of no account: it is the first that has one of his kind.
    """
    for place in range(PLACES):
        if table.seats[s].sent[KINDS * place + kind] > 0:
            return place
    return NOTHING


@rule
def jail(table: Table, kind: int) -> None:
    """Put an Architect from the Brussels area under the Prison card (MAJ-09, 10)."""
    seat = table.seats[table.to_play]
    place = leaves_from(table, table.to_play, kind)
    if place != NOTHING:
        seat.sent[KINDS * place + kind] -= 1
        seat.prison[kind] += 1
    note(table, Event.JAILED, table.to_play, kind)
