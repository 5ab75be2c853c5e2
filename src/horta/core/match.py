"""A match: play, undo, look, and write down."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horta.core.engine import Engine, engine
from horta.core.envelope import write_header
from horta.core.errors import HortaError, IllegalAction
from horta.core.game import Components, Game, Hint, Json, Options, Sheet
from horta.core.i18n import check_language, mark
from horta.core.illegal import why_not
from horta.core.limits import shown, whole
from horta.core.notes import Event, events, lost
from horta.core.observation import Buffer
from horta.core.outcome import Outcome, outcome_of
from horta.core.question import asked
from horta.core.record import Games, at, copy_table, dtype_of, from_bytes
from horta.core.retelling import dealt_again, played_again
from horta.core.scene import Scene
from horta.core.seeds import Seed, deal

UNDO = -1


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
        seed: Seed | None,
        *,
        seats: Sequence[str] | None = None,
        position: Json | None = None,
        table: bytes | None = None,
    ) -> None:
        """Begin a match: dealt from the seed, from the position, or at a table as it was kept."""
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
        self._table = (
            game.new_table(players, options, components)
            if table is None
            else from_bytes(game.table, table)
        )
        self._story: list[int] = []  # every action and every UNDO, in order
        self._actions: list[int] = []  # what stands
        self._before: list[bytes] = []  # the table before each action that stands
        self._legal: list[int] | None = None  # what the rules said of this table, once asked:
        self._kinds: frozenset[str] | None = None  # these, their kinds,
        self._asked: int | None = None  # and who decides
        self._out = game.new_list()
        if table is None and position is not None:
            game.presentation.from_json(position, at(game.table, self._table))
        elif table is None:
            assert seed is not None
            deal(self._engine, self._table, seed)

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
        if self._asked is None:
            self._asked = int(self._engine.to_play(self._table, 0))
        return None if self._asked < 0 else self._asked

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_play is None

    @property
    def legal(self) -> list[int]:
        """The legal actions, sorted."""
        return list(self._list_legal())

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of the legal actions: the first words of their texts."""
        if self._kinds is None:
            self._kinds = frozenset(self.game.actions.decode(a).kind for a in self._list_legal())
        return self._kinds

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
        number = action if type(action) is int else whole(action)
        if number is None or number not in self._list_legal():
            raise why_not(self, action, number)
        before = self._table.tobytes()
        try:
            self._engine.step(self._table, 0, number)
        except BaseException:
            self._restore(before)
            raise
        self._before.append(before)
        self._actions.append(number)
        self._story.append(number)
        self._legal = self._kinds = self._asked = None

    def undo(self) -> int:
        """Take the last action back and return it."""
        if not self._actions:
            raise IllegalAction(mark("{game}: there is nothing to take back"), game=self.game.title)
        self._restore(self._before.pop())
        self._story.append(UNDO)
        return self._actions.pop()

    def _restore(self, data: bytes) -> None:
        self._table = from_bytes(self.game.table, data)
        self._legal = self._kinds = self._asked = None

    @property
    def may_undo(self) -> bool:
        """Whether the last action can be taken back among people.

        It cannot when it showed something hidden, or when it has been another seat's turn since.
        """
        if not self._actions:
            return False
        before = from_bytes(self.game.table, self._before[-1])
        if self._engine.to_play(before, 0) != self._engine.to_play(self._table, 0):
            return False
        told = self._told(len(self._actions), self._table)
        return not any(event.kind in self.game.reveals for event in told)

    @property
    def actions(self) -> list[int]:
        """The actions that led here."""
        return list(self._actions)

    # the way here

    @property
    def table(self) -> bytes:
        """The bytes of the table as it is now."""
        return self._table.tobytes()

    @property
    def tables(self) -> list[bytes]:
        """The tables that led here as bytes: before the first action that stands, after each."""
        return [*self._before, self.table]

    def recall(self, actions: Sequence[int], tables: Sequence[bytes], story: Sequence[int]) -> None:
        """Take up what was played before without playing it again.

        `tables` are those of `Match.tables`; `story` holds every action, with `UNDO` where one was
        taken back.
        """
        if len(tables) != len(actions) + 1:
            raise ValueError("one table is needed for the start and for every action")
        self._actions, self._story = list(actions), list(story)
        self._before = list(tables[:-1])
        self._restore(tables[-1])

    def back_to(self, number: int) -> Match:
        """Return a match that stands where this one stood after so many actions."""
        number = self._check_moment(number)
        twin, tables = self.copy(), self.tables
        twin.recall(self._actions[:number], tables[: number + 1], self._actions[:number])
        return twin

    # words

    def text(self, action: int) -> str:
        """Return the text of an action; `parse` reads it back."""
        return self.game.actions.text(action)

    def parse(self, text: str) -> int:
        """Return the action that a text names; `BadText` says what is wrong with it."""
        return self.game.actions.parse(text)

    def label(self, action: int, lang: str = "en") -> str:
        """Say what an action does; one that is not legal now has its text alone.

        `BadText` if the game has no such action.
        """
        words = self.game.presentation.words(check_language(lang))
        number = self.game.actions.number(action)
        if number not in self._list_legal():
            return self.game.actions.text(number)
        return words.label(at(self.game.table, self._table), number)

    def question(self, lang: str = "en") -> str:
        """Say what is asked now."""
        words = self.game.presentation.words(check_language(lang))
        return asked(words, at(self.game.table, self._table), self.kinds)

    def names(self, lang: str = "en") -> list[str]:
        """Return the names of the seats: the players' own, or the game's."""
        own = self.game.presentation.words(check_language(lang)).seats(self.players)
        return [name or default for name, default in zip(self.seats, own, strict=True)]

    def events(self, since: int = 0) -> Iterator[tuple[int, Event]]:
        """Yield what happened, with the number of the action that caused it (0: the setup)."""
        since = self._check_moment(since)
        dealt = since == 0 and self._position is None
        tables = self.tables
        for number in range(since if dealt else since + 1, len(tables)):
            for event in self._told(number, from_bytes(self.game.table, tables[number])):
                yield number, event

    def news(self, seat: int | None = None) -> list[Event]:
        """Return what a seat saw happen by the last action, or by the deal if there is none yet.

        Without a seat, what a spectator saw.
        """
        return self._told(len(self._actions), self.redacted(seat), -1 if seat is None else seat)

    def _told(self, number: int, after: Games, viewer: int | None = None) -> list[Event]:
        """Return what an action told (0: the setup), from the table after it as a viewer saw it."""
        kind = self.game.table
        since = at(kind, from_bytes(kind, self._before[number - 1])).noted if number else 0
        table = at(kind, after)
        again = self._tell_again(number, table.noted - since) if lost(table, since) else None
        if again is not None and viewer is not None:
            self.game.rules.redact(again, viewer)
        return events(again or table, since)

    def _tell_again(self, number: int, notes: int) -> Any:
        if number:
            before = from_bytes(self.game.table, self._before[number - 1])
            return played_again(self.game, before, self._actions[number - 1], notes)
        prepared = self.game.new_table(self.players, self.options, self.components)
        return None if self.seed is None else dealt_again(self.game, prepared, self.seed, notes)

    def log(self, lang: str = "en", since: int = 0) -> list[str]:
        """Tell what happened, a sentence for each event."""
        words = self.game.presentation.words(check_language(lang))
        names = self.names(lang)
        return [words.event(event, names) for _, event in self.events(since)]

    # score

    @property
    def sheet(self) -> dict[str, list[int]]:
        """The score sheet as if the game ended now: each line's value for each seat."""
        return self._lines(self._sheet_of(self._table))

    def _sheet_of(self, games: Games) -> Sheet:
        sheet = self.game.new_sheet()
        self._engine.score(games, 0, sheet)
        return sheet

    def _lines(self, sheet: Sheet) -> dict[str, list[int]]:
        return {
            line.name: sheet[: self.players, k].tolist() for k, line in enumerate(self.game.lines)
        }

    @property
    def outcome(self) -> Outcome:
        """The totals and who wins, as if the game ended now."""
        return outcome_of(self.game, self._sheet_of(self._table), self.players)

    @property
    def scores(self) -> list[int]:
        """The total of each seat as if the game ended now."""
        return self.outcome.totals

    @property
    def winners(self) -> list[int]:
        """The seats that won, or would win if the game ended now; several share a victory."""
        return self.outcome.winners

    # look

    @property
    def position(self) -> Json:
        """The whole truth as plain JSON; `horta.resume` takes it back."""
        return {
            **self._header(),
            "table": self.game.presentation.to_json(at(self.game.table, self._table)),
        }

    def view(self, seat: int | None = None, lang: str = "en") -> Json:
        """What a seat may know, as plain JSON; without a seat, what a spectator may know."""
        scene = self.scene(seat, lang)
        return {
            **self._header(),
            "seat": scene.seat,
            "names": scene.names,
            "to_play": scene.to_play,
            "sheet": scene.sheet,
            "scores": scene.scores,
            "winners": scene.winners,
            "table": self.game.presentation.to_json(scene.table),
        }

    def scene(self, seat: int | None = None, lang: str = "en", *, revealed: bool = False) -> Scene:
        """Return what a drawing of the table for a seat is made of; without a seat, a spectator's.

        With all `revealed` nothing is blanked: for those who look back at a finished game.
        """
        seat = None if seat is None else self._check_seat(seat)
        games = copy_table(self._table) if revealed else self.redacted(seat)
        to_play = self._engine.to_play(games, 0)
        # What a seat cannot know it cannot count; when the game is over, everything is counted.
        sheet = self._sheet_of(games if to_play >= 0 else self._table)
        outcome = outcome_of(self.game, sheet, self.players)
        return Scene(
            table=at(self.game.table, games),
            seat=seat,
            lang=lang,
            names=self.names(lang),
            to_play=to_play if to_play >= 0 else None,
            sheet=self._lines(sheet),
            scores=outcome.totals,
            winners=outcome.winners if to_play < 0 else [],
            options=self.options,
            components=self.components,
        )

    def redacted(self, seat: int | None) -> Games:
        """Return a copy of the table with all blanked that the seat cannot know."""
        viewer = -1 if seat is None else self._check_seat(seat)
        seen = copy_table(self._table)
        self._engine.redact(seen, 0, viewer)
        return seen

    def observe(self, seat: int, out: Buffer | None = None) -> Buffer:
        """Return what a seat may know as numbers for a network; `out` is filled if given."""
        seat, wanted = self._check_seat(seat), self.game.observation_spec
        out = wanted.new() if out is None else wanted.check(out)
        out.fill(0.0)  # it may hold what was seen in another game
        self._engine.observe(self._table, 0, seat, out)
        return out

    def _check_seat(self, seat: int) -> int:
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise HortaError(
                mark("there is no seat {seat}; seats run from 0 to {last}"),
                seat=shown(seat),
                last=self.players - 1,
            )
        return number

    def _check_moment(self, given: Any) -> int:
        """Return how many actions were played at a moment of this match, or refuse the number."""
        number = whole(given)
        if number is None or not 0 <= number <= len(self._actions):
            raise HortaError(
                mark("there is no moment {number}; they run from 0, the start, to {last}"),
                number=shown(given),
                last=len(self._actions),
            )
        return number

    def svg(self, seat: int | None = None, lang: str = "en") -> str:
        """Draw the table as a seat sees it; without a seat, as a spectator sees it."""
        return self.game.presentation.draw(self.scene(seat, lang))

    def sketch(self, seat: int | None = None, lang: str = "en", colour: bool = False) -> str:
        """Return the table as a seat sees it in characters, for terminals."""
        return self.game.presentation.sketch(self.scene(seat, lang), colour)

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
            raise HortaError(mark("nothing that gives hints is installed"))
        seat = None if seat is None else self._check_seat(seat)
        found: list[Hint] = advisers[0].load()(self, seat, check_language(lang), **how)
        return found

    def review(self, depth: str = "usual", **how: Any) -> Any:
        """Judge every decision so far: what it cost, what was better and why (`horta.review`).

        Who reviews registers in the entry-point group `horta.reviews`.
        """
        from importlib.metadata import entry_points

        reviewers = sorted(entry_points(group="horta.reviews"), key=lambda entry: entry.name)
        if not reviewers:
            raise HortaError(mark("nothing that reviews games is installed"))
        return reviewers[0].load()(self, depth, **how)

    # write down

    def _header(self) -> Json:
        return write_header(self.game, self.players, self.options, self.components)

    def transcript(self) -> Json:
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
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._table = copy_table(self._table)
        twin._out = self._out.copy()
        twin.seats = list(self.seats)
        twin._story, twin._actions = list(self._story), list(self._actions)
        twin._before = list(self._before)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: the tables packed, and nothing that can be made again."""
        again = ("_rules", "_table", "_before", "_legal", "_kinds", "_asked", "_out")
        state = {name: value for name, value in self.__dict__.items() if name not in again}
        tables = b"".join([*self._before, self._table.tobytes()])
        return {**state, "tables": zlib.compress(tables, 1)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update({name: state[name] for name in state if name != "tables"})
        size, tables = dtype_of(self.game.table).itemsize, zlib.decompress(state["tables"])
        *self._before, last = (tables[k : k + size] for k in range(0, len(tables), size))
        self._table = from_bytes(self.game.table, last)
        self._rules, self._out = engine(self.game), self.game.new_list()
        self._legal = self._kinds = self._asked = None

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    @property
    def weight(self) -> int:
        """The bytes that the match holds, nearly: above all a table for each action that stands."""
        tables = (len(self._before) + 1) * (self._table.nbytes + 40)
        return tables + self._out.nbytes + 16 * len(self._story)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Match)
            and self.game.id == other.game.id
            and self._table.tobytes() == other._table.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"horta.replay({self.transcript()!r})"

    def __str__(self) -> str:
        if self.over:
            state = "over, " + " : ".join(map(str, self.scores))
        else:
            state = f"{self.names()[self.to_play or 0]} to play"
        return f"{self.game.title}, {len(self._actions)} actions, {state}"
