"""Kinds: how the numbers of a record are said in JSON, and read back.

A kind has three faces. `write` and `read` carry a field of a record over into JSON and back;
`type` is the JSON's type as pydantic takes it, so pydantic checks what comes in, says in words
what does not fit, and describes it all by a JSON Schema. What remains for `read` to refuse is what
no type can say. Records declare their fields by the functions of `horta.core.fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Literal, NoReturn

from pydantic import Field

from horta.core.errors import BadPosition, HortaError
from horta.core.i18n import mark
from horta.core.validation import TABLE, TOO_MANY

EMPTY = -1
"""In a record: nothing, nobody, nowhere. In JSON: null."""
HIDDEN = -2
"""In a redacted record: something that the viewer cannot see. In JSON: '?'."""
UNSEEN = "?"

TWICE = mark("'{name}' is listed twice")
UNKNOWN = mark("there is no '{name}'")
VIEW = mark("this is a view; what it hides cannot be set up")


class Reading:
    """A position that is being read: of which game, for how many players, and where."""

    def __init__(self, title: str, players: int) -> None:
        self.title = title
        self.players = players
        self.path: list[str] = []

    @contextmanager
    def inside(self, key: object) -> Iterator[None]:
        """Read what stands behind a key, or at a place of a list."""
        self.path.append(str(key))
        yield
        self.path.pop()

    def refuse(self, problem: str, **values: object) -> NoReturn:
        """Say what is wrong with what is being read."""
        what = HortaError(problem, **values)
        said = HortaError(mark("'{place}': {problem}"), place=".".join(self.path), problem=what)
        raise BadPosition(TABLE, game=self.title, problem=said)

    def seat(self, seat: int) -> int:
        """Return a seat at which somebody plays, or refuse it."""
        if seat >= self.players:
            self.refuse(mark("there is no seat {seat}"), seat=seat)
        return seat


class Kind:
    """How a field goes into JSON and comes back."""

    lengths: tuple[int, ...] = ()
    start: Any = 0
    """What a new deal puts into the field, or into every place of it."""
    span = (0, 0)
    """The least and the largest number that the record may have to hold."""

    def type(self) -> Any:
        """Return the type of the JSON, as an annotation for pydantic."""
        raise NotImplementedError

    def default(self, start: Any) -> Any:
        """Return the JSON of what a new deal puts into the field."""
        raise NotImplementedError

    def write(self, record: Any, name: str, table: Any) -> Any:
        """Return a field of a record as JSON."""
        raise NotImplementedError

    def read(self, given: Any, record: Any, name: str, reading: Reading) -> None:
        """Lay JSON of the right type into a field, or refuse it."""
        raise NotImplementedError


class Value(Kind):
    """One number: some are said by names, null or '?', the others as numbers."""

    def __init__(
        self,
        plain: Callable[[], Any],
        said: Mapping[int, Any],
        span: tuple[int, int],
        special: Sequence[Any] = (),
        *,
        shift: int = 0,
        is_seat: bool = False,
    ) -> None:
        self.plain, self.special = plain, special
        self.said = said
        self.numbers = {told: number for number, told in said.items()}
        self.shift = shift
        self.is_seat = is_seat
        self.span = min(*span, *said), max(*span, *said)
        self.start = self.numbers[None] if None in self.numbers else max(0, span[0])

    def type(self) -> Any:
        """Return the type of the JSON, as an annotation for pydantic."""
        kind = self.plain()
        for told in self.special:
            kind = kind | (None if told is None else Literal[told])
        return kind

    def default(self, start: int) -> Any:
        """Return the JSON of what a new deal puts into the field."""
        return self.told(start)

    def told(self, number: int) -> Any:
        """Return a number of the record as JSON."""
        return self.said[number] if number in self.said else number + self.shift

    def number(self, told: Any, reading: Reading) -> int:
        """Return the number for JSON of the right type, or refuse it."""
        if told in self.numbers:
            if told == UNSEEN:
                reading.refuse(VIEW)
            return self.numbers[told]
        if isinstance(told, str):
            reading.refuse(UNKNOWN, name=told)
        return reading.seat(told) if self.is_seat else int(told - self.shift)

    def write(self, record: Any, name: str, table: Any) -> Any:
        """Return a field of a record as JSON."""
        return self.told(getattr(record, name))

    def read(self, given: Any, record: Any, name: str, reading: Reading) -> None:
        """Lay JSON of the right type into a field, or refuse it."""
        setattr(record, name, self.number(given, reading))


class Bits(Value):
    """Some of several things: bit k is for the thing that k is the number of."""

    def __init__(self, thing: Value, *, twice: bool) -> None:
        self.thing = thing
        self.twice = twice  # naming one twice does no harm
        self.span = 0, (1 << thing.span[1] + 1) - 1

    def type(self) -> Any:
        """Return the type of the JSON, as an annotation for pydantic."""
        return list_of(self.thing.type())

    def told(self, number: int) -> list[Any]:
        """Return a number of the record as JSON."""
        return [self.thing.told(k) for k in range(number.bit_length()) if (number >> k) & 1]

    def number(self, told: Any, reading: Reading) -> int:
        """Return the number for JSON of the right type, or refuse it."""
        bits = 0
        for one in told:
            bit = 1 << self.thing.number(one, reading)
            if bits & bit and not self.twice:
                reading.refuse(TWICE, name=one)
            bits |= bit
        return bits


class Counts(Kind):
    """How many of each: numbers by name, from one place of the array on."""

    def __init__(
        self, names: Sequence[str], least: int, most: int, *, all_named: bool, without: Any
    ) -> None:
        self.names = names
        self.all_named = all_named  # those of which there are none, too
        self.without = without  # an option, and how many names are left without it
        self.first = 0
        self.lengths = (len(names),)
        self.span = least, most

    def type(self) -> Any:
        """Return the type of the JSON, as an annotation for pydantic."""
        name: Any = str if self.all_named else Literal[tuple(self.names)]
        return dict[name, Annotated[int, Field(ge=self.span[0], le=self.span[1])]]

    def default(self, start: int) -> dict[str, int]:
        """Return the JSON of what a new deal puts into the field."""
        return {}

    def write(self, record: Any, name: str, table: Any) -> dict[str, int]:
        """Return a field of a record as JSON."""
        values, names = getattr(record, name), self.names
        if self.without is not None and not getattr(table, self.without[0]):
            names = names[: self.without[1]]
        counts = ((each, values[self.first + k]) for k, each in enumerate(names))
        return {each: count for each, count in counts if count or self.all_named}

    def read(self, given: Any, record: Any, name: str, reading: Reading) -> None:
        """Lay JSON of the right type into a field, or refuse it."""
        values = getattr(record, name)
        for k in range(len(self.names)):
            values[self.first + k] = 0
        for each, count in given.items():
            if each not in self.names:
                reading.refuse(UNKNOWN, name=each)
            values[self.first + self.names.index(each)] = count


class Each(Kind):
    """A list with an entry for every place of the array."""

    def __init__(self, value: Value, length: int) -> None:
        self.value = value
        self.lengths = (length,)
        self.start, self.span = value.start, value.span

    def type(self) -> Any:
        """Return the type of the JSON, as an annotation for pydantic."""
        return list_of(self.value.type(), self.lengths[0], self.lengths[0])

    def write(self, record: Any, name: str, table: Any) -> list[Any]:
        """Return a field of a record as JSON."""
        return [self.value.told(number) for number in getattr(record, name)]

    def read(self, given: Any, record: Any, name: str, reading: Reading) -> None:
        """Lay JSON of the right type into a field, or refuse it."""
        values = getattr(record, name)
        for k, told in enumerate(given):
            values[k] = self.value.number(told, reading)


class Listed(Kind):
    """A list of what lies in the array: as many as another field says, or all but the empty."""

    start = EMPTY

    def __init__(
        self,
        value: Value,
        length: int,
        *,
        size: str,
        beside: bool,
        secret: bool,
        most: int | None,
    ) -> None:
        self.value = value
        self.lengths = (length,)
        self.size = size
        self.beside = beside  # another list has that size too
        self.secret = secret  # null in a view
        self.most = most
        self.span = min(EMPTY, value.span[0]), value.span[1]

    def type(self) -> Any:
        """Return the type of the JSON, as an annotation for pydantic."""
        kind = list_of(self.value.type(), None, self.most)
        return kind | None if self.secret else kind

    def default(self, start: int) -> list[Any]:
        """Return the JSON of what a new deal puts into the field."""
        return []

    def write(self, record: Any, name: str, table: Any) -> list[Any] | None:
        """Return a field of a record as JSON."""
        if self.secret and table.seen_by:
            return None
        values = getattr(record, name)
        if self.size:
            return [self.value.told(values[k]) for k in range(getattr(record, self.size))]
        return [self.value.told(number) for number in values if number != EMPTY]

    def read(self, given: Any, record: Any, name: str, reading: Reading) -> None:
        """Lay JSON of the right type into a field, or refuse it."""
        if given is None:
            reading.refuse(VIEW)
        if len(given) > self.lengths[0]:
            reading.refuse(TOO_MANY, max_length=self.lengths[0])
        if self.beside and len(given) != getattr(record, self.size):
            reading.refuse(mark("{entries} are needed"), entries=getattr(record, self.size))
        values = getattr(record, name)
        for k, told in enumerate(given):
            values[k] = self.value.number(told, reading)
        if self.size:
            setattr(record, self.size, len(given))


def list_of(item: Any, least: int | None = None, most: int | None = None) -> Any:
    """Return the type of a list, perhaps with the least and the largest number of entries."""
    if least is None and most is None:
        return list[item]
    return Annotated[list[item], Field(min_length=least, max_length=most)]
