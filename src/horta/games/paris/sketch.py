"""Paris in characters, for terminals and logs: the same scene that the drawing gets."""

from __future__ import annotations

import re
from itertools import zip_longest

from horta.core.scene import Scene
from horta.games.paris.board import face_of, letter_of, shape_of
from horta.games.paris.cards import CARD_OF, CARD_TITLES
from horta.games.paris.components import (
    BUILDINGS,
    CARD_CODES,
    POSTCARDS,
    SIDE,
    Card,
)
from horta.games.paris.moves import BUILDING_NAMES, SPACE_NAMES
from horta.games.paris.table import (
    GARDEN,
    HIDDEN,
    NOBODY,
    NOTHING,
    State,
    Table,
    base_of,
)
from horta.games.paris.words import words

# ANSI: black on orange, white on blue, white on purple, black on yellow.
PAINTS = {"o": "30;48;5;208", "b": "97;48;5;25", "m": "97;48;5;97", "L": "30;48;5;221"}
ROOFS = ("OO", "BB")  # a building shows its owner
ARROWS = "↑→↓←"  # north, east, south, west
LETTERS = "abcdefgh"
WIDTH = 2
ACROSS = 7  # buildings in one line of an 80-column terminal

Titled = tuple[str, list[str]]
"""A block of lines with a title."""


def sketch(scene: Scene, colour: bool) -> str:
    """Return the table as text; with colour, by ANSI codes."""
    say = words(scene.lang).say
    table: Table = scene.table
    parts = [_board(table, colour), ""]
    for seat in range(scene.players):
        parts += _seat(scene, seat, colour)
    if table.site:
        parts += [f"{say('Site')}:"]
        parts += _side_by_side(_buildings(table, table.site), colour)
    parts.append(f"{say('Postcards')}:")
    for card in range(POSTCARDS):
        if table.card_state[card] != State.OUT:
            holder = table.card_holder[card]
            state = "" if holder == NOBODY else f"  [{scene.names[holder]}]"
            # What stands on the board is signed there by what the list says here.
            spot = table.spot[card]
            sign = f"  {_piece(table, spot)} {SPACE_NAMES[spot]}" if spot >= 0 else ""
            parts.append(f"  {CARD_CODES[card]}  {CARD_TITLES[card]}{state}{sign}")
    return "\n".join(parts)


def _seat(scene: Scene, s: int, colour: bool) -> list[str]:
    say, table = words(scene.lang).say, scene.table
    seat = table.seats[s]
    turn = f" ← {say('to play')}" if scene.to_play == s else ""
    facts = [
        f"{say('Action tokens')} {seat.tokens}",
        f"{say('Chimneys')} {seat.chimneys}",
        f"{say('Stack')} {seat.in_stack}",
    ]
    columns: list[Titled] = []
    if seat.hand == HIDDEN:
        columns.append((say("Hidden tile"), ["??", "??"]))
    elif seat.hand != NOTHING:
        columns.append((say("Tile in hand"), _face(face_of(table, s, seat.hand), colour)))
    columns += _buildings(table, seat.reserve)
    return [
        f"{scene.names[s]}: {scene.scores[s]}  ({', '.join(facts)}){turn}",
        *_side_by_side(columns, colour),
    ]


def _paint(text: str, letter: str, colour: bool) -> str:
    return f"\x1b[{PAINTS[letter]}m{text}\x1b[0m" if colour and letter in PAINTS else text


def _board(table: Table, colour: bool) -> str:
    rows = ["    " + "  ".join(LETTERS)]
    for r in range(SIDE):
        cells = []
        for space in range(SIDE * r, SIDE * r + SIDE):
            letter = letter_of(base_of(table, space))
            cells.append(_paint(f"{_piece(table, space) or letter:^3}", letter, colour))
        rows.append(f" {r + 1} " + "".join(cells))
    return "\n".join(rows)


def _piece(table: Table, space: int) -> str:
    """Return what stands on a space: the owner of a building, or the sign of a special piece.

    The statue looks where its arrow points; two of its letters would be the painter's, too.
    """
    piece = table.piece[space]
    if piece == NOTHING:
        return ""
    if piece < GARDEN:
        return ROOFS[table.owner[piece]]
    card = CARD_OF[piece]
    return f"p{ARROWS[table.facing[card]]}" if card == Card.PEN else card.name[:WIDTH].lower()


def _face(letters: str, colour: bool) -> list[str]:
    rows = (letters[:2], letters[2:])
    return ["".join(_paint(f" {x} ", x, colour) for x in row) for row in rows]


def _buildings(table: Table, bits: int) -> list[Titled]:
    """Return the shapes of buildings, titled by their names."""
    found = []
    for building in range(BUILDINGS):
        if (bits >> building) & 1:
            cells = shape_of(table, building)
            high, wide = table.printed.height[building], table.printed.width[building]
            rows = [
                "".join("▓▓" if (r, c) in cells else "  " for c in range(wide)) for r in range(high)
            ]
            found.append((BUILDING_NAMES[building], rows))
    return found


def _side_by_side(columns: list[Titled], colour: bool) -> list[str]:
    """Lay titled blocks of text next to each other."""
    blocks = [[title, *lines] for title, lines in columns]
    if len(blocks) > ACROSS:
        first = _side_by_side(columns[:ACROSS], colour)
        return [*first, *_side_by_side(columns[ACROSS:], colour)]
    widths = [max(_width(line) for line in block) for block in blocks]
    rows = []
    for lines in zip_longest(*blocks, fillvalue=""):
        cells = [
            line + " " * (width - _width(line)) for line, width in zip(lines, widths, strict=True)
        ]
        rows.append(("  " + "   ".join(cells)).rstrip() if not colour else "  " + "   ".join(cells))
    return rows


def _width(line: str) -> int:
    """Return how wide a line looks: ANSI codes take no room."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))
