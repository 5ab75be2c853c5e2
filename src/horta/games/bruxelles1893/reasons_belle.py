"""Why something of Belle Époque or of the architects' boards cannot be chosen (BE, AS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from horta.games.bruxelles1893.cards import CARD_ROWS, WINDOW_OF
from horta.games.bruxelles1893.cards_brussels import FRANCS_FOR_A_POINT
from horta.games.bruxelles1893.construction import turned
from horta.games.bruxelles1893.moves import COLUMN_NAMES, SPACE_NAMES, WAY_NAMES
from horta.games.bruxelles1893.names import SEAT_TITLES
from horta.games.bruxelles1893.pieces import (
    COLOUR_NAMES,
    KIND_NAMES,
    NOBLES,
    NOTABLE_NAMES,
    PAVILION_NAMES,
    PAVILIONS,
    TILES,
    Card,
    Kind,
)
from horta.games.bruxelles1893.table import NOBODY, NOTHING, Decision, Table, white_works
from horta.games.bruxelles1893.theatre import PRICES
from horta.games.bruxelles1893.windows import Window
from horta.games.bruxelles1893.words import Bruxelles1893Words

Reason = tuple[str, str, dict[str, object]]
"""The name of a thing on the drawing, what is the matter with it, and the values of the words."""


def cards(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Cards of Belle Époque: whose they are, and whether it is their time (BE-CG-01)."""
    for row in range(PAVILIONS):
        card, owner = int(table.card[row]), int(table.pavilion[row])
        if card == NOTHING:
            continue
        name = f"card-{card + 1}"
        if owner == NOBODY:
            yield name, "card_free", {}
        elif owner != table.to_play:
            yield name, "card_of", {"seat": said.say(SEAT_TITLES[owner])}
        elif table.card_used[row]:
            yield name, "card_used", {}
        elif table.decision == Decision.WINDOW and WINDOW_OF[card] == table.window:
            yield (name, *_idle(table, card))
        else:
            yield name, "not_now", {}


def _idle(table: Table, card: int) -> tuple[str, dict[str, object]]:
    """Say what a card lacks in its own window; one that is not here opens none (`can_use`)."""
    seat = table.seats[table.to_play]
    if card == Card.TRADE_JOKER:
        return ("no_cubes" if seat.cubes[Kind.JOKER] > 0 else "no_joker"), {}
    if card == Card.WEALTH_SCORES:
        return "few_francs", {"count": FRANCS_FOR_A_POINT, "own": int(seat.money)}
    return CARD_ROWS[card].lacks, {}


def _target(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """A house or a pavilion (BE-ACT-30, 31)."""
    s = table.to_play
    yield f"bay-{s}", "cannot_build", {}
    own = int(table.seats[s].cubes[Kind.GLASS])
    for row, name in enumerate(PAVILION_NAMES):
        owner, glass = int(table.pavilion[row]), int(table.printed.glass[row])
        if owner != NOBODY:
            yield name, "pavilion_taken", {"seat": said.say(SEAT_TITLES[owner])}
        elif own < glass:
            yield name, "no_glass", {"count": glass, "own": own}
        else:
            yield name, "cannot_pay", {}


def taken_tiles(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Open tiles on which somebody stands (BE-ACT-02)."""
    for s in range(table.players):
        for tile in range(TILES):
            if table.seats[s].tiles >> tile & 1:
                yield f"tile-{tile + 1}", "tile_taken", {"seat": said.say(SEAT_TITLES[s])}


def _window(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Cards of Belle Époque, or Saintenoy's turns of a branch (BE-CG-01, AS-12)."""
    if table.belle_epoque:
        yield from cards(table, said)
    if table.window == Window.COMPASS:
        for branch in range(2):
            for back, way in enumerate(WAY_NAMES):
                there = turned(table, branch, 1 - 2 * back)
                blocked = there == table.branch[1 - branch]
                name = f"turn-{branch}-{way}"
                yield name, "blocked" if blocked else "cannot_build_then", {}


def _sell_as(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Colours at whose price a white work is sold (BE-ACT-16)."""
    for title in COLOUR_NAMES:
        yield f"as-{title}", "in_shop", {}


def _drop(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Notables of the theatre that card 6 discards, from the cheapest on (BE-CARD-06)."""
    for price in range(PRICES):
        if table.theatre[price] != NOTHING:
            leaves = table.dropping >> price & 1
            yield f"theatre-{price}", "leaves" if leaves else "only_dearer", {}


def _dismiss(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Notables that have acted (BE-CARD-14)."""
    s = table.to_play
    for notable, title in enumerate(NOTABLE_NAMES):
        kept = table.seats[s].notables >> notable & 1
        yield f"notable-{s}-{title}", "upright" if kept else "not_yours", {}


def _withdraw(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Bids that card 15 takes back (BE-CARD-15)."""
    for space, title in enumerate(SPACE_NAMES):
        own = table.figure[space] == table.to_play
        yield f"space-{title}", "no_bid_there" if own else "not_there", {}


def _give(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Noble cubes to give away (BE-CARD-17)."""
    s = table.to_play
    for kind in range(NOBLES):
        reason = "leaves_too_few"
        if table.seats[s].cubes[kind] == 0:
            reason = "none_owned"
        elif kind < table.cubes_from:
            reason = "passed_over"
        yield f"cube-{s}-{KIND_NAMES[kind]}", reason, {}
    yield f"cube-{s}-joker", "never_given", {}


def _give_work(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Works to give away (BE-CARD-17, ruling R-53)."""
    s = table.to_play
    for title in COLOUR_NAMES:
        yield f"own-{s}-{title}", "no_work", {}
    if white_works(table, s) > 0:
        yield f"own-{s}-white", "no_gift", {}


def _column(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """A column that was won, then one outside the zone (BE-CARD-25)."""
    for column, title in enumerate(COLUMN_NAMES):
        if table.prize[column] == NOTHING:
            yield f"prize-{title}", "no_card_there", {}
        else:
            yield f"prize-{title}", "not_won" if table.column == NOTHING else "in_zone", {}


def _double(table: Table, said: Bruxelles1893Words) -> Iterator[Reason]:
    """Own assistants on tile spaces (BE-CARD-27)."""
    for space, title in enumerate(SPACE_NAMES):
        there = table.printed.cross >> space & 1
        yield f"space-{title}", "not_there" if there else "no_tile_space", {}


# Card 4, card 9, card 17 and card 22 ask only where both answers are possible, so that nothing is
# refused there.
OF_BELLE: dict[int, Callable[[Table, Bruxelles1893Words], Iterator[Reason]]] = {
    Decision.TARGET: _target,
    Decision.TILE: taken_tiles,
    Decision.WINDOW: _window,
    Decision.SELL_AS: _sell_as,
    Decision.DROP: _drop,
    Decision.DISMISS: _dismiss,
    Decision.WITHDRAW: _withdraw,
    Decision.GIVE: _give,
    Decision.GIVE_WORK: _give_work,
    Decision.COLUMN: _column,
    Decision.DOUBLE: _double,
}
