"""Whether the templates draw everything that a row names: asked when the drawing is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from horta.core.drawing import environment
from horta.games.bruxelles1893.boards import ArchitectBoard
from horta.games.bruxelles1893.cards import BelleCard
from horta.games.bruxelles1893.notables import Character
from horta.games.bruxelles1893.signs import glyphs_of
from horta.games.bruxelles1893.tiles import EndTile

PACKAGE = "horta.games.bruxelles1893"


class Pictures:
    """What the templates draw."""

    def __init__(self) -> None:
        templates = environment(PACKAGE)
        symbols = templates.get_template("symbols.svg.jinja").module
        self._glyphs = templates.get_template("glyphs.svg.jinja").module
        shapes = f"{symbols.defs()}{self._glyphs.defs()}"  # type: ignore[attr-defined]
        self._shapes = set(re.findall(r'id="b93-([^"]+)"', shapes))

    def moment(self, name: str) -> bool:
        """Tell whether the moment of a card, or what a board is about, has a picture."""
        return self._is_whole(self._glyphs.when(name, 0, 0, 20))  # type: ignore[attr-defined]

    def glyph(self, name: str) -> bool:
        """Tell whether a glyph of a sign has a picture."""
        shown = {"name": name, "text": "1"}
        return self._is_whole(self._glyphs.glyph(shown))  # type: ignore[attr-defined]

    def shape(self, name: str) -> bool:
        """Tell whether a shape is there: a face, an emblem."""
        return name in self._shapes

    def _is_whole(self, svg: str) -> bool:
        return set(re.findall(r'href="#b93-([^"]+)"', svg)) <= self._shapes

    def missing(
        self, moments: Iterable[str] = (), signs: Iterable[str] = (), shapes: Iterable[str] = ()
    ) -> list[str]:
        """Return the names for which nothing is drawn."""
        return [
            *(name for name in moments if not self.moment(name)),
            *(name for sign in signs for name, _ in glyphs_of(sign) if not self.glyph(name)),
            *(name for name in shapes if not self.shape(name)),
        ]


def check_pictures(
    cards: Sequence[BelleCard],
    tiles: Sequence[EndTile],
    boards: Sequence[ArchitectBoard],
    notables: Sequence[Character],
) -> None:
    """Refuse rows that the templates do not draw, by the name of what lacks a picture."""
    drawn = Pictures()
    wanting = {
        **{
            f"Belle Époque card {row.card.name}": drawn.missing([row.moment], [row.sign])
            for row in cards
        },
        **{f"end-game tile {row.tile.name}": drawn.missing(signs=[row.sign]) for row in tiles},
        **{
            f"board {row.architect.name}": drawn.missing(
                [row.other, row.act], [row.sign], [f"arch-{row.architect.name.lower()}"]
            )
            for row in boards
        },
        **{
            f"notable {row.notable.name}": drawn.missing(
                shapes=[f"face-{row.notable.name.lower()}"]
            )
            for row in notables
        },
    }
    for name, pictures in wanting.items():
        if pictures:
            raise TypeError(f"{name}: nothing is drawn for {', '.join(pictures)}")
