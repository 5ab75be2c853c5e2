"""What a seat of Paris may know, as numbers for a network (PA-INF)."""

from __future__ import annotations

from horta.core.bits import lowest
from horta.core.observation import Buffer, Observation, View, put, put_one, small_share, write_bits
from horta.core.rule import rule
from horta.games.paris.components import (
    BUILDINGS,
    CARD_CODES,
    CHIMNEYS,
    POSTCARDS,
    SEATS,
    SIDE,
    SPACES,
    TILES,
    TOKENS,
    Card,
)
from horta.games.paris.hidden import unseen
from horta.games.paris.moves import BUILDING_NAMES
from horta.games.paris.table import (
    BUILT,
    GARDEN,
    NOTHING,
    NOWHERE,
    Decision,
    State,
    Table,
    rival,
)

LARGEST_SIZE = 7  # a building of six spaces and the annexe
PIECES = 6  # painter, lamp tile, dancer, fountain, statue, large lamp
DECISIONS = len(Decision)
STATES = len(State)

_CARDS = ", ".join(CARD_CODES)
_BUILDINGS = ", ".join(BUILDING_NAMES)
_BOTH = "own, rival's"

OBSERVATION = Observation(
    0,
    View(
        "cobbles",
        (4, SIDE, SIDE),
        "what each space is, by row and column: own colour, rival's colour, mixed, printed lamp; "
        "all 0 where no tile lies",
    ),
    View(
        "buildings",
        (2, SIDE, SIDE),
        f"spaces that a building, garden or annexe covers: {_BOTH}",
    ),
    View(
        "building_size",
        (SIDE, SIDE),
        f"size of the building on the space, its annexe included, in parts of {LARGEST_SIZE}",
        unit=LARGEST_SIZE,
    ),
    View(
        "joined",
        (2, SIDE, SIDE),
        "the building on the space also covers the next space to the east, to the south",
    ),
    View(
        "pieces",
        (PIECES, SIDE, SIDE),
        "spaces with the painter, lamp tile, dancer, fountain, statue, large lamp",
    ),
    View(
        "decision",
        (DECISIONS,),
        "what is asked: " + ", ".join(decision.name.lower() for decision in Decision),
    ),
    View("to_play", (1,), "the own seat decides, or would be next when the game is over"),
    View("starter", (1,), "the own seat started"),
    View("first_done", (2,), f"who was first to lay the eighth tile: {_BOTH}"),
    View("idle", (1,), "turns in a row that were passed or skipped, of 2", unit=2),
    View("card", (POSTCARDS,), f"the postcard that is being carried out: {_CARDS}"),
    View("transit", (BUILDINGS,), f"the building on its way in Lévitation: {_BUILDINGS}"),
    View("site", (BUILDINGS,), "buildings on the site"),
    View("reserve", (2, BUILDINGS), f"buildings in the reserves: {_BOTH}"),
    View("built", (2, BUILT), f"buildings on the board, the garden last: {_BOTH}"),
    View("hand", (TILES,), "the own tile in hand, by its number"),
    View(
        "hand_face",
        (4, 2, 2),
        "the face of the own tile in hand, not turned: own colour, rival's colour, mixed, lamp",
    ),
    View("has_tile", (2,), f"a tile is in hand: {_BOTH}"),
    View("stack", (2,), f"tiles in the stacks, of {TILES}: {_BOTH}", unit=TILES),
    View(
        "unseen",
        (2, TILES),
        f"tiles whose place the seat cannot know, by their number: {_BOTH}",
    ),
    View("tokens", (2,), f"action tokens left, of {TOKENS}: {_BOTH}", unit=TOKENS),
    View("chimneys", (2,), f"chimneys left, of {CHIMNEYS}: {_BOTH}", unit=CHIMNEYS),
    View(
        "postcards",
        (STATES, POSTCARDS),
        "what has become of each postcard: " + ", ".join(state.name.lower() for state in State),
    ),
    View("holder", (2, POSTCARDS), f"whose token lies on each postcard: {_BOTH}"),
    View(
        "facing",
        (POSTCARDS, 4),
        "which way the piece of a postcard on the board faces; 0 without a piece",
    ),
    View("options", (2,), "the fountain covers two spaces; all spaces around the statue score"),
)

SIZE = OBSERVATION.size
AT = OBSERVATION.starts


@rule
def observe(table: Table, viewer: int, out: Buffer) -> None:
    """Write what a seat may know (PA-INF-01..04)."""
    for k in range(SIZE):
        out[k] = 0.0
    observe_cobbles(table, viewer, out)
    observe_pieces(table, viewer, out)
    out[AT.decision + table.decision] = 1.0
    out[AT.to_play] = table.to_play == viewer
    out[AT.starter] = table.starter == viewer
    out[AT.idle] = small_share(table.idle, 2)
    put_one(out, AT.card, table.card)
    put_one(out, AT.transit, table.transit)
    write_bits(table.site, BUILDINGS, AT.site, out)
    observe_seat(table, viewer, viewer, 0, out)
    observe_seat(table, viewer, rival(viewer), 1, out)
    observe_hand(table, viewer, out)
    observe_postcards(table, out)
    out[AT.options] = table.fountain_cells - 1
    out[AT.options + 1] = table.statue_counts_all


@rule
def relative(base: int, viewer: int) -> int:
    """Return the plane of a base: the own colour comes first."""
    if base < SEATS:
        return 0 if base == viewer else 1
    return base


@rule
def observe_cobbles(table: Table, viewer: int, out: Buffer) -> None:
    """Write what each space is."""
    for base in range(4):
        plane = AT.cobbles + SPACES * relative(base, viewer)
        for row in range(SIDE):
            write_bits(table.colour[SIDE * base + row], SIDE, plane + SIDE * row, out)


@rule
def observe_pieces(table: Table, viewer: int, out: Buffer) -> None:
    """Write what stands on the board; it visits the covered spaces only, since speed counts."""
    spot = table.spot[Card.BOU]
    annexed = table.piece[spot] if spot >= 0 else NOTHING
    for row in range(SIDE):
        bits = int(table.covered[row])
        for _ in range(SIDE):
            if bits == 0:
                break
            column = lowest(bits)
            bits &= bits - 1
            space = SIDE * row + column
            piece = table.piece[space]
            if piece >= BUILT:
                out[AT.pieces + SPACES * (piece - BUILT) + space] = 1.0
                continue
            side = 0 if table.owner[piece] == viewer else SPACES
            size = 2 if piece == GARDEN else int(table.printed.size[piece])
            if piece == annexed:
                size += 1
            put(out, AT.buildings + side + space, 1.0)
            put(out, AT.building_size + space, small_share(size, LARGEST_SIZE))
            if column < SIDE - 1:
                put(out, AT.joined + space, table.piece[space + 1] == piece)
            if row < SIDE - 1:
                put(out, AT.joined + SPACES + space, table.piece[space + SIDE] == piece)


@rule
def observe_seat(table: Table, viewer: int, s: int, place: int, out: Buffer) -> None:
    """Write what a seat has, at its place among the seats: 0 for the viewer's own."""
    seat = table.seats[s]
    put(out, AT.first_done + place, table.first_done == s)
    write_bits(seat.reserve, BUILDINGS, AT.reserve + BUILDINGS * place, out)
    for b in range(BUILT):
        put(out, AT.built + BUILT * place + b, table.owner[b] == s)
    put(out, AT.has_tile + place, seat.hand != NOTHING)
    put(out, AT.stack + place, small_share(seat.in_stack, TILES))
    if seat.laid < TILES:
        write_bits(unseen(table, viewer, s), TILES, AT.unseen + TILES * place, out)
    put(out, AT.tokens + place, small_share(seat.tokens, TOKENS))
    put(out, AT.chimneys + place, small_share(seat.chimneys, CHIMNEYS))
    for card in range(POSTCARDS):
        put(out, AT.holder + POSTCARDS * place + card, table.card_holder[card] == s)


@rule
def observe_hand(table: Table, viewer: int, out: Buffer) -> None:
    """Write the own tile in hand; the rival's is hidden (PA-INF-01)."""
    tile = table.seats[viewer].hand
    if tile < 0:
        return
    out[AT.hand + tile] = 1.0
    for corner in range(4):
        base = table.printed.faces[4 * (TILES * viewer + tile) + corner]
        out[AT.hand_face + 4 * relative(base, viewer) + corner] = 1.0


@rule
def observe_postcards(table: Table, out: Buffer) -> None:
    """Write what has become of the postcards, and which way their pieces face."""
    for card in range(POSTCARDS):
        out[AT.postcards + POSTCARDS * table.card_state[card] + card] = 1.0
        if table.spot[card] != NOWHERE:
            out[AT.facing + 4 * card + table.facing[card]] = 1.0
