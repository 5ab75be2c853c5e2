"""What stands where in Paris, and where light falls, read from a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from horta.core.drawing import Cell
from horta.core.game import Json
from horta.games.paris.components import SIDE, ParisComponents, ParisOptions, Rays
from horta.games.paris.moves import SPACE_NAMES

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
GARDEN = "JAR"


@dataclass(frozen=True)
class Block:
    """A building on the board, or the garden."""

    name: str
    owner: int
    cells: tuple[Cell, ...]  # its annexe included
    annexe: Cell | None


@dataclass(frozen=True)
class Light:
    """A lamp and where its light goes: over open spaces, and onto blocks."""

    lamp: Cell
    large: bool
    spaces: tuple[Cell, ...]
    gleams: tuple[tuple[str, Cell, Cell], ...]  # a block, the cell that is lit, the way of the ray


class City:
    """What stands where, read from a view."""

    def __init__(self, view: Json) -> None:
        self.table: Json = view["table"]
        self.components = ParisComponents.model_validate(view["components"])
        self.options = ParisOptions.model_validate(view["options"])
        self.phase: int = self.table["phase"]
        self.base = {
            (r, c): letter
            for r, row in enumerate(self.table["board"])
            for c, letter in enumerate(row)
        }
        self.cards: dict[str, Json] = {card["card"]: card for card in self.table["postcards"]}
        self.pieces = {
            code: cell_of(card["space"]) for code, card in self.cards.items() if card["space"]
        }
        self.blocks = list(self._blocks())
        self.block_at = {cell: block for block in self.blocks for cell in block.cells}
        self.lights = [self._light(lamp) for lamp in self._lamps()]

    def _blocks(self) -> Iterator[Block]:
        annexe = self.pieces.get("BOU")
        joined: Cell | None = None
        if annexe is not None:
            dr, dc = STEPS[self.cards["BOU"]["facing"]]
            joined = (annexe[0] + dr, annexe[1] + dc)
        standing = [
            (b["building"], b["owner"], [cell_of(space) for space in b["spaces"]])
            for b in self.table["buildings"]
        ]
        if GARDEN in self.pieces:
            garden = self.covers(GARDEN)
            if annexe is not None and joined in garden:
                garden.append(annexe)
            standing.append((GARDEN, self.cards[GARDEN]["holder"], garden))
        for name, owner, cells in standing:
            yield Block(name, owner, tuple(sorted(cells)), annexe if joined in cells else None)

    def covers(self, code: str) -> list[Cell]:
        """Return the spaces under a special piece."""
        r, c = self.pieces[code]
        if code == GARDEN or (code == "FON" and self.options.fountain_cells == 2):
            return [(r, c), (r, c + 1) if self.cards[code]["facing"] == 0 else (r + 1, c)]
        return [(r, c)]

    def _lamps(self) -> list[Cell]:
        """A printed lamp that no building covers, the lamp tile, the large lamp (PA-DEF-05)."""
        lamps = {
            cell
            for cell, letter in self.base.items()
            if letter == "L" and cell not in self.block_at
        }
        return sorted(lamps | ({self.pieces["LAM"]} if "LAM" in self.pieces else set()))

    def _light(self, lamp: Cell) -> Light:
        """Follow the light of a lamp (PA-SCO-02, 03, PA-GRA-03..05)."""
        large = self.pieces.get("GRA") == lamp
        rays: Rays = self.options.rays() if large else tuple(((dr, dc),) for dr, dc in STEPS)
        spaces: list[Cell] = []
        gleams: list[tuple[str, Cell, Cell]] = []
        for ray in rays:
            last = (0, 0)
            for dr, dc in ray:
                cell = (lamp[0] + dr, lamp[1] + dc)
                if self.base.get(cell, ".") == ".":
                    break
                spaces.append(cell)
                if cell in self.block_at:
                    way = (_sign(dr - last[0]), _sign(dc - last[1]))
                    gleams.append((self.block_at[cell].name, cell, way))
                    break
                last = (dr, dc)
        return Light(lamp, large, tuple(dict.fromkeys(spaces)), tuple(dict.fromkeys(gleams)))

    def lamps_of(self, name: str) -> int:
        """Count the lamps that light a block."""
        return sum(any(lit == name for lit, _, _ in light.gleams) for light in self.lights)


def box(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return how many rows and columns a shape has."""
    rows, columns = zip(*cells, strict=True)
    return 1 + max(rows), 1 + max(columns)


def cell_of(space: str) -> Cell:
    """Return the row and column of a space."""
    return int(space[1]) - 1, "abcdefgh".index(space[0])


def space_of(cell: Cell) -> str:
    """Return the name of a space."""
    return SPACE_NAMES[SIDE * cell[0] + cell[1]]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
