"""What is asked in Bruxelles 1897 fits what lies on the table (invariants 9, 10, 11, 17, 23, 24).

Every decision stands for a place in the flow, and the rules behind it rely on what led there: that
the cards drawn come from one pile, that who waits to be served has something to give. A table that
a stranger wrote down has to keep to that as well.
"""

from __future__ import annotations

from horta.core.rule import rule
from horta.games.bruxelles1897.art_nouveau import price
from horta.games.bruxelles1897.brussels import cinq_options
from horta.games.bruxelles1897.components import (
    CELLS,
    COLOURS,
    COLUMNS,
    HOUSE_START,
    IN_DECKS,
    KINDS,
    MATERIALS,
    NOBLE_START,
    PLACES,
    ROUNDS,
    Card,
    Deck,
    Place,
    Track,
    Upper,
)
from horta.games.bruxelles1897.flow import options
from horta.games.bruxelles1897.majorities import column_winners
from horta.games.bruxelles1897.nobles import is_noble, noble_of
from horta.games.bruxelles1897.piles import STARTS
from horta.games.bruxelles1897.table import (
    NOTHING,
    Decision,
    Phase,
    Table,
    bits_in,
    in_brussels,
    in_prison,
    level,
    material_cards,
    upright,
)


@rule
def seats_in_office(table: Table) -> bool:
    """Tell whether round, phase, decision and the seats named exist (invariant 23)."""
    players = table.printed.players
    return (
        0 <= table.to_play < players
        and 0 <= table.turn < players
        and 0 <= table.first < players
        and 0 <= table.decision <= Decision.OVER
        and 0 <= table.phase <= Phase.OVER
    )


@rule
def check_passes(table: Table) -> int:
    """Invariant 9: the places in the order of passing are 1, 2, 3, …, each once."""
    players = table.printed.players
    seen = 0
    for s in range(players):
        place = table.seats[s].passed
        if not 0 <= place <= players or (place > 0 and (seen >> place) & 1):
            return 9
        seen |= (1 << place) & ~1
    if not 0 <= table.passes <= players or seen != (2 << table.passes) - 2:
        return 9
    if (table.passes == players) == (table.phase == Phase.ACTION):
        return 9
    if table.phase == Phase.ACTION and table.seats[table.turn].passed > 0:
        return 9
    return 0


@rule
def check_moment(table: Table) -> int:
    """Invariants 10, 11, 17, 23 and 24."""
    if not phase_fits(table):
        return 23
    if not chosen_fits(table) or not drawn_fit(table) or not at_hand_fits(table):
        return 23
    if not called_fits(table) or not rest_fits(table):
        return 23
    if table.calls + table.called > level(table, table.turn, Track.NOBILITY):
        return 17
    if not payment_fits(table):
        return 10
    if not exhibition_fits(table):
        return 11
    if table.decision != Decision.OVER and options(table) == 0:
        return 24
    return 0


@rule
def phase_fits(table: Table) -> bool:
    """Tell whether phase, decision, column and who waits belong together (invariant 23)."""
    decision = table.decision
    if (decision == Decision.OVER) != (table.phase == Phase.OVER):
        return False
    if not 0 <= table.waiting < 1 << table.printed.players:
        return False
    if table.phase == Phase.OVER:
        return table.round_no == ROUNDS and table.column == COLUMNS and table.waiting == 0
    if table.phase == Phase.MAJORITY:
        if (table.waiting >> table.to_play) & 1:
            return False
        if decision == Decision.FREE:
            return 0 <= table.column < COLUMNS and bonus_fits(table)
        return decision == Decision.JAIL and table.column == COLUMNS and jail_fits(table)
    if decision == Decision.JAIL or table.column != NOTHING:
        return False
    return decision == Decision.EXPO or (table.to_play == table.turn and table.waiting == 0)


@rule
def bonus_fits(table: Table) -> bool:
    """Tell whether winners of a column are asked for, or wait for, a prisoner (MAJ-04, 05)."""
    winners = column_winners(table, table.column)
    asked = table.waiting | 1 << table.to_play
    return table.bonus[table.column] == Upper.PRISON and asked & ~winners == 0


@rule
def jail_fits(table: Table) -> bool:
    """Tell whether who gives up an Architect, or waits to, leads in Brussels (MAJ-09)."""
    most = in_brussels(table, table.to_play)
    for s in range(table.printed.players):
        count = in_brussels(table, s)
        if count > most or ((table.waiting >> s) & 1 and count < most):
            return False
    return most > 0


@rule
def chosen_fits(table: Table) -> bool:
    """Tell whether cell, Brussels card and order of choice fit the question (invariant 23)."""
    decision = table.decision
    if decision == Decision.ARCH:
        if not 0 <= table.cell < CELLS or table.card[table.cell] == NOTHING:
            return False
    elif table.cell != NOTHING:
        return False
    if decision == Decision.BXARCH:
        if not 0 <= table.place < PLACES or not 1 <= table.to_send <= table.used[table.place]:
            return False
        # What the card does was possible before the first Architect left (BXL-02, 07, 11).
        if table.place == Place.HALL and upright(table, table.turn) == 0:
            return False
        if table.place == Place.CINQUANTENAIRE and cinq_options(table) == 0:
            return False
    elif table.place != NOTHING or table.to_send != 0:
        return False
    if decision in (Decision.TURN, Decision.ARCH):
        return table.least == 0
    return 0 <= table.least < (MATERIALS if decision == Decision.MAT else KINDS)


@rule
def drawn_fit(table: Table) -> bool:
    """Tell whether the cards drawn come from one pile, the nobles' being Material (NOB-07)."""
    first, second = int(table.drawn[0]), int(table.drawn[1])
    if table.decision != Decision.PICK:
        return first == NOTHING and second == NOTHING
    if not 0 <= first < IN_DECKS or not NOTHING <= second < IN_DECKS:
        return False
    from_noble = table.at_hand != NOTHING or table.calls + table.called > 0
    for deck in range(Deck.NOBLE + 1):
        start, stop = STARTS[deck], STARTS[deck + 1]
        if start <= first < stop:
            if second != NOTHING and not start <= second < stop:
                return False
            if from_noble and deck != Deck.MATERIAL:
                return False
    return True


@rule
def at_hand_fits(table: Table) -> bool:
    """Tell whether the card at hand is a house being paid for or a noble taking effect."""
    decision, card = table.decision, table.at_hand
    if decision == Decision.MAT:
        return HOUSE_START <= card < NOBLE_START
    if decision == Decision.KEEP:
        # A duplicate is discarded without a question (NOB-04).
        return is_noble(card) and (table.seats[table.turn].nobles >> noble_of(card)) & 1 == 0
    if decision == Decision.PICK and card == Card.HANKAR:
        return True
    if decision == Decision.FREE:
        if in_prison(table, table.to_play) == 0:
            return False
        if table.phase == Phase.ACTION and table.calls + table.called == 0:
            return card == Card.VANDERVELDE
    return card == NOTHING


@rule
def called_fits(table: Table) -> bool:
    """Tell whether nobles are called at City Hall only, and each is tilted (invariant 23)."""
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
    return table.called <= bits_in(table.seats[table.turn].tilted)


@rule
def rest_fits(table: Table) -> bool:
    """Tell whether a card came from the grid only where one may have (invariant 23)."""
    if table.from_grid == 0:
        return table.decision != Decision.EXPO
    if table.from_grid != 1 or table.phase != Phase.ACTION or table.calls + table.called > 0:
        return False
    return table.decision in (
        Decision.EXPO,
        Decision.ART,
        Decision.MAT,
        Decision.PICK,
        Decision.FREE,
        Decision.KEEP,
    )


@rule
def payment_fits(table: Table) -> bool:
    """Invariant 10: what was given, and what can still be given, pays for the house."""
    paid = 0
    for kind in range(MATERIALS):
        if table.paid[kind] < 0:
            return False
        paid += table.paid[kind]
    if table.decision != Decision.MAT:
        return paid == 0
    cost = price(table, table.turn)
    return paid <= cost <= 2 * (paid + material_cards(table, table.turn))


@rule
def exhibition_fits(table: Table) -> bool:
    """Invariant 11: who is in the exhibition has not passed, and its opener holds the card."""
    if (table.decision == Decision.EXPO) != (table.showing == 1):
        return False
    if not 0 <= table.shown < 1 << COLOURS or table.showing not in (0, 1):
        return False
    if table.decision != Decision.EXPO:
        return table.shown == 0
    if table.expo != table.turn or (table.waiting >> table.to_play) & 1 == 0:
        return False
    for s in range(table.printed.players):
        if (table.waiting >> s) & 1 and table.seats[s].passed > 0:
            return False
    return True
