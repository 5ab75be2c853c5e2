"""What stands where in Paris, and where light falls: the record and its rules, as cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from horta.core.drawing import Cell
from horta.games.paris.components import (
    BASES,
    LETTERS,
    LONGEST_RAY,
    SIDE,
    SPACES,
    TILES,
    Base,
    Card,
)
from horta.games.paris.moves import BUILDING_NAMES
from horta.games.paris.scoring import (
    building_at,
    is_lamp,
    light_at,
    rays_of,
    reach_of,
)
from horta.games.paris.table import (
    BUILT,
    GARDEN,
    LARGE_LAMP,
    NOBODY,
    NOWHERE,
    Table,
    shape,
)

LAMP, BARE = LETTERS[Base.LAMP], "."
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@dataclass(frozen=True)
class Block:
    """A building on the board, or the garden."""

    building: int
    owner: int
    cells: tuple[Cell, ...]  # its annexe included
    annexe: Cell | None
    lamps: int  # that light it

    @property
    def name(self) -> str:
        """The name of the building, or the code of the garden's postcard."""
        return Card.JAR.name if self.building == GARDEN else BUILDING_NAMES[self.building]


@dataclass(frozen=True)
class Light:
    """A lamp and where its light goes."""

    lamp: Cell
    kind: str  # printed, tile or large
    spaces: frozenset[Cell]
    gleams: tuple[tuple[Cell, Cell], ...]  # a cell of a block that is lit, the way of the ray
    lit: frozenset[int]  # the blocks


def lit_by_large_lamp(table: Table) -> dict[str, object]:
    """Return the spaces that the large lamp can light, from its own, and how far they lie.

    They are those of the option `large_lamp_rays`; what stands on a ray cuts it (PA-GRA-03, 04).
    """
    printed = table.printed
    lit = sorted(
        {
            (
                int(printed.ray_row[LONGEST_RAY * k + j]),
                int(printed.ray_column[LONGEST_RAY * k + j]),
            )
            for k in range(printed.rays)
            for j in range(printed.ray_length[k])
        }
    )
    return {"lit": lit, "reach": max(max(abs(row), abs(column)) for row, column in lit)}


class City:
    """What stands where. By day no lamp is lit, and nobody asks where its light would fall."""

    def __init__(self, table: Table) -> None:
        self.letters = letters_of(table)
        self.pieces = list(table.piece)
        tile = table.spot[Card.LAM]
        lamps = [
            space
            for space, letter in enumerate(self.letters)
            if (letter == LAMP or space == tile) and is_lamp(table, space)
        ]
        night = table.phase > 1
        plain: Any = SimpleNamespace(piece=self.pieces, printed=table.printed)
        self.lights = [_light(plain, lamp, lamp == tile, night) for lamp in lamps]
        cells: dict[int, list[Cell]] = {}
        for space, piece in enumerate(self.pieces):
            if 0 <= piece < BUILT:
                cells.setdefault(piece, []).append(cell_of(space))
        self.blocks = {
            building: self._block(table, building, tuple(cells[building]))
            for building in range(BUILT)
            if table.owner[building] != NOBODY
        }

    def _block(self, table: Table, building: int, cells: tuple[Cell, ...]) -> Block:
        spot = table.spot[Card.BOU]
        annexe = cell_of(spot) if spot != NOWHERE else None
        return Block(
            building,
            table.owner[building],
            cells,
            annexe if annexe in cells else None,
            sum(building in light.lit for light in self.lights),
        )


def _light(table: Table, lamp: int, is_tile: bool, night: bool) -> Light:
    """Follow the rays of a lamp; the table need not have more than its pieces and its print."""
    spaces: list[int] = []
    gleams: list[tuple[Cell, Cell]] = []
    lit: set[int] = set()
    for ray in range(rays_of(table, lamp) if night else 0):
        path = [light_at(table, lamp, ray, k) for k in range(reach_of(table, lamp, ray))]
        spaces += path
        building = building_at(table, path[-1]) if path else -1
        if building >= 0:
            (r, c), (from_r, from_c) = cell_of(path[-1]), cell_of([lamp, *path][-2])
            gleams.append(((r, c), (_sign(r - from_r), _sign(c - from_c))))
            lit.add(building)
    kind = "large" if table.piece[lamp] == LARGE_LAMP else "printed"
    if is_tile:
        kind = "tile"
    cells = frozenset(map(cell_of, spaces))
    return Light(cell_of(lamp), kind, cells, tuple(dict.fromkeys(gleams)), frozenset(lit))


def letters_of(table: Table) -> list[str]:
    """Return the letter of every space's colour, and a dot where no tile lies."""
    found, colour = [BARE] * SPACES, list(table.colour)
    for base in reversed(range(BASES)):  # a space has one colour; see `base_of`
        for row in range(SIDE):
            bits = colour[SIDE * base + row]
            for column in range(SIDE) if bits else ():
                if (bits >> column) & 1:
                    found[SIDE * row + column] = LETTERS[base]
    return found


def letter_of(base: int) -> str:
    """Return the letter of a colour, and a dot where no tile lies."""
    return LETTERS[base] if base >= 0 else "."


def face_of(table: Table, seat: int, tile: int) -> str:
    """Return the four letters of a tile's face: the upper row, then the lower one."""
    first = 4 * (TILES * seat + tile)
    return "".join(LETTERS[table.printed.faces[first + corner]] for corner in range(4))


def shape_of(table: Table, building: int) -> tuple[Cell, ...]:
    """Return the cells of a building as it is printed."""
    first = shape(building, 0)
    size = table.printed.size[building]
    return tuple(cell_of(table.printed.cells[first + k]) for k in range(size))


def box(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return how many rows and columns a shape has."""
    rows, columns = zip(*cells, strict=True)
    return 1 + max(rows), 1 + max(columns)


def cell_of(space: int) -> Cell:
    """Return the row and column of a space."""
    return divmod(space, SIDE)


def space_of(cell: Cell) -> int:
    """Return the space at a row and column."""
    return SIDE * cell[0] + cell[1]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
