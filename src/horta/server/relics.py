"""Relics: games that the rules of now cannot play any more, shown from the tables kept of them.

Their records are poured into those of now, field by field, and nothing is computed that was kept:
the totals and the final score sheet are those of their day. Whatever the game of now cannot say or
draw of such a table is left out; a relic can always be opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from horta.core import registry
from horta.core.desk import Desk
from horta.core.engine import Engine, plain_engine
from horta.core.errors import HortaError
from horta.core.game import Game, Json, Presentation, Target, Words
from horta.core.help import Told
from horta.core.i18n import mark
from horta.core.kept import convert
from horta.core.match import UNDO as TAKEN_BACK
from horta.core.match import Match
from horta.core.notes import Event
from horta.core.outcome import Outcome, outcome_of
from horta.core.record import Games, at, blank, copy_table
from horta.core.scene import Scene
from horta.server.keeping import CLOSE, END, SIGNS, UNDO, standing, tables_of
from horta.server.room import Closed, Room
from horta.server.stored import Stored
from horta.server.transcripts import room_of

T = TypeVar("T")

UNKNOWN = -1
"""In the place of an action that the game of now does not have."""
NOT_DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 1 1"></svg>'


def _or(otherwise: T, ask: Callable[..., T], *args: Any) -> T:
    # An old table may break whatever the game of now relies on, in any way.
    try:
        return ask(*args)
    except Exception:
        return otherwise


class ForgivingWords:
    """The words of a game, silent where it cannot speak of a table."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def label(self, table: Any, action: int) -> str:
        """Say what an action does."""
        return _or("…", self._words.label, table, action)

    def event(self, event: Event, names: Sequence[str]) -> str:
        """Tell an event."""
        return _or("…", self._words.event, event, names)

    def question(self, table: Any) -> str:
        """Ask nothing: nobody can answer."""
        return ""

    def chapter(self, event: Event) -> str:
        """Name the round or phase that an event begins."""
        return _or("", self._words.chapter, event)

    def line(self, name: str) -> str:
        """Name a line of the score sheet."""
        return _or(name, self._words.line, name)

    def seats(self, players: int) -> list[str]:
        """Name the seats."""
        return self._words.seats(players)

    def option(self, text: str) -> str:
        """Translate a text."""
        return self._words.option(text)


class ForgivingTelling:
    """How a game tells and draws, leaving out what it cannot."""

    def __init__(self, presentation: Presentation) -> None:
        self._presentation = presentation

    def words(self, lang: str) -> Words:
        """Return the game's words in a language."""
        return ForgivingWords(self._presentation.words(lang))

    def to_json(self, table: Any) -> Json:
        """Return what lies on the table, if the game can tell."""
        return _or({}, self._presentation.to_json, table)

    def from_json(self, position: Json, table: Any) -> None:
        """Lay a position out."""
        self._presentation.from_json(position, table)

    def schema(self) -> Json:
        """Return the JSON Schema of positions."""
        return self._presentation.schema()

    def draw(self, scene: Scene) -> str:
        """Return the table as SVG, an empty one if the game cannot draw it."""
        return _or(NOT_DRAWN, self._presentation.draw, scene)

    def sketch(self, scene: Scene, colour: bool) -> str:
        """Return the table as text."""
        return _or("", self._presentation.sketch, scene, colour)

    def target(self, table: Any, action: int) -> Target:
        """Say where on the drawing an action lies."""
        return _or(Target(), self._presentation.target, table, action)

    def desk(self, components: Any, lang: str) -> Desk:
        """Return the owner's desk, an empty one if the game cannot show these tables."""
        return _or(Desk(), self._presentation.desk, components, lang)

    def pictures(self, components: Any) -> Mapping[str, str]:
        """Draw the owner's desk, nothing if the game cannot show these tables."""
        return _or({}, self._presentation.pictures, components)

    def refusals(self, table: Any, lang: str) -> Mapping[str, str]:
        """Say nothing: there is nothing to choose."""
        return {}

    def rule_of(self, table: Any, element: str) -> str:
        """Return the rule of a thing on the drawing."""
        return _or("", self._presentation.rule_of, table, element)

    def idle_lines(self, table: Any) -> frozenset[str]:
        """Return no line: what was kept is shown."""
        return frozenset()

    def holdings(self, table: Any, seat: int, lang: str) -> Mapping[str, int]:
        """Return nothing: nobody acts any more."""
        return {}

    def explain(self, table: Any, lang: str) -> Sequence[Told]:
        """Explain nothing: nobody acts any more."""
        return ()

    def firsts(self, table: Any, lang: str) -> Sequence[Told]:
        """Explain nothing: nothing comes up any more."""
        return ()

    def invariants(self) -> Mapping[int, str]:
        """Return the invariants of the game."""
        return self._presentation.invariants()


class Relic(Match):
    """A match as it was kept. Nothing can be played; undoing goes back among its tables."""

    _kept_totals: list[list[int]]
    _kept_result: Json | None
    _kept_record: Json

    @property
    def _engine(self) -> Engine:
        # Compiled rules trust their tables and do not check them; these are not theirs.
        return plain_engine(self.game)

    @property
    def to_play(self) -> int | None:
        """Nobody."""
        return None

    @property
    def over(self) -> bool:
        """Whether the game was over."""
        return self._kept_result is not None

    @property
    def legal(self) -> list[int]:
        """Nothing."""
        return []

    @property
    def outcome(self) -> Outcome:
        """The totals as they were kept, and who won by them."""
        totals = self._kept_totals[len(self.actions)]
        won = self._kept_result["winners"] if self._kept_result and self._at_the_end else []
        return Outcome(
            totals, [float(seat in won) / max(1, len(won)) for seat in range(self.players)]
        )

    @property
    def _at_the_end(self) -> bool:
        return len(self.actions) == len(self._kept_totals) - 1

    @property
    def sheet(self) -> dict[str, list[int]]:
        """The score sheet as it was when the game ended; before, nothing was kept of its lines."""
        found = (self._kept_result or {}).get("sheet", {}) if self._at_the_end else {}
        return {line.name: found.get(line.name, [0] * self.players) for line in self.game.lines}

    def redacted(self, seat: int | None) -> Games:
        """Return the table as a seat saw it; an empty one if that cannot be told any more."""
        seen = copy_table(self._table)
        try:
            self._engine.redact(seen, 0, -1 if seat is None else seat)
        except Exception:
            return blank(self.game.table)
        return seen

    def _tell_again(self, number: int, notes: int) -> None:
        """Leave it at what the ring of notes has kept: the rules that told it are gone."""

    def scene(self, seat: int | None = None, lang: str = "en", *, revealed: bool = False) -> Scene:
        """Return what a drawing is made of; of a game that did not end, no more than is seen."""
        games = copy_table(self._table) if revealed else self.redacted(seat)
        sheet, scores = self.sheet, self.scores
        if not self.over:
            # The totals that were kept count what the viewer cannot see.
            counted = _or(self.game.new_sheet(), self._sheet_of, games)
            sheet = self._lines(counted)
            scores = outcome_of(self.game, counted, self.players).totals
        return Scene(
            table=at(self.game.table, games),
            seat=seat,
            lang=lang,
            names=self.names(lang),
            to_play=None,
            sheet=sheet,
            scores=scores,
            winners=self.winners,
            options=self.options,
            components=self.components,
        )

    def transcript(self) -> Json:
        """Return the transcript as it was written."""
        return self._kept_record


def exhibit(stored: Stored, why: HortaError) -> Room:
    """Return a room that shows what was kept of a game which cannot be played on."""
    room = room_of(stored, *_relic(stored))
    room.closed = Closed(mark("this game can be looked at, not played on: {problem}"), problem=why)
    return room


def _relic(stored: Stored) -> tuple[Relic, list[list[int]]]:
    header, texts = stored.header, [entry.text for entry in stored.entries]
    assert stored.first is not None
    assert stored.layout is not None
    known = registry.game(str(header["game"]))
    players = int(header["players"])
    places = standing(texts)
    changes = [stored.entries[place].kept for place in places]
    tables, totals = tables_of(stored.first, changes, players)
    options = _or(known.options(), known.read_options, header.get("options", {}))
    components = _or(known.components(), known.read_components, header.get("components", {}))
    converted = [
        convert(stored.layout, table, known.new_table(players, options, components)).tobytes()
        for table in tables
    ]
    game = forgiving(known)
    match = Relic(game, players, options, components, None, table=converted[0])
    numbers = {text: _or(UNKNOWN, match.parse, text) for text in set(texts) - SIGNS}
    numbers[UNDO] = TAKEN_BACK
    match._kept_totals, match._kept_result = totals, stored.result
    match._kept_record = {
        **header,
        "actions": [text for text in texts if text not in (END, CLOSE)],
        "result": stored.result and {name: stored.result[name] for name in ("scores", "winners")},
    }
    match.recall(
        [numbers[texts[place]] for place in places],
        converted,
        [numbers[text] for text in texts if text not in (END, CLOSE)],
    )
    return match, totals


def forgiving(game: Game) -> Game:
    """Return a game that leaves out what it cannot tell of a table."""
    return replace(game, presentation=ForgivingTelling(game.presentation))
