"""Positions of Paris drawn as text, and their moves in the short codes of docs/rules/paris.md.

    match = stand(A, "O 17 18 26 34", "O annexe 42 N", orange="U6")
    play(match, "A:GRA", "S@9/0")
    assert parts(match, 0) == {"lit": 10, "group": 5, "unbuilt": -3}

A grid is drawn as 8 rows of the letters o, b, m and L. It need not be made of the real tiles: the
position brings its own component table, one tile for each drawn square.

A piece is a phrase: owner, name, spaces, facing. A building may go without a name; then the piece
with that shape is taken, and if there is none, one of that size gets it in this copy of the game.

    O 0 1 2             B U6 0 1 2 3 8 11      B garden 36 37       O annexe 42 N
    O painter 8         O dancer 0             O lamp 2             O large 9
    O fountain 33       O statue 18 E          O SAC                O MET (held)
    O MET used          B LAM declined

Tokens and postcards are made to add up: each phrase that names a card or its piece spends a token
of its owner, and `tokens` lets the seats decline further cards until so many are left.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Any

import horta

Json = dict[str, Any]

# Grid A of the page.
A = """
oooobbbb
oLoobbLb
oooobbbb
oooobbbb
mmmmmmmm
oooLLbbb
oooobbbb
oooobbbb
"""

MIXED = "mmmmmmmm\n" * 8

# The table of building shapes, as the page draws it.
SHAPES = {
    "I3": "XXX",
    "V3": ".X/XX",
    "O4": "XX/XX",
    "T4": "X./XX/X.",
    "S4": "X./XX/.X",
    "L4": "XX/.X/.X",
    "P5": ".XX/XXX",
    "T5": ".X./.X./XXX",
    "W5": "..X/.XX/XX.",
    "X5": ".X./XXX/.X.",
    "U6": "XXXX/X..X",
    "L6": "XXX/X../X../X..",
}
NAMES = list(SHAPES)
CARDS = ["LEV", "MET", "JAR", "SAC", "PEI", "CHA", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"]
PIECES = {
    "garden": "JAR",
    "painter": "PEI",
    "annexe": "BOU",
    "lamp": "LAM",
    "dancer": "MOU",
    "fountain": "FON",
    "statue": "PEN",
    "large": "GRA",
}
# What a seat may have declined without a trace; SAC, MET and CHA cannot be declined.
DECLINABLE = [card for card in reversed(CARDS) if card not in ("SAC", "MET", "CHA")]
SIDES = "NESW"


# Spaces and shapes


def name_of(space: int) -> str:
    """Return the name that positions and texts use for a space: 0 is a1, 63 is h8."""
    return f"{'abcdefgh'[space % 8]}{space // 8 + 1}"


def number_of(name: str) -> int:
    """Return the number of a space, as the page counts: row * 8 + column."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def rows_of(shape: str) -> list[str]:
    """Return the rows of a drawn shape."""
    return shape.split("/")


def turned(rows: Iterable[str]) -> list[str]:
    """Turn a drawing clockwise by a quarter."""
    return ["".join(column) for column in zip(*reversed(list(rows)), strict=True)]


def oriented(shape: str, orientation: int) -> list[str]:
    """Mirror a drawn shape left to right (orientations 4 to 7), then turn it clockwise."""
    rows = rows_of(shape)
    if orientation >= 4:
        rows = [row[::-1] for row in rows]
    for _ in range(orientation % 4):
        rows = turned(rows)
    return rows


@functools.cache
def spaces_at(shape: str, anchor: int, orientation: int) -> frozenset[int]:
    """Return the spaces under a shape; none if it would leave the board."""
    rows = oriented(shape, orientation)
    row, column = divmod(anchor, 8)
    if row + len(rows) > 8 or column + len(rows[0]) > 8:
        return frozenset()
    return frozenset(
        anchor + 8 * r + c for r, line in enumerate(rows) for c, x in enumerate(line) if x == "X"
    )


def drawn(spaces: Iterable[int]) -> tuple[str, int]:
    """Draw spaces as a shape; return it and its anchor."""
    at = [divmod(space, 8) for space in spaces]
    top, left = min(r for r, _ in at), min(c for _, c in at)
    bottom, right = max(r for r, _ in at), max(c for _, c in at)
    rows = (
        "".join("X" if (r, c) in at else "." for c in range(left, right + 1))
        for r in range(top, bottom + 1)
    )
    return "/".join(rows), 8 * top + left


def lie(shape: str, spaces: Iterable[int], turns: int = 8) -> tuple[int, int] | None:
    """Return anchor and lowest orientation that put a shape on these spaces."""
    wanted, anchor = frozenset(spaces), drawn(spaces)[1]
    found = (k for k in range(turns) if spaces_at(shape, anchor, k) == wanted)
    orientation = next(found, None)
    return None if orientation is None else (anchor, orientation)


# Positions


def swap(s: int, *pieces: str) -> list[str]:
    """Give pieces of orange to seat `s`, and those of blue to the other one."""
    return [("OB", "BO")[s]["OB".index(piece[0])] + piece[1:] for piece in pieces]


def reserves(s: int, mine: str, rivals: str = "") -> Json:
    """Return the reserves as `stand` takes them, with `mine` at seat `s`."""
    return {"orange": mine, "blue": rivals} if s == 0 else {"orange": rivals, "blue": mine}


def of_seat(s: int, grid: str) -> str:
    """Exchange the colours of a grid for seat 1."""
    return grid.translate(str.maketrans("ob", "bo")) if s else grid


def stand(grid: str, *pieces: str, **given: Any) -> horta.Match:
    """Resume a position of phase 2; `position` says what can be given."""
    return horta.resume("paris", position(grid, *pieces, **given))


def position(
    grid: str,
    *pieces: str,
    orange: str = "",
    blue: str = "",
    to_play: int = 0,
    tokens: tuple[int, int] = (4, 4),
    open_cards: str = "",
    over: bool = False,
    shapes: dict[str, str] | None = None,
    **options: Any,
) -> Json:
    """Return a position of phase 2, or with `over` an ended one, as `horta.resume` takes it.

    `orange` and `blue` are the reserves; `shapes` replaces shapes of buildings; the rest are
    options of the game.
    """
    letters = grid.split()
    if over:
        tokens = (0, 0)
    faces = [_face(letters, square) for square in range(16)]
    built, cards = _read(pieces, options.get("allow_flip", False))
    drawings = dict(SHAPES) | (shapes or {})
    stores = [orange.split(), blue.split()]
    buildings = _name_buildings(built, drawings, stores)
    on_board = {building["building"] for building in buildings}
    postcards = _postcards(cards, tokens, open_cards.split())
    held = [[c for c in postcards if c["holder"] == s] for s in (0, 1)]
    chimneys = [
        7
        - sum(building["owner"] == s for building in buildings)
        - sum(c["card"] == "JAR" and c["space"] is not None for c in held[s])
        for s in (0, 1)
    ]
    return {
        "horta": 1,
        "game": "paris",
        "rules_version": 1,
        "players": 2,
        "options": {"postcards": [c["card"] for c in postcards], **options},
        "components": {
            "tiles": {"orange": faces[:8], "blue": faces[8:]},
            "buildings": [{"name": n, "rows": rows_of(drawings[n])} for n in NAMES],
        },
        "table": {
            "phase": 3 if over else 2,
            "decision": "over" if over else "p2_turn",
            "to_play": to_play,
            "starter": 0,
            "first_done": 0,
            "idle": 2 if over else 0,
            "card": None,
            "transit": None,
            "site": [n for n in NAMES if n not in (*on_board, *stores[0], *stores[1])],
            "squares": [f"{'ob'[k // 8]}{k % 8}/0" for k in range(16)],
            "seats": [
                {
                    "hand": None,
                    "stack": [],
                    "stack_size": 0,
                    "reserve": stores[s],
                    "tokens": 4 - len(held[s]),
                    "chimneys": chimneys[s],
                }
                for s in (0, 1)
            ],
            "postcards": postcards,
            "buildings": buildings,
        },
    }


def _face(letters: list[str], square: int) -> str:
    row, column = 2 * (square // 4), 2 * (square % 4)
    return "/".join(letters[row + r][column : column + 2] for r in (0, 1))


def _read(pieces: Iterable[str], flips: bool) -> tuple[list[Json], list[Json]]:
    """Sort phrases into buildings and postcards."""
    built: list[Json] = []
    cards: list[Json] = []
    for phrase in pieces:
        seat, *words = phrase.split()
        owner = "OB".index(seat)
        spaces = [int(word) for word in words if word.isdigit()]
        rest = [word for word in words if not word.isdigit()]
        name = rest.pop(0) if rest else ""
        if name in CARDS:
            state = rest[0] if rest else ("held" if name in ("MET", "CHA") else "used")
            cards.append({"card": name, "state": state, "holder": owner, "space": None})
        elif name in PIECES:
            facing = 0
            if rest:
                facing = SIDES.index(rest[0])
            elif len(spaces) == 2:
                facing = 0 if abs(spaces[1] - spaces[0]) == 1 else 1
            cards.append(
                {
                    "card": PIECES[name],
                    "state": "used",
                    "holder": owner,
                    "space": name_of(min(spaces)),
                    "facing": facing,
                }
            )
        else:
            built.append(
                {"name": name, "owner": owner, "spaces": spaces, "turns": 8 if flips else 4}
            )
    return built, cards


def _name_buildings(
    built: list[Json], drawings: dict[str, str], stores: list[list[str]]
) -> list[Json]:
    """Find a piece for each building that was given by its spaces only."""
    taken = {piece["name"] for piece in built} | {name for store in stores for name in store}
    for piece in built:
        if not piece["name"]:
            size = len(piece["spaces"])
            spare = [n for n in NAMES if n not in taken and drawings[n].count("X") == size]
            fit = (n for n in spare if lie(drawings[n], piece["spaces"], piece["turns"]))
            name = next(fit, "") or spare[0]
            if not lie(drawings[name], piece["spaces"], piece["turns"]):
                drawings[name] = drawn(piece["spaces"])[0]
            piece["name"] = name
            taken.add(name)
    return [_building(piece, drawings) for piece in built]


def _building(piece: Json, drawings: dict[str, str]) -> Json:
    found = lie(drawings[piece["name"]], piece["spaces"], piece["turns"])
    assert found, f"{piece['name']} does not lie on {piece['spaces']}"
    return {
        "building": piece["name"],
        "owner": piece["owner"],
        "anchor": name_of(found[0]),
        "orientation": found[1],
    }


def _postcards(cards: list[Json], tokens: tuple[int, int], open_cards: list[str]) -> list[Json]:
    """Fill up to eight cards, declined ones first, until the tokens are right."""
    cards = list(cards)
    named = {card["card"] for card in cards} | set(open_cards)
    for s in (0, 1):
        while 4 - sum(card["holder"] == s for card in cards) > tokens[s]:
            name = next(card for card in DECLINABLE if card not in named)
            named.add(name)
            cards.append({"card": name, "state": "declined", "holder": s, "space": None})
    names = [card for card in CARDS if card in open_cards]
    names += [card for card in CARDS if card not in named]
    for name in names[: 8 - len(cards)]:
        cards.append({"card": name, "state": "open", "holder": None, "space": None})
    return sorted(cards, key=lambda card: CARDS.index(card["card"]))


def dealt(orange: str, blue: str, starter: int, **options: Any) -> horta.Match:
    """Start a game with the real pieces and these stacks; their first tiles are the hands."""
    start = horta.start("paris", seed=1, starting_player=starter, **options).position
    for seat, letter, stack in zip(start["table"]["seats"], "ob", (orange, blue), strict=True):
        first, *others = [f"{letter}{tile}" for tile in stack.split()]
        seat["hand"] = first
        seat["stack"] = others
        seat["stack_size"] = len(others)
    return horta.resume("paris", start)


# Moves

CODES = (
    (r"pass", lambda: "pass"),
    (r"decline", lambda: "decline"),
    (r"T(\d+)/(\d)", lambda q, r: f"tile {'ABCD'[int(q) % 4]}{int(q) // 4 + 1} {r}"),
    (r"[KGN]:?(\w+)", lambda b: f"choose {_piece(b)}"),
    (r"A:(\w+)", lambda card: f"activate {card}"),
    (r"S@(\d+)/(\d)", lambda s, f: f"put {name_of(int(s))} {f}"),
    (r"B:?(\w+)@(\d+)/(\d)", lambda b, a, k: f"build {_piece(b)} {name_of(int(a))} {k}"),
)


def _piece(word: str) -> str:
    return NAMES[int(word)] if word.isdigit() else word


def action(match: horta.Match, code: str) -> int:
    """Return the action of a code of the page: `T9/2`, `K4`, `A:LEV`, `S@6/2`, `B:U6@11/0`."""
    for pattern, text in CODES:
        found = re.fullmatch(pattern, code)
        if found:
            return match.parse(text(*found.groups()))
    raise ValueError(f"{code} is no code of a move")


def play(match: horta.Match, *codes: str) -> horta.Match:
    """Play moves, given as codes, and return the match."""
    for code in codes:
        match.play(action(match, code))
    return match


def until_over(match: horta.Match) -> Iterator[None]:
    """Go round until the game is over; it is within 100 decisions (invariant 21)."""
    for _ in range(100):
        if match.over:
            return
        yield
    raise AssertionError("the game does not end within 100 decisions")


def can(match: horta.Match, code: str) -> bool:
    """Tell whether a move is legal now."""
    return action(match, code) in match.legal


def moves(match: horta.Match, kind: str) -> list[tuple[int, ...]]:
    """Return the coordinates of the legal moves of a kind: pass, tile, choose, put, …"""
    decoded = (match.game.actions.decode(move) for move in match.legal)
    return [values for name, values in decoded if name == kind]


def kinds(match: horta.Match) -> set[str]:
    """Return the kinds of moves that are legal now."""
    return {match.text(move).split()[0] for move in match.legal}


def choices(match: horta.Match) -> list[str]:
    """Return the buildings that may be taken, given or got now."""
    return [NAMES[b] for (b,) in moves(match, "choose")]


def openings(match: horta.Match) -> list[str]:
    """Return the postcards that may be activated now."""
    return [CARDS[card] for (card,) in moves(match, "activate")]


def puts(match: horta.Match) -> list[tuple[int, int]]:
    """Return space and facing of every way to put the special piece."""
    return [(space, facing) for space, facing in moves(match, "put")]


def put_spaces(match: horta.Match) -> list[int]:
    """Return the spaces where the special piece may be put."""
    return sorted({space for space, _ in puts(match)})


def builds(match: horta.Match, name: str) -> list[frozenset[int]]:
    """Return the spaces under every legal build of a building."""
    shape = "/".join(match.components.buildings[NAMES.index(name)].rows)
    return [
        spaces_at(shape, anchor, k) for b, anchor, k in moves(match, "build") if NAMES[b] == name
    ]


def fits(match: horta.Match, name: str, *spaces: int) -> bool:
    """Tell whether a building may be built on exactly these spaces now."""
    return frozenset(spaces) in builds(match, name)


def build(match: horta.Match, name: str, *spaces: int) -> horta.Match:
    """Build a building on these spaces and return the match."""
    shape = "/".join(match.components.buildings[NAMES.index(name)].rows)
    found = lie(shape, spaces)
    assert found, f"{name} does not lie on {spaces}"
    return play(match, f"B:{name}@{found[0]}/{found[1]}")


# What lies on the table


def table(match: horta.Match) -> Json:
    """Return what lies on the table."""
    return match.position["table"]


def seat(match: horta.Match, s: int) -> Json:
    """Return what a player has."""
    return table(match)["seats"][s]


def postcard(match: horta.Match, name: str) -> Json:
    """Return a postcard in play."""
    return next(card for card in table(match)["postcards"] if card["card"] == name)


def piece_at(match: horta.Match, name: str) -> tuple[int, frozenset[int]] | None:
    """Return the owner of a building on the board and what it covers, annexe included."""
    for building in table(match)["buildings"]:
        if building["building"] == name:
            return building["owner"], frozenset(map(number_of, building["spaces"]))
    return None


def parts(match: horta.Match, s: int) -> dict[str, int]:
    """Return the lines of a player's score that are not 0."""
    return {
        line: values[s]
        for line, values in match.sheet.items()
        if values[s] != 0 and line != "visible"
    }


def skips(match: horta.Match) -> int:
    """Count the turns that were skipped so far."""
    return sum("skipped" in sentence for sentence in match.log())
