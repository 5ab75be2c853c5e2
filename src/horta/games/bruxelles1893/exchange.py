"""The stock exchange: card, crest, zone, and the neutral assistants (B93-STK, B93E2-PLAN)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import crest_action, offer_neutral
from horta.games.bruxelles1893.pieces import CRESTS
from horta.games.bruxelles1893.table import NEUTRAL as NEUTRAL_COLOUR
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    ZONES,
    Decision,
    Event,
    Table,
    free_sites,
    in_order,
)
from horta.games.bruxelles1893.windows import Window, enter


@rule
def begin_round(table: Table) -> None:
    """Turn up the stock card and ask the first player (B93-STK-01..03, B93E2-PLAN-01..03)."""
    table.round_number += 1
    table.first = table.token
    table.first_out = NOBODY
    table.neutrals = 0
    for s in range(table.players):
        table.seats[s].passed = 0
        table.seats[s].rows_used = 0
    note(table, Event.ROUND, NOBODY, table.round_number, stock_value(table))
    table.to_play = table.first
    enter(table, Window.CREST)


@rule
def stock_value(table: Table) -> int:
    """Return what this round's stock card pays (B93-BRU-07, B93E2-BRU-06)."""
    return int(table.printed.stock_value[table.stock[table.round_number - 1]])


@rule
def offered_crest(table: Table, k: int) -> int:
    """Return one of the two crests on the line of this round's stock card (STK-02, PLAN-02)."""
    return int(table.printed.stock_crests[2 * table.stock[table.round_number - 1] + k])


@rule
def list_crests(table: Table, out: Offers) -> int:
    """List the two crests on the card's line; card 20 takes any (STK-02, PLAN-02, BE-CARD-20)."""
    n = 0
    if table.window == Window.CREST:
        for crest in range(CRESTS):
            n = offer(out, n, crest_action(crest))
        return n
    a, b = offered_crest(table, 0), offered_crest(table, 1)
    n = offer(out, n, crest_action(min(a, b)))
    if a != b:
        n = offer(out, n, crest_action(max(a, b)))
    return n


@rule
def choose_crest(table: Table, crest: int) -> None:
    """Open the largest rectangle at the crest (B93-STK-03..06, B93E2-PLAN-03..06)."""
    table.crest = crest
    table.zone = ZONES[crest]
    table.window = NOTHING
    table.asked = 0
    note(table, Event.CREST, table.to_play, crest)
    table.decision = Decision.NEUTRALS


@rule
def neutral_spaces(table: Table) -> int:
    """Return where a neutral assistant may stand (B93-2PL-02, B93E2-PLAN-07, BE-ACT-05)."""
    return int(table.zone & free_sites(table))


@rule
def ask_neutrals(table: Table) -> None:
    """With two players each places a neutral, if there is room (B93-2PL-02, 03, B93E2-PLAN-08)."""
    table.decision = Decision.TURNS
    for _ in range(2):
        if table.players != 2 or table.neutrals >= 2:
            return
        table.to_play = in_order(table, table.neutrals)
        if neutral_spaces(table) != 0:
            table.decision = Decision.NEUTRAL
            return
        note(table, Event.NO_NEUTRAL, table.to_play)
        table.neutrals += 1


@rule
def list_neutrals(table: Table, out: Offers) -> int:
    """List the spaces for the neutral assistant."""
    return offer_neutral(out, 0, neutral_spaces(table))


@rule
def place_neutral(table: Table, space: int) -> None:
    """Place a neutral assistant: no bid, no action (B93-2PL-02, 04, B93E2-PLAN-07)."""
    table.figure[space] = NEUTRAL_COLOUR
    table.figures |= 1 << space
    table.neutrals += 1
    note(table, Event.NEUTRAL, table.to_play, space)
    table.decision = Decision.NEUTRALS
