"""The foot of the drawing: a street with a house for every player, and the score sheet."""

from __future__ import annotations

from horta.core.drawing import fit, flow
from horta.core.game import Json
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.city import cube_kinds
from horta.games.bruxelles1893.components import (
    ASSISTANTS,
    COLOUR_NAMES,
    FRANCS_A_POINT,
    HOUSES,
    POWER_NAMES,
    ROW_NAMES,
    TRACKS,
    Row,
)
from horta.games.bruxelles1893.scene import Scene
from horta.games.bruxelles1893.scoring import BELLE_LINES, LINES
from horta.games.bruxelles1893.setup import BUILDING_COSTS
from horta.games.bruxelles1893.words import ROWS

WIDTH, HEIGHT, GAP = 1572, 280, 8
MARGIN = 14
PAINTS = ("Ochre", "Blue", "Green", "Rose", "Slate")  # of the seats, as the stylesheet has them
FEW = 3  # so many players have two columns each
MANY = 5  # so many players have small houses
SHEET_GAPS = {2: 44, 3: 38, 4: 33, 5: 27}  # from column to column, by players


class Lot:
    """Where things lie on a player's lot, by the number of players."""

    def __init__(self, players: int) -> None:
        self.wide = (WIDTH - GAP * (players - 1)) / players
        small = players == MANY
        self.house = 0.8 if small else 1.0
        self.left = 104.0 if small else 128.0  # the house stands before it
        self.head = 14.0 if small else self.left
        room = self.wide - self.left - MARGIN
        if players <= FEW:
            between = 28 if players < FEW else 14
            self.column = (room - between) * 0.5
            self.right = self.left + self.column + between
            self.scale = 1.5 if players < FEW else 1.1
            self.right_scale = 1.5 if players < FEW else 1.0
            self.right_column = room - between - self.column
            self.rows = (88.0, 138.0, 190.0, 242.0)
            self.tracks = (86.0, 128.0, 170.0)
            self.lines = 232.0
        else:
            self.column = room
            self.right = self.left
            self.right_column = room
            self.scale = self.right_scale = 1.0
            self.rows = (79.0, 108.0, 139.0, 168.0)
            self.tracks = (192.0, 213.0, 234.0)
            self.lines = 259.0

    def spread(self, count: int, k: float, *, right: bool = False) -> float:
        """Return where the k-th of some things in a row begins."""
        if right:
            return self.right + self.right_column * k / count
        return self.left + self.column * k / count


def street(scene: Scene) -> list[Json]:
    """Work out the house and the belongings of every player."""
    lot = Lot(scene.players)
    return [_seat(scene, lot, s) for s in range(scene.players)]


def _seat(scene: Scene, lot: Lot, s: int) -> Json:
    view, table, seat = scene.view, scene.table, scene.seats[s]
    turn = view["to_play"] == s
    won = s in view["winners"]
    notes = [scene.say("to play") if turn else "", scene.say("wins") if won else ""]
    if seat["passed"] and not turn and view["to_play"] is not None:
        notes.append(scene.say("passed"))
    name_room = lot.wide - lot.head - 76 - (32 if table["token"] == s else 0)
    return {
        "number": s,
        "x": (lot.wide + GAP) * s,
        "wide": lot.wide,
        "scale": lot.scale,
        "house": lot.house,
        "head": lot.head,
        "right_scale": lot.right_scale,
        "right_end": lot.right + lot.right_column,
        "name": fit(scene.names[s], name_room, (23, 21, 19, 17, 15), bold=True),
        "full_name": scene.names[s],
        "note": " · ".join(note for note in notes if note),
        "turn": turn,
        "won": won,
        "passed": seat["passed"],
        "token": table["token"] == s,
        "score": view["scores"][s],
        "floors": _floors(seat["built"]),
        "built": f"{scene.say(PAINTS[s])} · {scene.say('houses')}: {seat['built']} / {HOUSES} · "
        f"{scene.say(effects.HOUSE)}",
        "token_title": f"{scene.say('Manneken-Pis')} · {scene.say(effects.TOKEN)}",
        "stock": _stock(scene, lot, s),
        "works": _works(scene, lot, s),
        "cubes": _cubes(scene, lot, s),
        "notables": _notables(scene, lot, s),
        "tracks": _tracks(scene, lot, s),
        "lines": _lines(scene, lot, s),
    }


def _floors(built: int) -> list[Json]:
    """Work out the six bays of a house from the ground up."""
    return [
        {
            "x": 6 + 52 * (k % 2),
            "y": 182 - 58 * (k // 2),
            "built": k < built,
            "next": k == built,
            "cost": BUILDING_COSTS[k],
        }
        for k in range(HOUSES)
    ]


def _stock(scene: Scene, lot: Lot, s: int) -> Json:
    seat = scene.seats[s]
    y = lot.rows[0]
    out = ASSISTANTS - seat["reserve"] - seat["justice"]
    exhibits = scene.say("exhibitions")
    return {
        "y": y,
        "money": {
            "x": lot.spread(20, 0),
            "count": seat["money"],
            "title": f"{scene.francs(seat['money'])} · {scene.say(effects.MONEY)}",
        },
        "reserve": {
            "x": lot.spread(20, 7),
            "count": seat["reserve"],
            "title": f"{scene.say('assistants')}: {seat['reserve']} (+ {out}) · "
            f"{scene.say(effects.RESERVE)}",
        },
        "justice": {
            "x": lot.spread(20, 12),
            "count": seat["justice"],
            "title": f"{scene.say('Justice')}: {seat['justice']} · {scene.say(effects.JUSTICE)}",
        },
        "exhibits": {
            "x": lot.spread(20, 16.6),
            "count": seat["exhibits"],
            "title": f"{exhibits}: {seat['exhibits']} · "
            f"{scene.say(effects.EXHIBITS[scene.edition])}",
        },
    }


def _works(scene: Scene, lot: Lot, s: int) -> list[Json]:
    works = scene.seats[s]["works"]
    return [
        {
            "target": f"own-{s}-{colour}",
            "shade": scene.shade(colour),
            "count": works[colour],
            "x": lot.spread(len(COLOUR_NAMES), k),
            "y": lot.rows[1],
            "title": f"{scene.say('Works')}: {scene.colour(colour)} {works[colour]} · "
            f"{scene.say(effects.WORK)}",
        }
        for k, colour in enumerate(COLOUR_NAMES)
    ]


def _cubes(scene: Scene, lot: Lot, s: int) -> list[Json]:
    cubes, kinds = scene.seats[s]["cubes"], cube_kinds(scene)
    return [
        {
            "target": f"cube-{s}-{kind}",
            "kind": kind,
            "count": cubes[kind],
            "x": lot.spread(len(kinds), k),
            "y": lot.rows[2],
            "title": f"{scene.kind(kind)}: {cubes[kind]} · "
            f"{scene.say(effects.JOKER if kind == 'joker' else effects.NOBLE)}",
        }
        for k, kind in enumerate(kinds)
    ]


def _notables(scene: Scene, lot: Lot, s: int) -> list[Json]:
    table, seat = scene.table, scene.seats[s]
    size = min(lot.column / len(scene.cast) / 2 - 0.8, 22)
    hired = table["notable"] if table["turn"] == s and table["by"] == "action" else None
    return [
        {
            "target": f"notable-{s}-{name}",
            "name": name,
            "owned": name in seat["notables"],
            "tilted": name in seat["tilted"],
            "hired": name == hired,
            "dropped": scene.view["to_play"] == s and name in table["dropped"],
            "x": lot.spread(len(scene.cast), k) + size,
            "y": lot.rows[3],
            "r": size,
            "title": f"{scene.notable(name)} · {scene.effect(name)} · "
            f"{scene.say('at the end')}: {scene.francs(scene.cost(name))}",
        }
        for k, name in enumerate(scene.cast)
    ]


def _tracks(scene: Scene, lot: Lot, s: int) -> list[Json]:
    made = []
    for k, name in enumerate(POWER_NAMES[:TRACKS]):
        levels = getattr(scene.components.tracks, name)
        step = scene.seats[s]["tracks"][name]
        first = lot.right + 24 * lot.right_scale
        pitch = (lot.right + lot.right_column - first) / len(levels)
        made.append(
            {
                "name": name,
                "y": lot.tracks[k],
                "x": lot.right,
                "title": f"{scene.power(name)}: {levels[step]} · "
                f"{scene.say(effects.POWER_EFFECTS[name])}",
                "steps": [
                    {"x": first + pitch * (j + 0.5), "value": value, "here": j == step}
                    for j, value in enumerate(levels)
                ],
            }
        )
    return made


def _lines(scene: Scene, lot: Lot, s: int) -> list[Json]:
    seat = scene.seats[s]
    made = []
    for k, name in enumerate(ROW_NAMES):
        row = scene.say(ROWS[Row(k)])
        unit = scene.francs(FRANCS_A_POINT) if name == "money" else row
        cards = [scene.prizes[number - 1].symbols for number in seat["rows"][name]]
        made.append(
            {
                "target": f"line-{s}-{name}",
                "name": name,
                "x": lot.spread(len(ROW_NAMES), k, right=True),
                "wide": lot.right_column / len(ROW_NAMES) - 4,
                "y": lot.lines,
                "times": seat["multipliers"][name],
                "cards": len(cards),
                "used": name in seat["rows_used"],
                "title": f"{row}: {scene.points(seat['multipliers'][name])} / {unit} · "
                f"{scene.say(effects.LINE)}",
            }
        )
    return made


def sheet(scene: Scene) -> Json:
    """Work out the score sheet, as if the game ended now."""
    gap = SHEET_GAPS[scene.players]
    room = (246 - gap * scene.players, 27)
    rows = [
        {
            "title": flow(
                scene.words.line(line.name), room, (13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5)
            ),
            "points": scene.view["sheet"][line.name],
        }
        for line in LINES
        if scene.belle or line.name not in BELLE_LINES
    ]
    return {
        "rows": rows,
        "gap": gap,
        "scores": scene.view["scores"],
        "winners": scene.view["winners"],
    }
