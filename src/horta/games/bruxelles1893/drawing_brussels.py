"""The middle of the drawing: the Brussels board, and what lies beside it this round."""

from __future__ import annotations

import functools
import math

from horta.core.drawing import fit
from horta.core.game import Json
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.moves import CURSOR_NAMES, WAY_NAMES
from horta.games.bruxelles1893.names import PLACES as PLACE_TITLES
from horta.games.bruxelles1893.notables import NOTABLE_TITLES
from horta.games.bruxelles1893.painter import Painter, seat_or_none
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    CUBE_KINDS,
    GRID,
    KIND_NAMES,
    NOTABLE_NAMES,
    PLACE_NAMES,
    PLACES,
    ROUNDS,
    SIDE,
    SPACES,
    Act,
    Colour,
    Kind,
    Place,
)
from horta.games.bruxelles1893.sale import price
from horta.games.bruxelles1893.table import HIDDEN, NOTHING, Decision, in_order, shop_top
from horta.games.bruxelles1893.theatre import PRICES
from horta.games.bruxelles1893.windows import Window

PLACE_TAGS = {
    Place.MARKET: "Take 3 jokers.",
    Place.EXCHANGE: "Take the francs on the stock card.",
    Place.PARK: "Copy one of the five actions.",
    Place.GRAND_PLACE: "Activate notables: at most as many as your Royal Palace says.",
}
CELL = 27
MARKET = "Sainte-Catherine"  # in every language
LONG = 24  # letters: more of them have no room on a label
RADIUS = 76  # of the compass, to the middles of its places

# Stages of a round, by the decisions that belong to them.
PHASES = {
    Decision.BOARD: "Setup",
    Decision.START_WORK: "Setup",
    Decision.CREST: "Zone",
    Decision.NEUTRAL: "Zone",
    Decision.PRIZE: "Cards",
    Decision.POWER: "Cards",
    Decision.ROW: "Payment",
    Decision.UNPAID: "Payment",
    Decision.OVER: "End",
}
# And by the windows in which cards act.
WINDOW_PHASES = {
    Window.ROUND: "Zone",
    Window.CREST: "Zone",
    Window.COLUMNS: "Cards",
    Window.SYMBOLS: "Cards",
    Window.CRESTS: "Crests",
    Window.CRESTS_DONE: "Crests",
    Window.BRUSSELS: "Brussels",
    Window.VISIT: "Visits to the pavilions",
    Window.UPRIGHT: "Notables",
    Window.LAST_NOTABLE: "Notables",
}


def brussels(painter: Painter) -> Json:
    """Work out the Brussels board."""
    return {
        "places": [
            painter.keep(f"place-{place}", functools.partial(_place, place=place))
            for place in range(PLACES)
        ],
        "theatre": painter.keep("theatre", _theatre),
        "grid": painter.keep("grid", _grid),
        "shop": _shop(painter),
        "workshop": painter.keep("workshop", _workshop),
        "compass": painter.keep("compass", _compass),
        "supply": painter.keep("supply", _supply),
    }


def _place(painter: Painter, place: int) -> Json:
    table = painter.table
    needed = assistants_needed(table, place)
    title = painter.say(PLACE_TITLES[Place(place)])
    tag = painter.say(PLACE_TAGS[Place(place)])
    seats = range(painter.players)
    return {
        "name": PLACE_NAMES[place],
        "title": fit(_label(title), 256, (19, 18, 17, 16, 15, 14), bold=True),
        "short": MARKET if MARKET in title else "",
        "tag": f"{title} · {tag} · {painter.say('assistants')}: {needed}",
        "needed": needed,
        "here": [
            {"seat": s, "count": count} for s in seats if (count := table.seats[s].brussels[place])
        ],
        "guests": [
            {"seat": s, "count": count}
            for s in seats
            if (count := table.seats[s].travelling[place])
        ],
        "value": painter.stock_pays,
        "acts": [
            {"name": ACT_NAMES[act], "title": f"{painter.act(act)} · {painter.act_effect(act)}"}
            for act in Act
        ],
    }


def _label(title: str) -> str:
    """Leave out of a long name what the picture beside it tells."""
    return title.removeprefix("Place ") if len(title) > LONG else title


SHORT_NAMES = {
    "Maeterlinck": "Maeterl.",
    "Nagelmackers": "Nagelm.",
    "Privat-Livemont": "Pr.-Liv.",
    "Van de Velde": "V.d. Velde",
    "Vandervelde": "Vanderv.",
}
"""How a card of the theatre says a long name on a small screen."""


def notable_card(painter: Painter, notable: int) -> Json:
    """Work out the card of a notable."""
    first, _, last = NOTABLE_TITLES[notable].partition(" ")
    return {
        "name": NOTABLE_NAMES[notable],
        "first": fit(first, 90, (12, 11, 10)),
        "last": fit(last, 86, (14, 13, 12, 11, 10), bold=True),
        "short": SHORT_NAMES.get(last, ""),
        "cost": painter.table.printed.cost[notable],
        "tag": painter.notable(notable),
    }


def _theatre(painter: Painter) -> Json:
    table = painter.table
    discarded = [
        f"{NOTABLE_TITLES[k]} {table.discards[k]}" for k in painter.cast if table.discards[k]
    ]
    return {
        "cards": [
            {
                "price": price,
                "card": notable_card(painter, notable)
                if (notable := table.theatre[price]) >= 0
                else None,
                "dropped": (table.dropping >> price) & 1 == 1,
            }
            for price in reversed(range(PRICES))
        ],
        "shown": notable_card(painter, table.shown) if table.shown >= 0 else None,
        "deck": table.deck_size,
        "gone": sum(table.discards[k] for k in painter.cast),
        "gone_title": f"{painter.say('Discarded')}: {', '.join(discarded) or '-'}",
    }


def _corners(painter: Painter) -> dict[int, tuple[int, int]]:
    """Return where each colour stands under the cursor, row by row from its centre; black last."""
    printed = painter.table.printed
    places = {k: (printed.corner_row[k], printed.corner_column[k]) for k in range(COLOURS)}
    return dict(sorted(places.items(), key=lambda item: (item[0] == Colour.BLACK, item[1])))


def _price(painter: Painter, colour: int, cursor: int) -> str:
    """Say what a colour brings at a place of the cursor."""
    francs, points = price(painter.table, colour, False, cursor)
    return f"{painter.colour(colour)}: {painter.francs(francs)}, {painter.points(points)}"


def _grid(painter: Painter) -> Json:
    """Work out the price grid; the title of a cell says what the sold colour would bring there."""
    table, corners, sold = painter.table, _corners(painter), painter.table.sold_as
    cells = []
    for k in range(SPACES):
        title = f"{painter.say('Cursor')} · {painter.words.cursor(k)}"
        if sold != NOTHING:
            title += f" · {_price(painter, sold, k)}"
        row, column = k // SIDE + 1, k % SIDE + 1
        cells.append({"name": CURSOR_NAMES[k], "row": row, "column": column, "title": title})
    return {
        "francs": list(table.printed.francs),
        "points": list(table.printed.points),
        "size": GRID,
        "cell": CELL,
        "cells": cells,
        "row": table.cursor // SIDE,
        "column": table.cursor % SIDE,
        "works": [
            {
                "shade": painter.shade(colour),
                "row": row + 1,
                "column": column + 1,
                "sold": colour == sold,
                "target": f"as-{COLOUR_NAMES[colour]}"
                if painter.decision == Decision.SELL_AS
                else "",
                "title": painter.colour(colour),
            }
            for colour, (row, column) in corners.items()
        ],
        "prices": [_price(painter, colour, table.cursor) for colour in corners],
    }


def _shop(painter: Painter) -> list[Json]:
    made = []
    for k, side in enumerate(("left", "right")):
        top = shop_top(painter.table, k)
        made.append(
            {
                "side": side,
                "shade": painter.shade(top) if top != NOTHING else None,
                "count": painter.table.shop_size[k],
                "title": f"{painter.say('Shop')}: "
                f"{painter.colour(top) if top != NOTHING else '-'} · {painter.say(effects.SHOP)}",
            }
        )
    return made


def _workshop(painter: Painter) -> list[Json]:
    """Work out the works to take: piles by colour, or a blind pile and what was drawn from it."""
    table = painter.table

    def pile(colour: int, count: int | None, target: bool) -> Json:
        known = colour != HIDDEN
        return {
            "shade": painter.shade(colour) if known else "back",
            "count": count,
            "target": f"work-{COLOUR_NAMES[colour]}" if target else "",
            "drawn": count is None,
            "title": painter.colour(colour) if known else painter.say("Workshop"),
            "effect": painter.say(effects.WORK),
        }

    if not table.edition.blind_workshop:
        return [pile(c, table.stacks[c], c != Colour.BLACK) for c in range(COLOURS)]
    piles = [
        pile(HIDDEN, table.pile_size, False),
        pile(Colour.BLACK, table.stacks[Colour.BLACK], False),
    ]
    drawn = list(table.drawn)[: table.drawn_size]
    for k, colour in enumerate(drawn):
        piles.append(pile(colour, None, colour != HIDDEN and colour not in drawn[:k]))
    return piles


def _compass(painter: Painter) -> Json:
    table = painter.table
    ring, branches = list(table.ring)[: table.ring_size], list(table.branch)
    places = []
    for k, kind in enumerate(ring):
        angle = 2 * math.pi * k / len(ring)
        places.append(
            {
                "kind": KIND_NAMES[kind],
                "x": RADIUS * math.sin(angle),
                "y": -RADIUS * math.cos(angle),
                "asked": k in branches,
                "barred": kind == Kind.GLASS and not painter.belle,
                "title": painter.kind(kind),
            }
        )
    return {
        "places": places,
        "branches": [
            {
                "angle": 360 * place / len(ring),
                "title": f"{painter.kind(ring[place])} · {painter.say(effects.BRANCH)}",
            }
            for place in branches
        ],
        "turns": _turns(painter),
        "title": f"{painter.say('Compass')}: "
        + " + ".join(painter.kind(ring[place]) for place in branches)
        + f" · {painter.say(effects.COMPASS)}",
    }


def _turns(painter: Painter) -> list[Json]:
    """Lay an arrow on either side of each branch, while Saintenoy may turn one."""
    table = painter.table
    if painter.decision != Decision.WINDOW or table.window != Window.COMPASS:
        return []
    return [
        {
            "target": f"turn-{branch}-{way}",
            "angle": 360 * place / table.ring_size + aside,
            "back": way == "back",
            "first": branch == 0,
            "title": f"{painter.kind(table.ring[place])} {mark}",
        }
        for branch, place in enumerate(table.branch)
        for way, aside, mark in zip(WAY_NAMES, (17, -17), "↻↺", strict=True)
    ]


def cube_kinds(painter: Painter) -> list[int]:
    """Return the kinds of cubes in the game: glass stays in the box unless somebody has some."""
    table = painter.table
    held = [table.supply, *(table.seats[s].cubes for s in range(painter.players))]
    return [
        kind
        for kind in range(CUBE_KINDS)
        if kind != Kind.GLASS or painter.belle or any(cubes[kind] for cubes in held)
    ]


def _supply(painter: Painter) -> list[Json]:
    return [
        {
            "kind": KIND_NAMES[kind],
            "count": painter.table.supply[kind],
            "title": f"{painter.say('Supply')}: {painter.kind(kind)}",
            "effect": painter.say(effects.JOKER if kind == Kind.JOKER else effects.NOBLE),
        }
        for kind in cube_kinds(painter)
    ]


def _phase(painter: Painter) -> str:
    window = painter.table.window
    if window != NOTHING and painter.decision not in PHASES:
        return WINDOW_PHASES.get(Window(window), "Turns")
    return PHASES.get(painter.decision, "Turns")


def almanac(painter: Painter) -> Json:
    """Work out the round: its stock card, the order of play, and what waits for who passes."""
    table, say = painter.table, painter.say
    number = max(1, table.round_number)
    playing = painter.decision != Decision.OVER
    return {
        "round": fit(say("Round {a} of 5", a=number), 190, (20, 18, 16, 14), bold=True),
        "phase": fit(say(_phase(painter)), 150, (15, 14, 13, 12)),
        "rounds": ROUNDS,
        "now": number,
        "value": painter.stock_pays,
        "crests": [
            {
                "title": f"{say('Crest')} {painter.words.crest(k)}",
                "at": divmod(k, SIDE - 1),
                "chosen": k == table.crest,
            }
            for k in painter.offered_crests()
        ],
        "order": [
            {
                "seat": s,
                "passed": playing and bool(table.seats[s].passed),
                "turn": playing and table.turn == s,
                "token": table.token == s,
                "title": painter.names[s],
            }
            for s in (in_order(table, k) for k in range(painter.players))
        ],
        "first_out": seat_or_none(table.first_out),
        "tile": painter.edition == "2013",
        "cards": table.prizes_left,
        "pass_title": f"{say('For the first to pass')} · {say(effects.FIRST_OUT[painter.edition])}",
        "stock_title": f"{say('Stock card')} · {say(effects.STOCK)}",
        "coloured": COLOURED,
    }
