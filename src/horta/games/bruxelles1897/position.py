"""Positions of Bruxelles 1897 as JSON: written, read back, and described by a schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from horta.core.dice import seed_dice
from horta.core.errors import BadPosition
from horta.core.faults import TABLE, first_problem
from horta.core.game import Json
from horta.core.record import Array
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    CELLS,
    COLOURS,
    COLUMNS,
    HELD,
    HOUSE_START,
    IN_DECKS,
    KIND_NAMES,
    KINDS,
    MATERIAL_START,
    MAX_PLAYERS,
    MOST_ROWS,
    MOST_SPACES,
    NOBLE_NAMES,
    NOBLES,
    PLACE_NAMES,
    PLACES,
    ROUNDS,
    SIDE_NAMES,
    TRACK_NAMES,
    TRACKS,
    UPPER_NAMES,
)
from horta.games.bruxelles1897.moves import CELL_NAMES, COLOUR_NAMES, MATERIAL_NAMES
from horta.games.bruxelles1897.setup import NEUTRAL_SIDE, clear
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    SIGHT_ALL,
    Decision,
    Phase,
    Table,
    level,
    rows,
)

PHASES = tuple(phase.name.lower() for phase in Phase)
DECISIONS = tuple(decision.name.lower() for decision in Decision if decision != Decision.GO)
HOUSE_NAMES = CARD_NAMES[HOUSE_START:HELD]
DECK_NAMES = CARD_NAMES[:IN_DECKS]
NEUTRAL_NAME = "neutral"

_SIDES = "|".join(SIDE_NAMES)
_CONTENT = re.compile(rf"^(?:{'|'.join(CARD_NAMES)}|neutral|[0-3] (?:{_SIDES}))$")

SeatNumber = Annotated[int, Field(ge=0, lt=MAX_PLAYERS)]
Count = Annotated[int, Field(ge=0, le=99)]
KindName = Literal["a13", "a24", "a25"]
ColourName = Literal["yellow", "green", "blue", "red"]
MaterialName = Literal["WW", "BB", "MM", "WB", "WM", "BM"]
HouseName = Literal["house-a", "house-b", "house-c", "house-d"]
NobleName = Literal["brugmann", "horta", "albert", "buls", "vandervelde", "hankar"]
PlaceName = Literal["exchange", "hall", "cinquantenaire"]
UpperName = Literal["architecture", "nobility", "prestige", "prison"]
DeckCard = Literal[
    "yellow", "green", "blue", "red", "WW", "BB", "MM", "WB", "WM", "BM",
    "house-a", "house-b", "house-c", "house-d", "horta", "albert", "buls", "vandervelde", "hankar",
]  # fmt: skip
Architects = dict[KindName, Count]
Content = Annotated[
    str,
    Field(
        pattern=_CONTENT.pattern,
        description="an Action card, 'neutral', or a seat and the side its Architect shows: "
        "`0 a13/3`",
    ),
]
Row = Annotated[list[Content | None], Field(min_length=COLUMNS, max_length=COLUMNS)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PointsModel(_Model):
    """Victory points gained before the final scoring, by their source."""

    construction: Annotated[int, Field(ge=0, le=9999)] = 0
    exhibitions: Annotated[int, Field(ge=0, le=9999)] = 0
    arms: Annotated[int, Field(ge=0, le=9999)] = 0


class SpacesModel(_Model):
    """The space of each marker, counted from 1."""

    architecture: Annotated[int, Field(ge=1, le=MOST_SPACES)] = 1
    nobility: Annotated[int, Field(ge=1, le=MOST_SPACES)] = 1
    prestige: Annotated[int, Field(ge=1, le=MOST_SPACES)] = 1


class LevelsModel(_Model):
    """The value of the space of each marker."""

    architecture: int = 0
    nobility: int = 0
    prestige: int = 0


class SeatModel(_Model):
    """What a player has."""

    francs: int = Field(ge=0, le=9999)
    points: PointsModel = PointsModel()
    passed: int = Field(
        default=0, ge=0, le=MAX_PLAYERS, description="the place in the order of passing, or 0"
    )
    tracks: SpacesModel = SpacesModel()
    levels: LevelsModel = Field(default=LevelsModel(), description="not read")
    hand: Architects
    prison: Architects
    brussels: dict[PlaceName, Architects] = Field(
        default={}, description="Architects in front of the Brussels cards"
    )
    artworks: dict[ColourName, Count] = {}
    materials: dict[MaterialName, Count] = {}
    houses: dict[HouseName, Count] = {}
    upright: list[NobleName] = Field(default=[], description="nobles that can be activated")
    tilted: list[NobleName] = []
    unpaid: int = Field(
        default=0, ge=0, le=NOBLES, description="nobles that left in the final scoring"
    )


class UnderWayModel(_Model):
    """An action that is not finished."""

    cell: Annotated[str, Field(pattern=r"^[a-d][1-4]$")] | None = Field(
        default=None, description="the cell chosen for the next Architect"
    )
    place: PlaceName | None = Field(default=None, description="the Brussels card being used")
    to_send: int = Field(default=0, ge=0, le=7, description="Architects still to place there")
    least: int = Field(
        default=0, ge=0, lt=6, description="kinds before this one may not be chosen any more"
    )
    drawn: Annotated[list[DeckCard], Field(max_length=2)] = []
    at_hand: DeckCard | None = Field(
        default=None, description="the house being paid for or the noble taking effect"
    )
    from_grid: bool = Field(default=False, description="the card in use was taken from the grid")
    paid: dict[MaterialName, Count] = Field(
        default={}, description="material given for the house at hand"
    )
    calls: Count = Field(default=0, description="nobles that City Hall may still activate")
    called: Count = Field(default=0, description="nobles that it has activated")
    exhibition: bool = False
    exhibited: list[ColourName] = []
    waiting: list[SeatNumber] = Field(
        default=[],
        description="seats still in the exhibition, or still to be served in a majority",
    )
    column: int | None = Field(
        default=None,
        ge=1,
        le=COLUMNS + 1,
        description="the column whose majority is being settled; 5: Brussels",
    )


class TableModel(_Model):
    """What lies on the table."""

    round: int = Field(ge=1, le=ROUNDS)
    phase: Literal["action", "majority", "over"] = "action"
    decision: Literal[
        "turn", "arch", "bxarch", "cinq", "pick", "mat", "art", "keep", "hall", "free", "expo",
        "jail", "over",
    ] = Field(default="turn", description="what the player to play is asked")  # fmt: skip
    to_play: SeatNumber
    turn: SeatNumber = Field(description="whose turn it is, or was last")
    first: SeatNumber = Field(description="the first player of the round")
    expo_holder: SeatNumber | None = Field(
        default=None, description="who took the Expo card; null: it is in the grid or on the board"
    )
    used: dict[PlaceName, Count] = Field(
        default={}, description="how often each Brussels card was used in the round"
    )
    grid: Annotated[list[Row], Field(min_length=3, max_length=MOST_ROWS)] = Field(
        description="from the top row, four cells each; null: an empty cell"
    )
    bonus: Annotated[list[UpperName], Field(min_length=COLUMNS, max_length=COLUMNS)] = Field(
        description="the Bonus card below each column, by its upper half"
    )
    piles: dict[DeckCard, Count] = Field(description="what the face-down piles contain")
    discards: dict[DeckCard, Count] = {}
    seats: Annotated[list[SeatModel], Field(min_length=2, max_length=MAX_PLAYERS)]
    under_way: UnderWayModel = UnderWayModel()
    dice: (
        Annotated[list[Annotated[int, Field(ge=0, lt=1 << 32)]], Field(min_length=4, max_length=4)]
        | None
    ) = Field(default=None, description="the state of the dice; null in a view: hidden")


def to_json(table: Table) -> Json:
    """Return what lies on the table; of a redacted table, what its viewer may know."""
    dice = table.dice
    return {
        "round": table.round_no,
        "phase": PHASES[table.phase],
        "decision": DECISIONS[table.decision],
        "to_play": table.to_play,
        "turn": table.turn,
        "first": table.first,
        "expo_holder": _or_none(table.expo),
        "used": _counts(PLACE_NAMES, table.used),
        "grid": [
            [content(table, COLUMNS * row + column) for column in range(COLUMNS)]
            for row in range(rows(table))
        ],
        "bonus": [UPPER_NAMES[bonus] for bonus in table.bonus],
        "piles": _counts(DECK_NAMES, table.pile),
        "discards": _counts(DECK_NAMES, table.discard),
        "seats": [_seat_json(table, s) for s in range(table.printed.players)],
        "under_way": _under_way_json(table),
        "dice": None if table.sight != SIGHT_ALL else [dice.a, dice.b, dice.c, dice.counter],
    }


def content(table: Table, cell: int) -> str | None:
    """Return what lies in a cell: a card, a seat's Architect and his side, or nothing."""
    if table.card[cell] != NOTHING:
        return CARD_NAMES[table.card[cell]]
    if table.owner[cell] == NOBODY:
        return None
    if table.owner[cell] == NEUTRAL:
        return NEUTRAL_NAME
    return f"{table.owner[cell]} {SIDE_NAMES[table.side[cell]]}"


def _seat_json(table: Table, s: int) -> Json:
    seat = table.seats[s]
    cards = list(seat.cards)
    sent = list(seat.sent)
    upright = seat.nobles & ~seat.tilted
    return {
        "francs": seat.francs,
        "points": {"construction": seat.built, "exhibitions": seat.shown, "arms": seat.arms},
        "passed": seat.passed,
        "tracks": {name: seat.track[track] + 1 for track, name in enumerate(TRACK_NAMES)},
        "levels": {name: level(table, s, track) for track, name in enumerate(TRACK_NAMES)},
        "hand": _counts(KIND_NAMES, seat.hand),
        "prison": _counts(KIND_NAMES, seat.prison),
        "brussels": {
            name: _counts(KIND_NAMES, sent[KINDS * place : KINDS * place + KINDS])
            for place, name in enumerate(PLACE_NAMES)
            if any(sent[KINDS * place : KINDS * place + KINDS])
        },
        "artworks": _counts(COLOUR_NAMES, cards[:COLOURS]),
        "materials": _counts(MATERIAL_NAMES, cards[MATERIAL_START:HOUSE_START]),
        "houses": _counts(HOUSE_NAMES, cards[HOUSE_START:]),
        "upright": _names(NOBLE_NAMES, upright),
        "tilted": _names(NOBLE_NAMES, seat.tilted),
        "unpaid": seat.unpaid,
    }


def _under_way_json(table: Table) -> Json:
    return {
        "cell": CELL_NAMES[table.cell] if table.cell != NOTHING else None,
        "place": PLACE_NAMES[table.place] if table.place != NOTHING else None,
        "to_send": table.to_send,
        "least": table.least,
        "drawn": [CARD_NAMES[card] for card in table.drawn if card != NOTHING],
        "at_hand": CARD_NAMES[table.at_hand] if table.at_hand != NOTHING else None,
        "from_grid": table.from_grid == 1,
        "paid": _counts(MATERIAL_NAMES, table.paid),
        "calls": table.calls,
        "called": table.called,
        "exhibition": table.showing == 1,
        "exhibited": _names(COLOUR_NAMES, table.shown),
        "waiting": [s for s in range(MAX_PLAYERS) if (table.waiting >> s) & 1],
        "column": table.column + 1 if table.column != NOTHING else None,
    }


def _counts(names: Sequence[str], counts: Iterable[int]) -> dict[str, int]:
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _names(names: Sequence[str], bits: int) -> list[str]:
    return [name for k, name in enumerate(names) if (bits >> k) & 1]


def _or_none(seat: int) -> int | None:
    return seat if seat != NOBODY else None


def from_json(position: Json, table: Table) -> None:
    """Lay a position out on a table that holds its options; `BadPosition` names what is wrong."""
    try:
        model = TableModel.model_validate(position)
    except ValidationError as problem:
        raise BadPosition(TABLE, game="Bruxelles 1897", problem=first_problem(problem)) from None
    players = table.printed.players
    if len(model.seats) != players:
        raise BadPosition(f"Bruxelles 1897: table 'seats': {players} are needed")
    clear(table)
    if model.dice is None:
        seed_dice(table.dice, 0)
    else:
        table.dice.a, table.dice.b, table.dice.c, table.dice.counter = model.dice
    table.round_no = model.round
    table.phase = PHASES.index(model.phase)
    table.decision = DECISIONS.index(model.decision)
    table.to_play = _seat(model.to_play, players, "to_play")
    table.turn = _seat(model.turn, players, "turn")
    table.first = _seat(model.first, players, "first")
    if model.expo_holder is not None:
        table.expo = _seat(model.expo_holder, players, "expo_holder")
    _fill(table.used, PLACE_NAMES, model.used)
    _read_grid(model, table)
    for column, upper in enumerate(model.bonus):
        table.bonus[column] = UPPER_NAMES.index(upper)
    _fill(table.pile, DECK_NAMES, model.piles)
    _fill(table.discard, DECK_NAMES, model.discards)
    for s, seat in enumerate(model.seats):
        _read_seat(seat, table, s)
    table.passes = max(seat.passed for seat in model.seats)
    _read_under_way(model.under_way, table)


def _seat(seat: int, players: int, where: str) -> int:
    if seat >= players:
        raise BadPosition(f"Bruxelles 1897: table '{where}': there is no seat {seat}")
    return seat


def _fill(field: Array[Any], names: Sequence[str], counts: Any, start: int = 0) -> None:
    for name, count in counts.items():
        field[start + names.index(name)] = count


def _bits(names: Sequence[str], listed: Sequence[str], where: str) -> int:
    bits = 0
    for name in listed:
        bit = 1 << names.index(name)
        if bits & bit:
            raise BadPosition(f"Bruxelles 1897: table '{where}': '{name}' is listed twice")
        bits |= bit
    return bits


def _read_grid(model: TableModel, table: Table) -> None:
    if len(model.grid) != rows(table):
        raise BadPosition(
            f"Bruxelles 1897: table 'grid': {rows(table)} rows are needed with "
            f"{table.printed.players} players (B97-SET-05)"
        )
    for cell, given in enumerate(thing for row in model.grid for thing in row):
        if given is None:
            continue
        if given in CARD_NAMES:
            table.card[cell] = CARD_NAMES.index(given)
        elif given == NEUTRAL_NAME:
            table.owner[cell] = NEUTRAL
            table.side[cell] = NEUTRAL_SIDE
        else:
            seat, side = given.split()
            where = f"grid, {CELL_NAMES[cell]}"
            table.owner[cell] = _seat(int(seat), table.printed.players, where)
            table.side[cell] = SIDE_NAMES.index(side)


def _read_seat(given: SeatModel, table: Table, s: int) -> None:
    seat = table.seats[s]
    where = f"seats.{s}"
    seat.francs = given.francs
    seat.built = given.points.construction
    seat.shown = given.points.exhibitions
    seat.arms = given.points.arms
    seat.passed = given.passed
    seat.unpaid = given.unpaid
    for track, name in enumerate(TRACK_NAMES[:TRACKS]):
        seat.track[track] = getattr(given.tracks, name) - 1
    _fill(seat.hand, KIND_NAMES, given.hand)
    _fill(seat.prison, KIND_NAMES, given.prison)
    for place in range(PLACES):
        sent = given.brussels.get(PLACE_NAMES[place], {})  # type: ignore[call-overload]
        _fill(seat.sent, KIND_NAMES, sent, KINDS * place)
    _fill(seat.cards, COLOUR_NAMES, given.artworks)
    _fill(seat.cards, MATERIAL_NAMES, given.materials, MATERIAL_START)
    _fill(seat.cards, HOUSE_NAMES, given.houses, HOUSE_START)
    seat.tilted = _bits(NOBLE_NAMES, given.tilted, f"{where}.tilted")
    upright = _bits(NOBLE_NAMES, given.upright, f"{where}.upright")
    if upright & seat.tilted:
        raise BadPosition(
            f"Bruxelles 1897: table '{where}': a noble is upright and tilted (B97-NOB-04)"
        )
    seat.nobles = upright | seat.tilted


def _read_under_way(given: UnderWayModel, table: Table) -> None:
    if given.cell is not None:
        table.cell = CELL_NAMES.index(given.cell)
    if given.place is not None:
        table.place = PLACE_NAMES.index(given.place)
    table.to_send = given.to_send
    table.least = given.least
    for k, card in enumerate(given.drawn):
        table.drawn[k] = CARD_NAMES.index(card)
    if given.at_hand is not None:
        table.at_hand = CARD_NAMES.index(given.at_hand)
    table.from_grid = given.from_grid
    _fill(table.paid, MATERIAL_NAMES, given.paid)
    table.calls = given.calls
    table.called = given.called
    table.showing = given.exhibition
    table.shown = _bits(COLOUR_NAMES, given.exhibited, "under_way.exhibited")
    for seat in given.waiting:
        table.waiting |= 1 << _seat(seat, table.printed.players, "under_way.waiting")
    if given.column is not None:
        table.column = given.column - 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the table in a position or a view."""
    return TableModel.model_json_schema()


assert len(CELL_NAMES) == CELLS
