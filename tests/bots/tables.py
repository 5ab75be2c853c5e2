"""Positions for the tests of bots, for every game."""

from __future__ import annotations

import random

import horta
from horta.bots import info_state
from horta.core.record import at

GAMES = horta.games()


def company(game, players=None):
    """A number of players that the game is for."""
    from horta.core import registry

    found = registry.game(game)
    return players or found.min_players


def after(game, seed, steps, players=None, **options):
    """A match after some random steps, still running."""
    match = horta.start(game, players, seed, **options)
    rng = random.Random(seed)
    for _ in range(steps):
        match.play(rng.choice(match.legal))
        if match.over:
            match.undo()
            break
    return match


def retold(match, seed):
    """The same match for the seat to play, with another truth behind what it cannot know."""
    table = info_state(match).deal(seed)
    told = match.game.presentation.to_json(at(match.game.table, table))
    return horta.resume(match.game.id, {**match.position, "table": told})
