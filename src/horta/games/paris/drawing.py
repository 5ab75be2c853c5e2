"""The drawing of Paris: `table.svg.jinja` filled from a view, and from nothing else.

This module works out what is where (shapes of roofs, where light falls, what text fits); the
template holds the art. Regions are top-level groups with a box of their own, so that a stylesheet
can arrange them anew on a narrow screen.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from horta.core.drawing import Cell, fit, flow, hips, number, outline, render, ripple, width
from horta.core.game import Json, Target
from horta.games.paris.city import GARDEN, STEPS, Block, City, Light, box, space_of
from horta.games.paris.components import (
    CARD_CODES,
    CARD_TITLES,
    CHIMNEYS,
    SEATS,
    SIDE,
    TOKENS,
)
from horta.games.paris.moves import ACTIONS, BUILDING_NAMES, SPACE_NAMES, SQUARE_NAMES
from horta.games.paris.scoring import LINES
from horta.games.paris.table import Decision, Table, shape
from horta.games.paris.words import (
    BASE_EFFECTS,
    BUILDING_EFFECT,
    HAND_EFFECT,
    QUESTIONS,
    SEAT_TITLES,
    SQUARE_EFFECT,
    ParisWords,
    words,
)

PACKAGE = "horta.games.paris"
CELL = 80
EFFECT_SIZES = (14.5, 14, 13.5, 13, 12.5, 12, 11.5, 11)
NAME = 24  # room for the name under a small picture

CARD_OF_LINE = {"painter": "PEI", "dancer": "MOU", "fountain": "FON", "statue": "PEN"}
LAMP_CODES = {"tile": "LAM", "large": "GRA"}
BASE_WORDS = {"o": "orange", "b": "blue", "m": "mixed", "L": "lamp space"}


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
        code = CARD_CODES[table.card]
        cells = [space]
        if code == "JAR" or (code == "FON" and table.fountain_cells == 2):
            cells.append(space + (1 if facing == 0 else SIDE))
        return Target(_space(space), f"piece-{code}", facing, tuple(map(_space, cells)))
    if kind == "build":
        building, anchor, orientation = values
        first = shape(building, orientation)
        cells = [
            anchor + int(table.printed.cells[first + k])
            for k in range(table.printed.size[building])
        ]
        piece = f"building-{BUILDING_NAMES[building]}"
        return Target(_space(anchor), piece, orientation, tuple(map(_space, cells)))
    return Target()  # pass and decline are buttons


def _space(space: int) -> str:
    return f"space-{SPACE_NAMES[space]}"


FAN = 40  # radius of a fan of setts: one fan to a space


@functools.cache
def cobbles() -> list[str]:
    """Return the setts of one fan, as streets in Paris are paved, in three shades."""
    shades = ["", "", ""]
    rings, gap = 4, 0.9
    deep = FAN / rings
    for ring in range(rings):
        far, near = FAN - ring * deep - gap, FAN - (ring + 1) * deep + gap
        near = max(near, 1.0)
        count = max(3, round(2 * math.pi * (far + near) / 2 / 11.5))
        for k in range(count):
            start = 2 * math.pi * (k + 0.5 * (ring % 2)) / count
            end = start + 2 * math.pi / count
            middle = (start + end) / 2
            x, y = math.cos(middle) * (far + near) / 2, math.sin(middle) * (far + near) / 2
            if y > 0 and math.hypot(FAN - abs(x), FAN - y) < FAN - deep / 2:
                continue  # the next row of fans lies there
            path = ""
            for radius, (a, b), sweep in ((far, (start, end), 1), (near, (end, start), 0)):
                trim = gap / radius * (1 if sweep else -1)
                ends = [
                    f"{number(radius * math.cos(t))} {number(radius * math.sin(t))}"
                    for t in (a + trim, b - trim)
                ]
                path += f"{'M' if sweep else 'L'}{ends[0]}"
                path += f"A{number(radius)} {number(radius)} 0 0 {sweep} {ends[1]}"
            shades[(7 * ring + 5 * k + k * k) % 3] += path + "Z"
    return shades


# The board


class Point(NamedTuple):
    """A place in a region."""

    x: float
    y: float


def centre(cell: Cell) -> Point:
    """Return the middle of a space."""
    return Point(CELL * cell[1] + CELL / 2, CELL * cell[0] + CELL / 2)


@dataclass(frozen=True)
class Roof:
    """A building as it is drawn: paths from the eaves to the deck, and what stands on it."""

    name: str
    owner: int | None
    title: str
    rim: str
    course: str
    slope: str
    deck: str
    hips: str
    windows: tuple[Point, ...]
    lit: bool
    chimney: Point | None
    annexe: Point | None
    marks: tuple[tuple[str, Point], ...]  # Métropolitain, Chartier


@functools.lru_cache(maxsize=512)
def roof(
    name: str,
    cells: tuple[Cell, ...],
    owner: int | None,
    *,
    built: bool = False,
    title: str = "",
    lit: bool = False,
    annexe: Cell | None = None,
    marks: tuple[tuple[str, Cell], ...] = (),
) -> Roof:
    """Work out how a building is drawn; once it is built it has a chimney."""
    busy = {annexe, *(cell for _, cell in marks)}
    chimney: Cell | None = None
    if built:
        # In the midst of the building, if it has one, so that it does not look like two.
        chimney = max(
            (cell for cell in cells if cell not in busy),
            key=lambda cell: (
                sum((cell[0] + dr, cell[1] + dc) in cells for dr, dc in STEPS),
                cell,
            ),
        )
    return Roof(
        name=name,
        owner=owner,
        title=title,
        rim=outline(cells, 2, 9),
        course=ripple(cells, 7, 12) if owner == 1 else outline(cells, 7, 5),
        slope=outline(cells, 12, 3),
        deck=outline(cells, 25, 2),
        hips=hips(cells, 12, 25),
        windows=tuple(centre(cell) for cell in cells if cell not in busy and cell != chimney),
        lit=lit,
        chimney=centre(chimney) if chimney is not None else None,
        annexe=centre(annexe) if annexe is not None else None,
        marks=tuple((code, centre(cell)) for code, cell in marks),
    )


class Painter:
    """Works out the regions of the table, in one language."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.words: ParisWords = words(lang)
        self.say = self.words.say
        self.city = City(view)
        self.table = self.city.table
        self.names = [self.say(name) if name in SEAT_TITLES else name for name in view["names"]]

    def board(self) -> Json:
        """Work out the board: spaces, light, buildings and pieces."""
        city = self.city
        night = city.phase > 1
        lit = {cell for light in city.lights for cell in (light.lamp, *light.spaces)}
        return {
            "spaces": [
                {
                    "name": space_of(cell),
                    "letter": letter,
                    "at": centre(cell),
                    "bare": cell not in city.block_at and not self._piece_at(cell),
                    "title": self._space_title(cell),
                }
                for cell, letter in city.base.items()
                if letter != "."
            ],
            "squares": [
                {
                    "name": SQUARE_NAMES[k],
                    "laid": laid is not None,
                    "x": 2 * CELL * (k % 4),
                    "y": 2 * CELL * (k // 4),
                }
                for k, laid in enumerate(self.table["squares"])
            ],
            "veil": outline([c for c, b in city.base.items() if b != "." and c not in lit], 0, 0)
            if night
            else "",
            "shines": [
                {
                    "at": centre(light.lamp),
                    "large": light.large,
                    "path": outline(
                        [
                            (r - light.lamp[0], c - light.lamp[1])
                            for r, c in (light.lamp, *light.spaces)
                        ],
                        0,
                        14,
                    ),
                }
                for light in city.lights
                if night
            ],
            "lamps": [
                {
                    "at": centre(light.lamp),
                    "kind": (kind := self._lamp_kind(light)),
                    "title": self._piece_title(LAMP_CODES[kind]) if kind in LAMP_CODES else "",
                }
                for light in city.lights
            ],
            "gleams": [
                {"at": centre(cell), "angle": math.degrees(math.atan2(dc, -dr)), "skew": dr and dc}
                for light in city.lights
                for _, cell, (dr, dc) in light.gleams
                if night
            ],
            "roofs": [self._roof(block) for block in city.blocks],
            "pieces": [
                {
                    "code": code,
                    "owner": city.cards[code]["holder"],
                    "facing": city.cards[code]["facing"],
                    "pair": len(city.covers(code)) == 2,
                    "at": centre(cell),
                    "title": self._piece_title(code),
                }
                for code, cell in sorted(city.pieces.items(), key=lambda item: item[1])
                if code in ("PEI", "MOU", "FON", "PEN")
            ],
        }

    def _lamp_kind(self, light: Light) -> str:
        if light.large:
            return "large"
        return "tile" if self.city.pieces.get("LAM") == light.lamp else "printed"

    def _piece_at(self, cell: Cell) -> str:
        return next((c for c in self.city.pieces if cell in self.city.covers(c)), "")

    def _piece_title(self, code: str) -> str:
        """Say which piece this is, whose, and what it does."""
        index, holder = CARD_CODES.index(code), self.city.cards[code]["holder"]
        parts = [CARD_TITLES[index], self.names[holder], self.words.effect(index)]
        return " · ".join(parts)

    def _block_name(self, name: str) -> str:
        return self.say("Garden") if name == GARDEN else name

    def _block_title(self, block: Block) -> str:
        size, lamps = len(block.cells), self.city.lamps_of(block.name)
        name, owner = self._block_name(block.name), self.names[block.owner]
        return f"{name} · {owner} · {size} × {lamps} = {size * lamps}"

    def _space_title(self, cell: Cell) -> str:
        name = space_of(cell)
        if cell in self.city.block_at:
            return f"{name} · {self._block_title(self.city.block_at[cell])}"
        if code := self._piece_at(cell):
            return f"{name} · {self._piece_title(code)}"
        letter = self.city.base[cell]
        return f"{name} · {self.say(BASE_WORDS[letter])} · {self.say(BASE_EFFECTS[letter])}"

    def _roof(self, block: Block) -> Roof:
        foreign = {"L": "MET", "ob"[1 - block.owner]: "CHA"}
        marks = tuple(
            (foreign[self.city.base[cell]], cell)
            for cell in block.cells
            if self.city.base[cell] in foreign and cell != block.annexe
        )
        return roof(
            block.name,
            block.cells,
            block.owner,
            built=True,
            title=self._block_title(block),
            lit=self.city.lamps_of(block.name) > 0,
            annexe=block.annexe,
            marks=marks,
        )

    # The sides

    def postcards(self) -> list[Json]:
        """Work out the eight postcards."""
        made = []
        for code, card in self.city.cards.items():
            index = CARD_CODES.index(code)
            holder: int | None = card["holder"]
            state = {
                "declined": self.say("unused"),
                "held": self.say("still to use"),
            }.get(card["state"], "")
            title = CARD_TITLES[index]
            owner = self.names[holder] if holder is not None else ""
            tags = [title, owner, state, self.words.effect(index)]
            made.append(
                {
                    "code": code,
                    "state": card["state"],
                    "ribbon": fit(state, 104, (14, 13, 12, 11, 10)) if state else None,
                    "holder": holder,
                    "active": self.table["card"] == code,
                    "title": fit(title, 218, (19, 18, 17, 16, 15, 14), bold=True),
                    "tag": " · ".join(tag for tag in tags if tag),
                    "effect": flow(self.words.effect(index), (262, 64), EFFECT_SIZES),
                }
            )
        return made

    def thumb(self, name: str, x: float, y: float, cell: float, owner: int | None = None) -> Json:
        """Work out a small picture of a building that does not stand on the board."""
        cells = self._cells(name)
        rows, columns = box(cells)
        return {
            "roof": roof(name, cells, owner, title=name),
            "title": f"{name} · {self.say(BUILDING_EFFECT, size=len(cells))}",
            "name": name,
            "x": x,
            "y": y,
            "scale": cell / CELL,
            "cell": cell,
            "rows": rows,
            "columns": columns,
        }

    def _cells(self, name: str) -> tuple[Cell, ...]:
        return tuple(self.city.components.buildings[BUILDING_NAMES.index(name)].cells)

    def arrange(
        self, names: Sequence[str], owner: int, room: tuple[float, float], sizes: Sequence[float]
    ) -> list[Json]:
        """Lay small pictures of buildings out in rows, at the first size of cells that fits."""
        made: list[Json] = []
        for cell in sizes:
            lines: list[list[str]] = [[]]
            x = 0.0
            for name in names:
                wide = cell * box(self._cells(name))[1]
                if x + wide > room[0]:
                    lines.append([])
                    x = 0.0
                lines[-1].append(name)
                x += wide + cell
            made, y = [], 0.0
            for line in lines:
                deep = max((cell * box(self._cells(name))[0] for name in line), default=0.0)
                x = 0.0
                for name in line:
                    rows, columns = box(self._cells(name))
                    made.append(self.thumb(name, x, y + deep - cell * rows, cell, owner))
                    x += cell * (columns + 1)
                y += deep + NAME
            if y <= room[1]:
                break
        return made

    def site(self) -> list[Json]:
        """Work out the site; every building keeps its place there, even when it has left."""
        wide, high = 400, 166
        halves = [BUILDING_NAMES[:6], BUILDING_NAMES[6:]]
        boxes = {name: box(self._cells(name)) for name in BUILDING_NAMES}
        rows = sum(max(boxes[name][0] for name in half) for half in halves)
        columns = max(sum(boxes[name][1] for name in half) for half in halves)
        cell = min(18.0, (high - 2 * NAME) / rows, (wide - 5 * 12) / columns)
        made = []
        y = 0.0
        for half in halves:
            gap = (wide - cell * sum(boxes[name][1] for name in half)) / (len(half) - 1)
            deep = cell * max(boxes[name][0] for name in half)
            x = 0.0
            for building in half:
                rows_, columns_ = boxes[building]
                thumb = self.thumb(building, x, y + deep - cell * rows_, cell)
                made.append({**thumb, "here": building in self.table["site"]})
                x += cell * columns_ + gap
            y += deep + NAME
        return made

    def seat(self, s: int) -> Json:
        """Work out what lies before a player."""
        given = self.table["seats"][s]
        view = self.view
        reserve = self.arrange(given["reserve"], s, (360, 124), range(34, 9, -2))
        blocks = [block for block in self.city.blocks if block.owner == s]
        turn = view["to_play"] == s
        won = s in view["winners"]
        return {
            "number": s,
            "name": fit(self.names[s], 208, (28, 25, 22, 20, 18), bold=True),
            "full_name": self.names[s],
            "turn": turn,
            "won": won,
            "you": view["seat"] == s,
            "score": view["scores"][s],
            "note": self.say("to play") if turn else self.say("wins") if won else "",
            "hand": self._hand(given["hand"]),
            "hidden": given["hand"] == "?",
            "stack": given["stack_size"],
            "tokens": given["tokens"],
            "all_tokens": TOKENS,
            "chimneys": given["chimneys"],
            "all_chimneys": CHIMNEYS,
            "reserve": reserve,
            "pending": self._pending() if turn else None,
            "ledger": [self._entry(block) for block in blocks] if self.city.phase > 1 else [],
        }

    def _hand(self, hand: str | None) -> list[str]:
        """Return the four letters of a tile's face, or none."""
        if hand is None or hand == "?":
            return []
        tiles = self.city.components.tiles
        face = (tiles.orange if hand[0] == "o" else tiles.blue)[int(hand[1])]
        return list(face.replace("/", ""))

    def _entry(self, block: Block) -> Json:
        size, lamps = len(block.cells), self.city.lamps_of(block.name)
        top, left = min(r for r, _ in block.cells), min(c for _, c in block.cells)
        cells = [(r - top, c - left) for r, c in block.cells]
        high, wide = box(cells)
        cell = min(6.0, 20 / high, 26 / wide)
        return {
            "shape": outline(cells, 0.4, 0, cell),
            "high": high * cell,
            "wide": wide * cell,
            "garden": block.name == GARDEN,
            "name": fit(self._block_name(block.name), 62, (13.5, 12.5, 11.5, 10.5)),
            "size": size,
            "lamps": lamps,
            "points": size * lamps,
        }

    def _pending(self) -> Json | None:
        """Return the piece or building that the player is about to place."""
        transit: str | None = self.table["transit"]
        if transit is not None:
            high, wide = box(self._cells(transit))
            cell = min(44.0, 140 / max(high, wide))
            owner = self.table["to_play"] if self.table["decision"] == "lev_place" else None
            thumb = self.thumb(transit, 80 - wide * cell / 2, 80 - high * cell / 2, cell, owner)
            return {"building": thumb, "name": transit}
        if self.table["decision"] != "special":
            return None
        code: str = self.table["card"]
        name = CARD_TITLES[CARD_CODES.index(code)]
        pair = code == GARDEN or (code == "FON" and self.city.options.fountain_cells == 2)
        owner = self.table["to_play"]
        garden = roof(GARDEN, ((0, 0), (0, 1)), owner) if code == GARDEN else None
        return {
            "code": code,
            "name": name,
            "title": self._piece_title(code),
            "pair": pair,
            "garden": garden,
            "building": None,
        }

    def sheet(self) -> Json:
        """Work out the score sheet: the lines that can count in this game."""
        rows = []
        for line in LINES:
            card = CARD_OF_LINE.get(line.name)
            if card is None or card in self.city.cards:
                title = fit(self.words.line(line.name), 136, (13.5, 13, 12, 11, 10))
                values = self.view["sheet"][line.name]
                rows.append({"title": title, "values": values, "tie": line.tie_break})
        return {
            "rows": [row for row in rows if not row["tie"]],
            "ties": [row for row in rows if row["tie"]],
            "scores": self.view["scores"],
            "winners": self.view["winners"],
        }

    def headline(self) -> Json:
        """Work out whose turn it is and what is asked."""
        to_play = self.view["to_play"]
        winners = self.view["winners"]
        piece = ""
        if to_play is not None:
            text = self.say("{seat} to play", seat=self.names[to_play])
            if self.table["card"] is not None:
                piece = self.words.piece(CARD_CODES.index(self.table["card"]))
            asked = self.say(QUESTIONS[Decision[self.table["decision"].upper()]], piece=piece)
        else:
            if len(winners) == 1:
                text = self.say("{seat} wins", seat=self.names[winners[0]])
            else:
                text = self.say("Shared victory")
            asked = " : ".join(str(score) for score in self.view["scores"])
        line = fit(text, 380, (25, 23, 21, 19, 17, 15), bold=True)
        seats = [to_play] if to_play is not None else winners
        return {
            "seats": seats,
            "line": line,
            "half": (width(line.lines[0], line.size, bold=True) + 8 + 32 * len(seats)) / 2,
            "asked": fit(asked, 430, (14, 13, 12, 11)),
            "phase": self.say("Phase {phase}", phase=min(self.city.phase, 2)),
        }


def draw(view: Json, lang: str) -> str:
    """Return the table as SVG."""
    painter = Painter(view, lang)
    cards = painter.postcards()
    return render(
        PACKAGE,
        "table.svg.jinja",
        lang=lang,
        say=painter.say,
        night=painter.city.phase > 1,
        cell=CELL,
        cobbles=cobbles(),
        board=painter.board(),
        sides=[cards[:4], cards[4:]],
        site=painter.site(),
        seats=[painter.seat(s) for s in range(SEATS)],
        sheet=painter.sheet(),
        headline=painter.headline(),
        hand_title=f"{painter.say('Tile in hand')} · {painter.say(HAND_EFFECT)}",
        square_effect=painter.say(SQUARE_EFFECT),
        ledger_title=painter.words.line("lit"),
    )
