"""A look one or two plies ahead, compiled: the seat's own turn, then the best answer to it."""

from __future__ import annotations

from typing import NamedTuple

from horta.bots.estimates import WORST, Rules, Scratch, try_action, weigh_actions
from horta.core.contract import Doubles, Ints, Longs, Tables
from horta.core.dice import new_seed
from horta.core.outcome import lead_of, settle
from horta.core.rule import part

TABLES = 4
"""Tables that a look needs: the deal, what becomes of it, and two to try actions on."""
DEALT = 3
TURN = 8
"""A turn is finished in so many decisions at the most."""


class Terms(NamedTuple):
    """What is looked at, by whom."""

    root: Tables
    """One table, as the seat sees it."""
    actions: Ints
    breaks: Longs
    seat: int
    players: int
    deals: int
    reply: bool
    """Whether the next seat does what is best for itself."""
    has_prior: bool
    """Whether the game has a quick estimate of actions."""
    revealed: bool
    """Whether the root is whole: then it is looked at as it lies."""


def look_ahead(rules: Rules, scratch: Scratch, terms: Terms, leads: Doubles) -> None:
    """Try each action on some deals; write the mean lead of the seat after it.

    The seat finishes its own turn as its estimates tell it. With `reply`, the next seat then
    does what is best for itself by one more look.
    """
    games, actions = scratch.games, terms.actions
    for k in range(len(actions)):
        leads[k] = 0.0
    for _ in range(terms.deals):
        games[DEALT] = terms.root[0]
        if not terms.revealed:
            rules.redeal(games, DEALT, terms.seat, new_seed(scratch.dice[0]))
        for k in range(len(actions)):
            games[0] = games[DEALT]
            rules.step(games, 0, actions[k])
            finish_turn(rules, scratch, terms)
            other = rules.to_play(games, 0)
            if terms.reply and other >= 0 and other != terms.seat:
                leads[k] += answered(rules, scratch, terms, other)
            else:
                leads[k] += estimated(rules, scratch, terms)
    for k in range(len(actions)):
        leads[k] /= terms.deals


@part
def finish_turn(rules: Rules, scratch: Scratch, terms: Terms) -> None:
    """Finish the turn of the seat at table 0, as its estimates tell it."""
    games, out, worth = scratch.games, scratch.out, scratch.worth
    follow = 0
    while rules.to_play(games, 0) == terms.seat and follow < TURN:
        n = rules.legal(games, 0, out)
        weigh_actions(rules, scratch, n, terms.players, terms.has_prior)
        best = 0
        for k in range(1, n):
            if worth[k] > worth[best]:
                best = k
        rules.step(games, 0, out[best])
        follow += 1


@part
def answered(rules: Rules, scratch: Scratch, terms: Terms, other: int) -> float:
    """Return the lead of the seat after the answer that brings another seat most."""
    best = WORST
    lead = 0.0
    for k in range(rules.legal(scratch.games, 0, scratch.out)):
        found = try_action(rules, scratch, scratch.out[k], 2, other, terms.players)
        if found > best:
            best = found
            lead = lead_of(scratch.totals, terms.players, terms.seat)
    return lead


@part
def estimated(rules: Rules, scratch: Scratch, terms: Terms) -> float:
    """Return the lead of the seat at table 0, true when the game is over."""
    totals, shares = scratch.totals, scratch.shares
    if rules.to_play(scratch.games, 0) >= 0:
        rules.evaluate(scratch.games, 0, totals)
        return lead_of(totals, terms.players, terms.seat)
    rules.score(scratch.games, 0, scratch.sheet)
    settle(scratch.sheet, terms.breaks, terms.players, totals, shares)
    # A victory by the tie-break is worth more than the same points without it.
    return lead_of(totals, terms.players, terms.seat) + float(shares[terms.seat])
