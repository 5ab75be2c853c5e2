"""An experiment: which game, in which variants, played by whom and how often.

A file holds it as TOML or JSON:

    game = "bruxelles1893"
    players = 5
    bots = "mcts:50it"           # in every seat; or a list with one for each seat
    games = 1000                 # deals, the same for every variant
    options = { asymmetric = true }

    [variants.today]
    [variants."crown from 2"]
    components.boards.gauchie_palace = [2, 3, 4, 5, 6, 7]
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from horta.bots.arena import Plan, Task
from horta.bots.names import parse
from horta.core import limits, registry
from horta.core.errors import BadFile, BadJson, BadOption, HortaError
from horta.core.game import Game
from horta.core.i18n import mark
from horta.core.seeds import check_number
from horta.core.traits import traits_of
from horta.lab.measures import measure

if TYPE_CHECKING:
    from horta.lab.results import Results

MOST_VARIANTS = 24
AS_IT_IS = "as it is"
PARTS = ("options", "components")
"""What variants may change."""


class BadExperiment(BadFile):
    """An experiment that cannot be carried out; the message names the field."""


@dataclass(frozen=True)
class Sweep:
    """A parameter that goes through several values."""

    parameter: str
    """Its path: `components.boards.gauchie_palace`, `options.edition`."""
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Experiment:
    """Games of several variants over the same deals."""

    game: str
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {AS_IT_IS: {}})
    """By name, what each changes: `options`, `components`. The first is what others are compared
    with."""
    players: int | None = None
    bots: str | Sequence[str] = "mcts:50it"
    """For every seat; or one for each seat, and they move on a seat with every deal."""
    games: int = 100
    """Deals; each is played once in every variant."""
    seed: int = 0
    """The first deal."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of every variant."""
    components: Mapping[str, Any] = field(default_factory=dict)
    """Of every variant."""
    dealt: bool = True
    """Whether boards and the like are dealt at random, where the game says what is."""
    sweep: Sweep | None = None

    def checked(self) -> Experiment:
        """Return the experiment with nothing left open; `BadExperiment` names what does not fit."""
        game = _in_field("game", lambda: registry.game(limits.check_game(self.game)))
        given = game.min_players if self.players is None else self.players
        players = _in_field("players", lambda: game.check_players(given))
        if limits.whole(self.games) is None or self.games < 1:
            raise _wrong("games", HortaError(mark("at least one game is needed")))
        _in_field("seed", lambda: check_number(self.seed))
        if not isinstance(self.dealt, bool):
            raise _wrong("dealt", HortaError(mark("true or false is needed")))
        bots = _in_field("bots", lambda: _bots(game, players, self.bots))
        if not isinstance(self.variants, Mapping) or not self.variants:
            raise _wrong("variants", HortaError(mark("at least one variant is needed")))
        if len(self.variants) > MOST_VARIANTS:
            few = HortaError(mark("at most {most} variants are possible"), most=MOST_VARIANTS)
            raise _wrong("variants", few)
        for part in PARTS:
            _check_part(game, part, getattr(self, part), part)
        for name, changes in self.variants.items():
            self._check_variant(game, name, changes)
        return replace(self, players=players, bots=bots)

    def _check_variant(self, game: Game, name: Any, changes: Any) -> None:
        where = f"variants.{str(name)[: limits.LONGEST_NAME]}"
        if not isinstance(name, str) or not 0 < len(name.strip()) <= limits.LONGEST_NAME:
            short = HortaError(
                mark("a variant has a name of at most {most} characters"), most=limits.LONGEST_NAME
            )
            raise _wrong(where, short)
        if not isinstance(changes, Mapping):
            raise _wrong(where, HortaError(mark("a table of options and components is needed")))
        for part, given in changes.items():
            if part not in PARTS:
                raise _wrong(where, _unknown(part, PARTS))
            _check_part(game, part, given, f"{where}.{part}")
            _check_part(game, part, merged(getattr(self, part), given), f"{where}.{part}")

    def plan(self, variant: str) -> Plan:
        """Return how the arena plays a variant."""
        game, changes = registry.game(self.game), self.variants[variant]
        kinds = tuple(trait.dealt for trait in traits_of(game) if trait.dealt)
        return Plan(
            game.id,
            (self.bots,) if isinstance(self.bots, str) else tuple(self.bots),
            self.games,
            self.players,
            merged(self.options, changes.get("options", {})),
            self.seed,
            components=merged(self.components, changes.get("components", {})),
            dealt=kinds if self.dealt else (),
            measure=measure,
        )

    def task(self, deal: int) -> Task:
        """Return who sits where on a deal: where bots differ, they move on a seat every time."""
        players = len(self.bots)
        turn = deal % players if len(set(self.bots)) > 1 else 0
        return deal, tuple((seat + turn) % players for seat in range(players))

    @property
    def deals(self) -> range:
        """The numbers of the deals."""
        return range(self.seed, self.seed + self.games)

    def swept(self, parameter: str, values: Sequence[Any]) -> Experiment:
        """Return the experiment with a variant for each value of a parameter."""
        part, _, path = str(parameter).partition(".")
        if part not in PARTS or not path:
            problem = HortaError(
                mark("it begins with “options.” or “components.”, unlike {given}"),
                given=limits.shown(parameter),
            )
            raise _wrong("sweep.parameter", problem)
        if not isinstance(values, Sequence) or isinstance(values, str) or not values:
            raise _wrong("sweep.values", HortaError(mark("a list of values is needed")))
        variants = {_value_name(value): {part: _nested(path, value)} for value in values}
        return replace(self, variants=variants, sweep=Sweep(str(parameter), tuple(values)))

    def run(self, folder: Path | str | None = None, **how: Any) -> Results:
        """Play the experiment and return its results; see `horta.lab.results.run`."""
        from horta.lab.results import run

        return run(self, None if folder is None else Path(folder), **how)

    def to_json(self) -> dict[str, Any]:
        """Return the experiment as plain JSON; `from_json` reads it back."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        if self.sweep is not None:
            told["sweep"] = {
                "parameter": self.sweep.parameter,
                "values": list(self.sweep.values),
            }
        made: dict[str, Any] = json.loads(json.dumps(told))
        return {name: value for name, value in made.items() if value is not None}

    @classmethod
    def from_json(cls, given: Any) -> Experiment:
        """Read an experiment; `BadExperiment` names the field that does not fit."""
        if not isinstance(given, dict):
            raise BadExperiment(mark("an experiment is a table of fields"))
        known = [one.name for one in fields(cls)]
        for name in given:
            if name not in known:
                raise BadExperiment(_unknown(name, known).message, **_unknown(name, known).values)
        if "game" not in given:
            raise _wrong("game", HortaError(mark("this is missing")))
        rest = {name: value for name, value in given.items() if name != "sweep"}
        swept = given.get("sweep")
        if swept is None:
            return cls(**rest).checked()
        if not isinstance(swept, dict) or set(swept) != {"parameter", "values"}:
            problem = HortaError(mark("a parameter and its values are needed, nothing else"))
            raise _wrong("sweep", problem)
        return cls(**rest).swept(swept["parameter"], swept["values"]).checked()


def read_experiment(path: Path) -> Experiment:
    """Read an experiment from a .toml or .json file; tables may lie in files beside it."""
    try:
        with path.open("rb") as file:
            raw = file.read(limits.LARGEST_JSON + 1)
    except OSError as problem:
        raise BadFile(
            mark("{file}: cannot be read ({problem})"), file=path, problem=problem.strerror
        ) from None
    try:
        given = _parsed(path, raw)
        return Experiment.from_json(_with_files(given, path.parent))
    except HortaError as problem:
        raise BadExperiment(mark("{file}: {problem}"), file=path, problem=problem) from None


def _parsed(path: Path, raw: bytes) -> Any:
    if path.suffix != ".toml":
        return limits.read_json(raw)
    if len(raw) > limits.LARGEST_JSON:
        raise BadJson(mark("this is larger than {most} bytes"), most=limits.LARGEST_JSON)
    try:
        read = tomllib.loads(raw.decode("utf-8-sig"))
        # TOML has dates and endless numbers, which no experiment has.
        return limits.read_json(json.dumps(read, allow_nan=False))
    except (ValueError, TypeError, RecursionError) as problem:
        if isinstance(problem, HortaError):
            raise
        raise BadFile(mark("this is no TOML: {problem}"), problem=problem) from None


def _with_files(given: Any, folder: Path) -> Any:
    """Fill in component tables that are named as a file."""
    if not isinstance(given, dict):
        return given
    made = dict(given)
    if isinstance(made.get("components"), str):
        made["components"] = _tables("components", folder / made["components"])
    if isinstance(made.get("variants"), dict):
        made["variants"] = {
            name: {**one, "components": _tables(f"variants.{name}", folder / one["components"])}
            if isinstance(one, dict) and isinstance(one.get("components"), str)
            else one
            for name, one in made["variants"].items()
        }
    return made


def _tables(where: str, path: Path) -> Any:
    try:
        return limits.read_json(path.read_bytes())
    except OSError as problem:
        told = HortaError(
            mark("{file}: cannot be read ({problem})"), file=path, problem=problem.strerror
        )
        raise _wrong(where, told) from None
    except HortaError as problem:
        told = HortaError(mark("{file}: {problem}"), file=path, problem=problem)
        raise _wrong(where, told) from None


def merged(common: Any, changes: Any) -> Any:
    """Lay changes over what is common, table by table."""
    if not isinstance(common, Mapping) or not isinstance(changes, Mapping):
        return changes
    kept = {name: value for name, value in common.items() if name not in changes}
    return kept | {
        name: merged(common[name], value) if name in common else value
        for name, value in changes.items()
    }


def _bots(game: Game, players: int, given: Any) -> tuple[str, ...]:
    """Return the canonical names of the bots, one for each seat."""
    texts = [given] * players if isinstance(given, str) else given
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise HortaError(mark("the name of a bot is needed, or a list with one for each seat"))
    if len(texts) != players:
        raise HortaError(
            mark("{bots} bots are named for {players} players"), bots=len(texts), players=players
        )
    for text in texts:
        parse(text).seat(game, players).close()
    return tuple(str(parse(text)) for text in texts)


def _check_part(game: Game, part: str, given: Any, where: str) -> None:
    if not isinstance(given, Mapping):
        raise _wrong(where, HortaError(mark("a table is needed, not {given}"), given=repr(given)))
    read = game.read_options if part == "options" else game.read_components
    _in_field(where, lambda: read(given))


def _in_field(name: str, check: Any) -> Any:
    """Do a check; what it refuses is told with the field."""
    try:
        return check()
    except HortaError as problem:
        raise _wrong(name, problem) from None


def _wrong(field_name: str, problem: HortaError) -> BadExperiment:
    return BadExperiment(mark("'{field}': {problem}"), field=field_name, problem=problem)


def _unknown(name: Any, known: Sequence[str]) -> BadOption:
    return BadOption(
        mark("there is no field {name}; there are {known}"),
        name=limits.shown(name),
        known=", ".join(known),
    )


def _nested(path: str, value: Any) -> dict[str, Any]:
    first, _, rest = path.partition(".")
    return {first: _nested(rest, value) if rest else value}


def _value_name(value: Any) -> str:
    """Return a value as the name of a variant: a list without its brackets."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    return (text.strip('[]"') or text)[: limits.LONGEST_NAME]
