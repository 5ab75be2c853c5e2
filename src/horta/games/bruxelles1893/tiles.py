"""The end-game tiles: assistants sent to them, and what they bring (BE-ACT-01..05, BE-TILE).

Each tile is a row (`TILE_ROWS`). Some tiles score by themselves. Others change a line of the score
sheet, and stand there: the seventh space of tile 10 in `tracks.py`, the free notables of tile 12 in
`closing.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from horta.core.flow import choose
from horta.core.i18n import mark
from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rows import row_check
from horta.core.rule import Rule, lookup, rule
from horta.games.bruxelles1893.closing import cost_of
from horta.games.bruxelles1893.moves import DECLINE, offer_tile, row_action
from horta.games.bruxelles1893.pieces import ROWS, SIDE, SPACES, TILES, Tile, Track
from horta.games.bruxelles1893.table import (
    NOWHERE,
    SOURCES,
    Decision,
    Event,
    Source,
    Table,
    has_tile,
    white_works,
)
from horta.games.bruxelles1893.tracks import last_step

SHARE = 7
RAISE = 2
TOWN_HALL_FRANCS = 3
MORE_WORKS = 4
PALACE_POINTS = 2
BUILDING_POINTS = 2
WHITE_POINTS = 3
# By the number of players.
PASS_POINTS = lookup([0, 0, 3, 3, 5, 5])
NEIGHBOUR_POINTS = lookup([0, 0, 4, 5, 6, 7])


@rule
def free_tiles(table: Table) -> int:
    """Return the open tiles without an assistant, one bit each."""
    tiles = int(table.tiles)
    for s in range(table.players):
        tiles &= ~table.seats[s].tiles
    return tiles


@rule
def ask_tile(table: Table) -> None:
    """After placing on a tile space another assistant may go to an open tile (BE-ACT-01, 03).

    The placement is what counts, not the action (ruling R-37); the park places nobody there
    (BE-ACT-06).
    """
    table.decision = Decision.EXTRA
    if table.space == NOWHERE or (table.printed.cross >> table.space) & 1 == 0:
        return
    if table.seats[table.turn].reserve > 0 and free_tiles(table) != 0:
        table.to_play = table.turn
        table.decision = Decision.TILE


@rule
def list_tiles(table: Table, out: Offers) -> int:
    """List the free open tiles, or decline (BE-ACT-01)."""
    n = offer(out, 0, DECLINE)
    return offer_tile(out, n, free_tiles(table))


@rule
def take_tile(table: Table, tile: int) -> None:
    """Send an assistant to a tile, for the rest of the game (BE-ACT-02)."""
    seat = table.seats[table.turn]
    seat.reserve -= 1
    seat.tiles |= 1 << tile
    note(table, Event.TILE, table.turn, tile)
    table.decision = Decision.EXTRA


@rule
def leave_tiles(table: Table) -> None:
    """Send nobody."""
    note(table, Event.LEFT_TILES, table.turn)
    table.decision = Decision.EXTRA


# The end of the game


@rule
def tile_francs(table: Table, s: int) -> int:
    """Return what tile 3 pays: 3 FB for each space of the Town Hall track (R-66)."""
    if not has_tile(table, s, Tile.TOWN_HALL_PAYS):
        return 0
    return int(TOWN_HALL_FRANCS * (table.seats[s].step[Track.TOWN_HALL] + 1))


@rule
def resolve_tiles(table: Table) -> None:
    """Pay francs and ask for a line before notables are paid (BE-END-01, BE-TILE-02, 03)."""
    table.decision = Decision.PAYMENT
    if not table.belle_epoque:
        return
    for s in range(table.players):
        francs = tile_francs(table, s)
        if francs > 0:
            table.seats[s].money += francs
            note(table, Event.FRANCS, s, francs)
    table.tiles_done = 1
    for s in range(table.players):
        if has_tile(table, s, Tile.RAISED_ROW):
            table.to_play = s
            table.decision = Decision.ROW


@rule
def list_rows(table: Table, out: Offers) -> int:
    """List the four lines."""
    n = 0
    for row in range(ROWS):
        n = offer(out, n, row_action(row))
    return n


@rule
def choose_row(table: Table, row: int) -> None:
    """Raise the multiplier of a line by 2 (BE-TILE-02)."""
    table.row_chosen = row
    note(table, Event.ROW, table.to_play, row)
    table.decision = Decision.PAYMENT


@rule
def raised(table: Table, s: int, row: int) -> int:
    """Return what tile 2 adds to the multiplier of a line, once it is chosen."""
    return RAISE if table.row_chosen == row and has_tile(table, s, Tile.RAISED_ROW) else 0


@rule
def buildings_of(table: Table, s: int) -> int:
    """Count the buildings at the end; tile 6 is one more (BE-TILE-06, ruling R-65)."""
    return int(table.seats[s].built) + has_tile(table, s, Tile.ONE_HOUSE)


@rule
def tile_works(table: Table, s: int) -> int:
    """Return how many works tile 4 counts as (BE-TILE-04)."""
    return int(MORE_WORKS * has_tile(table, s, Tile.FOUR_WORKS))


@rule
def neighbours(table: Table, s: int) -> int:
    """Count the pairs of own houses side by side (BE-TILE-09)."""
    count = 0
    for k in range(SPACES):
        if table.house[k] == s:
            if k % SIDE < SIDE - 1:
                count += table.house[k + 1] == s
            if k + SIDE < SPACES:
                count += table.house[k + SIDE] == s
    return count


# Tiles that score by themselves


@rule
def score_share(table: Table, s: int) -> int:
    """Tile 1: 1 VP for every 7 VP before anything else of the end, so before unpaid notables."""
    scored = 0
    for source in range(SOURCES):
        if source != Source.UNPAID:
            scored += table.seats[s].earned[source]
    return int(scored // SHARE)


@rule
def palace_scores(table: Table, s: int) -> int:
    """Tile 5: 2 VP for each space of the Royal Palace track."""
    return int(PALACE_POINTS * (table.seats[s].step[Track.PALACE] + 1))


@rule
def passes_score(table: Table, s: int) -> int:
    """Tile 7: points for each time the player was the first to pass."""
    return int(PASS_POINTS[table.players] * table.seats[s].exhibits)


@rule
def buildings_score(table: Table, s: int) -> int:
    """Tile 8: each building is worth 2 VP more."""
    return BUILDING_POINTS * buildings_of(table, s)


@rule
def neighbours_score(table: Table, s: int) -> int:
    """Tile 9: points for each pair of neighbouring houses."""
    return int(NEIGHBOUR_POINTS[table.players] * neighbours(table, s))


@rule
def whites_score(table: Table, s: int) -> int:
    """Tile 11: 3 VP for each white work."""
    return WHITE_POINTS * white_works(table, s)


@dataclass(frozen=True)
class EndTile:
    """One end-game tile; it scores by itself, or changes a line of the score sheet."""

    tile: Tile
    effect: str
    """What it brings, in a sentence."""
    sign: str
    """The picture of that, a row of glyphs (`signs.py`)."""
    points: Rule[..., int] | None = None
    """The rule `points(table, seat)` of a tile with points of its own."""
    changes: Rule[..., Any] | None = None
    """The rule that knows a tile without such points, in the chapter of what it changes."""

    def missing(self) -> list[str]:
        """Return the parts of the row that are not there."""
        wrong = [name for name in ("effect", "sign") if not getattr(self, name)]
        if (self.points is None) == (self.changes is None):
            wrong.append("points or changes")
        return wrong


TILE_ROWS = (
    EndTile(
        Tile.SCORE_SHARE,
        mark("1 VP for every 7 VP on the score track."),
        sign="vp:1 / vp:7",
        points=score_share,
    ),
    EndTile(
        Tile.RAISED_ROW,
        mark("The multiplier of one line of your board rises by 2."),
        sign="+2 line",
        changes=raised,
    ),
    EndTile(
        Tile.TOWN_HALL_PAYS,
        mark("3 FB for each space of your Town Hall track."),
        sign="coin:3 / town_hall",
        changes=tile_francs,
    ),
    EndTile(
        Tile.FOUR_WORKS,
        mark("Counts as four works."),
        sign="work ×4",
        changes=tile_works,
    ),
    EndTile(
        Tile.PALACE_SCORES,
        mark("2 VP for each space of your Royal Palace track."),
        sign="vp:2 / palace",
        points=palace_scores,
    ),
    EndTile(
        Tile.ONE_HOUSE,
        mark("Counts as one more house."),
        sign="+1 house",
        changes=buildings_of,
    ),
    EndTile(
        Tile.PASSES_SCORE,
        mark("{points} VP for each time you passed first."),
        sign="vp:{passes} / pass",
        points=passes_score,
    ),
    EndTile(
        Tile.BUILDINGS_MORE,
        mark("Each of your houses and pavilions is worth 2 VP more."),
        sign="vp:+2 / house",
        points=buildings_score,
    ),
    EndTile(
        Tile.NEIGHBOURS,
        mark("{points} VP for each pair of your houses side by side."),
        sign="vp:{pairs} / pair",
        points=neighbours_score,
    ),
    EndTile(
        Tile.PORTRAIT,
        mark("A seventh space of your Architect track: {points} VP for each house and pavilion."),
        sign="architect vp:{portrait}",
        changes=last_step,
    ),
    EndTile(
        Tile.WHITES_SCORE,
        mark("3 VP for each of your white works."),
        sign="vp:3 / white",
        points=whites_score,
    ),
    EndTile(
        Tile.NOTABLES_FREE,
        mark("Your notables cost nothing at the end."),
        sign="notable coin:0",
        changes=cost_of,
    ),
)


check_rows = row_check("end-game tile", list(Tile), "tile")
check_rows(TILE_ROWS)

points_of = choose(
    "points_of", [(row.tile, row.points) for row in TILE_ROWS if row.points], __name__
)


@rule
def tile_points(table: Table, s: int) -> int:
    """Score the tiles that bring points of their own (BE-TILE-01, 05, 07, 08, 09, 11)."""
    points = 0
    if table.seats[s].tiles != 0:
        for tile in range(TILES):
            if has_tile(table, s, tile):
                points += points_of(tile, table, s)
    return points
