"""What is worth counting in Paris: postcards, buildings and where tiles were laid."""

from __future__ import annotations

from horta.core.i18n import mark
from horta.core.traits import Trait
from horta.games.paris.cards import POSTCARD_ROWS

TRAITS = (
    Trait(
        "card",
        mark("postcard"),
        done="activate",
        names={row.card.name: row.title for row in POSTCARD_ROWS},
    ),
    Trait("building", mark("building"), done="build"),
    Trait("tile", mark("square of a tile"), done="tile"),
)
