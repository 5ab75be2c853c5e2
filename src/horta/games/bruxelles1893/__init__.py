"""Bruxelles 1893, in both editions, for two to five players."""

from __future__ import annotations

from pathlib import Path

from horta.core.changes import Change
from horta.core.game import Game, Rules
from horta.core.i18n import mark
from horta.core.presentation import PackagePresentation
from horta.games.bruxelles1893 import (
    evaluation,
    flow,
    hidden,
    invariants,
    observation,
    observation_spec,
    prior,
    scoring,
    setup,
)
from horta.games.bruxelles1893.components import PROVENANCE, Bruxelles1893Components
from horta.games.bruxelles1893.moves import ACTIONS
from horta.games.bruxelles1893.options import Bruxelles1893Options
from horta.games.bruxelles1893.picks import PICKS
from horta.games.bruxelles1893.table import Event, Table

CHANGES = {
    2: Change(
        ("AS-07", "AS-09"),
        mark(
            "Gauchie's Palace track and Horta's Architect track, both reconstructed, are lower, so "
            "that the five boards win about equally often; a game that began before keeps its own"
        ),
        before={
            "boards": {
                "gauchie_palace": (2, 3, 4, 5, 6, 7),
                "horta_architect": (2, 4, 6, 8, 9, 10),
            }
        },
        option="asymmetric",
    ),
    3: Change(
        ("AS-05", "AS-07", "AS-09"),
        mark(
            "Hankar's, Gauchie's and Horta's tracks, all reconstructed, were chosen anew, so that "
            "the five boards win about equally often; a game that began before keeps its own"
        ),
        before={
            "boards": {
                "hankar_town_hall": (2, 3, 4, 5, 6, 7),
                "gauchie_palace": (1, 2, 4, 5, 6, 7),
                "horta_architect": (2, 3, 4, 6, 8, 10),
            }
        },
        option="asymmetric",
    ),
}

SEARCHING = {
    2: ("net:20it", "net:80it", "net:320it", "net:1600it"),
    3: ("net:20it", "net:150it", "net:700it", "net:4000it"),
    4: ("net:20it", "net:120it", "net:700it", "net:4000it"),
    5: ("net:20it", "net:200it", "net:1200it", "net:7000it"),
}
"""The levels above those that do without a search; with more players more iterations part them."""

GAME = Game(
    id="bruxelles1893",
    title="Bruxelles 1893",
    rules_version=3,
    min_players=2,
    max_players=5,
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
        clear=observation.clear,
    ),
    actions=ACTIONS,
    lines=scoring.LINES,
    options=Bruxelles1893Options,
    components=Bruxelles1893Components,
    provenance=PROVENANCE,
    lay_out=setup.lay_out,
    presentation=PackagePresentation(__name__),
    changes=CHANGES,
    reveals=frozenset({Event.ROUND, Event.DREW, Event.REVEALED, Event.PRIZES, Event.SHOWED}),
    observation=observation_spec.OBSERVATION,
    picks=PICKS,
    minutes=(50, 125),
    weight=3,
    levels={
        2: ("policy:loose=0.95", "policy:loose=0.5", "policy", *SEARCHING[2]),
        3: ("policy:loose=1.2", "policy:loose=0.65", "policy", *SEARCHING[3]),
        4: ("policy:loose=1.2", "policy:loose=0.7", "policy", *SEARCHING[4]),
        5: ("policy:loose=1.5", "policy:loose=0.8", "policy", *SEARCHING[5]),
    },
    tuning=Path(__file__).with_name("tuning.json"),
    network=Path(__file__).with_name("network.npz"),
    lessons=Path(__file__).with_name("lessons"),
    puzzles=Path(__file__).with_name("puzzles.study.json"),
)
