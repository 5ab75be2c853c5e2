"""What is printed on the pieces and cards of Paris, with the provenance of every table.

`docs/rules/paris.md` gives the reasons. The book prints tile faces, building shapes and the reach
of the large streetlight as pictures only, so those tables are reported by public sources; an owner
of the game can replace them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal

from pydantic import Field, field_validator

from horta.core.errors import BadComponents, BadOption
from horta.core.game import Components, Options, Provenance, option
from horta.core.i18n import mark

SEATS = 2
SIDE = 8
SPACES = SIDE * SIDE
SQUARES = 16
TILES = 8  # of each seat
BUILDINGS = 12
POSTCARDS = 12
IN_PLAY = 8
CHIMNEYS = 7  # PA-COM-07
TOKENS = 4  # PA-COM-08
LARGEST = 6  # spaces of the largest building

# Points (PA-SCO, PA-PEI-02, PA-FON-02, PA-PEN-02).
UNBUILT = -3
PER_LAMP_IN_ZONE = 2
PER_BUILDING_AT_FOUNTAIN = 3
PER_SIDE_OF_STATUE = 2
PER_CORNER_OF_STATUE = 1


class Base(IntEnum):
    """What a cobble space is: of a seat's colour, mixed, or with a printed lamp."""

    ORANGE = 0
    BLUE = 1
    MIXED = 2
    LAMP = 3


LETTERS = "obmL"
BASES = len(LETTERS)


class Card(IntEnum):
    """The postcards; the first eight are starred."""

    LEV = 0
    MET = 1
    JAR = 2
    SAC = 3
    PEI = 4
    CHA = 5
    BOU = 6
    LAM = 7
    MOU = 8
    FON = 9
    PEN = 10
    GRA = 11


CARD_CODES = tuple(card.name for card in Card)
STARRED = CARD_CODES[:IN_PLAY]

CardCode = Literal[
    "LEV", "MET", "JAR", "SAC", "PEI", "CHA", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"
]
Offset = Annotated[tuple[int, int], Field(strict=False)]
Ray = tuple[tuple[int, int], ...]
Rays = tuple[Ray, ...]

MOST_RAYS = 12
LONGEST_RAY = 7


def _straight(reach: int) -> Rays:
    steps = range(1, reach + 1)
    return tuple(
        tuple((dr * k, dc * k) for k in steps) for dr, dc in ((-1, 0), (0, 1), (1, 0), (0, -1))
    )


_CORNERS: Rays = (((-1, -1),), ((-1, 1),), ((1, -1),), ((1, 1),))

# Ruling 23: the picture is lost; the options that the text leaves open, the first is the default.
LAMP_PATTERNS: dict[str, Rays] = {
    "cross": _straight(2),
    "diamond": _straight(2) + _CORNERS,
    "ring": _straight(1) + _CORNERS,
    "lines": _straight(7),
}


class ParisOptions(Options):
    """The options of Paris."""

    postcards: Annotated[
        Literal["first", "random"] | list[CardCode],
        option(
            mark("Postcards"),
            mark("the eight postcards in play"),
            {
                "first": mark("the starred ones"),
                "random": mark("a random eight"),
            },
            ruling="2",
            rules=("PA-SET-02",),
        ),
    ] = "first"
    starting_player: Annotated[
        Literal["random", 0, 1],
        option(
            mark("First player"),
            mark("the seat that starts"),
            {"random": mark("at random")},
            of_seats=True,
            ruling="3",
            rules=("PA-SET-09",),
        ),
    ] = "random"
    allow_flip: Annotated[
        bool,
        option(
            mark("Mirroring"),
            mark("buildings may be mirrored as well as turned"),
            ruling="1",
            rules=("PA-DEF-08",),
        ),
    ] = False
    fountain_cells: Annotated[
        Literal[1, 2],
        option(
            mark("Fountain"),
            mark("spaces that the fountain covers"),
            ruling="20",
            rules=("PA-FON-03",),
        ),
    ] = 1
    statue_neighbours: Annotated[
        Literal["free", "all"],
        option(
            mark("Statue"),
            mark("the spaces around the statue that score"),
            {"free": mark("the free ones"), "all": mark("all of them")},
            ruling="21",
            rules=("PA-PEN-03",),
        ),
    ] = "free"
    large_lamp_rays: Annotated[
        Literal["cross", "diamond", "ring", "lines"] | list[list[Offset]],
        option(
            mark("Large lamp"),
            mark("the pattern of spaces that the large lamp lights"),
            {
                "cross": mark("cross"),
                "diamond": mark("diamond"),
                "ring": mark("ring"),
                "lines": mark("lines"),
            },
            ruling="23",
            rules=("PA-GRA-03",),
        ),
    ] = "cross"
    levitation: Annotated[
        Literal["free", "costs"],
        option(
            mark("Lévitation"),
            mark("whether the building that you give away still costs you 3 points as unbuilt"),
            {"free": mark("it costs nothing"), "costs": mark("it costs 3 points")},
            rules=("PA-LEV-06",),
        ),
    ] = "free"

    @field_validator("postcards")
    @classmethod
    def _eight_cards(cls, value: str | list[str]) -> str | list[str]:
        if isinstance(value, list) and (len(value) != IN_PLAY or len(set(value)) != IN_PLAY):
            raise BadOption(mark("exactly 8 different postcards are in play (PA-SET-01)"))
        return value

    @field_validator("large_lamp_rays")
    @classmethod
    def _rays_fit(cls, value: str | list[list[Offset]]) -> str | list[list[Offset]]:
        if isinstance(value, str):
            return value
        if not 1 <= len(value) <= MOST_RAYS:
            raise BadOption(mark("1 to {most} rays (PA-GRA-03)"), most=MOST_RAYS)
        for ray in value:
            if not 1 <= len(ray) <= LONGEST_RAY:
                raise BadOption(mark("a ray has 1 to {most} steps (PA-GRA-03)"), most=LONGEST_RAY)
            for row, column in ray:
                if max(abs(row), abs(column)) not in range(1, SIDE):
                    raise BadOption(
                        mark("an offset is 1 to 7 spaces away from the lamp (PA-GRA-03)")
                    )
        return value

    def rays(self) -> Rays:
        """Return the rays of the large lamp."""
        if isinstance(self.large_lamp_rays, str):
            return LAMP_PATTERNS[self.large_lamp_rays]
        return tuple(tuple(ray) for ray in self.large_lamp_rays)


Face = Annotated[str, Field(pattern=r"^[obmL]{2}/[obmL]{2}$")]
EightFaces = Annotated[tuple[Face, ...], Field(min_length=TILES, max_length=TILES)]


class Tiles(Components):
    """The faces of the tiles: the upper row, then the lower one, from left to right."""

    orange: EightFaces = ("bo/mo", "mo/ob", "oL/ob", "Lo/bm", "mo/bo", "oL/bo", "Lo/om", "oo/ob")
    blue: EightFaces = ("ob/mb", "mb/bo", "bL/bo", "Lb/om", "mb/ob", "bL/ob", "Lb/bm", "bb/bo")


class Building(Components):
    """A building: its name and its rows, `X` for a covered space and `.` for a hole."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,6}$")]
    rows: Annotated[tuple[Annotated[str, Field(pattern=r"^[X.]+$")], ...], Field(min_length=1)]

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The covered spaces as (row, column)."""
        return [(r, c) for r, row in enumerate(self.rows) for c, x in enumerate(row) if x == "X"]

    @field_validator("rows")
    @classmethod
    def _is_a_piece(cls, rows: tuple[str, ...]) -> tuple[str, ...]:
        if len({len(row) for row in rows}) != 1:
            raise BadComponents(mark("all rows of a building are equally long (PA-COM-06)"))
        if any("X" not in row for row in rows) or any(
            "X" not in c for c in zip(*rows, strict=True)
        ):
            raise BadComponents(
                mark("a building has no empty row or column at its edge (PA-COM-06)")
            )
        cells = {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "X"}
        reached = {min(cells)}
        while True:
            more = {
                (r + dr, c + dc)
                for r, c in reached
                for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1))
            }
            more = (more & cells) | reached
            if more == reached:
                break
            reached = more
        if reached != cells:
            raise BadComponents(mark("a building is one connected piece (PA-COM-06)"))
        return rows


def _building(name: str, *rows: str) -> Building:
    return Building(name=name, rows=rows)


class ParisComponents(Components):
    """The tables of Paris that an owner of the printed game can replace."""

    tiles: Tiles = Tiles()
    buildings: Annotated[
        tuple[Building, ...], Field(min_length=BUILDINGS, max_length=BUILDINGS)
    ] = (
        _building("I3", "XXX"),
        _building("V3", ".X", "XX"),
        _building("O4", "XX", "XX"),
        _building("T4", "X.", "XX", "X."),
        _building("S4", "X.", "XX", ".X"),
        _building("L4", "XX", ".X", ".X"),
        _building("P5", ".XX", "XXX"),
        _building("T5", ".X.", ".X.", "XXX"),
        _building("W5", "..X", ".XX", "XX."),
        _building("X5", ".X.", "XXX", ".X."),
        _building("U6", "XXXX", "X..X"),
        _building("L6", "XXX", "X..", "X..", "X.."),
    )

    @field_validator("buildings")
    @classmethod
    def _add_up(cls, buildings: tuple[Building, ...]) -> tuple[Building, ...]:
        sizes = [len(building.cells) for building in buildings]
        if sorted(sizes) != [3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6]:
            raise BadComponents(
                mark(
                    "there are two buildings of size 3, four of 4, four of 5 and two of 6 "
                    "(PA-COM-05), not {sizes}"
                ),
                sizes=sorted(sizes),
            )
        if sizes != sorted(sizes):
            raise BadComponents(
                mark("buildings are listed from the smallest to the largest (PA-COM-05)")
            )
        names = [building.name for building in buildings]
        if len(set(names)) != len(names):
            raise BadComponents(mark("two buildings have the same name"))
        return buildings


PROVENANCE = {
    "tiles": Provenance(
        "reported",
        mark(
            "faces from a public fan program; their totals (16 own, 7 rival, 5 mixed, 4 lamps "
            "for each player) agree with a published review. The book prints them as pictures."
        ),
        ("PA-COM-03", "PA-COM-04"),
    ),
    "buildings": Provenance(
        "reported",
        mark(
            "shapes from a public fan program, sizes printed in the book. Which way round S4, "
            "L4, P5 and L6 lie is not confirmed."
        ),
        ("PA-COM-05", "PA-COM-06"),
    ),
    "large_lamp_rays": Provenance(
        "reconstructed",
        mark(
            "the picture on the card is lost; a cross of reach 2 is the reading that gives the "
            "word 'behind' a plain meaning (option large_lamp_rays)."
        ),
        ("PA-GRA-03",),
    ),
    "fountain_cells": Provenance(
        "inferred",
        mark(
            "the book speaks of one space; a public fan program uses two (option fountain_cells)."
        ),
        ("PA-FON-03",),
    ),
    "statue_neighbours": Provenance(
        "inferred",
        mark(
            "the card does not say whether covered spaces count; a review speaks of open room "
            "(option statue_neighbours)."
        ),
        ("PA-PEN-03",),
    ),
    "postcards": Provenance(
        "printed",
        mark(
            "names, stars and effects of the twelve cards, four action tokens, seven chimneys, "
            "and all points are in the text of the book."
        ),
        ("PA-COM-07", "PA-COM-08", "PA-COM-09", "PA-COM-10", "PA-COM-11"),
    ),
}
