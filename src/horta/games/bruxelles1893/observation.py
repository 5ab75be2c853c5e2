"""What a seat of Bruxelles 1893 may know, as numbers for a network (B93-INF, ruling R-73)."""

from __future__ import annotations

from horta.core.bits import lowest
from horta.core.observation import (
    Buffer,
    empty,
    put,
    put_one,
    share,
    small_share,
    write_bits,
    write_parts,
    write_small_parts,
)
from horta.core.rule import rule
from horta.games.bruxelles1893.hidden import sees_drawn
from horta.games.bruxelles1893.observation_spec import (
    BID_UNIT,
    CUBE_UNIT,
    FEWEST,
    FRANCS_UNIT,
    KINDS,
    LEVEL_UNIT,
    MULTIPLIER_UNIT,
    OBSERVATION,
    POINTS_UNIT,
    PRIZE_UNIT,
    STOCK_UNIT,
    UNITS_UNIT,
    WORK_KINDS,
)
from horta.games.bruxelles1893.pieces import (
    ASSISTANTS,
    BACK,
    BOARDS,
    CARDS,
    COLOURED,
    COLOURS,
    COPIES,
    CUBE_KINDS,
    CUBES,
    DECK,
    HOUSES,
    MOST_PRIZES,
    MOST_RING,
    NOTABLES,
    PAVILIONS,
    PLACES,
    POWERS,
    ROUNDS,
    ROWS,
    SEATS,
    SIDE,
    SPACES,
    STEPS,
    TILES,
    TRACKS,
    TRAVELLERS,
    UNIT_KINDS,
    WORKS,
)
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.table import (
    MOST_DRAWN,
    NOBODY,
    NOTHING,
    PILE,
    SHOP,
    SOURCES,
    UNSEEN,
    Table,
    level,
    shop_top,
)
from horta.games.bruxelles1893.turns import clockwise

AT = OBSERVATION.starts

COUNT_BITS = 7
MOST_COUNT = (1 << COUNT_BITS) - 1
"""The works of the shop are counted in one number, which has so many bits for each kind."""

clear_all = OBSERVATION.clearing(*(view.name for view in OBSERVATION))
clear_board = OBSERVATION.clearing(
    *("acts", "bids", "space", "cursor", "round", "decision", "to_play", "turn", "first", "token"),
    *("first_out", "crest", "stock_seen", "stock_value", "stock_crests", "acting", "by"),
    *("cubes_by", "cubes_from", "notable", "sold", "column", "ring", "branches", "drawn"),
    *("shop_top", "theatre", "prize_powers", "prize_choice", "prize_mp", "prize_symbols"),
    *("winner", "tied"),
)
clear_pile = OBSERVATION.clearing("pile_known", "pile_seen")
clear_moment = OBSERVATION.clearing("window", "place", "sold_as", "target", "mode", "shown")


@rule
def observe(table: Table, viewer: int, out: Buffer) -> None:
    """Write what a seat may know (B93-INF-01, 02)."""
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
        observe_seat(table, clockwise(table, viewer, place), place, out)
    if table.belle_epoque:
        observe_belle_epoque(table, viewer, out)
    if table.windows:
        observe_moment(table, out)
    out[AT.variants] = table.belle_epoque
    out[AT.variants + 1] = table.asymmetric


@rule
def clear(table: Table, out: Buffer) -> None:
    """Empty what shows a place among several; all else is written whole.

    What this number of players, edition and options leave out is neither: half of the buffer at a
    small table, and memory that the processor need not fetch.
    """
    if table.belle_epoque:  # little is left out then: to empty all at one go is quicker
        clear_all(out)
        return
    clear_board(out)
    empty(out, AT.figures + SPACES * SEATS, SPACES)
    for place in range(table.players):
        empty(out, AT.figures + SPACES * place, SPACES)
        empty(out, AT.houses + SPACES * place, SPACES)
        if table.asymmetric:
            empty(out, AT.architect + BOARDS * place, BOARDS)
    if table.edition.blind_workshop:
        clear_pile(out)
    if table.windows:
        clear_moment(out)


@rule
def from_viewer(table: Table, viewer: int, seat: int) -> int:
    """Return how many seats clockwise of the viewer a seat is; `%` would be ten times slower."""
    steps = seat - viewer
    return int(steps + table.players * (steps < 0))  # without a branch, since nobody could guess it


@rule
def work_kind(work: int) -> int:
    """Return the place of a work among all kinds: coloured side up, then white side up."""
    return int(work - BACK + COLOURS if work >= BACK else work)


@rule
def observe_spaces(table: Table, viewer: int, out: Buffer) -> None:
    """Write the Art Nouveau board."""
    for k in range(SPACES):
        put(out, AT.acts + SPACES * int(table.act[k]) + k, 1.0)
    left = int(table.figures)
    for _ in range(SPACES):
        if left == 0:
            break
        k = lowest(left)
        left &= left - 1
        figure = int(table.figure[k])
        plane = figure if figure >= SEATS else from_viewer(table, viewer, figure)
        put(out, AT.figures + SPACES * plane + k, 1.0)
        put(out, AT.bids + k, share(table.bid[k], BID_UNIT))
    left = int(table.houses)
    for _ in range(SPACES):
        if left == 0:
            break
        k = lowest(left)
        left &= left - 1
        owner = from_viewer(table, viewer, int(table.house[k]))
        put(out, AT.houses + SPACES * owner + k, 1.0)
    write_bits(table.zone, SPACES, AT.zone, out)
    put_one(out, AT.space, table.space)
    out[AT.cursor + table.cursor] = 1.0


@rule
def observe_course(table: Table, viewer: int, out: Buffer) -> None:
    """Write where the game stands."""
    out[AT.players + table.players - FEWEST] = 1.0
    if table.round_number > 0:
        out[AT.round + table.round_number - 1] = 1.0
    out[AT.decision + table.decision] = 1.0
    put(out, AT.to_play + from_viewer(table, viewer, table.to_play), 1.0)
    put(out, AT.turn + from_viewer(table, viewer, table.turn), 1.0)
    put(out, AT.first + from_viewer(table, viewer, table.first), 1.0)
    put(out, AT.token + from_viewer(table, viewer, table.token), 1.0)
    if table.first_out != NOBODY:
        put(out, AT.first_out + from_viewer(table, viewer, table.first_out), 1.0)
    out[AT.neutrals] = small_share(table.neutrals, 2)


@rule
def observe_edition(table: Table, out: Buffer) -> None:
    """Write what the edition decides, in the order of `FLAGS`."""
    edition = table.edition
    out[AT.edition] = edition.may_skip
    out[AT.edition + 1] = edition.blind_workshop
    out[AT.edition + 2] = edition.chosen_start
    out[AT.edition + 3] = edition.shop_covers
    out[AT.edition + 4] = edition.pass_cards
    out[AT.edition + 5] = edition.reshuffles_at_once
    out[AT.edition + 6] = edition.loose_compass
    out[AT.edition + 7] = edition.any_pays_francs
    out[AT.edition + 8] = edition.cube_declinable
    out[AT.edition + 9] = edition.park_idle
    out[AT.edition + 10] = edition.prizes_in_order
    out[AT.edition + 11] = edition.tidies_last_round
    out[AT.edition + 12] = edition.pays_from_token
    out[AT.edition + 13] = edition.pink_works


@rule
def observe_stock(table: Table, out: Buffer) -> None:
    """Write the stock cards that were turned up; those to come are hidden."""
    for k in range(ROUNDS):  # the last first: of what is to come nothing is left but zeros
        turn = ROUNDS - 1 - k
        put(out, AT.stock_seen + max(int(table.stock[turn]), 0), turn < table.round_number)
    if table.round_number > 0:
        card = table.stock[table.round_number - 1]
        out[AT.stock_value] = small_share(table.printed.stock_value[card], STOCK_UNIT)
        out[AT.stock_crests + table.printed.stock_crests[2 * card]] = 1.0
        out[AT.stock_crests + table.printed.stock_crests[2 * card + 1]] = 1.0
    put_one(out, AT.crest, table.crest)


@rule
def observe_turn(table: Table, out: Buffer) -> None:
    """Write what is under way."""
    put_one(out, AT.acting, table.acting)
    out[AT.by + table.by] = 1.0
    out[AT.cubes_by + table.cubes_by] = 1.0
    out[AT.cubes_due] = small_share(table.cubes_due, 2)
    out[AT.cubes_from + table.cubes_from] = 1.0
    put_one(out, AT.notable, table.notable)
    if table.sold != NOTHING:
        out[AT.sold + work_kind(table.sold)] = 1.0
    out[AT.left] = small_share(table.left, LEVEL_UNIT)
    out[AT.units] = small_share(table.units, UNITS_UNIT)
    write_small_parts(table.paid, 0, UNIT_KINDS, UNITS_UNIT, AT.paid, out)
    put_one(out, AT.column, table.column)
    write_bits(table.dropped, NOTABLES, AT.dropped, out)


@rule
def observe_brussels(table: Table, out: Buffer) -> None:
    """Write the Brussels board: places, supply and compass."""
    write_small_parts(table.uses, 0, PLACES, ASSISTANTS, AT.uses, out)
    write_small_parts(table.supply, 0, CUBE_KINDS, CUBES, AT.supply, out)
    for k in range(table.ring_size):
        put(out, AT.ring + KINDS * k + table.ring[k], 1.0)
    for b in range(2):
        put(out, AT.branches + MOST_RING * b + table.branch[b], 1.0)


@rule
def observe_workshop(table: Table, viewer: int, out: Buffer) -> None:
    """Write the works that nobody owns; of the pile only what was put back (B93-INF-02)."""
    write_small_parts(table.stacks, 0, COLOURS, WORKS, AT.stacks, out)
    out[AT.pile_size] = small_share(table.pile_size, PILE)
    out[AT.drawn_size] = small_share(table.drawn_size, MOST_DRAWN)
    if table.edition.blind_workshop:
        observe_pile(table, viewer, out)
    for side in range(2):
        top = shop_top(table, side)
        put(out, AT.shop_top + WORK_KINDS * side + work_kind(max(top, 0)), top != NOTHING)
        counts = 0
        for k in range(table.shop_size[side]):
            counts += 1 << (COUNT_BITS * work_kind(table.shop[SHOP * side + k]))
        for kind in range(WORK_KINDS):
            count = (counts >> (COUNT_BITS * kind)) & MOST_COUNT
            put(out, AT.shop + WORK_KINDS * side + kind, small_share(count, WORKS))


@rule
def observe_pile(table: Table, viewer: int, out: Buffer) -> None:
    """Write what was put back, and what was drawn from the face-down pile (B93-INF-02)."""
    for k in range(table.pile_size):
        knows = table.pile_seen[k]
        if knows != NOBODY:
            out[AT.pile_seen + SEATS * k + from_viewer(table, viewer, knows)] = 1.0
            if knows == viewer:
                out[AT.pile_known + COLOURED * k + table.pile[k]] = 1.0
    if sees_drawn(table, viewer):
        for k in range(table.drawn_size):
            out[AT.drawn + table.drawn[k]] += 1.0
        for colour in range(COLOURED):
            out[AT.drawn + colour] = share(int(out[AT.drawn + colour]), MOST_DRAWN)


@rule
def observe_theatre(table: Table, out: Buffer) -> None:
    """Write the notables that nobody has."""
    for price in range(4):
        put_one(out, AT.theatre + NOTABLES * price, table.theatre[price])
    out[AT.deck_size] = small_share(table.deck_size, DECK)
    write_small_parts(table.discards, 0, NOTABLES, COPIES, AT.discards, out)


@rule
def observe_prizes(table: Table, viewer: int, out: Buffer) -> None:
    """Write the bonus or prestige cards; the pile and face-down ones are hidden (ruling R-26)."""
    for column in range(SIDE):
        card, winner = int(table.prize[column]), int(table.winner[column])
        if card != NOTHING:
            at = AT.prize_powers + POWERS * column
            write_small_parts(table.printed.powers, POWERS * card, POWERS, PRIZE_UNIT, at, out)
            put(out, AT.prize_choice + column, table.printed.choice[card])
            put(out, AT.prize_mp + column, small_share(table.printed.mp[card], PRIZE_UNIT))
            put(
                out, AT.prize_symbols + column, small_share(table.printed.symbols[card], PRIZE_UNIT)
            )
        # Without a branch, since nobody could guess it.
        place = from_viewer(table, viewer, max(winner, 0))
        put(out, AT.winner + SEATS * column + place, winner != NOBODY)
        if table.tied[column] != 0:
            for place in range(table.players):
                seat = clockwise(table, viewer, place)
                out[AT.tied + SEATS * column + place] = (table.tied[column] >> seat) & 1
    for card in range(table.edition.prizes):
        put(out, AT.prizes_unseen + card, table.prize_place[card] == UNSEEN)
    out[AT.prizes_left] = small_share(table.prizes_left, MOST_PRIZES)
    for k in range(ROUNDS):
        out[AT.face_down + k] = table.face_down[k] != NOTHING


@rule
def observe_seat(table: Table, s: int, place: int, out: Buffer) -> None:
    """Write what a seat has, at its place among the seats: 0 for the viewer's own."""
    seat = table.seats[s]
    put(out, AT.money + place, share(seat.money, FRANCS_UNIT))
    write_parts(seat.earned, 0, SOURCES, POINTS_UNIT, AT.earned + SOURCES * place, out)
    write_small_parts(seat.cubes, 0, CUBE_KINDS, CUBE_UNIT, AT.cubes + CUBE_KINDS * place, out)
    write_small_parts(seat.works, 0, COLOURS, WORKS, AT.works + COLOURS * place, out)
    write_bits(seat.notables, NOTABLES, AT.notables + NOTABLES * place, out)
    write_bits(seat.tilted, NOTABLES, AT.tilted + NOTABLES * place, out)
    put(out, AT.reserve + place, small_share(seat.reserve, ASSISTANTS))
    put(out, AT.on_board + place, small_share(seat.on_board, ASSISTANTS))
    write_small_parts(seat.brussels, 0, PLACES, ASSISTANTS, AT.brussels + PLACES * place, out)
    put(out, AT.justice + place, small_share(seat.justice, ASSISTANTS))
    write_small_parts(seat.step, 0, TRACKS, STEPS, AT.tracks + TRACKS * place, out)
    for track in range(TRACKS):
        put(
            out, AT.levels + TRACKS * place + track, small_share(level(table, s, track), LEVEL_UNIT)
        )
    put(out, AT.built + place, small_share(seat.built, HOUSES))
    for row in range(ROWS):
        value = multiplier(table, s, row)
        put(out, AT.multipliers + ROWS * place + row, share(value, MULTIPLIER_UNIT))
    write_bits(seat.rows_used, ROWS, AT.rows_used + ROWS * place, out)
    put(out, AT.exhibits + place, small_share(seat.exhibits, ROUNDS))
    put(out, AT.passed + place, seat.passed)
    put(out, AT.settled + place, seat.settled)
    if table.asymmetric:
        put_one(out, AT.architect + BOARDS * place, seat.architect - 1)


@rule
def observe_belle_epoque(table: Table, viewer: int, out: Buffer) -> None:
    """Write the Belle Époque board and what the seats have of it."""
    write_bits(table.tiles, TILES, AT.tiles, out)
    for k in range(PAVILIONS):
        put(out, AT.cards + CARDS * k + table.card[k], 1.0)
        owner = int(table.pavilion[k])
        place = from_viewer(table, viewer, max(owner, 0))
        put(out, AT.pavilions + SEATS * k + place, owner != NOBODY)
        put(out, AT.cards_used + k, table.card_used[k])
    out[AT.railway] = small_share(table.railway, TRAVELLERS)
    if table.on_card > 0:
        out[AT.on_card + table.on_card - 1] = 1.0
    put_one(out, AT.doubled, table.doubled)
    put_one(out, AT.row_chosen, table.row_chosen)
    out[AT.tiles_done] = table.tiles_done
    for place in range(table.players):
        seat = table.seats[clockwise(table, viewer, place)]
        put(out, AT.mp_more + place, small_share(seat.mp_more, PRIZE_UNIT))
        write_small_parts(seat.white, 0, COLOURED, WORKS, AT.white + COLOURED * place, out)
        put(out, AT.travellers + place, small_share(seat.travellers, TRAVELLERS))
        at = AT.travelling + PLACES * place
        write_small_parts(seat.travelling, 0, PLACES, TRAVELLERS, at, out)
        write_bits(seat.tiles, TILES, AT.seat_tiles + TILES * place, out)


@rule
def observe_moment(table: Table, out: Buffer) -> None:
    """Write what is under way with Belle Époque or the asymmetric boards."""
    put_one(out, AT.window, table.window)
    out[AT.asked] = small_share(table.asked, SEATS)
    put_one(out, AT.place, table.place)
    put_one(out, AT.sold_as, table.sold_as)
    out[AT.more_steps] = small_share(table.more_steps, 2)
    out[AT.target + table.target] = 1.0
    out[AT.mode + table.mode] = 1.0
    out[AT.cubes_paid] = small_share(table.cubes_paid, UNITS_UNIT)
    out[AT.turned_first] = table.turned_first
    put_one(out, AT.shown, table.shown)
    write_bits(table.dropping, 4, AT.dropping, out)
