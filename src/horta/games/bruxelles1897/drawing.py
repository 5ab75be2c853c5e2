"""The drawing of Bruxelles 1897: `table.svg.jinja` filled from a scene, and from nothing else.

`painter.py` works out what is where; the template holds the art. Regions are top-level groups with
a box of their own, so that a stylesheet can arrange them anew on a narrow screen.
"""

from __future__ import annotations

from collections.abc import Callable

from horta.core.drawing import regions as drawn
from horta.core.game import Json, Target
from horta.core.regions import Region, Shown
from horta.core.scene import Scene
from horta.games.bruxelles1897.brussels import DECK_OF
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    CELL_NAMES,
    COLOUR_NAMES,
    KIND_NAMES,
    MATERIAL_NAMES,
    NOBLE_NAMES,
    PLACE_NAMES,
    SIDE_NAMES,
    SIDE_VALUES,
)
from horta.games.bruxelles1897.moves import ACTIONS
from horta.games.bruxelles1897.painter import DECK_NAMES, Painter
from horta.games.bruxelles1897.table import NOTHING, Table
from horta.games.bruxelles1897.words import ARCHITECT_EFFECT, PRISONER_EFFECT, words

PACKAGE = "horta.games.bruxelles1897"
DRAWS_ALIKE = True
"""For all who know the same; see `PackagePresentation`."""

# Where the seats sit, clockwise from the upper left: which side, and how many there are.
PLACES = {
    2: ("left", "right"),
    3: ("left", "right", "right"),
    4: ("left", "right", "right", "left"),
}


def target(table: Table, action: int) -> Target:
    """Say where on the drawing an action lies."""
    kind, values = ACTIONS.decode(action)
    value = values[0] if values else 0
    s = table.to_play
    if kind == "take":
        return Target(f"cell-{CELL_NAMES[value]}")
    if kind == "visit":
        return Target(f"place-{PLACE_NAMES[value]}")
    if kind == "place":
        return Target(f"side-{s}-{SIDE_NAMES[value]}", icon=f"bx-side-{SIDE_VALUES[value]}")
    if kind in ("send", "free", "jail"):
        where = {"send": "hand", "free": "prison", "jail": "sent"}[kind]
        name = KIND_NAMES[value]
        return Target(f"{where}-{s}-{name}", icon=f"bx-architect-{name}")
    if kind == "perform":
        deck = int(DECK_OF[value])
        return Target(f"pile-{DECK_NAMES[deck]}" if deck != NOTHING else "pile-money")
    if kind == "pick":
        return Target(f"drawn-{value}")
    if kind == "pay":
        return Target(f"held-{s}-{MATERIAL_NAMES[value]}")
    if kind in ("sell", "exhibit"):
        return Target(f"held-{s}-{COLOUR_NAMES[value]}")
    if kind == "activate":
        return Target(f"noble-{s}-{NOBLE_NAMES[value]}")
    return _button(table, kind)


def _button(table: Table, kind: str) -> Target:
    """Picture an action that lies nowhere: the card that is at hand, or what is done without."""
    if kind in ("keep", "dismiss", "done", "forgo-house"):
        card = f"bx-card-{CARD_NAMES[table.at_hand]}"
        return Target(icon=card, crossed=kind in ("dismiss", "forgo-house"))
    without = {"forgo-sale": "bx-card-money", "decline": "bx-card-expo", "stop": "bx-place-hall"}
    return Target(icon=without.get(kind, "orn-pass"), crossed=kind in without)


def _seat(painter: Painter, s: int) -> Json:
    """Work out what lies before a player, and where."""
    side = PLACES[painter.players][s]
    beside = PLACES[painter.players].count(side)
    # Clockwise: the right side is filled from the top, the left one from the bottom.
    lower = s == (2 if side == "right" else 3)
    return {
        **painter.seat(s),
        "x": 14 if side == "left" else 1214,
        "y": 259 if beside == 1 else 506 if lower else 12,
    }


PAINTERS: dict[str, Callable[..., object]] = {
    "headline": Painter.headline,
    "places": Painter.places,
    "prison": Painter.prison,
    "cells": Painter.cells,
    "crests": Painter.crests,
    "bonuses": Painter.bonuses,
    "tracks": Painter.tracks,
    "piles": Painter.piles,
    "expo": Painter.expo,
    "seat": _seat,
    "architect_effect": lambda painter: painter.say(ARCHITECT_EFFECT),
    "prisoner_effect": lambda painter: painter.say(PRISONER_EFFECT),
}
"""What the regions of the template show."""


def regions(scene: Scene) -> list[Region]:
    """Return the table as SVG in regions, which give the drawing when joined by line ends."""
    see = Shown(PACKAGE, scene, Painter, PAINTERS)
    values = {"lang": scene.lang, "say": words(scene.lang).say, "players": scene.players}
    return drawn(PACKAGE, "table.svg.jinja", see, **values)


def draw(scene: Scene) -> str:
    """Return the table as SVG."""
    return "\n".join(regions(scene))
