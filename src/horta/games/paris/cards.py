"""The postcards of Paris, a row each: everything that differs between them and is no rule.

What a postcard does beyond its row is a short function named after it, in `postcards.py` (placing
its piece), `building.py` (the rights of Métropolitain and Chartier) and `scoring.py` (its line).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from horta.core.i18n import mark
from horta.core.rows import row_check
from horta.core.rule import lookup
from horta.games.paris.components import Card
from horta.games.paris.table import (
    DANCER,
    FOUNTAIN,
    GARDEN,
    LAMP_TILE,
    LARGE_LAMP,
    NOTHING,
    PAINTER,
    STATUE,
)


class Stands(IntEnum):
    """On which free spaces the piece of a postcard may stand."""

    NOWHERE = 0
    OWN = 1
    OWN_OR_MIXED = 2
    LAMP = 3


@dataclass(frozen=True)
class Postcard:
    """One postcard."""

    card: Card
    title: str
    effect: str
    """What it does, in a sentence or two."""
    worth: int
    """What bots expect it to bring, in points, before they look closer."""
    called: str = ""
    """The word for its piece."""
    piece: int = NOTHING
    """The piece that stands for itself on the board; the annexe becomes a part of its building."""
    stands: Stands = Stands.NOWHERE
    cells: int = 1
    facings: int = 1
    """How many ways the piece may face."""
    line: str = ""
    """The line of the score sheet that it feeds."""

    def missing(self) -> list[str]:
        """Return the parts of the row that do not fit together."""
        wrong = [name for name in ("title", "effect") if not getattr(self, name)]
        if self.stands != Stands.NOWHERE and not self.called:
            wrong.append("called")
        if self.piece != NOTHING and self.stands == Stands.NOWHERE:
            wrong.append("stands")
        if self.line and self.piece == NOTHING:
            wrong.append("piece")
        return wrong


POSTCARD_ROWS = (
    Postcard(
        Card.LEV,
        "Lévitation",
        mark("Swap a building of your reserve for one of the site and build it at once."),
        worth=-3,
    ),
    Postcard(
        Card.MET,
        "Métropolitain",
        mark("Later, one of your builds may cover one free lamp space. The lamp is gone."),
        worth=0,
    ),
    Postcard(
        Card.JAR,
        "Jardin des Plantes",
        mark("Place the garden: a building of size 2 on your colour or mixed."),
        worth=-1,
        called=mark("garden"),
        piece=GARDEN,
        stands=Stands.OWN_OR_MIXED,
        cells=2,
        facings=2,
    ),
    Postcard(
        Card.SAC,
        "Sacré-Cœur",
        mark("Your unbuilt buildings cost nothing."),
        worth=1,
    ),
    Postcard(
        Card.PEI,
        "Le Peintre",
        mark("Place the painter on your colour. End: 2 points for each lamp in his zone."),
        worth=8,
        called=mark("painter"),
        piece=PAINTER,
        stands=Stands.OWN,
        line="painter",
    ),
    Postcard(
        Card.CHA,
        "Chartier",
        mark("Later, one of your builds may cover one space of your rival's colour."),
        worth=12,
        called=mark("mixed space"),
    ),
    Postcard(
        Card.BOU,
        "Bouquinistes sur la Seine",
        mark("Place the annexe on your colour beside your building, which grows by 1."),
        worth=2,
        called=mark("annexe"),
        stands=Stands.OWN,
        facings=4,
    ),
    Postcard(
        Card.LAM,
        "Lampadaire",
        mark("Place a lamp on your colour. It lights its four neighbours."),
        worth=-3,
        called=mark("lamp"),
        piece=LAMP_TILE,
        stands=Stands.OWN,
    ),
    Postcard(
        Card.MOU,
        "Moulin Rouge",
        mark("Place the dancer on your colour. End: 1 point for each open space of her zone."),
        worth=2,
        called=mark("dancer"),
        piece=DANCER,
        stands=Stands.OWN,
        line="dancer",
    ),
    Postcard(
        Card.FON,
        "Fontaine des Mers",
        mark(
            "Place the fountain on your colour or mixed. "
            "End: 3 points for each building of yours beside it."
        ),
        worth=2,
        called=mark("fountain"),
        piece=FOUNTAIN,
        stands=Stands.OWN_OR_MIXED,
        line="fountain",
    ),
    Postcard(
        Card.PEN,
        "Le Penseur",
        mark(
            "Place the statue with a free space in front. "
            "End: 2 points per free side, 1 per corner."
        ),
        worth=2,
        called=mark("statue"),
        piece=STATUE,
        stands=Stands.OWN,
        facings=4,
        line="statue",
    ),
    Postcard(
        Card.GRA,
        "La Grande Lumière",
        mark(
            "Place the large lamp on a free lamp space. "
            "It lights the spaces shown; buildings stop its light."
        ),
        worth=-3,
        called=mark("large lamp"),
        piece=LARGE_LAMP,
        stands=Stands.LAMP,
    ),
)


check_rows = row_check("postcard", list(Card), "card")
check_rows(POSTCARD_ROWS)

CARD_TITLES = tuple(row.title for row in POSTCARD_ROWS)
PIECE_OF = lookup(row.piece for row in POSTCARD_ROWS)
STANDS = lookup(row.stands for row in POSTCARD_ROWS)
CELLS_OF = lookup(row.cells for row in POSTCARD_ROWS)
FACINGS = lookup(row.facings for row in POSTCARD_ROWS)
CARD_WORTH = lookup(row.worth for row in POSTCARD_ROWS)

CARD_OF = {row.piece: row.card for row in POSTCARD_ROWS if row.piece != NOTHING}
"""The postcard that a piece on the board comes from."""
CARD_OF_LINE = {row.line: row.card for row in POSTCARD_ROWS if row.line}
"""The postcard that feeds a line of the score sheet."""
