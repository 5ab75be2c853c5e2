"""Places: where the things of a drawing lie on it, worked out from the SVG itself.

A browser would know; but a picture for a page elsewhere is made without one. Boxes are rather too
large than too small: curves count with their control points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin
from typing import NamedTuple
from xml.etree import ElementTree

NAMES = ("data-target", "data-thing", "data-mark")
HREF = "{http://www.w3.org/1999/xlink}href"
_STEP = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
_TRANSFORM = re.compile(r"(translate|scale|rotate|matrix)\(([^)]*)\)")
_SIZES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle around something."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """Its centre."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Matrix:
    """How points of an element come to lie on the drawing."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def __matmul__(self, other: Matrix) -> Matrix:
        """Return what the other one does first, and then this one."""
        return Matrix(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            self.a * other.e + self.c * other.f + self.e,
            self.b * other.e + self.d * other.f + self.f,
        )

    def at(self, point: Point) -> Point:
        """Return where a point lies."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


def places(svg: str) -> dict[str, Box]:
    """Return the boxes of all named things of a drawing; the first of a name counts."""
    root = ElementTree.fromstring(svg)
    known = {one.attrib["id"]: one for one in root.iter() if "id" in one.attrib}
    found: dict[str, Box] = {}
    for element, matrix in _walk(root, Matrix()):
        for kind in NAMES:
            name = element.attrib.get(kind)
            if name is not None and name not in found:
                box = _box(_points(element, matrix, known, 0))
                if box is not None:
                    found[name] = box
    return found


def _walk(
    element: ElementTree.Element, above: Matrix
) -> Iterator[tuple[ElementTree.Element, Matrix]]:
    """Yield every element with the matrix of what it stands in."""
    yield element, above
    own = above @ _matrix(element)
    for child in element:
        yield from _walk(child, own)


def _matrix(element: ElementTree.Element) -> Matrix:
    made = Matrix()
    for kind, given in _TRANSFORM.findall(element.attrib.get("transform", "")):
        numbers = [float(number) for number in given.replace(",", " ").split()]
        if kind == "translate":
            made @= Matrix(e=numbers[0], f=numbers[1] if len(numbers) > 1 else 0)
        elif kind == "scale":
            made @= Matrix(a=numbers[0], d=numbers[-1])
        elif kind == "rotate":
            angle = radians(numbers[0])
            turned = Matrix(cos(angle), sin(angle), -sin(angle), cos(angle))
            x, y = numbers[1:] or (0.0, 0.0)
            made @= Matrix(e=x, f=y) @ turned @ Matrix(e=-x, f=-y)
        else:
            made @= Matrix(*numbers)
    return made


def _points(
    element: ElementTree.Element,
    above: Matrix,
    known: dict[str, ElementTree.Element],
    depth: int,
) -> Iterator[Point]:
    """Yield points around all that an element draws; texts count with where they begin."""
    tag, matrix = element.tag.rpartition("}")[2], above @ _matrix(element)
    if tag in ("title", "defs", "style", "clipPath", "symbol") and depth == 0:
        return

    def number(name: str) -> float:
        return float(element.attrib.get(name, 0))

    if tag in ("rect", "image") or (tag == "use" and "width" in element.attrib):
        x, y = number("x"), number("y")
        across, down = (x, x + number("width")), (y, y + number("height"))
        yield from (matrix.at((x, y)) for x in across for y in down)
    elif tag in ("circle", "ellipse"):
        x, y = number("cx"), number("cy")
        wide, high = number("rx") or number("r"), number("ry") or number("r")
        yield from (matrix.at((x + i * wide, y + j * high)) for i in (-1, 1) for j in (-1, 1))
    elif tag == "line":
        yield from (matrix.at((number(f"x{k}"), number(f"y{k}"))) for k in (1, 2))
    elif tag == "path":
        yield from (matrix.at(point) for point in path_points(element.attrib.get("d", "")))
    elif tag == "text":
        yield matrix.at((number("x"), number("y")))
    elif tag == "use":
        meant = known.get((element.attrib.get("href") or element.attrib.get(HREF, "#"))[1:])
        if meant is not None and depth < 8:  # noqa: PLR2004
            moved = matrix @ Matrix(e=number("x"), f=number("y"))
            yield from _points(meant, moved, known, depth + 1)
    for child in element:
        yield from _points(child, matrix, known, depth)


def path_points(path: str) -> Iterator[Point]:
    """Yield the ends and the control points of a path."""
    letter, here, start = "", (0.0, 0.0), (0.0, 0.0)
    numbers: list[float] = []
    for found, digits in _STEP.findall(path):
        if found:
            letter, numbers = found, []
            if found in "Zz":
                here = start
            continue
        numbers.append(float(digits))
        kind = letter.upper()
        if len(numbers) < _SIZES.get(kind, 99):
            continue
        for point in _step(kind, numbers, here, relative=letter.islower()):
            yield point
            end = point
        here, numbers = end, []
        if kind == "M":
            start, letter = here, "l" if letter == "m" else "L"


def _step(kind: str, numbers: list[float], here: Point, *, relative: bool) -> Iterator[Point]:
    """Yield the points of one step of a path, its end the last."""
    x, y = here if relative else (0.0, 0.0)
    if kind == "H":
        yield x + numbers[0], here[1]
    elif kind == "V":
        yield here[0], y + numbers[0]
    elif kind == "A":
        yield x + numbers[5], y + numbers[6]
    else:
        for k in range(0, len(numbers), 2):
            yield x + numbers[k], y + numbers[k + 1]


def _box(points: Iterator[Point]) -> Box | None:
    found = list(points)
    if not found:
        return None
    across, down = [x for x, _ in found], [y for _, y in found]
    return Box(min(across), min(down), max(across), max(down))
