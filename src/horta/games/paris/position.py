"""Positions of Paris as JSON: written, read back, and described by a schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from horta.core.dice import seed_dice
from horta.core.errors import BadPosition
from horta.core.faults import TABLE, first_problem
from horta.core.game import Json
from horta.games.paris.building import stand_building
from horta.games.paris.components import (
    BUILDINGS,
    CARD_CODES,
    CHIMNEYS,
    IN_PLAY,
    LETTERS,
    POSTCARDS,
    SEATS,
    SPACES,
    SQUARES,
    TILES,
    TOKENS,
    Card,
    CardCode,
)
from horta.games.paris.moves import BUILDING_NAMES, SPACE_NAMES
from horta.games.paris.phase1 import lay_tile
from horta.games.paris.postcards import PIECE_OF, covers_two, pair_of, stand_special
from horta.games.paris.setup import clear
from horta.games.paris.sight import unseen
from horta.games.paris.table import (
    BUILT,
    GARDEN,
    HIDDEN,
    NOBODY,
    NOTHING,
    NOWHERE,
    ORIENTATIONS,
    SIGHT_ALL,
    SIGHT_SEAT,
    Decision,
    State,
    Table,
    is_base,
    neighbour,
    shape,
)

Tile = Annotated[str, Field(pattern=r"^[ob][0-7]$", description="owner and number, `o3`")]
LaidTile = Annotated[
    str, Field(pattern=r"^[ob][0-7]/[0-3]$", description="tile and clockwise turns, `o3/1`")
]
SpaceName = Annotated[
    str, Field(pattern=r"^[a-h][1-8]$", description="column a to h from the left, row 1 at the top")
]
BuildingName = Annotated[str, Field(json_schema_extra={"enum": list(BUILDING_NAMES)})]
SeatNumber = Annotated[int, Field(ge=0, lt=SEATS, description="0 orange, 1 blue")]

DECISIONS = tuple(decision.name.lower() for decision in Decision)
STATES = tuple(state.name.lower() for state in State)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatModel(_Model):
    """What a player has."""

    hand: Tile | Literal["?"] | None = Field(description="the tile in hand; '?' in a view: hidden")
    stack: list[Tile] | None = Field(description="the next tile first; null in a view: hidden")
    stack_size: int = Field(ge=0, le=TILES)
    unseen: list[Tile] = Field(
        default=[], description="in a view: the tiles whose place the viewer cannot know"
    )
    reserve: list[BuildingName]
    tokens: int = Field(ge=0, le=TOKENS)
    chimneys: int = Field(ge=0, le=CHIMNEYS)


class PostcardModel(_Model):
    """A postcard in play."""

    card: CardCode
    state: Literal["open", "used", "declined", "held"] = Field(
        description="held: a right of Métropolitain or Chartier that is not used yet"
    )
    holder: SeatNumber | None = Field(description="whose token lies on it")
    space: SpaceName | None = Field(default=None, description="where its special piece stands")
    facing: int = Field(default=0, ge=0, le=3)


class BuildingModel(_Model):
    """A building on the board."""

    building: BuildingName
    owner: SeatNumber
    anchor: SpaceName = Field(description="under the top left corner of the piece's box")
    orientation: int = Field(ge=0, lt=ORIENTATIONS)
    spaces: list[SpaceName] = Field(
        default=[], description="what it covers, its annexe included; not read"
    )


class TableModel(_Model):
    """What lies on the table."""

    phase: Literal[1, 2, 3] = Field(description="3: the game is over")
    decision: Literal[
        "p1_turn", "p2_turn", "lev_give", "lev_get", "lev_place", "special", "over"
    ] = Field(description="what the player to play is asked")
    to_play: SeatNumber = Field(description="whose turn it is, or would be next")
    starter: SeatNumber
    first_done: SeatNumber | None = Field(description="who was first to lay his eighth tile")
    idle: int = Field(ge=0, le=2, description="turns in a row that were passed or skipped")
    card: CardCode | None = Field(description="the postcard whose effect is being carried out")
    transit: BuildingName | None = Field(description="the building on its way in Lévitation")
    site: list[BuildingName]
    squares: Annotated[list[LaidTile | None], Field(min_length=SQUARES, max_length=SQUARES)] = (
        Field(description="the tile on each square, in reading order")
    )
    board: list[str] = Field(
        default=[], description="the spaces: o, b, m, L, and . where no tile lies; not read"
    )
    seats: Annotated[list[SeatModel], Field(min_length=SEATS, max_length=SEATS)]
    postcards: Annotated[list[PostcardModel], Field(min_length=IN_PLAY, max_length=IN_PLAY)]
    buildings: list[BuildingModel]
    dice: Annotated[list[int], Field(min_length=4, max_length=4)] | None = Field(
        default=None, description="the state of the dice; null in a view: hidden"
    )


def to_json(table: Table) -> Json:
    """Return what lies on the table; of a redacted table, what its viewer may know."""
    is_view = table.sight != SIGHT_ALL
    return {
        "phase": table.phase,
        "decision": DECISIONS[table.decision],
        "to_play": table.to_play,
        "starter": table.starter,
        "first_done": _seat(table.first_done),
        "idle": table.idle,
        "card": CARD_CODES[table.card] if table.card >= 0 else None,
        "transit": BUILDING_NAMES[table.transit] if table.transit >= 0 else None,
        "site": _buildings(table.site),
        "squares": [_laid(table, square) for square in range(SQUARES)],
        "board": board(table),
        "seats": [_seat_json(table, s) for s in range(SEATS)],
        "postcards": [
            {
                "card": CARD_CODES[card],
                "state": STATES[table.card_state[card]],
                "holder": _seat(table.card_holder[card]),
                "space": _space(table.spot[card]),
                "facing": table.facing[card],
            }
            for card in range(POSTCARDS)
            if table.card_state[card] != State.OUT
        ],
        "buildings": [
            {
                "building": BUILDING_NAMES[b],
                "owner": table.owner[b],
                "anchor": SPACE_NAMES[table.anchor[b]],
                "orientation": table.orientation[b],
                "spaces": [SPACE_NAMES[k] for k in range(SPACES) if table.piece[k] == b],
            }
            for b in range(BUILDINGS)
            if table.owner[b] >= 0
        ],
        "dice": None if is_view else [table.dice.a, table.dice.b, table.dice.c, table.dice.counter],
    }


def board(table: Table) -> list[str]:
    """Return the rows of the board as letters."""
    letters = ["."] * SPACES
    for space in range(SPACES):
        for base in range(4):
            if is_base(table, base, space):
                letters[space] = LETTERS[base]
    return ["".join(letters[8 * row : 8 * row + 8]) for row in range(8)]


def _seat_json(table: Table, s: int) -> Json:
    seat = table.seats[s]
    is_view = table.sight != SIGHT_ALL
    hand: str | None = None
    if seat.hand == HIDDEN:
        hand = "?"
    elif seat.hand >= 0:
        hand = _tile(s, seat.hand)
    tiles = unseen(table, table.sight - SIGHT_SEAT, s)
    return {
        "hand": hand,
        "stack": None if is_view else [_tile(s, seat.stack[k]) for k in range(seat.in_stack)],
        "stack_size": seat.in_stack,
        "unseen": [_tile(s, k) for k in range(TILES) if (tiles >> k) & 1] if is_view else [],
        "reserve": _buildings(seat.reserve),
        "tokens": seat.tokens,
        "chimneys": seat.chimneys,
    }


def _tile(s: int, tile: int) -> str:
    return f"{'ob'[s]}{tile}"


def _laid(table: Table, square: int) -> str | None:
    tile = table.square_tile[square]
    if tile < 0:
        return None
    return f"{_tile(tile // TILES, tile % TILES)}/{table.square_turn[square]}"


def _buildings(bits: int) -> list[str]:
    return [BUILDING_NAMES[b] for b in range(BUILDINGS) if (bits >> b) & 1]


def _seat(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _space(space: int) -> str | None:
    return SPACE_NAMES[space] if space >= 0 else None


def from_json(position: Json, table: Table) -> None:
    """Lay a position out on a table that holds its options; `BadPosition` names what is wrong."""
    try:
        model = TableModel.model_validate(position)
    except ValidationError as problem:
        raise BadPosition(TABLE, game="Paris", problem=first_problem(problem)) from None
    clear(table)
    if model.dice is None:
        seed_dice(table.dice, 0)
    else:
        table.dice.a, table.dice.b, table.dice.c, table.dice.counter = model.dice
    table.phase = model.phase
    table.decision = DECISIONS.index(model.decision)
    table.to_play = model.to_play
    table.starter = model.starter
    table.first_done = NOBODY if model.first_done is None else model.first_done
    table.idle = model.idle
    table.card = NOTHING if model.card is None else CARD_CODES.index(model.card)
    table.transit = NOTHING if model.transit is None else _number(model.transit, "transit")
    table.site = _bits(model.site, "site")
    _read_seats(model, table)
    for square, laid in enumerate(model.squares):
        if laid is not None:
            lay_tile(table, "ob".index(laid[0]), int(laid[1]), square, int(laid[3]))
    _read_buildings(model, table)
    _read_postcards(model, table)


def _number(name: str, where: str) -> int:
    if name not in BUILDING_NAMES:
        raise BadPosition(f"Paris: table '{where}': there is no building '{name}' (PA-COM-05)")
    return BUILDING_NAMES.index(name)


def _bits(names: list[str], where: str) -> int:
    bits = 0
    for name in names:
        bit = 1 << _number(name, where)
        if bits & bit:
            raise BadPosition(f"Paris: table '{where}': building '{name}' is listed twice")
        bits |= bit
    return bits


def _read_seats(model: TableModel, table: Table) -> None:
    for s, given in enumerate(model.seats):
        where = f"seats.{s}"
        if given.hand == "?" or given.stack is None:
            raise BadPosition(
                f"Paris: table '{where}': this is a view, its hidden tiles cannot be laid out"
            )
        if given.stack_size != len(given.stack):
            raise BadPosition(f"Paris: table '{where}.stack_size': it is {len(given.stack)}")
        tiles = [*given.stack, *([given.hand] if given.hand else [])]
        if any(tile[0] != "ob"[s] for tile in tiles):
            raise BadPosition(f"Paris: table '{where}': a tile of the other player (PA-SET-06)")
        if len(given.stack) >= TILES:
            raise BadPosition(f"Paris: table '{where}.stack': at most 7 tiles (PA-SET-11)")
        seat = table.seats[s]
        seat.hand = int(given.hand[1]) if given.hand else NOTHING
        for k, tile in enumerate(given.stack):
            seat.stack[k] = int(tile[1])
        seat.in_stack = len(given.stack)
        seat.reserve = _bits(given.reserve, f"{where}.reserve")
        seat.tokens = given.tokens


def _read_buildings(model: TableModel, table: Table) -> None:
    for given in model.buildings:
        b = _number(given.building, "buildings")
        where = f"Paris: table 'buildings': {given.building} at {given.anchor}"
        anchor = SPACE_NAMES.index(given.anchor)
        if table.owner[b] != NOBODY:
            raise BadPosition(f"{where} is listed twice")
        first = shape(b, given.orientation)
        for k in range(table.printed.size[b]):
            cell = table.printed.cells[first + k]
            row, column = (anchor >> 3) + (cell >> 3), (anchor & 7) + (cell & 7)
            if row > 7 or column > 7:
                raise BadPosition(f"{where} leaves the board (invariant 7)")
            if table.piece[8 * row + column] != NOTHING:
                space = SPACE_NAMES[8 * row + column]
                raise BadPosition(f"{where}: {space} is covered twice (PA-DEF-03)")
        stand_building(table, given.owner, b, anchor, given.orientation)


def _read_postcards(model: TableModel, table: Table) -> None:
    # The annexe joins a building, perhaps the garden, so it comes last.
    for given in sorted(model.postcards, key=lambda postcard: postcard.card == "BOU"):
        card = CARD_CODES.index(given.card)
        where = f"Paris: table 'postcards': {given.card}"
        if table.card_state[card] != State.OUT:
            raise BadPosition(f"{where} is listed twice (PA-SET-01)")
        table.card_state[card] = STATES.index(given.state)
        table.card_holder[card] = NOBODY if given.holder is None else given.holder
        if given.space is None:
            continue
        if given.holder is None or (PIECE_OF[card] < 0 and card != Card.BOU):
            raise BadPosition(f"{where}: it has no piece on the board (PA-COM-10)")
        space = SPACE_NAMES.index(given.space)
        covers = [space]
        if covers_two(table, card):
            covers.append(pair_of(space, given.facing))
            if covers[-1] == NOWHERE:
                raise BadPosition(f"{where}: its piece leaves the board (PA-JAR-02)")
        if any(table.piece[covered] != NOTHING for covered in covers):
            raise BadPosition(f"{where}: {given.space} is covered twice (PA-DEF-03)")
        if card == Card.BOU:
            beside = neighbour(space, given.facing)
            piece = table.piece[beside] if beside != NOWHERE else NOTHING
            if not 0 <= piece < BUILT or table.owner[piece] != given.holder:
                raise BadPosition(f"{where}: no own building on that side (PA-BOU-01)")
        stand_special(table, given.holder, card, space, given.facing)
    for s in range(SEATS):
        used = sum(table.owner[b] == s for b in range(BUILT))
        given_chimneys = model.seats[s].chimneys
        if given_chimneys + used != CHIMNEYS:
            raise BadPosition(
                f"Paris: table 'seats.{s}.chimneys': {given_chimneys} left and {used} on buildings "
                f"make {given_chimneys + used}, not {CHIMNEYS} (invariant 5)"
            )
    if table.owner[GARDEN] != NOBODY and table.card_state[Card.JAR] != State.USED:
        raise BadPosition("Paris: table 'postcards': JAR stands on the board but is not used")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the table in a position or a view."""
    return TableModel.model_json_schema()
