"""The contract between a game and the rest of the house.

A game is declared once, as a `Game`: its rule functions, its options and tables of components, its
action space, its score sheet, and how to tell and draw it. Matches, drivers, bots, environments
and the web application work on this contract alone and never on a game's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from horta.core import registry
from horta.core.actions import ActionSpace
from horta.core.changes import Change
from horta.core.desk import Desk
from horta.core.dice import Dice
from horta.core.errors import BadComponents, BadJson, BadOption, NoObservation
from horta.core.help import Told
from horta.core.i18n import mark
from horta.core.limits import read_json, shown, whole
from horta.core.notes import Event, has_ring
from horta.core.observation import Observation
from horta.core.offers import offer, offer_bits, offer_run
from horta.core.picks import Pick
from horta.core.record import Games, at, blank, copy_table, dtype_of
from horta.core.rematch import LastGame, NextGame, Rematch, one_seat_further
from horta.core.rule import Rule, reached, rule
from horta.core.scene import Scene
from horta.core.validation import first_problem

Legal = NDArray[np.int32]
Sheet = NDArray[np.int32]
Json = dict[str, Any]

PREPARED = 64
"""How many tables with different options a game keeps ready."""


class Options(BaseModel):
    """The options of a game; each game declares its own as fields with defaults."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def option(
    title: str,
    about: str,
    values: Mapping[str, str] | None = None,
    *,
    of_seats: bool = False,
    follows: bool = False,
    ruling: str = "",
    rules: tuple[str, ...] = (),
) -> Any:
    """Describe an option to people: its title, what it decides, and the titles of its values.

    The texts are marked for the catalogues; a page translates them by `Words.option`. The values of
    an option `of_seats` are numbers of seats and called by the names of the seats. The value of one
    that `follows` depends on other options where it is left out, so forms let people do that. The
    ruling of `docs/rules` that left it open, and the ids of the `rules` that it is about, are for
    the reference, where they stand.
    """
    extra: Json = {"titles": dict(values or {})}
    more = {"of_seats": of_seats, "follows": follows, "ruling": ruling, "rules": list(rules)}
    extra |= {name: value for name, value in more.items() if value}
    return Field(title=title, description=about, json_schema_extra=extra)


class Components(BaseModel):
    """The tables of a game that its owner may replace; the defaults are ours."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True)
class Provenance:
    """Where a table of components comes from, in the four degrees of certainty."""

    degree: Literal["printed", "reported", "inferred", "reconstructed"]
    source: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line of the score sheet.

    Lines of points add up to the total. Lines of a tie-break do not; they are compared in order,
    the larger value wins.
    """

    name: str
    title: str
    tie_break: bool = False


@rule
def anything_follows(before: Any, after: Any) -> int:
    """Every table may follow every other: a game's `follows` when it has none of its own."""
    return 0


@dataclass(frozen=True)
class Rules:
    """The rule functions of a game, over its table record.

    | function | does |
    |---|---|
    | `setup(table, seed)` | deals; options and components lie in the table already, and so do |
    | | the dice when the seed is `FILLED`: `seed_dice` leaves them as they are then |
    | `legal(table, out) -> n` | writes the legal actions, sorted, by `offer` |
    | `step(table, action)` | plays one; never called with an illegal action |
    | `to_play(table) -> seat` | -1 when the game is over |
    | `score(table, sheet)` | every line for every seat, as if the game ended now |
    | `redeal(table, seat, seed)` | resamples what the seat cannot know; -1: a spectator |
    | `redact(table, seat)` | blanks what the seat cannot know |
    | `check(table) -> n` | 0, or the number of an invariant that is broken |
    | `follows(before, after) -> n` | the same, of invariants about what one step may change |
    | `observe(table, seat, out)` | what the seat may know as numbers; a game may do without |
    | `clear(table, out)` | empties what `observe` leaves of an earlier one; see `Observation` |

    Two more help bots and may be left out:

    | function | does |
    |---|---|
    | `evaluate(table, values)` | estimates each seat's final total in points, as floats |
    | `prior(table, actions, n, worth)` | estimates what each brings the seat to play, in points |

    Without `evaluate` the score sheet of the moment is the estimate. `prior` must be quick, since
    playouts ask it at every step, and only the differences between its numbers count; without it
    bots try actions out and evaluate what follows.
    """

    setup: Rule[..., None]
    legal: Rule[..., int]
    step: Rule[..., None]
    to_play: Rule[..., int]
    score: Rule[..., None]
    redeal: Rule[..., None]
    redact: Rule[..., None]
    check: Rule[..., int]
    follows: Rule[..., int] = anything_follows
    evaluate: Rule[..., None] | None = None
    prior: Rule[..., None] | None = None
    observe: Rule[..., None] | None = None
    clear: Rule[..., None] | None = None


@dataclass(frozen=True)
class Target:
    """Where on the drawn table an action lies: what a person clicks, taps or drops a piece on.

    Elements are named by the `data-target` attribute that the drawing gives them. An action
    without an element is a button. Two actions of one decision never have the same target.
    """

    element: str = ""
    piece: str = ""
    """The element of the piece that moves there: it follows the pointer and turns."""
    turn: int = 0
    """Which way round the piece lies, among the actions with this piece and element."""
    cells: tuple[str, ...] = ()
    """Every element that the piece would cover, to light them up."""
    icon: str = ""
    """The id of a shape in the drawing: what a button shows, where that is not the thing itself."""
    crossed: bool = False
    """Whether the shape is struck out: the action does without it."""


@dataclass(frozen=True)
class Hint:
    """Advice on one action."""

    action: int
    margin: float | None
    """By how many points the seat may expect to lead the best of the others at the end."""
    win: float | None
    """Its chance to win, 0 to 1; None if the adviser does not know."""
    why: str
    """A sentence: which line of the score sheet the action feeds."""
    things: tuple[int, ...] = ()
    """Where a set is asked for, the whole set that the action begins (`horta.core.picking`)."""


class Words(Protocol):
    """How a game speaks to people, in one language."""

    def label(self, table: Any, action: int) -> str:
        """Say what an action does, as the seat to play would read it on a button."""

    def event(self, event: Event, names: Sequence[str]) -> str:
        """Tell an event."""

    def question(self, table: Any) -> str:
        """Ask the decision of the moment."""

    def chapter(self, event: Event) -> str:
        """Name the round or phase that an event begins; empty if it begins none."""

    def line(self, name: str) -> str:
        """Name a line of the score sheet."""

    def seats(self, players: int) -> list[str]:
        """Name the seats."""

    def option(self, text: str) -> str:
        """Translate a title, a description or a value of the options."""


class Presentation(Protocol):
    """How a game shows itself to people and files."""

    def words(self, lang: str) -> Words:
        """Return the game's words in a language."""

    def to_json(self, table: Any) -> Json:
        """Return what lies on the table as plain JSON; a redacted table gives a view."""

    def from_json(self, position: Json, table: Any) -> None:
        """Lay a position out on a table that holds its options already."""

    def schema(self) -> Json:
        """Return the JSON Schema of positions."""

    def draw(self, scene: Scene) -> str:
        """Return the table as SVG."""

    def sketch(self, scene: Scene, colour: bool) -> str:
        """Return the table as text for terminals; with colour, by ANSI codes."""

    def target(self, table: Any, action: int) -> Target:
        """Say where on the drawing an action lies."""

    def refusals(self, table: Any, lang: str) -> Mapping[str, str]:
        """Say of things that look like options of the moment why they cannot be chosen.

        Things are named as on the drawing; nothing that a legal action names is among them. The
        table may be redacted for the seat to play, and nothing hidden from it is said.
        """

    def rule_of(self, table: Any, element: str) -> str:
        """Return the id of the rule, as in `docs/rules`, that a thing on the drawing follows."""

    def idle_lines(self, table: Any) -> frozenset[str]:
        """Return the lines of the score sheet that cannot count at a table: a page leaves them out.

        What everybody sees of the table decides it.
        """

    def holdings(self, table: Any, seat: int, lang: str) -> Mapping[str, int]:
        """Return what a seat has to pay and to act with, by the names that people read.

        A preview tells by it what an action costs. The names are the same whatever lies there.
        """

    def explain(self, table: Any, lang: str) -> Sequence[Told]:
        """Say what can be done at the decision of the moment, each with its rule.

        The table may be redacted for whoever asks, and nothing hidden from them is said.
        """

    def firsts(self, table: Any, lang: str) -> Sequence[Told]:
        """Return what is explained once, when it comes up at this table for the first time."""

    def desk(self, components: Any, lang: str) -> Desk:
        """Say what the component tables are called."""

    def pictures(self, components: Any) -> Mapping[str, str]:
        """Draw what component tables describe: SVG by the path of a table or of a part of it.

        A picture may use the shapes and styles of the game's drawn table, which lies on the same
        page.
        """

    def invariants(self) -> Mapping[int, str]:
        """Say what each invariant that `check` numbers demands."""


class Layout(Protocol):
    """Writes options and components into an empty table."""

    def __call__(self, table: Any, players: int, options: Any, components: Any) -> None:
        """Write them."""


def lay_nothing_out(table: Any, players: int, options: Any, components: Any) -> None:
    """Write nothing: the `lay_out` of a game without options and component tables."""


LEVELS = 7


@dataclass(frozen=True, eq=False)
class Game:
    """A game, declared once."""

    id: str
    title: str
    rules_version: int
    min_players: int
    max_players: int
    table: type[Any]
    rules: Rules
    actions: ActionSpace
    lines: tuple[Line, ...]
    options: type[Options] = Options
    components: type[Components] = Components
    provenance: Mapping[str, Provenance] = field(default_factory=dict)
    lay_out: Layout = lay_nothing_out
    presentation: Presentation = None  # type: ignore[assignment]
    """How it shows itself; without one, by what it declares alone (`horta.core.plain`)."""
    changes: Mapping[int, Change] = field(default_factory=dict)
    """What each `rules_version` after the first changed: old games are told by it."""
    reveals: frozenset[int] = frozenset()
    """The kinds of events that show something hidden: an action that causes one is final."""
    observation: Observation | None = None
    """What the rule `observe` writes."""
    minutes: tuple[int, int] | None = None
    """How long a game takes at a real table, from and to."""
    weight: int = 2
    """How much there is to learn: 1 is easy, 2 is more, 3 is demanding."""
    levels: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """For people, by the number of players: the names of bots, the weakest first. Where they are
    missing, the usual ones are offered."""
    tuning: Path | None = None
    """The study that found the parameters of the tree search for this game, a JSON file."""
    network: Path | None = None
    """The weights of the network that plays this game (`horta.bots.network`), an .npz file."""
    picks: tuple[Pick, ...] = ()
    """The sets that are picked one by one: people choose their things in any order."""
    rule_page: Path | None = None
    """The rule reference of a game that comes from elsewhere, a Markdown file."""
    lessons: Path | None = None
    """The folder of its lessons, TOML files; see `horta.core.lessons`."""
    puzzles: Path | None = None
    """Its series of puzzles, a study file; see `horta.study`."""
    scrutiny: int = 1
    """How many times as many iterations a review spends on each decision. A game with fewer of them
    can be looked at more closely in the same time; see `horta.review`."""
    rematch: Rematch = one_seat_further
    """Who sits where when the same people play again, and what the last result decides."""
    _prepared: dict[tuple[int, str, str], Games] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if self.presentation is None:
            from horta.core.plain import PlainPresentation

            object.__setattr__(self, "presentation", PlainPresentation.of(self))
        if (self.observation is None) != (self.rules.observe is None):
            raise TypeError(f"{self.id}: the views and the rule of an observation come together")
        if not {offer, offer_bits, offer_run} & reached(self.rules.legal):
            raise TypeError(f"{self.id}: `legal` writes its list by `offer` and by nothing else")
        if any(len(names) != LEVELS for names in self.levels.values()):
            raise TypeError(f"{self.id}: there are {LEVELS} levels for people, or none of its own")
        fields = dtype_of(self.table).fields
        if fields is None or "dice" not in fields or fields["dice"][0] != dtype_of(Dice):
            raise TypeError(f"{self.id}: a table has a field 'dice: Dice', which deals fill")
        if not has_ring(self.table):
            raise TypeError(
                f"{self.id}: a table has the fields 'noted: i32' and 'notes: Array[Note] = of(N)', "
                "which `note` writes"
            )
        untold = set(range(2, self.rules_version + 1)) - set(self.changes)
        if untold:
            raise TypeError(
                f"{self.id}: say in `changes` what version {min(untold)} of the rules changed"
            )

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as an id: the game is installed there, too."""
        if self.id not in registry.games() or registry.game(self.id) is not self:
            raise TypeError(f"{self.id}: only a game that is installed can be pickled")
        return registry.game, (self.id,)

    def __deepcopy__(self, memo: Any) -> Game:
        return self  # nothing of it changes

    @property
    def observation_spec(self) -> Observation:
        """The observation of the game; `NoObservation` when it has none."""
        if self.observation is None:
            raise NoObservation(
                mark("{game} ({id}) has no observation for agents yet"), game=self.title, id=self.id
            )
        return self.observation

    @property
    def env_id(self) -> str:
        """The name of the game as an environment, with the version of its observation."""
        return f"{self.id}-v{self.observation_spec.version}"

    def check_players(self, given: Any) -> int:
        """Return the number of players as a plain number; refuse one that the game is not for."""
        players = whole(given)
        if players is None:
            raise BadOption(mark("'players': a number is needed, not {given}"), given=shown(given))
        if not self.min_players <= players <= self.max_players:
            few, many = self.min_players, self.max_players
            if few == many:
                raise BadOption(
                    mark("{game} is for {few} players, not {players}"),
                    game=self.title,
                    few=few,
                    players=players,
                )
            raise BadOption(
                mark("{game} is for {few} to {many} players, not {players}"),
                game=self.title,
                few=few,
                many=many,
                players=players,
            )
        return players

    def next_game(self, last: LastGame) -> NextGame:
        """Say how a rematch follows from a game that is over."""
        following = self.rematch(last)
        if sorted(following.seats) != list(range(last.players)):
            raise TypeError(f"{self.id}: a rematch seats everybody once, not {following.seats}")
        return following

    def read_options(self, given: Mapping[str, Any]) -> Options:
        """Check options and fill in the defaults."""
        try:
            return self.options.model_validate(dict(given))
        except ValidationError as wrong:
            raise BadOption(
                mark("{game}: option {problem}"),
                game=self.title,
                problem=first_problem(wrong, self.options),
            ) from None

    def parse_options(self, given: Sequence[str]) -> dict[str, Any]:
        """Turn NAME=VALUE texts into options; a value is JSON where it can be, else a text.

        Where an option takes texts that look like numbers (`edition=2013`), they stay texts.
        """
        options: dict[str, Any] = {}
        for pair in given:
            name, equals, text = (part.strip() for part in pair.partition("="))
            if not equals:
                raise BadOption(f"'{pair}': an option is written NAME=VALUE")
            try:
                options[name] = read_json(text)
            except BadJson:
                parts = [part.strip() for part in text.split(",")]
                options[name] = parts if len(parts) > 1 else text
                continue
            if not self._takes(name, options[name]) and self._takes(name, text):
                options[name] = text
        return options

    def _takes(self, name: str, value: Any) -> bool:
        try:
            self.read_options({name: value})
        except BadOption:
            return False
        return True

    def read_components(self, given: Mapping[str, Any] | None) -> Components:
        """Check an owner's tables and fill in ours where one is missing."""
        try:
            return self.components.model_validate(dict(given or {}))
        except ValidationError as wrong:
            raise BadComponents(
                mark("{game}: component table {problem}"),
                game=self.title,
                problem=first_problem(wrong),
            ) from None

    def new_table(self, players: int, options: Options, components: Components) -> Games:
        """Return one table with its options and components laid out, ready for `setup`."""
        key = (players, options.model_dump_json(), components.model_dump_json())
        if key not in self._prepared:
            games = blank(self.table)
            self.lay_out(at(self.table, games), players, options, components)
            if len(self._prepared) >= PREPARED:
                self._prepared.clear()
            self._prepared[key] = games
        return copy_table(self._prepared[key])

    def new_list(self) -> Legal:
        """Return an empty list for `legal`: no list is longer than the game has actions."""
        return np.zeros(len(self.actions), np.int32)

    def new_sheet(self) -> Sheet:
        """Return an empty score sheet: a row for each seat, a column for each line."""
        return np.zeros((self.max_players, len(self.lines)), np.int32)
