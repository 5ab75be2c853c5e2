"""The owner's desk of Paris: what its component tables are called, and how they look."""

from __future__ import annotations

from horta.core.desk import Desk
from horta.core.drawing import render
from horta.core.i18n import mark
from horta.games.paris.components import ParisComponents
from horta.games.paris.roofs import CELL, roof
from horta.games.paris.words import PACKAGE, words

TITLES = {
    "tiles": mark("Tiles"),
    "tiles?": mark(
        "Each face as two rows: o orange, b blue, m mixed, L lamp. `oL/ob` has orange and a lamp "
        "above, orange and blue below."
    ),
    "orange": mark("Orange"),
    "blue": mark("Blue"),
    "buildings": mark("Buildings"),
    "buildings?": mark(
        "One line for each row of the piece: X for a space that it covers, a dot for one that it "
        "does not. From the smallest to the largest."
    ),
    "name": mark("Name"),
    "rows": mark("Shape"),
    "large_lamp_rays": mark("Large lamp"),
    "fountain_cells": mark("Fountain"),
    "statue_neighbours": mark("Statue"),
    "postcards": mark("Postcards"),
}


def desk(components: ParisComponents, lang: str) -> Desk:
    """Say what the tables of Paris are called."""
    del components
    say = words(lang).say
    return Desk({name: say(title) for name, title in TITLES.items()})


def pictures(components: ParisComponents) -> dict[str, str]:
    """Draw the tiles and buildings of some tables."""
    drawn: dict[str, str] = {}
    for seat in ("orange", "blue"):
        for k, face in enumerate(getattr(components.tiles, seat)):
            letters = face.replace("/", "")
            drawn[f"tiles.{seat}.{k}"] = render(PACKAGE, "desk.svg.jinja", letters=letters)
    for k, building in enumerate(components.buildings):
        cells = tuple(building.cells)
        drawn[f"buildings.{k}"] = render(
            PACKAGE,
            "desk.svg.jinja",
            letters="",
            roof=roof(building.name, cells, None),
            wide=CELL * (1 + max(c for _, c in cells)),
            high=CELL * (1 + max(r for r, _ in cells)),
        )
    return drawn
