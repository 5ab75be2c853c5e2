"""End of the round, and the payment of the notables (B93-EOR, B93-END-02, B93E2-EOR, END)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import unpaid_action
from horta.games.bruxelles1893.pieces import (
    NOTABLES,
    PAVILIONS,
    PLACES,
    ROUNDS,
    SPACES,
    UNPAID_POINTS,
    Card,
    Kind,
    Notable,
    Tile,
)
from horta.games.bruxelles1893.prizes import clear_prizes, deal_prizes
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    NOWHERE,
    ON_CARD_ASSISTANT,
    ON_CARD_NOBODY,
    Decision,
    Event,
    Source,
    Table,
    has_tile,
)
from horta.games.bruxelles1893.theatre import refill, shift_theatre
from horta.games.bruxelles1893.travellers import send_home
from horta.games.bruxelles1893.windows import Window, enter, slot_of


@rule
def tidies(table: Table) -> bool:
    """The first edition leaves the boards as they are after round 5 (END-01, B93E2-EOR-08)."""
    return table.round_number < ROUNDS or bool(table.edition.tidies_last_round)


@rule
def tidy(table: Table) -> None:
    """Take the figures back and turn the notables upright (B93-EOR, B93E2-EOR-01..04)."""
    if tidies(table):
        take_back(table)
    if table.belle_epoque:
        send_home(table)
        leave_card(table)
    enter(table, Window.LAST_NOTABLE)


@rule
def end_round(table: Table) -> None:
    """Lay out new cards for the next round, or end the game (B93-EOR, END-01, B93E2-EOR)."""
    if tidies(table):
        shift_theatre(table)
        clear_prizes(table)
    freshen(table)
    if table.round_number == ROUNDS:
        table.decision = Decision.FINAL
        if table.edition.tidies_last_round:
            discard_jokers(table)
        return
    refill(table)
    deal_prizes(table)
    table.decision = Decision.ROUND


@rule
def freshen(table: Table) -> None:
    """Forget what cards did: all are fresh in the next round (BE-EOR-01, ruling R-62)."""
    table.doubled = NOWHERE
    table.notable = NOTHING
    table.by = 0
    table.cubes_by = 0
    for s in range(table.players):
        table.seats[s].mp_more = 0
    for slot in range(PAVILIONS):
        table.card_used[slot] = 0


@rule
def leave_card(table: Table) -> None:
    """The figure on card 22 goes home (BE-EOR-03)."""
    if table.on_card != ON_CARD_NOBODY:
        owner = table.pavilion[slot_of(table, Card.EXTRA_TURN)]
        if table.on_card == ON_CARD_ASSISTANT:
            table.seats[owner].reserve += 1
        else:
            table.railway += 1
        table.on_card = ON_CARD_NOBODY


@rule
def take_back(table: Table) -> None:
    """Assistants home, bids to the bank, notables upright (B93-EOR-01..03, B93E2-EOR-01..04)."""
    for k in range(SPACES):
        table.figure[k] = NOBODY
        table.bid[k] = 0
    table.figures = 0
    table.zone = 0
    table.crest = NOTHING
    for place in range(PLACES):
        table.uses[place] = 0
    for s in range(table.players):
        seat = table.seats[s]
        seat.reserve += seat.on_board
        seat.on_board = 0
        for place in range(PLACES):
            seat.reserve += seat.brussels[place]
            seat.brussels[place] = 0
        seat.tilted = 0


@rule
def discard_jokers(table: Table) -> None:
    """Jokers are worth nothing (B93E2-END-01)."""
    for s in range(table.players):
        table.supply[Kind.JOKER] += table.seats[s].cubes[Kind.JOKER]
        table.seats[s].cubes[Kind.JOKER] = 0


@rule
def cost_of(table: Table, s: int, notables: int) -> int:
    """Add up the costs of a player's notables, given as bits; tile 12 pays them (BE-TILE-12)."""
    if has_tile(table, s, Tile.NOTABLES_FREE):
        return 0
    total = 0
    for notable in range(NOTABLES):
        if (notables >> notable) & 1:
            total += table.printed.cost[notable]
    return total


@rule
def may_stay_unpaid(table: Table, s: int, money: int, unpaid: int) -> bool:
    """The rest is paid, and no unpaid card could be too (rulings R44 and R-34)."""
    left = money - cost_of(table, s, table.seats[s].notables & ~unpaid)
    if left < 0:
        return False
    for notable in range(NOTABLES):
        if (unpaid >> notable) & 1 and table.printed.cost[notable] <= left:
            return False
    return True


@rule
def ask_payment(table: Table) -> None:
    """Everybody pays; who cannot chooses what stays unpaid (B93-END-02, B93E2-END-02, 03)."""
    start = table.token if table.edition.pays_from_token else table.first
    for k in range(table.players):
        s = (start + k) % table.players
        if table.seats[s].settled:
            continue
        if cost_of(table, s, table.seats[s].notables & ~table.dropped) > table.seats[s].money:
            table.to_play = s
            table.decision = Decision.UNPAID
            return
        settle(table, s)
    table.decision = Decision.OVER
    note(table, Event.ENDED, NOBODY)


@rule
def list_unpaid(table: Table, out: Offers) -> int:
    """List what can stay unpaid, in the order of the cards, so that each set comes once."""
    s = table.to_play
    notables, dropped = int(table.seats[s].notables), int(table.dropped)
    money = int(table.seats[s].money)
    n = 0
    for notable in range(NOTABLES):
        if (notables >> notable) & 1 and dropped >> notable == 0:
            # Some set with this card and others behind it must be allowed.
            behind = notables & ~((2 << notable) - 1)
            more = behind
            for _ in range(1 << NOTABLES):
                if may_stay_unpaid(table, s, money, dropped | 1 << notable | more):
                    n = offer(out, n, unpaid_action(notable))
                    break
                if more == 0:
                    break
                more = (more - 1) & behind
    return n


@rule
def leave_unpaid(table: Table, notable: int) -> None:
    """Choose a notable that stays unpaid."""
    table.dropped |= 1 << notable
    table.decision = Decision.PAYMENT


@rule
def settle(table: Table, s: int) -> None:
    """Pay the notables; each unpaid one is lost and costs 5 (B93-END-02, B93E2-END-03)."""
    seat = table.seats[s]
    lost = 0
    for notable in range(NOTABLES):
        if (table.dropped >> notable) & 1:
            lost += 1
            if notable != Notable.BRUGMANN:
                table.discards[notable] += 1
    seat.notables &= ~table.dropped
    seat.tilted &= ~table.dropped
    paid = cost_of(table, s, seat.notables)
    seat.money -= paid
    seat.earned[Source.UNPAID] += UNPAID_POINTS * lost
    seat.settled = 1
    dropped = int(table.dropped)
    table.dropped = 0
    note(table, Event.SETTLED, s, paid, lost, dropped)
