"""Bruxelles 1893 in characters, for terminals and logs: the same scene that the drawing gets."""

from __future__ import annotations

from collections.abc import Iterable

from horta.core.scene import Scene
from horta.games.bruxelles1893.boards import BOARD_TITLES
from horta.games.bruxelles1893.moves import COLUMN_NAMES
from horta.games.bruxelles1893.names import FIGURES
from horta.games.bruxelles1893.names import PLACES as PLACE_TITLES
from horta.games.bruxelles1893.names import ROWS as ROW_TITLES
from horta.games.bruxelles1893.names import TRACKS as TRACK_TITLES
from horta.games.bruxelles1893.notables import NOTABLE_TITLES
from horta.games.bruxelles1893.painter import Painter
from horta.games.bruxelles1893.pieces import (
    BACK,
    COLOURED,
    COLOURS,
    CUBE_KINDS,
    NOTABLES,
    PAVILIONS,
    PLACES,
    ROWS,
    SIDE,
    TILES,
    TRACKS,
    Architect,
    Card,
    Kind,
    Place,
    Row,
    Track,
)
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    ON_CARD_NOBODY,
    has_tile,
    level,
    shop_top,
)
from horta.games.bruxelles1893.theatre import PRICES
from horta.games.bruxelles1893.travellers import travellers_at

# ANSI colours of the seats, and of the neutral assistants.
PAINTS = ("30;48;5;208", "97;44", "97;42", "97;41", "97;45", "30;47")
PEOPLE = "12345N"  # the seats' assistants and the neutral ones, as the board shows them
WIDTH = 15


def sketch(scene: Scene, colour: bool) -> str:
    """Return the table as text; with colour, by ANSI codes."""
    painter = Painter(scene)
    say, table = painter.say, painter.table
    zone = f"  {say('Crest')} {painter.words.crest(table.crest)}" if table.crest != NOTHING else ""
    parts = [
        say("Round {a} of 5", a=table.round_number) + zone,
        *_board(painter, colour),
        *_brussels(painter),
        *_prizes(painter),
        *_belle(painter),
        "",
    ]
    for s, name in enumerate(painter.names):
        turn = f" ← {say('to play')}" if scene.to_play == s else ""
        token = f", {say('Manneken-Pis')}" if table.token == s else ""
        left = f", {say('passed')}" if table.seats[s].passed else ""
        head = f"{PEOPLE[s]} {name}: {scene.scores[s]}{token}{left}{turn}"
        parts += [_paint(head, s, colour), *_seat(painter, s)]
    return "\n".join(parts)


def _paint(text: str, seat: int, colour: bool) -> str:
    return f"\x1b[{PAINTS[seat]}m{text}\x1b[0m" if colour else text


def _board(painter: Painter, colour: bool) -> list[str]:
    """Each space: its action; then the house as h1, the assistant and his bid as 2:4.

    A star marks the spaces with a Belle Époque tile.
    """
    table = painter.table
    lines = ["   " + "".join(letter.ljust(WIDTH) for letter in COLUMN_NAMES)]
    for row in range(SIDE):
        upper, lower = f"{row + 1}  ", "   "
        for k in range(SIDE * row, SIDE * row + SIDE):
            title = painter.act(table.act[k])[: WIDTH - 3]
            if (table.printed.cross >> k) & 1:
                title = f"{title[: WIDTH - 4]}*"
            is_open = (table.zone >> k) & 1
            upper += (f"[{title}]" if is_open else f" {title} ").ljust(WIDTH)
            house, figure = table.house[k], table.figure[k]
            here, shown = [], 0
            if house != NOBODY:
                here.append((f"h{PEOPLE[house]}", house))
            if figure != NOBODY:
                bid = f":{table.bid[k]}" if table.bid[k] else ""
                here.append((f"{PEOPLE[figure]}{bid}", figure))
            for text, who in here:
                lower += " " + _paint(text, who, colour)
                shown += 1 + len(text)
            lower += " " * (WIDTH - shown)
        lines += [upper.rstrip(), lower.rstrip()]
    return lines


def _brussels(painter: Painter) -> list[str]:
    say, table = painter.say, painter.table
    tops = [shop_top(table, side) for side in range(2)]
    shop = [painter.colour(top) if top != NOTHING else "-" for top in tops]
    kinds = [painter.kind(table.ring[place]) for place in table.branch]
    theatre = [
        f"{price}: {NOTABLE_TITLES[notable]}"
        for price in range(PRICES)
        if (notable := table.theatre[price]) >= 0
    ]
    places = [
        f"{say(PLACE_TITLES[Place(place)])} {table.uses[place]}×{_guests(painter, place)}"
        for place in range(PLACES)
    ]
    supply = _list((painter.kind(kind), table.supply[kind]) for kind in range(CUBE_KINDS))
    return [
        " · ".join(places) + f"  ({painter.stock_pays} FB)",
        f"{say('Theatre')}: " + ", ".join(theatre),
        f"{say('Shop')}: {', '.join(shop)}  {say('Cursor')}: {painter.words.cursor(table.cursor)}",
        f"{say('Compass')}: {' + '.join(kinds)}  {say('Supply')}: {supply}",
    ]


def _guests(painter: Painter, place: int) -> str:
    """The travellers at a place."""
    count = travellers_at(painter.table, place)
    return f" (+ {count} {painter.say('travellers')})" if count else ""


def _prizes(painter: Painter) -> list[str]:
    say = painter.say
    lines = []
    for letter, number in zip(COLUMN_NAMES, painter.table.prize, strict=True):
        if number != NOTHING:
            lines.append(f"  {letter}  {painter.prize_title(painter.prizes[number])}")
    return [f"{say('Cards below the columns')}:", *lines] if lines else []


def _belle(painter: Painter) -> list[str]:
    """The cards beside the pavilions with their owners, the open tiles, the station."""
    if not painter.belle:
        return []
    table, say, names = painter.table, painter.say, painter.names
    lines = [f"{say('Pavilions')}:"]
    for row in range(PAVILIONS):
        card, owner, glass = table.card[row], table.pavilion[row], table.printed.glass[row]
        owned = f" ← {names[owner]}" if owner != NOBODY else ""
        used = f" ({say('used')})" if table.card_used[row] else ""
        if card == Card.EXTRA_TURN and table.on_card != ON_CARD_NOBODY:
            used += f" ({say(FIGURES[table.on_card - 1])})"
        price = f" ({painter.kind(Kind.GLASS)} {glass})" if glass else ""
        lines.append(f"  {row + 1}{price}  {card + 1}: {painter.words.card(card)}{owned}{used}")
    lines.append(f"{say('End-game tiles')}:")
    for tile in range(TILES):
        if (table.tiles >> tile) & 1:
            owners = [name for s, name in enumerate(names) if has_tile(table, s, tile)]
            owned = "".join(f" ← {name}" for name in owners)
            lines.append(
                f"  {tile + 1}: {painter.words.tile(tile, painter.players, painter.table)}{owned}"
            )
    lines.append(f"{say('Station')}: {table.railway} {say('travellers')}")
    return lines


def _list(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{title} {count}" for title, count in counts if count) or "-"


def _seat(painter: Painter, s: int) -> list[str]:
    table, say = painter.table, painter.say
    seat = table.seats[s]
    notables = [
        NOTABLE_TITLES[k] + (" (×)" if (seat.tilted >> k) & 1 else "")
        for k in range(NOTABLES)
        if (seat.notables >> k) & 1
    ]
    counts = [(painter.colour(colour), seat.works[colour]) for colour in range(COLOURS)]
    counts += [(painter.colour(BACK + k), seat.white[k]) for k in range(COLOURED)]
    works = _list(counts)
    cubes = _list((painter.kind(kind), seat.cubes[kind]) for kind in range(CUBE_KINDS))
    guests = f", {say('travellers')} {seat.travellers}" if painter.belle else ""
    board, architect = [], painter.architect(s)
    if architect != Architect.NONE:
        effect = painter.words.board(architect, table.belle_epoque == 1)
        board = [f"  {BOARD_TITLES[architect - 1]}: {effect}"]
    tracks = [f"{say(TRACK_TITLES[Track(k)])} {level(table, s, k)}" for k in range(TRACKS)]
    rows = [f"{say(ROW_TITLES[Row(k)])} ×{multiplier(table, s, k)}" for k in range(ROWS)]
    return [
        *board,
        f"  {seat.money} FB, {say('assistants')} {seat.reserve}{guests}, "
        f"{say('Justice')} {seat.justice}, {say('houses')} {seat.built}, "
        f"{say('exhibitions')} {seat.exhibits}",
        f"  {say('Works')}: {works}  {say('Cubes')}: {cubes}",
        f"  {', '.join(notables) or '-'}",
        f"  {', '.join(tracks)}; {', '.join(rows)}",
    ]
