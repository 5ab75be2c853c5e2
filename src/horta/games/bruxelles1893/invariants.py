"""What is true of every table of Bruxelles 1893, after every step."""

from __future__ import annotations

import numpy as np

from horta.core.rule import rule
from horta.games.bruxelles1893.components import (
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
    DETAINED,
    HOUSES,
    JOKERS,
    MOST_BID,
    MOST_PRIZES,
    NOTABLES,
    PAVILIONS,
    PLACES,
    ROUNDS,
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
    Act,
    Architect,
    Kind,
    Notable,
)
from horta.games.bruxelles1893.construction import units_due
from horta.games.bruxelles1893.flow import legal
from horta.games.bruxelles1893.majorities import in_brussels
from horta.games.bruxelles1893.moves import MAX_LEGAL
from horta.games.bruxelles1893.setup import MOST_TILES
from horta.games.bruxelles1893.sight import is_taken, notables_unseen
from horta.games.bruxelles1893.table import (
    GONE,
    MOST_DRAWN,
    NEUTRAL,
    NOBODY,
    NOTHING,
    NOWHERE,
    ON_CARD_ASSISTANT,
    ON_CARD_NOBODY,
    ON_CARD_TRAVELLER,
    PILE,
    SHOP,
    SOURCES,
    STRIP,
    TUCKED,
    UNSEEN,
    ZONES,
    By,
    Decision,
    Source,
    Table,
    assistants_on_tiles,
    shop_top,
    upright,
)
from horta.games.bruxelles1893.tracks import last_step
from horta.games.bruxelles1893.windows import (
    IN_TURN,
    Card,
    Window,
    cards_of,
    slot_of,
)

WINDOWS = len(Window)

INVARIANTS = {
    1: "cubes of supply and players add up: 10 of each noble kind, 15 jokers, glass in its game",
    2: "works of workshop, shop and players add up to 6 of each colour; the pile holds its works",
    3: "notables of pile, discards, theatre and players add up to 3 of each; Brugmann stays home",
    4: "every player's assistants add up to 7, and Justice gains at most one in a round",
    5: "nobody owes money",
    6: "assistants stand inside the zone, one on a space; only those of players carry bids",
    7: "a player's buildings are his houses and pavilions, 6 at most, no house on a tile",
    8: "the shop shows different colours, and its left side is filled first",
    9: "the branches of the compass are at different places, and its ring is whole",
    10: "the cursor lies inside the grid",
    11: "the theatre is filled from its free place; it is full while there are cards",
    12: "every prize lies in one place, and the pile has the size of the round",
    13: "one Exposition tile or face-down card is gained in every round",
    14: "the seats in office exist",
    15: "only kept notables are tilted",
    16: "tracks have six spaces, and multipliers come from the cards under the lines",
    17: "points are lost for unpaid notables only, five for each",
    18: "the zone is the largest rectangle at the crest",
    19: "each use of a Brussels place took as many assistants as its rule asks",
    20: "whoever takes a turn has not passed",
    21: "whoever is asked has a choice",
    22: "the round fits the decision, and stock cards are different",
    23: "what is under way in a turn fits the decision",
    24: "the travellers of station, players, Brussels and card 22 add up to 4",
    25: "five different cards lie beside the pavilions; only owned ones were used",
    26: "as many tiles are open as players need, and each holds one assistant at most",
    27: "an open window fits the decision, and what cards promise fits the window",
    28: "every architect's board belongs to one player, and only in the variant",
}


@rule
def check(table: Table) -> int:
    """Return 0, or the number of an invariant that the table breaks."""
    if not seats_in_office(table):
        return 14
    if not cubes_add_up(table):
        return 1
    if not works_add_up(table):
        return 2
    if not notables_add_up(table):
        return 3
    broken = seats_fit(table)
    if broken != 0:
        return broken
    if not figures_stand_well(table):
        return 6
    if not houses_stand_well(table):
        return 7
    if not shop_fits(table):
        return 8
    if not compass_fits(table):
        return 9
    if not 0 <= table.cursor < SPACES:
        return 10
    if not theatre_fits(table):
        return 11
    if not prizes_add_up(table):
        return 12
    if not exhibits_add_up(table):
        return 13
    if not symbols_fit(table):
        return 16
    if not zone_fits(table):
        return 18
    if not uses_fit(table):
        return 19
    if not turns_fit(table):
        return 20
    if not round_fits(table):
        return 22
    if not turn_fits(table):
        return 23
    if not travellers_add_up(table):
        return 24
    if not cards_fit(table):
        return 25
    if not tiles_fit(table):
        return 26
    if not window_fits(table):
        return 27
    if not boards_fit(table):
        return 28
    if not has_choice(table):
        return 21
    return 0


@rule
def seats_in_office(table: Table) -> bool:
    """Invariant 14."""
    n = table.players
    return (
        2 <= n <= SEATS
        and 0 <= table.first < n
        and 0 <= table.token < n
        and 0 <= table.turn < n
        and 0 <= table.to_play < n
        and NOBODY <= table.first_out < n
        and 0 <= table.decision <= Decision.OVER
    )


@rule
def cubes_add_up(table: Table) -> bool:
    """Invariant 1."""
    for kind in range(CUBE_KINDS):
        total = int(table.supply[kind])
        if total < 0:
            return False
        for s in range(table.players):
            if table.seats[s].cubes[kind] < 0:
                return False
            total += table.seats[s].cubes[kind]
        if kind == Kind.JOKER:
            if total != JOKERS:
                return False
        elif total != (0 if kind == Kind.GLASS and not table.belle_epoque else CUBES):
            return False
    return True


@rule
def works_add_up(table: Table) -> bool:
    """Invariant 2."""
    coloured = 0
    for colour in range(COLOURS):
        total = int(table.stacks[colour])
        if total < 0:
            return False
        if colour < COLOURED:
            coloured += total
        for side in range(2):
            for k in range(table.shop_size[side]):
                total += table.shop[SHOP * side + k] % BACK == colour
        for s in range(table.players):
            if table.seats[s].works[colour] < 0:
                return False
            total += table.seats[s].works[colour]
            if colour < COLOURED:
                if table.seats[s].white[colour] < 0:
                    return False
                total += table.seats[s].white[colour]
        if total != WORKS:
            return False
    if not table.edition.blind_workshop:
        return table.pile_size == 0 and table.drawn_size == 0
    if table.pile_size + table.drawn_size != coloured:
        return False
    for colour in range(COLOURED):
        total = 0
        for k in range(table.pile_size):
            total += table.pile[k] == colour
        for k in range(table.drawn_size):
            total += table.drawn[k] == colour
        if total != table.stacks[colour]:
            return False
    for k in range(PILE):
        if (k < table.pile_size) != (table.pile[k] != NOTHING):
            return False
        if not NOBODY <= table.pile_seen[k] < table.players:
            return False
    return True


@rule
def notables_add_up(table: Table) -> bool:
    """Invariant 3."""
    if not 0 <= table.deck_size <= DECK or table.discards[Notable.BRUGMANN] != 0:
        return False
    for notable in range(1, table.cast):
        in_deck = 0
        for k in range(table.deck_size):
            in_deck += table.deck[k] == notable
        if in_deck != notables_unseen(table, notable):
            return False
        if not 0 <= table.discards[notable] <= COPIES:
            return False
    for k in range(DECK):
        if (k < table.deck_size) != (0 < table.deck[k] < table.cast):
            return False
    for s in range(table.players):
        seat = table.seats[s]
        # Only card 14 takes Brugmann out of the game before the end.
        if not seat.settled and not table.belle_epoque and seat.notables & 1 == 0:
            return False
    return True


@rule
def seats_fit(table: Table) -> int:
    """Invariants 4, 5, 15, 16 and 17, seat by seat."""
    for s in range(table.players):
        seat = table.seats[s]
        if seat.reserve < 0 or seat.on_board < 0 or seat.justice < 0:
            return 4
        away = assistants_on_tiles(table, s)
        if table.on_card == ON_CARD_ASSISTANT:
            away += table.pavilion[slot_of(table, Card.EXTRA_TURN)] == s
        if seat.reserve + seat.on_board + in_brussels(table, s) + seat.justice + away != ASSISTANTS:
            return 4
        for place in range(PLACES):
            if seat.brussels[place] < 0:
                return 4
        if seat.justice > DETAINED + table.round_number:
            return 4
        if seat.money < 0:
            return 5
        if seat.tilted & ~seat.notables != 0 or not 0 <= seat.notables < 1 << table.cast:
            return 15
        for track in range(TRACKS):
            if not 0 <= seat.step[track] <= last_step(table, s, track):
                return 16
        for source in range(SOURCES):
            if source == Source.UNPAID:
                if seat.earned[source] > 0 or seat.earned[source] % 5 != 0:
                    return 17
            elif seat.earned[source] < 0:
                return 17
    return 0


@rule
def figures_stand_well(table: Table) -> bool:
    """Invariant 6; card 15 can take a whole bid back."""
    bits, neutrals = 0, 0
    least = 0 if table.belle_epoque else 1
    for k in range(SPACES):
        figure = table.figure[k]
        if figure in (NOBODY, NEUTRAL):
            if table.bid[k] != 0:
                return False
        elif not 0 <= figure < table.players or not least <= table.bid[k] <= MOST_BID:
            return False
        if figure == NEUTRAL and (table.printed.cross >> k) & 1:
            return False
        if figure != NOBODY:
            bits |= 1 << k
            neutrals += figure == NEUTRAL
    if bits != table.figures or bits & ~table.zone != 0:
        return False
    if neutrals > table.neutrals or (table.players > 2 and neutrals > 0):
        return False
    for s in range(table.players):
        count = 0
        for k in range(SPACES):
            count += table.figure[k] == s
        if count != table.seats[s].on_board:
            return False
    return True


@rule
def houses_stand_well(table: Table) -> bool:
    """Invariant 7."""
    bits = 0
    for k in range(SPACES):
        if table.house[k] != NOBODY:
            if not 0 <= table.house[k] < table.players:
                return False
            bits |= 1 << k
    if bits != table.houses or bits & table.printed.cross != 0:
        return False
    for s in range(table.players):
        count = cards_of(table, s)
        for k in range(SPACES):
            count += table.house[k] == s
        if count != table.seats[s].built or count > HOUSES:
            return False
    return True


@rule
def shop_fits(table: Table) -> bool:
    """Invariant 8."""
    if table.shop_size[0] == 0 and table.shop_size[1] > 0:
        return False
    if shop_top(table, 0) == shop_top(table, 1) and table.shop_size[1] > 0:
        return False
    for side in range(2):
        if not table.edition.shop_covers and table.shop_size[side] > 1:
            return False
        for k in range(SHOP):
            if (k < table.shop_size[side]) != is_work(table, table.shop[SHOP * side + k]):
                return False
    return shop_top(table, 0) < BACK or shop_top(table, 1) < BACK


@rule
def is_work(table: Table, work: int) -> bool:
    """Tell whether a number is a work in the shop, white ones with the expansion alone."""
    if work >= BACK:
        return work < BACK + COLOURED and table.belle_epoque != 0
    return 0 <= work < COLOURS


@rule
def compass_fits(table: Table) -> bool:
    """Invariant 9."""
    seen = 0
    for k in range(table.ring_size):
        seen |= 1 << table.ring[k]
    whole = 0
    for k in range(table.printed.ring_size):
        whole |= 1 << table.printed.ring[k]
    if table.ring_size != table.printed.ring_size or seen != whole:
        return False
    for b in range(2):
        if not 0 <= table.branch[b] < table.ring_size:
            return False
        if table.arrow and table.ring[table.branch[b]] == Kind.GLASS:
            return False
    return table.branch[0] != table.branch[1]


@rule
def theatre_fits(table: Table) -> bool:
    """Invariant 11."""
    filled = 0
    for price in range(4):
        if table.theatre[price] != NOTHING:
            if filled != price or not 0 < table.theatre[price] < table.cast:
                return False
            filled += 1
    if (
        is_taken(table)
        or table.window == Window.DISCARD
        or (table.round_number == ROUNDS and table.figures == 0)
    ):
        return filled >= 0
    cards = int(table.deck_size)
    for notable in range(NOTABLES):
        cards += table.discards[notable]
    return filled == 4 or cards == 0


@rule
def prizes_add_up(table: Table) -> bool:
    """Invariant 12."""
    unseen = 0
    for card in range(MOST_PRIZES):
        place = table.prize_place[card]
        if card >= table.edition.prizes or place == UNSEEN:
            unseen += card < table.edition.prizes
        elif place < GONE:
            if table.prize[place - STRIP] != card:
                return False
        elif not place < TUCKED + ROWS * table.players:
            return False
    hidden = 0
    for k in range(table.prizes_left):
        card = table.prizes[k]
        if not 0 <= card < table.edition.prizes or table.prize_place[card] != UNSEEN:
            return False
        hidden += 1
    passes = 0
    for k in range(ROUNDS):
        if table.face_down[k] != NOTHING:
            if table.prize_place[table.face_down[k]] != UNSEEN:
                return False
            passes += 1
    if hidden + passes != unseen:
        return False
    # Before the stock card is turned up, the prizes of the next round lie there already.
    rounds = max(1, int(table.round_number)) + (table.window == Window.ROUND)
    return table.prizes_left == table.edition.prizes - SIDE * rounds - passes


@rule
def exhibits_add_up(table: Table) -> bool:
    """Invariant 13."""
    total = 0
    for s in range(table.players):
        if table.seats[s].exhibits < 0:
            return False
        total += table.seats[s].exhibits
    done = max(0, table.round_number - 1) + (table.first_out != NOBODY)
    passes = 0
    for k in range(ROUNDS):
        passes += table.face_down[k] != NOTHING
    return total == done and passes == (done if table.edition.pass_cards else 0)


@rule
def symbols_fit(table: Table) -> bool:
    """Invariant 16."""
    for s in range(table.players):
        for row in range(ROWS):
            total = 0
            for card in range(table.edition.prizes):
                if table.prize_place[card] == TUCKED + ROWS * s + row:
                    total += table.printed.symbols[card]
            if total != table.seats[s].symbols[row]:
                return False
    return True


@rule
def zone_fits(table: Table) -> bool:
    """Invariant 18."""
    if table.crest == NOTHING:
        return table.zone == 0
    size = 0
    for k in range(SPACES):
        size += (table.zone >> k) & 1
    return table.zone == ZONES[table.crest] and size in (9, 12, 16) and (table.zone >> 12) & 1 == 1


@rule
def uses_fit(table: Table) -> bool:
    """Invariant 19; after the majority one assistant of some players is at Justice.

    Travellers leave before the majority, and card 29 may take an assistant back.
    """
    if Window.BRUSSELS <= table.window <= Window.UPRIGHT:
        return True
    missing = 0
    for place in range(PLACES):
        uses, needed, there = int(table.uses[place]), 0, 0
        for k in range(1, uses + 1):
            needed += k if table.players <= 3 else (k + 1) // 2
        for s in range(table.players):
            there += table.seats[s].brussels[place] + table.seats[s].travelling[place]
        if there > needed:
            return False
        missing += needed - there
    ending = table.decision in (Decision.OVER, Decision.UNPAID, Decision.ROW)
    return missing == 0 or (ending and missing <= table.players)


@rule
def turns_fit(table: Table) -> bool:
    """Invariant 20."""
    passed = 0
    for s in range(table.players):
        passed += table.seats[s].passed != 0
    if (passed > 0) != (table.first_out != NOBODY):
        return False
    if table.decision <= Decision.NEUTRAL or table.window == Window.CREST:
        return passed == 0
    closing = table.decision >= Decision.PRIZE
    if table.window != NOTHING and not IN_TURN[table.window]:
        closing = True
    return passed == table.players if closing else not table.seats[table.turn].passed


@rule
def round_fits(table: Table) -> bool:
    """Invariant 22."""
    seen = 0
    for k in range(STOCK_CARDS):
        seen |= 1 << table.stock[k]
    if seen != (1 << STOCK_CARDS) - 1:
        return False
    if table.decision in (Decision.BOARD, Decision.START_WORK):
        return table.round_number == 0 and table.edition.chosen_start != 0
    if table.decision in (Decision.OVER, Decision.UNPAID, Decision.ROW):
        return table.round_number == ROUNDS
    return 1 <= table.round_number <= ROUNDS


@rule
def turn_fits(table: Table) -> bool:
    """Invariant 23."""
    decision = table.decision
    paying = decision in (Decision.PAY, Decision.BRANCH, Decision.SITE, Decision.TARGET)
    paid = 0
    for kind in range(UNIT_KINDS):
        paid += table.paid[kind]
    if not paying and (table.units != 0 or paid != 0):
        return False
    unpaid = decision in (Decision.PAY, Decision.TARGET)
    if paying and (units_due(table) > 0) != unpaid:
        return False
    counting = decision in (Decision.CUBE, Decision.GIVE)
    if (table.cubes_due > 0) != counting or table.cubes_due > 2:
        return False
    selling = decision in (Decision.CURSOR, Decision.SHOP, Decision.SELL_AS)
    selling = selling or table.window == Window.PRICE
    if selling != (table.sold != NOTHING):
        return False
    if (table.drawn_size > 0) != (
        decision == Decision.WORK and table.edition.blind_workshop != 0
    ) or table.drawn_size > MOST_DRAWN:
        return False
    if decision == Decision.GRAND_PLACE and (table.left <= 0 or upright(table, table.turn) == 0):
        return False
    if table.dropped != 0 and decision != Decision.UNPAID:
        return False
    if decision == Decision.KEEP and not is_taken(table):
        return False
    if decision == Decision.SOLVAY and table.notable != Notable.SOLVAY:
        return False
    if decision == Decision.CUBE and table.cubes_by == By.ACTION and table.to_play != table.turn:
        return False
    if decision == Decision.COLUMN:
        return True
    return (table.column != NOTHING) == (decision == Decision.POWER)


@rule
def travellers_add_up(table: Table) -> bool:
    """Invariant 24."""
    total = table.railway + (table.on_card == ON_CARD_TRAVELLER)
    for s in range(table.players):
        seat = table.seats[s]
        if seat.travellers < 0:
            return False
        total += seat.travellers
        for place in range(PLACES):
            if seat.travelling[place] < 0:
                return False
            total += seat.travelling[place]
    return table.railway >= 0 and total == (TRAVELLERS if table.belle_epoque else 0)


@rule
def cards_fit(table: Table) -> bool:
    """Invariant 25."""
    seen = 0
    for slot in range(PAVILIONS):
        card, owner = table.card[slot], table.pavilion[slot]
        if not table.belle_epoque:
            if card != NOTHING or owner != NOBODY or table.card_used[slot]:
                return False
            continue
        if not 0 <= card < CARDS or (seen >> card) & 1 or not NOBODY <= owner < table.players:
            return False
        seen |= 1 << card
        if table.card_used[slot] not in (0, 1) or (table.card_used[slot] and owner == NOBODY):
            return False
    waiting = table.on_card != ON_CARD_NOBODY
    if waiting:
        slot = slot_of(table, Card.EXTRA_TURN)
        return slot != NOTHING and table.card_used[slot] == 1
    return True


@rule
def tiles_fit(table: Table) -> bool:
    """Invariant 26."""
    count, taken = 0, 0
    for tile in range(TILES):
        count += (table.tiles >> tile) & 1
    for s in range(table.players):
        tiles = int(table.seats[s].tiles)
        if tiles & taken != 0:
            return False
        taken |= tiles
    wanted = int(MOST_TILES[table.players]) if table.belle_epoque else 0
    return count == wanted and taken & ~int(table.tiles) == 0


@rule
def window_fits(table: Table) -> bool:
    """Invariant 27."""
    decision, window = table.decision, table.window
    if not table.windows and window != NOTHING:
        return False
    if not NOTHING <= window < WINDOWS or not 0 <= table.asked < table.players:
        return False
    if Decision.WINDOW <= decision <= Decision.DOUBLE and window == NOTHING:
        return False
    if window != NOTHING and not (
        Decision.SOLVAY <= decision <= Decision.DOUBLE or decision == Decision.CREST
    ):
        return False
    if decision == Decision.CREST and window >= 0 and window != Window.CREST:
        return False
    if window != NOTHING and IN_TURN[window] and table.to_play != table.turn:
        return False
    if table.mode != 0 and decision not in (
        Decision.TARGET,
        Decision.PAY,
        Decision.BRANCH,
        Decision.SITE,
    ):
        return False
    if (table.dropping != 0) and decision != Decision.DROP:
        return False
    if table.doubled != NOWHERE and (table.printed.cross >> table.doubled) & 1 == 0:
        return False
    return table.shown == NOTHING or table.acting == Act.THEATRE


@rule
def boards_fit(table: Table) -> bool:
    """Invariant 28."""
    seen = 0
    for s in range(table.players):
        architect = table.seats[s].architect
        if architect != Architect.NONE:
            if not table.asymmetric or not 0 < architect <= BOARDS or (seen >> architect) & 1:
                return False
            seen |= 1 << architect
        elif table.asymmetric and table.round_number > 0:
            return False
    return True


@rule
def has_choice(table: Table) -> bool:
    """Invariant 21: the engine takes forced steps itself, but for the crest of round 1."""
    if table.decision == Decision.OVER:
        return True
    count = legal(table, np.empty(MAX_LEGAL, np.int32))
    return count >= 2 or (count == 1 and table.decision == Decision.CREST)
