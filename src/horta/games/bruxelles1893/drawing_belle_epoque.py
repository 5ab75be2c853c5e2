"""The wing of Belle Époque beside the façade: the station, five pavilions with their cards, tiles.

Also the plates of the architects' boards.
"""

from __future__ import annotations

from horta.core.drawing import fit
from horta.core.game import Json
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.moves import FIGURE_NAMES
from horta.games.bruxelles1893.painter import Painter, seat_or_none
from horta.games.bruxelles1893.pavilions import colours_in_row, stands_in_row
from horta.games.bruxelles1893.pieces import (
    PAVILION_NAMES,
    PAVILIONS,
    STEPS,
    TILES,
    Architect,
    Card,
    Kind,
    Track,
)
from horta.games.bruxelles1893.signs import HEIGHT as SIGN_HIGH
from horta.games.bruxelles1893.signs import sign
from horta.games.bruxelles1893.table import NEUTRAL, NOBODY, ON_CARD_NOBODY, has_tile
from horta.games.bruxelles1893.tiles import NEIGHBOUR_POINTS, PASS_POINTS, TILE_ROWS

WIDTH = 276
CARD_WIDE, CARD_HIGH = 148, 82
SIGN_ROOM = 84  # on a card, beside its moment
TILE_LEFT, TILE_TOP, TILES_WIDE, TILES_HIGH = 8, 538, 260, 104
GAP = 6
PAWN_HIGH = 50  # with some room above and below
THREE = 3  # so many tiles stand upright in one row


def wing(painter: Painter) -> Json | None:
    """Work out the wing; None without the expansion."""
    if not painter.belle:
        return None
    say, railway = painter.say, painter.table.railway
    return {
        "pavilions": [_pavilion(painter, row) for row in range(PAVILIONS)],
        "tiles": _tiles(painter),
        "railway": railway,
        "station": f"{say('Station')} · {say('travellers')}: {railway} · {say(effects.TRAVELLER)}",
    }


def _pavilion(painter: Painter, row: int) -> Json:
    table, say = painter.table, painter.say
    glass, owner = table.printed.glass[row], table.pavilion[row]
    title = f"{say('Pavilion')} {row + 1}"
    if owner == NOBODY:
        title += f" · {painter.kind(Kind.GLASS)}: {glass} · {say(effects.PAVILION)}"
    else:
        points = painter.points(colours_in_row(table, row))
        title += f" · {painter.names[owner]} · {say('visit')}: {points} · {say(effects.VISIT)}"
    return {
        "target": PAVILION_NAMES[row],
        "y": 66 + 90 * row,
        "glass": glass,
        "owner": seat_or_none(owner),
        "chosen": table.target == row + 1,
        "title": title,
        "card": card(painter, row) if owner == NOBODY else None,
        "visitors": [c for c in range(NEUTRAL + 1) if stands_in_row(table, row, c)],
    }


def card_title(painter: Painter, row: int) -> str:
    """Say which card belongs to a pavilion, what it does, and whether it was used."""
    card = painter.table.card[row]
    title = f"{painter.say('Card')} {card + 1} · {painter.words.card(card)}"
    return f"{title} · {painter.say('used')}" if painter.table.card_used[row] else title


def card(painter: Painter, row: int) -> Json:
    """Work out the Belle Époque card of a pavilion."""
    table = painter.table
    number = table.card[row] + 1
    shown = CARD_ROWS[table.card[row]]
    waits = None
    if table.card[row] == Card.EXTRA_TURN and table.on_card != ON_CARD_NOBODY:
        waits = FIGURE_NAMES[table.on_card - 1]
    return {
        "target": f"card-{number}",
        "number": number,
        "when": shown.moment,
        "sign": sign(shown.sign, SIGN_ROOM),
        "owner": seat_or_none(table.pavilion[row]),
        "used": bool(table.card_used[row]),
        "figure": waits,
        "title": card_title(painter, row),
    }


def tile_sign(painter: Painter, tile: int) -> str:
    """Return the sign of an end-game tile for this number of players."""
    last = (STEPS + 1) * Track.ARCHITECT + STEPS
    return TILE_ROWS[tile].sign.format(
        passes=int(PASS_POINTS[painter.players]),
        pairs=int(NEIGHBOUR_POINTS[painter.players]),
        portrait=painter.table.prints[Architect.NONE].levels[last],
    )


def _tiles(painter: Painter) -> list[Json]:
    """Lay the open tiles out: three upright, more of them by twos."""
    table = painter.table
    tiles = [k for k in range(TILES) if (table.tiles >> k) & 1]
    count = len(tiles)
    across = 2 if count > THREE else THREE
    down = -(-count // across)
    wide = (TILES_WIDE - GAP * (across - 1)) / across
    high = (TILES_HIGH - GAP * (down - 1)) / down
    upright = down == 1
    made = []
    for k, tile in enumerate(tiles):
        owner = next((s for s in range(painter.players) if has_tile(table, s, tile)), None)
        effect = painter.words.tile(tile, painter.players, table)
        title = f"{painter.say('Tile')} {tile + 1} · {effect}"
        pawn = (wide / 2, high - 26) if upright else (wide - 16, high / 2 + 2)
        room = wide - 14 if upright else wide - 38
        made.append(
            {
                "target": f"tile-{tile + 1}",
                "x": TILE_LEFT + (wide + GAP) * (k % across),
                "y": TILE_TOP + (high + GAP) * (k // across),
                "wide": wide,
                "high": high,
                "sign": sign(tile_sign(painter, tile), room, min(SIGN_HIGH, high)),
                "sign_x": wide / 2 if upright else 6 + room / 2,
                "sign_y": 32 if upright else high / 2,
                "pawn_x": pawn[0],
                "pawn_y": pawn[1],
                "pawn": min(0.74, high / PAWN_HIGH),
                "owner": owner,
                "title": title if owner is None else f"{title} · {painter.names[owner]}",
            }
        )
    return made


def plate(painter: Painter, architect: int, room: float = 54) -> Json:
    """Work out the plate of an architect's board, with so much room for its sign."""
    row = BOARD_ROWS[architect - 1]
    name = row.architect.name.lower()
    return {
        "target": f"board-{name}",
        "name": name,
        "printed": row.other,
        "act": row.act,
        "sign": sign(row.sign, room),
        "title": fit(row.title, 122, (15, 14, 13, 12), bold=True),
        "short": row.title.split()[-1],
        "tag": f"{row.title} · {painter.words.board(architect, painter.table.belle_epoque == 1)}",
    }
