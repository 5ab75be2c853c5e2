"""The workshop (B93-ATL, B93E2-WRK)."""

from __future__ import annotations

from horta.core.dice import shuffle
from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.materials import gain_cubes
from horta.games.bruxelles1893.moves import work_action
from horta.games.bruxelles1893.pieces import COLOURED, Architect, Colour
from horta.games.bruxelles1893.table import NOBODY, NOTHING, SHOP, Decision, Event, Table, tint
from horta.games.bruxelles1893.variant import gauchie_kind


@rule
def can_create(table: Table) -> bool:
    """A coloured work is in the workshop, or can come back to it (B93-ATL-05, B93E2-WRK-02)."""
    return has_coloured(table) or (bool(table.edition.shop_covers) and covered(table) > 0)


@rule
def has_coloured(table: Table) -> bool:
    """Tell whether a coloured work is in the workshop."""
    count = 0
    for colour in range(COLOURED):
        count += table.stacks[colour]
    return count > 0


@rule
def covered(table: Table) -> int:
    """Count the coloured works below the top ones of the shop."""
    count = 0
    for side in range(2):
        for k in range(table.shop_size[side] - 1):
            count += table.shop[SHOP * side + k] != Colour.BLACK
    return count


@rule
def has_covered(table: Table) -> bool:
    """Tell whether any work, coloured or black, lies below a top one of the shop."""
    return bool(table.shop_size[0] > 1 or table.shop_size[1] > 1)


@rule
def begin_workshop(table: Table) -> None:
    """Draw works (B93-ATL-01), or choose a colour (B93E2-WRK-01)."""
    table.decision = Decision.WORK
    if table.edition.blind_workshop:
        draw_works(table, 1 + table.seats[table.turn].exhibits)
        note(table, Event.DREW, table.turn, table.drawn_size)


@rule
def draw_works(table: Table, count: int) -> None:
    """Draw from the top; rebuild an empty pile and go on (B93-ATL-01, 04, ruling R19).

    The works below the top ones of the shop come back even if none of them is coloured.
    """
    for _ in range(count):
        if table.pile_size == 0 and has_covered(table):
            rebuild(table)
        if table.pile_size == 0:
            return
        table.drawn[table.drawn_size] = draw_top(table)
        table.drawn_size += 1


@rule
def draw_top(table: Table) -> int:
    """Take the top work of the pile."""
    colour = int(table.pile[0])
    last = table.pile_size - 1
    for k in range(last):
        table.pile[k] = table.pile[k + 1]
        table.pile_seen[k] = table.pile_seen[k + 1]
    table.pile[last] = NOTHING
    table.pile_seen[last] = NOBODY
    table.pile_size = last
    return colour


@rule
def put_under(table: Table, colour: int, seen: int) -> None:
    """Put a work under the pile; who put it there knows it."""
    table.pile[table.pile_size] = colour
    table.pile_seen[table.pile_size] = seen
    table.pile_size += 1


@rule
def rebuild(table: Table) -> None:
    """Bring the covered works of the shop back to both piles (B93-ATL-03, ruling R20)."""
    start = int(table.pile_size)
    black = 0
    for side in range(2):
        first, size = SHOP * side, int(table.shop_size[side])
        for k in range(size - 1):
            colour = int(table.shop[first + k])
            table.stacks[colour] += 1
            if colour == Colour.BLACK:
                black += 1
            else:
                put_under(table, colour, NOBODY)
            table.shop[first + k] = NOTHING
        if size > 1:
            table.shop[first] = table.shop[first + size - 1]
            table.shop[first + size - 1] = NOTHING
            table.shop_size[side] = 1
    shuffle(table.dice, table.pile, start, table.pile_size)
    note(table, Event.REBUILT, NOBODY, table.pile_size - start, black)


@rule
def list_works(table: Table, out: Offers) -> int:
    """List the colours that were drawn, or that have works left (B93-ATL-02, B93E2-WRK-01)."""
    bits = 0
    if table.decision == Decision.WORK and table.edition.blind_workshop:
        for k in range(table.drawn_size):
            bits |= 1 << table.drawn[k]
    else:
        for colour in range(COLOURED):
            if table.stacks[colour] > 0:
                bits |= 1 << colour
    n = 0
    for colour in range(COLOURED):
        if (bits >> colour) & 1:
            n = offer(out, n, work_action(colour))
    return n


@rule
def create(table: Table, colour: int) -> None:
    """Take a work; drawn ones that are not kept go under the pile (B93-ATL-02, B93E2-WRK-01)."""
    s = table.turn
    table.stacks[colour] -= 1
    table.seats[s].works[colour] += 1
    size = int(table.drawn_size)
    kept = False
    for k in range(size):
        # Ruling R18: among equal colours the first drawn is kept, the others keep their order.
        if table.drawn[k] == colour and not kept:
            kept = True
        else:
            put_under(table, table.drawn[k], s)
        table.drawn[k] = NOTHING
    table.drawn_size = 0
    note(table, Event.CREATED, s, tint(table, colour), max(0, size - 1))
    if table.seats[s].architect == Architect.GAUCHIE:
        kind = gauchie_kind(table, colour)
        if table.supply[kind] > 0:
            gain_cubes(table, s, kind, 1)
    table.decision = Decision.ACTION_DONE


@rule
def take_black(table: Table, owner: int) -> None:
    """Give a black work to the owner of the house (B93-SEC-04, B93E2-FREE-02)."""
    if table.stacks[Colour.BLACK] == 0 and table.edition.shop_covers and has_covered(table):
        rebuild(table)
    if table.stacks[Colour.BLACK] > 0:
        table.stacks[Colour.BLACK] -= 1
        table.seats[owner].works[Colour.BLACK] += 1
        note(table, Event.BLACK_WORK, owner)
