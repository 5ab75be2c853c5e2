"""Scoring and tie-break (PA-SCO, PA-TIE), and the four postcards that pay at the end."""

from __future__ import annotations

from horta.core.bits import lowest
from horta.core.game import Line, Sheet
from horta.core.i18n import mark
from horta.core.rule import rule
from horta.games.paris.bitboards import (
    bit,
    built_by,
    count,
    flood,
    lamp_spaces,
    largest,
    open_room,
)
from horta.games.paris.building import free_spaces
from horta.games.paris.cards import CARD_OF_LINE
from horta.games.paris.components import (
    LONGEST_RAY,
    PER_BUILDING_AT_FOUNTAIN,
    PER_CORNER_OF_STATUE,
    PER_LAMP_IN_ZONE,
    PER_SIDE_OF_STATUE,
    SEATS,
    SIDE,
    SPACES,
    UNBUILT,
    Base,
    Card,
)
from horta.games.paris.postcards import covers_two, own_building_at, pair_of
from horta.games.paris.table import (
    BUILT,
    GARDEN,
    LARGE_LAMP,
    NOWHERE,
    Decision,
    State,
    Table,
    holds,
    is_base,
    is_free,
    neighbour,
)

LINES = (
    Line("lit", mark("Lit buildings")),
    Line("group", mark("Largest group")),
    Line("unbuilt", mark("Unbuilt")),
    Line("painter", mark("Painter")),
    Line("dancer", mark("Dancer")),
    Line("fountain", mark("Fountain")),
    Line("statue", mark("Statue")),
    Line("visible", mark("Own visible spaces"), tie_break=True),
)
_without = CARD_OF_LINE.keys() - {line.name for line in LINES}
if _without:
    raise TypeError(f"the score sheet has no line for these postcards: {sorted(_without)}")
LIT, GROUP, UNBUILT_LINE, PAINTER_LINE, DANCER_LINE, FOUNTAIN_LINE, STATUE_LINE, VISIBLE = range(8)
SHEET_LINES = len(LINES)


@rule
def score(table: Table, sheet: Sheet) -> None:
    """Fill in the sheet as if the game ended now (PA-SCO-01..12)."""
    sheet[:, :] = 0
    score_lamps(table, sheet)
    for s in range(SEATS):
        sheet[s, GROUP] = largest(built_by(table, s))
        sheet[s, UNBUILT_LINE] = unbuilt(table, s)
        sheet[s, VISIBLE] = visible(table, s)
        if holds(table, s, Card.PEI) and table.spot[Card.PEI] >= 0:
            sheet[s, PAINTER_LINE] = painter(table)
        if holds(table, s, Card.MOU) and table.spot[Card.MOU] >= 0:
            sheet[s, DANCER_LINE] = dancer(table)
        if holds(table, s, Card.FON) and table.spot[Card.FON] >= 0:
            sheet[s, FOUNTAIN_LINE] = fountain(table, s)
        if holds(table, s, Card.PEN) and table.spot[Card.PEN] >= 0:
            sheet[s, STATUE_LINE] = statue(table)


def idle_lines(table: Table) -> frozenset[str]:
    """Return the lines that cannot count: postcards that are not in play bring no points."""
    return frozenset(
        line for line, card in CARD_OF_LINE.items() if table.card_state[card] == State.OUT
    )


@rule
def size_of(table: Table, building: int) -> int:
    """Return the spaces of a building on the board, its annexe included (PA-BOU-02)."""
    size = 2 if building == GARDEN else int(table.printed.size[building])
    if table.spot[Card.BOU] >= 0 and table.piece[table.spot[Card.BOU]] == building:
        size += 1
    return size


@rule
def is_lamp(table: Table, space: int) -> bool:
    """A printed lamp that no building covers, the lamp tile, or the large lamp (PA-DEF-05)."""
    if is_base(table, Base.LAMP, space):
        piece = table.piece[space]
        return piece < 0 or piece == LARGE_LAMP
    return table.spot[Card.LAM] == space


@rule
def building_at(table: Table, space: int) -> int:
    """Return the building or garden on a space, or a negative number."""
    piece = table.piece[space]
    return piece if piece < BUILT else -1


@rule
def rays_of(table: Table, lamp: int) -> int:
    """Return how many ways the light of a lamp goes (PA-SCO-02, PA-GRA-03)."""
    return int(table.printed.rays) if table.piece[lamp] == LARGE_LAMP else 4


@rule
def light_at(table: Table, lamp: int, ray: int, k: int) -> int:
    """Return the space at step k of a lamp's ray, as if nothing stood in its way, or NOWHERE.

    A plain lamp lights its four neighbours, the large lamp as its card shows (PA-GRA-03).
    """
    if table.piece[lamp] != LARGE_LAMP:
        return neighbour(lamp, ray) if k == 0 else NOWHERE
    if k >= table.printed.ray_length[ray]:
        return NOWHERE
    row = (lamp >> 3) + table.printed.ray_row[LONGEST_RAY * ray + k]
    column = (lamp & 7) + table.printed.ray_column[LONGEST_RAY * ray + k]
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        return NOWHERE
    return int(SIDE * row + column)


@rule
def reach_of(table: Table, lamp: int, ray: int) -> int:
    """Return how many steps a ray goes: the first building stops it (PA-GRA-04, 05)."""
    for k in range(LONGEST_RAY):
        space = light_at(table, lamp, ray, k)
        if space == NOWHERE:
            return k
        if building_at(table, space) >= 0:
            return k + 1
    return LONGEST_RAY


@rule
def lit_by(table: Table, lamp: int) -> int:
    """Return the buildings that a lamp lights, one bit each (PA-SCO-02, 03)."""
    lit = 0
    for ray in range(rays_of(table, lamp)):
        reach = reach_of(table, lamp, ray)
        if reach > 0:
            building = building_at(table, light_at(table, lamp, ray, reach - 1))
            if building >= 0:
                lit |= 1 << building
    return lit


@rule
def score_lamps(table: Table, sheet: Sheet) -> None:
    """For each lamp, every building that it lights scores its size (PA-SCO-02..05)."""
    lamps = lamp_spaces(table)
    for _ in range(SPACES):
        if lamps == 0:
            break
        lit = lit_by(table, lowest(lamps))
        lamps &= lamps - 1
        for _ in range(BUILT):
            if lit == 0:
                break
            building = lowest(lit)
            lit &= lit - 1
            sheet[table.owner[building], LIT] += size_of(table, building)


@rule
def unbuilt(table: Table, s: int) -> int:
    """Lose points for each building in reserve, unless Sacré-Cœur is held (SCO-09, SAC-01)."""
    if holds(table, s, Card.SAC):
        return 0
    gifts = 1 if owes_for_gift(table, s) else 0
    return UNBUILT * (gifts + count(int(table.seats[s].reserve)))


@rule
def owes_for_gift(table: Table, s: int) -> bool:
    """What Lévitation gave away counts as unbuilt, if the option says so (PA-LEV-06).

    The card is one of a kind, so whoever has carried it out has given one building away.
    """
    if not table.gift_costs or not holds(table, s, Card.LEV):
        return False
    return table.decision != Decision.LEV_GIVE


@rule
def visible(table: Table, s: int) -> int:
    """Count the spaces of the own colour with nothing on them (PA-TIE-01, 02)."""
    return count(free_spaces(table, s))


@rule
def painter(table: Table) -> int:
    """Two points for each lamp in the painter's zone, which buildings bound (PA-PEI-02..05)."""
    zone = flood(bit(int(table.spot[Card.PEI])), open_room(table, False))
    return PER_LAMP_IN_ZONE * count(zone & lamp_spaces(table))


@rule
def dancer(table: Table) -> int:
    """A point for the dancer and each space of her zone, which all pieces bound (PA-MOU-02..04)."""
    return count(flood(bit(int(table.spot[Card.MOU])), open_room(table, True)))


@rule
def own_beside(table: Table, s: int, space: int) -> int:
    """Return the seat's buildings beside a space, one bit each."""
    found = 0
    for direction in range(4):
        building = own_building_at(table, s, neighbour(space, direction))
        if building >= 0:
            found |= 1 << building
    return found


@rule
def beside_fountain(table: Table, s: int, space: int, facing: int) -> int:
    """Return the seat's buildings beside a fountain on this space, one bit each (PA-FON-03)."""
    found = own_beside(table, s, space)
    if covers_two(table, Card.FON):
        found |= own_beside(table, s, pair_of(space, facing))
    return found


@rule
def fountain(table: Table, s: int) -> int:
    """Three points for each own building beside the fountain (PA-FON-02..04)."""
    beside = beside_fountain(table, s, table.spot[Card.FON], table.facing[Card.FON])
    return PER_BUILDING_AT_FOUNTAIN * count(beside)


@rule
def statue(table: Table) -> int:
    """Points for the room around the statue; none when its front is occupied (PA-PEN-02..05)."""
    spot = table.spot[Card.PEN]
    front = neighbour(spot, table.facing[Card.PEN])
    if table.piece[front] >= 0:
        return 0
    row, column = spot >> 3, spot & 7
    points = 0
    for r in range(max(row - 1, 0), min(row + 2, SIDE)):
        for c in range(max(column - 1, 0), min(column + 2, SIDE)):
            space = SIDE * r + c
            if space == spot or not (is_free(table, space) or table.statue_counts_all):
                continue
            if r == row or c == column:
                points += PER_SIDE_OF_STATUE
            else:
                points += PER_CORNER_OF_STATUE
    return points
