"""The 32 Belle Époque cards: when each can be used, and what it does (BE-CG, BE-CARD-01..32).

`windows.py` says in which window a card stands. A card that cannot act is not offered and stays
face up; use is optional and once a round (BE-CG-01, 02). Whatever a card asks ends by setting the
stage WINDOWS again, so that the next card of the same window may follow.
"""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.components import (
    BACK,
    CARDS,
    COLOURS,
    CRESTS,
    NOBLES,
    NOTABLES,
    PAVILIONS,
    PLACES,
    SIDE,
    SPACES,
    Kind,
    Notable,
    Place,
    Track,
)
from horta.games.bruxelles1893.construction import can_build
from horta.games.bruxelles1893.exchange import list_spaces
from horta.games.bruxelles1893.majorities import in_brussels, leads
from horta.games.bruxelles1893.materials import ask_cubes, gain_cubes
from horta.games.bruxelles1893.moves import (
    ACTIVATE,
    BARTER,
    CARD,
    COLUMN,
    DECLINE,
    DISMISS,
    DROP,
    FIGURE,
    GIVE,
    MODE,
    RETURN,
    SEND,
    SHOP,
)
from horta.games.bruxelles1893.payments import PARDON, SUBSTITUTION, demand
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    NOWHERE,
    ON_CARD_ASSISTANT,
    By,
    Decision,
    Event,
    Table,
    in_order,
    level,
    nobles_left,
    shop_top,
    upright,
    white_works,
    works_of,
)
from horta.games.bruxelles1893.table import SHOP as SHOP_ROOM
from horta.games.bruxelles1893.theatre import PRICES, carry_out, refill
from horta.games.bruxelles1893.travellers import (
    figures_of,
    take_traveller,
    travellers_at,
    travellers_in_brussels,
)
from horta.games.bruxelles1893.turns import ask_turn, forget_turn, list_francs
from horta.games.bruxelles1893.variant import list_turns_first, turns_first
from horta.games.bruxelles1893.windows import (
    AFTER,
    IN_TURN,
    WINDOW_OF,
    Card,
    Window,
    cards_of,
    gain_francs,
    score_points,
)
from horta.games.bruxelles1893.workshop import has_coloured

MORE_STEPS = 2
DISCARD_POINTS = 3
MORE_JOKERS = 2
FRANCS_FOR_A_POINT = 5
HOUSE_POINTS = 3
LAST_PRICE = 2
MORE_SYMBOLS = 2
CREST_FRANCS = 2
POINTS_A_CARD = 2
FRANCS_A_CARD = 3
GIVEN_CUBES = 2


# The window


@rule
def proceed_window(table: Table) -> None:
    """Ask the next seat that has something to use, or close the window (BE-CG-06, ruling R-05)."""
    window = table.window
    if IN_TURN[window]:
        table.to_play = table.turn
        if table.asked == 0 and options_of(table, table.turn) != 0:
            table.decision = Decision.WINDOW
            return
    else:
        for k in range(table.asked, table.players):
            s = in_order(table, k)
            if usable(table, s) != 0:
                table.asked = k
                table.to_play = s
                table.decision = Decision.WINDOW
                return
        table.to_play = table.first
    table.window = NOTHING
    table.asked = 0
    table.decision = AFTER[window]


@rule
def options_of(table: Table, s: int) -> int:
    """Return what a player may use in the open window: cards, or Saintenoy's turns."""
    if table.window == Window.COMPASS:
        return turns_first(table, s)
    return usable(table, s)


@rule
def usable(table: Table, s: int) -> int:
    """Return the cards that a player may use in the open window, one bit each."""
    bits = 0
    if table.belle_epoque:
        for slot in range(PAVILIONS):
            if table.pavilion[slot] == s and table.card_used[slot] == 0:
                card = int(table.card[slot])
                if WINDOW_OF[card] == table.window and can_use(table, s, card):
                    bits |= 1 << card
    return bits


@rule
def may_decline(table: Table) -> bool:
    """Tell whether the window may be left: always, but for a building that is promised.

    In the park Saintenoy must turn a branch if only that makes the copied construction possible
    (B93E2-BRU-09); after a turn that needs card 9 the card must follow (ruling R-71).
    """
    if table.window == Window.COMPASS and table.space == NOWHERE:
        return can_build(table, table.turn, demand(table), 0)
    if table.window == Window.CONSTRUCTION and table.turned_first:
        return can_build(table, table.turn, demand(table), 0)
    return True


@rule
def list_window(table: Table, out: Offers) -> int:
    """List what may be used, or decline (BE-CG-02)."""
    n = 0
    if may_decline(table):
        n = offer(out, n, DECLINE)
    bits = options_of(table, table.to_play)
    if table.window == Window.COMPASS:
        return list_turns_first(bits, out, n)
    for card in range(CARDS):
        if (bits >> card) & 1:
            n = offer(out, n, CARD + card)
    return n


@rule
def decline_window(table: Table) -> None:
    """Use nothing more in this window."""
    table.asked += 1
    table.decision = Decision.WINDOWS


# What each card needs


@rule
def can_use(table: Table, s: int, card: int) -> bool:
    """Tell whether a card can act in its window; cards 1 to 10 need an own assistant (BE-CG-03)."""
    seat = table.seats[s]
    if card <= Card.CUBES_SCORE and table.space == NOWHERE:
        return False
    if card == Card.TURN_UP:
        return white_works(table, s) > 0
    if card == Card.CLEAR_SHOP:
        return can_clear(table, s, 0) or can_clear(table, s, 1)
    if card == Card.NEW_FACES:
        return table.theatre[0] != NOTHING
    if card == Card.JOKERS:
        return table.supply[Kind.JOKER] > 0
    if card == Card.TRADE_JOKER:
        return seat.cubes[Kind.JOKER] > 0 and nobles_left(table) > 0
    if card == Card.SUBSTITUTE:
        return can_build(table, s, demand(table), SUBSTITUTION) or can_build(
            table, s, demand(table), PARDON
        )
    if card == Card.CUBES_SCORE:
        return table.cubes_paid > 0
    if card == Card.WEALTH_SCORES:
        return seat.money >= FRANCS_FOR_A_POINT
    if card == Card.ONE_MORE:
        return upright(table, s) != 0
    if card == Card.DISMISS:
        return seat.tilted != 0
    if card == Card.WITHDRAW:
        return own_bids(table, s) != 0
    if card in (Card.WORKS_PAY, Card.WORKS_SCORE):
        return works_of(table, s) > 0
    if card == Card.BARTER:
        return can_give_cubes(table, s) or can_give_work(table, s)
    if card == Card.WHITE_WORK:
        return has_coloured(table)
    if card == Card.TRAVELLER:
        return table.railway > 0
    if card == Card.HOUSE_SCORES:
        return table.house[table.space] != NOBODY
    if card == Card.EXTRA_TURN:
        return figures_of(table, s) >= 2
    if card == Card.LAST_NOTABLE:
        return seat.money >= LAST_PRICE and table.theatre[0] != NOTHING
    if card == Card.UPRIGHT_SCORE:
        return upright(table, s) != 0
    if card == Card.OTHER_COLUMN:
        return won_columns(table, s) != 0 and closed_columns(table) != 0
    if card == Card.DOUBLE:
        return doubles(table, s) != 0
    if card == Card.CRESTS_PAY:
        return crests_led(table, s) > 0
    if card == Card.RECALL:
        return in_brussels(table, s) > 0
    if card == Card.TRAVELLERS_SCORE:
        return travellers_in_brussels(table) > 0
    return True


@rule
def can_clear(table: Table, s: int, side: int) -> bool:
    """Card 4 removes a work only if a sale is possible then (BE-CARD-04)."""
    top = shop_top(table, side)
    if top == NOTHING:
        return False
    other = shop_top(table, 1 - side)
    for colour in range(COLOURS):
        if table.seats[s].works[colour] > 0 and colour != other:
            return True
    return white_works(table, s) > 0 and other < BACK


@rule
def own_bids(table: Table, s: int) -> int:
    """Return the spaces with an own bid, one bit each."""
    bits = 0
    for k in range(SPACES):
        if table.figure[k] == s and table.bid[k] > 0:
            bits |= 1 << k
    return bits


@rule
def nobles_of(table: Table, s: int) -> int:
    """Count a player's noble cubes."""
    count = 0
    for kind in range(NOBLES):
        count += table.seats[s].cubes[kind]
    return count


@rule
def can_give_cubes(table: Table, s: int) -> bool:
    """Two noble cubes for a work of the workshop (BE-CARD-17)."""
    return nobles_of(table, s) >= GIVEN_CUBES and has_coloured(table)


@rule
def can_give_work(table: Table, s: int) -> bool:
    """A work that is not white for noble cubes (BE-CARD-17, ruling R-53)."""
    return works_of(table, s) > white_works(table, s) and nobles_left(table) > 0


@rule
def won_columns(table: Table, s: int) -> int:
    """Return the columns that a player won alone, one bit each (ruling R-57)."""
    bits = 0
    for column in range(SIDE):
        bits |= (table.winner[column] == s) << column
    return bits


@rule
def closed_columns(table: Table) -> int:
    """Return the columns outside the zone that have a card, one bit each (BE-CARD-25)."""
    bits = 0
    for column in range(SIDE):
        inside = 0
        for row in range(SIDE):
            inside |= (table.zone >> (SIDE * row + column)) & 1
        if inside == 0 and table.prize[column] != NOTHING and table.winner[column] == NOBODY:
            bits |= 1 << column
    return bits


@rule
def doubles(table: Table, s: int) -> int:
    """Return the tile spaces with an own assistant, one bit each (BE-CARD-27)."""
    bits = 0
    for k in range(SPACES):
        if table.figure[k] == s:
            bits |= 1 << k
    return int(bits & table.printed.cross)


@rule
def crests_led(table: Table, s: int) -> int:
    """Count the crests for which a player gained points (BE-CARD-28, ruling R-59)."""
    count = 0
    if level(table, s, Track.TOWN_HALL) > 0:
        for crest in range(CRESTS):
            count += leads(table, crest, s)
    return count


# What each card does


@rule
def use_card(table: Table, card: int) -> None:
    """Turn a card face down for its effect (BE-CG-01, BE-CARD-01..32)."""
    s = table.to_play
    for slot in range(PAVILIONS):
        if table.card[slot] == card:
            table.card_used[slot] = 1
    note(table, Event.CARD, s, card)
    table.decision = Decision.WINDOWS
    if card < Card.CROWD_PAYS:
        use_in_action(table, s, card)
    elif card < Card.TRAVELLER:
        use_in_brussels(table, s, card)
    else:
        use_in_round(table, s, card)


@rule
def use_in_action(table: Table, s: int, card: int) -> None:
    """Cards 1 to 10: with an action on a space."""
    if card == Card.WORKS_PAY:
        gain_francs(table, s, works_of(table, s))
    elif card == Card.TURN_UP:
        table.decision = Decision.WHITE
    elif card == Card.MORE_STEPS:
        table.more_steps = MORE_STEPS
    elif card == Card.CLEAR_SHOP:
        table.decision = Decision.MARKET_OUT
    elif card == Card.DISCARD_SCORES:
        score_points(table, s, DISCARD_POINTS)
    elif card == Card.NEW_FACES:
        table.dropping = 0
        table.decision = Decision.DROP
    elif card == Card.JOKERS:
        gain_cubes(table, s, Kind.JOKER, MORE_JOKERS)
    elif card == Card.TRADE_JOKER:
        table.seats[s].cubes[Kind.JOKER] -= 1
        table.supply[Kind.JOKER] += 1
        note(table, Event.GAVE, s, Kind.JOKER)
        ask_cubes(table, 1, By.CARD)
    elif card == Card.SUBSTITUTE:
        table.decision = Decision.MODE
    else:
        score_points(table, s, int(table.cubes_paid))


@rule
def use_in_brussels(table: Table, s: int, card: int) -> None:
    """Cards 11 to 18: after a place in Brussels (BE-CG-04)."""
    if card == Card.CROWD_PAYS:
        gain_francs(table, s, figures_at(table, Place.EXCHANGE))
    elif card == Card.WEALTH_SCORES:
        score_points(table, s, int(table.seats[s].money) // FRANCS_FOR_A_POINT)
    elif card == Card.ONE_MORE:
        table.decision = Decision.CARD_NOTABLE
    elif card == Card.DISMISS:
        table.decision = Decision.DISMISS
    elif card == Card.WITHDRAW:
        table.decision = Decision.WITHDRAW
    elif card == Card.WORKS_SCORE:
        score_points(table, s, works_of(table, s))
    elif card == Card.BARTER:
        table.decision = Decision.BARTER
    else:
        table.decision = Decision.WHITE_WORK


@rule
def use_in_round(table: Table, s: int, card: int) -> None:
    """Cards 19 to 32: in a round, in its closing phase and at its end."""
    if card == Card.TRAVELLER:
        take_traveller(table, s)
    elif card == Card.ANY_CREST:
        table.decision = Decision.CREST
    elif card == Card.HOUSE_SCORES:
        score_points(table, s, HOUSE_POINTS)
    elif card == Card.EXTRA_TURN:
        table.decision = Decision.FIGURE
    elif card == Card.LAST_NOTABLE:
        table.seats[s].money -= LAST_PRICE
        table.notable = table.theatre[0]
        table.by = By.CARD
        note(table, Event.HIRED, s, table.notable, LAST_PRICE)
        carry_out(table)
    elif card == Card.UPRIGHT_SCORE:
        score_points(table, s, upright_of(table, s))
    elif card == Card.OTHER_COLUMN:
        table.column = NOTHING
        table.decision = Decision.COLUMN
    elif card == Card.MORE_SYMBOLS:
        table.seats[s].mp_more = MORE_SYMBOLS
        note(table, Event.SYMBOLS, s, MORE_SYMBOLS)
    elif card == Card.DOUBLE:
        table.decision = Decision.DOUBLE
    elif card == Card.CRESTS_PAY:
        gain_francs(table, s, CREST_FRANCS * crests_led(table, s))
    elif card == Card.RECALL:
        recall(table, s)
    elif card == Card.TRAVELLERS_SCORE:
        score_points(table, s, travellers_in_brussels(table))
    elif card == Card.CARDS_SCORE:
        score_points(table, s, POINTS_A_CARD * cards_of(table, s))
    else:
        gain_francs(table, s, FRANCS_A_CARD * cards_of(table, s))


@rule
def figures_at(table: Table, place: int) -> int:
    """Count the figures on a Brussels place, travellers included (BE-CARD-11)."""
    count = travellers_at(table, place)
    for s in range(table.players):
        count += table.seats[s].brussels[place]
    return count


@rule
def upright_of(table: Table, s: int) -> int:
    """Count the notables that a player did not use this round (BE-CARD-24)."""
    count, bits = 0, upright(table, s)
    for notable in range(NOTABLES):
        count += (bits >> notable) & 1
    return count


@rule
def recall(table: Table, s: int) -> None:
    """Take an own assistant back from Brussels (BE-CARD-29)."""
    for place in range(PLACES):
        if table.seats[s].brussels[place] > 0:
            table.seats[s].brussels[place] -= 1
            table.seats[s].reserve += 1
            note(table, Event.RECALLED, s)
            return


# What cards ask


@rule
def list_market_out(table: Table, out: Offers) -> int:
    """List the works that card 4 may send back (BE-CARD-04)."""
    n = 0
    for side in range(2):
        if can_clear(table, table.to_play, side):
            n = offer(out, n, SHOP + side)
    return n


@rule
def clear_side(table: Table, side: int) -> None:
    """Send a work of the shop back to its stack; the left side stays filled first (R-49)."""
    work = int(table.shop[SHOP_ROOM * side])
    table.stacks[work % BACK] += 1
    note(table, Event.RETURNED, table.to_play, work % BACK)
    if side == 0 and table.shop_size[1] > 0:
        table.shop[0] = table.shop[SHOP_ROOM]
        side = 1
    table.shop[SHOP_ROOM * side] = NOTHING
    table.shop_size[side] = 0
    table.decision = Decision.WINDOWS


@rule
def list_drops(table: Table, out: Offers) -> int:
    """List the notables that card 6 may discard, each set once; stop after one (BE-CARD-06)."""
    n = 0
    if table.dropping != 0:
        n = offer(out, n, DECLINE)
    for price in range(PRICES):
        if table.theatre[price] != NOTHING and table.dropping >> price == 0:
            n = offer(out, n, DROP + price)
    return n


@rule
def drop_notable(table: Table, price: int) -> None:
    """Choose a notable to discard."""
    table.dropping |= 1 << price


@rule
def new_faces(table: Table) -> None:
    """Discard the chosen notables, slide the rest right and refill (BE-CARD-06)."""
    kept = 0
    for price in range(PRICES):
        notable = table.theatre[price]
        table.theatre[price] = NOTHING
        if notable == NOTHING:
            continue
        if (table.dropping >> price) & 1:
            table.discards[notable] += 1
            note(table, Event.DISCARDED, table.to_play, notable)
        else:
            table.theatre[kept] = notable
            kept += 1
    table.dropping = 0
    refill(table)
    table.decision = Decision.WINDOWS


@rule
def list_modes(table: Table, out: Offers) -> int:
    """List the modes of card 9 in which something can be built (BE-CARD-09)."""
    n = 0
    for mode in range(SUBSTITUTION, PARDON + 1):
        if can_build(table, table.to_play, demand(table), mode):
            n = offer(out, n, MODE + mode - SUBSTITUTION)
    return n


@rule
def choose_mode(table: Table, mode: int) -> None:
    """Announce how card 9 is used (BE-CARD-09)."""
    table.mode = mode + SUBSTITUTION
    note(table, Event.MODE, table.to_play, mode)
    table.decision = Decision.WINDOWS


@rule
def list_notables(bits: int, start: int, out: Offers) -> int:
    """List notables, given as bits, as actions of a span."""
    n = 0
    for notable in range(NOTABLES):
        if (bits >> notable) & 1:
            n = offer(out, n, start + notable)
    return n


@rule
def list_card_notables(table: Table, out: Offers) -> int:
    """List the notables that card 13 may activate (BE-CARD-13)."""
    return list_notables(upright(table, table.to_play), ACTIVATE, out)


@rule
def list_dismissals(table: Table, out: Offers) -> int:
    """List the notables that card 14 may discard (BE-CARD-14, ruling R-52)."""
    return list_notables(int(table.seats[table.to_play].tilted), DISMISS, out)


@rule
def dismiss(table: Table, notable: int) -> None:
    """Discard a used notable for its cost; Brugmann leaves the game (BE-CARD-14, R-52)."""
    seat = table.seats[table.to_play]
    seat.notables &= ~(1 << notable)
    seat.tilted &= ~(1 << notable)
    if notable != Notable.BRUGMANN:
        table.discards[notable] += 1
    francs = int(table.printed.cost[notable])
    seat.money += francs
    note(table, Event.DISMISSED, table.to_play, notable, francs)
    table.decision = Decision.WINDOWS


@rule
def list_withdrawals(table: Table, out: Offers) -> int:
    """List the own bids for card 15 (BE-CARD-15)."""
    return list_spaces(own_bids(table, table.to_play), FIGURE, out, 0)


@rule
def choose_withdrawal(table: Table, space: int) -> None:
    """Choose the bid that is taken back, in part or whole."""
    table.space = space
    table.decision = Decision.WITHDRAW_SUM


@rule
def list_sums(table: Table, out: Offers) -> int:
    """List how much of the bid may be taken back."""
    return list_francs(int(table.bid[table.space]), out)


@rule
def withdraw(table: Table, francs: int) -> None:
    """Take part of a bid back; the assistant stays (BE-CARD-15)."""
    table.bid[table.space] -= francs
    table.seats[table.to_play].money += francs
    note(table, Event.WITHDREW, table.to_play, table.space, francs)
    table.space = NOWHERE
    table.decision = Decision.WINDOWS


@rule
def list_barters(table: Table, out: Offers) -> int:
    """Cubes for a work, or a work for cubes (BE-CARD-17)."""
    n = 0
    if can_give_cubes(table, table.to_play):
        n = offer(out, n, BARTER)
    if can_give_work(table, table.to_play):
        n = offer(out, n, BARTER + 1)
    return n


@rule
def choose_barter(table: Table, is_work: int) -> None:
    """Choose what is given away."""
    table.cubes_from = 0
    table.cubes_due = 0 if is_work else GIVEN_CUBES
    table.decision = Decision.GIVE_WORK if is_work else Decision.GIVE


@rule
def list_gifts(table: Table, out: Offers) -> int:
    """List the kinds of the next cube to give, each pair once."""
    seat = table.seats[table.to_play]
    n, behind = 0, nobles_of(table, table.to_play)
    for kind in range(NOBLES):
        if kind >= table.cubes_from and seat.cubes[kind] > 0 and behind >= table.cubes_due:
            n = offer(out, n, GIVE + kind)
        behind -= seat.cubes[kind]
    return n


@rule
def give_cube(table: Table, kind: int) -> None:
    """Give a noble cube; after the second a work is chosen (BE-CARD-17)."""
    table.seats[table.to_play].cubes[kind] -= 1
    table.supply[kind] += 1
    note(table, Event.GAVE, table.to_play, kind)
    table.cubes_from = kind
    table.cubes_due -= 1
    if table.cubes_due == 0:
        table.cubes_from = 0
        table.decision = Decision.BARTER_WORK


@rule
def list_own_works(table: Table, out: Offers) -> int:
    """List the own works that are not white."""
    n = 0
    for colour in range(COLOURS):
        if table.seats[table.to_play].works[colour] > 0:
            n = offer(out, n, RETURN + colour)
    return n


@rule
def give_work(table: Table, colour: int) -> None:
    """Give a work to its stack for two noble cubes (BE-CARD-17)."""
    table.seats[table.to_play].works[colour] -= 1
    table.stacks[colour] += 1
    note(table, Event.GAVE_WORK, table.to_play, colour)
    ask_cubes(table, GIVEN_CUBES, By.CARD)


@rule
def gain_work(table: Table, colour: int) -> None:
    """Take a coloured work for two cubes (BE-CARD-17, ruling R-53)."""
    table.stacks[colour] -= 1
    table.seats[table.to_play].works[colour] += 1
    note(table, Event.CREATED, table.to_play, colour)
    table.decision = Decision.WINDOWS


@rule
def list_figures(table: Table, out: Offers) -> int:
    """An assistant or a traveller for card 22 (BE-CARD-22)."""
    seat = table.seats[table.to_play]
    n = 0
    if seat.reserve > 0:
        n = offer(out, n, SEND)
    if seat.travellers > 0:
        n = offer(out, n, SEND + 1)
    return n


@rule
def take_extra_turn(table: Table, figure: int) -> None:
    """Put a figure on card 22 and take another turn at once (BE-CARD-22, ruling R-55)."""
    seat = table.seats[table.to_play]
    if figure == 0:
        seat.reserve -= 1
    else:
        seat.travellers -= 1
    table.on_card = ON_CARD_ASSISTANT + figure
    note(table, Event.EXTRA_TURN, table.to_play, figure)
    table.window = NOTHING
    table.asked = 0
    forget_turn(table)
    ask_turn(table)


@rule
def list_columns(table: Table, out: Offers) -> int:
    """List the won columns, then those outside the zone (BE-CARD-25)."""
    bits = closed_columns(table)
    if table.column == NOTHING:
        bits = won_columns(table, table.to_play)
    n = 0
    for column in range(SIDE):
        if (bits >> column) & 1:
            n = offer(out, n, COLUMN + column)
    return n


@rule
def choose_column(table: Table, column: int) -> None:
    """Take the card of a column outside the zone in place of one that was won (BE-CARD-25)."""
    if table.column == NOTHING:
        table.column = column
        return
    table.winner[table.column] = NOBODY
    table.winner[column] = table.to_play
    note(table, Event.SWAPPED, table.to_play, table.column, column)
    table.column = NOTHING
    table.decision = Decision.WINDOWS


@rule
def list_doubles(table: Table, out: Offers) -> int:
    """List the assistants that card 27 may double (BE-CARD-27)."""
    return list_spaces(doubles(table, table.to_play), FIGURE, out, 0)


@rule
def double(table: Table, space: int) -> None:
    """Count an assistant twice at its crests, this round (BE-CARD-27, ruling R-58)."""
    table.doubled = space
    note(table, Event.DOUBLED, table.to_play, space)
    table.decision = Decision.WINDOWS
