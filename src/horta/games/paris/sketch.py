"""Paris in characters, for terminals and logs: the same view that the drawing gets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from horta.core.game import Json
from horta.games.paris.components import CARD_CODES, CARD_TITLES, ParisComponents
from horta.games.paris.moves import BUILDING_NAMES
from horta.games.paris.words import words

# ANSI: black on orange, white on blue, white on purple, black on yellow.
PAINTS = {"o": "30;48;5;208", "b": "97;48;5;25", "m": "97;48;5;97", "L": "30;48;5;221"}
ROOFS = ("OO", "BB")  # a building shows its owner
LETTERS = "abcdefgh"
WIDTH = 2
ACROSS = 7  # buildings in one line of an 80-column terminal


def sketch(view: Json, lang: str, colour: bool) -> str:
    """Return the table as text; with colour, by ANSI codes."""
    say = words(lang).say
    table, names = view["table"], view["names"]
    shapes = _shapes(view)
    parts = [_board(table, colour), ""]
    for seat, name in enumerate(names):
        mine = table["seats"][seat]
        turn = f" ← {say('to play')}" if view["to_play"] == seat else ""
        facts = [
            f"{say('Action tokens')} {mine['tokens']}",
            f"{say('Chimneys')} {mine['chimneys']}",
            f"{say('Stack')} {mine['stack_size']}",
        ]
        parts.append(f"{name}: {view['scores'][seat]}  ({', '.join(facts)}){turn}")
        columns = []
        if mine["hand"] == "?":
            columns.append((say("Hidden tile"), ["??", "??"]))
        elif mine["hand"]:
            columns.append((say("Tile in hand"), _face(view, mine["hand"], colour)))
        columns += [(building, shapes[building]) for building in mine["reserve"]]
        parts += _side_by_side(columns, colour)
    if table["site"]:
        parts += [f"{say('Site')}:"]
        parts += _side_by_side([(b, shapes[b]) for b in table["site"]], colour)
    parts.append(f"{say('Postcards')}:")
    for postcard in table["postcards"]:
        card = CARD_CODES.index(postcard["card"])
        holder = postcard["holder"]
        state = "" if holder is None else f"  [{names[holder]}]"
        parts.append(f"  {postcard['card']}  {CARD_TITLES[card]}{state}")
    return "\n".join(parts)


def _paint(text: str, letter: str, colour: bool) -> str:
    return f"\x1b[{PAINTS[letter]}m{text}\x1b[0m" if colour and letter in PAINTS else text


def _board(table: Json, colour: bool) -> str:
    on: dict[str, str] = {}
    for building in table["buildings"]:
        on |= dict.fromkeys(building["spaces"], ROOFS[building["owner"]])
    for postcard in table["postcards"]:
        if postcard["space"] and postcard["card"] != "BOU":
            for space in _spaces(postcard):
                on[space] = postcard["card"][:WIDTH].lower()
    rows = ["    " + "  ".join(LETTERS)]
    for r, letters in enumerate(table["board"], 1):
        cells = []
        for c, letter in enumerate(letters):
            mark = on.get(f"{LETTERS[c]}{r}", "")
            cells.append(_paint(f"{mark or letter:^3}", letter, colour))
        rows.append(f" {r} " + "".join(cells))
    return "\n".join(rows)


def _spaces(postcard: Json) -> list[str]:
    """Return what a special piece covers; the garden lies across or down."""
    first = postcard["space"]
    if postcard["card"] != "JAR":
        return [first]
    column, row = LETTERS.index(first[0]), int(first[1])
    second = (column + 1, row) if postcard["facing"] == 0 else (column, row + 1)
    return [first, f"{LETTERS[second[0]]}{second[1]}"]


def _face(view: Json, tile: str, colour: bool) -> list[str]:
    own = view["components"].get("tiles", {}).get("orange" if tile[0] == "o" else "blue")
    ours = ParisComponents().tiles
    faces: Sequence[str] = own or (ours.orange if tile[0] == "o" else ours.blue)
    upper, lower = faces[int(tile[1])].split("/")
    return ["".join(_paint(f" {x} ", x, colour) for x in row) for row in (upper, lower)]


def _shapes(view: Json) -> dict[str, list[str]]:
    own = view["components"].get("buildings")
    rows = (
        [building["rows"] for building in own]
        if own
        else [building.rows for building in ParisComponents().buildings]
    )
    return {
        name: [row.replace("X", "▓▓").replace(".", "  ") for row in shape]
        for name, shape in zip(BUILDING_NAMES, rows, strict=True)
    }


def _side_by_side(columns: list[tuple[str, list[str]]], colour: bool) -> list[str]:
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
    import re

    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))
