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
from horta.games.bruxelles1893.tiles import Tile
from horta.games.bruxelles1893.wing import CARD_HIGH, CARD_WIDE, card, plate
from horta.games.bruxelles1893.words import ROWS

WIDTH, HEIGHT, GAP = 1572, 280, 8
MARGIN = 14
PAINTS = ("Ochre", "Blue", "Green", "Rose", "Slate")  # of the seats, as the stylesheet has them
FEW = 3  # so many players have two columns each
MANY = 5  # so many players have small houses
SHEET_WIDE, MORE_SHEET = 288, 32  # the score sheet, and what more Belle Époque takes
MORE_WIDTH, MORE_HEIGHT = 320, 70  # of a street with Belle Époque
CARD_SCALE = 0.84
BADGE_WIDE = 116  # a board's plate in the head of a lot
# Where assistants, Justice and exhibitions stand, in twentieths of the row.
STOCK, BELLE_STOCK = (7, 12, 16.6), (5.6, 13.4, 17.3)
SHEET_GAPS = {2: 44, 3: 38, 4: 33, 5: 27}  # from column to column, by players


class Lot:
    """Where things lie on a player's lot, by the number of players and what is played."""

    def __init__(self, players: int, *, belle: bool = False, plate: bool = False) -> None:
        self.wide = (WIDTH + (MORE_WIDTH if belle else 0) - GAP * (players - 1)) / players
        self.high = HEIGHT + (MORE_HEIGHT if belle else 0)
        small = players == MANY or (plate and not belle)  # a plate needs the room over the house
        self.house = 0.8 if small else 1.0
        self.left = 104.0 if small else 128.0  # the house stands before it
        self.head = 14.0 if small or belle else self.left
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
    lot = Lot(scene.players, belle=scene.belle, plate=scene.asymmetric)
    return [_seat(scene, lot, s) for s in range(scene.players)]


def _seat(scene: Scene, lot: Lot, s: int) -> Json:
    view, table, seat = scene.view, scene.table, scene.seats[s]
    turn = view["to_play"] == s
    won = s in view["winners"]
    notes = [scene.say("to play") if turn else "", scene.say("wins") if won else ""]
    if seat["passed"] and not turn and view["to_play"] is not None:
        notes.append(scene.say("passed"))
    floors = _floors(scene, s)
    costs = ", ".join(str(floor["cost"]) for floor in floors)
    name_room = lot.wide - lot.head - 76 - (32 if table["token"] == s else 0)
    if scene.asymmetric:
        name_room = lot.wide - lot.head - 112 - BADGE_WIDE
    return {
        "number": s,
        "x": (lot.wide + GAP) * s,
        "wide": lot.wide,
        "high": lot.high,
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
        "floors": floors,
        "built": f"{scene.say(PAINTS[s])} · {scene.say('houses')}: {seat['built']} / {HOUSES} · "
        f"{scene.say(effects.HOUSE, costs=costs)}",
        "token_title": f"{scene.say('Manneken-Pis')} · {scene.say(effects.TOKEN)}",
        "stock": _stock(scene, lot, s),
        "works": _works(scene, lot, s),
        "cubes": _cubes(scene, lot, s),
        "notables": _notables(scene, lot, s),
        "tracks": _tracks(scene, lot, s),
        "lines": _lines(scene, lot, s),
        "plate": _plate(scene, lot, s),
        "cards": (cards := _cards(scene, lot, s)),
        "card_place": _card_place(lot) if scene.belle and not cards else None,
        "white": _white_frame(scene, lot, s),
    }


def _plate(scene: Scene, lot: Lot, s: int) -> Json | None:
    """Place the plate of a player's board in the head of his lot."""
    architect = scene.seats[s].get("architect")
    if not architect:
        return None
    return {"x": lot.wide - 104 - BADGE_WIDE, **plate(scene, architect)}


def _cards(scene: Scene, lot: Lot, s: int) -> list[Json]:
    """Lay out a player's Belle Époque cards at the foot of his lot, as large as they fit."""
    if not scene.belle:
        return []
    owned = [p for p in scene.table["belle"]["pavilions"] if p["owner"] == s]
    room = lot.wide - lot.left - MARGIN
    pitch = min(room / max(1, len(owned)), CARD_WIDE * CARD_SCALE + 8)
    scale = min((pitch - 5) / CARD_WIDE, CARD_SCALE)
    return [
        {
            "x": lot.left + pitch * k,
            "y": lot.high - 45 - CARD_HIGH * scale / 2,
            "scale": scale,
            **card(scene, pavilion),
        }
        for k, pavilion in enumerate(owned)
    ]


def _card_place(lot: Lot) -> Json:
    """Place the outline that waits for a first card."""
    wide, high = CARD_WIDE * CARD_SCALE, CARD_HIGH * CARD_SCALE
    return {"x": lot.left, "y": lot.high - 45 - high / 2, "wide": wide, "high": high}


def _floors(scene: Scene, s: int) -> list[Json]:
    """Work out the six bays of a house from the ground up."""
    seat = scene.seats[s]
    built, costs = seat["built"], BUILDING_COSTS
    if seat.get("architect") == "strauven":
        costs = scene.components.boards.strauven_costs
    return [
        {
            "x": 6 + 52 * (k % 2),
            "y": 182 - 58 * (k // 2),
            "built": k < built,
            "next": k == built,
            "cost": costs[k],
            "other": costs[k] != BUILDING_COSTS[k],
            "target": f"bay-{s}" if scene.belle and k == built else "",
            "title": f"{scene.say('house')}: {costs[k]}",
        }
        for k in range(HOUSES)
    ]


def _stock(scene: Scene, lot: Lot, s: int) -> Json:
    seat = scene.seats[s]
    y = lot.rows[0]
    out = ASSISTANTS - seat["reserve"] - seat["justice"]
    exhibits = scene.say("exhibitions")
    places = BELLE_STOCK if scene.belle else STOCK
    guests: Json | None = None
    if scene.belle:
        count = seat["belle"]["travellers"]
        guests = {
            "x": lot.spread(20, 9.4),
            "count": count,
            "title": f"{scene.say('travellers')}: {count} · {scene.say(effects.TRAVELLER)}",
        }
    return {
        "y": y,
        "guests": guests,
        "money": {
            "x": lot.spread(20, 0),
            "count": seat["money"],
            "title": f"{scene.francs(seat['money'])} · {scene.say(effects.MONEY)}",
        },
        "reserve": {
            "x": lot.spread(20, places[0]),
            "count": seat["reserve"],
            "title": f"{scene.say('assistants')}: {seat['reserve']} (+ {out}) · "
            f"{scene.say(effects.RESERVE)}",
        },
        "justice": {
            "x": lot.spread(20, places[1]),
            "count": seat["justice"],
            "title": f"{scene.say('Justice')}: {seat['justice']} · {scene.say(effects.JUSTICE)}",
        },
        "exhibits": {
            "x": lot.spread(20, places[2]),
            "count": seat["exhibits"],
            "title": f"{exhibits}: {seat['exhibits']} · "
            f"{scene.say(effects.EXHIBITS[scene.edition])}",
        },
    }


def _works(scene: Scene, lot: Lot, s: int) -> list[Json]:
    works = dict(scene.seats[s]["works"])
    whites = _whites(scene, s)
    room = lot.column / (len(works) + len(whites))
    size = min(1.0, room / (37 * lot.scale)) if whites else 1
    works |= whites
    return [
        {
            "target": _work_target(scene, s, colour),
            "shade": scene.shade(colour),
            "count": count,
            "x": lot.spread(len(works), k),
            "y": lot.rows[1],
            "size": size,
            "title": f"{scene.say('Works')}: {scene.colour(colour)} {count} · "
            f"{scene.say(effects.WHITE if colour in whites else effects.WORK)}",
        }
        for k, (colour, count) in enumerate(works.items())
    ]


def _whites(scene: Scene, s: int) -> dict[str, int]:
    """Return a player's white works, by printed colour."""
    if not scene.belle:
        return {}
    white: dict[str, int] = scene.seats[s]["belle"]["white"]
    return {f"white-{colour}": count for colour, count in white.items() if count}


def _work_target(scene: Scene, s: int, work: str) -> str:
    """A white work is asked for by its printed colour only once white was chosen."""
    if not work.startswith("white"):
        return f"own-{s}-{work}"
    return f"own-{s}-{work}" if scene.decision == "white" else ""


def _white_frame(scene: Scene, lot: Lot, s: int) -> Json | None:
    """Frame a player's white works, which are sold as one colour."""
    whites = _whites(scene, s)
    if not whites:
        return None
    count = len(COLOUR_NAMES) + len(whites)
    return {
        "target": f"own-{s}-white" if scene.decision != "white" else "",
        "x": lot.spread(count, len(COLOUR_NAMES)) - 4,
        "wide": lot.column * len(whites) / count + 2,
        "y": lot.rows[1] - 15 * lot.scale,
        "high": 30 * lot.scale,
        "title": f"{scene.say('Works')}: {scene.say('white')} {sum(whites.values())} · "
        f"{scene.say(effects.WHITE)}",
    }


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
        levels = track_levels(scene, s, name)
        printed = getattr(scene.components.tracks, name)
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
                "other": levels[: len(printed)] != printed,
                "steps": [
                    {
                        "x": first + pitch * (j + 0.5),
                        "value": value,
                        "here": j == step,
                        "portrait": j == len(printed),
                    }
                    for j, value in enumerate(levels)
                ],
            }
        )
    return made


def track_levels(scene: Scene, s: int, name: str) -> tuple[int, ...]:
    """Return the values of a player's track: his board's, and the seventh space of tile 10."""
    seat = scene.seats[s]
    levels: tuple[int, ...] = getattr(scene.components.tracks, name)
    if seat.get("architect"):
        levels = getattr(scene.components.boards, f"{seat['architect']}_{name}", levels)
    if name == "architect" and scene.belle and Tile.PORTRAIT + 1 in seat["belle"]["tiles"]:
        levels = (*levels, scene.components.tracks.portrait)
    return levels


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
                "raised": scene.belle and _is_raised(scene, s, name),
                "other": seat.get("architect") == "saintenoy",
                "cards": len(cards),
                "used": name in seat["rows_used"],
                "title": f"{row}: {scene.points(seat['multipliers'][name])} / {unit} · "
                f"{scene.say(effects.LINE)}",
            }
        )
    return made


def _is_raised(scene: Scene, s: int, row: str) -> bool:
    """Tell whether tile 2 raises a line."""
    chosen: str = scene.table["belle"]["row_chosen"]
    return chosen == row and Tile.RAISED_ROW + 1 in scene.seats[s]["belle"]["tiles"]


def sheet(scene: Scene) -> Json:
    """Work out the score sheet, as if the game ended now."""
    gap = SHEET_GAPS[scene.players]
    wide = SHEET_WIDE + (MORE_SHEET if scene.belle else 0)
    room = (wide - 42 - gap * scene.players, 24.5 if scene.belle else 27)
    rows = [
        {
            "title": flow(
                scene.words.line(line.name), room, (13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5)
            ),
            "points": scene.view["sheet"][line.name],
        }
        for line in LINES
        if scene.belle or line.name not in BELLE_LINES
    ]
    return {
        "rows": rows,
        "wide": wide,
        "pitch": 24 if not scene.belle else 312 / len(rows),
        "gap": gap,
        "scores": scene.view["scores"],
        "winners": scene.view["winners"],
    }
