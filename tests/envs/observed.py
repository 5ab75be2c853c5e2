"""Tables at many moments of random games, and what a view of them says as numbers."""

from __future__ import annotations

import random

import numpy as np

import horta
from horta.core import registry


def tables(game_id, seeds, every=1, players=None, **options):
    """Matches at many moments of random games."""
    game = registry.game(game_id)
    for seed in seeds:
        rng = random.Random(seed)
        many = rng.randint(game.min_players, game.max_players)
        match = horta.start(game_id, players or many, seed, **options)
        while True:
            if len(match.actions) % every == 0 or match.over:
                yield match
            if match.over:
                break
            match.play(rng.choice(match.legal))


def compare(matches, expected):
    """Check every view of every seat against `expected(view)`; return the views never shown."""
    shown = {}
    for match in matches:
        seen = match.game.observation
        shown = shown or dict.fromkeys((view.name for view in seen), False)
        for seat in range(match.players):
            want = expected(match.view(seat))
            assert set(want) == set(shown)
            for name, part in seen.split(match.observe(seat)).items():
                value = np.asarray(want[name], np.float32)
                assert part.shape == value.shape, name
                assert np.array_equal(part, value), (name, part, value, match.record())
                shown[name] = shown[name] or bool(value.any())
    return {name for name, once in shown.items() if not once}


def one_of(names, name):
    """1 for the name among the names, if it is one of them."""
    return [float(each == name) for each in names]


def marks(names, listed):
    """1 for every name that is listed."""
    return [float(each in listed) for each in names]


def counts(names, numbers, unit):
    """The number of each name, in parts of the unit."""
    return [numbers.get(each, 0) / unit for each in names]


def around(values, me, room):
    """Values of the seats, the own first and then clockwise, up to the room for all seats."""
    turned = [*values[me:], *values[:me]]
    empty = np.zeros_like(np.asarray(turned[0], float))
    return np.array([*turned, *([empty] * (room - len(values)))])


def who(seats, me, players, room):
    """1 for every seat that is listed, the own first and then clockwise."""
    return around([float(s in seats) for s in range(players)], me, room)
