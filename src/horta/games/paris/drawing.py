"""The drawing of Paris: `table.svg.jinja` filled from a scene, and from nothing else.

`painter.py` works out what is where and what text fits, and the template holds the art. Regions are
top-level groups with a box of their own, so that a stylesheet can arrange them anew on a narrow
screen.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from horta.core.drawing import regions as drawn
from horta.core.game import Json, Target
from horta.core.regions import Region, Shown
from horta.core.scene import Scene
from horta.games.paris.board import face_of
from horta.games.paris.components import CARD_CODES
from horta.games.paris.moves import ACTIONS, BUILDING_NAMES, SPACE_NAMES, SQUARE_NAMES
from horta.games.paris.painter import Painter
from horta.games.paris.postcards import covers_two, pair_of
from horta.games.paris.roofs import CELL, cobbles
from horta.games.paris.table import (
    HIDDEN,
    Table,
    shape,
)
from horta.games.paris.words import HAND_EFFECT, words

PACKAGE = "horta.games.paris"
DRAWS_ALIKE = True
"""For all who know the same; see `PackagePresentation`."""

KEPT = 8192
"""Places of buildings and pieces that are remembered: those of the printed ones are fewer."""

_ART = (Path(__file__).parent / "table.svg.jinja").read_text(encoding="utf-8")
_undrawn = [code for code in CARD_CODES if f'id="pa-pic-{code}"' not in _ART]
if _undrawn:
    raise TypeError(f"table.svg.jinja has no picture of these postcards: {_undrawn}")


# Targets


def target(table: Table, action: int) -> Target:
    """Say where on the drawing an action lies."""
    kind, values = ACTIONS.decode(action)
    if kind in _STILL:
        return _still(kind, values)
    if kind == "put":
        return _put(table.card, *values, covers_two(table, table.card))
    if kind == "build":
        building, anchor, orientation = values
        first, printed = shape(building, orientation), table.printed
        cells = tuple(printed.cells[first + k] for k in range(printed.size[building]))
        return _build(building, anchor, orientation, cells)
    if kind == "decline" and table.card >= 0:
        return Target(icon=f"pa-pic-{CARD_CODES[table.card]}", crossed=True)
    return Target(icon="orn-pass")  # pass and decline are buttons


_STILL = ("tile", "choose", "activate")
"""What lies at the same place at every table."""


@functools.cache
def _still(kind: str, values: tuple[int, ...]) -> Target:
    if kind == "tile":
        square = f"square-{SQUARE_NAMES[values[0]]}"
        return Target(square, "hand", values[1], (square,))
    if kind == "choose":
        return Target(f"building-{BUILDING_NAMES[values[0]]}")
    return Target(f"postcard-{CARD_CODES[values[0]]}")


@functools.lru_cache(maxsize=KEPT)
def _put(card: int, space: int, facing: int, two: bool) -> Target:
    cells = [space, pair_of(space, facing)] if two else [space]
    piece = f"piece-{CARD_CODES[card]}"
    return Target(_space(space), piece, facing, tuple(map(_space, cells)))


@functools.lru_cache(maxsize=KEPT)
def _build(building: int, anchor: int, orientation: int, cells: tuple[int, ...]) -> Target:
    piece = f"building-{BUILDING_NAMES[building]}"
    covered = tuple(_space(anchor + cell) for cell in cells)
    return Target(_space(anchor), piece, orientation, covered)


def _space(space: int) -> str:
    return f"space-{SPACE_NAMES[space]}"


def regions(scene: Scene) -> list[Region]:
    """Return the table as SVG in regions, which give the drawing when joined by line ends."""
    see = Shown(PACKAGE, scene, Painter, PAINTERS)
    say = words(scene.lang).say
    still = {"cell": CELL, "cobbles": cobbles()}
    return drawn(PACKAGE, "table.svg.jinja", see, lang=scene.lang, say=say, **still)


def draw(scene: Scene) -> str:
    """Return the table as SVG."""
    return "\n".join(regions(scene))


def _hand(painter: Painter, s: int) -> Json:
    """Work out what a player is about to place, with the tile in hand if the viewer knows it."""
    tile = painter.table.seats[s].hand
    hand = list(face_of(painter.table, s, tile)) if tile >= 0 else []
    return {**painter.seat_hand(s), "hand": hand, "hidden": tile == HIDDEN}


def _cards(painter: Painter, side: str) -> list[Json]:
    cards = painter.postcards()
    return cards[:4] if side == "left" else cards[4:]


PAINTERS: dict[str, Callable[..., object]] = {
    "night": lambda painter: painter.night,
    "board": Painter.board,
    "cards": _cards,
    "site": Painter.site,
    "seat": Painter.seat,
    "seat_head": Painter.seat_head,
    "seat_hand": _hand,
    "seat_stock": Painter.seat_stock,
    "sheet": Painter.sheet,
    "headline": Painter.headline,
    "hand_title": lambda painter: f"{painter.say('Tile in hand')} · {painter.say(HAND_EFFECT)}",
    "ledger_title": lambda painter: painter.words.line("lit"),
}
"""What the regions of the template show."""
