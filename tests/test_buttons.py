"""Buttons: every option of a short question has the picture of its kind, and what it costs is told.

Random games and those of `viewings.json`, in which the rare things happen; a page shows as buttons
what is offered where there are eight options or fewer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tools.viewings import play, viewings

import horta
from horta.core.picking import Step
from horta.core.record import at
from horta.server.untrusted import brought

FEW = 8
GAMES = horta.games()

TOLD = {
    "paris": {"tokens", "chimneys", "reserve", "points"},
    "bruxelles1897": {
        *("francs", "hand", "prison", "artworks", "materials", "houses", "upright", "tilted"),
        *("tracks", "levels", "points", "unpaid"),
    },
    "bruxelles1893": {
        *("money", "earned", "points", "notables", "cubes", "works", "reserve", "justice"),
        *("tracks", "exhibits", "white", "travellers", "belle"),
    },
}
"""What a seat has that a button tells of when it becomes more or less: a holding, or points."""

UNTOLD = {
    "paris": {"hand", "stack", "stack_size"},  # the tile that is laid is the picture of the button
    "bruxelles1897": {"brussels", "passed"},  # where Architects are sent is the name of the button
    "bruxelles1893": {
        *("brussels", "travelling", "passed", "settled", "tilted", "rows_used", "on_board"),
        *("built", "rows", "multipliers", "architect", "levels"),
    },
}
"""What is no figure: where pieces stand, marks of the course of play, the line of the board that a
card raises, which the button names, and what is printed on a board; their points are told."""


def moments(game: str) -> Iterator[horta.Match]:
    """Return matches where somebody has two to eight options, each kind of question some times."""
    seen: dict[tuple[str, ...], int] = {}
    for viewing in viewings(game)[::3]:
        for match in play(viewing):
            if match.over or not 2 <= len(match.legal) <= FEW:
                continue
            kinds = sorted({match.text(action).split()[0] for action in match.legal})
            key = (match.position["table"]["decision"], *kinds)
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= 3:
                yield match


@pytest.mark.parametrize("game", GAMES)
def test_every_button_has_a_picture_of_its_kind(game: str) -> None:
    """A shape of the drawing, or the thing itself; two kinds of a question look different."""
    kinds = set()
    for match in moments(game):
        svg = match.svg(match.to_play)
        table = at(match.game.table, match.redacted(match.to_play))
        for action in match.legal:
            kind = match.text(action).split()[0]
            target = match.game.presentation.target(table, action)
            kinds.add(kind)
            if target.icon:
                assert f'id="{target.icon}"' in svg, (kind, target.icon)
                continue
            name = target.piece or target.element
            found = re.search(rf'<(\w+)[^>]*data-target="{re.escape(name)}"[^>]*>', svg)
            assert found, (kind, name)
            assert found[1] == "g", f"{kind}: a bare cell has no picture"
    assert kinds == {span.name for span in match.game.actions.spans} & kinds
    assert len(kinds) >= {"paris": 5, "bruxelles1897": 14, "bruxelles1893": 30}[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_general_sign_is_that_of_passing_alone(game: str) -> None:
    """Whoever declines sees what they do without, struck out."""
    for match in moments(game):
        table = at(match.game.table, match.redacted(match.to_play))
        for action in match.legal:
            target = match.game.presentation.target(table, action)
            kind = match.text(action).split()[0]
            assert (target.icon == "orn-pass") == (kind == "pass")
            without = {"decline", "forgo-house", "forgo-sale", "stop", "dismiss", "discard"}
            if not target.element or kind in ("discard",):
                assert target.crossed == (kind in without), kind


def changed(before: Any, after: Any) -> set[str]:
    """Return what of a seat is different now."""
    return {name for name in {*before, *after} if before.get(name) != after.get(name)}


@pytest.mark.parametrize("game", GAMES)
def test_whatever_an_action_costs_or_brings_is_told(game: str) -> None:
    """The position before and after: what a seat has more or less of is among the figures."""
    told = 0
    for match in moments(game):
        seat = match.to_play
        assert seat is not None
        action = random.Random(len(match.actions)).choice(match.legal)
        seen = match.redacted(seat).tobytes()
        (found,) = brought(match.game, seen, seat, [[Step(action, ())]], seed=1, lang="en")
        before = match.position["table"]["seats"][seat]
        after_match = match.back_to(len(match.actions))
        after_match.play(action)
        if any(event.kind in match.game.reveals for event in after_match.news(seat)):
            continue  # what came to light nobody could know
        after = after_match.position["table"]["seats"][seat]
        names = changed(before, after) - UNTOLD[game]
        assert names <= TOLD[game], names - TOLD[game]
        if names:
            assert found["changes"] or found["lines"], (match.text(action), names)
            told += 1
        assert all(shape in match.svg(seat) for shape in found["signs"].values())
    assert told > 10
