"""What is true of every table of Paris, after every step."""

from __future__ import annotations

import numpy as np

from horta.core.i18n import mark
from horta.core.rule import rule
from horta.games.paris.building import can_place_plainly, has_build, has_plain_build
from horta.games.paris.cards import PIECE_OF
from horta.games.paris.components import (
    BUILDINGS,
    CHIMNEYS,
    IN_PLAY,
    POSTCARDS,
    SEATS,
    SIDE,
    SPACES,
    SQUARES,
    TILES,
    TOKENS,
    Base,
    Card,
)
from horta.games.paris.phase1 import TURNED
from horta.games.paris.postcards import covers_two, pair_of
from horta.games.paris.scoring import (
    DANCER_LINE,
    FOUNTAIN_LINE,
    GROUP,
    LIT,
    PAINTER_LINE,
    SHEET_LINES,
    STATUE_LINE,
    is_lamp,
    lit_by,
    score,
    size_of,
)
from horta.games.paris.table import (
    BUILT,
    FOUNTAIN,
    GARDEN,
    NOBODY,
    NOTHING,
    NOWHERE,
    Decision,
    State,
    Table,
    is_base,
    neighbour,
    rival,
    shape,
)

INVARIANTS = {
    1: mark("each of the 16 tiles is in one stack, one hand or on one square"),
    2: mark("in phase 1 a hand holds one tile until all eight are laid; later hands are empty"),
    3: mark("the spaces of the board are those of the tiles that lie on it"),
    4: mark("each of the 12 buildings is on the site, in one reserve, on the board or in transit"),
    5: mark("chimneys left and own buildings add up to 7 for each player"),
    6: mark(
        "tokens left and own postcards add up to 4; open postcards equal the tokens left of both"
    ),
    7: mark("no space holds two pieces, and every building covers its shape"),
    8: mark("every piece stands on spaces that its rule allows"),
    9: mark("the annexe touches the building that it belongs to, and both have the same owner"),
    10: mark(
        "lamps are the printed ones, less the one under a Métropolitain build, plus the lamp tile"
    ),
    13: mark("the player to play has something to do, and the decision fits the phase"),
    14: mark(
        "the first to lay their eighth tile begins phase 2, and the other one lays the sixteenth"
    ),
    15: mark("the game ends only when all tokens are spent and nobody has a plain build"),
    19: mark("the parts of the score lie within their bounds"),
    20: mark("the groups of a player together have the size of their buildings"),
}


@rule
def check(table: Table) -> int:
    """Return 0, or the number of an invariant that the table breaks."""
    if not tiles_are_whole(table):
        return 1
    if not hands_fit(table):
        return 2
    if not board_fits_tiles(table):
        return 3
    if not buildings_are_whole(table):
        return 4
    if not chimneys_add_up(table):
        return 5
    if not tokens_add_up(table):
        return 6
    if not pieces_stand_apart(table):
        return 7
    if not pieces_stand_well(table):
        return 8
    if not annexe_is_joined(table):
        return 9
    if not lamps_add_up(table):
        return 10
    if not decision_fits(table):
        return 13
    if not phases_follow(table):
        return 14
    if not end_is_right(table):
        return 15
    return scores_fit(table)


@rule
def tiles_are_whole(table: Table) -> bool:
    """Invariant 1."""
    for s in range(SEATS):
        seat = table.seats[s]
        if not 0 <= seat.in_stack <= TILES:
            return False
        seen = 0
        count = 0
        for k in range(TILES):
            tile = seat.stack[k]
            if (k < seat.in_stack) != (0 <= tile < TILES) or tile < NOTHING or tile >= TILES:
                return False
            if tile >= 0:
                seen |= 1 << tile
                count += 1
        if seat.hand >= TILES or seat.hand < NOTHING:
            return False
        if seat.hand >= 0:
            seen |= 1 << seat.hand
            count += 1
        laid = 0
        for square in range(SQUARES):
            tile = table.square_tile[square]
            if tile >= SEATS * TILES or not 0 <= table.square_turn[square] < 4:
                return False
            if tile >= 0 and tile // TILES == s:
                seen |= 1 << (tile % TILES)
                laid += 1
        if laid != seat.laid or count + laid != TILES or seen != (1 << TILES) - 1:
            return False
    return True


@rule
def hands_fit(table: Table) -> bool:
    """Invariant 2."""
    for s in range(SEATS):
        seat = table.seats[s]
        has_hand = seat.hand >= 0
        if has_hand != (seat.laid < TILES):
            return False
        if table.phase > 1 and (has_hand or seat.in_stack > 0):
            return False
    return True


@rule
def board_fits_tiles(table: Table) -> bool:
    """Invariant 3."""
    for square in range(SQUARES):
        tile = table.square_tile[square]
        for corner in range(4):
            row = 2 * (square // 4) + corner // 2
            column = 2 * (square % 4) + corner % 2
            turned = TURNED[4 * table.square_turn[square] + corner]
            for base in range(4):
                there = is_base(table, base, SIDE * row + column)
                if there != (tile >= 0 and table.printed.faces[4 * tile + turned] == base):
                    return False
    return True


@rule
def buildings_are_whole(table: Table) -> bool:
    """Invariant 4."""
    for building in range(BUILDINGS):
        places = (table.site >> building) & 1
        for s in range(SEATS):
            places += (table.seats[s].reserve >> building) & 1
        if table.owner[building] != NOBODY:
            places += 1
        if table.transit == building:
            places += 1
        if places != 1:
            return False
    in_transit = table.decision in (Decision.LEV_GET, Decision.LEV_PLACE)
    return in_transit == (table.transit >= 0)


@rule
def chimneys_add_up(table: Table) -> bool:
    """Invariant 5."""
    for s in range(SEATS):
        used = 0
        for building in range(BUILT):
            if table.owner[building] == s:
                used += 1
        if table.seats[s].chimneys < 0 or table.seats[s].chimneys + used != CHIMNEYS:
            return False
    return True


@rule
def tokens_add_up(table: Table) -> bool:
    """Invariant 6."""
    in_play = 0
    open_cards = 0
    for card in range(POSTCARDS):
        state = table.card_state[card]
        taken = state not in (State.OUT, State.OPEN)
        if taken != (table.card_holder[card] >= 0):
            return False
        if state == State.HELD and card not in (Card.MET, Card.CHA):
            return False
        if state != State.OUT:
            in_play += 1
        if state == State.OPEN:
            open_cards += 1
    left = 0
    for s in range(SEATS):
        held = 0
        for card in range(POSTCARDS):
            if table.card_holder[card] == s:
                held += 1
        tokens = table.seats[s].tokens
        if tokens < 0 or tokens + held != TOKENS:
            return False
        left += tokens
    return in_play == IN_PLAY and open_cards == left


@rule
def pieces_stand_apart(table: Table) -> bool:
    """Invariant 7: lay every piece out again and compare."""
    expected = np.full(SPACES, NOTHING, np.int64)
    for building in range(BUILDINGS):
        if table.owner[building] == NOBODY:
            continue
        orientation = table.orientation[building]
        anchor = table.anchor[building]
        if (table.printed.offered[building] >> orientation) & 1 == 0:
            return False
        first = shape(building, orientation)
        for k in range(table.printed.size[building]):
            cell = table.printed.cells[first + k]
            row = (anchor >> 3) + (cell >> 3)
            column = (anchor & 7) + (cell & 7)
            if row >= SIDE or column >= SIDE or expected[SIDE * row + column] != NOTHING:
                return False
            expected[SIDE * row + column] = building
    for card in range(POSTCARDS):
        spot = table.spot[card]
        if spot == NOWHERE:
            continue
        if table.card_state[card] != State.USED or expected[spot] != NOTHING:
            return False
        expected[spot] = table.piece[spot] if card == Card.BOU else PIECE_OF[card]
        if covers_two(table, card):
            other = pair_of(spot, table.facing[card])
            if other < 0 or expected[other] != NOTHING:
                return False
            expected[other] = PIECE_OF[card]
    for space in range(SPACES):
        covered = (table.covered[space >> 3] >> (space & 7)) & 1 == 1
        if table.piece[space] != expected[space] or covered != (expected[space] >= 0):
            return False
    return True


@rule
def pieces_stand_well(table: Table) -> bool:
    """Invariant 8."""
    for s in range(SEATS):
        lamps = 0
        rivals = 0
        annexe = table.spot[Card.BOU]
        for space in range(SPACES):
            piece = table.piece[space]
            if not 0 <= piece < BUILT or table.owner[piece] != s or space == annexe:
                continue
            lamp = is_base(table, Base.LAMP, space)
            foreign = is_base(table, rival(s), space)
            if piece == GARDEN and (lamp or foreign):
                return False
            if not (lamp or foreign or is_base(table, s, space)):
                if not is_base(table, Base.MIXED, space):
                    return False
            lamps += 1 if lamp else 0
            rivals += 1 if foreign else 0
        met = table.card_holder[Card.MET] == s and table.card_state[Card.MET] == State.USED
        cha = table.card_holder[Card.CHA] == s and table.card_state[Card.CHA] == State.USED
        if lamps != (1 if met else 0) or rivals != (1 if cha else 0):
            return False
    for card in (Card.PEI, Card.BOU, Card.LAM, Card.MOU, Card.PEN):
        spot = table.spot[card]
        if spot >= 0 and not is_base(table, table.card_holder[card], spot):
            return False
    if table.spot[Card.GRA] >= 0 and not is_base(table, Base.LAMP, table.spot[Card.GRA]):
        return False
    if table.spot[Card.PEN] >= 0 and neighbour(table.spot[Card.PEN], table.facing[Card.PEN]) < 0:
        return False
    if table.spot[Card.FON] >= 0:
        for space in range(SPACES):
            if table.piece[space] == FOUNTAIN and not is_base(table, Base.MIXED, space):
                if not is_base(table, table.card_holder[Card.FON], space):
                    return False
    return True


@rule
def annexe_is_joined(table: Table) -> bool:
    """Invariant 9."""
    spot = table.spot[Card.BOU]
    if spot < 0:
        return True
    building = table.piece[spot]
    beside = neighbour(spot, table.facing[Card.BOU])
    return (
        0 <= building < BUILT
        and beside >= 0
        and table.piece[beside] == building
        and table.owner[building] == table.card_holder[Card.BOU]
    )


@rule
def lamps_add_up(table: Table) -> bool:
    """Invariant 10."""
    printed = 0
    lamps = 0
    for space in range(SPACES):
        printed += 1 if is_base(table, Base.LAMP, space) else 0
        lamps += 1 if is_lamp(table, space) else 0
    if table.card_state[Card.MET] == State.USED:
        printed -= 1
    if table.spot[Card.LAM] >= 0:
        printed += 1
    return lamps == printed


@rule
def decision_fits(table: Table) -> bool:
    """Invariant 13, and that phase, decision and pending card agree."""
    s = table.to_play
    decision = table.decision
    if not 0 <= s < SEATS or not 0 <= table.idle <= 2:
        return False
    if (decision == Decision.P1_TURN) != (table.phase == 1):
        return False
    if (decision == Decision.OVER) != (table.phase == 3):
        return False
    pending = decision not in (Decision.P1_TURN, Decision.P2_TURN, Decision.OVER)
    if pending != (table.card >= 0):
        return False
    if pending:
        if (table.card == Card.LEV) == (decision == Decision.SPECIAL):
            return False
        if table.card_holder[table.card] != s or table.card_state[table.card] != State.USED:
            return False
        if table.spot[table.card] != NOWHERE or table.card == Card.SAC:
            return False
    for card in range(POSTCARDS):
        # a used postcard with a piece of its own has it on the board, or it is the pending one
        if table.card_state[card] == State.USED and card != table.card:
            places = PIECE_OF[card] >= 0 or card == Card.BOU
            if places != (table.spot[card] >= 0):
                return False
    if decision == Decision.P2_TURN:
        return table.seats[s].tokens > 0 or has_build(table, s)
    if decision == Decision.LEV_GET:
        return can_place_plainly(table, s, table.site)
    if decision == Decision.LEV_PLACE:
        return can_place_plainly(table, s, 1 << table.transit)
    return True


@rule
def phases_follow(table: Table) -> bool:
    """Invariant 14."""
    first = table.first_done
    if table.phase == 1:
        built = 0
        for building in range(BUILT):
            built += 1 if table.owner[building] >= 0 else 0
        tokens = table.seats[0].tokens + table.seats[1].tokens
        if built > 0 or tokens != IN_PLAY or table.idle != 0:
            return False
        if table.seats[0].laid + table.seats[1].laid == SQUARES:
            return False
        if first == NOBODY:
            return table.seats[0].laid < TILES and table.seats[1].laid < TILES
        return 0 <= first < SEATS and table.seats[first].laid == TILES
    return table.seats[0].laid + table.seats[1].laid == SQUARES and 0 <= first < SEATS


@rule
def end_is_right(table: Table) -> bool:
    """Invariant 15."""
    if table.phase < 3:
        return table.phase != 2 or table.idle < 2
    for s in range(SEATS):
        if table.seats[s].tokens > 0 or has_plain_build(table, s):
            return False
    return table.idle == 2


@rule
def scores_fit(table: Table) -> int:
    """Invariants 19 and 20."""
    sheet = np.zeros((SEATS, SHEET_LINES), np.int32)
    score(table, sheet)
    lamps = 0
    for space in range(SPACES):
        lamps += 1 if is_lamp(table, space) else 0
    for s in range(SEATS):
        built = 0
        lit = 0
        for building in range(BUILT):
            if table.owner[building] == s:
                built += size_of(table, building)
                for space in range(SPACES):
                    if is_lamp(table, space) and (lit_by(table, space) >> building) & 1:
                        lit += size_of(table, building)
        covered = 0
        for space in range(SPACES):
            piece = table.piece[space]
            if 0 <= piece < BUILT and table.owner[piece] == s:
                covered += 1
        if sheet[s, LIT] != lit:
            return 19
        if sheet[s, PAINTER_LINE] % 2 != 0 or not 0 <= sheet[s, PAINTER_LINE] <= 2 * lamps:
            return 19
        dances = table.spot[Card.MOU] >= 0 and table.card_holder[Card.MOU] == s
        if (sheet[s, DANCER_LINE] >= 1) != dances:
            return 19
        if sheet[s, FOUNTAIN_LINE] % 3 != 0 or not 0 <= sheet[s, STATUE_LINE] <= 12:
            return 19
        if covered != built or not 0 <= sheet[s, GROUP] <= built:
            return 20
        if built > 0 and sheet[s, GROUP] == 0:
            return 20
    return 0
