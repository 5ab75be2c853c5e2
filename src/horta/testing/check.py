"""All proofs of the kit for one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from horta.core import registry
from horta.core.drivers import Broken
from horta.core.engine import mode
from horta.core.game import Game
from horta.core.lessons import lessons_of
from horta.testing import proofs
from horta.testing.proofs import Case


@dataclass(frozen=True)
class Proved:
    """What `check_game` proved, for a line of a test's output."""

    game: str
    cases: int
    proofs: tuple[str, ...]
    redeals: int
    """How often a redeal changed the truth: 0 says that nothing is hidden in this game."""
    drawings: int


def cases_of(game: Game, options: Sequence[Mapping[str, Any]], seed: int) -> Iterator[Case]:
    """Yield every number of players with the default options, and with each set that is given."""
    for players in range(game.min_players, game.max_players + 1):
        for given in ({}, *options):
            yield Case(game, players, given, seed)


def check_game(
    game: Game,
    *,
    options: Sequence[Mapping[str, Any]] = (),
    games: int = 5,
    seed: int = 1,
    compiled: bool | None = None,
    hides: bool | None = None,
) -> Proved:
    """Prove what every game promises, for each number of players; `Broken` says what fails where.

    `options` are sets of options to prove besides the defaults, `games` how many random games are
    looked at by rules as they are written. With `compiled` (the usual thing, unless `HORTA_JIT=0`
    is set) the compiled rules are proved equal, thousands of games are played by them, and an
    installed game is played with bounds checks. `hides` demands that something is hidden, or that
    nothing is.
    """
    compiled = mode() != "plain" if compiled is None else compiled
    done = ["declaration", "rules", "forward model", "views", "redeal", "drawings", "transcript"]
    proofs.check_declaration(game)
    cases = list(cases_of(game, options, seed))
    redeals = drawings = 0
    for case in cases:
        proofs.check_rules(case, games=games)
        proofs.check_forward_model(case)
        redeals += proofs.check_views(case)
        proofs.check_redeal(case)
        drawings += proofs.check_drawings(case)
        proofs.check_transcript(case)
        if game.observation is not None:
            proofs.check_observation(case)
        if compiled:
            proofs.check_compiled(case)
            proofs.check_invariants(case)
    if game.observation is not None:
        done.append("observation")
    if compiled:
        done += ["compiled", "invariants"]
        if game.id in registry.games():
            proofs.check_bounds(cases)
            done.append("bounds")
    if hides is not None and hides != (redeals > 0):
        raise Broken(f"{game.id}: {redeals} redeals changed what is hidden")
    if lessons_of(game):
        proofs.check_lessons(game)
        done.append("lessons")
    return Proved(game.id, len(cases), tuple(done), redeals, drawings)
