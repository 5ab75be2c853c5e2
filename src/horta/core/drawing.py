"""What all drawings share: templates that escape, numbers that are short, and text that fits.

A game draws its table with a Jinja template beside its code. The template imports the ornaments
of the house (`ornaments.svg.jinja`): the tokens of the look, whiplash corners, paper labels,
medallions.

SVG cannot measure text before it is shown, and a table must look right with whatever system font
the viewer has. So text is measured here with the widths of a wide font, and wrapped or shortened
by hand.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, Template

from horta.core.parts import Parts
from horta.core.regions import Region, Regions, Shown
from horta.core.templates import NUMBER, Templates, context_of, let_go

ELLIPSIS = "…"
LEADING = 1.22  # from line to line, in font sizes
KEPT = 2048  # texts that were fitted: the tables of a game say the same ones again and again

# Widths in thousandths of the font size, those of a wide system font, rounded up.
_NARROW = dict.fromkeys("iíìîïjlI'’|", 300) | dict.fromkeys(".,:;!·‘’ \u00a0\u202f", 330)
_WIDTHS = (
    _NARROW
    | dict.fromkeys('ft()[]-/r"', 410)
    | dict.fromkeys("cksvxyzçJ?", 560)
    | dict.fromkeys("mMWwÆŒœæ@%…—", 930)
    | dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÀÂÄÇÉÈÊËÎÏÔÖÙÛÜ&", 730)
)
_OTHER = 630
_WIDE = 1000  # of East Asian scripts
_EAST_ASIAN = 0x2E80  # where they begin


def with_minus(value: int) -> str:
    """Write a number with the sign of a minus, as the drawings do, where it is below zero."""
    return f"{value}" if value >= 0 else f"−{-value}"


@functools.lru_cache(maxsize=4 * KEPT)
def number(value: float) -> str:
    """Write a number for SVG: at most two decimals, and none that say nothing."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text will be, rather too wide than too narrow.

    Bold text stands for a heading: the serifs of the look run narrower than its sans.
    """
    total = sum(_WIDTHS.get(c, _OTHER if ord(c) < _EAST_ASIAN else _WIDE) for c in text)
    return total * size * (0.96 if bold else 1.0) / 1000


def shorten(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return the text, or as much of it as there is room for and an ellipsis."""
    if width(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and width(kept.rstrip() + ELLIPSIS, size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


class Fitted(NamedTuple):
    """Text in lines, and the font size at which they fit."""

    lines: tuple[str, ...]
    size: float


@functools.lru_cache(maxsize=KEPT)
def fit(text: str, room: float, sizes: Sequence[float], *, bold: bool = False) -> Fitted:
    """Fit a text into one line at the first of the sizes that does, or shorten it at the last."""
    for size in sizes:
        if width(text, size, bold=bold) <= room:
            return Fitted((text,), size)
    return Fitted((shorten(text, sizes[-1], room, bold=bold),), sizes[-1])


def wrap(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines; a word that is wider than the room gets a line of its own.

    A no-break space, as before the colons of French, is part of its word.
    """
    lines: list[str] = []
    for word in filter(None, re.split(r"[ \n]", text)):
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@functools.lru_cache(maxsize=KEPT)
def flow(text: str, room: tuple[float, float], sizes: Sequence[float]) -> Fitted:
    """Fit a text into a box at the first of the sizes that does, or shorten it at the last."""
    wide, high = room
    lines: list[str] = []
    most = 1
    for size in sizes:
        lines = wrap(text, size, wide)
        most = max(1, int(high / (size * LEADING)))
        if len(lines) <= most and all(width(line, size) <= wide for line in lines):
            return Fitted(tuple(lines), size)
    size = sizes[-1]
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return Fitted(tuple(shorten(line, size, wide) for line in kept if line), size)


# Shapes made of cells


Cell = tuple[int, int]
"""A row and a column."""


class Corner(NamedTuple):
    """A corner of an outline: where it is, and the directions before and after it."""

    x: int
    y: int
    before: Cell
    after: Cell


def loops(cells: Iterable[Cell]) -> list[list[Corner]]:
    """Return the corners around a set of cells, clockwise; holes are loops of their own."""
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for r, c in sorted(inside):
        for (x, y), (dx, dy), beside in (
            ((c, r), (1, 0), (r - 1, c)),
            ((c + 1, r), (0, 1), (r, c + 1)),
            ((c + 1, r + 1), (-1, 0), (r + 1, c)),
            ((c, r + 1), (0, -1), (r, c - 1)),
        ):
            if beside not in inside:
                edges.setdefault((x, y), []).append((dx, dy))
    found: list[list[Corner]] = []
    while edges:
        x, y = start = min(edges)
        way = first = edges[start][0]
        corners: list[Corner] = []
        while True:
            edges[(x, y)].remove(way)
            if not edges[(x, y)]:
                del edges[(x, y)]
            x, y = x + way[0], y + way[1]
            ways = [first] if (x, y) == start and (x, y) not in edges else edges[(x, y)]
            # Where two cells meet at a corner only, a right turn stays with the same cell.
            turn = (-way[1], way[0])
            after = turn if turn in ways else ways[0]
            if after != way:
                corners.append(Corner(x, y, way, after))
            if (x, y) == start and after == first:
                break
            way = after
        found.append(corners)
    return found


def inset_point(corner: Corner, inset: float, cell: float) -> tuple[float, float]:
    """Move a corner into its shape."""
    (bx, by), (ax, ay) = corner.before, corner.after
    return corner.x * cell - inset * (by + ay), corner.y * cell + inset * (bx + ax)


def outline(cells: Iterable[Cell], inset: float, radius: float, cell: float = 80) -> str:
    """Return the path around a set of cells, moved inwards, with round corners."""
    return _outline(frozenset(cells), inset, radius, cell)


@functools.lru_cache(maxsize=KEPT)
def _outline(cells: frozenset[Cell], inset: float, radius: float, cell: float) -> str:
    parts: list[str] = []
    for loop in loops(cells):
        for k, corner in enumerate(loop):
            x, y = inset_point(corner, inset, cell)
            (bx, by), (ax, ay) = corner.before, corner.after
            start = f"{number(x - bx * radius)} {number(y - by * radius)}"
            end = f"{number(x + ax * radius)} {number(y + ay * radius)}"
            parts.append(f"{'L' if k else 'M'}{start}Q{number(x)} {number(y)} {end}")
        parts.append("Z")
    return "".join(parts)


def hips(cells: Iterable[Cell], low: float, high: float, cell: float = 80) -> str:
    """Return the ridges of a roof, from the corners of the eaves to those of the deck."""
    parts: list[str] = []
    for loop in loops(cells):
        for corner in loop:
            x, y = inset_point(corner, low, cell)
            p, q = inset_point(corner, high, cell)
            parts.append(f"M{number(x)} {number(y)}L{number(p)} {number(q)}")
    return "".join(parts)


def ripple(cells: Iterable[Cell], inset: float, wave: float, cell: float = 80) -> str:
    """Return a wavy line around a set of cells: the sign of blue along the edge of a roof."""
    parts: list[str] = []
    for loop in loops(cells):
        points = [inset_point(corner, inset, cell) for corner in loop]
        for k, (x, y) in enumerate(points):
            to_x, to_y = points[(k + 1) % len(points)]
            length = math.hypot(to_x - x, to_y - y)
            n = max(2, round(length / wave))
            dx, dy = (to_x - x) / n, (to_y - y) / n
            lift = 3.4 / math.hypot(dx, dy)
            bend = f"{number(dx / 2 + dy * lift)} {number(dy / 2 - dx * lift)}"
            step = f"{number(dx)} {number(dy)}"
            parts.append(f"M{number(x)} {number(y)}q{bend} {step}" + f"t{step}" * (n - 1))
    return "".join(parts)


# Templates


@functools.cache
def environment(package: str) -> Environment:
    """Return the template environment of a package; everything it fills in is escaped."""
    made = Templates(
        loader=ChoiceLoader([PackageLoader(package, "."), PackageLoader("horta.core", ".")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Parts, Regions],
        auto_reload=False,
    )
    made.filters[NUMBER] = number
    return made


@functools.cache
def _template(package: str, name: str) -> Template:
    return environment(package).get_template(name)


def regions(package: str, template: str, see: Shown, **values: object) -> list[Region]:
    """Fill in a template made of regions; joined by line ends they are the drawing.

    What lies between two regions may be nothing but line ends.
    """
    filled = _template(package, template)
    made: list[Region] = []
    context = context_of(filled, {**values, "see": see})
    for text in filled.root_render_func(context):
        region = text if isinstance(text, Region) else Region(text.strip("\n"))
        if region:
            made.append(region)
    let_go(context)
    return made


def render(package: str, template: str, **values: object) -> str:
    """Fill in a template of a package."""
    return environment(package).get_template(template).render(**values)
