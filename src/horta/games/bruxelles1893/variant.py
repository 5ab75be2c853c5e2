"""The asymmetric variant: five architects' boards (AS-01..14).

`boards.py` has a row for each board. Tracks, costs and multipliers of a board lie in the seat's
`Board`; its ability is called by the chapter of its action, or, where it is a free choice, has a
window of its own (Saintenoy's compass).
"""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.construction import can_build, turned
from horta.games.bruxelles1893.moves import board_action
from horta.games.bruxelles1893.payments import PARDON, SUBSTITUTION, demand_at
from horta.games.bruxelles1893.pieces import BOARDS, HOUSES, STEPS, TRACKS, Architect, Card, Kind
from horta.games.bruxelles1893.table import NOWHERE, Decision, Event, Source, Table
from horta.games.bruxelles1893.windows import gain_francs, is_ready

HORTA_FRANCS = 2  # AS-10
STRAUVEN_SALE = 1  # francs and points more (AS-14)
# By the colour of the work that Gauchie creates: blue, brown, yellow, green (AS-08).
GAUCHIE_CUBES = lookup([Kind.STONE, Kind.WOOD, Kind.IRON, Kind.GLASS])
TURNS = 4  # two branches, on or back


@rule
def is_taken(table: Table, architect: int) -> bool:
    """Tell whether a player has an architect's board."""
    taken = False
    for s in range(table.players):
        taken = taken or table.seats[s].architect == architect
    return taken


@rule
def list_boards(table: Table, out: Offers) -> int:
    """List the boards that nobody took (AS-03, ruling R-68)."""
    n = 0
    for board in range(BOARDS):
        if not is_taken(table, board + 1):
            n = offer(out, n, board_action(board))
    return n


@rule
def choose_board(table: Table, board: int) -> None:
    """Take a board, then a first work (AS-03, B93E2-SET-11)."""
    lay_board(table, table.to_play, board + 1)
    note(table, Event.BOARD, table.to_play, board)
    table.decision = Decision.START_WORK


@rule
def lay_board(table: Table, s: int, architect: int) -> None:
    """Give a player a board, side A without an architect (AS-05, 07, 09, 11, 13)."""
    table.seats[s].architect = architect
    for k in range(TRACKS * (STEPS + 1)):
        table.boards[s].levels[k] = table.prints[architect].levels[k]
    for k in range(HOUSES):
        table.boards[s].cost[k] = table.prints[architect].cost[k]
    table.boards[s].base = table.prints[architect].base


@rule
def gauchie_kind(table: Table, colour: int) -> int:
    """Return Gauchie's cube for a work; without glass in the game it is a joker (AS-08)."""
    kind = int(GAUCHIE_CUBES[colour])
    return Kind.JOKER if kind == Kind.GLASS and not table.belle_epoque else kind


@rule
def horta_pays(table: Table, s: int) -> None:
    """Pay Horta 2 FB with the cubes of a materials action (AS-10, ruling R-70)."""
    if table.seats[s].architect == Architect.HORTA:
        gain_francs(table, s, HORTA_FRANCS)


@rule
def strauven_sells(table: Table, s: int) -> None:
    """Give Strauven 1 FB and 1 VP more for a sale (AS-14)."""
    if table.seats[s].architect == Architect.STRAUVEN:
        table.seats[s].money += STRAUVEN_SALE
        table.seats[s].earned[Source.SALE] += STRAUVEN_SALE
        note(table, Event.BONUS_SALE, s, STRAUVEN_SALE, STRAUVEN_SALE)


@rule
def can_turn_first(table: Table, s: int, turn: int) -> bool:
    """Tell whether Saintenoy may turn a branch on or back: a building follows (AS-12, R-71)."""
    branch, way = turn // 2, 1 - 2 * (turn % 2)
    place, other = turned(table, branch, way), int(table.branch[1 - branch])
    if place == other:
        return False
    row = demand_at(table, place, other)
    if can_build(table, s, row, 0):
        return True
    if table.space == NOWHERE or not is_ready(table, s, Card.SUBSTITUTE):
        return False
    return can_build(table, s, row, SUBSTITUTION) or can_build(table, s, row, PARDON)


@rule
def turns_first(table: Table, s: int) -> int:
    """Return which turns Saintenoy may make before he builds, one bit each (AS-12)."""
    bits = 0
    if table.seats[s].architect == Architect.SAINTENOY:
        for turn in range(TURNS):
            bits |= can_turn_first(table, s, turn) << turn
    return bits


@rule
def turn_first(table: Table, branch: int, back: int) -> None:
    """Turn a branch before building, on or back; one turn is all (AS-12)."""
    table.branch[branch] = turned(table, branch, 1 - 2 * back)
    table.turned_first = 1
    note(table, Event.TURNED, table.turn, branch, table.ring[table.branch[branch]])
    table.asked += 1
    table.decision = Decision.WINDOWS
