"""A kit for makers of games: `check_game(GAME)` proves what every game of this house promises.

    from horta.testing import check_game
    from mygame import GAME

    def test_the_game_keeps_its_promises():
        check_game(GAME)

Each proof can also be called alone, for one number of players and one set of options; they raise
`Broken` with the seed, the step and what is wrong.
"""

from __future__ import annotations

from horta.core.drivers import Broken
from horta.testing.check import Proved, check_game
from horta.testing.proofs import (
    Case,
    check_bounds,
    check_compiled,
    check_declaration,
    check_drawings,
    check_forward_model,
    check_lessons,
    check_observation,
    check_redeal,
    check_rules,
    check_transcript,
    check_views,
)

__all__ = [
    "Broken",
    "Case",
    "Proved",
    "check_bounds",
    "check_compiled",
    "check_declaration",
    "check_drawings",
    "check_forward_model",
    "check_game",
    "check_lessons",
    "check_observation",
    "check_redeal",
    "check_rules",
    "check_transcript",
    "check_views",
]
