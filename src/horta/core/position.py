"""Positions: a table as JSON, written, read back and described, as its record declares it.

    POSITION = Position(
        "Bruxelles 1897",
        Table,
        lambda table: table.printed.players,
        Odd("grid", list[list[str | None]], write=grid, read=read_grid),
        Odd("seats.levels", dict[str, int], write=levels, after="tracks", default={}),
    )
    POSITION.write(table)               # the JSON
    POSITION.read(given, table, clear)  # back into a table, or `BadPosition`
    POSITION.schema()                   # the JSON Schema

Plain fields need nothing but their declaration (`horta.core.fields`); they stand in the order of
the record. What has a shape of its own is `Odd`: a type and two plain functions. `write(table)`
returns the JSON, `read(reading, given, table)` lays it out or refuses it by `reading.refuse`; in
the entries of a list, both take the number of the entry behind the table.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import pydantic

from horta.core.dice import seed_dice
from horta.core.errors import BadPosition
from horta.core.fields import Field, Group, Records, Rows, Silent, Split
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.kinds import TWICE, Reading, Value, list_of
from horta.core.record import meanings_of
from horta.core.validation import TABLE, first_problem

NEEDED: Any = object()
"""The default of what a position cannot do without."""

At = tuple[int, ...]
"""In which entries of lists something stands, the outermost first."""


@dataclass(frozen=True, eq=False)
class Odd:
    """A part of a position that functions of the game write and read."""

    path: str
    """Its key, behind the keys of what it stands in: `seats.levels`."""
    kind: Any
    """The type of the JSON, as an annotation for pydantic."""
    write: Callable[..., Any]
    read: Callable[..., None] | None = None
    """Without it, the part tells what follows from others and is not read."""
    about: str | None = None
    default: Any = NEEDED
    after: str = ""
    """The key behind which it stands, if not where a field says that it is told in it."""
    when: str = ""
    """A field of the table; while it is 0, the part is neither written nor needed."""


@dataclass(frozen=True, eq=False)
class Part:
    """A key of an object, and how what stands behind it is written and read."""

    key: str
    type: Callable[[], Any]
    write: Callable[[Any, Any, At], Any]
    """Of the table, the record and the entries."""
    read: Callable[[Reading, Any, Any, Any, At], None]
    """Of the reading, the JSON, and the same."""
    about: str | None = None
    default: Callable[[], Any] | None = None
    after: str = ""
    when: str = ""


class Strict(pydantic.BaseModel):
    """An object without any keys but its own."""

    model_config = pydantic.ConfigDict(extra="forbid")


class Node:
    """An object: the table, a group of its fields, or an entry of a list."""

    def __init__(self, name: str, title: str | None) -> None:
        self.name = name
        self.title = title
        self.parts: list[Part] = []

    @functools.cached_property
    def model(self) -> Any:
        """What pydantic checks such an object by."""
        fields: Any = {}
        for part in self.parts:
            about: Any = {} if part.about is None else {"description": part.about}
            if part.default is not None:
                about["default"] = part.default()
            fields[part.key] = (part.type(), pydantic.Field(**about))
        return pydantic.create_model(self.name, __base__=Strict, __doc__=self.title, **fields)

    def write(self, table: Any, record: Any, at: At) -> Json:
        """Return the JSON."""
        return {
            part.key: part.write(table, record, at)
            for part in self.parts
            if not part.when or getattr(table, part.when)
        }

    def read(self, reading: Reading, given: Any, table: Any, record: Any, at: At) -> None:
        """Lay the JSON out, or refuse it."""
        for part in self.parts:
            value = getattr(given, part.key)
            if part.when and value is None:
                continue
            reading.path.append(part.key)
            if part.when and not getattr(table, part.when):
                reading.refuse(mark("the options of this game do not include it"))
            part.read(reading, value, table, record, at)
            reading.path.pop()

    def sort(self) -> None:
        """Put the parts that name another one behind it."""
        keys = {part.key for part in self.parts}
        behind: dict[str, list[Part]] = {}
        for part in self.parts:
            if part.after and part.after not in keys:
                raise TypeError(f"{self.name}.{part.key}: it stands after no '{part.after}'")
            behind.setdefault(part.after, []).append(part)
        if len(keys) < len(self.parts):
            raise TypeError(f"{self.name}: two parts have the same key")

        def from_key(key: str) -> Iterator[Part]:
            for part in behind.get(key, ()):
                yield part
                yield from from_key(part.key)

        self.parts = list(from_key(""))


class Position:
    """The positions of a game; see the module's docstring."""

    def __init__(self, title: str, table: type, players: Callable[[Any], int], *odd: Odd) -> None:
        self.title = title
        self.players = players
        self._odd = {part.path: part for part in odd}
        self._placed: set[str] = set()
        self._nodes: dict[str, Node] = {}
        self._lists: list[str] = []
        self._root = self._node("", table)
        for path, part in self._odd.items():
            if path not in self._placed:
                above = self._nodes.get(path.rpartition(".")[0])
                if above is None or not part.after:
                    raise TypeError(f"{title}: no field is told in '{path}'")
                above.parts.append(_other(part))
        for node in self._nodes.values():
            node.sort()

    def write(self, table: Any) -> Json:
        """Return what lies on a table; of a redacted table, what its viewer may know."""
        return self._root.write(table, table, ())

    def read(self, position: Json, table: Any, clear: Callable[[Any], None]) -> Reading:
        """Lay a position out on a table that holds its options; `BadPosition` says what is wrong.

        What follows from the position and is not told is for the caller to work out, and the
        reading is there to refuse by.
        """
        try:
            given = self._root.model.model_validate(position)
        except pydantic.ValidationError as problem:
            raise BadPosition(TABLE, game=self.title, problem=first_problem(problem)) from None
        reading = Reading(self.title, self.players(table))
        for key in self._lists:
            with reading.inside(key):
                if len(getattr(given, key)) != reading.players:
                    reading.refuse(mark("{entries} are needed"), entries=reading.players)
        clear(table)
        self._root.read(reading, given, table, table, ())
        return reading

    def schema(self) -> Json:
        """Return the JSON Schema of the table in a position or a view."""
        schema: Json = self._root.model.model_json_schema()
        return schema

    def _node(self, path: str, cls: type) -> Node:
        node = self._nodes[path] = Node(f"{cls.__name__}Model", cls.__doc__)
        for name, field in meanings_of(cls).items():
            above, inside = self._group(node, path, field.group)
            above.parts.extend(self._parts(inside, name, field))
        return node

    def _group(self, root: Node, path: str, group: Group | None) -> tuple[Node, str]:
        """Return the object that the fields of a group stand in, and its path."""
        if group is None:
            return root, path
        above, path = self._group(root, path, group.group)
        path = _join(path, group.key)
        if path not in self._nodes:
            words = group.key.title().replace("_", "")
            node = self._nodes[path] = Node(group.model or f"{words}Model", group.title)
            above.parts.append((_rows if isinstance(group, Rows) else _object)(group, node))
        return self._nodes[path], path

    def _parts(self, path: str, name: str, field: Field) -> list[Part]:
        """Return how a field is told: by itself, with others, or not at all."""
        kind, key = field.kind, field.key or name
        if isinstance(kind, Silent):
            path = _join(path, kind.key)
            if not kind.key or path in self._placed:
                return []
            if path not in self._odd:
                raise TypeError(f"{self.title}: {name} is told in '{path}', but nothing tells that")
            self._placed.add(path)
            return [_other(self._odd[path], field.after)]
        if isinstance(kind, Split):
            return [_plain(name, part, part.key) for part in kind.parts]
        if isinstance(kind, Records):
            self._lists.append(key)
            return [
                _records(name, field, key, self._node(_join(path, key), kind.cls), self.players)
            ]
        return [(_column if isinstance(field.group, Rows) else _plain)(name, field, key)]


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _plain(name: str, field: Field, key: str) -> Part:
    """A field that its kind tells."""
    kind = field.kind

    def read(reading: Reading, given: Any, table: Any, record: Any, at: At) -> None:
        if not field.unread:
            kind.read(given, record, name, reading)

    return Part(
        key,
        kind.type,
        lambda table, record, at: kind.write(record, name, table),
        read,
        about=field.about,
        default=functools.partial(kind.default, field.start) if field.optional else None,
        after=field.after,
    )


def _column(name: str, field: Field, key: str) -> Part:
    """An array of which each entry of a list tells one place."""
    value = field.kind
    assert isinstance(value, Value)

    def write(table: Any, record: Any, at: At) -> Any:
        return value.told(getattr(record, name)[at[-1]])

    def read(reading: Reading, given: Any, table: Any, record: Any, at: At) -> None:
        getattr(record, name)[at[-1]] = value.number(given, reading)

    return dataclasses.replace(_plain(name, field, key), write=write, read=read)


def _other(odd: Odd, after: str = "") -> Part:
    """A part that functions of the game tell."""

    def read(reading: Reading, given: Any, table: Any, record: Any, at: At) -> None:
        if odd.read is not None:
            odd.read(reading, given, table, *at)

    return Part(
        odd.path.rpartition(".")[2],
        lambda: odd.kind,
        lambda table, record, at: odd.write(table, *at),
        read,
        about=odd.about,
        default=None if odd.default is NEEDED else lambda: odd.default,
        after=after or odd.after,
        when=odd.when,
    )


def _object(group: Group, node: Node) -> Part:
    """A group of fields."""

    def default() -> Any:
        return None if group.when else node.model()

    return Part(
        group.key,
        lambda: node.model | None if group.when else node.model,
        node.write,
        node.read,
        about=group.about,
        default=default if group.when or group.optional else None,
        after=group.after,
        when=group.when,
    )


def _rows(group: Group, node: Node) -> Part:
    """Arrays side by side."""
    assert isinstance(group, Rows)
    rows, lies, key, places = group, group.lies, "", None
    if rows.place is not None:
        key, places = rows.place[0], rows.place[1].kind
        node.parts.append(
            Part(key, places.type, lambda table, record, at: places.told(at[-1]), _none)
        )

    def write(table: Any, record: Any, at: At) -> list[Json]:
        return [
            node.write(table, record, (*at, k))
            for k in range(rows.length)
            if lies is None or lies(table, k)
        ]

    def read(reading: Reading, given: Any, table: Any, record: Any, at: At) -> None:
        for k, entry in enumerate(given):
            with reading.inside(k):
                place = k if places is None else places.number(getattr(entry, key), reading)
                if lies is not None and lies(table, place):
                    reading.refuse(TWICE, name=getattr(entry, key))
                node.read(reading, entry, table, record, (*at, place))

    return Part(
        rows.key,
        lambda: list_of(node.model, *rows.entries),
        write,
        read,
        about=rows.about,
        after=rows.after,
        when=rows.when,
    )


def _none(*_: Any) -> None:
    """Do nothing: a list reads the names of its places itself."""


def _records(name: str, field: Field, key: str, node: Node, players: Callable[[Any], int]) -> Part:
    """A list of records, one for each player."""
    kind = field.kind
    assert isinstance(kind, Records)

    def write(table: Any, record: Any, at: At) -> list[Json]:
        held = getattr(record, name)
        return [node.write(table, held[k], (*at, k)) for k in range(players(table))]

    def read(reading: Reading, given: Any, table: Any, record: Any, at: At) -> None:
        held = getattr(record, name)
        for k, entry in enumerate(given):
            with reading.inside(k):
                node.read(reading, entry, table, held[k], (*at, k))

    return Part(
        key,
        lambda: list_of(node.model, kind.least, kind.lengths[0]),
        write,
        read,
        about=field.about,
        after=field.after,
    )


def dice() -> Odd:
    """Return the dice, four 32-bit words, which every view hides."""
    word: Any = Annotated[int, pydantic.Field(ge=0, lt=1 << 32)]

    def write(table: Any) -> list[int] | None:
        held = table.dice
        return None if table.seen_by else [held.a, held.b, held.c, held.counter]

    def read(reading: Reading, given: list[int] | None, table: Any) -> None:
        if given is None:
            seed_dice(table.dice, 0)
        else:
            table.dice.a, table.dice.b, table.dice.c, table.dice.counter = given

    return Odd(
        "dice",
        list_of(word, 4, 4) | None,
        write,
        read,
        about="the state of the dice; null in a view: hidden",
        default=None,
    )
