"""What is true of every table of Bruxelles 1897.

The numbers are those of chapter 13 of `docs/rules/bruxelles1897.md`; what is about one step is
in `changes.py`. Numbers 21 (symmetry) and 22 (the length of a game) are about whole games and are
left to the tests.

A table may come from a stranger, so these rules trust nothing: whatever a rule of the game relies
on is demanded here, and who is asked has an answer.
"""

from __future__ import annotations

import numpy as np

from horta.core.i18n import mark
from horta.core.rule import rule
from horta.games.bruxelles1897.components import (
    CELLS,
    COLUMNS,
    EXHIBIT,
    HELD,
    HOUSE_START,
    IN_DECKS,
    KINDS,
    MATERIAL_START,
    MAX_PLAYERS,
    NOBLE_START,
    NOBLES,
    PLACES,
    ROUNDS,
    SIDES,
    TRACKS,
    Card,
    Noble,
)
from horta.games.bruxelles1897.majorities import (
    VALUE,
    cards_around,
    column_winners,
)
from horta.games.bruxelles1897.moments import check_moment, check_passes, seats_in_office
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
    Phase,
    Table,
    houses,
    in_prison,
    rows,
)

INVARIANTS = {
    1: mark("every card of the four decks is in one place"),
    2: mark("every player has seven Architects, four a13, two a24 and one a25"),
    3: mark("the Expo card is in one place"),
    4: mark("nobody has less than no money, and placing costs the value shown"),
    5: mark(
        "levels stay on their tracks, never fall, and rise by one space for each noble or bonus"
    ),
    6: mark("Brugmann stays, a tilted noble is an owned one and turns upright in Maintenance only"),
    7: mark("a cell holds a card, an Architect or nothing, and Architects stay until Maintenance"),
    8: mark("a Brussels card used u times has u(u+1)/2 Architects in front of it"),
    9: mark("everybody passes once a round, is not asked again, and the income is n + 2 francs"),
    10: mark(
        "houses never become fewer; each takes a fitting number of Material cards and gives points"
    ),
    11: mark("an exhibition shows each colour once and changes nobody's artworks"),
    12: mark("only houses, exhibitions and coats of arms change points, each in its phase"),
    13: mark(
        "a column has a winner if an Architect stands in it and the neutral colour does not lead"
    ),
    14: mark("each complete coat of arms has a winner, and it is not the neutral colour"),
    15: mark("the Brussels majority moves one Architect of each leader to prison"),
    16: mark("coats of arms pay the Prestige level after the column bonuses"),
    17: mark("City Hall activates no more nobles than the Nobility level at its start"),
    18: mark("the four Bonus cards are below the four columns"),
    19: mark("the holder of the Expo card is the next first player, else the left neighbour"),
    20: mark("the score sheet adds up"),
    22: mark("there are four rounds, and a turn uses up an Architect or is a pass"),
    23: mark("what is under way fits the question that is asked"),
    24: mark("whoever is asked has an answer"),
}


@rule
def check(table: Table) -> int:
    """Return 0, or the number of the first invariant that this table breaks."""
    if not 1 <= table.round_no <= ROUNDS:
        return 22
    if not seats_in_office(table):
        return 23
    broken = check_cards(table)
    if broken == 0:
        broken = check_players(table)
    if broken == 0:
        broken = check_grid(table)
    if broken == 0:
        broken = check_passes(table)
    if broken == 0:
        broken = check_moment(table)
    if broken == 0:
        broken = check_majorities(table)
    if broken == 0:
        broken = check_scores(table)
    return broken


@rule
def check_cards(table: Table) -> int:
    """Invariants 1, 3 and 18."""
    money = 0
    for cell in range(CELLS):
        if table.card[cell] == Card.MONEY:
            money += 1
    if money > rows(table):
        return 1
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
