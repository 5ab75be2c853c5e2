"""Why something cannot be chosen, decision by decision, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from horta.core.i18n import mark
from horta.games.bruxelles1893.acts import can_act
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.closing import may_stay_unpaid
from horta.games.bruxelles1893.construction import glass_of
from horta.games.bruxelles1893.moves import COLUMN_NAMES, CREST_NAMES, CURSOR_NAMES, SPACE_NAMES
from horta.games.bruxelles1893.names import SEAT_TITLES
from horta.games.bruxelles1893.payments import ALLOWED, demand, units_owned
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BACK,
    COLOUR_NAMES,
    COLOURED,
    CRESTS,
    KIND_NAMES,
    NOBLES,
    NOTABLE_NAMES,
    PAVILION_NAMES,
    PLACE_NAMES,
    ROW_NAMES,
    SIDE,
    SPACES,
    TILES,
    Act,
    Colour,
    Kind,
)
from horta.games.bruxelles1893.reasons_belle import OF_BELLE, Reason, cards, taken_tiles
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    NOWHERE,
    Decision,
    Table,
    shop_top,
    white_works,
    works_of,
)
from horta.games.bruxelles1893.theatre import PRICES
from horta.games.bruxelles1893.tiles import free_tiles
from horta.games.bruxelles1893.words import Bruxelles1893Words

REASONS = {
    "outside": mark("{space} is outside the zone."),
    "assistant": mark("An assistant stands there: {seat}."),
    "neutral": mark("A neutral assistant stands there."),
    "house_there": mark("A house stands there."),
    "no_assistant": mark("You have no assistant in reserve."),
    "no_francs": mark("You have no francs to bid."),
    "too_few": mark("Needs {count} assistants; you have {own}."),
    "bid_first": mark("First bid for {space}."),
    "by_grand_place": mark("Notables act at the Grand-Place."),
    "by_park": mark("Only the park copies an action."),
    "not_offered": mark("The stock card does not name this crest."),
    "no_works": mark("No coloured work can be taken."),
    "nothing_to_sell": mark("The shop shows the colours of all your works."),
    "theatre_empty": mark("The theatre is empty."),
    "no_cubes": mark("No noble cube is left."),
    "cannot_build": mark("You cannot pay for your next house, or there is no room for it."),
    "stack_empty": mark("No work of this colour is left."),
    "no_work": mark("You have no work of this colour."),
    "in_shop": mark("This colour is in the shop."),
    "too_far": mark("The cursor cannot reach this: {count} steps, and you have {own}."),
    "too_dear": mark("Costs {count} FB; you have {own}."),
    "kept": mark("You already have this notable."),
    "no_joker": mark("You have no joker to give."),
    "kind_gone": mark("None is left in the supply."),
    "never_jokers": mark("Jokers cannot be taken here."),
    "passed_over": mark("You have skipped this kind: only later ones can follow."),
    "leaves_too_few": mark("Too few cubes would be left to take."),
    "none_owned": mark("You have none of these."),
    "not_asked": mark("The compass does not ask for this."),
    "does_not_add_up": mark("The rest could not be paid as the compass asks."),
    "blocked": mark("This branch would land on the other one."),
    "not_yours": mark("You do not have this notable."),
    "tilted": mark("This notable has already acted this round."),
    "not_won": mark("You did not win this card."),
    "in_turn": mark("Your cards come from left to right."),
    "line_used": mark("A card has already gone under this line this round."),
    "no_symbols": mark("Your card has no points to slide."),
    "left_unpaid": mark("Already left unpaid."),
    "always_paid": mark("Whatever you leave unpaid, there is money for this one."),
    "skipped": mark("You have skipped this one: only later ones can follow."),
    "not_first": mark("Only together with one that comes before it: choose that one first."),
    "glass_held": mark("Your glass is needed for the pavilion itself."),
    "tile_there": mark("There is a tile there."),
    "tile_taken": mark("An assistant stands on this tile: {seat}."),
    "pavilion_taken": mark("This pavilion is already built: {seat}."),
    "no_glass": mark("Needs {count} glass beyond the compass; you have {own}."),
    "cannot_pay": mark("You cannot pay for this building."),
    "card_used": mark("This card has already been used this round."),
    "not_now": mark("This card acts at another time."),
    "card_of": mark("This card belongs to another player: {seat}."),
    "card_free": mark("Build this pavilion to own its card."),
    "no_white": mark("You have no white work."),
    "no_own_works": mark("You have no works."),
    "few_francs": mark("Needs {count} FB; you have {own}."),
    "all_acted": mark("All your notables have already acted this round."),
    "none_acted": mark("None of your notables has acted this round."),
    "no_bids": mark("You have no bid on the board."),
    "no_barter": mark("You have nothing to trade, or there is nothing to trade it for."),
    "none_in_brussels": mark("You have no assistant in Brussels."),
    "no_guests": mark("No traveller is in Brussels."),
    "by_tile_space": mark("Only after placing on a tile space."),
    "by_construction": mark("Built with the construction action, in place of a house."),
    "decide_first": mark("First decide what your assistant does on {space}."),
    "leaves": mark("This notable is already leaving."),
    "only_dearer": mark("You have skipped this one: only more expensive ones can follow."),
    "upright": mark("This notable has not acted this round."),
    "not_there": mark("You have no assistant there."),
    "no_bid_there": mark("There is no bid there."),
    "no_tile_space": mark("This is not a tile space."),
    "no_gift": mark("You have no work to give; white ones do not count."),
    "never_given": mark("Only noble cubes can be given here."),
    "in_zone": mark("This column is in the zone."),
    "no_card_there": mark("There is no card there any more."),
    "cannot_build_then": mark("Nothing could be built then."),
}

BASE_CAST = 8
"""Notables that are drawn before every player; those of an expansion come with it only."""


def _figure(table: Table, space: int, said: Bruxelles1893Words) -> tuple[str, dict[str, object]]:
    """Say who stands on a space."""
    figure = int(table.figure[space])
    if 0 <= figure < table.players:
        return "assistant", {"seat": said.say(SEAT_TITLES[figure])}
    return "neutral", {}


def _turn(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Spaces, places, and what only they lead to (B93-ANP-01, 02, BRU-04, B93E2-ACT-03..06)."""
    s = table.to_play
    seat = table.seats[s]
    for space, title in enumerate(SPACE_NAMES):
        name = f"space-{title}"
        if not table.zone >> space & 1:
            yield name, "outside", {"space": title}
        elif table.figures >> space & 1:
            yield (name, *_figure(table, space, said))
        else:
            yield name, "no_francs" if seat.reserve > 0 else "no_assistant", {}
    for place, title in enumerate(PLACE_NAMES):
        needed = assistants_needed(table, place)
        own = int(seat.reserve + seat.travellers)
        yield f"place-{title}", "too_few", {"count": needed, "own": own}
    for title in ACT_NAMES:
        yield f"copy-{title}", "by_park", {}
    for notable in range(len(NOTABLE_NAMES)):
        if seat.notables >> notable & 1:
            yield f"notable-{s}-{NOTABLE_NAMES[notable]}", "by_grand_place", {}
    if table.belle_epoque:
        yield from cards(table, said)
        yield from taken_tiles(table, said)
        for tile in range(TILES):
            if free_tiles(table) >> tile & 1:
                yield f"tile-{tile + 1}", "by_tile_space", {}
        for row, name in enumerate(PAVILION_NAMES):
            owner = int(table.pavilion[row])
            if owner == NOBODY:
                yield name, "by_construction", {}
            else:
                yield name, "pavilion_taken", {"seat": said.say(SEAT_TITLES[owner])}


def _perform(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """The space on which the assistant just placed may act (B93-ANP-05, B93E2-ACT-06)."""
    if table.space != NOWHERE:
        for title in SPACE_NAMES:
            yield f"space-{title}", "decide_first", {"space": SPACE_NAMES[table.space]}


def _bid(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """A bid goes with the assistant that was pointed at a space (B93-ANP-02, B93E2-ACT-04)."""
    values: dict[str, object] = {"space": SPACE_NAMES[table.space]}
    for title in SPACE_NAMES:
        yield f"space-{title}", "bid_first", values
    for title in PLACE_NAMES:
        yield f"place-{title}", "bid_first", values


def _crest(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Crests (B93-STK-02, B93E2-PLAN-02)."""
    for crest in range(CRESTS):
        yield f"crest-{CREST_NAMES[crest]}", "not_offered", {}


def _neutral(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Spaces for a neutral assistant (B93-2PL-02, B93E2-PLAN-07)."""
    for space, title in enumerate(SPACE_NAMES):
        name = f"space-{title}"
        if not table.zone >> space & 1:
            yield name, "outside", {"space": title}
        elif table.figures >> space & 1:
            yield (name, *_figure(table, space, said))
        elif table.printed.cross >> space & 1:
            yield name, "tile_there", {}
        else:
            yield name, "house_there", {}


def _park(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Actions to copy (B93-BRU-08, B93E2-BRU-09)."""
    why = {
        Act.WORKSHOP: "no_works",
        Act.SALE: "nothing_to_sell",
        Act.THEATRE: "theatre_empty",
        Act.MATERIALS: "no_cubes",
        Act.CONSTRUCTION: "cannot_build",
    }
    for act, reason in why.items():
        if not can_act(table, table.to_play, act):
            yield f"copy-{ACT_NAMES[act]}", reason, {}


def _work(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Works to take; drawn ones are all to have (B93E2-WRK-01)."""
    if not table.edition.blind_workshop:
        for colour in range(COLOURED):
            yield f"work-{COLOUR_NAMES[colour]}", "stack_empty", {}


def _sell(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Works to sell (B93-SAL-01, B93E2-SAL-01)."""
    s = table.to_play
    tops = (shop_top(table, 0), shop_top(table, 1))
    for colour in Colour:
        name = f"own-{s}-{COLOUR_NAMES[colour]}"
        if table.seats[s].works[colour] == 0:
            yield name, "no_work", {}
        elif colour in tops:
            yield name, "in_shop", {}
    if white_works(table, s) > 0 and max(tops) >= BACK:
        yield f"own-{s}-white", "in_shop", {}


def _cursor(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Places of the cursor (B93-SAL-03, B93E2-SAL-02)."""
    row, column = table.cursor // SIDE, table.cursor % SIDE
    for k in range(SPACES):
        steps = abs(k // SIDE - row) + abs(k % SIDE - column)
        own = works_of(table, table.to_play) + int(table.more_steps)
        yield f"grid-{CURSOR_NAMES[k]}", "too_far", {"count": steps, "own": own}


def _theatre(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Notables to hire (B93-THE-01, B93E2-NOB-01)."""
    for price in range(PRICES):
        if table.theatre[price] != NOTHING:
            own = table.seats[table.to_play].money
            yield f"theatre-{price}", "too_dear", {"count": price, "own": own}


def _keep(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """The notable hired (B93-THE-05, B93E2-NOB-04)."""
    if 0 <= table.notable < len(NOTABLE_NAMES):
        yield f"notable-{table.to_play}-{NOTABLE_NAMES[table.notable]}", "kept", {}


def _solvay(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """A joker for two cubes (B93-NOT-03, B93E2-NOB-22)."""
    s = table.to_play
    owned = table.seats[s].cubes[Kind.JOKER] > 0
    yield f"cube-{s}-joker", "leaves_too_few" if owned else "no_joker", {}


def _cube(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Cubes of the supply (B93-MAT-01, 02, B93E2-MAT-01, 02)."""
    for kind in range(NOBLES):
        if kind != Kind.GLASS or table.belle_epoque:
            reason = "leaves_too_few"
            if table.supply[kind] == 0:
                reason = "kind_gone"
            elif kind < table.cubes_from:
                reason = "passed_over"
            yield f"supply-{KIND_NAMES[kind]}", reason, {}
    yield "supply-joker", "never_jokers", {}


def _pay(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Units of a payment (B93-CON-03..08, B93E2-CPS-03..06)."""
    s = table.to_play
    allowed = ALLOWED[demand(table)]
    last = max((k for k in range(len(table.paid)) if table.paid[k] > 0), default=0)
    for kind in (Kind.WOOD, Kind.IRON, Kind.STONE, Kind.GLASS, Kind.JOKER, Kind.FRANCS):
        if kind == Kind.GLASS and not table.belle_epoque:
            continue
        name = f"money-{s}" if kind == Kind.FRANCS else f"cube-{s}-{KIND_NAMES[kind]}"
        if not allowed >> kind & 1:
            yield name, "not_asked", {}
        elif units_owned(table, s, kind, 0) == 0:
            own = table.seats[s].money
            yield (
                (name, "too_dear", {"count": 3, "own": own})
                if kind == Kind.FRANCS
                else (
                    name,
                    "none_owned",
                    {},
                )
            )
        elif units_owned(table, s, kind, glass_of(table, table.target)) == 0:
            yield name, "glass_held", {}
        else:
            yield name, "passed_over" if kind < last else "does_not_add_up", {}


def _branch(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Branches of the compass (B93-CPS-03, B93E2-CPS-08)."""
    for branch in range(2):
        yield f"branch-{branch}", "blocked", {}


def _site(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Spaces for a house (B93-CON-12, B93E2-BLD-06)."""
    for space, title in enumerate(SPACE_NAMES):
        if table.house[space] != NOBODY:
            yield f"space-{title}", "house_there", {}
        elif table.figures >> space & 1:
            yield (f"space-{title}", *_figure(table, space, said))
        elif table.printed.cross >> space & 1:
            yield f"space-{title}", "tile_there", {}


def _notable(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Notables to activate (B93-BRU-10, B93E2-NOB-05)."""
    s = table.to_play
    for notable in range(len(NOTABLE_NAMES)):
        name, kept = f"notable-{s}-{NOTABLE_NAMES[notable]}", table.seats[s].notables >> notable & 1
        if kept or notable < BASE_CAST or table.belle_epoque:
            yield name, "tilted" if kept else "not_yours", {}


def _prize(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Cards that were won, and lines to slide them under (B93-BON-01, 05, 06, CLO-30, 33, 35)."""
    s = table.to_play
    for column in range(SIDE):
        if table.prize[column] != NOTHING:
            own = table.winner[column] == s
            yield f"prize-{COLUMN_NAMES[column]}", "in_turn" if own else "not_won", {}
        else:
            yield f"prize-{COLUMN_NAMES[column]}", "no_card_there", {}
    for row, title in enumerate(ROW_NAMES):
        used = table.seats[s].rows_used >> row & 1
        yield f"line-{s}-{title}", "line_used" if used else "no_symbols", {}


def _unpaid(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Notables that cannot stay unpaid (B93-END-02, B93E2-END-03)."""
    s = table.to_play
    kept, dropped = int(table.seats[s].notables), int(table.dropped)
    somewhere = 0  # the notables that lie in some set that may stay unpaid
    for unpaid in _supersets(dropped, kept):
        if may_stay_unpaid(table, s, int(table.seats[s].money), unpaid):
            somewhere |= unpaid
    for notable, title in enumerate(NOTABLE_NAMES):
        name = f"notable-{s}-{title}"
        if dropped >> notable & 1:
            yield name, "left_unpaid", {}
        elif somewhere >> notable & 1:
            yield name, "skipped" if dropped >> notable else "not_first", {}
        elif kept >> notable & 1:
            yield name, "always_paid", {}
        elif notable < BASE_CAST or table.belle_epoque:
            yield name, "not_yours", {}


def _supersets(some: int, every: int) -> Iterator[int]:
    """Yield every set between two, as bits."""
    more = rest = every & ~some
    while more:
        yield some | more
        more = (more - 1) & rest
    yield some


REASONS_OF: dict[int, Callable[[Table, Bruxelles1893Words], Iterator[Reason]]] = {
    Decision.TURN: _turn,
    Decision.BID: _bid,
    Decision.CREST: _crest,
    Decision.NEUTRAL: _neutral,
    Decision.PARK: _park,
    Decision.START_WORK: _work,
    Decision.WORK: _work,
    Decision.SELL: _sell,
    Decision.CURSOR: _cursor,
    Decision.THEATRE: _theatre,
    Decision.KEEP: _keep,
    Decision.SOLVAY: _solvay,
    Decision.CUBE: _cube,
    Decision.PAY: _pay,
    Decision.BRANCH: _branch,
    Decision.SITE: _site,
    Decision.GRAND_PLACE: _notable,
    Decision.OWNER_NOTABLE: _notable,
    Decision.PRIZE: _prize,
    Decision.UNPAID: _unpaid,
    Decision.PERFORM: _perform,
    Decision.WHITE_WORK: _work,
    Decision.BARTER_WORK: _work,
    Decision.CARD_NOTABLE: _notable,
    **OF_BELLE,
}
