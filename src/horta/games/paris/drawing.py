"""The drawing of Paris: `table.svg.jinja` filled from a scene, and from nothing else.

`painter.py` works out what is where and what text fits, and the template holds the art. Regions are
top-level groups with a box of their own, so that a stylesheet can arrange them anew on a narrow
screen.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from horta.core.drawing import render
from horta.core.game import Json, Target
from horta.core.record import at, from_bytes
from horta.core.scene import Scene
from horta.games.paris.board import face_of
from horta.games.paris.components import (
    CARD_CODES,
    SEATS,
)
from horta.games.paris.hidden import redact
from horta.games.paris.moves import ACTIONS, BUILDING_NAMES, SPACE_NAMES, SQUARE_NAMES
from horta.games.paris.painter import Painter
from horta.games.paris.postcards import covers_two, pair_of
from horta.games.paris.roofs import CELL, cobbles
from horta.games.paris.table import (
    HIDDEN,
    Table,
    shape,
)
from horta.games.paris.words import (
    HAND_EFFECT,
    SQUARE_EFFECT,
    words,
)

PACKAGE = "horta.games.paris"
DRAWS_ALIKE = True
"""For all who know the same; see `PackagePresentation`."""
KEPT = 32  # tables whose public side is kept, for the viewers that share it

_ART = (Path(__file__).parent / "table.svg.jinja").read_text(encoding="utf-8")
_undrawn = [code for code in CARD_CODES if f'id="pa-pic-{code}"' not in _ART]
if _undrawn:
    raise TypeError(f"table.svg.jinja has no picture of these postcards: {_undrawn}")


# Targets


def target(table: Table, action: int) -> Target:
    """Say where on the drawing an action lies."""
    kind, values = ACTIONS.decode(action)
    if kind == "tile":
        square = f"square-{SQUARE_NAMES[values[0]]}"
        return Target(square, "hand", values[1], (square,))
    if kind == "choose":
        return Target(f"building-{BUILDING_NAMES[values[0]]}")
    if kind == "activate":
        return Target(f"postcard-{CARD_CODES[values[0]]}")
    if kind == "put":
        space, facing = values
        cells = [space]
        if covers_two(table, table.card):
            cells.append(pair_of(space, facing))
        piece = f"piece-{CARD_CODES[table.card]}"
        return Target(_space(space), piece, facing, tuple(map(_space, cells)))
    if kind == "build":
        building, anchor, orientation = values
        first = shape(building, orientation)
        cells = [
            anchor + int(table.printed.cells[first + k])
            for k in range(table.printed.size[building])
        ]
        piece = f"building-{BUILDING_NAMES[building]}"
        return Target(_space(anchor), piece, orientation, tuple(map(_space, cells)))
    if kind == "decline" and table.card >= 0:
        return Target(icon=f"pa-pic-{CARD_CODES[table.card]}", crossed=True)
    return Target(icon="orn-pass")  # pass and decline are buttons


def _space(space: int) -> str:
    return f"space-{SPACE_NAMES[space]}"


def draw(scene: Scene) -> str:
    """Return the table as SVG."""
    public = dict(_public(_spectators(scene)))
    seats = [
        {**seat, **_hand(scene.table, number)} for number, seat in enumerate(public.pop("seats"))
    ]
    say = words(scene.lang).say
    return render(PACKAGE, "table.svg.jinja", lang=scene.lang, say=say, seats=seats, **public)


def _hand(table: Table, s: int) -> Json:
    """Work out the tile in a player's hand, all that one viewer knows and another does not."""
    tile = table.seats[s].hand
    return {"hand": list(face_of(table, s, tile)) if tile >= 0 else [], "hidden": tile == HIDDEN}


@dataclass(frozen=True)
class _Spectators:
    """A scene as a spectator has it, by its values: all viewers of a table share what it shows."""

    record: bytes
    lang: str
    names: tuple[str, ...]
    to_play: int | None
    sheet: tuple[tuple[str, tuple[int, ...]], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def _spectators(scene: Scene) -> _Spectators:
    seen = from_bytes(Table, bytes(scene.table))
    redact(at(Table, seen), -1)
    return _Spectators(
        seen.tobytes(),
        scene.lang,
        tuple(scene.names),
        scene.to_play,
        tuple((name, tuple(values)) for name, values in scene.sheet.items()),
        tuple(scene.scores),
        tuple(scene.winners),
    )


@functools.lru_cache(maxsize=KEPT)
def _public(shown: _Spectators) -> Json:
    """Work out what everybody sees."""
    scene = Scene(
        table=at(Table, from_bytes(Table, shown.record)),
        seat=None,
        lang=shown.lang,
        names=shown.names,
        to_play=shown.to_play,
        sheet=dict(shown.sheet),
        scores=shown.scores,
        winners=shown.winners,
        options=None,
        components=None,
    )
    painter = Painter(scene)
    cards = painter.postcards()
    return {
        "night": painter.night,
        "cell": CELL,
        "cobbles": cobbles(),
        "board": painter.board(),
        "sides": [cards[:4], cards[4:]],
        "site": painter.site(),
        "seats": [painter.seat(s) for s in range(SEATS)],
        "sheet": painter.sheet(),
        "headline": painter.headline(),
        "hand_title": f"{painter.say('Tile in hand')} · {painter.say(HAND_EFFECT)}",
        "square_effect": painter.say(SQUARE_EFFECT),
        "ledger_title": painter.words.line("lit"),
    }
