"""Positions of Paris as JSON; `table.py` declares all of them but the odd shapes."""

from __future__ import annotations

from typing import Annotated, Literal, NoReturn

from pydantic import Field

from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.kinds import UNSEEN, VIEW, Reading, list_of
from horta.core.position import Odd, Position, dice
from horta.games.paris.building import stand_building
from horta.games.paris.cards import PIECE_OF
from horta.games.paris.components import (
    BUILDINGS,
    CARD_CODES,
    CHIMNEYS,
    LETTERS,
    POSTCARDS,
    SEATS,
    SPACES,
    SQUARES,
    TILES,
    Card,
)
from horta.games.paris.hidden import unseen
from horta.games.paris.moves import BUILDING_NAMES, SPACE_NAMES
from horta.games.paris.phase1 import lay_tile
from horta.games.paris.postcards import covers_two, pair_of, stand_special
from horta.games.paris.setup import clear
from horta.games.paris.table import (
    BUILT,
    GARDEN,
    HIDDEN,
    NOBODY,
    NOTHING,
    NOWHERE,
    SEEN_BY_SEAT,
    WHERE,
    State,
    Table,
    base_of,
    neighbour,
    shape,
)

Tile = Annotated[str, Field(pattern=r"^[ob][0-7]$", description="owner and number, `o3`")]
LaidTile = Annotated[
    str, Field(pattern=r"^[ob][0-7]/[0-3]$", description="tile and clockwise turns, `o3/1`")
]
SpaceName = Annotated[str, Field(pattern=r"^[a-h][1-8]$", description=WHERE)]


def tile_name(s: int, tile: int) -> str:
    """Return the name of a seat's tile."""
    return f"{'ob'[s]}{tile}"


def own_tile(reading: Reading, name: str, s: int) -> int:
    """Return the number of a seat's tile by its name, or refuse one of the other seat."""
    if name[0] != "ob"[s]:
        reading.refuse(mark("a tile of the other player (PA-SET-06)"))
    return int(name[1])


def write_hand(table: Table, s: int) -> str | None:
    """Tell the tile in hand."""
    hand = table.seats[s].hand
    if hand == HIDDEN:
        return UNSEEN
    return None if hand == NOTHING else tile_name(s, hand)


def read_hand(reading: Reading, given: str | None, table: Table, s: int) -> None:
    """Put a tile into a hand."""
    if given == UNSEEN:
        reading.refuse(VIEW)
    if given is not None:
        table.seats[s].hand = own_tile(reading, given, s)


def write_stack(table: Table, s: int) -> list[str] | None:
    """Tell the tiles to come; a view does not."""
    seat = table.seats[s]
    return None if table.seen_by else [tile_name(s, seat.stack[k]) for k in range(seat.in_stack)]


def read_stack(reading: Reading, given: list[str] | None, table: Table, s: int) -> None:
    """Stack the tiles to come."""
    if given is None:
        reading.refuse(VIEW)
    if len(given) >= TILES:
        reading.refuse(mark("at most 7 tiles (PA-SET-11)"))
    for k, name in enumerate(given):
        table.seats[s].stack[k] = own_tile(reading, name, s)


def write_unseen(table: Table, s: int) -> list[str]:
    """Tell, in a view, the tiles whose place the viewer cannot know."""
    tiles = unseen(table, table.seen_by - SEEN_BY_SEAT, s) if table.seen_by else 0
    return [tile_name(s, k) for k in range(TILES) if (tiles >> k) & 1]


def write_squares(table: Table) -> list[str | None]:
    """Tell the tiles on the squares."""
    return [
        f"{tile_name(tile // TILES, tile % TILES)}/{turn}" if tile != NOTHING else None
        for tile, turn in zip(table.square_tile, table.square_turn, strict=True)
    ]


def read_squares(reading: Reading, given: list[str | None], table: Table) -> None:
    """Lay tiles on the squares."""
    for square, laid in enumerate(given):
        if laid is not None:
            lay_tile(table, "ob".index(laid[0]), int(laid[1]), square, int(laid[3]))


def board(table: Table) -> list[str]:
    """Return the rows of the board as letters."""
    bases = [base_of(table, space) for space in range(SPACES)]
    letters = ["." if base == NOTHING else LETTERS[base] for base in bases]
    return ["".join(letters[8 * row : 8 * row + 8]) for row in range(8)]


def write_spaces(table: Table, building: int) -> list[str]:
    """Tell what a building covers."""
    return [SPACE_NAMES[k] for k in range(SPACES) if table.piece[k] == building]


POSITION = Position(
    "Paris",
    Table,
    lambda table: SEATS,
    Odd(
        "squares",
        list_of(LaidTile | None, SQUARES, SQUARES),
        write_squares,
        read_squares,
        about="the tile on each square, in reading order",
    ),
    Odd(
        "board",
        list[str],
        board,
        about="the spaces: o, b, m, L, and . where no tile lies; not read",
        default=[],
        after="squares",
    ),
    Odd(
        "seats.hand",
        Tile | Literal["?"] | None,
        write_hand,
        read_hand,
        about="the tile in hand; '?' in a view: hidden",
    ),
    Odd(
        "seats.stack",
        list[Tile] | None,
        write_stack,
        read_stack,
        about="the next tile first; null in a view: hidden",
    ),
    Odd(
        "seats.unseen",
        list[Tile],
        write_unseen,
        about="in a view: the tiles whose place the viewer cannot know",
        default=[],
        after="stack_size",
    ),
    Odd(
        "buildings.spaces",
        list[SpaceName],
        write_spaces,
        about="what it covers, its annexe included; not read",
        default=[],
        after="orientation",
    ),
    dice(),
)

to_json = POSITION.write
schema = POSITION.schema


def from_json(position: Json, table: Table) -> None:
    """Lay a position out on a table that holds its options; `BadPosition` names what is wrong."""
    reading = POSITION.read(position, table, clear)
    chimneys = []
    for s in range(SEATS):
        seat = table.seats[s]
        stacked = sum(tile != NOTHING for tile in seat.stack)
        if seat.in_stack != stacked:
            with reading.inside(f"seats.{s}.stack_size"):
                reading.refuse(mark("it is {size}"), size=stacked)
        chimneys.append(seat.chimneys)
        seat.chimneys = CHIMNEYS
    with reading.inside("buildings"):
        stand_buildings(reading, table)
    with reading.inside("postcards"):
        stand_specials(reading, table)
    for s, left in enumerate(chimneys):
        used = CHIMNEYS - table.seats[s].chimneys
        if left + used != CHIMNEYS:
            with reading.inside(f"seats.{s}.chimneys"):
                reading.refuse(
                    mark(
                        "{left} left and {used} on buildings make {both}, not {all} (invariant 5)"
                    ),
                    left=left,
                    used=used,
                    both=left + used,
                    all=CHIMNEYS,
                )


def stand_buildings(reading: Reading, table: Table) -> None:
    """Put the buildings on the spaces of the board."""
    for b in range(BUILDINGS):
        if table.owner[b] == NOBODY:
            continue
        anchor, orientation = table.anchor[b], table.orientation[b]
        what = f"{BUILDING_NAMES[b]} ({SPACE_NAMES[anchor]})"
        first = shape(b, orientation)
        for k in range(table.printed.size[b]):
            cell = table.printed.cells[first + k]
            row, column = (anchor >> 3) + (cell >> 3), (anchor & 7) + (cell & 7)
            if row > 7 or column > 7:
                reading.refuse(mark("{what} leaves the board (invariant 7)"), what=what)
            space = 8 * row + column
            if table.piece[space] != NOTHING:
                refuse_covered(reading, what, space)
        stand_building(table, table.owner[b], b, anchor, orientation)


def stand_specials(reading: Reading, table: Table) -> None:
    """Put the special pieces of postcards on the spaces of the board."""
    # The annexe joins a building, perhaps the garden, so it comes last.
    for card in sorted(range(POSTCARDS), key=lambda card: card == Card.BOU):
        space, facing, holder = table.spot[card], table.facing[card], table.card_holder[card]
        what = CARD_CODES[card]
        if space == NOWHERE:
            table.facing[card] = 0
            continue
        if holder == NOBODY or (PIECE_OF[card] < 0 and card != Card.BOU):
            reading.refuse(mark("{what}: it has no piece on the board (PA-COM-10)"), what=what)
        covers = [space]
        if covers_two(table, card):
            covers.append(pair_of(space, facing))
            if covers[-1] == NOWHERE:
                reading.refuse(mark("{what}: its piece leaves the board (PA-JAR-02)"), what=what)
        if any(table.piece[covered] != NOTHING for covered in covers):
            refuse_covered(reading, what, space)
        if card == Card.BOU:
            beside = neighbour(space, facing)
            piece = table.piece[beside] if beside != NOWHERE else NOTHING
            if not 0 <= piece < BUILT or table.owner[piece] != holder:
                reading.refuse(mark("{what}: no own building on that side (PA-BOU-01)"), what=what)
        stand_special(table, holder, card, space, facing)
    if table.owner[GARDEN] != NOBODY and table.card_state[Card.JAR] != State.USED:
        reading.refuse(mark("JAR stands on the board but is not used"))


def refuse_covered(reading: Reading, what: str, space: int) -> NoReturn:
    """Refuse a piece on a space that another one covers."""
    reading.refuse(
        mark("{what}: {space} is covered twice (PA-DEF-03)"), what=what, space=SPACE_NAMES[space]
    )
