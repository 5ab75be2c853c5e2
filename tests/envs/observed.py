"""Tables at many moments of games, and what a view of them says as numbers."""

from __future__ import annotations

import random

import numpy as np
from tools.viewings import Range, play, viewings

import horta
from horta.core import registry

VALUES = 3
"""So many values of every number are compared with the view when they are first shown."""


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


def check(match, seat, buffer, view, expected):
    """Compare what a seat sees with `expected(view)`, view by view."""
    want = expected(view)
    parts = match.game.observation.split(buffer)
    assert set(want) == set(parts)
    for name, part in parts.items():
        value = np.asarray(want[name], np.float32)
        assert part.shape == value.shape, name
        assert np.array_equal(part, value), (name, part, value, match.transcript())


def compare(matches, expected):
    """Check what every seat sees at every match; return how many observations that were."""
    checked = 0
    for match in matches:
        for seat in range(match.players):
            check(match, seat, match.observe(seat), match.view(seat), expected)
            checked += 1
    return checked


def compare_viewings(game_id, expected):
    """Check the games that were kept, wherever a number shows one of its first values.

    Return the places of the numbers that never change, by view, and the fields of `match.view`
    that `expected` never looks at.
    """
    seen = registry.game(game_id).observation
    known = np.full((VALUES, seen.size), np.nan, np.float32)
    many = np.zeros(seen.size, int)
    ranges = Range(seen.size)
    buffer = seen.new()
    there, read = set(), set()
    for viewing in viewings(game_id):
        for match in play(viewing):
            for seat in range(match.players):
                match.observe(seat, buffer)
                ranges.add(buffer)
                new = (many < VALUES) & ~(known == buffer).any(axis=0)
                if new.any():
                    view = match.view(seat)
                    watched = {**view, "table": watch(view["table"], "", there, read)}
                    check(match, seat, buffer, watched, expected)
                    known[many[new], new] = buffer[new]
                    many += new
    still = {view.name: ~view.of(ranges.changing) for view in seen}
    return {name: places for name, places in still.items() if places.any()}, there - read


class Watched(dict):
    """A dict of a view that writes down which of its keys are looked at."""

    def __init__(self, values, path, there, read):
        super().__init__(
            (key, watch(value, f"{path}.{key}".lstrip("."), there, read))
            for key, value in values.items()
        )
        self._path, self._read = path, read
        # What is hidden from every seat (the piles, the dice) stands there as None.
        there.update(f"{path}.{k}".lstrip(".") for k, v in values.items() if v is not None)

    def __getitem__(self, key):
        self._read.add(f"{self._path}.{key}".lstrip("."))
        return super().__getitem__(key)

    def get(self, key, default=None):
        if key not in self:
            return default
        return self[key]  # through the method above

    def values(self):
        return [self[key] for key in self]


def watch(value, path, there, read):
    """Write down in `there` all fields of a view, and in `read` those that are looked at."""
    if isinstance(value, dict):
        return Watched(value, path, there, read)
    if isinstance(value, list):
        return [watch(each, path, there, read) for each in value]
    return value


def places(shape, *spots):
    """Mark some places of a view: its numbers that the rules never let change."""
    marked = np.zeros(shape, bool)
    for spot in spots:
        marked[spot] = True
    return marked


def check_constant(found, named):
    """The numbers that never change are those that are named, each with the reason."""
    assert set(found) == set(named)
    for name, (marked, _reason) in named.items():
        assert np.array_equal(found[name], marked), (name, np.argwhere(found[name] != marked))


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
