"""The drawing of Bruxelles 1893: `table.svg.jinja` filled from a scene, and from nothing else.

The other modules called `drawing_…` work out what is where; the templates of the same names hold
the art. Regions are top-level groups with a box of their own, so that a stylesheet can
arrange them anew on a narrow screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from horta.core.drawing import fit, width
from horta.core.drawing import regions as drawn
from horta.core.game import Json, Target
from horta.core.regions import Region, Shown
from horta.core.scene import Scene
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.drawing_art_nouveau import facade, year
from horta.games.bruxelles1893.drawing_belle_epoque import WIDTH as WING
from horta.games.bruxelles1893.drawing_belle_epoque import wing
from horta.games.bruxelles1893.drawing_brussels import almanac, brussels
from horta.games.bruxelles1893.drawing_seats import HEIGHT, seat, sheet, sheet_wide, street_high
from horta.games.bruxelles1893.icons import icon
from horta.games.bruxelles1893.moves import (
    ACTIONS,
    BARTER_NAMES,
    COLUMN_NAMES,
    CREST_NAMES,
    CURSOR_NAMES,
    FIGURE_NAMES,
    MODE_NAMES,
    SHOWN,
    SPACE_NAMES,
    WAY_NAMES,
)
from horta.games.bruxelles1893.notables import NOTABLE_ROWS
from horta.games.bruxelles1893.painter import Painter
from horta.games.bruxelles1893.pictures import check_pictures
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BOARD_NAMES,
    COLOUR_NAMES,
    KIND_NAMES,
    NOTABLE_NAMES,
    PAVILION_NAMES,
    PLACE_NAMES,
    POWER_NAMES,
    ROW_NAMES,
    Kind,
    Notable,
)
from horta.games.bruxelles1893.table import NOWHERE, Table
from horta.games.bruxelles1893.tiles import TILE_ROWS
from horta.games.bruxelles1893.words import words

PACKAGE = "horta.games.bruxelles1893"
DRAWS_ALIKE = True
"""For all who know the same; see `PackagePresentation`."""
HEADLINE = 676
WIDE, HIGH, MORE_WIDE = 1600, 1000, 320  # the page, and what more Belle Époque takes
GUTTER = 12  # beside the wing
SOLD_NAMES = (*COLOUR_NAMES, "white")

check_pictures(CARD_ROWS, TILE_ROWS, BOARD_ROWS, NOTABLE_ROWS)


# Targets


def target(table: Table, action: int) -> Target:
    """Say where on the drawing an action lies, and what pictures it."""
    kind, values = ACTIONS.decode(action)
    shape, crossed = icon(table, kind, values)
    return replace(_target(table, kind, values), icon=shape, crossed=crossed)


def _target(table: Table, kind: str, values: tuple[int, ...]) -> Target:
    """Say where an action lies."""
    first = values[0] if values else 0
    seat = int(table.to_play)
    if kind in ("neutral", "place", "site", "figure"):
        return Target(f"space-{SPACE_NAMES[first]}")
    if kind == "perform":
        return Target(f"space-{SPACE_NAMES[table.space]}" if table.space != NOWHERE else "")
    if kind == "crest":
        return Target(f"crest-{CREST_NAMES[first]}")
    if kind == "brussels":
        return Target(f"place-{PLACE_NAMES[first]}")
    if kind == "bid":
        return Target(f"bid-{first + 1}")
    if kind == "copy":
        return Target(f"copy-{ACT_NAMES[first]}")
    if kind == "work":
        return Target(f"work-{COLOUR_NAMES[first]}")
    if kind in ("sell", "return"):
        return Target(f"own-{seat}-{SOLD_NAMES[first]}")
    if kind == "cursor":
        return Target(f"grid-{CURSOR_NAMES[first]}")
    if kind == "shop":
        return Target(f"shop-{('left', 'right')[first]}")
    if kind in ("take", "drop"):
        return Target(f"theatre-{first}" if first != SHOWN else "theatre-shown")
    if kind == "keep":
        return Target(f"notable-{seat}-{NOTABLE_NAMES[table.notable]}")
    if kind == "discard":
        return Target("discards")
    if kind == "solvay":
        # A joker is given, or the card alone is used.
        if first:
            return Target(f"cube-{seat}-joker")
        return Target(f"notable-{seat}-{NOTABLE_NAMES[Notable.SOLVAY]}")
    if kind == "cube":
        return Target(f"supply-{KIND_NAMES[first]}")
    if kind == "pay":
        money = first == Kind.FRANCS
        return Target(f"money-{seat}" if money else f"cube-{seat}-{KIND_NAMES[first]}")
    if kind == "branch":
        return Target(f"branch-{first}")
    if kind in ("activate", "unpaid", "dismiss"):
        return Target(f"notable-{seat}-{NOTABLE_NAMES[first]}")
    if kind == "prize":
        column = f"prize-{COLUMN_NAMES[first]}"
        row = values[1] - 1
        return Target(f"line-{seat}-{ROW_NAMES[row]}", column) if row >= 0 else Target(column)
    if kind == "power":
        return Target(f"power-{COLUMN_NAMES[table.column]}-{POWER_NAMES[first]}")
    return _target_more(kind, values, seat)


def _target_more(kind: str, values: tuple[int, ...], seat: int) -> Target:
    """Say where an action of Belle Époque or the variant lies."""
    first = values[0] if values else 0
    if kind == "board":
        return Target(f"board-{BOARD_NAMES[first]}")
    if kind == "travellers":
        return Target(f"travel-{first}")
    if kind == "white":
        return Target(f"own-{seat}-white-{COLOUR_NAMES[first]}")
    if kind == "as":
        return Target(f"as-{COLOUR_NAMES[first]}")
    if kind == "build":
        return Target(PAVILION_NAMES[first - 1] if first else f"bay-{seat}")
    if kind == "turn":
        return Target(f"turn-{first}-{WAY_NAMES[values[1]]}")
    if kind in ("tile", "card"):
        return Target(f"{kind}-{first + 1}")
    if kind == "mode":
        return Target(f"mode-{MODE_NAMES[first]}")
    if kind == "barter":
        return Target(f"barter-{BARTER_NAMES[first]}")
    if kind == "give":
        return Target(f"cube-{seat}-{KIND_NAMES[first]}")
    if kind == "send":
        return Target(f"{FIGURE_NAMES[first]}s-{seat}")
    if kind == "column":
        return Target(f"prize-{COLUMN_NAMES[first]}")
    if kind == "row":
        return Target(f"line-{seat}-{ROW_NAMES[first]}")
    return Target()  # pass and decline are buttons


# The head of the table


def headline(painter: Painter) -> Json:
    """Work out whose turn it is and what is asked."""
    scene, say = painter.scene, painter.say
    if scene.to_play is not None:
        text = say("{seat} to play", seat=painter.names[scene.to_play])
        asked = painter.words.question(painter.table)
        seats = [scene.to_play]
    else:
        seats = list(scene.winners)
        text = say("Shared victory")
        if len(seats) == 1:
            text = say("{seat} wins", seat=painter.names[seats[0]])
        asked = " : ".join(str(score) for score in scene.scores)
    room = HEADLINE + (WING + GUTTER if painter.belle else 0)
    start = 8 + 38 * len(seats)
    line = fit(text, HEADLINE * 0.5 - start + 30, (26, 24, 22, 20, 18, 16), bold=True)
    after = start + width(line.lines[0], line.size, bold=True) + 14
    return {
        "seats": seats,
        "line": line,
        "room": room,
        "asked": fit(asked, room - after, (17, 16, 15, 14, 13, 12, 11)),
    }


def page(painter: Painter) -> Json:
    """Work out how large the page is, and where its regions begin."""
    aside = WING + GUTTER if painter.belle else 0
    more = street_high(painter.players, belle=painter.belle) - HEIGHT
    return {
        "wide": WIDE + (MORE_WIDE if painter.belle else 0),
        "high": HIGH + more,
        "brussels": 706 + aside,
        "almanac": 1298 + aside,
        "more": painter.extended,
        "wing": 698,
    }


PAINTERS: dict[str, Callable[..., object]] = {
    "page": page,
    "headline": headline,
    "facade": facade,
    "year": year,
    "wing": wing,
    "brussels": brussels,
    "almanac": almanac,
    "sheet": sheet,
    "sheet_wide": sheet_wide,
    "seat": seat,
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
