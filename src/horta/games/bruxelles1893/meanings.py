"""How the fields of Bruxelles 1893 are told: names, bounds, groups, and what many fields share."""

from __future__ import annotations

from functools import partial

from horta.core.fields import Group, Rows, counts, number, one_of
from horta.core.kinds import EMPTY
from horta.games.bruxelles1893.moves import MODE_NAMES, SPACE_NAMES
from horta.games.bruxelles1893.pieces import (
    BACK,
    COLOUR_NAMES,
    COLOURED,
    CUBE_KINDS,
    KIND_NAMES,
    MOST_PRIZES,
    NOTABLE_NAMES,
    PAVILIONS,
    POWER_NAMES,
    SPACES,
    TILES,
    TRACKS,
)
from horta.games.bruxelles1893.vocabulary import By, Decision, Source, Window

MOST_COUNT = 120
MOST_FRANCS = 9_999
"""Of a position, points too: an i16 holds three times as much, and no game brings the rest."""
LEAST_POINTS = -1000
MOST_UNITS = 9
LAST_PRICE = 3
MIDDLE = 12  # the cursor in the centre of the grid

DECISIONS = tuple(decision.name.lower() for decision in Decision if decision <= Decision.OVER)
WAYS = tuple(way.name.lower() for way in By)
SOURCE_NAMES = tuple(source.name.lower() for source in Source)
WINDOW_NAMES = tuple(window.name.lower() for window in Window)
TRACK_NAMES = POWER_NAMES[:TRACKS]
PAY_MODES = ("plain", *MODE_NAMES)
CUBE_NAMES = KIND_NAMES[:CUBE_KINDS]
WHITE_NAMES = tuple(f"white-{name}" for name in COLOUR_NAMES[:COLOURED])
# Works by their numbers in the shop and in a sale: white ones are named by their printed colours.
WORK_NUMBERS = {name: k for k, name in enumerate(COLOUR_NAMES)} | {
    name: BACK + k for k, name in enumerate(WHITE_NAMES)
}
WHERE = "column a to e from the left, row 1 at the top"

named = partial(one_of, item="")  # names that need no description
some = partial(counts, most=MOST_COUNT, all_named=True)
count = partial(number, 0, MOST_COUNT)
a_space = partial(one_of, SPACE_NAMES, item=WHERE)
a_notable = partial(named, NOTABLE_NAMES)
a_colour = partial(one_of, COLOUR_NAMES, item="brown is pink in the first edition")
a_tile = partial(number, 1, TILES, shift=1)
a_prize = partial(number, 1, MOST_PRIZES, shift=1, item="number of the card, from 1")

BOARD = Rows(
    "board",
    "A space of the Art Nouveau board on which something stands.",
    model="SpaceModel",
    length=SPACES,
    place=("space", a_space()),
    lies=lambda table, k: table.figure[k] != EMPTY or table.house[k] != EMPTY,
)
WORKSHOP = Group("workshop", "The works that nobody owns.", after="branches")
PRIZES = Group("prizes", "Bonus cards or prestige cards.")
BELLE = Group(
    "belle", "The Belle Époque board.", "with Belle Époque", when="belle_epoque", after="dice"
)
PAVILION = Rows(
    "pavilions",
    "A pavilion space and the card beside it.",
    "beside rows 1 to 5",
    model="PavilionModel",
    group=BELLE,
    length=PAVILIONS,
    entries=(PAVILIONS, PAVILIONS),
)
MOMENT = Group(
    "moment",
    "What is under way with Belle Époque or the variant.",
    "with Belle Époque or the variant",
    when="windows",
    after="belle",
    optional=True,
)
SEAT_BELLE = Group(
    "belle",
    "What a player has of Belle Époque.",
    model="SeatBelleModel",
    when="belle_epoque",
    optional=True,
)
