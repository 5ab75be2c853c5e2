"""The foot of the drawing: a street with a house for every player, and the score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from horta.core.drawing import fit, flow
from horta.core.game import Json
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.drawing_belle_epoque import CARD_HIGH, CARD_WIDE, card, plate
from horta.games.bruxelles1893.drawing_brussels import cube_kinds
from horta.games.bruxelles1893.names import ROWS as ROW_TITLES
from horta.games.bruxelles1893.painter import Painter
from horta.games.bruxelles1893.pieces import (
    ASSISTANTS,
    BACK,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    FRANCS_A_POINT,
    HOUSES,
    KIND_NAMES,
    NOTABLE_NAMES,
    PAVILIONS,
    POWER_NAMES,
    ROW_NAMES,
    ROWS,
    STEPS,
    TRACKS,
    Architect,
    Kind,
    Row,
)
from horta.games.bruxelles1893.scoring import LINES, idle_lines, multiplier
from horta.games.bruxelles1893.table import TUCKED, By, Decision, level, white_works
from horta.games.bruxelles1893.tiles import raised
from horta.games.bruxelles1893.tracks import last_step

WIDTH, HEIGHT, GAP = 1572, 280, 8
MARGIN = 14
PAINTS = ("Ochre", "Blue", "Green", "Rose", "Slate")  # of the seats, as the stylesheet has them
FEW = 3  # so many players have two columns each
MANY = 5  # so many players have small houses
SHEET_WIDE, MORE_SHEET = 288, 32  # the score sheet, and what more Belle Époque takes
MORE_WIDTH, MORE_HEIGHT = 320, 70  # of a street with Belle Époque
TALL = 50  # what more a narrow lot of that street has, so that its figures lie apart when they grow
CARD_SCALE = 0.84
BADGE_WIDE = 116  # a board's plate in the head of a lot
PLAQUE = (96, 104)  # the same upright, over the house
HEAD_HIGH, HOUSE_HIGH = 66, 264
TWO_FIGURES = 10
# Where assistants, Justice and exhibitions stand, in twentieths of the row.
STOCK, BELLE_STOCK = (7, 12, 16.6), (5.6, 13.4, 17.3)
SHEET_GAPS = {2: 44, 3: 38, 4: 33, 5: 27}  # from column to column, by players


class Lot:
    """Where things lie on a player's lot, by the number of players and what is played."""

    def __init__(self, players: int, *, belle: bool = False, plate: bool = False) -> None:
        self.wide = (WIDTH + (MORE_WIDTH if belle else 0) - GAP * (players - 1)) / players
        self.high = street_high(players, belle=belle)
        self.tall = belle and players > FEW
        # A plate needs the room over the house.
        small = players == MANY or self.tall or (plate and not belle)
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
        if belle and players == FEW:
            self.right_scale = 1.2
        self.line_scale = 1.35 if belle and players == FEW else self.right_scale
        if self.tall:
            self.scale = 1.15 if players == MANY else 1.2
            self.right_scale, self.line_scale = 1.2, 1.4
            self.rows = (82.0, 115.0, 149.0, 180.0)
            self.tracks = (211.0, 237.0, 263.0)
            self.lines = 300.0

    def spread(self, count: int, k: float, *, right: bool = False) -> float:
        """Return where the k-th of some things in a row begins."""
        if right:
            return self.right + self.right_column * k / count
        return self.left + self.column * k / count


def street_high(players: int, *, belle: bool) -> int:
    """Return how high the street is."""
    if not belle:
        return HEIGHT
    return HEIGHT + MORE_HEIGHT + (TALL if players > FEW else 0)


def lot_of(painter: Painter) -> Lot:
    """Return how the lots of a table are laid out."""
    return Lot(painter.players, belle=painter.belle, plate=painter.asymmetric)


def seat(painter: Painter, s: int) -> Json:
    """Work out the house and the belongings of a player."""
    lot = lot_of(painter)

    def keep(name: str, make: Callable[[Painter, Lot, int], Any]) -> Any:
        return painter.keep(f"{name}-{s}", lambda one: make(one, lot_of(one), s))

    return {
        **_head(painter, lot, s),
        "wide": lot.wide,
        "high": lot.high,
        "scale": lot.scale,
        "house": lot.house,
        "head": lot.head,
        "tall": lot.tall,
        "right_scale": lot.right_scale,
        "line_scale": lot.line_scale,
        "right_end": lot.right + lot.right_column,
        **keep("house", lambda one, _, s: _house(one, s)),
        "stock": keep("stock", _stock),
        "works": keep("works", _works),
        "cubes": keep("cubes", _cubes),
        "notables": keep("notables", _notables),
        "tracks": keep("tracks", _tracks),
        "lines": keep("lines", _lines),
        "plate": _plate(painter, lot, s),
        "cards": (cards := keep("cards", _cards)),
        "card_place": _card_place(lot) if painter.belle and not cards else None,
        "white": _white_frame(painter, lot, s),
    }


def _head(painter: Painter, lot: Lot, s: int) -> Json:
    """Work out the name of a player, and how the player stands."""
    scene, table, say = painter.scene, painter.table, painter.say
    turn = scene.to_play == s
    won = s in scene.winners
    passed = bool(table.seats[s].passed)
    notes = [say("to play") if turn else "", say("wins") if won else ""]
    if passed and not turn and scene.to_play is not None:
        notes.append(say("passed"))
    room = lot.wide - lot.head - 76 - (32 if table.token == s else 0)
    if painter.asymmetric and not lot.tall:
        room = lot.wide - lot.head - 118 - BADGE_WIDE
    return {
        "number": s,
        "x": (lot.wide + GAP) * s,
        "name": fit(painter.names[s], room, (23, 21, 19, 17, 15), bold=True),
        "full_name": painter.names[s],
        "room": room + 4,
        "note": " · ".join(note for note in notes if note),
        "turn": turn,
        "won": won,
        "passed": passed,
        "token": table.token == s,
        "token_title": f"{say('Manneken-Pis')} · {say(effects.TOKEN)}",
        "score": scene.scores[s],
    }


def _plate(painter: Painter, lot: Lot, s: int) -> Json | None:
    """Place the plate of a player's board in the head of the lot, or upright over the house."""
    architect = painter.architect(s)
    if architect == Architect.NONE:
        return None
    if not lot.tall:
        return {"x": lot.wide - 104 - BADGE_WIDE, "y": 13, **plate(painter, architect, 40)}
    wide, high = PLAQUE
    roof = lot.high - 8 - HOUSE_HIGH * lot.house
    return {
        "x": 8 + 56 * lot.house - wide / 2,
        "y": (HEAD_HIGH + roof - high) / 2,
        **plate(painter, architect, wide - 12),
    }


def _cards(painter: Painter, lot: Lot, s: int) -> list[Json]:
    """Lay out a player's Belle Époque cards at the foot of the lot, as large as they fit."""
    if not painter.belle:
        return []
    owned = [row for row in range(PAVILIONS) if painter.table.pavilion[row] == s]
    room = lot.wide - lot.left - MARGIN
    pitch = min(room / max(1, len(owned)), CARD_WIDE * CARD_SCALE + 8)
    scale = min((pitch - 5) / CARD_WIDE, CARD_SCALE)
    return [
        {
            "x": lot.left + pitch * k,
            "y": lot.high - 45 - CARD_HIGH * scale / 2,
            "scale": scale,
            **card(painter, row),
        }
        for k, row in enumerate(owned)
    ]


def _card_place(lot: Lot) -> Json:
    """Place the outline that waits for a first card."""
    wide, high = CARD_WIDE * CARD_SCALE, CARD_HIGH * CARD_SCALE
    return {"x": lot.left, "y": lot.high - 45 - high / 2, "wide": wide, "high": high}


def _house(painter: Painter, s: int) -> Json:
    """Work out the six bays of a house from the ground up."""
    table, say = painter.table, painter.say
    built, costs = table.seats[s].built, list(table.boards[s].cost)
    usual = table.prints[Architect.NONE].cost
    floors = [
        {
            "x": 6 + 52 * (k % 2),
            "y": 182 - 58 * (k // 2),
            "built": k < built,
            "next": k == built,
            "cost": costs[k],
            "other": costs[k] != usual[k],
            "target": f"bay-{s}" if painter.belle and k == built else "",
            "title": f"{say('house')}: {costs[k]}",
        }
        for k in range(HOUSES)
    ]
    effect = say(effects.HOUSE, costs=", ".join(map(str, costs)))
    built_title = f"{say(PAINTS[s])} · {say('houses')}: {built} / {HOUSES} · {effect}"
    return {"floors": floors, "built": built_title}


def _stock(painter: Painter, lot: Lot, s: int) -> Json:
    seat, say = painter.table.seats[s], painter.say
    out = ASSISTANTS - seat.reserve - seat.justice
    places = BELLE_STOCK if painter.belle else STOCK

    def item(place: float, count: int, title: str) -> Json:
        return {"x": lot.spread(20, place), "count": count, "title": title}

    guests: Json | None = None
    if painter.belle:
        title = f"{say('travellers')}: {seat.travellers} · {say(effects.TRAVELLER)}"
        guests = item(9.4, seat.travellers, title)
    return {
        "y": lot.rows[0],
        "guests": guests,
        "money": item(0, seat.money, f"{painter.francs(seat.money)} · {say(effects.MONEY)}"),
        "reserve": item(
            places[0],
            seat.reserve,
            f"{say('assistants')}: {seat.reserve} (+ {out}) · {say(effects.RESERVE)}",
        ),
        "justice": item(
            places[1],
            seat.justice,
            f"{say('Justice')}: {seat.justice} · {say(effects.JUSTICE)}",
        ),
        "exhibits": item(
            places[2],
            seat.exhibits,
            f"{say('exhibitions')}: {seat.exhibits} · {say(effects.EXHIBITS[painter.edition])}",
        ),
    }


def _whites(painter: Painter, s: int) -> list[int]:
    """Return the printed colours of a player's white works."""
    return [k for k in range(COLOURED) if painter.table.seats[s].white[k]]


def _works(painter: Painter, lot: Lot, s: int) -> list[Json]:
    seat, say = painter.table.seats[s], painter.say
    works = [*range(COLOURS), *(BACK + k for k in _whites(painter, s))]
    size = 1.0
    if len(works) > COLOURS:
        size = min(1.0, lot.column / len(works) / (37 * lot.scale))
    made = []
    for k, work in enumerate(works):
        white = work >= BACK
        count = seat.white[work - BACK] if white else seat.works[work]
        effect = say(effects.WHITE if white else effects.WORK)
        made.append(
            {
                "target": _work_target(painter, s, work),
                "shade": painter.shade(work),
                "count": count,
                "x": lot.spread(len(works), k),
                "y": lot.rows[1],
                "size": size,
                "title": f"{say('Works')}: {painter.colour(work)} {count} · {effect}",
            }
        )
    return made


def _work_target(painter: Painter, s: int, work: int) -> str:
    """A white work is asked for by its printed colour only once white was chosen."""
    if work < BACK:
        return f"own-{s}-{COLOUR_NAMES[work]}"
    chosen = painter.decision == Decision.WHITE
    return f"own-{s}-white-{COLOUR_NAMES[work - BACK]}" if chosen else ""


def _white_frame(painter: Painter, lot: Lot, s: int) -> Json | None:
    """Frame a player's white works, which are sold as one colour."""
    whites, say = len(_whites(painter, s)), painter.say
    if not whites:
        return None
    count = COLOURS + whites
    return {
        "target": f"own-{s}-white" if painter.decision != Decision.WHITE else "",
        "x": lot.spread(count, COLOURS) - 4,
        "wide": lot.column * whites / count + 2,
        "y": lot.rows[1] - 15 * lot.scale,
        "high": 30 * lot.scale,
        "title": f"{say('Works')}: {say('white')} {white_works(painter.table, s)} · "
        f"{say(effects.WHITE)}",
    }


def _cubes(painter: Painter, lot: Lot, s: int) -> list[Json]:
    cubes, kinds = painter.table.seats[s].cubes, cube_kinds(painter)
    return [
        {
            "target": f"cube-{s}-{KIND_NAMES[kind]}",
            "kind": KIND_NAMES[kind],
            "count": cubes[kind],
            "x": lot.spread(len(kinds), k),
            "y": lot.rows[2],
            "title": f"{painter.kind(kind)}: {cubes[kind]} · "
            f"{painter.say(effects.JOKER if kind == Kind.JOKER else effects.NOBLE)}",
        }
        for k, kind in enumerate(kinds)
    ]


def _notables(painter: Painter, lot: Lot, s: int) -> list[Json]:
    table, seat = painter.table, painter.table.seats[s]
    count = len(painter.cast)
    size = min(lot.column / count / 2 - 0.8, 22)
    hires = table.turn == s and table.by == By.ACTION
    drops = painter.scene.to_play == s
    return [
        {
            "target": f"notable-{s}-{NOTABLE_NAMES[k]}",
            "name": NOTABLE_NAMES[k],
            "owned": (seat.notables >> k) & 1 == 1,
            "tilted": (seat.tilted >> k) & 1 == 1,
            "hired": hires and table.notable == k,
            "dropped": drops and (table.dropped >> k) & 1 == 1,
            "x": lot.spread(count, k) + size,
            "y": lot.rows[3],
            "r": size,
            "title": painter.notable(k),
        }
        for k in painter.cast
    ]


def _tracks(painter: Painter, lot: Lot, s: int) -> list[Json]:
    table = painter.table
    made = []
    for track, name in enumerate(POWER_NAMES[:TRACKS]):
        at = (STEPS + 1) * track
        count = last_step(table, s, track) + 1
        levels = list(table.boards[s].levels)[at : at + count]
        usual = list(table.prints[Architect.NONE].levels)[at : at + STEPS]
        first = lot.right + 24 * lot.right_scale
        places = _places(first, lot.right + lot.right_column, levels)
        made.append(
            {
                "name": name,
                "y": lot.tracks[track],
                "x": lot.right,
                "title": f"{painter.power(name)}: {level(table, s, track)} · "
                f"{painter.say(effects.power_effect(name, table.belle_epoque == 1))}",
                "other": levels[:STEPS] != usual,
                "steps": [
                    {
                        "x": places[j],
                        "value": value,
                        "here": j == table.seats[s].step[track],
                        "portrait": j == STEPS,
                    }
                    for j, value in enumerate(levels)
                ],
            }
        )
    return made


def _places(first: float, last: float, levels: list[int]) -> list[float]:
    """Return where the steps of a track stand; two figures have more room than one."""
    rooms = [1.0 if value < TWO_FIGURES else 1.4 for value in levels]
    pitch = (last - first) / sum(rooms)
    return [first + pitch * (sum(rooms[:k]) + rooms[k] / 2) for k in range(len(rooms))]


UNITS = ("", "work", "notable", "assistant")
"""What each line but the first counts, one of it."""


def _lines(painter: Painter, lot: Lot, s: int) -> list[Json]:
    table = painter.table
    lying = list(table.prize_place)
    made = []
    for k, name in enumerate(ROW_NAMES):
        row = painter.say(ROW_TITLES[Row(k)])
        unit = painter.francs(FRANCS_A_POINT) if k == Row.MONEY else painter.say(UNITS[k])
        times = multiplier(table, s, k)
        made.append(
            {
                "target": f"line-{s}-{name}",
                "name": name,
                "x": lot.spread(ROWS, k, right=True),
                "wide": lot.right_column / ROWS - 4,
                "y": lot.lines,
                "times": times,
                "raised": raised(table, s, k) > 0,
                "other": painter.architect(s) == Architect.SAINTENOY,
                "cards": lying.count(TUCKED + ROWS * s + k),
                "used": (table.seats[s].rows_used >> k) & 1 == 1,
                "title": f"{row}: {painter.points(times)} / {unit} · {painter.say(effects.LINE)}",
            }
        )
    return made


def sheet_wide(painter: Painter) -> int:
    """Return how wide the score sheet is."""
    return SHEET_WIDE + (MORE_SHEET if painter.belle else 0)


def sheet(painter: Painter) -> Json:
    """Work out the score sheet, as if the game ended now."""
    gap = SHEET_GAPS[painter.players]
    wide = sheet_wide(painter)
    room = (wide - 42 - gap * painter.players, 24.5 if painter.belle else 27)
    idle = idle_lines(painter.table)
    rows = [
        {
            "title": flow(
                painter.words.line(line.name), room, (13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5)
            ),
            "points": painter.scene.sheet[line.name],
        }
        for line in LINES
        if line.name not in idle
    ]
    return {
        "rows": rows,
        "wide": wide,
        "pitch": 24 if not painter.belle else 312 / len(rows),
        "gap": gap,
        "scores": painter.scene.scores,
        "winners": painter.scene.winners,
    }
