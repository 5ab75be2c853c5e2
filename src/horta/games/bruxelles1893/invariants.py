"""What is true of every table of Bruxelles 1893, after every step.

A table may come from a stranger, so these rules trust nothing: whatever a rule of the game relies
on is demanded here, in `stages.py` or in `moments.py`.
"""

from __future__ import annotations

from horta.core.i18n import mark
from horta.core.offers import SEVERAL, only_offer
from horta.core.rule import rule
from horta.games.bruxelles1893.flow import legal
from horta.games.bruxelles1893.hidden import is_taken, notables_unseen
from horta.games.bruxelles1893.majorities import in_brussels
from horta.games.bruxelles1893.moments import check_moment, numbers_fit
from horta.games.bruxelles1893.moves import ACTION_COUNT
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
    DETAINED,
    HOUSES,
    JOKERS,
    MOST_BID,
    NOTABLES,
    PAVILIONS,
    PLACES,
    ROUNDS,
    SEATS,
    SPACES,
    TILES,
    TRACKS,
    TRAVELLERS,
    WORKS,
    Architect,
    Card,
    Kind,
    Notable,
)
from horta.games.bruxelles1893.setup import MOST_TILES
from horta.games.bruxelles1893.stages import architects_fit, check_prizes, check_stage
from horta.games.bruxelles1893.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    ON_CARD_ASSISTANT,
    ON_CARD_NOBODY,
    ON_CARD_TRAVELLER,
    PILE,
    SHOP,
    SOURCES,
    Decision,
    Source,
    Table,
    assistants_on_tiles,
    shop_top,
)
from horta.games.bruxelles1893.tracks import last_step
from horta.games.bruxelles1893.windows import Window, cards_of, slot_of

WINDOWS = len(Window)

INVARIANTS = {
    1: mark(
        "cubes of supply and players add up: 10 of each noble kind, 15 jokers, glass in its game"
    ),
    2: mark(
        "works of workshop, shop and players add up to 6 of each colour; the pile holds its works"
    ),
    3: mark(
        "notables of pile, discards, theatre and players add up to 3 of each; Brugmann stays home"
    ),
    4: mark("every player's assistants add up to 7, and Justice gains at most one in a round"),
    5: mark("nobody owes money"),
    6: mark("assistants stand inside the zone, one on a space; only those of players carry bids"),
    7: mark("a player's buildings are houses and pavilions, 6 at most, no house on a tile"),
    8: mark("the shop shows different colours, and its left side is filled first"),
    9: mark("the branches of the compass are at different places, and its ring is whole"),
    10: mark("the cursor lies inside the grid"),
    11: mark("the theatre is filled from its free place; it is full while there are cards"),
    12: mark("every prize lies in one place, and the pile has the size of the round"),
    13: mark("one Exposition tile or face-down card is gained in every round"),
    14: mark("the seats in office exist"),
    15: mark("only kept notables are tilted"),
    16: mark("tracks have six spaces, and multipliers come from the cards under the lines"),
    17: mark("points are lost for unpaid notables only, five for each"),
    18: mark("the zone is the largest rectangle at the crest"),
    19: mark("each use of a Brussels place took as many assistants as its rule asks"),
    20: mark("whoever takes a turn has not passed"),
    21: mark("whoever is asked has a choice"),
    22: mark("the round fits the decision, and stock cards are different"),
    23: mark("what is under way in a turn fits the decision"),
    24: mark("the travellers of station, players, Brussels and card 22 add up to 4"),
    25: mark("five different cards lie beside the pavilions; only owned ones were used"),
    26: mark("as many tiles are open as players need, and each holds one assistant at most"),
    27: mark("an open window fits the decision, and what cards promise fits the window"),
    28: mark("every architect's board belongs to one player, and only in the variant"),
}


@rule
def check(table: Table) -> int:
    """Return 0, or the number of an invariant that the table breaks."""
    if not seats_in_office(table):
        return 14
    if not numbers_fit(table):
        return 23
    if not cards_fit(table):
        return 25
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
    broken = check_prizes(table)
    if broken == 0:
        broken = check_stage(table)
    if broken != 0:
        return broken
    if not travellers_add_up(table):
        return 24
    if not tiles_fit(table):
        return 26
    if not boards_fit(table):
        return 28
    broken = check_moment(table)
    if broken != 0:
        return broken
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
    for notable in range(table.cast, NOTABLES):
        if table.discards[notable] != 0:
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
    if table.asymmetric and table.round_number == 0:
        return architects_fit(table)
    return True


@rule
def has_choice(table: Table) -> bool:
    """Invariant 21: the engine takes forced steps itself, but for the crest of round 1."""
    if table.decision == Decision.OVER:
        return True
    only = only_offer(legal, table, ACTION_COUNT)
    return only == SEVERAL or (only >= 0 and table.decision == Decision.CREST)
