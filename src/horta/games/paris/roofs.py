"""Roofs, gardens and cobbles of Paris: shapes that depend on nothing but cells."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import NamedTuple

from horta.core.drawing import Cell, hips, number, outline, ripple
from horta.games.paris.board import STEPS

CELL = 80
KEPT = 4096  # roofs that are remembered: those of a few hundred tables
FAN = 40  # radius of a fan of setts: one fan to a space


@functools.cache
def cobbles() -> list[str]:
    """Return the setts of one fan, as streets in Paris are paved, in three shades."""
    shades = ["", "", ""]
    rings, gap = 4, 0.9
    deep = FAN / rings
    for ring in range(rings):
        far, near = FAN - ring * deep - gap, FAN - (ring + 1) * deep + gap
        near = max(near, 1.0)
        count = max(3, round(2 * math.pi * (far + near) / 2 / 11.5))
        for k in range(count):
            start = 2 * math.pi * (k + 0.5 * (ring % 2)) / count
            end = start + 2 * math.pi / count
            middle = (start + end) / 2
            x, y = math.cos(middle) * (far + near) / 2, math.sin(middle) * (far + near) / 2
            if y > 0 and math.hypot(FAN - abs(x), FAN - y) < FAN - deep / 2:
                continue  # the next row of fans lies there
            path = ""
            for radius, (a, b), sweep in ((far, (start, end), 1), (near, (end, start), 0)):
                trim = gap / radius * (1 if sweep else -1)
                ends = [
                    f"{number(radius * math.cos(t))} {number(radius * math.sin(t))}"
                    for t in (a + trim, b - trim)
                ]
                path += f"{'M' if sweep else 'L'}{ends[0]}"
                path += f"A{number(radius)} {number(radius)} 0 0 {sweep} {ends[1]}"
            shades[(7 * ring + 5 * k + k * k) % 3] += path + "Z"
    return shades


class Point(NamedTuple):
    """A place in a region."""

    x: float
    y: float

    def __repr__(self) -> str:
        return tuple.__repr__(self)  # parts are kept by it, and Python's own takes long


def centre(cell: Cell) -> Point:
    """Return the middle of a space."""
    return Point(CELL * cell[1] + CELL / 2, CELL * cell[0] + CELL / 2)


@dataclass(frozen=True, eq=False)
class Roof:
    """A building as it is drawn: paths from the eaves to the deck, and what stands on it.

    `roof` remembers them, so each is told from others by being itself.
    """

    name: str
    owner: int | None
    title: str
    rim: str
    course: str
    slope: str
    deck: str
    hips: str
    windows: tuple[Point, ...]
    lit: bool
    chimney: Point | None
    annexe: Point | None
    marks: tuple[tuple[str, Point], ...]  # Métropolitain, Chartier


class _Shape(NamedTuple):
    """The lines of a roof."""

    rim: str
    course: str
    slope: str
    deck: str
    hips: str


@functools.lru_cache(maxsize=KEPT)
def _shape(cells: tuple[Cell, ...], owner: int | None) -> _Shape:
    return _Shape(
        rim=outline(cells, 2, 9),
        course=ripple(cells, 7, 12) if owner == 1 else outline(cells, 7, 5),
        slope=outline(cells, 12, 3),
        deck=outline(cells, 25, 2),
        hips=hips(cells, 12, 25),
    )


@functools.lru_cache(maxsize=KEPT)
def roof(
    name: str,
    cells: tuple[Cell, ...],
    owner: int | None,
    *,
    built: bool = False,
    title: str = "",
    lit: bool = False,
    annexe: Cell | None = None,
    marks: tuple[tuple[str, Cell], ...] = (),
) -> Roof:
    """Work out how a building is drawn; once it is built it has a chimney."""
    busy = {annexe, *(cell for _, cell in marks)}
    chimney: Cell | None = None
    if built:
        # In the midst of the building, if it has one, so that it does not look like two.
        chimney = max(
            (cell for cell in cells if cell not in busy),
            key=lambda cell: (
                sum((cell[0] + dr, cell[1] + dc) in cells for dr, dc in STEPS),
                cell,
            ),
        )
    return Roof(
        name=name,
        owner=owner,
        title=title,
        **_shape(cells, owner)._asdict(),
        windows=tuple(centre(cell) for cell in cells if cell not in busy and cell != chimney),
        lit=lit,
        chimney=centre(chimney) if chimney is not None else None,
        annexe=centre(annexe) if annexe is not None else None,
        marks=tuple((code, centre(cell)) for code, cell in marks),
    )
