"""What a seat of Bruxelles 1897 may know, as numbers for a network (chapter 12).

Everything but the order of the face-down piles is open, so the buffer shows the whole table, the
own seat first and the others clockwise.
"""

from __future__ import annotations

import numpy as np

from horta.core.observation import (
    MOST_I8,
    MOST_I16,
    Buffer,
    Observation,
    View,
    parts,
    put,
    put_one,
    share,
    small_share,
    write_bits,
    write_small_parts,
)
from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.components import (
    ARCHITECTS,
    CARD_NAMES,
    CARDS,
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    HIGHEST_LEVEL,
    HOUSE_START,
    HOUSES,
    IN_DECKS,
    KIND_NAMES,
    KINDS,
    LOWER_NAMES,
    MATERIAL_NAMES,
    MATERIAL_START,
    MATERIALS,
    MAX_PLAYERS,
    MOST_ROWS,
    MOST_SPACES,
    NO_FLOOR,
    NOBLE_NAMES,
    NOBLES,
    PLACE_NAMES,
    PLACES,
    ROUNDS,
    SIDE_NAMES,
    SIDES,
    TRACK_NAMES,
    TRACKS,
    UPPER_NAMES,
)
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    Decision,
    Phase,
    Table,
    clockwise,
    level,
    rows,
)

PHASES = len(Phase)
DECISIONS = Decision.OVER + 1
UPPERS = len(UPPER_NAMES)
LOWERS = len(LOWER_NAMES)
FEWEST = 2  # players
FRANCS_UNIT = 20
POINTS_UNIT = 20
LEVEL_UNIT = 5
KIND_UNIT = 4  # Architects of a kind
CARD_UNIT = 4  # cards of a kind
MOST_CARDS = 16  # of the largest deck
FLOOR_UNIT = 100
TOWARDS = "own, then clockwise"


def _said(names: tuple[str, ...]) -> str:
    return ", ".join(names)


OBSERVATION = Observation(
    0,
    View(
        "cards",
        (CARDS, MOST_ROWS, COLUMNS),
        f"cells with an Action card, by row and column: {_said(CARD_NAMES)}",
    ),
    View(
        "architects",
        (MAX_PLAYERS + 1, MOST_ROWS, COLUMNS),
        f"cells with an Architect: {TOWARDS}, neutral last",
    ),
    View("sides", (SIDES, MOST_ROWS, COLUMNS), f"the side he shows: {_said(SIDE_NAMES)}"),
    View("players", (MAX_PLAYERS - 1,), "how many play: 2, 3, 4"),
    View("round", (ROUNDS,), "the round, from the first"),
    View("phase", (PHASES,), f"the phase: {_said(tuple(p.name.lower() for p in Phase))}"),
    View(
        "decision",
        (DECISIONS,),
        "what is asked: " + _said(tuple(d.name.lower() for d in Decision if d < DECISIONS)),
    ),
    View("to_play", (MAX_PLAYERS,), f"who decides, or did last when the game is over: {TOWARDS}"),
    View("turn", (MAX_PLAYERS,), f"whose turn it is, or was last: {TOWARDS}"),
    View("first", (MAX_PLAYERS,), f"the first player of the round: {TOWARDS}"),
    View("expo_holder", (MAX_PLAYERS,), f"who took the Expo card: {TOWARDS}"),
    parts(
        "used",
        (PLACES,),
        f"how often each Brussels card was used in the round: {_said(PLACE_NAMES)}",
        ARCHITECTS,
        ARCHITECTS,
    ),
    View("bonus", (COLUMNS, UPPERS), f"upper half of each Bonus card: {_said(UPPER_NAMES)}"),
    View("ending", (COLUMNS, LOWERS), f"lower half of each Bonus card: {_said(LOWER_NAMES)}"),
    parts(
        "pile",
        (IN_DECKS,),
        f"cards in the face-down piles: {_said(CARD_NAMES[:IN_DECKS])}",
        CARD_UNIT,
        MOST_CARDS,
    ),
    parts("discard", (IN_DECKS,), "cards discarded, likewise", CARD_UNIT, MOST_CARDS),
    # what is under way
    View("cell", (MOST_ROWS, COLUMNS), "the cell chosen for the next Architect"),
    View("place", (PLACES,), f"the Brussels card being used: {_said(PLACE_NAMES)}"),
    parts("to_send", (1,), "Architects still to place there", ARCHITECTS, ARCHITECTS),
    View("least", (MATERIALS,), "the first kind of Architect or material still to be chosen"),
    View("drawn", (2, IN_DECKS), "the first and the second card drawn, of which one is picked"),
    View("at_hand", (IN_DECKS,), "the house being paid for or the noble taking effect"),
    View("from_grid", (1,), "the card in use was taken from the grid"),
    parts("paid", (MATERIALS,), "material given for the house at hand", CARD_UNIT, MOST_CARDS),
    parts("calls", (1,), "nobles that City Hall may still activate", LEVEL_UNIT, HIGHEST_LEVEL),
    parts("called", (1,), "nobles that it has activated", LEVEL_UNIT, NOBLES),
    View("exhibition", (1,), "an exhibition is open"),
    View("exhibited", (COLOURS,), f"colours that were exhibited: {_said(COLOUR_NAMES)}"),
    View("waiting", (MAX_PLAYERS,), f"still to be asked or served: {TOWARDS}"),
    View("column", (COLUMNS + 1,), "the majority being settled: a column, Brussels last"),
    # seats
    parts("francs", (MAX_PLAYERS,), f"francs: {TOWARDS}", FRANCS_UNIT, MOST_I16),
    parts(
        "points",
        (MAX_PLAYERS, 3),
        "points from construction, exhibitions, coats of arms, by seat",
        POINTS_UNIT,
        MOST_I16,
    ),
    View("passed", (MAX_PLAYERS, MAX_PLAYERS), "the place in the order of passing, by seat"),
    parts(
        "space",
        (MAX_PLAYERS, TRACKS),
        f"the space of each marker, by seat: {_said(TRACK_NAMES)}",
        MOST_SPACES - 1,
        MOST_SPACES - 1,
    ),
    parts("level", (MAX_PLAYERS, TRACKS), "its value, likewise", LEVEL_UNIT, HIGHEST_LEVEL),
    parts(
        "hand",
        (MAX_PLAYERS, KINDS),
        f"Architects in hand, by seat: {_said(KIND_NAMES)}",
        KIND_UNIT,
        KIND_UNIT,
    ),
    parts("prison", (MAX_PLAYERS, KINDS), "Architects in prison, likewise", KIND_UNIT, KIND_UNIT),
    parts(
        "brussels",
        (MAX_PLAYERS, PLACES, KINDS),
        f"Architects in front of the Brussels cards, by seat: {_said(PLACE_NAMES)}",
        KIND_UNIT,
        KIND_UNIT,
    ),
    parts(
        "artworks",
        (MAX_PLAYERS, COLOURS),
        f"artworks, by seat: {_said(COLOUR_NAMES)}",
        CARD_UNIT,
        MOST_CARDS,
    ),
    parts(
        "materials",
        (MAX_PLAYERS, MATERIALS),
        f"material, by seat: {_said(MATERIAL_NAMES)}",
        CARD_UNIT,
        MOST_CARDS,
    ),
    parts("houses", (MAX_PLAYERS, HOUSES), "houses, by seat: a to d", CARD_UNIT, MOST_CARDS),
    View("nobles", (MAX_PLAYERS, NOBLES), f"nobles, by seat: {_said(NOBLE_NAMES)}"),
    View("tilted", (MAX_PLAYERS, NOBLES), "those that are tilted, likewise"),
    parts("unpaid", (MAX_PLAYERS,), f"nobles that left unpaid: {TOWARDS}", NOBLES, MOST_I8),
    View("forced", (1,), "who can sell or build with a card of the grid must do it"),
    View("has_floor", (1,), "unpaid wages have a floor"),
    parts("floor", (1,), "it, or 0 without one", FLOOR_UNIT, FLOOR_UNIT, least=-FLOOR_UNIT),
)

AT = OBSERVATION.starts

EMPTY = CARDS
"""What lies in a cell: a card by its number, nothing, or behind it the Architect of an owner."""
THINGS = EMPTY + NEUTRAL - NOBODY + 1


def _plane(players: int, viewer: int, thing: int) -> int:
    """Return where the plane of a thing begins: those of cards and Architects follow each other."""
    if thing <= EMPTY:
        return CELLS * (thing % EMPTY)
    owner = thing - EMPTY + NOBODY
    return CELLS * (CARDS + (owner if owner == NEUTRAL else (owner - viewer) % players))


PLANES = lookup(
    _plane(players, viewer, thing)
    for players in range(FEWEST, MAX_PLAYERS + 1)
    for viewer in range(MAX_PLAYERS)
    for thing in range(THINGS)
)

clear_views = OBSERVATION.clearing(
    *("cards", "architects", "sides", "round", "phase", "decision", "to_play", "turn", "first"),
    *("expo_holder", "bonus", "ending", "cell", "place", "least", "drawn", "at_hand", "column"),
    "passed",
)


@rule
def clear(table: Table, out: Buffer) -> None:
    """Empty what shows a place among several; all else is written whole."""
    clear_views(out)


@rule
def observe(table: Table, viewer: int, out: Buffer) -> None:
    """Write what a seat may know (ruling R-33)."""
    observe_grid(table, viewer, out)
    observe_course(table, viewer, out)
    observe_cards(table, out)
    observe_action(table, viewer, out)
    for place in range(table.printed.players):
        observe_seat(table, clockwise(table, viewer, place), place, out)
    out[AT.forced] = table.printed.forced
    if table.printed.floor != NO_FLOOR:
        out[AT.has_floor] = 1.0
        out[AT.floor] = share(table.printed.floor, FLOOR_UNIT)


@rule
def from_viewer(table: Table, viewer: int, seat: int) -> int:
    """Return how many seats clockwise of the viewer a seat is; `%` would be ten times slower."""
    steps = seat - viewer
    return int(
        steps + table.printed.players * (steps < 0)
    )  # without a branch, since nobody could guess it


@rule
def observe_grid(table: Table, viewer: int, out: Buffer) -> None:
    """Write what lies in the cells and below the columns."""
    first = THINGS * (MAX_PLAYERS * (table.printed.players - FEWEST) + viewer)
    for cell in range(COLUMNS * rows(table)):
        # Without a branch, since nobody could guess it: where nothing lies, a 0 becomes a 0.
        card, owner = int(table.card[cell]), int(table.owner[cell])
        thing = card + (card == NOTHING) * (EMPTY + owner - NOBODY - NOTHING)
        put(out, AT.cards + PLANES[np.uint64(first + thing)] + cell, thing != EMPTY)
        has_owner = thing > EMPTY
        put(out, AT.sides + CELLS * table.side[cell] * has_owner + cell, has_owner)
    for column in range(COLUMNS):
        upper = table.bonus[column]
        out[AT.bonus + UPPERS * column + upper] = 1.0
        out[AT.ending + LOWERS * column + table.printed.lower[upper]] = 1.0


@rule
def observe_course(table: Table, viewer: int, out: Buffer) -> None:
    """Write where the game stands."""
    out[AT.players + table.printed.players - FEWEST] = 1.0
    out[AT.round + table.round_no - 1] = 1.0
    out[AT.phase + table.phase] = 1.0
    out[AT.decision + table.decision] = 1.0
    put(out, AT.to_play + from_viewer(table, viewer, table.to_play), 1.0)
    put(out, AT.turn + from_viewer(table, viewer, table.turn), 1.0)
    put(out, AT.first + from_viewer(table, viewer, table.first), 1.0)
    if table.expo != NOBODY:
        put(out, AT.expo_holder + from_viewer(table, viewer, table.expo), 1.0)


@rule
def observe_cards(table: Table, out: Buffer) -> None:
    """Write the piles and the use of the Brussels cards."""
    write_small_parts(table.used, 0, PLACES, ARCHITECTS, AT.used, out)
    write_small_parts(table.pile, 0, IN_DECKS, CARD_UNIT, AT.pile, out)
    write_small_parts(table.discard, 0, IN_DECKS, CARD_UNIT, AT.discard, out)


@rule
def observe_action(table: Table, viewer: int, out: Buffer) -> None:
    """Write what is under way."""
    put_one(out, AT.cell, table.cell)
    put_one(out, AT.place, table.place)
    out[AT.to_send] = small_share(table.to_send, ARCHITECTS)
    out[AT.least + table.least] = 1.0
    for k in range(2):
        put_one(out, AT.drawn + IN_DECKS * k, table.drawn[k])
    put_one(out, AT.at_hand, table.at_hand)
    out[AT.from_grid] = table.from_grid
    write_small_parts(table.paid, 0, MATERIALS, CARD_UNIT, AT.paid, out)
    out[AT.calls] = small_share(table.calls, LEVEL_UNIT)
    out[AT.called] = small_share(table.called, LEVEL_UNIT)
    out[AT.exhibition] = table.showing
    write_bits(table.shown, COLOURS, AT.exhibited, out)
    for s in range(table.printed.players):
        put(out, AT.waiting + from_viewer(table, viewer, s), (table.waiting >> s) & 1)
    put_one(out, AT.column, table.column)


@rule
def observe_seat(table: Table, s: int, place: int, out: Buffer) -> None:
    """Write what a seat has, at its place among the seats: 0 for the viewer's own."""
    seat = table.seats[s]
    put(out, AT.francs + place, share(seat.francs, FRANCS_UNIT))
    put(out, AT.points + 3 * place, share(seat.built, POINTS_UNIT))
    put(out, AT.points + 3 * place + 1, share(seat.shown, POINTS_UNIT))
    put(out, AT.points + 3 * place + 2, share(seat.arms, POINTS_UNIT))
    put_one(out, AT.passed + MAX_PLAYERS * place, seat.passed - 1)
    write_small_parts(seat.track, 0, TRACKS, MOST_SPACES - 1, AT.space + TRACKS * place, out)
    for track in range(TRACKS):
        put(out, AT.level + TRACKS * place + track, small_share(level(table, s, track), LEVEL_UNIT))
    write_small_parts(seat.hand, 0, KINDS, KIND_UNIT, AT.hand + KINDS * place, out)
    write_small_parts(seat.prison, 0, KINDS, KIND_UNIT, AT.prison + KINDS * place, out)
    at = AT.brussels + PLACES * KINDS * place
    write_small_parts(seat.sent, 0, PLACES * KINDS, KIND_UNIT, at, out)
    write_small_parts(seat.cards, 0, COLOURS, CARD_UNIT, AT.artworks + COLOURS * place, out)
    at = AT.materials + MATERIALS * place
    write_small_parts(seat.cards, MATERIAL_START, MATERIALS, CARD_UNIT, at, out)
    write_small_parts(seat.cards, HOUSE_START, HOUSES, CARD_UNIT, AT.houses + HOUSES * place, out)
    write_bits(seat.nobles, NOBLES, AT.nobles + NOBLES * place, out)
    write_bits(seat.tilted, NOBLES, AT.tilted + NOBLES * place, out)
    put(out, AT.unpaid + place, small_share(seat.unpaid, NOBLES))
