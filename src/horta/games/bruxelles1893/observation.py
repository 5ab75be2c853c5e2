"""What a seat of Bruxelles 1893 may know, as numbers for a network (B93-INF, ruling R-73).

One table of views serves both editions and all numbers of players: the own seat comes first and
the others clockwise, and what an edition, an option or a number of players lacks stays zero.
"""

from __future__ import annotations

from horta.core.observation import (
    MOST_I8,
    MOST_I16,
    Buffer,
    Observation,
    View,
    parts,
    write_bits,
    write_parts,
)
from horta.core.rule import rule
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    ASSISTANTS,
    BACK,
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
    SPACES,
    STEPS,
    STOCK_CARDS,
    TILES,
    TRACKS,
    TRAVELLERS,
    UNIT_KINDS,
    WORKS,
    Act,
)
from horta.games.bruxelles1893.editions import DIFFERENCES
from horta.games.bruxelles1893.moves import FIGURE_NAMES, MODE_NAMES, TARGET_NAMES
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.sight import sees_drawn
from horta.games.bruxelles1893.table import (
    MOST_DRAWN,
    NOBODY,
    NOTHING,
    NOWHERE,
    PILE,
    SHOP,
    SOURCES,
    UNSEEN,
    By,
    Decision,
    Source,
    Table,
    level,
    shop_top,
)
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
        -MOST_I16,
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
    View("settled", (SEATS,), f"who has paid his notables at the end: {TOWARDS}"),
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

SIZE = OBSERVATION.size
ACTS_AT = OBSERVATION["acts"].start
FIGURES_AT = OBSERVATION["figures"].start
BIDS_AT = OBSERVATION["bids"].start
HOUSES_AT = OBSERVATION["houses"].start
ZONE_AT = OBSERVATION["zone"].start
SPACE_AT = OBSERVATION["space"].start
CURSOR_AT = OBSERVATION["cursor"].start
PLAYERS_AT = OBSERVATION["players"].start
EDITION_AT = OBSERVATION["edition"].start
ROUND_AT = OBSERVATION["round"].start
DECISION_AT = OBSERVATION["decision"].start
TO_PLAY_AT = OBSERVATION["to_play"].start
TURN_AT = OBSERVATION["turn"].start
FIRST_AT = OBSERVATION["first"].start
TOKEN_AT = OBSERVATION["token"].start
FIRST_OUT_AT = OBSERVATION["first_out"].start
NEUTRALS_AT = OBSERVATION["neutrals"].start
CREST_AT = OBSERVATION["crest"].start
STOCK_SEEN_AT = OBSERVATION["stock_seen"].start
STOCK_VALUE_AT = OBSERVATION["stock_value"].start
STOCK_CRESTS_AT = OBSERVATION["stock_crests"].start
ACTING_AT = OBSERVATION["acting"].start
BY_AT = OBSERVATION["by"].start
CUBES_BY_AT = OBSERVATION["cubes_by"].start
CUBES_DUE_AT = OBSERVATION["cubes_due"].start
CUBES_FROM_AT = OBSERVATION["cubes_from"].start
NOTABLE_AT = OBSERVATION["notable"].start
SOLD_AT = OBSERVATION["sold"].start
LEFT_AT = OBSERVATION["left"].start
UNITS_AT = OBSERVATION["units"].start
PAID_AT = OBSERVATION["paid"].start
COLUMN_AT = OBSERVATION["column"].start
DROPPED_AT = OBSERVATION["dropped"].start
USES_AT = OBSERVATION["uses"].start
SUPPLY_AT = OBSERVATION["supply"].start
RING_AT = OBSERVATION["ring"].start
BRANCHES_AT = OBSERVATION["branches"].start
STACKS_AT = OBSERVATION["stacks"].start
PILE_SIZE_AT = OBSERVATION["pile_size"].start
PILE_KNOWN_AT = OBSERVATION["pile_known"].start
PILE_SEEN_AT = OBSERVATION["pile_seen"].start
DRAWN_AT = OBSERVATION["drawn"].start
DRAWN_SIZE_AT = OBSERVATION["drawn_size"].start
SHOP_TOP_AT = OBSERVATION["shop_top"].start
SHOP_AT = OBSERVATION["shop"].start
THEATRE_AT = OBSERVATION["theatre"].start
DECK_SIZE_AT = OBSERVATION["deck_size"].start
DISCARDS_AT = OBSERVATION["discards"].start
PRIZE_POWERS_AT = OBSERVATION["prize_powers"].start
PRIZE_CHOICE_AT = OBSERVATION["prize_choice"].start
PRIZE_MP_AT = OBSERVATION["prize_mp"].start
PRIZE_SYMBOLS_AT = OBSERVATION["prize_symbols"].start
WINNER_AT = OBSERVATION["winner"].start
TIED_AT = OBSERVATION["tied"].start
PRIZES_UNSEEN_AT = OBSERVATION["prizes_unseen"].start
PRIZES_LEFT_AT = OBSERVATION["prizes_left"].start
FACE_DOWN_AT = OBSERVATION["face_down"].start
MONEY_AT = OBSERVATION["money"].start
EARNED_AT = OBSERVATION["earned"].start
CUBES_AT = OBSERVATION["cubes"].start
WORKS_AT = OBSERVATION["works"].start
NOTABLES_AT = OBSERVATION["notables"].start
TILTED_AT = OBSERVATION["tilted"].start
RESERVE_AT = OBSERVATION["reserve"].start
ON_BOARD_AT = OBSERVATION["on_board"].start
BRUSSELS_AT = OBSERVATION["brussels"].start
JUSTICE_AT = OBSERVATION["justice"].start
TRACKS_AT = OBSERVATION["tracks"].start
LEVELS_AT = OBSERVATION["levels"].start
BUILT_AT = OBSERVATION["built"].start
MULTIPLIERS_AT = OBSERVATION["multipliers"].start
ROWS_USED_AT = OBSERVATION["rows_used"].start
EXHIBITS_AT = OBSERVATION["exhibits"].start
PASSED_AT = OBSERVATION["passed"].start
SETTLED_AT = OBSERVATION["settled"].start
VARIANTS_AT = OBSERVATION["variants"].start
TILES_AT = OBSERVATION["tiles"].start
CARDS_AT = OBSERVATION["cards"].start
PAVILIONS_AT = OBSERVATION["pavilions"].start
CARDS_USED_AT = OBSERVATION["cards_used"].start
RAILWAY_AT = OBSERVATION["railway"].start
ON_CARD_AT = OBSERVATION["on_card"].start
DOUBLED_AT = OBSERVATION["doubled"].start
ROW_CHOSEN_AT = OBSERVATION["row_chosen"].start
TILES_DONE_AT = OBSERVATION["tiles_done"].start
WINDOW_AT = OBSERVATION["window"].start
ASKED_AT = OBSERVATION["asked"].start
PLACE_AT = OBSERVATION["place"].start
SOLD_AS_AT = OBSERVATION["sold_as"].start
MORE_STEPS_AT = OBSERVATION["more_steps"].start
TARGET_AT = OBSERVATION["target"].start
MODE_AT = OBSERVATION["mode"].start
CUBES_PAID_AT = OBSERVATION["cubes_paid"].start
TURNED_FIRST_AT = OBSERVATION["turned_first"].start
SHOWN_AT = OBSERVATION["shown"].start
DROPPING_AT = OBSERVATION["dropping"].start
MP_MORE_AT = OBSERVATION["mp_more"].start
WHITE_AT = OBSERVATION["white"].start
TRAVELLERS_AT = OBSERVATION["travellers"].start
TRAVELLING_AT = OBSERVATION["travelling"].start
ARCHITECT_AT = OBSERVATION["architect"].start
SEAT_TILES_AT = OBSERVATION["seat_tiles"].start


@rule
def observe(table: Table, viewer: int, out: Buffer) -> None:
    """Write what a seat may know (B93-INF-01, 02)."""
    for k in range(SIZE):
        out[k] = 0.0
    observe_spaces(table, viewer, out)
    observe_course(table, viewer, out)
    observe_edition(table, out)
    observe_stock(table, out)
    observe_turn(table, out)
    observe_brussels(table, out)
    observe_workshop(table, viewer, out)
    observe_theatre(table, out)
    observe_prizes(table, viewer, out)
    for place in range(table.players):
        observe_seat(table, seat_at(table, viewer, place), place, out)
    if table.belle_epoque:
        observe_belle_epoque(table, viewer, out)
    if table.windows:
        observe_moment(table, out)
    out[VARIANTS_AT] = table.belle_epoque
    out[VARIANTS_AT + 1] = table.asymmetric


@rule
def seat_at(table: Table, viewer: int, place: int) -> int:
    """Return the seat at a place clockwise of the viewer."""
    seat = viewer + place
    return int(seat if seat < table.players else seat - table.players)


@rule
def from_viewer(table: Table, viewer: int, seat: int) -> int:
    """Return how many seats clockwise of the viewer a seat is; `%` would be ten times slower."""
    return int(seat - viewer if seat >= viewer else seat - viewer + table.players)


@rule
def work_kind(work: int) -> int:
    """Return the place of a work among all kinds: coloured side up, then white side up."""
    return int(work - BACK + COLOURS if work >= BACK else work)


@rule
def observe_spaces(table: Table, viewer: int, out: Buffer) -> None:
    """Write the Art Nouveau board."""
    for k in range(SPACES):
        out[ACTS_AT + SPACES * table.act[k] + k] = 1.0
        figure, house = table.figure[k], table.house[k]
        if figure != NOBODY:
            plane = figure
            if figure < SEATS:
                plane = from_viewer(table, viewer, figure)
            out[FIGURES_AT + SPACES * plane + k] = 1.0
            out[BIDS_AT + k] = table.bid[k] / BID_UNIT
        if house != NOBODY:
            out[HOUSES_AT + SPACES * from_viewer(table, viewer, house) + k] = 1.0
    write_bits(table.zone, SPACES, ZONE_AT, out)
    if table.space != NOWHERE:
        out[SPACE_AT + table.space] = 1.0
    out[CURSOR_AT + table.cursor] = 1.0


@rule
def observe_course(table: Table, viewer: int, out: Buffer) -> None:
    """Write where the game stands."""
    out[PLAYERS_AT + table.players - FEWEST] = 1.0
    if table.round_number > 0:
        out[ROUND_AT + table.round_number - 1] = 1.0
    out[DECISION_AT + table.decision] = 1.0
    out[TO_PLAY_AT + from_viewer(table, viewer, table.to_play)] = 1.0
    out[TURN_AT + from_viewer(table, viewer, table.turn)] = 1.0
    out[FIRST_AT + from_viewer(table, viewer, table.first)] = 1.0
    out[TOKEN_AT + from_viewer(table, viewer, table.token)] = 1.0
    if table.first_out != NOBODY:
        out[FIRST_OUT_AT + from_viewer(table, viewer, table.first_out)] = 1.0
    out[NEUTRALS_AT] = table.neutrals / 2


@rule
def observe_edition(table: Table, out: Buffer) -> None:
    """Write what the edition decides, in the order of `FLAGS`."""
    edition = table.edition
    out[EDITION_AT] = edition.may_skip
    out[EDITION_AT + 1] = edition.blind_workshop
    out[EDITION_AT + 2] = edition.chosen_start
    out[EDITION_AT + 3] = edition.shop_covers
    out[EDITION_AT + 4] = edition.pass_cards
    out[EDITION_AT + 5] = edition.reshuffles_at_once
    out[EDITION_AT + 6] = edition.loose_compass
    out[EDITION_AT + 7] = edition.any_pays_francs
    out[EDITION_AT + 8] = edition.cube_declinable
    out[EDITION_AT + 9] = edition.park_idle
    out[EDITION_AT + 10] = edition.prizes_in_order
    out[EDITION_AT + 11] = edition.tidies_last_round
    out[EDITION_AT + 12] = edition.pays_from_token
    out[EDITION_AT + 13] = edition.pink_works


@rule
def observe_stock(table: Table, out: Buffer) -> None:
    """Write the stock cards that were turned up; those to come are hidden."""
    for k in range(table.round_number):
        out[STOCK_SEEN_AT + table.stock[k]] = 1.0
    if table.round_number > 0:
        card = table.stock[table.round_number - 1]
        out[STOCK_VALUE_AT] = table.printed.stock_value[card] / STOCK_UNIT
        out[STOCK_CRESTS_AT + table.printed.stock_crests[2 * card]] = 1.0
        out[STOCK_CRESTS_AT + table.printed.stock_crests[2 * card + 1]] = 1.0
    if table.crest != NOTHING:
        out[CREST_AT + table.crest] = 1.0


@rule
def observe_turn(table: Table, out: Buffer) -> None:
    """Write what is under way."""
    if table.acting != NOTHING:
        out[ACTING_AT + table.acting] = 1.0
    out[BY_AT + table.by] = 1.0
    out[CUBES_BY_AT + table.cubes_by] = 1.0
    out[CUBES_DUE_AT] = table.cubes_due / 2
    out[CUBES_FROM_AT + table.cubes_from] = 1.0
    if table.notable != NOTHING:
        out[NOTABLE_AT + table.notable] = 1.0
    if table.sold != NOTHING:
        out[SOLD_AT + work_kind(table.sold)] = 1.0
    out[LEFT_AT] = table.left / LEVEL_UNIT
    out[UNITS_AT] = table.units / UNITS_UNIT
    write_parts(table.paid, 0, UNIT_KINDS, UNITS_UNIT, PAID_AT, out)
    if table.column != NOTHING:
        out[COLUMN_AT + table.column] = 1.0
    write_bits(table.dropped, NOTABLES, DROPPED_AT, out)


@rule
def observe_brussels(table: Table, out: Buffer) -> None:
    """Write the Brussels board: places, supply and compass."""
    write_parts(table.uses, 0, PLACES, ASSISTANTS, USES_AT, out)
    write_parts(table.supply, 0, CUBE_KINDS, CUBES, SUPPLY_AT, out)
    for k in range(table.ring_size):
        out[RING_AT + KINDS * k + table.ring[k]] = 1.0
    for b in range(2):
        out[BRANCHES_AT + MOST_RING * b + table.branch[b]] = 1.0


@rule
def observe_workshop(table: Table, viewer: int, out: Buffer) -> None:
    """Write the works that nobody owns; of the pile only what was put back (B93-INF-02)."""
    write_parts(table.stacks, 0, COLOURS, WORKS, STACKS_AT, out)
    out[PILE_SIZE_AT] = table.pile_size / PILE
    for k in range(table.pile_size):
        knows = table.pile_seen[k]
        if knows != NOBODY:
            out[PILE_SEEN_AT + SEATS * k + from_viewer(table, viewer, knows)] = 1.0
            if knows == viewer:
                out[PILE_KNOWN_AT + COLOURED * k + table.pile[k]] = 1.0
    out[DRAWN_SIZE_AT] = table.drawn_size / MOST_DRAWN
    if sees_drawn(table, viewer):
        for k in range(table.drawn_size):
            out[DRAWN_AT + table.drawn[k]] += 1.0
        for colour in range(COLOURED):
            out[DRAWN_AT + colour] /= MOST_DRAWN
    for side in range(2):
        top = shop_top(table, side)
        if top != NOTHING:
            out[SHOP_TOP_AT + WORK_KINDS * side + work_kind(top)] = 1.0
        for k in range(table.shop_size[side]):
            out[SHOP_AT + WORK_KINDS * side + work_kind(table.shop[SHOP * side + k])] += 1.0
    for k in range(2 * WORK_KINDS):
        out[SHOP_AT + k] /= WORKS


@rule
def observe_theatre(table: Table, out: Buffer) -> None:
    """Write the notables that nobody has."""
    for price in range(4):
        if table.theatre[price] != NOTHING:
            out[THEATRE_AT + NOTABLES * price + table.theatre[price]] = 1.0
    out[DECK_SIZE_AT] = table.deck_size / DECK
    write_parts(table.discards, 0, NOTABLES, COPIES, DISCARDS_AT, out)


@rule
def observe_prizes(table: Table, viewer: int, out: Buffer) -> None:
    """Write the bonus or prestige cards; the pile and face-down ones are hidden (ruling R-26)."""
    for column in range(SIDE):
        card = table.prize[column]
        if card != NOTHING:
            at = PRIZE_POWERS_AT + POWERS * column
            write_parts(table.printed.powers, POWERS * card, POWERS, PRIZE_UNIT, at, out)
            out[PRIZE_CHOICE_AT + column] = table.printed.choice[card]
            out[PRIZE_MP_AT + column] = table.printed.mp[card] / PRIZE_UNIT
            out[PRIZE_SYMBOLS_AT + column] = table.printed.symbols[card] / PRIZE_UNIT
        if table.winner[column] != NOBODY:
            place = from_viewer(table, viewer, table.winner[column])
            out[WINNER_AT + SEATS * column + place] = 1.0
        if table.tied[column] != 0:
            for place in range(table.players):
                seat = seat_at(table, viewer, place)
                out[TIED_AT + SEATS * column + place] = (table.tied[column] >> seat) & 1
    for card in range(table.edition.prizes):
        out[PRIZES_UNSEEN_AT + card] = table.prize_place[card] == UNSEEN
    out[PRIZES_LEFT_AT] = table.prizes_left / MOST_PRIZES
    for k in range(ROUNDS):
        out[FACE_DOWN_AT + k] = table.face_down[k] != NOTHING


@rule
def observe_seat(table: Table, s: int, place: int, out: Buffer) -> None:
    """Write what a seat has, at its place among the seats: 0 for the viewer's own."""
    seat = table.seats[s]
    out[MONEY_AT + place] = seat.money / FRANCS_UNIT
    write_parts(seat.earned, 0, SOURCES, POINTS_UNIT, EARNED_AT + SOURCES * place, out)
    write_parts(seat.cubes, 0, CUBE_KINDS, CUBE_UNIT, CUBES_AT + CUBE_KINDS * place, out)
    write_parts(seat.works, 0, COLOURS, WORKS, WORKS_AT + COLOURS * place, out)
    write_bits(seat.notables, NOTABLES, NOTABLES_AT + NOTABLES * place, out)
    write_bits(seat.tilted, NOTABLES, TILTED_AT + NOTABLES * place, out)
    out[RESERVE_AT + place] = seat.reserve / ASSISTANTS
    out[ON_BOARD_AT + place] = seat.on_board / ASSISTANTS
    write_parts(seat.brussels, 0, PLACES, ASSISTANTS, BRUSSELS_AT + PLACES * place, out)
    out[JUSTICE_AT + place] = seat.justice / ASSISTANTS
    write_parts(seat.step, 0, TRACKS, STEPS, TRACKS_AT + TRACKS * place, out)
    for track in range(TRACKS):
        out[LEVELS_AT + TRACKS * place + track] = level(table, s, track) / LEVEL_UNIT
    out[BUILT_AT + place] = seat.built / HOUSES
    for row in range(ROWS):
        value = multiplier(table, s, row)
        out[MULTIPLIERS_AT + ROWS * place + row] = value / MULTIPLIER_UNIT
    write_bits(seat.rows_used, ROWS, ROWS_USED_AT + ROWS * place, out)
    out[EXHIBITS_AT + place] = seat.exhibits / ROUNDS
    out[PASSED_AT + place] = seat.passed
    out[SETTLED_AT + place] = seat.settled
    if seat.architect > 0:
        out[ARCHITECT_AT + BOARDS * place + seat.architect - 1] = 1.0


@rule
def observe_belle_epoque(table: Table, viewer: int, out: Buffer) -> None:
    """Write the Belle Époque board and what the seats have of it."""
    write_bits(table.tiles, TILES, TILES_AT, out)
    for k in range(PAVILIONS):
        out[CARDS_AT + CARDS * k + table.card[k]] = 1.0
        if table.pavilion[k] != NOBODY:
            place = from_viewer(table, viewer, table.pavilion[k])
            out[PAVILIONS_AT + SEATS * k + place] = 1.0
        out[CARDS_USED_AT + k] = table.card_used[k]
    out[RAILWAY_AT] = table.railway / TRAVELLERS
    if table.on_card > 0:
        out[ON_CARD_AT + table.on_card - 1] = 1.0
    if table.doubled != NOTHING:
        out[DOUBLED_AT + table.doubled] = 1.0
    if table.row_chosen != NOTHING:
        out[ROW_CHOSEN_AT + table.row_chosen] = 1.0
    out[TILES_DONE_AT] = table.tiles_done
    for place in range(table.players):
        seat = table.seats[seat_at(table, viewer, place)]
        out[MP_MORE_AT + place] = seat.mp_more / PRIZE_UNIT
        write_parts(seat.white, 0, COLOURED, WORKS, WHITE_AT + COLOURED * place, out)
        out[TRAVELLERS_AT + place] = seat.travellers / TRAVELLERS
        at = TRAVELLING_AT + PLACES * place
        write_parts(seat.travelling, 0, PLACES, TRAVELLERS, at, out)
        write_bits(seat.tiles, TILES, SEAT_TILES_AT + TILES * place, out)


@rule
def observe_moment(table: Table, out: Buffer) -> None:
    """Write what is under way with Belle Époque or the asymmetric boards."""
    if table.window != NOTHING:
        out[WINDOW_AT + table.window] = 1.0
    out[ASKED_AT] = table.asked / SEATS
    if table.place != NOTHING:
        out[PLACE_AT + table.place] = 1.0
    if table.sold_as != NOTHING:
        out[SOLD_AS_AT + table.sold_as] = 1.0
    out[MORE_STEPS_AT] = table.more_steps / 2
    out[TARGET_AT + table.target] = 1.0
    out[MODE_AT + table.mode] = 1.0
    out[CUBES_PAID_AT] = table.cubes_paid / UNITS_UNIT
    out[TURNED_FIRST_AT] = table.turned_first
    if table.shown != NOTHING:
        out[SHOWN_AT + table.shown] = 1.0
    write_bits(table.dropping, 4, DROPPING_AT, out)
