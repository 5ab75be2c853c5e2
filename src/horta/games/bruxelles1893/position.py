"""Positions of Bruxelles 1893 as JSON: written, read back, and described by a schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from horta.core.dice import seed_dice
from horta.core.errors import BadPosition
from horta.core.faults import TABLE, first_problem
from horta.core.game import Json
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    BACK,
    BOARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    CUBE_KINDS,
    DECK,
    HOUSES,
    KIND_NAMES,
    MOST_BID,
    NOTABLE_NAMES,
    PAVILIONS,
    PLACE_NAMES,
    POWER_NAMES,
    ROUNDS,
    ROW_NAMES,
    ROWS,
    SEATS,
    SIDE,
    SPACES,
    STOCK_CARDS,
    TILES,
    TRACKS,
    TRAVELLERS,
    UNIT_KINDS,
    WORKS,
)
from horta.games.bruxelles1893.exchange import stock_value
from horta.games.bruxelles1893.moves import (
    COLUMN_NAMES,
    CREST_NAMES,
    CURSOR_NAMES,
    FIGURE_NAMES,
    MODE_NAMES,
    SPACE_NAMES,
    TARGET_NAMES,
)
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.setup import clear, print_acts
from horta.games.bruxelles1893.table import (
    BASE_SOURCES,
    GONE,
    HIDDEN,
    MOST_DRAWN,
    NEUTRAL,
    NOBODY,
    NOTHING,
    PILE,
    SHOP,
    SIGHT_ALL,
    STRIP,
    TUCKED,
    ZONES,
    By,
    Decision,
    Source,
    Table,
    level,
)
from horta.games.bruxelles1893.variant import lay_board
from horta.games.bruxelles1893.windows import Window

TITLE = "Bruxelles 1893"
DECISIONS = tuple(decision.name.lower() for decision in Decision if decision <= Decision.OVER)
WAYS = tuple(way.name.lower() for way in By)
SOURCES = tuple(source.name.lower() for source in Source)
CUBE_NAMES = KIND_NAMES[:CUBE_KINDS]
UNIT_NAMES = KIND_NAMES[:UNIT_KINDS]
TRACK_NAMES = POWER_NAMES[:TRACKS]
SIDE_NAMES = ("plain", "marked")
WINDOW_NAMES = tuple(window.name.lower() for window in Window)
# Works by their numbers in the shop and in a sale: white ones are named by their printed colours.
WHITE_NAMES = tuple(f"white-{name}" for name in COLOUR_NAMES[:COLOURED])
PAY_MODES = ("plain", *MODE_NAMES)


def _names(names: tuple[str, ...], description: str = "") -> Any:
    return Field(json_schema_extra={"enum": list(names)}, description=description)


SeatNumber = Annotated[int, Field(ge=0, lt=SEATS)]
SpaceName = Annotated[str, _names(SPACE_NAMES, "column a to e from the left, row 1 at the top")]
NotableName = Annotated[str, _names(NOTABLE_NAMES)]
ColourName = Annotated[str, _names(COLOUR_NAMES, "brown is pink in the first edition")]
WorkName = Annotated[str, _names((*COLOUR_NAMES, *WHITE_NAMES))]
KindName = Annotated[str, _names(KIND_NAMES)]
Count = Annotated[int, Field(ge=0, le=120)]
PrizeNumber = Annotated[int, Field(ge=1, le=30, description="number of the card, from 1")]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatBelleModel(_Model):
    """What a player has of Belle Époque."""

    white: dict[str, Count] = Field(default={}, description="white works, by printed colour")
    travellers: Annotated[int, Field(ge=0, le=TRAVELLERS)] = 0
    travelling: dict[str, Count] = Field(default={}, description="travellers on the four places")
    tiles: list[Annotated[int, Field(ge=1, le=TILES)]] = Field(
        default=[], description="end-game tiles on which an assistant stands"
    )
    mp_more: Annotated[int, Field(ge=0, le=2)] = Field(
        default=0, description="symbols that card 26 adds this round"
    )


class SeatModel(_Model):
    """What a player has."""

    money: int = Field(ge=0, le=30_000)
    earned: dict[str, Annotated[int, Field(ge=-1000, le=30_000)]] = Field(
        description="points on the score track, by source"
    )
    cubes: dict[str, Count]
    works: dict[str, Count]
    notables: list[NotableName]
    tilted: list[NotableName] = Field(description="those that were used this round")
    reserve: Count = Field(description="assistants that can be placed")
    on_board: Count = Field(default=0, description="assistants on the board; not read")
    brussels: dict[str, Count] = Field(description="assistants on the four places")
    justice: Count
    tracks: dict[str, Annotated[int, Field(ge=0, le=6)]] = Field(description="0 is the first space")
    levels: dict[str, int] = Field(default={}, description="values at the discs; not read")
    built: Count = Field(default=0, description="buildings on the board; not read")
    rows: dict[str, list[PrizeNumber]] = Field(description="cards under each line")
    multipliers: dict[str, int] = Field(default={}, description="of each line; not read")
    rows_used: list[str] = Field(description="lines that took a card this round")
    exhibits: Count = Field(description="Exposition tiles, or face-down prestige cards")
    passed: bool
    settled: bool = Field(description="has paid his notables at the end")
    belle: SeatBelleModel | None = None
    architect: Annotated[str, _names(BOARD_NAMES)] | None = Field(
        default=None, description="whose board this is in the variant"
    )


class SpaceModel(_Model):
    """A space of the Art Nouveau board on which something stands."""

    space: SpaceName
    figure: SeatNumber | Literal["neutral"] | None = None
    bid: Annotated[int, Field(ge=0, le=MOST_BID)] = 0
    house: SeatNumber | None = None


class WorkshopModel(_Model):
    """The works that nobody owns."""

    stacks: dict[str, Count] = Field(description="works in the workshop, by colour")
    pile: list[ColourName | Literal["?"]] = Field(
        description="first edition: the coloured ones in order, the top first; '?': hidden"
    )
    seen: list[SeatNumber | None] = Field(description="who put each of them back and knows it")
    drawn: list[ColourName | Literal["?"]] = Field(description="drawn, one is to be kept")
    shop: Annotated[list[list[WorkName]], Field(min_length=2, max_length=2)] = Field(
        description="the two sides of the shop, the visible work last"
    )


class PrizesModel(_Model):
    """Bonus cards or prestige cards."""

    strip: Annotated[list[PrizeNumber | None], Field(min_length=SIDE, max_length=SIDE)]
    winner: Annotated[list[SeatNumber | None], Field(min_length=SIDE, max_length=SIDE)]
    tied: Annotated[list[list[SeatNumber]], Field(min_length=SIDE, max_length=SIDE)]
    gone: list[PrizeNumber]
    pile: list[PrizeNumber] | None = Field(description="the next card last; null: hidden")
    pile_size: Count
    face_down: list[PrizeNumber | Literal["?"]] = Field(
        description="second edition: the cards of those who passed first, round by round"
    )


class PavilionModel(_Model):
    """A pavilion space and the card beside it."""

    card: Annotated[int, Field(ge=1, le=CARDS)]
    owner: SeatNumber | None = Field(default=None, description="who built it and owns the card")
    used: bool = Field(default=False, description="the card was used this round")


class BelleModel(_Model):
    """The Belle Époque board."""

    tiles: list[Annotated[int, Field(ge=1, le=TILES)]] = Field(description="open end-game tiles")
    pavilions: Annotated[list[PavilionModel], Field(min_length=PAVILIONS, max_length=PAVILIONS)] = (
        Field(description="beside rows 1 to 5")
    )
    railway: Annotated[int, Field(ge=0, le=TRAVELLERS)] = Field(
        description="travellers at the station"
    )
    on_card: Annotated[str, _names(FIGURE_NAMES)] | None = Field(
        default=None, description="the figure on card 22"
    )
    doubled: SpaceName | None = Field(default=None, description="counts twice at crests")
    row_chosen: Annotated[str, _names(ROW_NAMES)] | None = Field(
        default=None, description="the line that tile 2 raises"
    )
    tiles_done: bool = Field(default=False, description="end-game tiles have paid their francs")


class MomentModel(_Model):
    """What is under way with Belle Époque or the variant."""

    window: Annotated[str, _names(WINDOW_NAMES)] | None = Field(
        default=None, description="the open window"
    )
    asked: Annotated[int, Field(ge=0, lt=SEATS)] = Field(
        default=0, description="seats that were asked in it before"
    )
    place: Annotated[str, _names(PLACE_NAMES)] | None = Field(
        default=None, description="where in Brussels the turn goes"
    )
    sold_as: ColourName | None = None
    more_steps: Annotated[int, Field(ge=0, le=2)] = 0
    target: Annotated[str, _names(TARGET_NAMES)] = TARGET_NAMES[0]
    mode: Annotated[str, _names(PAY_MODES)] = PAY_MODES[0]
    cubes_paid: Annotated[int, Field(ge=0, le=9)] = Field(
        default=0, description="for the building of this turn"
    )
    turned_first: bool = False
    shown: NotableName | None = Field(default=None, description="the card that Hankar shows")
    dropping: list[Annotated[int, Field(ge=0, le=3)]] = Field(
        default=[], description="prices whose notables card 6 discards"
    )


class TableModel(_Model):
    """What lies on the table."""

    round: int = Field(ge=0, le=ROUNDS)
    decision: Annotated[str, _names(DECISIONS, "what the player to play is asked")]
    to_play: SeatNumber
    turn: SeatNumber
    first: SeatNumber = Field(description="first player of this round")
    token: SeatNumber = Field(description="holder of the Manneken-Pis")
    first_out: SeatNumber | None = Field(description="who passed first this round")
    neutrals: Annotated[int, Field(ge=0, le=2)]
    crest: Annotated[str, _names(CREST_NAMES)] | None
    zone: list[SpaceName] = Field(default=[], description="open spaces; not read")
    space: SpaceName | None = Field(description="where the assistant of this turn stands")
    acting: Annotated[str, _names(ACT_NAMES)] | None
    by: Annotated[str, _names(WAYS)]
    cubes_by: Annotated[str, _names(WAYS)]
    cubes_due: Annotated[int, Field(ge=0, le=2)]
    cubes_from: KindName
    notable: NotableName | None = Field(description="whose effect is carried out")
    sold: WorkName | None
    left: Count = Field(description="activations left in the Grand-Place")
    units: Annotated[int, Field(ge=0, le=9)] = Field(description="price of the building being paid")
    paid: dict[str, Count]
    column: Annotated[str, _names(COLUMN_NAMES)] | None
    dropped: list[NotableName] = Field(description="what the player to play leaves unpaid")
    strips: Annotated[list[str], Field(min_length=SIDE, max_length=SIDE)] = Field(
        description="number and side of the strip in each row, `3 plain`"
    )
    acts: list[str] = Field(default=[], description="action of each space; not read")
    board: list[SpaceModel]
    uses: dict[str, Count]
    supply: dict[str, Count]
    cursor: Annotated[str, _names(CURSOR_NAMES, "row and column of its centre, 1 to 5")]
    ring: list[KindName] = Field(description="the compass, clockwise")
    branches: Annotated[list[Annotated[int, Field(ge=0, le=6)]], Field(min_length=2, max_length=2)]
    workshop: WorkshopModel
    theatre: Annotated[list[NotableName | None], Field(min_length=4, max_length=4)] = Field(
        description="by price, the free place first"
    )
    deck: list[NotableName] | None = Field(description="the next card last; null: hidden")
    deck_size: Count
    discards: dict[str, Count]
    stock: list[Annotated[int, Field(ge=1, le=STOCK_CARDS)]] = Field(
        description="stock cards by number, this round's last"
    )
    stock_pile: list[Annotated[int, Field(ge=1, le=STOCK_CARDS)]] | None = Field(
        description="cards to come, the next one first; null: hidden"
    )
    stock_value: int = Field(default=0, description="what this round's card pays; not read")
    prizes: PrizesModel
    seats: Annotated[list[SeatModel], Field(min_length=2, max_length=SEATS)]
    dice: Annotated[list[int], Field(min_length=4, max_length=4)] | None = Field(
        default=None, description="the state of the dice; null in a view: hidden"
    )
    belle: BelleModel | None = Field(default=None, description="with Belle Époque")
    moment: MomentModel | None = Field(default=None, description="with Belle Époque or the variant")


def to_json(table: Table) -> Json:
    """Return what lies on the table; of a redacted table, what its viewer may know."""
    is_view = table.sight != SIGHT_ALL
    played = table.round_number
    notables = NOTABLE_NAMES[: table.cast]
    more: Json = {}
    if table.belle_epoque:
        more["belle"] = _belle_json(table)
    if table.windows:
        more["moment"] = _moment_json(table)
    return {
        "round": played,
        "decision": DECISIONS[table.decision],
        "to_play": table.to_play,
        "turn": table.turn,
        "first": table.first,
        "token": table.token,
        "first_out": _seat(table.first_out),
        "neutrals": table.neutrals,
        "crest": _name(CREST_NAMES, table.crest),
        "zone": _bits(SPACE_NAMES, table.zone),
        "space": _name(SPACE_NAMES, table.space),
        "acting": _name(ACT_NAMES, table.acting),
        "by": WAYS[table.by],
        "cubes_by": WAYS[table.cubes_by],
        "cubes_due": table.cubes_due,
        "cubes_from": KIND_NAMES[table.cubes_from],
        "notable": _name(NOTABLE_NAMES, table.notable),
        "sold": None if table.sold == NOTHING else _work(table.sold),
        "left": table.left,
        "units": table.units,
        "paid": _counts(UNIT_NAMES, table.paid),
        "column": _name(COLUMN_NAMES, table.column),
        "dropped": _bits(NOTABLE_NAMES, table.dropped),
        "strips": [f"{table.strip[r] + 1} {SIDE_NAMES[table.side[r]]}" for r in range(SIDE)],
        "acts": [ACT_NAMES[table.act[k]] for k in range(SPACES)],
        "board": [_space_json(table, k) for k in range(SPACES) if _is_used(table, k)],
        "uses": _counts(PLACE_NAMES, table.uses),
        "supply": _counts(CUBE_NAMES, table.supply),
        "cursor": CURSOR_NAMES[table.cursor],
        "ring": [KIND_NAMES[table.ring[k]] for k in range(table.ring_size)],
        "branches": [table.branch[0], table.branch[1]],
        "workshop": _workshop_json(table),
        "theatre": [_name(NOTABLE_NAMES, table.theatre[price]) for price in range(4)],
        "deck": None if is_view else [NOTABLE_NAMES[table.deck[k]] for k in range(table.deck_size)],
        "deck_size": table.deck_size,
        "discards": _counts(notables, table.discards),
        "stock": [table.stock[k] + 1 for k in range(played)],
        "stock_pile": None if is_view else [table.stock[k] + 1 for k in range(played, STOCK_CARDS)],
        "stock_value": stock_value(table) if played else 0,
        "prizes": _prizes_json(table),
        "seats": [_seat_json(table, s) for s in range(table.players)],
        "dice": None if is_view else [table.dice.a, table.dice.b, table.dice.c, table.dice.counter],
        **more,
    }


def _belle_json(table: Table) -> Json:
    return {
        "tiles": [k + 1 for k in range(TILES) if (table.tiles >> k) & 1],
        "pavilions": [
            {
                "card": table.card[k] + 1,
                "owner": _seat(table.pavilion[k]),
                "used": bool(table.card_used[k]),
            }
            for k in range(PAVILIONS)
        ],
        "railway": table.railway,
        "on_card": _name(FIGURE_NAMES, table.on_card - 1),
        "doubled": _name(SPACE_NAMES, table.doubled),
        "row_chosen": _name(ROW_NAMES, table.row_chosen),
        "tiles_done": bool(table.tiles_done),
    }


def _moment_json(table: Table) -> Json:
    return {
        "window": _name(WINDOW_NAMES, table.window),
        "asked": table.asked,
        "place": _name(PLACE_NAMES, table.place),
        "sold_as": _name(COLOUR_NAMES, table.sold_as),
        "more_steps": table.more_steps,
        "target": TARGET_NAMES[table.target],
        "mode": PAY_MODES[table.mode],
        "cubes_paid": table.cubes_paid,
        "turned_first": bool(table.turned_first),
        "shown": _name(NOTABLE_NAMES, table.shown),
        "dropping": [k for k in range(4) if (table.dropping >> k) & 1],
    }


def _work(work: int) -> str:
    return WHITE_NAMES[work - BACK] if work >= BACK else COLOUR_NAMES[work]


def _name(names: tuple[str, ...], k: int) -> str | None:
    return names[k] if k >= 0 else None


def _seat(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _bits(names: tuple[str, ...], bits: int) -> list[str]:
    return [name for k, name in enumerate(names) if (bits >> k) & 1]


def _counts(names: tuple[str, ...], values: Any) -> dict[str, int]:
    return {name: values[k] for k, name in enumerate(names)}


def _colour(colour: int) -> str:
    return "?" if colour == HIDDEN else COLOUR_NAMES[colour]


def _is_used(table: Table, k: int) -> bool:
    return table.figure[k] != NOBODY or table.house[k] != NOBODY


def _space_json(table: Table, k: int) -> Json:
    figure = table.figure[k]
    return {
        "space": SPACE_NAMES[k],
        "figure": "neutral" if figure == NEUTRAL else _seat(figure),
        "bid": table.bid[k],
        "house": _seat(table.house[k]),
    }


def _workshop_json(table: Table) -> Json:
    return {
        "stacks": _counts(COLOUR_NAMES, table.stacks),
        "pile": [_colour(table.pile[k]) for k in range(table.pile_size)],
        "seen": [_seat(table.pile_seen[k]) for k in range(table.pile_size)],
        "drawn": [_colour(table.drawn[k]) for k in range(table.drawn_size)],
        "shop": [
            [_work(table.shop[SHOP * side + k]) for k in range(table.shop_size[side])]
            for side in range(2)
        ],
    }


def _prizes_json(table: Table) -> Json:
    is_view = table.sight != SIGHT_ALL
    cards = range(table.edition.prizes)
    return {
        "strip": [_number(table.prize[c]) for c in range(SIDE)],
        "winner": [_seat(table.winner[c]) for c in range(SIDE)],
        "tied": [[s for s in range(SEATS) if (table.tied[c] >> s) & 1] for c in range(SIDE)],
        "gone": [card + 1 for card in cards if table.prize_place[card] == GONE],
        "pile": None if is_view else [table.prizes[k] + 1 for k in range(table.prizes_left)],
        "pile_size": table.prizes_left,
        "face_down": [
            "?" if table.face_down[k] == HIDDEN else table.face_down[k] + 1
            for k in range(ROUNDS)
            if table.face_down[k] != NOTHING
        ],
    }


def _number(card: int) -> int | None:
    return card + 1 if card >= 0 else None


def _seat_json(table: Table, s: int) -> Json:
    seat = table.seats[s]
    cards = range(table.edition.prizes)
    more: Json = {}
    if table.belle_epoque:
        more["belle"] = {
            "white": _counts(COLOUR_NAMES[:COLOURED], seat.white),
            "travellers": seat.travellers,
            "travelling": _counts(PLACE_NAMES, seat.travelling),
            "tiles": [k + 1 for k in range(TILES) if (seat.tiles >> k) & 1],
            "mp_more": seat.mp_more,
        }
    if table.asymmetric:
        more["architect"] = _name(BOARD_NAMES, seat.architect - 1)
    sources = SOURCES if table.belle_epoque else SOURCES[:BASE_SOURCES]
    return {
        "money": seat.money,
        "earned": _counts(sources, seat.earned),
        "cubes": _counts(CUBE_NAMES, seat.cubes),
        "works": _counts(COLOUR_NAMES, seat.works),
        "notables": _bits(NOTABLE_NAMES, seat.notables),
        "tilted": _bits(NOTABLE_NAMES, seat.tilted),
        "reserve": seat.reserve,
        "on_board": seat.on_board,
        "brussels": _counts(PLACE_NAMES, seat.brussels),
        "justice": seat.justice,
        "tracks": _counts(TRACK_NAMES, seat.step),
        "levels": {name: level(table, s, k) for k, name in enumerate(TRACK_NAMES)},
        "built": seat.built,
        "rows": {
            name: [c + 1 for c in cards if table.prize_place[c] == TUCKED + ROWS * s + row]
            for row, name in enumerate(ROW_NAMES)
        },
        "multipliers": {name: multiplier(table, s, row) for row, name in enumerate(ROW_NAMES)},
        "rows_used": _bits(ROW_NAMES, seat.rows_used),
        "exhibits": seat.exhibits,
        "passed": bool(seat.passed),
        "settled": bool(seat.settled),
        **more,
    }


def from_json(position: Json, table: Table) -> None:
    """Lay a position out on a table that holds its options; `BadPosition` names what is wrong."""
    try:
        model = TableModel.model_validate(position)
    except ValidationError as problem:
        raise BadPosition(TABLE, game=TITLE, problem=first_problem(problem)) from None
    if len(model.seats) != table.players:
        raise BadPosition(f"{TITLE}: table 'seats': there are {table.players} players")
    clear(table)
    if model.dice is None:
        seed_dice(table.dice, 0)
    else:
        table.dice.a, table.dice.b, table.dice.c, table.dice.counter = model.dice
    _check_options(model, table)
    _read_turn(model, table)
    _read_boards(model, table)
    _read_workshop(model.workshop, table)
    _read_cards(model, table)
    if model.belle is not None:
        _read_belle(model.belle, table)
    if model.moment is not None:
        _read_moment(model.moment, table)
    else:
        table.sold_as = table.sold
    for s, given in enumerate(model.seats):
        _read_seat(given, table, s)


def _check_options(model: TableModel, table: Table) -> None:
    """Refuse what the options of the game have no pieces for, and what they cannot do without."""
    for s, seat in enumerate(model.seats):
        if (seat.belle is not None) != bool(table.belle_epoque):
            raise BadPosition(f"{TITLE}: table 'seats.{s}.belle' goes with the option belle_epoque")
        if seat.architect is not None and not table.asymmetric:
            raise BadPosition(f"{TITLE}: table 'seats.{s}.architect': the game is not asymmetric")
    if (model.belle is not None) != bool(table.belle_epoque):
        raise BadPosition(f"{TITLE}: table 'belle' goes with the option belle_epoque")
    if model.moment is not None and not table.windows:
        raise BadPosition(f"{TITLE}: table 'moment': the game has no windows")


def _read_belle(given: BelleModel, table: Table) -> None:
    table.tiles = _read_numbers(given.tiles, "belle.tiles")
    for k, pavilion in enumerate(given.pavilions):
        table.card[k] = pavilion.card - 1
        table.pavilion[k] = NOBODY if pavilion.owner is None else pavilion.owner
        table.card_used[k] = pavilion.used
    table.railway = given.railway
    table.on_card = _at(FIGURE_NAMES, given.on_card, "belle.on_card") + 1
    table.doubled = _at(SPACE_NAMES, given.doubled, "belle.doubled")
    table.row_chosen = _at(ROW_NAMES, given.row_chosen, "belle.row_chosen")
    table.tiles_done = given.tiles_done


def _read_moment(given: MomentModel, table: Table) -> None:
    table.window = _at(WINDOW_NAMES, given.window, "moment.window")
    table.asked = given.asked
    table.place = _at(PLACE_NAMES, given.place, "moment.place")
    table.sold_as = _at(COLOUR_NAMES, given.sold_as, "moment.sold_as")
    table.more_steps = given.more_steps
    table.target = _at(TARGET_NAMES, given.target, "moment.target")
    table.mode = _at(PAY_MODES, given.mode, "moment.mode")
    table.cubes_paid = given.cubes_paid
    table.turned_first = given.turned_first
    table.shown = _at(NOTABLE_NAMES, given.shown, "moment.shown")
    table.dropping = sum(1 << price for price in set(given.dropping))


def _read_numbers(given: list[int], where: str) -> int:
    if len(set(given)) != len(given):
        raise BadPosition(f"{TITLE}: table '{where}': a number is listed twice")
    return sum(1 << (number - 1) for number in given)


def _read_work(name: str | None, where: str) -> int:
    if name in WHITE_NAMES:
        return BACK + WHITE_NAMES.index(name)
    return _at(COLOUR_NAMES, name, where)


def _at(names: tuple[str, ...], name: str | None, where: str) -> int:
    if name is None:
        return NOTHING
    if name not in names:
        raise BadPosition(f"{TITLE}: table '{where}': there is no '{name}'")
    return names.index(name)


def _read_bits(names: tuple[str, ...], given: list[str], where: str) -> int:
    bits = 0
    for name in given:
        bit = 1 << _at(names, name, where)
        if bits & bit:
            raise BadPosition(f"{TITLE}: table '{where}': '{name}' is listed twice")
        bits |= bit
    return bits


def _read_counts(names: tuple[str, ...], given: dict[str, int], into: Any, where: str) -> None:
    for k in range(len(names)):
        into[k] = 0
    for name, count in given.items():
        into[_at(names, name, where)] = count


def _read_turn(model: TableModel, table: Table) -> None:
    table.round_number = model.round
    table.decision = _at(DECISIONS, model.decision, "decision")
    table.to_play, table.turn = model.to_play, model.turn
    table.first, table.token = model.first, model.token
    table.first_out = NOBODY if model.first_out is None else model.first_out
    table.neutrals = model.neutrals
    table.crest = _at(CREST_NAMES, model.crest, "crest")
    table.zone = int(ZONES[table.crest]) if model.crest is not None else 0
    table.space = _at(SPACE_NAMES, model.space, "space")
    table.acting = _at(ACT_NAMES, model.acting, "acting")
    table.by = _at(WAYS, model.by, "by")
    table.cubes_by = _at(WAYS, model.cubes_by, "cubes_by")
    table.cubes_due = model.cubes_due
    table.cubes_from = _at(KIND_NAMES, model.cubes_from, "cubes_from")
    table.notable = _at(NOTABLE_NAMES, model.notable, "notable")
    table.sold = _read_work(model.sold, "sold")
    table.left, table.units = model.left, model.units
    _read_counts(UNIT_NAMES, model.paid, table.paid, "paid")
    table.column = _at(COLUMN_NAMES, model.column, "column")
    table.dropped = _read_bits(NOTABLE_NAMES, model.dropped, "dropped")


def _read_boards(model: TableModel, table: Table) -> None:
    for row, text in enumerate(model.strips):
        number, _, side = text.partition(" ")
        strip = _at(("1", "2", "3", "4", "5"), number, f"strips.{row}")
        table.strip[row] = strip
        table.side[row] = _at(SIDE_NAMES, side, f"strips.{row}")
    if len(set(table.strip)) != SIDE:
        raise BadPosition(f"{TITLE}: table 'strips': a strip lies there twice (B93-SET-01)")
    print_acts(table)
    for given in model.board:
        k = _at(SPACE_NAMES, given.space, "board")
        if _is_used(table, k):
            raise BadPosition(f"{TITLE}: table 'board': {given.space} is listed twice")
        if given.figure is not None:
            table.figure[k] = NEUTRAL if given.figure == "neutral" else given.figure
            table.figures |= 1 << k
        table.bid[k] = given.bid
        if given.house is not None:
            table.house[k] = given.house
            table.houses |= 1 << k
    _read_counts(PLACE_NAMES, model.uses, table.uses, "uses")
    _read_counts(CUBE_NAMES, model.supply, table.supply, "supply")
    table.cursor = _at(CURSOR_NAMES, model.cursor, "cursor")
    if len(model.ring) != table.printed.ring_size:
        raise BadPosition(f"{TITLE}: table 'ring': it has {table.printed.ring_size} places")
    for k, kind in enumerate(model.ring):
        table.ring[k] = _at(KIND_NAMES, kind, "ring")
    for b in range(2):
        table.branch[b] = model.branches[b]


def _read_workshop(model: WorkshopModel, table: Table) -> None:
    if "?" in model.pile or "?" in model.drawn:
        raise BadPosition(f"{TITLE}: table 'workshop': this is a view, hidden works cannot be laid")
    if len(model.pile) > PILE or len(model.drawn) > MOST_DRAWN:
        raise BadPosition(f"{TITLE}: table 'workshop': too many works (B93-CMP-11)")
    if len(model.seen) != len(model.pile):
        raise BadPosition(f"{TITLE}: table 'workshop.seen': one entry for each work of the pile")
    _read_counts(COLOUR_NAMES, model.stacks, table.stacks, "workshop.stacks")
    for k, colour in enumerate(model.pile):
        table.pile[k] = _at(COLOUR_NAMES[:COLOURED], colour, "workshop.pile")
        seen = model.seen[k]
        table.pile_seen[k] = NOBODY if seen is None else seen
    table.pile_size = len(model.pile)
    for k, colour in enumerate(model.drawn):
        table.drawn[k] = _at(COLOUR_NAMES[:COLOURED], colour, "workshop.drawn")
    table.drawn_size = len(model.drawn)
    for side, works in enumerate(model.shop):
        if len(works) > WORKS * COLOURS:
            raise BadPosition(f"{TITLE}: table 'workshop.shop': too many works (B93-CMP-11)")
        for k, colour in enumerate(works):
            table.shop[SHOP * side + k] = _read_work(colour, "workshop.shop")
        table.shop_size[side] = len(works)


def _read_cards(model: TableModel, table: Table) -> None:
    prizes = model.prizes
    if model.deck is None or model.stock_pile is None or prizes.pile is None:
        raise BadPosition(f"{TITLE}: table: this is a view, its hidden cards cannot be laid out")
    if len(model.deck) > DECK or len(prizes.face_down) > ROUNDS:
        raise BadPosition(f"{TITLE}: table 'deck': too many cards")
    for price, name in enumerate(model.theatre):
        table.theatre[price] = _at(NOTABLE_NAMES, name, "theatre")
    for k, name in enumerate(model.deck):
        table.deck[k] = _at(NOTABLE_NAMES, name, "deck")
    table.deck_size = len(model.deck)
    _read_counts(NOTABLE_NAMES, model.discards, table.discards, "discards")
    stock = [*model.stock, *model.stock_pile]
    if sorted(stock) != list(range(1, STOCK_CARDS + 1)) or len(model.stock) != model.round:
        raise BadPosition(f"{TITLE}: table 'stock': 12 different cards, one seen in each round")
    for k, number in enumerate(stock):
        table.stock[k] = number - 1
    if len(prizes.pile) > table.edition.prizes:
        raise BadPosition(f"{TITLE}: table 'prizes.pile': too many cards")
    for k, number in enumerate(prizes.pile):
        table.prizes[k] = number - 1
    table.prizes_left = len(prizes.pile)
    for column in range(SIDE):
        card, winner = prizes.strip[column], prizes.winner[column]
        if card is not None:
            table.prize[column] = card - 1
            table.prize_place[card - 1] = STRIP + column
        table.winner[column] = NOBODY if winner is None else winner
        table.tied[column] = sum(1 << s for s in set(prizes.tied[column]))
        if card is None and (winner is not None or prizes.tied[column]):
            raise BadPosition(f"{TITLE}: table 'prizes': column {column} has no card to win")
    for number in prizes.gone:
        table.prize_place[number - 1] = GONE
    for k, face in enumerate(prizes.face_down):
        if face == "?":
            raise BadPosition(
                f"{TITLE}: table 'prizes': this is a view, face-down cards are hidden"
            )
        table.face_down[k] = int(face) - 1


def _read_seat(given: SeatModel, table: Table, s: int) -> None:
    seat, where = table.seats[s], f"seats.{s}"
    seat.money = given.money
    _read_counts(SOURCES, given.earned, seat.earned, f"{where}.earned")
    _read_counts(CUBE_NAMES, given.cubes, seat.cubes, f"{where}.cubes")
    _read_counts(COLOUR_NAMES, given.works, seat.works, f"{where}.works")
    seat.notables = _read_bits(NOTABLE_NAMES, given.notables, f"{where}.notables")
    seat.tilted = _read_bits(NOTABLE_NAMES, given.tilted, f"{where}.tilted")
    seat.reserve, seat.justice = given.reserve, given.justice
    _read_counts(PLACE_NAMES, given.brussels, seat.brussels, f"{where}.brussels")
    _read_counts(TRACK_NAMES, given.tracks, seat.step, f"{where}.tracks")
    for row, name in enumerate(ROW_NAMES):
        for number in given.rows.get(name, []):
            if number > table.edition.prizes:
                raise BadPosition(f"{TITLE}: table '{where}.rows': there is no card {number}")
            table.prize_place[number - 1] = TUCKED + ROWS * s + row
            seat.symbols[row] += table.printed.symbols[number - 1]
    seat.rows_used = _read_bits(ROW_NAMES, given.rows_used, f"{where}.rows_used")
    seat.exhibits = given.exhibits
    seat.passed, seat.settled = given.passed, given.settled
    # What stands on the board is counted there.
    seat.on_board = sum(table.figure[k] == s for k in range(SPACES))
    seat.built = sum(table.house[k] == s for k in range(SPACES))
    seat.built += sum(table.pavilion[k] == s for k in range(PAVILIONS))
    if given.belle is not None:
        belle, inside = given.belle, f"{where}.belle"
        _read_counts(COLOUR_NAMES[:COLOURED], belle.white, seat.white, f"{inside}.white")
        seat.travellers = belle.travellers
        _read_counts(PLACE_NAMES, belle.travelling, seat.travelling, f"{inside}.travelling")
        seat.tiles = _read_numbers(belle.tiles, f"{inside}.tiles")
        seat.mp_more = belle.mp_more
    if given.architect is not None:
        lay_board(table, s, _at(BOARD_NAMES, given.architect, f"{where}.architect") + 1)
    if seat.built > HOUSES:
        raise BadPosition(f"{TITLE}: table 'board': seat {s} has more than 6 buildings")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the table in a position or a view."""
    return TableModel.model_json_schema()
