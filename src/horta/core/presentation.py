"""Presentation: the parts of a game that speak, draw and write files, loaded when first asked for.

Rules run without a word or a picture, so a bot or a driver never loads these modules.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from horta.core.desk import Desk
from horta.core.game import Json, Line, Target, Words
from horta.core.help import Told
from horta.core.i18n import catalogue
from horta.core.notes import Event
from horta.core.regions import Region, cut
from horta.core.scene import Scene
from horta.core.spots import Spot
from horta.core.terms import Terms

if TYPE_CHECKING:
    from horta.core.plain import PlainPresentation
    from horta.core.traits import Trait


class PackagePresentation:
    """The `Presentation` of a game whose package has the usual modules.

    | module | functions |
    |---|---|
    | `words` | `words(lang)` |
    | `position` | `to_json(table)`, `from_json(position, table)`, `schema()` |
    | `drawing` | `draw(scene)`, `target(table, action)`, perhaps `regions(scene)` |
    | `sketch` | `sketch(scene, colour)` |
    | `guidance` | `refusals(table, lang)`, `rule_of(table, element)`, perhaps `idle_lines(table)` |
    | | `holdings(table, seat, lang)` and `signs(table, lang)` |
    | `help`, if people are to be helped | `explain(table, lang)`, `firsts(table, lang)` |
    | `invariants` | the table `INVARIANTS` |
    | `spots`, if pieces can be moved in the editor | `spot(place, table)`, `direct(place, table)` |
    | `terms`, for the editor | the table `TERMS` (`horta.core.terms`) |
    | `desk`, if owners may change tables | `desk(components, lang)`, `pictures(components)` |
    | `openings`, for the explorer | `moment(table)`, `sort(table, action)`, `board(table, seat)` |
    | `traits`, if it is to be studied | the table `TRAITS` (`horta.core.traits`) |

    In the place of a module that the package does not have stands what follows from the game's
    declarations alone (`horta.core.plain`).
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self._chapters: dict[str, Any] = {}

    def _chapter(self, name: str) -> Any:
        found = self._chapters.get(name)
        if found is None:
            found = self._chapters[name] = self._found(f"{self.package}.{name}")
        return found

    def _found(self, module: str) -> Any:
        if module not in sys.modules and find_spec(module) is None:
            return self._plain
        return import_module(module)

    @functools.cached_property
    def _plain(self) -> PlainPresentation:
        from horta.core.plain import PlainPresentation

        return PlainPresentation.of(import_module(self.package).GAME)

    def words(self, lang: str) -> Words:
        """Return the game's words in a language."""
        words: Words = self._chapter("words").words(lang)
        return words

    def to_json(self, table: Any) -> Json:
        """Return what lies on the table as plain JSON."""
        position: Json = self._chapter("position").to_json(table)
        return position

    def from_json(self, position: Json, table: Any) -> None:
        """Lay a position out on a table that holds its options already."""
        self._chapter("position").from_json(position, table)

    def schema(self) -> Json:
        """Return the JSON Schema of positions."""
        schema: Json = self._chapter("position").schema()
        return schema

    def draw(self, scene: Scene) -> str:
        """Return the table as SVG."""
        return str(self._chapter("drawing").draw(scene))

    def regions(self, scene: Scene) -> list[Region]:
        """Return the table as SVG in regions, which give the drawing when joined by line ends."""
        found = getattr(self._chapter("drawing"), "regions", None)
        return cut(self.draw(scene)) if found is None else found(scene)

    @property
    def draws_alike(self) -> bool:
        """Whether a drawing shows what its viewer knows, and not who the viewer is.

        Then a seat that knows no more than a spectator is shown the same drawing, which is made
        once; the module `drawing` says so (`DRAWS_ALIKE`), and its record has a field `seen_by`.
        """
        return bool(getattr(self._chapter("drawing"), "DRAWS_ALIKE", False))

    def sketch(self, scene: Scene, colour: bool) -> str:
        """Return the table as text for terminals."""
        return str(self._chapter("sketch").sketch(scene, colour))

    def target(self, table: Any, action: int) -> Target:
        """Say where on the drawing an action lies."""
        target: Target = self._chapter("drawing").target(table, action)
        return target

    def refusals(self, table: Any, lang: str) -> Mapping[str, str]:
        """Say of things that look like options of the moment why they cannot be chosen."""
        refusals: Mapping[str, str] = self._chapter("guidance").refusals(table, lang)
        return refusals

    def rule_of(self, table: Any, element: str) -> str:
        """Return the id of the rule that a thing on the drawing follows."""
        return str(self._chapter("guidance").rule_of(table, element))

    def idle_lines(self, table: Any) -> frozenset[str]:
        """Return the lines of the score sheet that cannot count at a table."""
        found = getattr(self._chapter("guidance"), "idle_lines", None)
        return frozenset() if found is None else frozenset(found(table))

    def holdings(self, table: Any, seat: int, lang: str) -> Mapping[str, int]:
        """Return what a seat has to pay and to act with, by name."""
        found = getattr(self._chapter("guidance"), "holdings", None)
        return {} if found is None else dict(found(table, seat, lang))

    def signs(self, table: Any, lang: str) -> Mapping[str, str]:
        """Return the shapes of the drawing that stand for holdings, by their names; not all do."""
        found = getattr(self._chapter("guidance"), "signs", None)
        return {} if found is None else dict(found(table, lang))

    def moment(self, table: Any) -> str:
        """Name the decision of the moment, with its round or phase; the same from deal to deal."""
        return str(self._chapter("openings").moment(table))

    def sort(self, table: Any, action: int) -> str:
        """Name what an action of the moment is, so that it can be counted over many deals."""
        return str(self._chapter("openings").sort(table, action))

    def called(self, name: str, lang: str) -> str:
        """Return what a sort of actions is called; its own name in a game that says no more."""
        said = getattr(self._chapter("openings"), "called", None)
        return name if said is None else str(said(name, catalogue(self.package, lang)))

    def board(self, table: Any, seat: int) -> str:
        """Name the board of a seat, where boards differ; else nothing."""
        return str(self._chapter("openings").board(table, seat))

    def explain(self, table: Any, lang: str) -> Sequence[Told]:
        """Say what can be done at the decision of the moment."""
        return self._told("explain", table, lang)

    def firsts(self, table: Any, lang: str) -> Sequence[Told]:
        """Return what is explained once, when it comes up."""
        return self._told("firsts", table, lang)

    def _told(self, what: str, table: Any, lang: str) -> Sequence[Told]:
        told: Sequence[Told] = getattr(self._chapter("help"), what)(table, lang)
        return told

    def desk(self, components: Any, lang: str) -> Desk:
        """Say what the component tables are called."""
        if find_spec(f"{self.package}.desk") is None:
            return Desk()
        made: Desk = self._chapter("desk").desk(components, lang)
        return made

    def pictures(self, components: Any) -> Mapping[str, str]:
        """Draw what component tables describe, by path."""
        if find_spec(f"{self.package}.desk") is None:
            return {}
        drawn: Mapping[str, str] = self._chapter("desk").pictures(components)
        return drawn

    def traits(self) -> Sequence[Trait]:
        """Return what seats have or do that is worth counting."""
        if find_spec(f"{self.package}.traits") is None:
            return ()
        found: Sequence[Trait] = self._chapter("traits").TRAITS
        return found

    def spot(self, place: str, table: Json) -> Spot | None:
        """Return which field of a position tells what lies at a place of the drawing."""
        if find_spec(f"{self.package}.spots") is None:
            return None
        found: Spot | None = self._chapter("spots").spot(place, table)
        return found

    def direct(self, place: str, table: Json) -> Sequence[str]:
        """Return the fields of a position that are set by hand at a place of the drawing."""
        if find_spec(f"{self.package}.spots") is None:
            return ()
        found: Sequence[str] = self._chapter("spots").direct(place, table)
        return found

    def terms(self) -> Terms:
        """Return what the fields of a position are called."""
        if find_spec(f"{self.package}.terms") is None:
            return Terms()
        found: Terms = self._chapter("terms").TERMS
        return found

    def invariants(self) -> Mapping[int, str]:
        """Say what each invariant that `check` numbers demands."""
        chapter = self._chapter("invariants")
        if chapter is self._plain:
            told: Mapping[int, str] = self._plain.invariants()
            return told
        invariants: Mapping[int, str] = chapter.INVARIANTS
        return invariants


class BaseWords:
    """What the `Words` of every game have in common: lines of the sheet, options and seats."""

    def __init__(
        self, package: str, lang: str, lines: Sequence[Line], seats: Sequence[str]
    ) -> None:
        self.say = catalogue(package, lang)
        self._lines = {line.name: line.title for line in lines}
        self._seats = seats

    exact: Mapping[tuple[Any, frozenset[str]], str] = {}
    """How a decision is asked where only some kinds of action are legal."""

    def question(self, table: Any) -> str:
        """Ask the decision of the moment, whatever of it is open."""
        raise NotImplementedError

    def asks(self, table: Any, kinds: Collection[str]) -> str:
        """Ask the decision of the moment, where only actions of these kinds are legal."""
        exact = self.exact.get((table.decision, frozenset(kinds)))
        return self.say(exact) if exact else self.question(table)

    def chapter(self, event: Event) -> str:
        """Name the round or phase that an event begins; a game without any has nothing to say."""
        return ""

    def line(self, name: str) -> str:
        """Name a line of the score sheet."""
        return self.say(self._lines[name])

    def option(self, text: str) -> str:
        """Translate a title, a description or a value of the options."""
        return self.say(text)

    def seats(self, players: int) -> list[str]:
        """Name the seats."""
        return [self.say(title) for title in self._seats[:players]]
