"""The views of an observation of Bruxelles 1893: what stands where, and in which parts.

One table of views serves both editions and all numbers of players: the own seat comes first and
the others clockwise, and what an edition, an option or a number of players lacks stays zero.
`observation.py` fills them.
"""

from __future__ import annotations

from horta.core.observation import MOST_I8, MOST_I16, Observation, View, parts
from horta.games.bruxelles1893.editions import DIFFERENCES
from horta.games.bruxelles1893.moves import FIGURE_NAMES, MODE_NAMES, TARGET_NAMES
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    ASSISTANTS,
    BOARD_NAMES,
    BOARDS,
    CARDS,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    COPIES,
    CRESTS,
    CUBE_KINDS,
    CUBES,
    DECK,
    HOUSES,
    JOKERS,
    KIND_NAMES,
    MOST_BID,
    MOST_PRIZES,
    MOST_RING,
    NOTABLE_NAMES,
    NOTABLES,
    PAVILIONS,
    PLACE_NAMES,
    PLACES,
    POWER_NAMES,
    POWERS,
    ROUNDS,
    ROW_NAMES,
    ROWS,
    SEATS,
    SIDE,
    STEPS,
    STOCK_CARDS,
    TILES,
    TRACKS,
    TRAVELLERS,
    UNIT_KINDS,
    WORKS,
    Act,
)
from horta.games.bruxelles1893.table import MOST_DRAWN, PILE, SOURCES, By, Decision, Source
from horta.games.bruxelles1893.windows import Window

ACTS = len(Act)
WAYS = len(By)
DECISIONS = Decision.OVER + 1
KINDS = len(KIND_NAMES)
WORK_KINDS = COLOURS + COLOURED  # those that lie white side up come last
WINDOWS = len(Window)
TARGETS = len(TARGET_NAMES)
MODES = 1 + len(MODE_NAMES)
FEWEST = 2  # players
FRANCS_UNIT = 20
POINTS_UNIT = 20
BID_UNIT = 10
STOCK_UNIT = 10
MOST_STOCK = 20  # francs on a stock card
LEVEL_UNIT = 10
MOST_LEVEL = 30
CUBE_UNIT = 5
PRIZE_UNIT = 2
MOST_ON_PRIZE = 4
UNITS_UNIT = 4
MOST_UNITS = 9
MULTIPLIER_UNIT = 5
TOWARDS = "own, then clockwise"
FLAGS = tuple(name for name in DIFFERENCES if name != "prizes")


WORK_NAMES = (*COLOUR_NAMES, *(f"white-{name}" for name in COLOUR_NAMES[:COLOURED]))


def _said(names: tuple[str, ...]) -> str:
    return ", ".join(names)


OBSERVATION = Observation(
    0,
    View(
        "acts",
        (ACTS, SIDE, SIDE),
        f"the action of each space, by row and column: {_said(ACT_NAMES)}",
    ),
    View("figures", (SEATS + 1, SIDE, SIDE), f"spaces with an assistant: {TOWARDS}, neutral last"),
    parts("bids", (SIDE, SIDE), "the bid of the assistant on each space", BID_UNIT, MOST_BID),
    View("houses", (SEATS, SIDE, SIDE), f"spaces with a building: {TOWARDS}"),
    View("zone", (SIDE, SIDE), "spaces that are open in this round"),
    View("space", (SIDE, SIDE), "where the assistant of this turn stands"),
    View("cursor", (SIDE, SIDE), "the centre of the cursor of the sale"),
    View("players", (SEATS - 1,), "how many play: 2, 3, 4, 5"),
    View("edition", (len(FLAGS),), f"what the edition decides: {_said(FLAGS)}"),
    View("round", (ROUNDS,), "the round, from the first; all 0 before it"),
    View(
        "decision",
        (DECISIONS,),
        "what is asked: " + _said(tuple(d.name.lower() for d in Decision if d < DECISIONS)),
    ),
    View("to_play", (SEATS,), f"who decides, or did last when the game is over: {TOWARDS}"),
    View("turn", (SEATS,), f"whose turn it is: {TOWARDS}"),
    View("first", (SEATS,), f"first player of this round: {TOWARDS}"),
    View("token", (SEATS,), f"holder of the Manneken-Pis: {TOWARDS}"),
    View("first_out", (SEATS,), f"who passed first in this round: {TOWARDS}"),
    parts("neutrals", (1,), "neutral assistants placed, or without room, in this round", 2, 2),
    View("crest", (CRESTS,), "the crest that opened the zone, four in a row"),
    View("stock_seen", (STOCK_CARDS,), "stock cards that were turned up, by number"),
    parts("stock_value", (1,), "francs of this round's stock card", STOCK_UNIT, MOST_STOCK),
    View("stock_crests", (CRESTS,), "the crests on it"),
    View("acting", (ACTS,), f"the action being carried out: {_said(ACT_NAMES)}"),
    View(
        "by",
        (WAYS,),
        f"what led to the notable's effect: {_said(tuple(w.name.lower() for w in By))}",
    ),
    View("cubes_by", (WAYS,), "what led to taking cubes, likewise"),
    parts("cubes_due", (1,), "cubes still to take", 2, 2),
    View("cubes_from", (KINDS,), f"the first kind still to be taken: {_said(KIND_NAMES)}"),
    View("notable", (NOTABLES,), f"whose effect is carried out: {_said(NOTABLE_NAMES)}"),
    View("sold", (WORK_KINDS,), f"the work being sold: {_said(WORK_NAMES)}"),
    parts("left", (1,), "activations left in the Grand-Place", LEVEL_UNIT, MOST_LEVEL),
    parts("units", (1,), "price of the building being paid", UNITS_UNIT, MOST_UNITS),
    parts(
        "paid",
        (UNIT_KINDS,),
        f"paid for it: {_said(KIND_NAMES[:UNIT_KINDS])}",
        UNITS_UNIT,
        MOST_UNITS,
    ),
    View("column", (SIDE,), "the column of the prize whose power is chosen"),
    View("dropped", (NOTABLES,), "notables that the player to play leaves unpaid"),
    parts(
        "uses",
        (PLACES,),
        f"how often each place was used: {_said(PLACE_NAMES)}",
        ASSISTANTS,
        MOST_I8,
    ),
    parts(
        "supply",
        (CUBE_KINDS,),
        f"cubes in the supply: {_said(KIND_NAMES[:CUBE_KINDS])}",
        CUBES,
        JOKERS,
    ),
    View("ring", (MOST_RING, KINDS), f"what each place of the compass shows: {_said(KIND_NAMES)}"),
    View("branches", (2, MOST_RING), "the place of each branch of the compass"),
    parts("stacks", (COLOURS,), f"works in the workshop: {_said(COLOUR_NAMES)}", WORKS, WORKS),
    parts("pile_size", (1,), "works in its face-down pile", PILE, PILE),
    View(
        "pile_known",
        (PILE, COLOURED),
        "those of the pile that the own seat put back, the top first",
    ),
    View("pile_seen", (PILE, SEATS), f"who put each of the pile back, the top first: {TOWARDS}"),
    parts(
        "drawn",
        (COLOURED,),
        "works that the own seat drew and chooses from",
        MOST_DRAWN,
        MOST_DRAWN,
    ),
    parts("drawn_size", (1,), "works that were drawn, by whomever", MOST_DRAWN, MOST_DRAWN),
    View(
        "shop_top",
        (2, WORK_KINDS),
        f"the visible work of each side of the shop: {_said(WORK_NAMES)}",
    ),
    parts("shop", (2, WORK_KINDS), "all works of each side of the shop", WORKS, WORKS),
    View(
        "theatre",
        (4, NOTABLES),
        f"the notable at each price, the free one first: {_said(NOTABLE_NAMES)}",
    ),
    parts("deck_size", (1,), "notables in the pile", DECK, DECK),
    parts("discards", (NOTABLES,), "notables discarded", COPIES, COPIES),
    parts(
        "prize_powers",
        (SIDE, POWERS),
        f"the prize below each column: {_said(POWER_NAMES)}",
        PRIZE_UNIT,
        MOST_ON_PRIZE,
    ),
    View("prize_choice", (SIDE,), "one of these powers is chosen"),
    parts("prize_mp", (SIDE,), "its Manneken-Pis symbols", PRIZE_UNIT, MOST_ON_PRIZE),
    parts("prize_symbols", (SIDE,), "its symbols for a line", PRIZE_UNIT, MOST_ON_PRIZE),
    View("winner", (SIDE, SEATS), f"who won the prize of each column: {TOWARDS}"),
    View("tied", (SIDE, SEATS), f"who has yet to use the power of a tied column: {TOWARDS}"),
    View("prizes_unseen", (MOST_PRIZES,), "prizes in the pile or face down, by number"),
    parts("prizes_left", (1,), "prizes in the pile", MOST_PRIZES, MOST_PRIZES),
    View("face_down", (ROUNDS,), "rounds in which a prize went face down to who passed first"),
    parts("money", (SEATS,), f"francs: {TOWARDS}", FRANCS_UNIT, MOST_I16),
    parts(
        "earned",
        (SEATS, SOURCES),
        "points on the score track, by seat: " + _said(tuple(s.name.lower() for s in Source)),
        POINTS_UNIT,
        MOST_I16,
        least=-MOST_I16,
    ),
    parts(
        "cubes",
        (SEATS, CUBE_KINDS),
        f"cubes, by seat: {_said(KIND_NAMES[:CUBE_KINDS])}",
        CUBE_UNIT,
        JOKERS,
    ),
    parts("works", (SEATS, COLOURS), f"works, by seat: {_said(COLOUR_NAMES)}", WORKS, WORKS),
    View("notables", (SEATS, NOTABLES), f"notables, by seat: {_said(NOTABLE_NAMES)}"),
    View("tilted", (SEATS, NOTABLES), "those that were used in this round"),
    parts("reserve", (SEATS,), f"assistants that can be placed: {TOWARDS}", ASSISTANTS, ASSISTANTS),
    parts(
        "on_board",
        (SEATS,),
        f"assistants on the Art Nouveau board: {TOWARDS}",
        ASSISTANTS,
        ASSISTANTS,
    ),
    parts(
        "brussels",
        (SEATS, PLACES),
        f"assistants in Brussels, by seat: {_said(PLACE_NAMES)}",
        ASSISTANTS,
        ASSISTANTS,
    ),
    parts(
        "justice",
        (SEATS,),
        f"assistants at the Palace of Justice: {TOWARDS}",
        ASSISTANTS,
        ASSISTANTS,
    ),
    parts(
        "tracks",
        (SEATS, TRACKS),
        f"the space of each disc, by seat: {_said(POWER_NAMES[:TRACKS])}",
        STEPS,
        STEPS,
    ),
    parts("levels", (SEATS, TRACKS), "its value, likewise", LEVEL_UNIT, MOST_LEVEL),
    parts("built", (SEATS,), f"buildings on the board: {TOWARDS}", HOUSES, HOUSES),
    parts(
        "multipliers",
        (SEATS, ROWS),
        f"the multiplier of each line, by seat: {_said(ROW_NAMES)}",
        MULTIPLIER_UNIT,
        MOST_I8,
    ),
    View("rows_used", (SEATS, ROWS), "lines that took a prize in this round, by seat"),
    parts("exhibits", (SEATS,), f"Exposition tiles or face-down prizes: {TOWARDS}", ROUNDS, ROUNDS),
    View("passed", (SEATS,), f"who has passed: {TOWARDS}"),
    View("settled", (SEATS,), f"who has paid their notables at the end: {TOWARDS}"),
    # Belle Époque and the asymmetric boards
    View("variants", (2,), "Belle Époque, asymmetric boards"),
    View("tiles", (TILES,), "end-game tiles that lie open, by number"),
    View("cards", (PAVILIONS, CARDS), "the card beside each pavilion, by number"),
    View("pavilions", (PAVILIONS, SEATS), f"who built each pavilion: {TOWARDS}"),
    View("cards_used", (PAVILIONS,), "cards that were used in this round"),
    parts("railway", (1,), "travellers at the station", TRAVELLERS, TRAVELLERS),
    View("on_card", (2,), f"the figure on card 22: {_said(FIGURE_NAMES)}"),
    View("doubled", (SIDE, SIDE), "the space that counts twice at crests"),
    View("row_chosen", (ROWS,), f"the line that tile 2 raises: {_said(ROW_NAMES)}"),
    View("tiles_done", (1,), "the end-game tiles have paid their francs"),
    View(
        "window",
        (WINDOWS,),
        "the window that is open: " + _said(tuple(w.name.lower() for w in Window)),
    ),
    parts("asked", (1,), "seats that were asked in it before", SEATS, SEATS),
    View("place", (PLACES,), f"where in Brussels the turn goes: {_said(PLACE_NAMES)}"),
    View("sold_as", (COLOURS,), f"the colour whose price is paid: {_said(COLOUR_NAMES)}"),
    parts("more_steps", (1,), "steps of the cursor that card 3 adds", 2, 2),
    View("target", (TARGETS,), f"what is built: {_said(TARGET_NAMES)}"),
    View("mode", (MODES,), f"the mode of payment: plain, {_said(MODE_NAMES)}"),
    parts("cubes_paid", (1,), "cubes paid in this turn", UNITS_UNIT, MOST_UNITS),
    View("turned_first", (1,), "a branch was turned before the building"),
    View("shown", (NOTABLES,), f"the notable that Hankar shows: {_said(NOTABLE_NAMES)}"),
    View("dropping", (4,), "prices whose notables card 6 discards"),
    parts("mp_more", (SEATS,), f"symbols that card 26 adds: {TOWARDS}", PRIZE_UNIT, MOST_ON_PRIZE),
    parts("white", (SEATS, COLOURED), "white works, by seat and printed colour", WORKS, WORKS),
    parts("travellers", (SEATS,), f"travellers in reserve: {TOWARDS}", TRAVELLERS, TRAVELLERS),
    parts(
        "travelling",
        (SEATS, PLACES),
        f"travellers in Brussels, by seat: {_said(PLACE_NAMES)}",
        TRAVELLERS,
        TRAVELLERS,
    ),
    View("architect", (SEATS, BOARDS), f"whose board a seat has: {_said(BOARD_NAMES)}"),
    View("seat_tiles", (SEATS, TILES), "tiles on which an assistant stands, by seat"),
)
