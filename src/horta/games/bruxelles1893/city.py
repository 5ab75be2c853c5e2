"""The middle of the drawing: the Brussels board, and what lies beside it this round."""

from __future__ import annotations

import math

from horta.core.drawing import fit, flow
from horta.core.game import Json
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    COLOUR_NAMES,
    COLOURED,
    GRID,
    KIND_NAMES,
    PLACE_NAMES,
    ROUNDS,
    SIDE,
    Kind,
    Place,
)
from horta.games.bruxelles1893.moves import CURSOR_NAMES, WAY_NAMES
from horta.games.bruxelles1893.scene import Scene
from horta.games.bruxelles1893.setup import CORNERS
from horta.games.bruxelles1893.words import PLACES

PLACE_TAGS = {
    "market": "Take 3 jokers.",
    "exchange": "Take the francs of the stock card.",
    "park": "Copy one of the five actions.",
    "grand-place": "Activate notables: at most as many as your Royal Palace says.",
}
CELL = 27
CENTRE = 4  # where black stands under the cursor, after the corners
RADIUS = 76  # of the compass, to the middles of its places

# Stages of a round, by the decisions that belong to them.
PHASES = {
    "board": "Setup",
    "start_work": "Setup",
    "crest": "Zone",
    "neutral": "Zone",
    "prize": "Cards",
    "power": "Cards",
    "row": "Payment",
    "unpaid": "Payment",
    "over": "End",
}
# And by the windows in which cards act.
WINDOW_PHASES = {
    "round": "Zone",
    "crest": "Zone",
    "columns": "Cards",
    "symbols": "Cards",
    "crests": "Crests",
    "crests_done": "Crests",
    "brussels": "Brussels",
    "visit": "Visits of the pavilions",
    "upright": "Notables",
    "last_notable": "Notables",
}


def brussels(scene: Scene) -> Json:
    """Work out the Brussels board."""
    return {
        "places": [_place(scene, name) for name in PLACE_NAMES],
        "theatre": _theatre(scene),
        "grid": _grid(scene),
        "shop": _shop(scene),
        "workshop": _workshop(scene),
        "compass": _compass(scene),
        "supply": _supply(scene),
    }


def _place(scene: Scene, name: str) -> Json:
    table = scene.table
    needed = scene.needed(name)
    title = scene.say(PLACES[Place(PLACE_NAMES.index(name))])
    tag = scene.say(PLACE_TAGS[name])
    return {
        "name": name,
        "title": flow(title, (164, 40), (17, 16.5, 16, 15.5, 15, 14.5, 14, 13.5, 13, 12.5, 12)),
        "tag": f"{title} · {tag} · {scene.say('assistants')}: {needed}",
        "needed": needed,
        "here": [
            {"seat": s, "count": seat["brussels"][name]}
            for s, seat in enumerate(scene.seats)
            if seat["brussels"][name]
        ],
        "guests": _guests(scene, name),
        "value": table["stock_value"],
        "acts": [
            {"name": act, "title": f"{scene.act(act)} · {scene.act_effect(act)}"}
            for act in ACT_NAMES
        ],
    }


def _guests(scene: Scene, place: str) -> list[Json]:
    """Return who sent travellers to a place, and how many."""
    if not scene.belle:
        return []
    return [
        {"seat": s, "count": count}
        for s, seat in enumerate(scene.seats)
        if (count := seat["belle"]["travelling"][place])
    ]


def notable_card(scene: Scene, name: str) -> Json:
    """Work out the card of a notable."""
    title = scene.notable(name)
    first, _, last = title.partition(" ")
    cost = scene.cost(name)
    return {
        "name": name,
        "first": fit(first, 90, (12, 11, 10)),
        "last": fit(last, 92, (14, 13, 12, 11, 10), bold=True),
        "cost": cost,
        "tag": f"{title} · {scene.effect(name)} · {scene.say('at the end')}: {scene.francs(cost)}",
    }


def _theatre(scene: Scene) -> Json:
    table = scene.table
    gone = sum(table["discards"].values())
    discarded = [
        f"{scene.notable(n)} {table['discards'][n]}" for n in scene.cast if table["discards"][n]
    ]
    return {
        "cards": [
            {
                "price": price,
                "card": notable_card(scene, name) if name else None,
                "dropped": price in scene.moment.get("dropping", ()),
            }
            for price, name in reversed(list(enumerate(table["theatre"])))
        ],
        "shown": notable_card(scene, shown) if (shown := scene.moment.get("shown")) else None,
        "deck": table["deck_size"],
        "gone": gone,
        "gone_title": f"{scene.say('Discarded')}: {', '.join(discarded) or '-'}",
    }


def _grid(scene: Scene) -> Json:
    """Work out the price grid; the title of a cell says what the sold colour would bring there."""
    table, grid = scene.table, scene.components.grid
    centre = CURSOR_NAMES.index(table["cursor"])
    places = dict(zip(grid.corners, CORNERS, strict=True)) | {"black": (0, 0)}
    sold = scene.moment["sold_as"] if scene.moment else table["sold"]
    cells = []
    for k, name in enumerate(CURSOR_NAMES):
        row, column = k // SIDE + 1, k % SIDE + 1
        title = f"{scene.say('Cursor')} {name}"
        if sold is not None:
            francs = grid.francs[row + places[sold][0]]
            points = grid.points[column + places[sold][1]]
            title += f" · {scene.colour(sold)}: {scene.francs(francs)}, {scene.points(points)}"
        cells.append({"name": name, "row": row, "column": column, "title": title})
    return {
        "francs": grid.francs,
        "points": grid.points,
        "size": GRID,
        "cell": CELL,
        "cells": cells,
        "row": centre // SIDE,
        "column": centre % SIDE,
        "works": [
            {
                "shade": scene.shade(colour),
                "row": place[0] + 1,
                "column": place[1] + 1,
                "sold": colour == sold,
                "target": f"as-{colour}" if scene.decision == "sell_as" else "",
                "title": scene.colour(colour),
            }
            for colour, place in places.items()
        ],
        "prices": [
            f"{scene.colour(colour)}: {scene.francs(grid.francs[centre // SIDE + 1 + dr])}, "
            f"{scene.points(grid.points[centre % SIDE + 1 + dc])}"
            for colour, (dr, dc) in places.items()
        ],
    }


def _shop(scene: Scene) -> list[Json]:
    made = []
    for side, works in zip(("left", "right"), scene.table["workshop"]["shop"], strict=True):
        top = works[-1] if works else None
        made.append(
            {
                "side": side,
                "shade": scene.shade(top) if top else None,
                "count": len(works),
                "title": f"{scene.say('Shop')}: {scene.colour(top) if top else '-'} · "
                f"{scene.say(effects.SHOP)}",
            }
        )
    return made


def _workshop(scene: Scene) -> list[Json]:
    """Work out the works to take: piles by colour, or a blind pile and what was drawn from it."""
    given = scene.table["workshop"]
    stacks: dict[str, int] = given["stacks"]

    def pile(colour: str, count: int | None, target: bool) -> Json:
        known = colour in COLOUR_NAMES
        return {
            "shade": scene.shade(colour) if known else "back",
            "count": count,
            "target": f"work-{colour}" if target else "",
            "drawn": count is None,
            "title": scene.colour(colour) if known else scene.say("Workshop"),
            "effect": scene.say(effects.WORK),
        }

    if not scene.is_so("blind_workshop"):
        return [pile(c, stacks[c], c != "black") for c in COLOUR_NAMES]
    drawn: list[str] = given["drawn"]
    piles = [pile("?", len(given["pile"]), False), pile("black", stacks["black"], False)]
    for k, colour in enumerate(drawn):
        piles.append(pile(colour, None, colour != "?" and colour not in drawn[:k]))
    return piles


def _compass(scene: Scene) -> Json:
    table = scene.table
    ring: list[str] = table["ring"]
    places = []
    for k, kind in enumerate(ring):
        angle = 2 * math.pi * k / len(ring)
        places.append(
            {
                "kind": kind,
                "x": RADIUS * math.sin(angle),
                "y": -RADIUS * math.cos(angle),
                "asked": k in table["branches"],
                "barred": kind == "glass" and not scene.belle,
                "title": scene.kind(kind),
            }
        )
    return {
        "places": places,
        "branches": [
            {
                "angle": 360 * place / len(ring),
                "title": f"{scene.kind(ring[place])} · {scene.say(effects.BRANCH)}",
            }
            for place in table["branches"]
        ],
        "turns": _turns(scene),
        "title": f"{scene.say('Compass')}: "
        + " + ".join(scene.kind(ring[place]) for place in table["branches"])
        + f" · {scene.say(effects.COMPASS)}",
    }


def _turns(scene: Scene) -> list[Json]:
    """Lay an arrow on either side of each branch, while Saintenoy may turn one."""
    if scene.decision != "window" or scene.moment["window"] != "compass":
        return []
    size = len(scene.table["ring"])
    return [
        {
            "target": f"turn-{branch}-{way}",
            "angle": 360 * place / size + aside,
            "back": way == "back",
            "first": branch == 0,
            "title": f"{scene.kind(scene.table['ring'][place])} {mark}",
        }
        for branch, place in enumerate(scene.table["branches"])
        for way, aside, mark in zip(WAY_NAMES, (17, -17), "↻↺", strict=True)
    ]


def cube_kinds(scene: Scene) -> list[str]:
    """Return the kinds of cubes in the game: glass stays in the box unless somebody has some."""
    held = [scene.table["supply"], *(seat["cubes"] for seat in scene.seats)]
    return [
        kind
        for kind in KIND_NAMES[: Kind.FRANCS]
        if kind != "glass" or scene.belle or any(cubes[kind] for cubes in held)
    ]


def _supply(scene: Scene) -> list[Json]:
    return [
        {
            "kind": kind,
            "count": scene.table["supply"][kind],
            "title": f"{scene.say('Supply')}: {scene.kind(kind)}",
            "effect": scene.say(effects.JOKER if kind == "joker" else effects.NOBLE),
        }
        for kind in cube_kinds(scene)
    ]


def _phase(scene: Scene) -> str:
    window = scene.moment.get("window")
    if window is not None and scene.decision not in PHASES:
        return WINDOW_PHASES.get(window, "Turns")
    return PHASES.get(scene.decision, "Turns")


def almanac(scene: Scene) -> Json:
    """Work out the round: its stock card, the order of play, and what waits for who passes."""
    table = scene.table
    order = [(table["first"] + k) % scene.players for k in range(scene.players)]
    phase = scene.say(_phase(scene))
    number = max(1, table["round"])
    return {
        "round": fit(scene.say("Round {a} of 5", a=number), 190, (20, 18, 16, 14), bold=True),
        "phase": fit(phase, 150, (15, 14, 13, 12)),
        "rounds": ROUNDS,
        "now": number,
        "value": table["stock_value"],
        "crests": scene.offered_crests(),
        "crest": table["crest"],
        "order": [
            {
                "seat": s,
                "passed": scene.seats[s]["passed"] and scene.decision != "over",
                "turn": table["turn"] == s and scene.decision != "over",
                "token": table["token"] == s,
                "title": scene.names[s],
            }
            for s in order
        ],
        "first_out": table["first_out"],
        "tile": scene.edition == "2013",
        "cards": table["prizes"]["pile_size"],
        "pass_title": f"{scene.say('For who passes first')} · {scene.say(effects.FIRST_OUT)}",
        "stock_title": f"{scene.say('Stock card')} · {scene.say(effects.STOCK)}",
        "coloured": COLOURED,
    }
