"""Plain presentation: words, JSON, a drawing and a sketch from a game's declarations alone.

A game that says nothing about how it looks can still be read: fields of the record stand under
their names, actions under their texts, lines of the score sheet under their titles.

    PRESENTATION = PlainPresentation(
        Table, ACTIONS, LINES,
        events={TOOK: "{name} takes {a}."},
        invariants={1: "no card is held twice"},
        fixed=("players",),             # what `lay_out` wrote: no part of a position
    )

`PackagePresentation` uses it for every chapter that a game's package does not have.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from horta.core.actions import ActionSpace
from horta.core.desk import Desk
from horta.core.errors import BadPosition
from horta.core.game import Game, Json, Line, Target
from horta.core.help import Told
from horta.core.i18n import catalogue, mark
from horta.core.notes import Event
from horta.core.record import dtype_of
from horta.core.scene import Scene

SEAT = mark("Player {number}")
QUESTION = mark("Choose an action.")
EVENT = mark("{name}: event {kind} ({a}, {b}, {c})")
UNSEEN = -1
"""Is shown as a question mark: what is hidden, or not there."""
SILENT = frozenset({"dice", "notes", "noted"})
WIDTH, ROW, CELL, LEFT = 720, 36, 56, 200
LETTER = 9


def readable(name: str) -> str:
    """Return the name of a field or an action as people read it."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


class PlainWords:
    """The words of a game that has none of its own."""

    def __init__(self, plain: PlainPresentation, lang: str) -> None:
        self._plain = plain
        self._say = catalogue("horta.core", lang)

    def label(self, table: Any, action: int) -> str:
        """Say what an action does: its text."""
        del table
        return readable(self._plain.actions.text(action))

    def event(self, event: Event, names: Sequence[str]) -> str:
        """Tell an event, by the game's own template if it gave one."""
        name = names[event.seat] if 0 <= event.seat < len(names) else ""
        values = {"name": name, "a": event.a, "b": event.b, "c": event.c}
        template = self._plain.events.get(event.kind)
        if template is not None:
            return template.format(**values)
        return self._say(EVENT, kind=event.kind, **values)

    def question(self, table: Any) -> str:
        """Ask for a decision."""
        del table
        return self._say(QUESTION)

    def line(self, name: str) -> str:
        """Name a line of the score sheet: its title."""
        return self._plain.titles[name]

    def seats(self, players: int) -> list[str]:
        """Name the seats: as the game does, or by their numbers."""
        own = list(self._plain.seats[:players])
        return own + [self._say(SEAT, number=k + 1) for k in range(len(own), players)]

    def option(self, text: str) -> str:
        """Return a title, a description or a value of the options as it is."""
        return text


class PlainPresentation:
    """How a game shows itself that only declares its record, its actions and its score sheet."""

    def __init__(
        self,
        table: type[Any],
        actions: ActionSpace,
        lines: Sequence[Line],
        *,
        seats: Sequence[str] = (),
        events: Mapping[int, str] | None = None,
        invariants: Mapping[int, str] | None = None,
        fixed: Sequence[str] = (),
    ) -> None:
        self.table, self.actions = table, actions
        self.titles = {line.name: line.title for line in lines}
        self.seats = tuple(seats)
        self.events = dict(events or {})
        self._invariants = dict(invariants or {})
        left_out = {*SILENT, *fixed} - {"dice"}
        fields = dtype_of(table).fields
        assert fields is not None
        self.fields = [name for name in fields if name not in left_out and _is_told(name)]

    @classmethod
    def of(cls, game: Game) -> PlainPresentation:
        """Return the plain presentation of a game."""
        return cls(game.table, game.actions, game.lines)

    def words(self, lang: str) -> PlainWords:
        """Return the words: those of the house in a language, the game's own as they are."""
        return PlainWords(self, lang)

    # files

    def to_json(self, table: Any) -> Json:
        """Return what lies on the table: every field under its name."""
        return {name: _plain(getattr(table, name)) for name in self.fields}

    def from_json(self, position: Json, table: Any) -> None:
        """Lay a position out on a table that holds its options already."""
        _check_keys(position, self.fields, "table")
        for name in self.fields:
            _lay(table, name, position[name], name)

    def schema(self) -> Json:
        """Return the JSON Schema of positions, from the types of the fields."""
        fields = dtype_of(self.table).fields
        assert fields is not None
        return _object({name: fields[name][0] for name in self.fields})

    # pictures

    def draw(self, scene: Scene) -> str:
        """Return the table as SVG: a row for each field, a box for each value."""
        rows = self._rows(scene)
        longest = max((len(cells) for _, cells in rows), default=1)
        width = max(WIDTH, LEFT + CELL * longest + 20)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} '
            f'{ROW * (len(rows) + 1)}" role="img" class="plain" font-family="sans-serif" '
            'font-size="16">',
            "<style>.plain text{fill:currentColor}.plain rect{fill:none;stroke:currentColor}"
            "</style>",
        ]
        for k, (name, cells) in enumerate(rows):
            y = ROW * k + ROW
            parts.append(f'<text x="16" y="{y}">{escape(name)}</text>')
            for i, value in enumerate(cells):
                x = LEFT + CELL * i
                wide = max(CELL - 8, LETTER * len(value) + 16) if len(cells) == 1 else CELL - 8
                parts.append(
                    f'<g data-thing="{escape(name)}-{i}"><rect x="{x}" y="{y - 22}" '
                    f'width="{wide}" height="30" rx="4"/><text x="{x + wide / 2:.0f}" y="{y}" '
                    f'text-anchor="middle">{escape(value)}</text></g>'
                )
        return "".join([*parts, "</svg>"])

    def sketch(self, scene: Scene, colour: bool) -> str:
        """Return the table as text: a line for each field."""
        rows = self._rows(scene)
        widest = max(len(name) for name, _ in rows)
        bold, end = ("\x1b[1m", "\x1b[0m") if colour else ("", "")
        return "\n".join(
            f"{bold}{name:<{widest}}{end}  {' '.join(cells)}".rstrip() for name, cells in rows
        )

    def _rows(self, scene: Scene) -> list[tuple[str, list[str]]]:
        """Return names and values, records inside the table with a row for each of their fields."""
        rows: list[tuple[str, list[str]]] = []
        for name in self.fields:
            if name not in SILENT:
                _tell(rows, readable(name), getattr(scene.table, name))
        if scene.to_play is not None:
            rows.append((scene.names[scene.to_play], ["…"]))
        return rows

    def target(self, table: Any, action: int) -> Target:
        """Say that every action is a button."""
        del table, action
        return Target()

    # guidance

    def refusals(self, table: Any, lang: str) -> Mapping[str, str]:
        """Say nothing about what cannot be chosen."""
        del table, lang
        return {}

    def rule_of(self, table: Any, element: str) -> str:
        """Name no rule."""
        del table, element
        return ""

    def moment(self, table: Any) -> str:
        """Name the decision of the moment: by the field `decision`, if the record has one."""
        return str(getattr(table, "decision", ""))

    def sort(self, table: Any, action: int) -> str:
        """Name what an action is: by its text, as if it meant the same in every deal."""
        del table
        return self.actions.text(action)

    def board(self, table: Any, seat: int) -> str:
        """Name no board: all have the same."""
        del table, seat
        return ""

    def idle_lines(self, table: Any) -> frozenset[str]:
        """Return no line: all of them may count."""
        del table
        return frozenset()

    def holdings(self, table: Any, seat: int, lang: str) -> Mapping[str, int]:
        """Name nothing that a seat could pay with."""
        del table, seat, lang
        return {}

    def explain(self, table: Any, lang: str) -> Sequence[Told]:
        """Explain nothing beyond the labels of the actions."""
        del table, lang
        return ()

    def firsts(self, table: Any, lang: str) -> Sequence[Told]:
        """Explain nothing."""
        del table, lang
        return ()

    def desk(self, components: Any, lang: str) -> Desk:
        """Show component tables as they are."""
        del components, lang
        return Desk()

    def pictures(self, components: Any) -> Mapping[str, str]:
        """Draw nothing of component tables."""
        del components
        return {}

    def invariants(self) -> Mapping[int, str]:
        """Say what each invariant that `check` numbers demands, by its number if nobody said it."""
        return _Numbered(self._invariants)


class _Numbered(dict[int, str]):
    def __missing__(self, number: int) -> str:
        return f"the game's own check {number}"


def _is_told(name: str) -> bool:
    return not name.startswith("_")  # a gap between two fields has a name of its own


def _names(record: ctypes.Structure) -> list[str]:
    return [name for name, *_ in record._fields_ if _is_told(name)]


def _plain(value: Any) -> Any:
    if isinstance(value, ctypes.Array):
        return [_plain(item) for item in value]
    if isinstance(value, ctypes.Structure):
        return {name: _plain(getattr(value, name)) for name in _names(value)}
    return int(value)


def _tell(rows: list[tuple[str, list[str]]], name: str, value: Any) -> None:
    if isinstance(value, ctypes.Structure):
        for inner in _names(value):
            _tell(rows, f"{name}: {readable(inner).lower()}", getattr(value, inner))
    elif isinstance(value, ctypes.Array):
        items = list(value)
        if items and isinstance(items[0], ctypes.Structure | ctypes.Array):
            for k, item in enumerate(items):
                _tell(rows, f"{name} {k + 1}", item)
        else:
            rows.append((name, [_shown(item) for item in items]))
    else:
        rows.append((name, [_shown(value)]))


def _shown(value: int) -> str:
    return "?" if value == UNSEEN else str(int(value))


def _check_keys(given: Any, names: Sequence[str], path: str) -> None:
    if not isinstance(given, dict):
        raise BadPosition(mark("{path}: a JSON object is needed"), path=path)
    wrong = sorted(set(names) ^ set(given))
    if wrong:
        raise BadPosition(
            mark("{path}: the fields are {names}; see {wrong}"),
            path=path,
            names=", ".join(names),
            wrong=", ".join(map(str, wrong)),
        )


def _lay(holder: Any, name: Any, given: Any, path: str) -> None:
    """Write a value into a field of a record, or a place of an array, if it fits."""
    is_place = isinstance(name, int)
    held = holder[name] if is_place else getattr(holder, name)
    if isinstance(held, ctypes.Array):
        if not isinstance(given, list) or len(given) != len(held):
            raise BadPosition(
                mark("{path}: a list of {length} is needed"), path=path, length=len(held)
            )
        for k, item in enumerate(given):
            _lay(held, k, item, f"{path}.{k}")
    elif isinstance(held, ctypes.Structure):
        inner = _names(held)
        _check_keys(given, inner, path)
        for field in inner:
            _lay(held, field, given[field], f"{path}.{field}")
    else:
        if isinstance(given, bool) or not isinstance(given, int):
            raise BadPosition(mark("{path}: a whole number is needed"), path=path)
        kind = holder._type_ if is_place else dict(holder._fields_)[name]
        bits, signed = 8 * ctypes.sizeof(kind), kind(-1).value < 0
        least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        if not least <= given <= most:
            raise BadPosition(
                mark("{path}: a number from {least} to {most} is needed"),
                path=path,
                least=least,
                most=most,
            )
        if is_place:
            holder[name] = given
        else:
            setattr(holder, name, given)


def _object(fields: Mapping[str, Any]) -> Json:
    return {
        "type": "object",
        "properties": {name: _schema_of(kind) for name, kind in fields.items()},
        "required": list(fields),
        "additionalProperties": False,
    }


def _schema_of(kind: np.dtype[Any]) -> Json:
    if kind.shape:
        inner = np.dtype((kind.base, kind.shape[1:])) if len(kind.shape) > 1 else kind.base
        length = kind.shape[0]
        return {
            "type": "array",
            "items": _schema_of(inner),
            "minItems": length,
            "maxItems": length,
        }
    if kind.fields:
        return _object({name: field[0] for name, field in kind.fields.items() if _is_told(name)})
    bounds = np.iinfo(kind)
    return {"type": "integer", "minimum": int(bounds.min), "maximum": int(bounds.max)}
