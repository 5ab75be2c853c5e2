"""The wing of Belle Époque beside the façade: the station, five pavilions with their cards, tiles.

Also the plates of the architects' boards.
"""

from __future__ import annotations

from horta.core.drawing import fit
from horta.core.game import Json
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.components import (
    BOARD_NAMES,
    BOARD_TITLES,
    PAVILIONS,
    SIDE,
    Architect,
)
from horta.games.bruxelles1893.moves import SPACE_NAMES
from horta.games.bruxelles1893.scene import NEUTRAL_SIGN, Scene
from horta.games.bruxelles1893.signs import BOARDS, CARDS, TILES, sign
from horta.games.bruxelles1893.tiles import NEIGHBOUR_POINTS, PASS_POINTS, Tile
from horta.games.bruxelles1893.windows import Card

WIDTH = 276
CARD_WIDE, CARD_HIGH = 148, 82
SIGN_ROOM = 84  # on a card, beside its moment
TILE_LEFT, TILE_TOP, TILES_WIDE, TILES_HIGH = 8, 538, 260, 104
GAP = 6
THREE = 3  # so many tiles stand upright in one row
FOUR = 4  # so many make a square


def wing(scene: Scene) -> Json | None:
    """Work out the wing; None without the expansion."""
    if not scene.belle:
        return None
    belle = scene.table["belle"]
    return {
        "pavilions": [_pavilion(scene, row) for row in range(PAVILIONS)],
        "tiles": _tiles(scene),
        "railway": belle["railway"],
        "station": f"{scene.say('Station')} · {scene.say('travellers')}: {belle['railway']} · "
        f"{scene.say(effects.TRAVELLER)}",
    }


def visitors(scene: Scene, row: int) -> list[int]:
    """Return the colours of the figures in a row, as seats and the neutral sign."""
    found = set()
    for space in SPACE_NAMES[SIDE * row : SIDE * row + SIDE]:
        figure = scene.on_board.get(space, {"figure": None})["figure"]
        if figure is not None:
            found.add(NEUTRAL_SIGN if figure == "neutral" else figure)
    return sorted(found)


def _pavilion(scene: Scene, row: int) -> Json:
    pavilion = scene.table["belle"]["pavilions"][row]
    glass = scene.components.belle_epoque.glass[row]
    owner = pavilion["owner"]
    title = f"{scene.say('Pavilion')} {row + 1}"
    coming = visitors(scene, row)
    if owner is None:
        title += f" · {scene.kind('glass')}: {glass} · {scene.say(effects.PAVILION)}"
    else:
        title += f" · {scene.names[owner]} · {scene.say('visit')}: {scene.points(len(coming))}"
        title += f" · {scene.say(effects.VISIT)}"
    moment = scene.table["moment"]
    return {
        "target": f"pavilion-{row + 1}",
        "y": 66 + 90 * row,
        "glass": glass,
        "owner": owner,
        "chosen": moment["target"] == f"pavilion-{row + 1}",
        "title": title,
        "card": card(scene, pavilion) if owner is None else None,
        "visitors": coming,
    }


def card_title(scene: Scene, pavilion: Json) -> str:
    """Say which card it is, what it does, and whether it was used."""
    number = pavilion["card"]
    title = f"{scene.say('Card')} {number} · {scene.words.card(number - 1)}"
    return f"{title} · {scene.say('used')}" if pavilion["used"] else title


def card(scene: Scene, pavilion: Json) -> Json:
    """Work out a Belle Époque card."""
    number = pavilion["card"]
    when, effect = CARDS[Card(number - 1)]
    waits = scene.table["belle"]["on_card"] if number == Card.EXTRA_TURN + 1 else None
    return {
        "target": f"card-{number}",
        "number": number,
        "when": when,
        "sign": sign(effect, SIGN_ROOM),
        "owner": pavilion["owner"],
        "used": pavilion["used"],
        "figure": waits,
        "title": card_title(scene, pavilion),
    }


def tile_sign(scene: Scene, number: int) -> str:
    """Return the sign of an end-game tile for this number of players."""
    return TILES[Tile(number - 1)].format(
        passes=int(PASS_POINTS[scene.players]),
        pairs=int(NEIGHBOUR_POINTS[scene.players]),
        portrait=scene.components.tracks.portrait,
    )


def _tiles(scene: Scene) -> list[Json]:
    """Lay the open tiles out: three upright, four in a square, more in two rows."""
    numbers: list[int] = scene.table["belle"]["tiles"]
    count = len(numbers)
    across = 2 if count == FOUR else THREE
    down = -(-count // across)
    wide = (TILES_WIDE - GAP * (across - 1)) / across
    high = (TILES_HIGH - GAP * (down - 1)) / down
    upright = down == 1
    made = []
    for k, number in enumerate(numbers):
        owner = next(
            (s for s, seat in enumerate(scene.seats) if number in seat["belle"]["tiles"]), None
        )
        title = f"{scene.say('Tile')} {number} · {scene.words.tile(number - 1)}"
        pawn = (wide / 2, high - 26) if upright else (wide - 15, high / 2 + 3)
        room = wide - 14 if upright else wide - 38
        made.append(
            {
                "target": f"tile-{number}",
                "x": TILE_LEFT + (wide + GAP) * (k % across),
                "y": TILE_TOP + (high + GAP) * (k // across),
                "wide": wide,
                "high": high,
                "sign": sign(tile_sign(scene, number), room),
                "sign_x": wide / 2 if upright else 6 + room / 2,
                "sign_y": 32 if upright else high / 2,
                "pawn_x": pawn[0],
                "pawn_y": pawn[1],
                "owner": owner,
                "title": title if owner is None else f"{title} · {scene.names[owner]}",
            }
        )
    return made


def plate(scene: Scene, architect: str) -> Json:
    """Work out the plate of an architect's board."""
    board = BOARD_NAMES.index(architect)
    printed, act, power = BOARDS[Architect(board + 1)]
    title = BOARD_TITLES[board]
    return {
        "target": f"board-{architect}",
        "name": architect,
        "printed": printed,
        "act": act,
        "sign": sign(power, 40),
        "title": fit(title, 132, (15, 14, 13, 12), bold=True),
        "tag": f"{title} · {scene.words.board(board + 1)}",
    }
