"""Regions: pieces of a drawing that are drawn again only when something that they read has changed.

A template marks a region and asks for what it shows:

    {% region "board" %}
    {% set board = see("board") %}
    <g class="region board">…</g>
    {% endregion %}

While a region is drawn, its table and its scene take note of every field that is read. The text is
kept by these fields' values, for all tables and viewers; as long as they stay the same, neither the
painter nor the template is asked again. Nobody has to declare what a region reads, and nothing that
it reads can be forgotten: there is no other way to the table than the one that takes note.

What is read depends on what was read before: by night a seat's panel looks at the city, by day it
does not. So each region knows some traces, sets of fields that drawing it has read, and is looked
for by each of them. Regions may lie within regions; what the inner one reads, the outer one reads.

A region is drawn from a scene, which knows no more than its viewer, and is kept by what it has read
there; so it shows nobody what they do not know already.
"""

from __future__ import annotations

import ctypes
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from itertools import count
from threading import Lock
from typing import Any, NamedTuple, TypeVar, cast
from weakref import ref

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from horta.core.memo import Memo
from horta.core.parts import known
from horta.core.scene import Scene
from horta.core.templates import called_plainly

T = TypeVar("T")


class Trace(NamedTuple):
    """What drawing something has read."""

    sign: bytes
    """What tells it from all others."""
    fields: frozenset[int]
    spans: tuple[slice, ...]
    """The bytes of these fields in the table."""
    others: tuple[str, ...]
    """What was read of the scene besides the table."""
    mask: int
    """The bytes of these fields as the bits of a number, eight for each."""


KEPT = 48 << 20
"""Characters of regions that are kept: those of a few hundred tables."""
MODELS = 512
"""Options and component tables of which the digest is remembered."""
RESULTS = 8192
"""Other things that were worked out of tables and are kept."""
NAMES = 1024
"""Collections of names that are shared by the regions that hold them."""
TRACES = 4
"""Traces of one region that are told apart."""
SIZE = 20
"""Where the size of a field begins in the number that stands for it; below it, its place."""
PLACE = (1 << SIZE) - 1
SIGHT = "_sight"
"""Where a scene remembers its sight; a scene that was changed (`replace`) begins anew."""
CUTS = re.compile(r'\n(?=<g class="region |<style>)')
"""Where a drawing is cut: before every region, and between its title and its style."""
NAMED = re.compile(r'data-(target|thing|mark)="([^"]+)"')


def tag_of(text: str) -> str:
    """Return a digest of a text."""
    try:  # most texts are kept so in memory: then nothing has to be written anew
        data, kind = text.encode("latin-1"), b"1"
    except UnicodeEncodeError:
        data, kind = text.encode(), b"8"
    return blake2b(data, digest_size=12, person=kind).hexdigest()


class Region(str):
    """The text of a region, and what is worked out from it once."""

    @cached_property
    def tag(self) -> str:
        """A digest of the text."""
        return tag_of(self)

    @property
    def things(self) -> tuple[str, ...]:
        """The names of all things that a person can ask about, each once, in their order."""
        return self._names.things

    @property
    def things_tag(self) -> str:
        """A digest of these names."""
        return self._names.tag

    @property
    def marked(self) -> frozenset[str]:
        """The names of what can be chosen, or could be and is still there to be marked."""
        return self._names.marked

    @cached_property
    def _names(self) -> _Names:
        # Names are texts, which no search for garbage goes through; regions are kept for long.
        named = NAMED.findall(self)
        things = tuple(dict.fromkeys(name for kind, name in named if kind != "mark"))
        return _shared(things, frozenset(name for kind, name in named if kind != "thing"))


class _Names(NamedTuple):
    """The names on a region."""

    things: tuple[str, ...]
    marked: frozenset[str]
    tag: str


@lru_cache(maxsize=NAMES)
def _shared(things: tuple[str, ...], marked: frozenset[str]) -> _Names:
    """Return names; regions with the same ones share them, as most do."""
    return _Names(things, marked, tag_of("\n".join(things)))


memo: Memo[Region] = Memo(KEPT)


# what takes note


@cache
def _noting(struct: type[ctypes.Structure]) -> type[Any]:
    """Return the class of records that note which of their fields are read."""
    slots = ("_at", "_inside", "_raw", "_seen")
    space: dict[str, Any] = {"__slots__": slots, "__init__": _init}
    for name, kind, *_ in struct._fields_:
        if not name.startswith("_"):
            space[name] = property(_reader(struct, name, kind))
    return type(f"Noting{struct.__name__}", (), space)


def _init(self: Any, raw: Any, at: int, seen: set[int]) -> None:
    self._raw, self._at, self._seen = raw, at, seen
    self._inside = {}


def _reader(struct: type[ctypes.Structure], name: str, kind: Any) -> Callable[[Any], Any]:
    offset, size = getattr(struct, name).offset, getattr(struct, name).size
    inner = kind._type_ if issubclass(kind, ctypes.Array) else kind
    if isinstance(inner, type) and issubclass(inner, ctypes.Structure):
        made = _Row if inner is not kind else _noting(inner)

        def of_records(self: Any) -> Any:
            found = self._inside.get(name)
            if found is None:
                found = made(getattr(self._raw, name), self._at + offset, self._seen)
                self._inside[name] = found
            return found

        return of_records
    code = offset + (size << SIZE)

    def of_numbers(self: Any) -> Any:
        self._seen.add(self._at + code)
        return getattr(self._raw, name)

    return of_numbers


class _Row:
    """Several records that take note."""

    __slots__ = ("_at", "_inside", "_kind", "_raw", "_seen", "_size")

    def __init__(self, raw: Any, at: int, seen: set[int]) -> None:
        self._raw, self._at, self._seen = raw, at, seen
        self._kind, self._size = _noting(raw._type_), ctypes.sizeof(raw._type_)
        self._inside: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._raw)

    def __getitem__(self, index: int) -> Any:
        found = self._inside.get(index)
        if found is None:
            place = index if index >= 0 else len(self._raw) + index
            found = self._kind(self._raw[index], self._at + place * self._size, self._seen)
            self._inside[index] = found
        return found

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self._raw)))


class Sight:
    """What one scene shows, ready to be compared with what regions are kept by."""

    @classmethod
    def of(cls, scene: Scene) -> Sight:
        """Return the sight of a scene; all that look at the same scene share it."""
        found: Sight | None = vars(scene).get(SIGHT)
        if found is None:
            found = vars(scene)[SIGHT] = cls(scene)
        return found

    def __init__(self, scene: Scene) -> None:
        self._scene = ref(scene)  # which holds this one: no circle that only a search would free
        self.lang = scene.lang.encode()
        self.record = bytes(memoryview(scene.table).cast("B"))
        self._values: dict[str, bytes] = {}
        self._keys: dict[bytes, bytes] = {}
        self._before: dict[bytes, bytes] = {}
        self._other: dict[str, bool] = {}
        self._changed = 0
        self.last: dict[str, bytes] = {}
        """By region: the sign of the trace that it was found by, here or in the scene before."""

    def follow(self, before: Sight) -> None:
        """Take over what is still true of an earlier scene, for the same viewer in the same words.

        One number holds the bytes that have changed since: what read none of them has its old key.
        """
        self.last = before.last
        if self._keys or before.lang != self.lang or len(before.record) != len(self.record):
            return
        old, new = (int.from_bytes(one.record, "little") for one in (before, self))
        self._changed, self._before = old ^ new, before._keys
        self._other = {name: self.value(name) != value for name, value in before._values.items()}

    def traces(self, place: str) -> tuple[Trace, ...]:
        """Return the traces of a region, first the one that was right the last time."""
        known, last = _places.get(place, ()), self.last.get(place)
        for number, trace in enumerate(known):
            if trace.sign is last:
                return known if not number else (trace, *known[:number], *known[number + 1 :])
        return known

    def value(self, name: str) -> bytes:
        """Return what is no field of the table in a form that can be compared."""
        found = self._values.get(name)
        if found is None:
            found = self._values[name] = repr(_value(self._scene(), name)).encode()
        return found

    def key(self, trace: Trace, given: str = "") -> bytes:
        """Return what something is kept by: a digest of all that its trace holds, and a text."""
        digest = self._keys.get(trace.sign) or self._as_before(trace)
        if digest is None:
            about = [trace.sign, self.lang, *map(self.value, trace.others)]
            fields = b"".join(map(self.record.__getitem__, trace.spans))
            digest = blake2b(b"\0".join([*about, fields]), digest_size=16).digest()
            self._keys[trace.sign] = digest
        return digest + given.encode() if given else digest

    def _as_before(self, trace: Trace) -> bytes | None:
        """Return the key that a trace had before, if nothing of what it holds has changed."""
        known = self._before.get(trace.sign)
        if known is None or trace.mask & self._changed:
            return None
        if any(map(self._other.__getitem__, trace.others)):
            return None
        self._keys[trace.sign] = known
        return known


class NotingScene:
    """A scene that takes note of what is read; its language counts as read always."""

    def __init__(self, scene: Scene, sight: Sight | None = None) -> None:
        self.lang = scene.lang
        self.fields: set[int] = set()
        self.others: set[str] = set()
        kind: Any = type(scene.table)
        self.table = _noting(kind)(scene.table, 0, self.fields)
        self._scene, self._sight = scene, sight or Sight.of(scene)

    def __getattr__(self, name: str) -> Any:
        self.others.add(name)
        return getattr(self._scene, name)

    def kept(self, name: str, make: Callable[[Any], T], given: str = "") -> T:
        """Return what is worked out of a table: as it was kept, or worked out now."""
        place = f"{id(type(self._scene.table))}/{name}"  # every game has a class of its own
        for trace in self._sight.traces(place):
            found = _results.get(key := self._sight.key(trace, given))
            if found is not None:
                self._sight.last[place] = trace.sign
                self.note(trace)
                _results.move_to_end(key)
                return cast("T", found)
        noting = NotingScene(self._scene, self._sight)
        made: T = known(make(noting))
        trace = _learn(place, noting)
        self.note(trace)
        key = self._sight.key(trace, given)
        with _lock:
            _results[key] = made
            while len(_results) > RESULTS:
                _results.popitem(last=False)
        return made

    def beside(self) -> NotingScene:
        """Return the same scene with nothing noted yet."""
        return NotingScene(self._scene, self._sight)

    def note(self, trace: Trace) -> None:
        """Take note of all that something kept is known to read."""
        self.fields |= trace.fields
        self.others.update(trace.others)


def kept(scene: Any, name: str, make: Callable[[Any], T], given: str = "") -> T:
    """Work something out of a scene and a text; while a drawing takes note of it, only once.

    What is made is shared, and must neither be changed nor read the scene later.
    """
    return scene.kept(name, make, given) if isinstance(scene, NotingScene) else make(scene)


# what is kept


def cut(svg: str) -> list[Region]:
    """Return the regions of a drawing that was made as a whole."""
    return [Region(text) for text in CUTS.split(svg)]


_results: OrderedDict[bytes, Any] = OrderedDict()
_models: OrderedDict[int, tuple[Any, bytes]] = OrderedDict()
_places: dict[str, tuple[Trace, ...]] = {}
"""By region: the traces that drawing it has left."""
_numbers = count()
_lock = Lock()


def _digest(model: Any) -> bytes:
    """Return a digest of options or component tables; it is worked out once for each of them."""
    known = _models.get(id(model))
    if known is None or known[0] is not model:
        digest = blake2b(repr(model).encode(), digest_size=16).digest()
        with _lock:
            known = _models[id(model)] = (model, digest)
            while len(_models) > MODELS:
                _models.popitem(last=False)
    return known[1]


def _value(scene: Scene | None, name: str) -> object:
    assert scene is not None, "whoever looks holds the scene"
    if name == "sheet":
        return [list(values) for values in scene.sheet.values()]
    found = getattr(scene, name)
    if name in ("options", "components"):
        return _digest(found)
    return list(found) if isinstance(found, Sequence) and not isinstance(found, str) else found


def _spans(fields: frozenset[int]) -> tuple[slice, ...]:
    """Return the bytes of some fields, as few slices as possible."""
    ends: list[list[int]] = []
    for code in sorted(fields, key=lambda one: one & PLACE):
        start, stop = code & PLACE, (code & PLACE) + (code >> SIZE)
        if ends and start <= ends[-1][1]:
            ends[-1][1] = max(stop, ends[-1][1])
        else:
            ends.append([start, stop])
    return tuple(slice(*both) for both in ends)


def _learn(place: str, scene: NotingScene) -> Trace:
    """Return the trace of what was drawn just now; it is remembered for the next time.

    Where there are many traces already, a similar one takes its place that holds more: what is the
    same in more fields than were read is the same.
    """
    fields, others = frozenset(scene.fields), frozenset(scene.others)
    with _lock:
        traces = _places.get(place, ())
        for trace in traces:
            if trace.fields == fields and set(trace.others) == others:
                return trace
        if len(traces) < TRACES:
            made = _trace(place, fields, others)
            _places[place] = (made, *traces)
            return made
        near = min(traces, key=lambda one: len(one.fields ^ fields))
        if fields <= near.fields and others <= set(near.others):
            return near
        made = _trace(place, near.fields | fields, others.union(near.others))
        _places[place] = (made, *(one for one in traces if one is not near))
        return made


def _trace(place: str, fields: frozenset[int], others: frozenset[str]) -> Trace:
    sign = f"{place}\0{next(_numbers)}".encode()
    spans = _spans(fields)
    mask = sum((1 << 8 * one.stop) - (1 << 8 * one.start) for one in spans)
    return Trace(sign, fields, spans, tuple(sorted(others)), mask)


def forget() -> None:
    """Forget all that is kept; the next drawing is drawn from the scene alone."""
    memo.clear()
    with _lock:
        _results.clear()
        _models.clear()
        _places.clear()


@called_plainly
class Shown:
    """What one drawing is made from: the template's `see`.

    `painters` make what a region shows, by name, from a painter of its own.
    """

    def __init__(
        self,
        package: str,
        scene: Scene,
        painter: Callable[[Any], Any],
        painters: Mapping[str, Callable[..., object]],
    ) -> None:
        self._package, self._scene, self._sight = package, scene, Sight.of(scene)
        self._painter, self._painters = painter, painters
        self._now: Any = None
        self._noting: NotingScene | None = None

    def __call__(self, name: str, *args: object) -> object:
        """Work out what a region shows."""
        return self._painters[name](self._now, *args)

    def region(self, name: str, draw: Callable[[], str]) -> Region:
        """Return a region: as it was kept, or drawn now."""
        place, outer = f"{self._package}/{name}", self._noting
        for trace in self._sight.traces(place):
            found = memo.find(self._sight.key(trace))
            if found is not None:
                self._sight.last[place] = trace.sign
                if outer is not None:
                    outer.note(trace)
                return found
        before, noting = self._now, NotingScene(self._scene, self._sight)
        self._now, self._noting = self._painter(noting), noting
        try:
            text = draw()
        finally:
            self._now, self._noting = before, outer  # outside of regions nothing can be seen
        made = Region(text.strip("\n") if outer is None else text)
        trace = _learn(place, noting)
        self._sight.last[place] = trace.sign
        if outer is not None:
            outer.note(trace)
        return memo.get(self._sight.key(trace), lambda: made)


class Regions(Extension):
    """The tag `region`."""

    tags = {"region"}  # noqa: RUF012 (as Jinja declares it)

    def parse(self, parser: Parser) -> nodes.Node:
        """Read a region: its name, and what is inside."""
        line = next(parser.stream).lineno
        name = parser.parse_expression()
        body = parser.parse_statements(("name:endregion",), drop_needle=True)
        call = self.call_method("_draw", [name, nodes.Name("see", "load")])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _draw(self, name: str, see: Shown, caller: Callable[[], str]) -> Region:
        return see.region(name, caller)
