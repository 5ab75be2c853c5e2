"""A match: play, undo, look, and write down."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horta.core import registry
from horta.core.engine import Engine, engine, plain_engine
from horta.core.errors import BadPosition, BadText, BadTranscript, HortaError, IllegalAction
from horta.core.game import Components, Game, Hint, Json, Options
from horta.core.notes import Event, events
from horta.core.observation import Buffer
from horta.core.record import Games, at, blank
from horta.core.words import check_language, mark

FORMAT = 1
"""The version of the envelope of positions and transcripts."""

UNDO = -1
MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Question:
    """What was asked at a table, to be told in any language."""

    game: str
    table: bytes
    """As the seat saw it that was asked."""

    def told(self, lang: str) -> str:
        """Ask it in a language."""
        game = registry.game(self.game)
        table = np.frombuffer(bytearray(self.table), blank(game.table).dtype)
        return game.telling.words(lang).question(at(game.table, table))

    def __str__(self) -> str:
        return self.told("en")


class Match:
    """One game being played.

    Make one with `horta.start`, `horta.resume` or `horta.replay`.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        components: Components,
        seed: int | None,
        seats: Sequence[str] | None = None,
        position: Json | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.components = components
        self.seed = seed
        self.seats = list(seats) if seats is not None else [""] * players
        if len(self.seats) != players:
            raise HortaError(
                mark("{names} names were given for {seats} seats"),
                names=len(self.seats),
                seats=players,
            )
        self._position = position
        self._rules = engine(game)
        self._table = game.new_table(players, options, components)
        self._story: list[int] = []  # every action and every UNDO, in order
        self._actions: list[int] = []  # what stands
        self._before: list[bytes] = []  # the table before each action that stands
        self._legal: list[int] | None = None
        self._out = np.zeros(game.max_legal, np.int32)
        if position is None:
            assert seed is not None
            self._engine.setup(self._table, 0, seed)
        else:
            game.telling.from_json(position, at(game.table, self._table))

    @property
    def _engine(self) -> Engine:
        # Between two steps an uncompiled table may switch over to the compiled rules.
        if not self._rules.compiled:
            self._rules = engine(self.game)
        return self._rules

    # play

    @property
    def to_play(self) -> int | None:
        """The seat that decides now, or None when the game is over."""
        seat = self._engine.to_play(self._table, 0)
        return None if seat < 0 else int(seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_play is None

    @property
    def legal(self) -> list[int]:
        """The legal actions, sorted."""
        return list(self._list_legal())

    def mask(self) -> NDArray[np.int8]:
        """Return a number for each action of the game: 1 for the legal ones, else 0."""
        mask = np.zeros(len(self.game.actions), np.int8)
        mask[self._out[: len(self._list_legal())]] = 1
        return mask

    def _list_legal(self) -> list[int]:
        if self._legal is None:
            n = self._engine.legal(self._table, 0, self._out)
            self._legal = self._out[:n].tolist()
        return self._legal

    def play(self, action: int) -> None:
        """Play an action; `IllegalAction` leaves the match as it was."""
        if action not in self._list_legal():
            raise self._why_not(action)
        self._before.append(self._table.tobytes())
        self._engine.step(self._table, 0, action)
        self._actions.append(action)
        self._story.append(action)
        self._legal = None

    def _why_not(self, action: int) -> IllegalAction:
        game, title = self.game, self.game.title
        if not isinstance(action, int) or not 0 <= action < len(game.actions):
            return IllegalAction(
                mark("{game}: there is no action {action}; they run from 0 to {last}"),
                game=title,
                action=repr(action),
                last=len(game.actions) - 1,
            )
        said = game.actions.text(action)
        if not self._legal:
            return IllegalAction(
                mark("{game}: '{said}' ({action}) is not possible, the game is over"),
                game=title,
                said=said,
                action=action,
            )
        return IllegalAction(
            mark("{game}: '{said}' ({action}) is not legal now; the question is: {question}"),
            game=title,
            said=said,
            action=action,
            question=Question(game.id, self.seen(self.to_play).tobytes()),
        )

    def undo(self) -> int:
        """Take the last action back and return it."""
        if not self._actions:
            raise IllegalAction(mark("{game}: there is nothing to take back"), game=self.game.title)
        self._restore(self._before.pop())
        self._story.append(UNDO)
        return self._actions.pop()

    def _restore(self, data: bytes) -> None:
        self._table = np.frombuffer(bytearray(data), self._table.dtype)
        self._legal = None

    @property
    def may_undo(self) -> bool:
        """Whether the last action can be taken back among people.

        It cannot when it showed something hidden, or when another seat has the word since.
        """
        if not self._actions:
            return False
        before = np.frombuffer(bytearray(self._before[-1]), self._table.dtype)
        if self._engine.to_play(before, 0) != self._engine.to_play(self._table, 0):
            return False
        told = self._events_between(before, self._table)
        return not any(event.kind in self.game.reveals for event in told)

    @property
    def actions(self) -> list[int]:
        """The actions that led here."""
        return list(self._actions)

    # words

    def text(self, action: int) -> str:
        """Return the text of an action; `parse` reads it back."""
        return self.game.actions.text(action)

    def parse(self, text: str) -> int:
        """Return the action that a text names; `BadText` says what is wrong with it."""
        return self.game.actions.parse(text)

    def label(self, action: int, lang: str = "en") -> str:
        """Say what an action does."""
        table = at(self.game.table, self._table)
        return self.game.telling.words(check_language(lang)).label(table, action)

    def question(self, lang: str = "en") -> str:
        """Say what is asked now."""
        table = at(self.game.table, self._table)
        return self.game.telling.words(check_language(lang)).question(table)

    def names(self, lang: str = "en") -> list[str]:
        """Return the names of the seats: the players' own, or the game's."""
        own = self.game.telling.words(check_language(lang)).seats(self.players)
        return [name or default for name, default in zip(self.seats, own, strict=True)]

    def events(self, since: int = 0) -> Iterator[tuple[int, Event]]:
        """Yield what happened, with the number of the action that caused it (0: the setup)."""
        tables = [np.frombuffer(bytearray(b), self._table.dtype) for b in self._before[since:]]
        tables.append(self._table)
        if since == 0 and self._position is None:
            for event in events(at(self.game.table, tables[0]), 0):
                yield 0, event
        for k in range(len(tables) - 1):
            for event in self._events_between(tables[k], tables[k + 1]):
                yield since + k + 1, event

    def _events_between(self, before: Games, after: Games) -> list[Event]:
        noted = at(self.game.table, before).noted
        return events(at(self.game.table, after), noted)

    def log(self, lang: str = "en", since: int = 0) -> list[str]:
        """Tell what happened, a sentence for each event."""
        words = self.game.telling.words(check_language(lang))
        names = self.names(lang)
        return [words.event(event, names) for _, event in self.events(since)]

    # score

    @property
    def sheet(self) -> dict[str, list[int]]:
        """The score sheet as if the game ended now: each line's value for each seat."""
        sheet = self.game.new_sheet()
        self._engine.score(self._table, 0, sheet)
        return {
            line.name: sheet[: self.players, k].tolist() for k, line in enumerate(self.game.lines)
        }

    @property
    def scores(self) -> list[int]:
        """The total of each seat as if the game ended now."""
        sheet = self.sheet
        points = [sheet[line.name] for line in self.game.lines if not line.tie_break]
        return [sum(values) for values in zip(*points, strict=True)]

    @property
    def winners(self) -> list[int]:
        """The seats that won, or would win if the game ended now; several share a victory."""
        sheet, scores = self.sheet, self.scores
        breaks = [sheet[line.name] for line in self.game.lines if line.tie_break]
        keys = [
            (scores[seat], *(values[seat] for values in breaks)) for seat in range(self.players)
        ]
        return [seat for seat, key in enumerate(keys) if key == max(keys)]

    # look

    @property
    def position(self) -> Json:
        """The whole truth as plain JSON; `horta.resume` takes it back."""
        return {
            **self._header(),
            "table": self.game.telling.to_json(at(self.game.table, self._table)),
        }

    def view(self, seat: int | None = None, lang: str = "en") -> Json:
        """What a seat may know, as plain JSON; without a seat, what a spectator may know."""
        if seat is not None:
            self._check_seat(seat)
        seen = self.seen(seat)
        return {
            **self._header(),
            "seat": seat,
            "names": self.names(lang),
            "to_play": self.to_play,
            "sheet": self.sheet,
            "scores": self.scores,
            "winners": self.winners if self.over else [],
            "table": self.game.telling.to_json(at(self.game.table, seen)),
        }

    def seen(self, seat: int | None) -> Games:
        """Return a copy of the table with all blanked that the seat cannot know."""
        seen = self._table.copy()
        self._engine.redact(seen, 0, -1 if seat is None else seat)
        return seen

    def observe(self, seat: int, out: Buffer | None = None) -> Buffer:
        """Return what a seat may know as numbers for a network; `out` is filled if given."""
        self._check_seat(seat)
        if out is None:
            out = self.game.seen_as.new()
        self._engine.observe(self._table, 0, seat, out)
        return out

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.players:
            raise HortaError(
                mark("there is no seat {seat}; seats run from 0 to {last}"),
                seat=seat,
                last=self.players - 1,
            )

    def svg(self, seat: int | None = None, lang: str = "en") -> str:
        """Draw the table as a seat sees it; without a seat, as a spectator sees it."""
        return self.game.telling.draw(self.view(seat, lang), lang)

    def sketch(self, seat: int | None = None, lang: str = "en", colour: bool = False) -> str:
        """Return the table as a seat sees it in characters, for terminals."""
        return self.game.telling.sketch(self.view(seat, lang), lang, colour)

    def _repr_svg_(self) -> str:
        return self.svg()

    def hint(self, seat: int | None = None, lang: str = "en", **how: Any) -> list[Hint]:
        """Rank the sensible actions of the seat to play, each with its worth and a reason.

        Who advises registers in the entry-point group `horta.hints`; the adviser sees no more
        than the seat does.
        """
        from importlib.metadata import entry_points

        advisers = sorted(entry_points(group="horta.hints"), key=lambda entry: entry.name)
        if not advisers:
            raise HortaError(mark("nobody is installed who gives hints"))
        found: list[Hint] = advisers[0].load()(self, seat, check_language(lang), **how)
        return found

    # write down

    def _header(self) -> Json:
        components = self.components.model_dump(mode="json", exclude_defaults=True)
        return {
            "horta": FORMAT,
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "players": self.players,
            "options": self.options.model_dump(mode="json"),
            "components": components,
        }

    def record(self) -> Json:
        """Return the transcript: everything that is needed to play this match again."""
        texts = ["undo" if a == UNDO else self.game.actions.text(a) for a in self._story]
        over = self.over
        return {
            **self._header(),
            "seed": self.seed,
            "position": self._position,
            "seats": self.seats,
            "actions": texts,
            "result": {"scores": self.scores, "winners": self.winners} if over else None,
        }

    def copy(self) -> Match:
        """Return an independent match in the same state."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._table = self._table.copy()
        twin._out = self._out.copy()
        twin.seats = list(self.seats)
        twin._story, twin._actions = list(self._story), list(self._actions)
        twin._before = list(self._before)
        return twin

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Match)
            and self.game.id == other.game.id
            and self._table.tobytes() == other._table.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"horta.replay({self.record()!r})"

    def __str__(self) -> str:
        if self.over:
            state = "over, " + " : ".join(map(str, self.scores))
        else:
            state = f"{self.names()[self.to_play or 0]} to play"
        return f"{self.game.title}, {len(self._actions)} actions, {state}"


def start(
    game: str,
    players: int | None = None,
    seed: int | None = None,
    *,
    seats: Sequence[str] | None = None,
    components: Mapping[str, Any] | None = None,
    **options: Any,
) -> Match:
    """Start a match. Without a seed, one is drawn; the transcript keeps it."""
    found = registry.game(game)
    players = found.min_players if players is None else players
    found.check_players(players)
    if seed is None:
        import secrets

        seed = secrets.randbits(53)
    check_seed(seed)
    return Match(
        found,
        players,
        found.read_options(options),
        found.read_components(components),
        seed,
        seats,
    )


def check_seed(seed: int) -> None:
    """Refuse what is no seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MOST_SEED:
        raise HortaError(
            mark("a seed is a whole number from 0 to 2**63 - 1, not {seed}"), seed=repr(seed)
        )


def resume(game: str, position: Json, *, seats: Sequence[str] | None = None) -> Match:
    """Set up a position: one of `match.position`, or one written by hand for a study."""
    found = registry.game(game)
    header = _read_header(found, position, BadPosition)
    table = position.get("table")
    if not isinstance(table, dict):
        raise BadPosition(mark("{game}: the position has no 'table'"), game=found.title)
    match = Match(found, *header, seed=None, seats=seats, position=table)
    broken = plain_engine(found).check(match._table, 0)
    if broken:
        raise BadPosition(
            mark("{game}: no game can reach this position; invariant {number}: {demand}"),
            game=found.title,
            number=broken,
            demand=found.telling.invariants()[broken],
        )
    return match


def replay(record: Json | str) -> Match:
    """Play a transcript again, up to its end, and check its result."""
    if isinstance(record, str):
        try:
            record = json.loads(record)
        except json.JSONDecodeError as problem:
            raise BadTranscript(
                mark("the transcript is no whole JSON: {problem}, line {line}"),
                problem=problem.msg,
                line=problem.lineno,
            ) from None
    if not isinstance(record, dict) or "game" not in record or "actions" not in record:
        raise BadTranscript(mark("this is no transcript of Horta: it needs 'game' and 'actions'"))
    game = registry.game(str(record["game"]))
    header = _read_header(game, record, BadTranscript)
    position, seed = record.get("position"), record.get("seed")
    seats = record.get("seats")
    actions = record["actions"]
    if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
        raise BadTranscript(mark("'actions' must be a list of texts"))
    if seats is not None and (not isinstance(seats, list) or len(seats) != header[0]):
        raise BadTranscript(mark("'seats' must be a list of {seats} names"), seats=header[0])
    if position is None:
        try:
            check_seed(seed)  # type: ignore[arg-type]
        except HortaError as problem:
            raise BadTranscript("'seed': {problem}", problem=problem) from None
        match = Match(game, *header, seed=seed, seats=seats)
    else:
        try:
            match = resume(game.id, {**record, "table": position}, seats=seats)
        except BadPosition as problem:
            raise BadPosition(
                mark("the position that the transcript begins with: {problem}"), problem=problem
            ) from problem
    for number, text in enumerate(actions, 1):
        try:
            if text == "undo":
                match.undo()
            else:
                match.play(match.parse(text))
        except (IllegalAction, BadText) as problem:
            raise BadTranscript(
                mark("action {number} of the transcript: {problem}"),
                number=number,
                problem=problem,
            ) from problem
    _check_result(match, record.get("result"))
    return match


def _check_result(match: Match, result: Any) -> None:
    if result is None:
        return
    now = {"scores": match.scores, "winners": match.winners}
    if not match.over:
        raise BadTranscript(mark("the transcript claims a result, but its game does not end"))
    if result != now:
        raise BadTranscript(
            mark("the transcript claims {claimed}, but its actions lead to {reached}"),
            claimed=result,
            reached=now,
        )


def _read_header(
    game: Game, given: Any, error: type[HortaError]
) -> tuple[int, Options, Components]:
    if not isinstance(given, dict):
        raise error(mark("a JSON object is needed"))
    if given.get("horta") != FORMAT:
        raise error(
            mark("'horta': this has the format {given}, not {wanted}"),
            given=repr(given.get("horta")),
            wanted=FORMAT,
        )
    if given.get("game") != game.id:
        raise error(
            mark("'game': this is of {given}, not of {wanted}"),
            given=repr(given.get("game")),
            wanted=repr(game.id),
        )
    if given.get("rules_version") != game.rules_version:
        raise error(
            mark(
                "'rules_version': this follows version {given} of the rules of {game}; "
                "they are at version {wanted} now"
            ),
            given=repr(given.get("rules_version")),
            game=game.title,
            wanted=game.rules_version,
        )
    players = given.get("players")
    if not isinstance(players, int):
        raise error(mark("'players': a number is needed, not {given}"), given=repr(players))
    for name in ("options", "components"):
        if not isinstance(given.get(name, {}), dict):
            raise error(mark("'{name}': a JSON object is needed"), name=name)
    game.check_players(players)
    options = game.read_options(given.get("options", {}))
    return players, options, game.read_components(given.get("components", {}))
