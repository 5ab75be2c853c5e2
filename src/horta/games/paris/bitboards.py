"""Sets of spaces of Paris, packed into the bits of one number, as in `building.py`."""

from __future__ import annotations

from horta.core.rule import rule
from horta.games.paris.building import free_spaces
from horta.games.paris.components import SPACES, Base, Card
from horta.games.paris.table import BUILT, Table

NOT_EAST = 0x7F7F7F7F7F7F7F7F  # every column but the last
NOT_SOUTH = 0x00FFFFFFFFFFFFFF  # every row but the last


@rule
def beside(spaces: int) -> int:
    """Return the spaces that share a side with a set of spaces; some of them may be in it."""
    return (
        ((spaces >> 8) & NOT_SOUTH)
        | ((spaces & NOT_SOUTH) << 8)
        | ((spaces & NOT_EAST) << 1)
        | ((spaces >> 1) & NOT_EAST)
    )


@rule
def count(spaces: int) -> int:
    """Return how many spaces a set has."""
    x = spaces - ((spaces >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((x * 0x0101010101010101) >> 56) & 0xFF


@rule
def bit(space: int) -> int:
    """Return the set of one space."""
    return 1 << space


@rule
def lamp_spaces(table: Table) -> int:
    """Return the spaces with a lamp (PA-DEF-05)."""
    lamps = free_spaces(table, Base.LAMP)
    if table.spot[Card.LAM] >= 0:
        lamps |= bit(int(table.spot[Card.LAM]))
    if table.spot[Card.GRA] >= 0:
        lamps |= bit(int(table.spot[Card.GRA]))
    return lamps


@rule
def built_by(table: Table, s: int) -> int:
    """Return the spaces of a seat's buildings, garden and annexe included."""
    spaces = 0
    for space in range(SPACES):
        piece = table.piece[space]
        if 0 <= piece < BUILT and table.owner[piece] == s:
            spaces |= 1 << space
    return spaces


@rule
def spaces_of(table: Table, building: int) -> int:
    """Return the spaces of a building on the board, its annexe included."""
    spaces = 0
    for space in range(SPACES):
        if table.piece[space] == building:
            spaces |= 1 << space
    return spaces


@rule
def flood(start: int, room: int) -> int:
    """Return the part of `room` that is connected with `start`."""
    reached = start
    for _ in range(SPACES):
        more = reached | (beside(reached) & room)
        if more == reached:
            break
        reached = more
    return reached


@rule
def largest(spaces: int) -> int:
    """Return the size of the largest connected part of a set (PA-SCO-06)."""
    best = 0
    left = spaces
    for _ in range(SPACES):
        if left == 0:
            break
        part = flood(left & -left, left)
        best = max(best, count(part))
        left &= ~part
    return best


@rule
def open_room(table: Table, any_piece_bounds: bool) -> int:
    """Return where a pawn's zone may spread (PA-PEI-04, PA-MOU-03)."""
    room = 0
    for base in range(4):
        room |= free_spaces(table, base)
    if not any_piece_bounds:
        for space in range(SPACES):
            if table.piece[space] >= BUILT:
                room |= 1 << space
    return room
