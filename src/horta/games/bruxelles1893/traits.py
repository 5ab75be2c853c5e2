"""What is worth counting in Bruxelles 1893: boards, notables, works, tiles, cards and tracks."""

from __future__ import annotations

from horta.core.i18n import mark
from horta.core.traits import Trait
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.names import TRACKS
from horta.games.bruxelles1893.notables import NOTABLE_TITLES
from horta.games.bruxelles1893.pieces import NOTABLE_NAMES

TILE_NAMES = {
    "1": mark("tile 1 (the score track)"),
    "2": mark("tile 2 (a higher multiplier)"),
    "3": mark("tile 3 (the Town Hall)"),
    "4": mark("tile 4 (four works)"),
    "5": mark("tile 5 (the Royal Palace)"),
    "6": mark("tile 6 (one more house)"),
    "7": mark("tile 7 (passing first)"),
    "8": mark("tile 8 (houses and pavilions)"),
    "9": mark("tile 9 (houses side by side)"),
    "10": mark("tile 10 (the Architect track)"),
    "11": mark("tile 11 (white works)"),
    "12": mark("tile 12 (free notables)"),
}
"""What each tile is about; what it brings is too long for a row."""

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
    Trait(
        "work",
        mark("work"),
        held="works belle.white",
        names={
            "blue": mark("a blue work"),
            "brown": mark("a brown work"),
            "yellow": mark("a yellow work"),
            "green": mark("a green work"),
            "black": mark("a black work"),
        },
    ),
    Trait("tile", mark("end-game tile"), held="belle.tiles", names=TILE_NAMES),
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
