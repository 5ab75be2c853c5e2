"""What is worth counting in Bruxelles 1893: boards, notables, cards, tiles and tracks."""

from __future__ import annotations

from horta.core.i18n import mark
from horta.core.traits import Trait
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.names import TRACKS
from horta.games.bruxelles1893.notables import NOTABLE_TITLES
from horta.games.bruxelles1893.pieces import NOTABLE_NAMES

TRAITS = (
    Trait(
        "board",
        mark("board"),
        held="architect",
        names={row.architect.name.lower(): row.title for row in BOARD_ROWS},
        dealt="board",
    ),
    Trait(
        "notable",
        mark("notable"),
        held="notables",
        names=dict(zip(NOTABLE_NAMES, NOTABLE_TITLES, strict=True)),
    ),
    Trait("tile", mark("end-game tile"), held="belle.tiles"),
    Trait("card", mark("Belle Époque card"), done="card"),
    Trait(
        "prize",
        mark("use of won cards"),
        done="prize",
        word=2,
        names={
            "power": mark("a card used for its power"),
            "money": mark("a card under the money"),
            "works": mark("a card under the works"),
            "notables": mark("a card under the notables"),
            "assistants": mark("a card under the assistants"),
        },
    ),
    Trait(
        "track",
        mark("track"),
        held="tracks",
        names={track.name.lower(): title for track, title in TRACKS.items()},
        counted=True,
    ),
)
