"""The small pictures, postcards and lines of Paris: each is worked out once for the same values."""

from __future__ import annotations

import functools

from horta.core.drawing import Cell, fit, flow, outline
from horta.core.game import Json
from horta.core.parts import known
from horta.games.paris.board import box
from horta.games.paris.cards import CARD_TITLES
from horta.games.paris.components import BUILDINGS, CARD_CODES
from horta.games.paris.moves import BUILDING_NAMES
from horta.games.paris.roofs import CELL, roof
from horta.games.paris.table import NOBODY, State
from horta.games.paris.words import BUILDING_EFFECT, ParisWords

EFFECT_SIZES = (14.5, 14, 13.5, 13, 12.5, 12, 11.5, 11)
NAME = 24  # room for the name under a small picture


def lettered(name: str) -> str:
    """Return what is lettered under a building: the letter that it looks like, and its spaces."""
    return f"{name[0]} {name[1:]}"


Shapes = tuple[tuple[Cell, ...], ...]
"""The cells of every building."""
Place = tuple[int, float, float, float]
"""A building, where its picture lies, and how wide a space is there."""
KEPT = 4096
"""What is remembered of each kind: that of a few hundred tables."""


@functools.lru_cache(maxsize=KEPT)
def thumb(words: ParisWords, cells: tuple[Cell, ...], place: Place, owner: int | None) -> Json:
    """Work out a small picture of a building that does not stand on the board."""
    building, x, y, cell = place
    name, called = BUILDING_NAMES[building], words.building(building)
    effect = words.say(BUILDING_EFFECT, size=len(cells))
    rows, columns = box(cells)
    made: Json = known(
        {
            "roof": roof(name, cells, owner, title=called),
            "title": f"{called} · {effect}",
            "name": name,
            "called": called,
            "lettered": lettered(name),
            "x": x,
            "y": y,
            "scale": cell / CELL,
            "cell": cell,
            "rows": rows,
            "columns": columns,
        }
    )
    return made


@functools.lru_cache(maxsize=KEPT)
def arranged(
    shapes: Shapes, buildings: tuple[int, ...], room: tuple[float, float]
) -> tuple[Place, ...]:
    """Lay small pictures of buildings out in rows, as large as they fit."""
    made: list[Place] = []
    boxes = {building: box(shapes[building]) for building in buildings}
    for cell in range(34, 9, -2):
        lines: list[list[int]] = [[]]
        x = 0.0
        for building in buildings:
            wide = cell * boxes[building][1]
            if x + wide > room[0]:
                lines.append([])
                x = 0.0
            lines[-1].append(building)
            x += wide + cell
        made, y = [], 0.0
        for line in lines:
            deep = max((cell * boxes[building][0] for building in line), default=0.0)
            x = 0.0
            for building in line:
                rows, columns = boxes[building]
                made.append((building, x, y + deep - cell * rows, cell))
                x += cell * (columns + 1)
            y += deep + NAME
        if y <= room[1]:
            break
    return tuple(made)


@functools.lru_cache(maxsize=64)
def on_site(shapes: Shapes) -> tuple[Place, ...]:
    """Lay out the site; every building keeps its place there, even when it has left."""
    wide, high = 400, 166
    halves = [range(6), range(6, BUILDINGS)]
    boxes = [box(cells) for cells in shapes]
    rows = sum(max(boxes[building][0] for building in half) for half in halves)
    columns = max(sum(boxes[building][1] for building in half) for half in halves)
    cell = min(18.0, (high - 2 * NAME) / rows, (wide - 5 * 12) / columns)
    made: list[Place] = []
    y = 0.0
    for half in halves:
        gap = (wide - cell * sum(boxes[building][1] for building in half)) / (len(half) - 1)
        deep = cell * max(boxes[building][0] for building in half)
        x = 0.0
        for building in half:
            rows_, columns_ = boxes[building]
            made.append((building, x, y + deep - cell * rows_, cell))
            x += cell * columns_ + gap
        y += deep + NAME
    return tuple(made)


@functools.lru_cache(maxsize=KEPT)
def postcard(
    words: ParisWords, card: int, state: int, holder: int, owner: str, active: bool, effect: str
) -> Json:
    """Work out a postcard."""
    ribbon = {
        State.DECLINED: words.say("unused"),
        State.HELD: words.say("still to use"),
    }.get(State(state), "")
    title = CARD_TITLES[card]
    made: Json = known(
        {
            "code": CARD_CODES[card],
            "state": State(state).name.lower(),
            "ribbon": fit(ribbon, 104, (14, 13, 12, 11, 10)) if ribbon else None,
            "holder": holder if holder != NOBODY else None,
            "active": active,
            "title": fit(title, 218, (19, 18, 17, 16, 15, 14), bold=True),
            "short": title.partition(" sur ")[0] if " sur " in title else "",
            "tag": " · ".join(tag for tag in (title, owner, ribbon, effect) if tag),
            "effect": flow(effect, (262, 64), EFFECT_SIZES),
            "lamp": None,
        }
    )
    return made


@functools.lru_cache(maxsize=KEPT)
def sheet_row(words: ParisWords, line: str, tie: bool, *values: int) -> Json:
    """Work out a row of the score sheet."""
    title = fit(words.line(line), 136, (13.5, 13, 12, 11, 10))
    made: Json = known({"title": title, "values": list(values), "tie": tie})
    return made


@functools.lru_cache(maxsize=KEPT)
def shine(lamp: Cell, spaces: frozenset[Cell]) -> str:
    """Return the outline of what a lamp lights, from the lamp."""
    return outline([(r - lamp[0], c - lamp[1]) for r, c in (lamp, *spaces)], 0, 14)
