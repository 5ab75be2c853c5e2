"""The drawing of Bruxelles 1893: `table.svg.jinja` filled from a view, and from nothing else.

`facade.py`, `city.py` and `street.py` work out what is where; the templates of the same names
hold the art. Regions are top-level groups with a box of their own, so that a stylesheet can
arrange them anew on a narrow screen.
"""

from __future__ import annotations

from horta.core.drawing import fit, render, width
from horta.core.game import Json, Target
from horta.games.bruxelles1893.city import almanac, brussels
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    COLOUR_NAMES,
    KIND_NAMES,
    NOTABLE_NAMES,
    PLACE_NAMES,
    POWER_NAMES,
    ROW_NAMES,
    Kind,
    Notable,
)
from horta.games.bruxelles1893.facade import facade
from horta.games.bruxelles1893.moves import (
    ACTIONS,
    COLUMN_NAMES,
    CREST_NAMES,
    CURSOR_NAMES,
    SHOWN,
    SPACE_NAMES,
)
from horta.games.bruxelles1893.scene import Scene
from horta.games.bruxelles1893.street import sheet, street
from horta.games.bruxelles1893.table import NOWHERE, Decision, Table
from horta.games.bruxelles1893.words import QUESTIONS

PACKAGE = "horta.games.bruxelles1893"
HEADLINE = 676
SOLD_NAMES = (*COLOUR_NAMES, "white")


# Targets


def target(table: Table, action: int) -> Target:
    """Say where on the drawing an action lies."""
    kind, values = ACTIONS.decode(action)
    first = values[0] if values else 0
    seat = int(table.to_play)
    if kind in ("neutral", "place", "site"):
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
    return Target()  # pass and decline are buttons, and so is what is not drawn yet


# The head of the table


def headline(scene: Scene) -> Json:
    """Work out whose turn it is and what is asked."""
    view, say = scene.view, scene.say
    to_play, winners = view["to_play"], view["winners"]
    if to_play is not None:
        text = say("{seat} to play", seat=scene.names[to_play])
        asked = say(QUESTIONS[Decision[scene.decision.upper()]])
        seats = [to_play]
    else:
        alone = len(winners) == 1
        text = say("{seat} wins", seat=scene.names[winners[0]]) if alone else say("Shared victory")
        asked = " : ".join(str(score) for score in view["scores"])
        seats = winners
    start = 8 + 38 * len(seats)
    line = fit(text, HEADLINE * 0.5 - start + 30, (26, 24, 22, 20, 18, 16), bold=True)
    after = start + width(line.lines[0], line.size, bold=True) + 16
    return {
        "seats": seats,
        "line": line,
        "asked_x": after,
        "asked": fit(asked, HEADLINE - after, (17, 16, 15, 14, 13, 12, 11)),
    }


def draw(view: Json, lang: str) -> str:
    """Return the table as SVG."""
    scene = Scene(view, lang)
    return render(
        PACKAGE,
        "table.svg.jinja",
        lang=lang,
        say=scene.say,
        headline=headline(scene),
        facade=facade(scene),
        brussels=brussels(scene),
        almanac=almanac(scene),
        sheet=sheet(scene),
        seats=street(scene),
    )
