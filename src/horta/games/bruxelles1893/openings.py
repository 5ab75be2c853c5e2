"""What choices of Bruxelles 1893 have in common from deal to deal, for the explorer."""

from __future__ import annotations

from horta.core.i18n import Catalogue, mark
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.messages import LABELS
from horta.games.bruxelles1893.moves import ACTIONS, SHOWN
from horta.games.bruxelles1893.names import ACTS, COLOURS, PLACES
from horta.games.bruxelles1893.notables import NOTABLE_TITLES
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BOARD_NAMES,
    COLOUR_NAMES,
    NOTABLE_NAMES,
    PLACE_NAMES,
    ROW_NAMES,
    Act,
    Colour,
    Place,
)
from horta.games.bruxelles1893.table import Decision, Table

ON_SPACES = ("neutral", "place", "site", "figure")
ACT_TITLES = dict(zip(ACT_NAMES, (ACTS[act] for act in Act), strict=True))
COLOUR_TITLES = dict(zip(COLOUR_NAMES, (COLOURS[colour] for colour in Colour), strict=True))
PLACE_TITLES = dict(zip(PLACE_NAMES, (PLACES[place] for place in Place), strict=True))
BOARD_TITLES = {row.architect.name.lower(): row.title for row in BOARD_ROWS}
HIRED = dict(zip(NOTABLE_NAMES, NOTABLE_TITLES, strict=True))
ALONE = {"crest": mark("open the zone"), "pass": LABELS["pass"]}
SORTS = {
    "neutral": mark("the neutral assistant: {thing}"),
    "place": mark("an assistant: {thing}"),
    "take": mark("hire {thing}"),
    "work": mark("a work: {thing}"),
}
"""Sorts by their first word, as far as first choices go."""


def moment(table: Table) -> str:
    """Name the decision of the moment, with its round."""
    return f"{table.round_number} {Decision(table.decision).name.lower()}"


def sort(table: Table, action: int) -> str:
    """Name what an action is: a space counts by its action, a notable by name, a prize by use.

    Crests and columns are all alike, since what lies around them differs from deal to deal.
    """
    kind, values = ACTIONS.decode(action)
    if kind in ON_SPACES:
        return f"{kind} {ACT_NAMES[table.act[values[0]]]}"
    if kind == "take":
        notable = table.shown if values[0] == SHOWN else table.theatre[values[0]]
        return f"take {NOTABLE_NAMES[notable]}" if notable >= 0 else "take"
    if kind in ("keep", "discard") and table.notable >= 0:
        return f"{kind} {NOTABLE_NAMES[table.notable]}"
    if kind == "prize":
        return f"prize {('power', *ROW_NAMES)[values[1]]}"
    return kind if kind in ("crest", "column") else ACTIONS.text(action)


def board(table: Table, seat: int) -> str:
    """Name the architect's board of a seat; empty where all have the same."""
    architect = table.seats[seat].architect
    return BOARD_NAMES[architect - 1] if architect > 0 else ""


def called(name: str, say: Catalogue) -> str:
    """Return what a sort is called; a later one by its name, or as its action is."""
    kind, _, thing = name.partition(" ")
    if name in ALONE:
        return say(ALONE[name])
    if kind == "bid":
        return say(LABELS["bid"], francs=thing)
    if kind in ("board", "brussels"):
        return say((BOARD_TITLES | PLACE_TITLES)[thing])
    titles = {"work": COLOUR_TITLES, "take": HIRED}.get(kind, ACT_TITLES)
    return say(SORTS[kind], thing=say(titles[thing])) if kind in SORTS and thing in titles else name
