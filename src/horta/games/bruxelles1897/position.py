"""Positions of Bruxelles 1897 as JSON; `table.py` declares all of them but the odd shapes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from horta.core.fields import some_of
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.kinds import Reading, list_of
from horta.core.position import Odd, Position, Strict, dice
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    CELL_NAMES,
    COLUMNS,
    KIND_NAMES,
    KINDS,
    MOST_ROWS,
    MOST_SPACES,
    NOBLE_NAMES,
    PLACE_NAMES,
    SIDE_NAMES,
    TRACK_NAMES,
)
from horta.games.bruxelles1897.setup import NEUTRAL_SIDE, clear
from horta.games.bruxelles1897.table import (
    MOST_COUNT,
    NEUTRAL,
    NOBODY,
    NOTHING,
    Table,
    level,
    rows,
    upright,
)

NEUTRAL_NAME = "neutral"
CONTENT = Annotated[
    str,
    Field(
        pattern=rf"^(?:{'|'.join(CARD_NAMES)}|neutral|[0-3] (?:{'|'.join(SIDE_NAMES)}))$",
        description="an Action card, 'neutral', or a seat and the side its Architect shows: "
        "`0 a13/3`",
    ),
]
Space = Annotated[int, Field(ge=1, le=MOST_SPACES)]
Count = Annotated[int, Field(ge=0, le=MOST_COUNT)]
Architects = dict[Literal["a13", "a24", "a25"], Count]
UPRIGHT = some_of(NOBLE_NAMES).kind


class SpacesModel(Strict):
    """The space of each marker, counted from 1."""

    architecture: Space = 1
    nobility: Space = 1
    prestige: Space = 1


class LevelsModel(Strict):
    """The value of the space of each marker."""

    architecture: int = 0
    nobility: int = 0
    prestige: int = 0


def write_grid(table: Table) -> list[list[str | None]]:
    """Tell what lies in the cells, row by row."""
    return [
        [content(table, COLUMNS * row + column) for column in range(COLUMNS)]
        for row in range(rows(table))
    ]


def content(table: Table, cell: int) -> str | None:
    """Return what lies in a cell: a card, a seat's Architect and his side, or nothing."""
    if table.card[cell] != NOTHING:
        return CARD_NAMES[table.card[cell]]
    if table.owner[cell] == NOBODY:
        return None
    if table.owner[cell] == NEUTRAL:
        return NEUTRAL_NAME
    return f"{table.owner[cell]} {SIDE_NAMES[table.side[cell]]}"


def read_grid(reading: Reading, given: list[list[str | None]], table: Table) -> None:
    """Lay cards and Architects out in the cells."""
    if len(given) != rows(table):
        reading.refuse(
            mark("{rows} rows are needed with {players} players (B97-SET-05)"),
            rows=rows(table),
            players=reading.players,
        )
    for cell, thing in enumerate(thing for row in given for thing in row):
        if thing is None:
            continue
        if thing in CARD_NAMES:
            table.card[cell] = CARD_NAMES.index(thing)
        elif thing == NEUTRAL_NAME:
            table.owner[cell] = NEUTRAL
            table.side[cell] = NEUTRAL_SIDE
        else:
            seat, side = thing.split()
            with reading.inside(CELL_NAMES[cell]):
                table.owner[cell] = reading.seat(int(seat))
            table.side[cell] = SIDE_NAMES.index(side)


def write_tracks(table: Table, s: int) -> dict[str, int]:
    """Tell where the markers of a seat are."""
    return {name: table.seats[s].track[k] + 1 for k, name in enumerate(TRACK_NAMES)}


def read_tracks(reading: Reading, given: SpacesModel, table: Table, s: int) -> None:
    """Put the markers of a seat on their spaces."""
    for k, name in enumerate(TRACK_NAMES):
        table.seats[s].track[k] = getattr(given, name) - 1


def write_levels(table: Table, s: int) -> dict[str, int]:
    """Tell the values at the markers of a seat."""
    return {name: level(table, s, k) for k, name in enumerate(TRACK_NAMES)}


def write_brussels(table: Table, s: int) -> dict[str, dict[str, int]]:
    """Tell which Architects of a seat stand in front of which Brussels card."""
    told: dict[str, dict[str, int]] = {}
    for k, count in enumerate(table.seats[s].sent):
        if count:
            told.setdefault(PLACE_NAMES[k // KINDS], {})[KIND_NAMES[k % KINDS]] = count
    return told


def read_brussels(reading: Reading, given: dict[str, dict[str, int]], table: Table, s: int) -> None:
    """Put Architects of a seat in front of the Brussels cards."""
    for place, sent in given.items():
        for kind, count in sent.items():
            at = KINDS * PLACE_NAMES.index(place) + KIND_NAMES.index(kind)
            table.seats[s].sent[at] = count


def write_upright(table: Table, s: int) -> Any:
    """Tell which nobles of a seat can be activated."""
    return UPRIGHT.told(upright(table, s))


def read_upright(reading: Reading, given: list[str], table: Table, s: int) -> None:
    """Give a seat its upright nobles; the tilted ones follow."""
    table.seats[s].nobles = UPRIGHT.number(given, reading)


POSITION = Position(
    "Bruxelles 1897",
    Table,
    lambda table: int(table.printed.players),
    Odd(
        "grid",
        list_of(list_of(CONTENT | None, COLUMNS, COLUMNS), 3, MOST_ROWS),
        write_grid,
        read_grid,
        about="from the top row, four cells each; null: an empty cell",
    ),
    Odd("seats.tracks", SpacesModel, write_tracks, read_tracks, default=SpacesModel()),
    Odd(
        "seats.levels",
        LevelsModel,
        write_levels,
        about="not read",
        default=LevelsModel(),
        after="tracks",
    ),
    Odd(
        "seats.brussels",
        dict[Literal["exchange", "hall", "cinquantenaire"], Architects],
        write_brussels,
        read_brussels,
        about="Architects in front of the Brussels cards",
        default={},
    ),
    Odd(
        "seats.upright",
        UPRIGHT.type(),
        write_upright,
        read_upright,
        about="nobles that can be activated",
        default=[],
    ),
    dice(),
)

to_json = POSITION.write
schema = POSITION.schema


def from_json(position: Json, table: Table) -> None:
    """Lay a position out on a table that holds its options; `BadPosition` names what is wrong."""
    reading = POSITION.read(position, table, clear)
    table.passes = max(seat.passed for seat in table.seats)
    for s in range(reading.players):
        seat = table.seats[s]
        if seat.nobles & seat.tilted:
            with reading.inside(f"seats.{s}"):
                reading.refuse(mark("a noble is upright and tilted (B97-NOB-04)"))
        seat.nobles |= seat.tilted
