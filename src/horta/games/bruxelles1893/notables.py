"""The notables, a row each: who they are and what they bring (B93-NOT, B93E2-NOB-20..27, BE-ACT).

`theatre.py` carries the effects out. What a notable costs at the end is printed on the card, and
an owner of the game may say otherwise: it stands in `components.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from horta.core.flow import choose
from horta.core.i18n import mark
from horta.core.rows import row_check
from horta.core.rule import Rule, lookup, rule
from horta.games.bruxelles1893.components import Costs
from horta.games.bruxelles1893.pieces import Notable, Track
from horta.games.bruxelles1893.table import NOTHING, Decision, Table
from horta.games.bruxelles1893.travellers import take_traveller
from horta.games.bruxelles1893.workshop import has_coloured

GAINS = ("francs", "jokers", "cubes", "points")


@rule
def ask_white_work(table: Table, s: int) -> None:
    """Privat-Livemont creates a white work, if the workshop has a coloured one (BE-ACT-15)."""
    if has_coloured(table):
        table.decision = Decision.WHITE_WORK


@dataclass(frozen=True)
class Character:
    """One notable: brings one of the gains, a step on a track, or has a rule to itself."""

    notable: Notable
    title: str
    effect: str
    """What the notable does, in a sentence."""
    francs: int = 0
    jokers: int = 0
    cubes: int = 0
    """Noble cubes; a joker may be given for one more."""
    points: int = 0
    step: int = NOTHING
    """The track that it helps along; RELEASE frees an assistant."""
    does: Rule[..., Any] | None = None
    """The rule `does(table, seat)` of a notable that brings nothing of the above."""
    worth: int = 0
    """What bots expect of that rule, in hundredths of a point."""

    def missing(self) -> list[str]:
        """Return the parts of the row that are not there."""
        wrong = [name for name in ("title", "effect") if not getattr(self, name)]
        gains = [name for name in GAINS if getattr(self, name)]
        if len(gains) + (self.step != NOTHING) + (self.does is not None) != 1:
            wrong.append("one gain, step or rule")
        if self.does is not None and not self.worth:
            wrong.append("worth")
        if self.notable.name.lower() not in Costs.model_fields:
            wrong.append("cost (in components.py)")
        return wrong


NOTABLE_ROWS = (
    Character(Notable.BRUGMANN, "Georges Brugmann", mark("Gain 5 FB."), francs=5),
    Character(Notable.EMPAIN, "Edouard Empain", mark("Take 2 jokers."), jokers=2),
    Character(
        Notable.SOLVAY,
        "Ernest Solvay",
        mark("Take 1 noble cube, or give a joker for 2."),
        cubes=1,
    ),
    Character(
        Notable.BULS,
        "Charles Buls",
        mark("One step on the Town Hall track."),
        step=Track.TOWN_HALL,
    ),
    Character(
        Notable.ALBERT,
        "Prince Albert",
        mark("One step on the Royal Palace track."),
        step=Track.PALACE,
    ),
    Character(
        Notable.VAN_DE_VELDE,
        "Henry Van de Velde",
        mark("One step on the Architect track."),
        step=Track.ARCHITECT,
    ),
    Character(
        Notable.VANDERVELDE,
        "Emile Vandervelde",
        mark("Free one assistant from Justice."),
        step=Track.RELEASE,
    ),
    Character(Notable.MAETERLINCK, "Maurice Maeterlinck", mark("Gain 5 VP."), points=5),
    Character(
        Notable.NAGELMACKERS,
        "Georges Nagelmackers",
        mark("Take a traveller from the station."),
        does=take_traveller,
        worth=180,
    ),
    Character(
        Notable.PRIVAT_LIVEMONT,
        "Henri Privat-Livemont",
        mark("Create a white work."),
        does=ask_white_work,
        worth=180,
    ),
)


check_rows = row_check("notable", list(Notable), "notable")
check_rows(NOTABLE_ROWS)

NOTABLE_TITLES = tuple(row.title for row in NOTABLE_ROWS)
FRANCS_OF = lookup(row.francs for row in NOTABLE_ROWS)
JOKERS_OF = lookup(row.jokers for row in NOTABLE_ROWS)
CUBES_OF = lookup(row.cubes for row in NOTABLE_ROWS)
POINTS_OF = lookup(row.points for row in NOTABLE_ROWS)
STEP_OF = lookup(row.step for row in NOTABLE_ROWS)
WORTH_OF = lookup(row.worth for row in NOTABLE_ROWS)

act_of = choose("act_of", [(row.notable, row.does) for row in NOTABLE_ROWS if row.does], __name__)
