"""Points may be secret: nobody learns them from a score sheet, a drawing or a page.

Our own games have none, so games of a third party show it.
"""

from __future__ import annotations

import random

import httpx
import numpy as np
import pytest
from tests.server.conftest import Server, bearer

import horta
from horta.core.engine import plain_engine
from horta.core.match import Match
from horta.core.outcome import outcome_of
from horta.core.record import copy_table

from . import purses

GAMES = horta.games()


def dealt(seed):
    return Match(purses.GAME, 2, purses.GAME.options(), purses.GAME.components(), seed)


def purse(match, seat):
    return match.position["table"]["purse"][seat]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_view_scores_what_its_seat_may_know(viewer):
    """Two matches that differ in secrets alone look the same, points and drawing included."""
    looks = {}
    for seed in range(60):
        match = dealt(seed)
        match.play(2)
        view = match.view(viewer)
        assert view["sheet"]["taken"] == [2, 0]
        for seat in range(2):
            known = purse(match, seat) if seat == viewer else purses.HIDDEN
            assert view["sheet"]["purse"][seat] == known
            assert view["scores"][seat] == view["sheet"]["taken"][seat] + known
        own = None if viewer is None else purse(match, viewer)
        seen = (view, match.svg(viewer), match.sketch(viewer))
        assert looks.setdefault(own, seen) == seen
    assert len(looks) == (1 if viewer is None else purses.MOST)


def test_the_truth_has_all_points_and_so_has_the_end():
    match = dealt(3)
    assert match.sheet["purse"] == match.position["table"]["purse"]
    while not match.over:
        assert match.view(None)["winners"] == []
        match.play(0)
    view = match.view(None)
    assert view["sheet"]["purse"] == match.position["table"]["purse"]
    assert view["scores"] == match.scores
    assert view["winners"] == match.winners


def test_a_page_and_the_api_tell_no_secret_points(tmp_path, pebbles):
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite").start()
    try:
        made = httpx.post(f"{server.link}/api/tables", json={"game": "pebbles"}, timeout=60).json()
        table = f"{server.link}/api/tables/{made['id']}"
        keys = [bearer(seat["token"]) for seat in made["seats"]]
        lucky = [
            httpx.get(table, headers=key, timeout=60).json()["view"]["table"]["lucky"][seat]
            for seat, key in enumerate(keys)
        ]
        for viewer, headers in ((None, {}), *enumerate(keys)):
            sheet = httpx.get(f"{table}/sheet", headers=headers, timeout=60).json()
            luck = {line["name"]: line["values"] for line in sheet["lines"]}["luck"]
            known = [lucky[seat] if seat == viewer else 0 for seat in range(2)]
            assert luck == known
            assert sheet["totals"] == known
            assert sheet["winners"] == []
    finally:
        server.stop()
    assert any(lucky), "somebody is lucky, so there was something to tell"


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", [11, 12])
def test_our_games_score_the_same_for_every_viewer_at_every_step(game_id, seed):
    game = horta.start(game_id, seed=1).game
    players = game.max_players if seed % 2 else game.min_players
    match, rng, rules = horta.start(game_id, players, seed), random.Random(seed), plain_engine(game)
    while True:
        for viewer in (None, *range(players)):
            seen, sheet = match.redacted(viewer), game.new_sheet()
            before = copy_table(seen)
            rules.score(seen, 0, sheet)
            assert seen.tobytes() == before.tobytes(), "scoring changes nothing"
            lines = {line.name: sheet[:players, k].tolist() for k, line in enumerate(game.lines)}
            assert lines == match.sheet
            assert outcome_of(game, sheet, players).totals == match.scores
            assert np.array_equal(match.view(viewer)["scores"], match.scores)
        if match.over:
            break
        match.play(rng.choice(match.legal))
