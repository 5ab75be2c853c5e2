"""Bruxelles 1897, for two to four players."""

from __future__ import annotations

from pathlib import Path

from horta.core.game import Game, Rules
from horta.core.presentation import PackagePresentation
from horta.games.bruxelles1897 import (
    changes,
    evaluation,
    flow,
    hidden,
    invariants,
    observation,
    prior,
    scoring,
    setup,
)
from horta.games.bruxelles1897.components import PROVENANCE, BruxellesComponents, BruxellesOptions
from horta.games.bruxelles1897.moves import ACTIONS
from horta.games.bruxelles1897.picks import PICKS
from horta.games.bruxelles1897.table import Event, Table

SEARCHING = ("net:150it", "net:600it", "net:2500it", "net:10000it")
"""The levels above those that do without a search."""

GAME = Game(
    id="bruxelles1897",
    title="Bruxelles 1897",
    rules_version=1,
    min_players=2,
    max_players=4,
    table=Table,
    rules=Rules(
        setup=setup.setup,
        legal=flow.legal,
        step=flow.step,
        to_play=flow.to_play,
        score=scoring.score,
        redeal=hidden.redeal,
        redact=hidden.redact,
        check=invariants.check,
        follows=changes.follows,
        evaluate=evaluation.evaluate,
        prior=prior.prior,
        observe=observation.observe,
        clear=observation.clear,
    ),
    actions=ACTIONS,
    lines=scoring.LINES,
    options=BruxellesOptions,
    components=BruxellesComponents,
    provenance=PROVENANCE,
    lay_out=setup.lay_out,
    presentation=PackagePresentation(__name__),
    reveals=frozenset({Event.DREW, Event.ROUND}),
    observation=observation.OBSERVATION,
    picks=PICKS,
    minutes=(30, 60),
    weight=2,
    levels={
        2: ("policy:loose=0.95", "policy:loose=0.55", "policy", *SEARCHING),
        3: ("policy:loose=1.5", "policy:loose=0.75", "policy", *SEARCHING),
        4: ("policy:loose=1.7", "policy:loose=0.85", "policy", *SEARCHING),
    },
    tuning=Path(__file__).with_name("tuning.json"),
    network=Path(__file__).with_name("network.npz"),
    lessons=Path(__file__).with_name("lessons"),
    puzzles=Path(__file__).with_name("puzzles.study.json"),
    scrutiny=2,
)
