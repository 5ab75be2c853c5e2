"""Paris: La Cité de la Lumière, for two players."""

from __future__ import annotations

from pathlib import Path

from horta.core.game import Game, Rules
from horta.core.presentation import PackagePresentation
from horta.games.paris import (
    evaluation,
    flow,
    hidden,
    invariants,
    observation,
    prior,
    scoring,
    setup,
)
from horta.games.paris.components import PROVENANCE, ParisComponents, ParisOptions
from horta.games.paris.moves import ACTIONS
from horta.games.paris.table import Event, Table

GAME = Game(
    id="paris",
    title="Paris: La Cité de la Lumière",
    rules_version=1,
    min_players=2,
    max_players=2,
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
        evaluate=evaluation.evaluate,
        prior=prior.prior,
        observe=observation.observe,
    ),
    actions=ACTIONS,
    lines=scoring.LINES,
    options=ParisOptions,
    components=ParisComponents,
    provenance=PROVENANCE,
    lay_out=setup.lay_out,
    presentation=PackagePresentation(__name__),
    reveals=frozenset({Event.DREW}),
    observation=observation.OBSERVATION,
    minutes=(30, 30),
    weight=1,
    levels={
        2: (
            *("policy:loose=5,least=0.018", "policy:loose=1.2", "policy"),
            *("net:20it", "net:100it", "net:700it", "net:5000it"),
        )
    },
    tuning=Path(__file__).with_name("tuning.json"),
    network=Path(__file__).with_name("network.npz"),
    lessons=Path(__file__).with_name("lessons"),
    puzzles=Path(__file__).with_name("puzzles.study.json"),
    scrutiny=3,
    rematch=setup.loser_starts,
)
