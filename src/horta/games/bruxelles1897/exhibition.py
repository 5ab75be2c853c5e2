"""Exhibition (EXH)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1897.components import COLOURS, EXHIBIT
from horta.games.bruxelles1897.moves import DECLINE
from horta.games.bruxelles1897.table import NOBODY, Decision, Event, Table, ask, clockwise


@rule
def open_exhibition(table: Table) -> None:
    """Take the Expo card; everybody who has not passed takes part (EXH-01, 02)."""
    players = table.printed.players
    table.expo = table.turn
    table.showing = 1
    for s in range(players):
        if table.seats[s].passed == 0:
            table.waiting |= 1 << s
    note(table, Event.OPENED, table.turn)
    table.to_play = (table.turn - 1) % players  # the opener has the first go (EXH-03)


@rule
def free_colours(table: Table, s: int) -> int:
    """Return the colours that a player owns and nobody has exhibited, one bit each (EXH-04)."""
    colours = 0
    for colour in range(COLOURS):
        if table.seats[s].cards[colour] > 0 and (table.shown >> colour) & 1 == 0:
            colours |= 1 << colour
    return colours


@rule
def next_go(table: Table) -> None:
    """Ask the next participant who can exhibit, or close the exhibition (EXH-03, 05, 07)."""
    players = table.printed.players
    for k in range(1, players + 1):
        s = clockwise(table, table.to_play, k)
        if (table.waiting >> s) & 1 and free_colours(table, s) != 0:
            ask(table, s, Decision.EXPO)
            return
    note(table, Event.CLOSED, NOBODY)
    table.showing = 0
    table.shown = 0
    table.waiting = 0
    table.to_play = table.turn


@rule
def expo_options(table: Table) -> int:
    """A free colour, or decline (EXH-03, 06)."""
    return free_colours(table, table.to_play) | 1 << DECLINE


@rule
def exhibit(table: Table, option: int) -> None:
    """Show an artwork for 2 points, or leave the exhibition (EXH-03, 04, 06)."""
    s = table.to_play
    if option == DECLINE:  # ruling R-21: declining is final
        table.waiting &= ~(1 << s)
        note(table, Event.DECLINED, s)
    else:
        table.shown |= 1 << option
        table.seats[s].shown += EXHIBIT
        note(table, Event.EXHIBITED, s, option, EXHIBIT)
