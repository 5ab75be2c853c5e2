"""Postcards: activation, and the effects that are carried out at once (PA-PH2-06..14, chapter 5).

The four that pay at the end of the game are scored in `scoring.py`, the rights of Métropolitain
and Chartier are used in `building.py`.
"""

from __future__ import annotations

from horta.core.bits import lowest
from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.paris.building import (
    can_place_plainly,
    free_spaces,
    list_builds,
    own_spaces,
)
from horta.games.paris.cards import CELLS_OF, FACINGS, PIECE_OF, STANDS, Stands
from horta.games.paris.components import BUILDINGS, POSTCARDS, SPACES, Base, Card
from horta.games.paris.moves import (
    DECLINE,
    activate_action,
    choose_action,
    offer_choose,
    put_action,
)
from horta.games.paris.table import (
    BUILT,
    GARDEN,
    NOTHING,
    Decision,
    Event,
    State,
    Table,
    cover,
    is_base,
    is_free,
    neighbour,
)


@rule
def list_activations(table: Table, out: Offers, n: int) -> int:
    """Write the open postcards if the player has a token left (PA-PH2-06..08)."""
    if table.seats[table.to_play].tokens > 0:
        for card in range(POSTCARDS):
            if table.card_state[card] == State.OPEN:
                n = offer(out, n, activate_action(card))
    return n


@rule
def activate(table: Table, card: int) -> None:
    """Put a token on a postcard and begin its effect (PA-PH2-06, 10, 13)."""
    s = table.to_play
    table.seats[s].tokens -= 1
    table.card_holder[card] = s
    note(table, Event.ACTIVATED, s, card)
    if card in (Card.MET, Card.CHA):
        table.card_state[card] = State.HELD
    else:
        table.card_state[card] = State.USED
        if card == Card.LEV:
            table.card = card
            table.decision = Decision.LEV_GIVE
        elif card != Card.SAC:
            table.card = card
            table.decision = Decision.SPECIAL


@rule
def decline(table: Table) -> None:
    """Leave the effect unused; the special piece leaves the game (PA-PH2-09, 12)."""
    table.card_state[table.card] = State.DECLINED
    note(table, Event.DECLINED, table.to_play, table.card)
    table.card = NOTHING


# Lévitation


@rule
def list_gives(table: Table, out: Offers) -> int:
    """Decline, or give a building if a site building has a plain placement (PA-LEV-01, 03)."""
    s = table.to_play
    seat = table.seats[s]
    n = offer(out, 0, DECLINE)
    if seat.reserve != 0 and can_place_plainly(table, s, table.site):
        n = offer_choose(out, n, seat.reserve)
    return n


@rule
def give(table: Table, building: int) -> None:
    """Give a building; it reaches the site when the other one has left it (PA-LEV-01)."""
    table.seats[table.to_play].reserve &= ~(1 << building)
    table.transit = building
    note(table, Event.GAVE, table.to_play, building)
    table.decision = Decision.LEV_GET


@rule
def list_gets(table: Table, out: Offers) -> int:
    """Only a building with a plain placement may be chosen (PA-LEV-04, 05)."""
    n = 0
    for building in range(BUILDINGS):
        if (table.site >> building) & 1 and can_place_plainly(table, table.to_play, 1 << building):
            n = offer(out, n, choose_action(building))
    return n


@rule
def get(table: Table, building: int) -> None:
    """Take the other building; it is placed at once (PA-LEV-02)."""
    table.site = (table.site & ~(1 << building)) | (1 << table.transit)
    table.transit = building
    note(table, Event.GOT, table.to_play, building)
    table.decision = Decision.LEV_PLACE


@rule
def list_levitation_builds(table: Table, out: Offers) -> int:
    """Place the building in transit by the ordinary rules (PA-LEV-02, 05)."""
    return list_builds(table, 1 << table.transit, own_spaces(table, table.to_play), 0, 0, out, 0)


# Special pieces


@rule
def is_own(table: Table, s: int, space: int) -> bool:
    """A free space of the own colour, neither mixed nor lamp."""
    return is_free(table, space) and is_base(table, s, space)


@rule
def is_own_or_mixed(table: Table, s: int, space: int) -> bool:
    """A free space of the own colour or mixed."""
    return is_free(table, space) and (is_base(table, s, space) or is_base(table, Base.MIXED, space))


@rule
def covers_two(table: Table, card: int) -> bool:
    """Tell whether the piece of a postcard covers two spaces (PA-JAR-02, PA-FON-03)."""
    return CELLS_OF[card] == 2 or (card == Card.FON and table.fountain_cells == 2)


@rule
def pair_of(space: int, facing: int) -> int:
    """Return the second space of a piece that covers two: 0 to the right, 1 below (PA-JAR-02)."""
    if facing > 1:
        return -1
    return neighbour(space, 1 if facing == 0 else 2)


@rule
def can_pair(table: Table, s: int, space: int, facing: int) -> bool:
    """Two free spaces side by side, each own or mixed (PA-JAR-01, PA-FON-03)."""
    other = pair_of(space, facing)
    return other >= 0 and is_own_or_mixed(table, s, space) and is_own_or_mixed(table, s, other)


@rule
def own_building_at(table: Table, s: int, space: int) -> int:
    """Return the seat's building on a space, or NOTHING."""
    if space < 0:
        return NOTHING
    piece = table.piece[space]
    if 0 <= piece < BUILT and table.owner[piece] == s:
        return piece
    return NOTHING


@rule
def can_annex(table: Table, s: int, space: int, facing: int) -> bool:
    """The annexe joins an own building beside it; each building is offered once (PA-BOU-01, 04)."""
    if not is_own(table, s, space):
        return False
    building = own_building_at(table, s, neighbour(space, facing))
    if building < 0:
        return False
    for lower in range(facing):
        if own_building_at(table, s, neighbour(space, lower)) == building:
            return False
    return True


@rule
def can_face(table: Table, space: int, facing: int) -> bool:
    """The space in front of the statue is on the board and free (PA-PEN-01, 04)."""
    front = neighbour(space, facing)
    return front >= 0 and is_free(table, front)


@rule
def can_put(table: Table, s: int, card: int, space: int, facing: int) -> bool:
    """Tell whether the special piece of a postcard may stand here."""
    if card == Card.JAR and table.seats[s].chimneys <= 0:
        return False
    if covers_two(table, card):
        return can_pair(table, s, space, facing)
    if card == Card.BOU:
        return can_annex(table, s, space, facing)
    if card == Card.PEN:
        return is_own(table, s, space) and can_face(table, space, facing)
    if facing != 0:
        return False
    if STANDS[card] == Stands.OWN_OR_MIXED:
        return is_own_or_mixed(table, s, space)
    if STANDS[card] == Stands.LAMP:
        return is_free(table, space) and is_base(table, Base.LAMP, space)
    return is_own(table, s, space)


@rule
def standing_room(table: Table, s: int, card: int) -> int:
    """Return the free spaces of the colours that the piece of a postcard stands on, as bits."""
    if covers_two(table, card):
        return own_spaces(table, s)
    if card in (Card.BOU, Card.PEN):
        return free_spaces(table, s)
    if STANDS[card] == Stands.OWN_OR_MIXED:
        return own_spaces(table, s)
    if STANDS[card] == Stands.LAMP:
        return free_spaces(table, Base.LAMP)
    return free_spaces(table, s)


@rule
def list_puts(table: Table, out: Offers) -> int:
    """Decline, or put the special piece anywhere it may stand (PA-PH2-10, 11)."""
    n = offer(out, 0, DECLINE)
    card = table.card
    s = table.to_play
    facings = 2 if covers_two(table, card) else FACINGS[card]
    room = standing_room(table, s, card)  # to ask for these spaces alone is ten times quicker
    for _ in range(SPACES):
        if room == 0:
            break
        space = lowest(room)
        room &= room - 1
        if facings == 1:  # then the colour is all that counts
            n = offer(out, n, put_action(space, 0))
            continue
        for facing in range(facings):
            if can_put(table, s, card, space, facing):
                n = offer(out, n, put_action(space, facing))
    return n


@rule
def stand_special(table: Table, s: int, card: int, space: int, facing: int) -> None:
    """Put the special piece of a postcard on the board."""
    table.spot[card] = space
    table.facing[card] = facing
    if card == Card.BOU:
        cover(table, space, own_building_at(table, s, neighbour(space, facing)))
        return
    cover(table, space, PIECE_OF[card])
    if covers_two(table, card):
        cover(table, pair_of(space, facing), PIECE_OF[card])
    if card == Card.JAR:
        table.owner[GARDEN] = s
        table.anchor[GARDEN] = space
        table.orientation[GARDEN] = facing
        table.seats[s].chimneys -= 1


@rule
def put(table: Table, space: int, facing: int) -> None:
    """Carry out the effect of a postcard that places a piece."""
    stand_special(table, table.to_play, table.card, space, facing)
    note(table, Event.PUT, table.to_play, table.card, space, facing)
    table.card = NOTHING
