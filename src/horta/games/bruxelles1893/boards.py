"""The five architects' boards of the variant, a row each (AS-05..14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from horta.core.i18n import mark
from horta.core.rows import row_check
from horta.core.rule import Rule
from horta.games.bruxelles1893.components import Boards
from horta.games.bruxelles1893.pieces import POWER_NAMES, TRACKS, Architect
from horta.games.bruxelles1893.theatre import begin_theatre
from horta.games.bruxelles1893.variant import gauchie_kind, horta_pays, strauven_sells, turns_first

OTHERWISE = (*POWER_NAMES[:TRACKS], "lines", "costs")
"""What may be printed otherwise on a board: a track, the multipliers, the costs of houses."""


@dataclass(frozen=True)
class ArchitectBoard:
    """One architect's board."""

    architect: Architect
    title: str
    effect: str
    """What it changes, in a sentence."""
    other: str
    """What is printed otherwise on it; also the picture of that."""
    printed: str
    """The field of `components.Boards` that holds what is printed there."""
    act: str
    """The picture of the action that its ability belongs to."""
    sign: str
    """The picture of the ability, a row of glyphs (`signs.py`)."""
    ability: Rule[..., Any]
    """The rule of the ability, which the chapter of that action calls."""

    def missing(self) -> list[str]:
        """Return the parts of the row that are not there."""
        names = ("title", "effect", "act", "sign", "ability")
        wrong = [name for name in names if not getattr(self, name)]
        if self.other not in OTHERWISE:
            wrong.append("other")
        if self.printed not in Boards.model_fields:
            wrong.append("printed (in components.py)")
        return wrong


BOARD_ROWS = (
    ArchitectBoard(
        Architect.HANKAR,
        "Paul Hankar",
        mark("Town Hall track; in the theatre you may hire the top card for nothing."),
        other="town_hall",
        printed="hankar_town_hall",
        act="theatre",
        sign="back > coin:0",
        ability=begin_theatre,
    ),
    ArchitectBoard(
        Architect.GAUCHIE,
        "Paul Gauchie",
        mark(
            "Royal Palace track; a cube with a work of the workshop: iron with yellow, "
            "wood with brown, stone with blue, glass with green."
        ),
        other="palace",
        printed="gauchie_palace",
        act="workshop",
        sign="+1 cube",
        ability=gauchie_kind,
    ),
    ArchitectBoard(
        Architect.HORTA,
        "Victor Horta",
        mark("Architect track; 2 FB with your materials."),
        other="architect",
        printed="horta_architect",
        act="materials",
        sign="coin:+2",
        ability=horta_pays,
    ),
    ArchitectBoard(
        Architect.SAINTENOY,
        "Paul Saintenoy",
        mark("Higher lines; you may turn the compass before you build."),
        other="lines",
        printed="saintenoy_multiplier",
        act="construction",
        sign="compass undo",
        ability=turns_first,
    ),
    ArchitectBoard(
        Architect.STRAUVEN,
        "Gustave Strauven",
        mark("Cheaper buildings; 1 FB and 1 VP more in every sale."),
        other="costs",
        printed="strauven_costs",
        act="sale",
        sign="coin:+1 vp:+1",
        ability=strauven_sells,
    ),
)


check_rows = row_check("board", [architect for architect in Architect if architect], "architect")
check_rows(BOARD_ROWS)

BOARD_TITLES = tuple(row.title for row in BOARD_ROWS)
