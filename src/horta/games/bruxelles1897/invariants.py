"""What is true of every table of Bruxelles 1897, and of every step from one table to the next.

The numbers are those of chapter 13 of `docs/rules/bruxelles1897.md`. Numbers 21 (symmetry) and 22
(the length of a game) are about whole games and are left to the tests.
"""

from __future__ import annotations

import numpy as np

from horta.core.rule import rule
from horta.games.bruxelles1897.art_nouveau import price
from horta.games.bruxelles1897.components import (
    CELLS,
    COLOURS,
    COLUMNS,
    EXHIBIT,
    FIRST_PASS,
    HELD,
    HOUSE_START,
    IN_DECKS,
    KINDS,
    LATER_PASS,
    MATERIAL_START,
    MATERIALS,
    MAX_PLAYERS,
    NOBLE_START,
    NOBLES,
    PLACES,
    ROUNDS,
    SIDES,
    TRACKS,
    Card,
    Noble,
    Track,
)
from horta.games.bruxelles1897.majorities import (
    VALUE,
    cards_around,
    column_winners,
)
from horta.games.bruxelles1897.moves import PASS
from horta.games.bruxelles1897.nobles import is_noble
from horta.games.bruxelles1897.scoring import (
    ARMS_LINE,
    CONSTRUCTION_LINE,
    EXHIBITIONS_LINE,
    LEVELS_LINE,
    PRISONERS_LINE,
    score,
)
from horta.games.bruxelles1897.setup import COUNT_OF, NEUTRAL_CELLS, NEUTRAL_SIDE
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    Decision,
    Event,
    Phase,
    Table,
    bits_in,
    houses,
    in_brussels,
    in_prison,
    level,
    material_cards,
    rows,
    upright,
)
from horta.games.bruxelles1897.turns import turn_options

INVARIANTS = {
    1: "every card of the four decks is in one place",
    2: "every player has seven Architects, four a13, two a24 and one a25",
    3: "the Expo card is in one place",
    4: "nobody has less than no money, and placing costs the value shown",
    5: "levels stay on their tracks, never fall, and rise by one space for each noble or bonus",
    6: "Brugmann stays, a tilted noble is an owned one and turns upright in Maintenance only",
    7: "a cell holds a card, an Architect or nothing, and Architects stay until Maintenance",
    8: "a Brussels card used u times has u(u+1)/2 Architects in front of it",
    9: "everybody passes once a round, is not asked again, and the income is n + 2 francs",
    10: "houses never become fewer; each takes a fitting number of Material cards and gives points",
    11: "an exhibition shows each colour once and changes nobody's artworks",
    12: "only houses, exhibitions and coats of arms change points, each in its phase",
    13: "a column has a winner if an Architect stands in it and the neutral colour does not lead",
    14: "each complete coat of arms has a winner, and it is not the neutral colour",
    15: "the Brussels majority moves one Architect of each leader to prison",
    16: "coats of arms pay the Prestige level after the column bonuses",
    17: "City Hall activates no more nobles than the Nobility level at its start",
    18: "the four Bonus cards are below the four columns",
    19: "the holder of the Expo card is the next first player, else the left neighbour",
    20: "the score sheet adds up",
    22: "there are four rounds, and a turn uses up an Architect or is a pass",
    23: "what is under way fits the question that is asked",
}


@rule
def check(table: Table) -> int:
    """Return 0, or the number of the first invariant that this table breaks."""
    if not 1 <= table.round_no <= ROUNDS:
        return 22
    broken = check_cards(table)
    if broken == 0:
        broken = check_players(table)
    if broken == 0:
        broken = check_grid(table)
    if broken == 0:
        broken = check_passes(table)
    if broken == 0:
        broken = check_under_way(table)
    if broken == 0:
        broken = check_majorities(table)
    if broken == 0:
        broken = check_scores(table)
    return broken


@rule
def check_cards(table: Table) -> int:
    """Invariants 1, 3 and 18."""
    for card in range(IN_DECKS):
        count = table.pile[card] + table.discard[card]
        if table.pile[card] < 0 or table.discard[card] < 0:
            return 1
        for cell in range(CELLS):
            if table.card[cell] == card:
                count += 1
        for s in range(table.printed.players):
            seat = table.seats[s]
            if card < HELD:
                if seat.cards[card] < 0:
                    return 1
                count += seat.cards[card]
            else:
                count += (seat.nobles >> (card - NOBLE_START + 1)) & 1
        for k in range(2):
            if table.drawn[k] == card:
                count += 1
        if table.at_hand == card:
            count += 1
        if MATERIAL_START <= card < HOUSE_START:
            count += table.paid[card - MATERIAL_START]
        if count != table.printed.deck[card]:
            return 1
    expos = 0
    for cell in range(CELLS):
        if table.card[cell] == Card.EXPO:
            expos += 1
    if table.expo != NOBODY:
        expos += 1
    if expos > 1 or not NOBODY <= table.expo < table.printed.players:
        return 3
    seen = 0
    for column in range(COLUMNS):
        if not 0 <= table.bonus[column] < COLUMNS:
            return 18
        seen |= 1 << table.bonus[column]
    return 0 if seen == (1 << COLUMNS) - 1 else 18


@rule
def check_players(table: Table) -> int:
    """Invariants 2, 4, 5 and 6."""
    for s in range(table.printed.players):
        seat = table.seats[s]
        for kind in range(KINDS):
            count = seat.hand[kind] + seat.prison[kind]
            if seat.hand[kind] < 0 or seat.prison[kind] < 0:
                return 2
            for place in range(PLACES):
                if seat.sent[KINDS * place + kind] < 0:
                    return 2
                count += seat.sent[KINDS * place + kind]
            for cell in range(CELLS):
                if table.owner[cell] == s and table.side[cell] // 2 == kind:
                    count += 1
            if count != COUNT_OF[kind]:
                return 2
        if seat.francs < 0:
            return 4
        for track in range(TRACKS):
            if not 0 <= seat.track[track] < table.printed.spaces[track]:
                return 5
        if (seat.nobles >> Noble.BRUGMANN) & 1 == 0 or not 0 <= seat.nobles < 1 << NOBLES:
            return 6
        if seat.tilted & ~seat.nobles != 0:
            return 6
    return 0


@rule
def check_grid(table: Table) -> int:
    """Invariants 7 and 8."""
    neutral = 0
    for cell in range(CELLS):
        card = table.card[cell]
        owner = table.owner[cell]
        if not NOTHING <= card <= Card.EXPO or not 0 <= table.side[cell] < SIDES:
            return 7
        if card != NOTHING and owner != NOBODY:
            return 7
        if cell >= COLUMNS * rows(table) and (card != NOTHING or owner != NOBODY):
            return 7
        if owner == NEUTRAL:
            neutral += 1
        elif not NOBODY <= owner < table.printed.players:
            return 7
    if table.printed.players == 2:
        for corner in range(2):
            cell = NEUTRAL_CELLS[corner]
            if table.owner[cell] != NEUTRAL or table.side[cell] != NEUTRAL_SIDE:
                return 7
    if neutral != (2 if table.printed.players == 2 else 0):
        return 7
    in_jail_step = table.phase == Phase.OVER or table.column == COLUMNS
    for place in range(PLACES):
        sent = 0
        for s in range(table.printed.players):
            for kind in range(KINDS):
                sent += table.seats[s].sent[KINDS * place + kind]
        used = table.used[place]
        due = used * (used + 1) // 2
        if table.decision == Decision.BXARCH and table.place == place:
            due -= table.to_send
        if used < 0 or sent > due or (sent < due and not in_jail_step):
            return 8
    return 0


@rule
def check_passes(table: Table) -> int:
    """Invariant 9."""
    players = table.printed.players
    seen = 0
    for s in range(players):
        if not 0 <= table.seats[s].passed <= table.passes:
            return 9
        seen |= 1 << table.seats[s].passed
    if bits_in(seen & ~1) != table.passes or table.passes > players:
        return 9
    if (table.passes == players) == (table.phase == Phase.ACTION):
        return 9
    if table.phase == Phase.ACTION and table.seats[table.turn].passed > 0:
        return 9
    if table.decision == Decision.TURN and (turn_options(table) >> PASS) & 1 == 0:
        return 9
    return 0


@rule
def check_under_way(table: Table) -> int:
    """Invariants 10, 11, 17 and 23."""
    decision = table.decision
    players = table.printed.players
    if not 0 <= table.to_play < players or not 0 <= table.turn < players:
        return 23
    if not 0 <= table.first < players or not 0 <= decision <= Decision.OVER:
        return 23
    if (decision == Decision.OVER) != (table.phase == Phase.OVER):
        return 23
    if decision == Decision.OVER and table.round_no != ROUNDS:
        return 23
    if table.phase == Phase.MAJORITY and decision not in (Decision.FREE, Decision.JAIL):
        return 23
    if (decision == Decision.JAIL) != (table.phase == Phase.MAJORITY and table.column == COLUMNS):
        return 23
    if table.phase == Phase.ACTION and decision != Decision.EXPO and table.to_play != table.turn:
        return 23
    if not chosen_fits(table) or not called_fits(table):
        return 23
    if table.phase == Phase.ACTION and (table.column != NOTHING):
        return 23
    if table.phase == Phase.MAJORITY and not 0 <= table.column <= COLUMNS:
        return 23
    if not 0 <= table.waiting < 1 << players or not 0 <= table.shown < 1 << COLOURS:
        return 23
    if table.phase == Phase.ACTION and table.showing == 0 and table.waiting != 0:
        return 23
    paid = 0
    for kind in range(MATERIALS):
        if table.paid[kind] < 0:
            return 10
        paid += table.paid[kind]
    if decision == Decision.MAT:
        cost = price(table, table.turn)
        if paid > cost or 2 * (paid + material_cards(table, table.turn)) < cost:
            return 10
    elif paid != 0:
        return 10
    if (decision == Decision.EXPO) != (table.showing == 1):
        return 11
    if decision == Decision.EXPO:
        if table.expo != table.turn or (table.waiting >> table.to_play) & 1 == 0:
            return 11
        for s in range(players):
            if (table.waiting >> s) & 1 and table.seats[s].passed > 0:
                return 11
    elif table.shown != 0:
        return 11
    return 0


@rule
def chosen_fits(table: Table) -> bool:
    """Tell whether cell, Brussels card, drawn cards and card at hand fit the question."""
    decision = table.decision
    if decision == Decision.ARCH:
        if not 0 <= table.cell < CELLS or table.card[table.cell] == NOTHING:
            return False
    elif table.cell != NOTHING:
        return False
    if decision == Decision.BXARCH:
        if not 0 <= table.place < PLACES or not 1 <= table.to_send <= table.used[table.place]:
            return False
    elif table.place != NOTHING or table.to_send != 0:
        return False
    if (decision == Decision.PICK) != (table.drawn[0] != NOTHING):
        return False
    if table.drawn[0] == NOTHING and table.drawn[1] != NOTHING:
        return False
    house = HOUSE_START <= table.at_hand < NOBLE_START
    if (decision == Decision.MAT) != house or (
        table.at_hand != NOTHING and not (house or is_noble(table.at_hand))
    ):
        return False
    if decision == Decision.KEEP and not is_noble(table.at_hand):
        return False
    if is_noble(table.at_hand) and decision not in (
        Decision.KEEP,
        Decision.PICK,
        Decision.FREE,
    ):
        return False
    if decision == Decision.FREE and in_prison(table, table.to_play) == 0:
        return False
    return decision != Decision.JAIL or in_brussels(table, table.to_play) > 0


@rule
def called_fits(table: Table) -> bool:
    """Invariant 17, and that nobles are called at City Hall only."""
    if table.calls < 0 or table.called < 0:
        return False
    if table.calls + table.called == 0:
        return table.decision != Decision.HALL
    if table.phase != Phase.ACTION or table.at_hand != NOTHING:
        return False
    if table.decision == Decision.HALL:
        if table.calls == 0 or upright(table, table.turn) == 0:
            return False
    elif table.decision not in (Decision.PICK, Decision.FREE) or table.called == 0:
        return False
    tilted = bits_in(table.seats[table.turn].tilted)
    limit = table.calls + table.called
    return table.called <= tilted and limit <= level(table, table.turn, Track.NOBILITY)


@rule
def check_majorities(table: Table) -> int:
    """Invariants 13 and 14, counted in another way than the rules do."""
    for column in range(COLUMNS):
        sums = np.zeros(NEUTRAL + 1, np.int64)
        for row in range(rows(table)):
            cell = COLUMNS * row + column
            if table.owner[cell] != NOBODY:
                sums[table.owner[cell]] += VALUE[table.side[cell]]
        most = 0
        for owner in range(NEUTRAL + 1):
            most = max(most, sums[owner])
        winners = 0
        for s in range(MAX_PLAYERS):
            if most > 0 and sums[s] == most:
                winners |= 1 << s
        if winners != column_winners(table, column):
            return 13
    for row in range(rows(table) - 1):
        for column in range(COLUMNS - 1):
            if cards_around(table, row, column, NOBODY) == 0:
                most = 0
                for s in range(table.printed.players):
                    most = max(most, cards_around(table, row, column, s))
                if most <= cards_around(table, row, column, NEUTRAL):
                    return 14
    return 0


@rule
def check_scores(table: Table) -> int:
    """Invariant 20."""
    sheet = np.zeros((MAX_PLAYERS, LEVELS_LINE + 1), np.int32)
    score(table, sheet)
    for s in range(table.printed.players):
        seat = table.seats[s]
        if seat.built < 0 or seat.shown < 0 or seat.arms < 0 or seat.shown % EXHIBIT != 0:
            return 20
        if seat.built < houses(table, s) or seat.built > 3 * houses(table, s):
            return 20
        if table.phase != Phase.OVER and seat.unpaid != 0:
            return 20
        if seat.unpaid > 0 and seat.francs > 1:
            return 20
        if sheet[s, CONSTRUCTION_LINE] != seat.built or sheet[s, ARMS_LINE] != seat.arms:
            return 20
        if sheet[s, EXHIBITIONS_LINE] != seat.shown:
            return 20
        if sheet[s, PRISONERS_LINE] != -in_prison(table, s):
            return 20
    return 0


# One step


@rule
def follows(before: Table, after: Table) -> int:
    """Return 0, or the number of the first invariant that the step between two tables breaks."""
    broken = check_turn_order(before, after)
    if broken == 0:
        broken = check_stays(before, after)
    if broken == 0:
        broken = check_told(before, after)
    return broken


@rule
def check_turn_order(before: Table, after: Table) -> int:
    """Invariants 19 and 22."""
    players = before.printed.players
    if after.round_no == before.round_no:
        return 0 if after.first == before.first else 19
    if after.round_no != before.round_no + 1:
        return 22
    if after.expo != NOBODY or after.passes != 0:
        return 19
    left = (before.first + 1) % players
    # An exhibition that opens and closes within one step leaves its trace in the notes only.
    holder = before.expo
    for k in range(before.noted, after.noted):
        entry = after.notes[k % len(after.notes)]
        if entry.kind == Event.OPENED:
            holder = entry.seat
    return 0 if after.first == (left if holder == NOBODY else holder) else 19


@rule
def check_stays(before: Table, after: Table) -> int:
    """Invariants 5, 6, 7, 10 and 11: what never goes back, and what stays within a round."""
    new_round = after.round_no != before.round_no
    for s in range(before.printed.players):
        old, new = before.seats[s], after.seats[s]
        for track in range(TRACKS):
            if new.track[track] < old.track[track]:
                return 5
        if after.phase != Phase.OVER and old.nobles & ~new.nobles != 0:
            return 6
        if not new_round and after.phase != Phase.OVER and old.tilted & ~new.tilted != 0:
            return 6
        for card in range(HOUSE_START, HELD):
            if new.cards[card] < old.cards[card]:
                return 10
        if before.decision == Decision.EXPO and after.decision == Decision.EXPO:
            for colour in range(COLOURS):
                if new.cards[colour] != old.cards[colour]:
                    return 11
    for cell in range(CELLS):
        if new_round or before.owner[cell] == NOBODY:
            continue
        if after.owner[cell] != before.owner[cell] or after.side[cell] != before.side[cell]:
            return 7
    return 0


@rule
def check_told(before: Table, after: Table) -> int:
    """Invariants 4, 5, 9, 10, 12, 15, 16 and 17: the notes account for every change."""
    new_round = after.round_no != before.round_no
    for s in range(before.printed.players):
        old, new = before.seats[s], after.seats[s]
        francs = int(old.francs)
        built = int(old.built)
        shown = int(old.shown)
        arms = int(old.arms)
        jailed = in_prison(before, s)
        placed = 0
        acted = 0
        own_passes = 0
        passes = int(before.passes)
        raised = np.zeros(TRACKS, np.int64)
        for k in range(before.noted, after.noted):
            entry = after.notes[k % len(after.notes)]
            kind = entry.kind
            if kind == Event.PASSED:
                passes += 1
                if entry.a != (FIRST_PASS if passes == 1 else LATER_PASS):
                    return 9
            if kind == Event.CREST:
                counts = entry.a & 0xFFFF
                points = (entry.b & 0xFFFF) | (entry.c & 0xFFFF) << 16
                own = (points >> (7 * s)) & 127
                arms += own
                most = 0
                for other in range(before.printed.players):
                    most = max(most, (counts >> (4 + 3 * other)) & 7)
                # no step raises Prestige after the coats of arms, so the level still stands
                due = level(after, s, Track.PRESTIGE) if counts >> (4 + 3 * s) & 7 == most else 0
                if own != due:
                    return 16
            if entry.seat != s:
                continue
            if kind in (Event.FRANCS, Event.PASSED):
                francs += entry.a
                own_passes += 1 if kind == Event.PASSED else 0
            elif kind == Event.SOLD:
                francs += entry.b
            elif kind == Event.PLACED:
                francs -= VALUE[entry.b]
                placed += 1
                if francs < 0:
                    return 4
            elif kind == Event.WAGES:
                francs -= 2 * entry.a
            elif kind == Event.BUILT:
                built += entry.c
                if not 1 <= entry.c <= min(3, entry.b):
                    return 10
            elif kind == Event.EXHIBITED:
                shown += entry.b
                if old.passed > 0:
                    return 11
            elif kind == Event.RAISED:
                raised[entry.a] += 1
            elif kind == Event.JAILED:
                jailed += 1
            elif kind == Event.FREED:
                jailed -= 1
            elif kind == Event.ACTED:
                acted += 1
        if new.francs != francs:
            return 4
        for track in range(TRACKS):
            if new.track[track] != old.track[track] + raised[track]:
                return 5
        if new.built != built or new.shown != shown or new.arms != arms:
            return 12
        if own_passes > 1 or (own_passes == 1 and old.passed > 0):
            return 9
        if in_prison(after, s) != jailed:
            return 15
        if not new_round and in_grid(after, s) != in_grid(before, s) + placed:
            return 7
        if acted > 1 and before.decision != Decision.HALL and after.called == 0:
            # City Hall may run by itself, but then every noble that acts is tilted
            if bits_in(new.tilted) < bits_in(old.tilted) + acted - 1 and not new_round:
                return 17
    return 0


@rule
def in_grid(table: Table, s: int) -> int:
    """Count the Architects of a player in the grid."""
    count = 0
    for cell in range(CELLS):
        if table.owner[cell] == s:
            count += 1
    return count
