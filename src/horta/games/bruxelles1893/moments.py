"""What is asked in Bruxelles 1893 fits what is under way (invariants 23 and 27).

Every decision stands for a place in the flow, and the rules behind it rely on what led there: that
the work to be sold is owned, that the notable in hand was taken from the theatre, that the card
whose window is open was used by its owner. A table that a stranger wrote down has to keep to that
as well.
"""

from __future__ import annotations

from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.acts import ACTS, can_act
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.cards_round import closed_columns, won_columns
from horta.games.bruxelles1893.construction import HOUSE, glass_of, units_due
from horta.games.bruxelles1893.hidden import is_taken
from horta.games.bruxelles1893.payments import PARDON
from horta.games.bruxelles1893.pieces import (
    BACK,
    COLOURED,
    COLOURS,
    HOUSES,
    NOBLES,
    PAVILIONS,
    PLACES,
    SIDE,
    SPACES,
    UNIT_KINDS,
    Act,
    Architect,
    Card,
    Kind,
    Notable,
    Place,
)
from horta.games.bruxelles1893.sale import can_sell_colour, can_sell_white
from horta.games.bruxelles1893.stages import Stage, stage_of
from horta.games.bruxelles1893.table import (
    MOST_DRAWN,
    NOBODY,
    NOTHING,
    NOWHERE,
    By,
    Decision,
    Table,
    free_sites,
    in_order,
    shop_top,
    upright,
)
from horta.games.bruxelles1893.windows import IN_TURN, Window, slot_of

WINDOWS = len(Window)
ANY = -1  # no window, no action, no card in particular

# In a turn: the action that a decision belongs to.
_ACTS = {
    Decision.WORK: Act.WORKSHOP,
    Decision.SELL: Act.SALE,
    Decision.CURSOR: Act.SALE,
    Decision.SHOP: Act.SALE,
    Decision.SELL_AS: Act.SALE,
    Decision.THEATRE: Act.THEATRE,
    Decision.KEEP: Act.THEATRE,
    Decision.TARGET: Act.CONSTRUCTION,
    Decision.PAY: Act.CONSTRUCTION,
    Decision.BRANCH: Act.CONSTRUCTION,
    Decision.SITE: Act.CONSTRUCTION,
}
ACT_OF = lookup(_ACTS.get(Decision(k), ANY) for k in range(Decision.OVER + 1))

# The card that asks a question which only cards ask, and its window.
_ASKING = {
    question: row
    for row in CARD_ROWS
    for question in row.asks
    if Decision.MARKET_OUT <= question <= Decision.DOUBLE
}
CARD_ASKING = lookup(
    _ASKING[Decision(k)].card if k in _ASKING else ANY for k in range(Decision.OVER + 1)
)
WINDOW_ASKING = lookup(
    _ASKING[Decision(k)].window if k in _ASKING else ANY for k in range(Decision.OVER + 1)
)

# In a turn: the action during which a window opens before it is done.
_DURING = {
    Window.SALE: Act.SALE,
    Window.PRICE: Act.SALE,
    Window.THEATRE: Act.THEATRE,
    Window.DISCARD: Act.THEATRE,
    Window.COMPASS: Act.CONSTRUCTION,
    Window.CONSTRUCTION: Act.CONSTRUCTION,
}
DURING = lookup(_DURING.get(window, ANY) for window in Window)


@rule
def check_moment(table: Table) -> int:
    """Return 0, or which of the invariants 23 and 27 what is under way breaks."""
    if not window_fits(table) or not asked_fits(table):
        return 27
    if not turn_fits(table):
        return 23
    if not sale_fits(table) or not cubes_fit(table) or not payment_fits(table):
        return 23
    if not notable_fits(table) or not column_fits(table):
        return 23
    return 0


@rule
def numbers_fit(table: Table) -> bool:
    """Tell whether everything under way is something that exists (invariant 23)."""
    return (
        NOTHING <= table.window < (WINDOWS if table.windows else 0)
        and 0 <= table.asked < table.players
        and NOWHERE <= table.space < SPACES
        and NOTHING <= table.acting < ACTS
        and NOTHING <= table.place < PLACES
        and 0 <= table.by <= By.CARD
        and table.by != By.SOLVAY
        and 0 <= table.cubes_by <= By.CARD
        and 0 <= table.cubes_from < NOBLES
        and 0 <= table.cubes_due <= 2
        and NOTHING <= table.notable < table.cast
        and NOTHING <= table.shown < table.cast
        and (NOTHING <= table.sold < COLOURS or BACK <= table.sold < BACK + COLOURED)
        and NOTHING <= table.sold_as < COLOURS
        and NOTHING <= table.column < SIDE
        and 0 <= table.target <= PAVILIONS
        and 0 <= table.mode <= PARDON
        and 0 <= table.drawn_size <= MOST_DRAWN
        and table.left >= 0
    )


# Windows


@rule
def window_fits(table: Table) -> bool:
    """Invariant 27: the window is one in which the decision can be asked."""
    decision, window = table.decision, table.window
    asking = WINDOW_ASKING[decision]
    if asking != ANY:
        return bool(window == asking)
    if decision == Decision.WINDOW:
        return window != NOTHING
    if window == NOTHING:
        return True
    if decision == Decision.CREST:
        return window == Window.CREST
    if decision == Decision.WHITE:
        return window == Window.WORKSHOP_DONE
    if decision == Decision.WHITE_WORK and window == Window.MARKET_DONE:
        return True
    if decision == Decision.CUBE and table.cubes_by == By.CARD:
        return window in (Window.MATERIALS_DONE, Window.MARKET_DONE)
    is_effect = decision in (Decision.SOLVAY, Decision.WHITE_WORK, Decision.CUBE)
    return is_effect and window in (Window.GRAND_PLACE_DONE, Window.LAST_NOTABLE)


@rule
def card_asking(table: Table) -> int:
    """Return the card that asks in the open window, or ANY if it is the window itself."""
    decision, window = table.decision, table.window
    if window == NOTHING or decision == Decision.WINDOW:
        return ANY
    if CARD_ASKING[decision] != ANY:
        return int(CARD_ASKING[decision])
    if decision == Decision.CREST:
        return Card.ANY_CREST
    if decision == Decision.WHITE:
        return Card.TURN_UP
    if window == Window.MATERIALS_DONE:
        return Card.TRADE_JOKER
    if window == Window.MARKET_DONE:
        return Card.WHITE_WORK if decision == Decision.WHITE_WORK else Card.BARTER
    return Card.ONE_MORE if window == Window.GRAND_PLACE_DONE else Card.LAST_NOTABLE


@rule
def is_used_by(table: Table, s: int, card: int) -> bool:
    """Tell whether a player owns a card and used it this round."""
    slot = slot_of(table, card)
    return slot != NOTHING and table.pavilion[slot] == s and table.card_used[slot] == 1


@rule
def asked_fits(table: Table) -> bool:
    """Invariant 27: whose decision it is, and that the seat used the card that asks."""
    window = table.window
    card = card_asking(table)
    if card != ANY and not is_used_by(table, table.to_play, card):
        return False
    if table.dropping != 0:
        if table.decision != Decision.DROP or not 0 <= table.dropping < 1 << len(table.theatre):
            return False
        for price in range(len(table.theatre)):
            if (table.dropping >> price) & 1 and table.theatre[price] == NOTHING:
                return False
    if window != NOTHING and not IN_TURN[window]:
        return table.to_play == in_order(table, table.asked)
    if table.asked != 0:
        return False
    stage = stage_of(table)
    if stage == Stage.TURNS:
        return table.to_play == table.turn or is_owners(table)
    if table.decision == Decision.CREST:
        return table.to_play == table.first
    if table.decision == Decision.NEUTRAL:
        return table.to_play == in_order(table, table.neutrals)
    return True


@rule
def is_owners(table: Table) -> bool:
    """Tell whether the owner of a house is asked about the secondary action (B93-SEC)."""
    if table.decision == Decision.OWNER_NOTABLE:
        return True
    if table.decision == Decision.CUBE and table.cubes_by == By.OWNER:
        return True
    is_effect = table.decision in (Decision.SOLVAY, Decision.WHITE_WORK)
    is_effect = is_effect or (table.decision == Decision.CUBE and table.cubes_by == By.SOLVAY)
    return is_effect and table.by == By.OWNER and table.window == NOTHING


# The turn


@rule
def is_idle(table: Table) -> bool:
    """Tell whether no turn is under way: see `turns.forget_turn`."""
    return (
        table.acting == NOTHING
        and table.left == 0
        and (table.place == NOTHING or not table.windows)
        and table.cubes_paid == 0
        and table.turned_first == 0
    )


@rule
def turn_fits(table: Table) -> bool:
    """Invariant 23: where the figure of this turn stands and what it does there."""
    decision = table.decision
    if (table.drawn_size > 0) != (decision == Decision.WORK and bool(table.edition.blind_workshop)):
        return False
    if stage_of(table) != Stage.TURNS or decision == Decision.TURN:
        return table.space == NOWHERE and is_idle(table)
    if decision == Decision.BID:
        is_free = table.space != NOWHERE and (table.zone & ~table.figures) >> table.space & 1
        return bool(is_free) and is_idle(table) and table.seats[table.turn].reserve > 0
    if table.space == NOWHERE or decision == Decision.WITHDRAW_SUM:
        return place_fits(table) and act_fits(table)
    if table.figure[table.space] != table.turn or table.acting != table.act[table.space]:
        return False
    if table.windows and table.place != NOTHING:
        return False
    return table.left == 0 and space_fits(table) and act_fits(table)


@rule
def space_fits(table: Table) -> bool:
    """Tell whether the decision can be asked of who stands on a space."""
    decision, window = table.decision, table.window
    if decision in (Decision.PARK, Decision.GRAND_PLACE, Decision.TRAVELLERS):
        return False
    if is_owners(table):
        owner = table.house[table.space]
        act = Act.MATERIALS if table.cubes_by == By.OWNER else Act.THEATRE
        if decision != Decision.CUBE:
            act = Act.THEATRE
        return owner == table.to_play and owner != table.turn and table.acting == act
    if decision == Decision.PERFORM:
        return bool(table.edition.may_skip) and can_act(table, table.turn, table.acting)
    if decision == Decision.TILE:
        is_tile = (table.printed.cross >> table.space) & 1 == 1
        return is_tile and table.seats[table.turn].reserve > 0
    return not Window.MARKET_DONE <= window <= Window.GRAND_PLACE_DONE


@rule
def place_fits(table: Table) -> bool:
    """Tell whether the decision can be asked of who went to Brussels."""
    decision, window, place = table.decision, table.window, table.place
    if decision in (Decision.PERFORM, Decision.TILE) or is_owners(table):
        return False
    if window == Window.PLACED or Window.WORKSHOP_DONE <= window <= Window.CONSTRUCTION_DONE:
        return False
    if decision == Decision.WITHDRAW_SUM:
        if table.space == NOWHERE or table.figure[table.space] != table.turn:
            return False
    if table.windows:
        if place == NOTHING or (table.acting != NOTHING and place != Place.PARK):
            return False
        if decision == Decision.PARK and place != Place.PARK:
            return False
        if decision == Decision.GRAND_PLACE and place != Place.GRAND_PLACE:
            return False
        if Window.MARKET_DONE <= window <= Window.GRAND_PLACE_DONE:
            if place != window - Window.MARKET_DONE:
                return False
    if table.left > 0 and (table.acting != NOTHING or decision == Decision.PARK):
        return False
    if decision == Decision.GRAND_PLACE:
        return table.left > 0 and upright(table, table.turn) != 0
    return not (decision == Decision.TRAVELLERS and not is_idle_but_place(table))


@rule
def is_idle_but_place(table: Table) -> bool:
    """Tell whether nothing but a place in Brussels was chosen in this turn."""
    return table.left == 0 and table.cubes_paid == 0 and table.turned_first == 0


@rule
def act_fits(table: Table) -> bool:
    """Tell whether the action is the one that decision and window belong to."""
    decision, window, acting = table.decision, table.window, table.acting
    if ACT_OF[decision] != ANY and acting != ACT_OF[decision]:
        return False
    if decision == Decision.WHITE and window == NOTHING and acting != Act.SALE:
        return False
    if decision in (Decision.PARK, Decision.GRAND_PLACE, Decision.TRAVELLERS):
        if acting != NOTHING:
            return False
    if window != NOTHING:
        if DURING[window] != ANY and acting != DURING[window]:
            return False
        if Window.WORKSHOP_DONE <= window <= Window.CONSTRUCTION_DONE:
            if acting != window - Window.WORKSHOP_DONE:
                return False
    if table.turned_first not in (0, 1):
        return False
    if table.turned_first and (
        acting != Act.CONSTRUCTION
        or table.seats[table.turn].architect != Architect.SAINTENOY
        or window in (Window.PLACED, Window.COMPASS)
    ):
        return False
    is_built = acting == Act.CONSTRUCTION and not is_paying(table)
    return table.cubes_paid == 0 or (is_built and table.cubes_paid > 0)


# What each action keeps in mind


@rule
def sale_fits(table: Table) -> bool:
    """Invariant 23: the work to be sold is owned, and the shop does not show it."""
    decision, s = table.decision, table.turn
    sold, named = int(table.sold), int(table.sold_as)
    is_named = decision in (Decision.CURSOR, Decision.SHOP) or table.window == Window.PRICE
    if not is_named and decision != Decision.SELL_AS:
        return sold == NOTHING and named == NOTHING and table.more_steps == 0
    if sold == NOTHING or is_named != (named != NOTHING):
        return False
    if table.more_steps not in (0, 2) or (table.more_steps != 0 and table.window != NOTHING):
        return False
    if table.more_steps != 0 and not is_used_by(table, s, Card.MORE_STEPS):
        return False
    if decision == Decision.SHOP and table.shop_size[1] == 0:
        return False
    if sold < BACK:
        return named == sold and can_sell_colour(table, s, sold)
    if not can_sell_white(table, s) or table.seats[s].white[sold - BACK] == 0:
        return False
    return not is_named or named not in (shop_top(table, 0), shop_top(table, 1))


@rule
def cubes_fit(table: Table) -> bool:
    """Invariant 23: cubes are counted while they are taken or given."""
    decision, by = table.decision, table.cubes_by
    if (table.cubes_due > 0) != (decision in (Decision.CUBE, Decision.GIVE)):
        return False
    if table.cubes_due == 0 and table.cubes_from != 0:
        return False
    if decision != Decision.CUBE:
        return True
    if by == By.ACTION:
        return table.acting == Act.MATERIALS and table.window == NOTHING
    if by == By.OWNER:
        return table.cubes_due == 1 and table.window == NOTHING and table.space != NOWHERE
    if by == By.CARD:
        return table.window != NOTHING
    return by == By.SOLVAY and table.notable == Notable.SOLVAY


@rule
def is_paying(table: Table) -> bool:
    """Tell whether a building is being paid for."""
    return table.decision in (Decision.TARGET, Decision.PAY, Decision.BRANCH, Decision.SITE)


@rule
def payment_fits(table: Table) -> bool:
    """Invariant 23: what is paid is the price of the next building, and it can be built."""
    paid = 0
    for kind in range(UNIT_KINDS):
        if table.paid[kind] < 0:
            return False
        paid += table.paid[kind]
    if not is_paying(table):
        return paid == 0 and table.units == 0 and table.target == HOUSE and table.mode == 0
    seat = table.seats[table.turn]
    if seat.built >= HOUSES or table.units != table.boards[table.turn].cost[seat.built]:
        return False
    if table.mode != 0 and (
        table.space == NOWHERE or not is_used_by(table, table.turn, Card.SUBSTITUTE)
    ):
        return False
    if table.decision == Decision.TARGET:
        return bool(table.belle_epoque) and paid == 0 and table.target == HOUSE
    if (units_due(table) > 0) != (table.decision == Decision.PAY) or units_due(table) < 0:
        return False
    if table.target == HOUSE:
        return free_sites(table) != 0
    if not table.belle_epoque or table.decision == Decision.SITE:
        return False
    if table.pavilion[table.target - 1] != NOBODY:
        return False
    held = glass_of(table, table.target)
    return table.decision != Decision.PAY or held <= seat.cubes[Kind.GLASS]


@rule
def notable_fits(table: Table) -> bool:
    """Invariant 23: whose notable takes effect, and what becomes of it."""
    decision, notable = table.decision, table.notable
    is_effect = decision in (Decision.SOLVAY, Decision.WHITE_WORK)
    is_effect = is_effect or (decision == Decision.CUBE and table.cubes_by == By.SOLVAY)
    by_card_18 = decision == Decision.WHITE_WORK and table.window == Window.MARKET_DONE
    is_effect = is_effect and not by_card_18
    if decision == Decision.SOLVAY and notable != Notable.SOLVAY:
        return False
    if decision == Decision.WHITE_WORK and not by_card_18 and notable != Notable.PRIVAT_LIVEMONT:
        return False
    if table.shown != NOTHING:
        is_shown = decision == Decision.THEATRE or is_taken(table) or table.window == Window.DISCARD
        if not is_shown or table.seats[table.turn].architect != Architect.HANKAR:
            return False
        if table.shown == Notable.BRUGMANN or table.acting != Act.THEATRE:
            return False
    if is_taken(table):
        if notable == Notable.BRUGMANN or table.acting != Act.THEATRE or table.window != NOTHING:
            return False
        return is_effect or decision == Decision.KEEP
    if decision == Decision.KEEP:
        return False
    if is_effect:
        return effect_fits(table)
    stage = stage_of(table)
    is_busy = stage == Stage.TIDIED or (stage == Stage.TURNS and decision > Decision.BID)
    return is_busy or (notable == NOTHING and table.by == 0 and table.cubes_by == 0)


@rule
def effect_fits(table: Table) -> bool:
    """Tell whether an activated notable is its owner's, and was activated where he is."""
    if table.by == By.CARD:
        if table.window == Window.LAST_NOTABLE:
            return table.theatre[0] == table.notable
        if table.window == NOTHING:
            return False
    elif table.window != NOTHING:
        return False
    elif table.by == By.GRAND_PLACE:
        if table.space != NOWHERE or table.left <= 0 or table.acting != NOTHING:
            return False
        if table.windows and table.place != Place.GRAND_PLACE:
            return False
    elif table.by != By.OWNER:
        return False
    return bool((table.seats[table.to_play].tilted >> table.notable) & 1)


@rule
def column_fits(table: Table) -> bool:
    """Invariant 23: the column whose prize is used or exchanged is the player's."""
    column, s = int(table.column), int(table.to_play)
    if table.decision == Decision.POWER:
        if column == NOTHING or table.prize[column] == NOTHING:
            return False
        if not table.printed.choice[table.prize[column]]:
            return False
        return table.winner[column] == s or bool((table.tied[column] >> s) & 1)
    if table.decision == Decision.COLUMN:
        if closed_columns(table) == 0:
            return False
        return column == NOTHING or bool((won_columns(table, s) >> column) & 1)
    return column == NOTHING
