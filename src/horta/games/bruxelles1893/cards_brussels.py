"""Belle Époque cards 11 to 18: after a place in Brussels (BE-CG-04, BE-CARD-11..18)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.materials import ask_cubes
from horta.games.bruxelles1893.moves import (
    BARTER_CUBES,
    BARTER_WORK,
    give_action,
    offer_activate,
    offer_dismiss,
    offer_figure,
    return_action,
)
from horta.games.bruxelles1893.pieces import COLOURS, NOBLES, SPACES, Notable, Place
from horta.games.bruxelles1893.table import (
    NOWHERE,
    By,
    Decision,
    Event,
    Table,
    nobles_left,
    upright,
    white_works,
    works_of,
)
from horta.games.bruxelles1893.travellers import travellers_at
from horta.games.bruxelles1893.turns import list_francs
from horta.games.bruxelles1893.windows import gain_francs, score_points
from horta.games.bruxelles1893.workshop import has_coloured

FRANCS_FOR_A_POINT = 5
GIVEN_CUBES = 2


# Cards 11 and 12: the Stock Exchange


@rule
def figures_at(table: Table, place: int) -> int:
    """Count the figures on a Brussels place, travellers included (BE-CARD-11)."""
    count = travellers_at(table, place)
    for s in range(table.players):
        count += table.seats[s].brussels[place]
    return count


@rule
def crowd_pays(table: Table, s: int) -> None:
    """Card 11: 1 FB for each figure at the Stock Exchange."""
    gain_francs(table, s, figures_at(table, Place.EXCHANGE))


@rule
def has_wealth(table: Table, s: int) -> bool:
    """Tell whether a player owns enough for a point (BE-CARD-12)."""
    return table.seats[s].money >= FRANCS_FOR_A_POINT


@rule
def wealth_scores(table: Table, s: int) -> None:
    """Card 12: 1 VP for every 5 FB."""
    score_points(table, s, int(table.seats[s].money) // FRANCS_FOR_A_POINT)


# Cards 13 and 14: the Grand-Place


@rule
def has_upright(table: Table, s: int) -> bool:
    """Tell whether a notable has not acted yet (BE-CARD-13, BE-CARD-24)."""
    return upright(table, s) != 0


@rule
def list_card_notables(table: Table, out: Offers) -> int:
    """List the notables that card 13 may activate (BE-CARD-13)."""
    return offer_activate(out, 0, upright(table, table.to_play))


@rule
def has_tilted(table: Table, s: int) -> bool:
    """Tell whether a notable has acted (BE-CARD-14)."""
    return table.seats[s].tilted != 0


@rule
def list_dismissals(table: Table, out: Offers) -> int:
    """List the notables that card 14 may discard (BE-CARD-14, ruling R-52)."""
    return offer_dismiss(out, 0, int(table.seats[table.to_play].tilted))


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


# Cards 15 and 16: the park


@rule
def own_bids(table: Table, s: int) -> int:
    """Return the spaces with an own bid, one bit each."""
    bits = 0
    for k in range(SPACES):
        if table.figure[k] == s and table.bid[k] > 0:
            bits |= 1 << k
    return bits


@rule
def has_bids(table: Table, s: int) -> bool:
    """Tell whether a player has a bid on the board (BE-CARD-15)."""
    return own_bids(table, s) != 0


@rule
def list_withdrawals(table: Table, out: Offers) -> int:
    """List the own bids for card 15 (BE-CARD-15)."""
    return offer_figure(out, 0, own_bids(table, table.to_play))


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
def works_score(table: Table, s: int) -> None:
    """Card 16: 1 VP for each work."""
    score_points(table, s, works_of(table, s))


# Cards 17 and 18: the market


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
def can_barter(table: Table, s: int) -> bool:
    """Tell whether there is something to give and something to take (BE-CARD-17)."""
    return can_give_cubes(table, s) or can_give_work(table, s)


@rule
def list_barters(table: Table, out: Offers) -> int:
    """Cubes for a work, or a work for cubes (BE-CARD-17)."""
    n = 0
    if can_give_cubes(table, table.to_play):
        n = offer(out, n, BARTER_CUBES)
    if can_give_work(table, table.to_play):
        n = offer(out, n, BARTER_WORK)
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
            n = offer(out, n, give_action(kind))
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
            n = offer(out, n, return_action(colour))
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
def works_left(table: Table, s: int) -> bool:
    """Tell whether the workshop has a coloured work (BE-CARD-18)."""
    return has_coloured(table)
