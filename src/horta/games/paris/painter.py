"""The painter of Paris: works out of a scene what is where, and what text fits.

The rules say what stands and where light falls (`board.py`).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from horta.core.drawing import fit, outline, width
from horta.core.game import Json
from horta.core.regions import kept
from horta.core.scene import Scene
from horta.games.paris.board import (
    LAMP,
    Block,
    City,
    box,
    cell_of,
    lit_by_large_lamp,
    shape_of,
    space_of,
)
from horta.games.paris.cards import CARD_OF, CARD_TITLES
from horta.games.paris.components import (
    BUILDINGS,
    CARD_CODES,
    CHIMNEYS,
    LETTERS,
    POSTCARDS,
    SIDE,
    SPACES,
    SQUARES,
    TOKENS,
    Card,
)
from horta.games.paris.ground import ABREAST, house, spaces, squares
from horta.games.paris.pictures import (
    Shapes,
    arranged,
    lettered,
    on_site,
    postcard,
    sheet_row,
    shine,
    thumb,
)
from horta.games.paris.postcards import covers_two
from horta.games.paris.roofs import Roof, centre, roof
from horta.games.paris.scoring import LINES, idle_lines
from horta.games.paris.table import (
    GARDEN,
    NOBODY,
    NOTHING,
    NOWHERE,
    Decision,
    State,
    Table,
    rival,
)
from horta.games.paris.words import ParisWords, words

PAWNS = (Card.PEI, Card.MOU, Card.FON, Card.PEN)  # pieces that are neither lamps nor buildings
CELLS = frozenset(map(cell_of, range(SPACES)))
LAMP_CARDS = {"tile": Card.LAM, "large": Card.GRA}


def _joined(texts: Iterable[Markup]) -> Markup:
    return Markup("".join(texts))


class Painter:
    """Works out the regions of the table."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.table: Table = scene.table
        self.words: ParisWords = words(scene.lang)
        self.say = self.words.say

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats: read where they are shown, so that all else can be shared."""
        return self.scene.names

    @functools.cached_property
    def city(self) -> City:
        """What stands in the city, and where its light falls."""
        return kept(self.scene, "city", lambda scene: City(scene.table))

    @functools.cached_property
    def night(self) -> bool:
        """Whether the lamps are lit."""
        return self.table.phase > 1

    # The board

    def board(self) -> Json:
        """Work out the board: spaces, light, buildings and pieces."""
        blocks = self.city.blocks.values()
        return {
            **self._ground(),
            **self._light(),
            "buildings": _joined(house(self._roof(block), self.night) for block in blocks),
            "pieces": [
                {
                    "code": CARD_CODES[card],
                    "owner": self.table.card_holder[card],
                    "facing": self.table.facing[card],
                    "pair": covers_two(self.table, card),
                    "at": centre(cell_of(self.table.spot[card])),
                    "title": self._piece_title(card),
                }
                for card in sorted(PAWNS, key=lambda card: self.table.spot[card])
                if self.table.spot[card] != NOWHERE
            ],
        }

    def _ground(self) -> Json:
        """Draw the spaces and the squares, those that look the same only once."""
        letters, standing = "".join(self.city.letters), self._standing()
        tiles = [tile != NOTHING for tile in self.table.square_tile]
        rows = [
            spaces(k // SIDE, letters[k : k + SIDE], tuple(standing[k : k + SIDE]), self.words)
            for k in range(0, SPACES, SIDE)
        ]
        sets = [
            squares(k // ABREAST, tuple(tiles[k : k + ABREAST]), self.words)
            for k in range(0, SQUARES, ABREAST)
        ]
        return {
            "ground": _joined(row.ground for row in rows),
            "signs": _joined(row.signs for row in rows),
            "hits": _joined(row.hits for row in rows),
            "places": _joined(row.places for row in sets),
            "paving": _joined(row.paving for row in sets),
            "empty_hits": _joined(row.empty_hits for row in sets),
        }

    def _light(self) -> Json:
        """Work out the lamps, and at night where their light goes."""
        lights = self.city.lights
        lamps = [
            {
                "at": centre(light.lamp),
                "kind": light.kind,
                "title": self._piece_title(LAMP_CARDS[light.kind])
                if light.kind in LAMP_CARDS
                else "",
            }
            for light in lights
        ]
        if not self.night:
            return {"veil": "", "shines": [], "lamps": lamps, "gleams": []}
        lit = {cell for light in lights for cell in (light.lamp, *light.spaces)}
        return {
            "veil": outline(CELLS - lit, 0, 0),
            "shines": [
                {
                    "at": centre(light.lamp),
                    "large": light.kind == "large",
                    "path": shine(light.lamp, light.spaces),
                }
                for light in lights
            ],
            "lamps": lamps,
            "gleams": [
                {"at": centre(cell), "angle": math.degrees(math.atan2(dc, -dr)), "skew": dr and dc}
                for light in lights
                for cell, (dr, dc) in light.gleams
            ],
        }

    def _piece_title(self, card: int) -> str:
        """Say which piece this is, whose, and what it does."""
        owner = self.names[self.table.card_holder[card]]
        return " · ".join([CARD_TITLES[card], owner, self.words.effect(card, self.table)])

    def _block_name(self, block: Block) -> str:
        garden = block.building == GARDEN
        return self.say("Garden") if garden else self.words.building(block.building)

    def _block_letters(self, block: Block) -> str:
        """Name a block as briefly as its picture does."""
        return self._block_name(block) if block.building == GARDEN else lettered(block.name)

    def _block_title(self, block: Block) -> str:
        size, lamps = len(block.cells), block.lamps
        name, owner = self._block_name(block), self.names[block.owner]
        return f"{name} · {owner} · {size} × {lamps} = {size * lamps}"

    def _standing(self) -> list[str]:
        """Say of every space what stands on it; nothing where it is free."""
        titles = {built: self._block_title(block) for built, block in self.city.blocks.items()}
        return [
            "" if piece < 0 else titles.get(piece) or self._piece_title(CARD_OF[piece])
            for piece in self.city.pieces
        ]

    def _roof(self, block: Block) -> Roof:
        foreign = {LAMP: Card.MET, LETTERS[rival(block.owner)]: Card.CHA}
        marks = []
        for cell in block.cells:
            letter = self.city.letters[space_of(cell)]
            if letter in foreign and cell != block.annexe:
                marks.append((foreign[letter].name, cell))
        return roof(
            block.name,
            block.cells,
            block.owner,
            built=True,
            title=self._block_title(block),
            lit=block.lamps > 0,
            annexe=block.annexe,
            marks=tuple(marks),
        )

    # The sides

    def postcards(self) -> list[Json]:
        """Work out the eight postcards."""
        cards = range(POSTCARDS)
        return [self._card(card) for card in cards if self.table.card_state[card] != State.OUT]

    def _card(self, card: int) -> Json:
        holder = self.table.card_holder[card]
        made = postcard(
            self.words,
            card,
            self.table.card_state[card],
            holder,
            self.names[holder] if holder != NOBODY else "",
            self.table.card == card,
            self.words.effect(card, self.table),
        )
        return {**made, "lamp": lit_by_large_lamp(self.table)} if card == Card.GRA else made

    @functools.cached_property
    def shapes(self) -> Shapes:
        """The cells of every building."""
        return kept(
            self.scene,
            "shapes",
            lambda scene: tuple(shape_of(scene.table, building) for building in range(BUILDINGS)),
        )

    def site(self) -> list[Json]:
        """Work out the site."""
        here, words, shapes = self.table.site, self.words, self.shapes
        return [
            {
                "thumb": thumb(words, shapes[place[0]], place, None),
                "here": (here >> place[0]) & 1 == 1,
            }
            for place in on_site(shapes)
        ]

    def seat(self, s: int) -> Json:
        """Work out whether a player is to play, or has won."""
        return {"turn": self.scene.to_play == s, "won": s in self.scene.winners}

    def seat_head(self, s: int) -> Json:
        """Work out the head of what lies before a player: the name and the points."""
        seat = self.seat(s)
        note = self.say("to play") if seat["turn"] else self.say("wins") if seat["won"] else ""
        return {
            **seat,
            "name": fit(
                self.names[s], 194 if seat["won"] else 208, (28, 25, 22, 20, 18), bold=True
            ),
            "full_name": self.names[s],
            "score": self.scene.scores[s],
            "note": note,
        }

    def seat_hand(self, s: int) -> Json:
        """Work out what a player is about to place; by night the ledger of what is lit instead."""
        turn = self.scene.to_play == s
        city = self.city.blocks.values() if self.night else ()
        return {
            "turn": turn,
            "stack": self.table.seats[s].in_stack,
            "all_chimneys": CHIMNEYS,
            "pending": self._pending() if turn else None,
            "ledger": [self._entry(block) for block in city if block.owner == s],
        }

    def seat_stock(self, s: int) -> Json:
        """Work out what a player has left to act and to build with."""
        seat = self.table.seats[s]
        mine, words, shapes = seat.reserve, self.words, self.shapes
        reserve = tuple(building for building in range(BUILDINGS) if (mine >> building) & 1)
        places = arranged(shapes, reserve, (360, 124))
        return {
            "tokens": seat.tokens,
            "all_tokens": TOKENS,
            "chimneys": seat.chimneys,
            "all_chimneys": CHIMNEYS,
            "reserve": [thumb(words, shapes[place[0]], place, s) for place in places],
        }

    def _entry(self, block: Block) -> Json:
        size, lamps = len(block.cells), block.lamps
        top, left = min(r for r, _ in block.cells), min(c for _, c in block.cells)
        cells = [(r - top, c - left) for r, c in block.cells]
        high, wide = box(cells)
        cell = min(6.0, 20 / high, 26 / wide)
        return {
            "shape": outline(cells, 0.4, 0, cell),
            "high": high * cell,
            "wide": wide * cell,
            "garden": block.building == GARDEN,
            "name": self._block_letters(block),
            "size": size,
            "lamps": lamps,
            "points": size * lamps,
        }

    def _pending(self) -> Json | None:
        """Return the piece or building that the player is about to place."""
        table = self.table
        if table.transit != NOTHING:
            cells = self.shapes[table.transit]
            high, wide = box(cells)
            cell = min(44.0, 140 / max(high, wide))
            owner = table.to_play if table.decision == Decision.LEV_PLACE else None
            x, y = 80 - wide * cell / 2, 80 - high * cell / 2
            picture = thumb(self.words, cells, (table.transit, x, y, cell), owner)
            return {"building": picture, "name": picture["name"]}
        if table.decision != Decision.SPECIAL:
            return None
        garden = None
        if table.card == Card.JAR:
            garden = roof(Card.JAR.name, ((0, 0), (0, 1)), table.to_play)
        return {
            "code": CARD_CODES[table.card],
            "name": CARD_TITLES[table.card],
            "title": self._piece_title(table.card),
            "pair": covers_two(table, table.card),
            "garden": garden,
            "building": None,
        }

    def sheet(self) -> Json:
        """Work out the score sheet: the lines that can count in this game."""
        idle = idle_lines(self.table)
        sheet, words = self.scene.sheet, self.words
        rows = [
            sheet_row(words, line.name, line.tie_break, *sheet[line.name])
            for line in LINES
            if line.name not in idle
        ]
        return {
            "rows": [row for row in rows if not row["tie"]],
            "ties": [row for row in rows if row["tie"]],
            "scores": self.scene.scores,
            "winners": self.scene.winners,
        }

    def headline(self) -> Json:
        """Work out whose turn it is and what is asked."""
        to_play, winners = self.scene.to_play, self.scene.winners
        if to_play is not None:
            text = self.say("{seat} to play", seat=self.names[to_play])
            asked = self.words.question(self.table)
        else:
            if len(winners) == 1:
                text = self.say("{seat} wins", seat=self.names[winners[0]])
            else:
                text = self.say("Shared victory")
            asked = " : ".join(str(score) for score in self.scene.scores)
        line = fit(text, 380, (25, 23, 21, 19, 17, 15), bold=True)
        seats = [to_play] if to_play is not None else winners
        return {
            "seats": seats,
            "line": line,
            "half": (width(line.lines[0], line.size, bold=True) + 8 + 32 * len(seats)) / 2,
            "asked": fit(asked, 430, (14, 13, 12, 11)),
            "phase": self.say("Phase {phase}", phase=min(self.table.phase, 2)),
        }
