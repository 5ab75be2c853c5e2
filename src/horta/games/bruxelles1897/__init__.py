"""Bruxelles 1897, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping

from horta.core.game import Game, Json, Rules, Target
from horta.games.bruxelles1897 import (
    drawing,
    evaluation,
    flow,
    guidance,
    invariants,
    judgement,
    observation,
    position,
    scoring,
    setup,
    sight,
    sketch,
    words,
)
from horta.games.bruxelles1897.components import PROVENANCE, BruxellesComponents, BruxellesOptions
from horta.games.bruxelles1897.moves import ACTIONS, MAX_LEGAL
from horta.games.bruxelles1897.table import Event, Table


class _Telling:
    def words(self, lang: str) -> words.BruxellesWords:
        return words.words(lang)

    def to_json(self, table: Table) -> Json:
        return position.to_json(table)

    def from_json(self, given: Json, table: Table) -> None:
        position.from_json(given, table)

    def schema(self) -> Json:
        return position.schema()

    def draw(self, view: Json, lang: str) -> str:
        return drawing.draw(view, lang)

    def sketch(self, view: Json, lang: str, colour: bool) -> str:
        return sketch.sketch(view, lang, colour)

    def target(self, table: Table, action: int) -> Target:
        return drawing.target(table, action)

    def refusals(self, table: Table, lang: str) -> Mapping[str, str]:
        return guidance.refusals(table, lang)

    def rule_of(self, table: Table, element: str) -> str:
        return guidance.rule_of(table, element)

    def invariants(self) -> Mapping[int, str]:
        return invariants.INVARIANTS


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
        redeal=sight.redeal,
        redact=sight.redact,
        check=invariants.check,
        follows=invariants.follows,
        evaluate=evaluation.evaluate,
        judge=judgement.judge,
        observe=observation.observe,
    ),
    actions=ACTIONS,
    lines=scoring.LINES,
    max_legal=MAX_LEGAL,
    options=BruxellesOptions,
    components=BruxellesComponents,
    provenance=PROVENANCE,
    lay_out=setup.lay_out,
    telling=_Telling(),
    reveals=frozenset({Event.DREW, Event.ROUND}),
    observation=observation.OBSERVATION,
)
