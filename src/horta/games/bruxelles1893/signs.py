"""What the cards, tiles and boards of Belle Époque and the variant do, told in pictures.

A sign is a row of glyphs: things (a coin, a work, a notable), and between them `/` for each,
`>` for what is given and gained, `<>` for one or the other way. `name:3` writes a number on it.
`glyphs.svg.jinja` draws them.
"""

from __future__ import annotations

from horta.core.game import Json
from horta.games.bruxelles1893.components import Architect
from horta.games.bruxelles1893.tiles import Tile
from horta.games.bruxelles1893.windows import Card

# A card: when it acts, and what it does.
CARDS = {
    Card.WORKS_PAY: ("workshop", "coin:1 / work"),
    Card.TURN_UP: ("workshop", "white > work"),
    Card.MORE_STEPS: ("sale", "cursor +2"),
    Card.CLEAR_SHOP: ("sale", "easel undo"),
    Card.DISCARD_SCORES: ("theatre", "gone > vp:3"),
    Card.NEW_FACES: ("theatre", "gone again notable"),
    Card.JOKERS: ("materials", "joker joker"),
    Card.TRADE_JOKER: ("materials", "joker > cube"),
    Card.SUBSTITUTE: ("construction", "iron <> wood | pardon"),
    Card.CUBES_SCORE: ("construction", "vp:1 / cube"),
    Card.CROWD_PAYS: ("exchange", "coin:1 / pawn"),
    Card.WEALTH_SCORES: ("exchange", "vp:1 / coin:5"),
    Card.ONE_MORE: ("grand-place", "+1 notable"),
    Card.DISMISS: ("grand-place", "gone > coin"),
    Card.WITHDRAW: ("park", "bid undo"),
    Card.WORKS_SCORE: ("park", "vp:1 / work"),
    Card.BARTER: ("market", "cube:2 <> work"),
    Card.WHITE_WORK: ("market", "white"),
    Card.TRAVELLER: ("dawn", "traveller"),
    Card.ANY_CREST: ("dawn", "star crest"),
    Card.HOUSE_SCORES: ("house", "vp:3"),
    Card.EXTRA_TURN: ("turn", "pawn > again"),
    Card.LAST_NOTABLE: ("dusk", "coin:2 > notable"),
    Card.UPRIGHT_SCORE: ("dusk", "vp:1 / notable"),
    Card.OTHER_COLUMN: ("column", "prize again prize"),
    Card.MORE_SYMBOLS: ("token", "manneken manneken"),
    Card.DOUBLE: ("crest", "rosette pawn ×2"),
    Card.CRESTS_PAY: ("crest", "coin:2 / crest"),
    Card.RECALL: ("justice", "pawn undo"),
    Card.TRAVELLERS_SCORE: ("justice", "vp:1 / traveller"),
    Card.CARDS_SCORE: ("visit", "vp:2 / card"),
    Card.CARDS_PAY: ("visit", "coin:3 / card"),
}

# A tile; some depend on the number of players or on the owner's own tables.
TILES = {
    Tile.SCORE_SHARE: "vp:1 / vp:7",
    Tile.RAISED_ROW: "+2 line",
    Tile.TOWN_HALL_PAYS: "coin:3 / town_hall",
    Tile.FOUR_WORKS: "work ×4",
    Tile.PALACE_SCORES: "vp:2 / palace",
    Tile.ONE_HOUSE: "+1 house",
    Tile.PASSES_SCORE: "vp:{passes} / pass",
    Tile.BUILDINGS_MORE: "vp:+2 / house",
    Tile.NEIGHBOURS: "vp:{pairs} / pair",
    Tile.PORTRAIT: "architect vp:{portrait}",
    Tile.WHITES_SCORE: "vp:3 / white",
    Tile.NOTABLES_FREE: "notable coin:0",
}

# A board: what is printed otherwise on it, the action that it helps, and how.
BOARDS = {
    Architect.HANKAR: ("town_hall", "theatre", "back > coin:0"),
    Architect.GAUCHIE: ("palace", "workshop", "+1 cube"),
    Architect.HORTA: ("architect", "materials", "coin:+2"),
    Architect.SAINTENOY: ("lines", "construction", "compass undo"),
    Architect.STRAUVEN: ("costs", "sale", "coin:+1 vp:+1"),
}

MODES = ("iron <> wood", "pardon")
BARTERS = ("cube:2 > work", "work > cube:2")

# How wide glyphs are where they are not like most.
WIDTHS = {
    "/": 14,
    ">": 20,
    "<>": 24,
    "|": 14,
    "coin": 31,
    "vp": 40,
    "cube": 38,
    "work": 33,
    "white": 33,
    "pawn": 29,
    "traveller": 38,
    "notable": 34,
    "gone": 34,
    "house": 38,
    "pair": 46,
    "pavilion": 40,
    "line": 46,
    "compass": 30,
    "easel": 36,
    "back": 30,
    "card": 34,
    "pass": 38,
    "prize": 40,
    "bid": 34,
}
USUAL = 33
LETTER = 14.5
HEIGHT = 42


def sign(text: str, wide: float, high: float = HEIGHT) -> Json:
    """Lay out a row of glyphs around the middle of a box, as large as they fit."""
    words = [word.partition(":") for word in text.split()]
    widths = [_width(name) for name, _, _ in words]
    total = sum(widths)
    x, glyphs = -total / 2, []
    for (name, _, number), room in zip(words, widths, strict=True):
        glyphs.append({"name": name, "text": number, "x": x + room / 2})
        x += room
    return {"glyphs": glyphs, "scale": min(wide / total, high / HEIGHT)}


def _width(name: str) -> float:
    if _is_text(name):
        return 6 + LETTER * len(name)
    return WIDTHS.get(name, USUAL)


def _is_text(name: str) -> bool:
    return name[0] in "+×"
