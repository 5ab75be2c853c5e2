"""Sets of spaces of Paris, packed into the bits of one number, as in `building.py`."""

from __future__ import annotations

from horta.core.bits import how_many
from horta.core.rule import rule
from horta.games.paris.building import free_spaces
from horta.games.paris.components import SIDE, SPACES, Base, Card
from horta.games.paris.table import BUILT, Table

NOT_EAST = 0x7F7F7F7F7F7F7F7F  # every column but the last
NOT_SOUTH = 0x00FFFFFFFFFFFFFF  # every row but the last
NO_PIECE = 31  # what these bits leave of NOTHING: no piece has that number


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
    return how_many(spaces)


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
    owned = 0
    for building in range(BUILT):
        owned |= int(table.owner[building] == s) << building
    spaces = 0
    for space in range(SPACES):  # without a branch, since nobody could guess it
        spaces |= ((owned >> (table.piece[space] & NO_PIECE)) & 1) << space
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
    """Return the size of the largest connected part of a set (PA-SCO-06..08).

    A building is one connected piece (PA-COM-06): a part of a seat's buildings is a group.
    """
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
    if not any_piece_bounds:
        return ~(built_by(table, 0) | built_by(table, 1))
    covered = 0
    for row in range(SIDE):
        covered |= int(table.covered[row]) << (SIDE * row)
    return ~covered
