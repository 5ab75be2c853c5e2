"""Belle Époque cards 19 to 32: in a round, in its closing phase and at its end (BE-CARD-19..32)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.majorities import in_brussels, leads
from horta.games.bruxelles1893.moves import (
    SEND_ASSISTANT,
    SEND_TRAVELLER,
    offer_column,
    offer_figure,
)
from horta.games.bruxelles1893.pieces import CRESTS, NOTABLES, PLACES, SIDE, SPACES, Track
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    ON_CARD_ASSISTANT,
    By,
    Decision,
    Event,
    Table,
    level,
    upright,
)
from horta.games.bruxelles1893.theatre import carry_out
from horta.games.bruxelles1893.travellers import figures_of, travellers_in_brussels
from horta.games.bruxelles1893.turns import ask_turn, forget_turn
from horta.games.bruxelles1893.windows import cards_of, gain_francs, score_points

HOUSE_POINTS = 3
LAST_PRICE = 2
MORE_SYMBOLS = 2
CREST_FRANCS = 2
POINTS_A_CARD = 2
FRANCS_A_CARD = 3


# Cards 19 to 22: the round and the turn


@rule
def has_railway(table: Table, s: int) -> bool:
    """Tell whether a traveller waits at the station (BE-CARD-19)."""
    return table.railway > 0


@rule
def on_house(table: Table, s: int) -> bool:
    """Tell whether the space just taken has a house (BE-CARD-21)."""
    return table.house[table.space] != NOBODY


@rule
def house_scores(table: Table, s: int) -> None:
    """Card 21: 3 VP."""
    score_points(table, s, HOUSE_POINTS)


@rule
def has_two_figures(table: Table, s: int) -> bool:
    """Tell whether a figure is left for the turn when one waits on the card (BE-CARD-22)."""
    return figures_of(table, s) >= 2


@rule
def list_figures(table: Table, out: Offers) -> int:
    """An assistant or a traveller for card 22 (BE-CARD-22)."""
    seat = table.seats[table.to_play]
    n = 0
    if seat.reserve > 0:
        n = offer(out, n, SEND_ASSISTANT)
    if seat.travellers > 0:
        n = offer(out, n, SEND_TRAVELLER)
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


# Cards 23 and 24: the end of the round


@rule
def can_hire_last(table: Table, s: int) -> bool:
    """Tell whether a player can pay for the free notable, and there is one (BE-CARD-23)."""
    return table.seats[s].money >= LAST_PRICE and table.theatre[0] != NOTHING


@rule
def hire_last(table: Table, s: int) -> None:
    """Card 23: the free notable acts for 2 FB."""
    table.seats[s].money -= LAST_PRICE
    table.notable = table.theatre[0]
    table.by = By.CARD
    note(table, Event.HIRED, s, table.notable, LAST_PRICE)
    carry_out(table)


@rule
def upright_of(table: Table, s: int) -> int:
    """Count the notables that a player did not use this round (BE-CARD-24)."""
    count, bits = 0, upright(table, s)
    for notable in range(NOTABLES):
        count += (bits >> notable) & 1
    return count


@rule
def upright_score(table: Table, s: int) -> None:
    """Card 24: 1 VP for each notable that did not act."""
    score_points(table, s, upright_of(table, s))


# Cards 25 and 26: columns and the Manneken-Pis


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
def can_swap_column(table: Table, s: int) -> bool:
    """Tell whether a column was won and a card lies outside the zone (BE-CARD-25)."""
    return won_columns(table, s) != 0 and closed_columns(table) != 0


@rule
def ask_columns(table: Table, s: int) -> None:
    """Card 25: the column to give up is chosen first."""
    table.column = NOTHING


@rule
def list_columns(table: Table, out: Offers) -> int:
    """List the won columns, then those outside the zone (BE-CARD-25)."""
    bits = closed_columns(table)
    if table.column == NOTHING:
        bits = won_columns(table, table.to_play)
    return offer_column(out, 0, bits)


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
def more_symbols(table: Table, s: int) -> None:
    """Card 26: two more Manneken-Pis symbols."""
    table.seats[s].mp_more = MORE_SYMBOLS
    note(table, Event.SYMBOLS, s, MORE_SYMBOLS)


# Cards 27 and 28: crests


@rule
def doubles(table: Table, s: int) -> int:
    """Return the tile spaces with an own assistant, one bit each (BE-CARD-27)."""
    bits = 0
    for k in range(SPACES):
        if table.figure[k] == s:
            bits |= 1 << k
    return int(bits & table.printed.cross)


@rule
def can_double(table: Table, s: int) -> bool:
    """Tell whether an own assistant stands on a tile space (BE-CARD-27)."""
    return doubles(table, s) != 0


@rule
def list_doubles(table: Table, out: Offers) -> int:
    """List the assistants that card 27 may double (BE-CARD-27)."""
    return offer_figure(out, 0, doubles(table, table.to_play))


@rule
def double(table: Table, space: int) -> None:
    """Count an assistant twice at its crests, this round (BE-CARD-27, ruling R-58)."""
    table.doubled = space
    note(table, Event.DOUBLED, table.to_play, space)
    table.decision = Decision.WINDOWS


@rule
def crests_led(table: Table, s: int) -> int:
    """Count the crests for which a player gained points (BE-CARD-28, ruling R-59)."""
    count = 0
    if level(table, s, Track.TOWN_HALL) > 0:
        for crest in range(CRESTS):
            count += leads(table, crest, s)
    return count


@rule
def leads_crests(table: Table, s: int) -> bool:
    """Tell whether a crest brought a player points (BE-CARD-28)."""
    return crests_led(table, s) > 0


@rule
def crests_pay(table: Table, s: int) -> None:
    """Card 28: 2 FB for each crest that brought points."""
    gain_francs(table, s, CREST_FRANCS * crests_led(table, s))


# Cards 29 and 30: the majority in Brussels


@rule
def is_in_brussels(table: Table, s: int) -> bool:
    """Tell whether an own assistant is in Brussels (BE-CARD-29)."""
    return in_brussels(table, s) > 0


@rule
def recall(table: Table, s: int) -> None:
    """Take an own assistant back from Brussels (BE-CARD-29)."""
    for place in range(PLACES):
        if table.seats[s].brussels[place] > 0:
            table.seats[s].brussels[place] -= 1
            table.seats[s].reserve += 1
            note(table, Event.RECALLED, s)
            return


@rule
def has_guests(table: Table, s: int) -> bool:
    """Tell whether a traveller is in Brussels (BE-CARD-30)."""
    return travellers_in_brussels(table) > 0


@rule
def travellers_score(table: Table, s: int) -> None:
    """Card 30: 1 VP for each traveller in Brussels."""
    score_points(table, s, travellers_in_brussels(table))


# Cards 31 and 32: the visit to the pavilions


@rule
def cards_score(table: Table, s: int) -> None:
    """Card 31: 2 VP for each card."""
    score_points(table, s, POINTS_A_CARD * cards_of(table, s))


@rule
def cards_pay(table: Table, s: int) -> None:
    """Card 32: 3 FB for each card."""
    gain_francs(table, s, FRANCS_A_CARD * cards_of(table, s))
