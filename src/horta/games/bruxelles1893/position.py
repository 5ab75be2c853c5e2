"""Positions of Bruxelles 1893 as JSON; `table.py` declares all of them but the odd shapes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.kinds import UNKNOWN, VIEW, Reading, list_of
from horta.core.position import Odd, Position, dice
from horta.core.validation import TOO_MANY
from horta.games.bruxelles1893.exchange import stock_value
from horta.games.bruxelles1893.meanings import (
    TRACK_NAMES,
    WHERE,
    WORK_NUMBERS,
    a_prize,
    named,
)
from horta.games.bruxelles1893.moves import COLUMN_NAMES, SPACE_NAMES
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BOARD_NAMES,
    COLOUR_NAMES,
    COLOURED,
    HOUSES,
    PAVILIONS,
    ROW_NAMES,
    ROWS,
    SIDE,
    SPACES,
    STOCK_CARDS,
)
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.setup import clear, print_acts
from horta.games.bruxelles1893.table import (
    GONE,
    NOBODY,
    NOTHING,
    SHOP,
    STRIP,
    TUCKED,
    ZONES,
    Table,
    level,
)
from horta.games.bruxelles1893.variant import lay_board

STRIP_NAMES = tuple(f"{k + 1} {side}" for side in ("plain", "marked") for k in range(SIDE))
WORK = named(WORK_NUMBERS).kind
PRIZE = a_prize().kind
ARCHITECT = named({name: k + 1 for k, name in enumerate(BOARD_NAMES)}, empty=True, none=0).kind
Stock = Annotated[int, Field(ge=1, le=STOCK_CARDS)]
# Open spaces are not read, so whatever stands there does no harm.
OpenSpace = Annotated[str, Field(json_schema_extra={"enum": list(SPACE_NAMES)}, description=WHERE)]


def write_zone(table: Table) -> list[str]:
    """Tell which spaces are open."""
    return [name for k, name in enumerate(SPACE_NAMES) if (table.zone >> k) & 1]


def write_strips(table: Table) -> list[str]:
    """Tell which strip lies in each row, and which side is up."""
    return [STRIP_NAMES[SIDE * table.side[row] + table.strip[row]] for row in range(SIDE)]


def read_strips(reading: Reading, given: list[str], table: Table) -> None:
    """Lay the strips; the actions of the spaces follow."""
    for row, name in enumerate(given):
        if name not in STRIP_NAMES:
            reading.refuse(UNKNOWN, name=name)
        table.side[row], table.strip[row] = divmod(STRIP_NAMES.index(name), SIDE)
    if len(set(table.strip)) != SIDE:
        reading.refuse(mark("a strip lies there twice (B93-SET-01)"))
    print_acts(table)


def write_acts(table: Table) -> list[str]:
    """Tell the action of each space."""
    return [ACT_NAMES[act] for act in table.act]


def write_shop(table: Table) -> list[list[str]]:
    """Tell the works in the shop, those that cannot be seen first."""
    return [
        [WORK.told(table.shop[SHOP * side + k]) for k in range(table.shop_size[side])]
        for side in range(2)
    ]


def read_shop(reading: Reading, given: list[list[str]], table: Table) -> None:
    """Put works into the shop."""
    for side, works in enumerate(given):
        if len(works) > SHOP:
            reading.refuse(TOO_MANY, max_length=SHOP)
        for k, work in enumerate(works):
            table.shop[SHOP * side + k] = WORK.number(work, reading)
        table.shop_size[side] = len(works)


def write_stock(table: Table) -> list[int]:
    """Tell the stock cards that were turned up."""
    return [table.stock[k] + 1 for k in range(table.round_number)]


def read_stock(reading: Reading, given: list[int], table: Table) -> None:
    """Lay out the stock cards of the rounds so far."""
    if len(given) != table.round_number:
        refuse_stock(reading)
    for k, number in enumerate(given):
        table.stock[k] = number - 1


def write_stock_pile(table: Table) -> list[int] | None:
    """Tell the stock cards to come; a view does not."""
    if table.seen_by:
        return None
    return [table.stock[k] + 1 for k in range(table.round_number, STOCK_CARDS)]


def read_stock_pile(reading: Reading, given: list[int] | None, table: Table) -> None:
    """Stack the stock cards to come."""
    if given is None:
        reading.refuse(VIEW)
    cards = [*write_stock(table), *given]
    if sorted(cards) != list(range(1, STOCK_CARDS + 1)):
        refuse_stock(reading)
    for k, number in enumerate(cards):
        table.stock[k] = number - 1


def refuse_stock(reading: Reading) -> None:
    """Refuse stock cards that are too many, too few, or not all different."""
    reading.refuse(mark("12 different cards, one seen in each round"))


def write_stock_value(table: Table) -> int:
    """Tell what this round's stock card pays."""
    return int(stock_value(table)) if table.round_number else 0


def prizes_at(table: Table, place: int) -> list[int]:
    """Return the numbers of the prizes that lie in a place."""
    cards = range(table.edition.prizes)
    return [PRIZE.told(card) for card in cards if table.prize_place[card] == place]


def read_gone(reading: Reading, given: list[int], table: Table) -> None:
    """Say where the prizes lie: below the columns, or out of the game."""
    for column in range(SIDE):
        if table.prize[column] != NOTHING:
            table.prize_place[table.prize[column]] = STRIP + column
    for number in given:
        table.prize_place[number - 1] = GONE


def write_rows(table: Table, s: int) -> dict[str, list[int]]:
    """Tell the prizes under the lines of a seat."""
    return {name: prizes_at(table, TUCKED + ROWS * s + row) for row, name in enumerate(ROW_NAMES)}


def read_rows(reading: Reading, given: dict[str, list[int]], table: Table, s: int) -> None:
    """Tuck prizes under the lines of a seat."""
    for row, name in enumerate(ROW_NAMES):
        for number in given.get(name, []):
            if number > table.edition.prizes:
                reading.refuse(mark("there is no card {number}"), number=number)
            table.prize_place[number - 1] = TUCKED + ROWS * s + row
            table.seats[s].symbols[row] += table.printed.symbols[number - 1]


def write_levels(table: Table, s: int) -> dict[str, int]:
    """Tell the values at the discs of a seat."""
    return {name: level(table, s, k) for k, name in enumerate(TRACK_NAMES)}


def write_multipliers(table: Table, s: int) -> dict[str, int]:
    """Tell the multipliers of the lines of a seat."""
    return {name: multiplier(table, s, row) for row, name in enumerate(ROW_NAMES)}


def write_architect(table: Table, s: int) -> Any:
    """Tell whose board a seat has."""
    return ARCHITECT.told(table.seats[s].architect)


def read_architect(reading: Reading, given: str, table: Table, s: int) -> None:
    """Give a seat its board."""
    lay_board(table, s, ARCHITECT.number(given, reading))


POSITION = Position(
    "Bruxelles 1893",
    Table,
    lambda table: int(table.players),
    Odd("zone", list[OpenSpace], write_zone, about="open spaces; not read", default=[]),
    Odd(
        "strips",
        list_of(str, SIDE, SIDE),
        write_strips,
        read_strips,
        about="number and side of the strip in each row, `3 plain`",
    ),
    Odd("acts", list[str], write_acts, about="action of each space; not read", default=[]),
    Odd(
        "workshop.shop",
        list_of(list_of(WORK.type()), 2, 2),
        write_shop,
        read_shop,
        about="the two sides of the shop, the visible work last",
    ),
    Odd(
        "stock",
        list[Stock],
        write_stock,
        read_stock,
        about="stock cards by number, this round's last",
    ),
    Odd(
        "stock_pile",
        list[Stock] | None,
        write_stock_pile,
        read_stock_pile,
        about="cards to come, the next one first; null: hidden",
        after="stock",
    ),
    Odd(
        "stock_value",
        int,
        write_stock_value,
        about="what this round's card pays; not read",
        default=0,
        after="stock_pile",
    ),
    Odd("prizes.gone", list_of(PRIZE.type()), lambda table: prizes_at(table, GONE), read_gone),
    Odd(
        "seats.levels",
        dict[str, int],
        write_levels,
        about="values at the discs; not read",
        default={},
        after="tracks",
    ),
    Odd(
        "seats.rows",
        dict[str, list_of(PRIZE.type())],  # type: ignore[misc]
        write_rows,
        read_rows,
        about="cards under each line",
    ),
    Odd(
        "seats.multipliers",
        dict[str, int],
        write_multipliers,
        about="of each line; not read",
        default={},
        after="rows",
    ),
    Odd(
        "seats.architect",
        ARCHITECT.type(),
        write_architect,
        read_architect,
        about="whose board this is in the variant",
        default=None,
        when="asymmetric",
    ),
    dice(),
)

to_json = POSITION.write
schema = POSITION.schema


def from_json(position: Json, table: Table) -> None:
    """Lay a position out on a table that holds its options; `BadPosition` names what is wrong."""
    reading = POSITION.read(position, table, clear)
    if table.belle_epoque:
        check_belle_epoque(reading, position)
    if position.get("moment") is None:
        table.sold_as = table.sold
    table.zone = int(ZONES[table.crest]) if table.crest != NOTHING else 0
    check_works(reading, table)
    check_prizes(reading, table)
    if table.ring_size != table.printed.ring_size:
        with reading.inside("ring"):
            reading.refuse(mark("it has {places} places"), places=table.printed.ring_size)
    stand_figures(reading, table)


def check_belle_epoque(reading: Reading, position: Json) -> None:
    """Refuse a position that lacks what the expansion brings."""
    parts = {"": position} | {f"seats.{s}.": seat for s, seat in enumerate(position["seats"])}
    for place, part in parts.items():
        if part.get("belle") is None:
            with reading.inside(f"{place}belle"):
                reading.refuse(mark("Belle Époque cannot do without it"))


def check_works(reading: Reading, table: Table) -> None:
    """Refuse black works among those that are drawn."""
    for key, works in (("workshop.pile", table.pile), ("workshop.drawn", table.drawn)):
        if any(colour >= COLOURED for colour in works):
            with reading.inside(key):
                reading.refuse(UNKNOWN, name=COLOUR_NAMES[COLOURED])


def check_prizes(reading: Reading, table: Table) -> None:
    """Refuse more prizes than the edition has, and prizes that are won but not there."""
    with reading.inside("prizes"):
        if table.prizes_left > table.edition.prizes:
            reading.refuse(TOO_MANY, max_length=table.edition.prizes)
        for column, name in enumerate(COLUMN_NAMES):
            won = table.winner[column] != NOBODY or table.tied[column]
            if won and table.prize[column] == NOTHING:
                reading.refuse(mark("column {column} has no card to win"), column=name)


def stand_figures(reading: Reading, table: Table) -> None:
    """Count what stands on the board, for the spaces and for the seats."""
    for k in range(SPACES):
        table.figures |= (table.figure[k] != NOBODY) << k
        table.houses |= (table.house[k] != NOBODY) << k
    for s in range(reading.players):
        seat = table.seats[s]
        seat.on_board = sum(table.figure[k] == s for k in range(SPACES))
        seat.built = sum(table.house[k] == s for k in range(SPACES))
        seat.built += sum(table.pavilion[k] == s for k in range(PAVILIONS))
        if seat.built > HOUSES:
            with reading.inside("board"):
                reading.refuse(
                    mark("seat {seat} has more than {most} buildings"), seat=s, most=HOUSES
                )
