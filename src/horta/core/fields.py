"""Fields: what each field of a record means, declared once, where the record declares it.

    UNDER_WAY = Group("under_way", "An action that is not finished.", optional=True)

    @record
    class Seat:
        "What a player has."

        francs: i16 = number(0, 9999)
        hand: Array[i8] = counts(KIND_NAMES, 9, about="Architects by kind")

    @record
    class Table:
        "What lies on the table."

        printed: Printed = fixed()                       # laid out before the deal
        seats: Array[Seat] = records(4, least=2)
        to_play: i8 = seat(4)
        card: Array[i8] = told_in("grid", 16, start=-1)  # by functions of the game
        passes: i8 = hidden()                            # follows from the rest
        cell: i8 = one_of(CELL_NAMES, empty=True, group=UNDER_WAY)

From these declarations follow the JSON of positions and views, reading it back with its errors,
and its JSON Schema (`horta.core.position`), and the clearing of a table before a deal
(`horta.core.clearing`). A record says what all of its fields mean, or none of them: an import
fails with the name of a field that was forgotten.

| declaration | in the record | in JSON |
|---|---|---|
| `number(least, most)` | a number | the number |
| `seat(seats)` | a seat | its number |
| `flag()` | 0 or 1 | false or true |
| `one_of(names)` | a number | its name |
| `some_of(names)` | bits | a list of the names whose bits are set |
| `counts(names, most)` | an array | an object: numbers by name |
| `split(counts(…), counts(…))` | an array | several such objects |
| `each(declaration, length)` | an array | a list of that length |
| `listed(declaration, length)` | an array | a list of what lies in it |
| `records(length)` | records | a list of objects |
| `told_in(key)` | anything | what functions of the game make of it, under that key |
| `hidden()` | bookkeeping, and what follows from other fields | nothing |
| `fixed()` | options and components, which a new deal leaves alone | nothing |

They all take the particulars of a `Field` as well: `key`, `group`, `about`, `start` and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field as About

from horta.core.kinds import EMPTY, HIDDEN, UNSEEN, Bits, Counts, Each, Kind, Listed, Value
from horta.core.record import Meaning, meanings_of

KEEP: Any = object()
"""What a new deal puts into a field that it leaves alone."""


class Group:
    """Fields that stand in an object of their own."""

    def __init__(
        self,
        key: str,
        title: str,
        about: str | None = None,
        *,
        optional: bool = False,
        when: str = "",
        model: str = "",
        group: Group | None = None,
        after: str = "",
    ) -> None:
        """Declare a group: the `title` says what it is, `about` what it is in its place.

        A position may do without an `optional` group, and without each of its fields. `when` is a
        field of the table: while it is 0, the group is neither written nor needed. In the JSON
        Schema it is called `model`, or after its key. It stands in another `group`, or `after` a
        key, as a field does.
        """
        self.key, self.title, self.about = key, title, about
        self.optional, self.when, self.model = optional, when, model
        self.group, self.after = group, after


class Rows(Group):
    """Arrays of one length, told side by side: a list of objects, one for each place."""

    def __init__(
        self,
        key: str,
        title: str,
        about: str | None = None,
        *,
        length: int,
        place: tuple[str, Any] | None = None,
        lies: Callable[[Any, int], bool] | None = None,
        entries: tuple[int | None, int | None] = (None, None),
        **more: Any,
    ) -> None:
        """Declare rows: how many places there are, and which of them are listed.

        `place` is the key and the `one_of` that name a place, and `lies` tells whether something
        lies in a place of the table; without them, all places are listed in order. `entries` are
        the least and the largest number of them that a position may have.
        """
        super().__init__(key, title, about, **more)
        self.length, self.place, self.lies, self.entries = length, place, lies, entries


class Field(Meaning):
    """What a field means: its kind, and its particulars."""

    def __init__(
        self,
        kind: Kind,
        *,
        key: str = "",
        group: Group | None = None,
        after: str = "",
        about: str | None = None,
        optional: bool | None = None,
        unread: bool = False,
        start: Any = None,
    ) -> None:
        """Declare a field.

        `key` is its name in JSON, if it is not that of the field, and `group` the group that it
        stands in; it stands in the order of the record, or behind the key `after`. `about` is a
        description for the JSON Schema. `start` is what a new deal puts there, into every place of
        an array or one each; a position may do without an `optional` field, which is then that.
        An `unread` field is told, but follows from others when a position is read.
        """
        rows = (group.length,) if isinstance(group, Rows) else ()
        super().__init__(rows + kind.lengths)
        self.kind = kind
        self.key, self.group, self.after = key, group, after
        self.about = about
        self.optional = group is not None and group.optional if optional is None else optional
        self.unread = unread
        self.start = kind.start if start is None else start

    def check(self, where: str, element: np.dtype[Any], cls: type | None) -> None:
        """Refuse a meaning that does not go with the numbers, or the record, of the field."""
        if isinstance(self.kind, Records):
            if cls is None or not meanings_of(cls):
                raise TypeError(f"{where}: records(...) needs a record whose fields have meanings")
            self.kind.cls = cls
        elif cls is None:
            low, high = self.kind.span
            limits = np.iinfo(element)
            if not limits.min <= low <= high <= limits.max:
                raise TypeError(f"{where}: {element} cannot hold {low} to {high}")


class Silent(Kind):
    """Fields that are not told by themselves."""

    def __init__(self, *lengths: int, key: str = "") -> None:
        self.lengths = lengths
        self.key = key  # under which functions of the game tell it


class Split(Kind):
    """An array that holds several counts, one after the other."""

    def __init__(self, parts: Sequence[Field]) -> None:
        self.parts = parts
        first = 0
        for part in parts:
            assert isinstance(part.kind, Counts)
            part.kind.first = first
            first += part.lengths[0]
        self.lengths = (first,)
        self.span = parts[0].kind.span


class Records(Kind):
    """Records that are told as objects, as many as there are players."""

    cls: type

    def __init__(self, length: int, least: int) -> None:
        self.lengths = (length,)
        self.least = least


def number(
    least: int,
    most: int | None = None,
    about: str | None = None,
    *,
    below: int | None = None,
    shift: int = 0,
    empty: bool = False,
    unseen: bool = False,
    also: Mapping[int, str] | None = None,
    item: str | None = None,
    is_seat: bool = False,
    **particulars: Any,
) -> Any:
    """Declare a number from `least` to `most`, or to the last one `below` a bound.

    In JSON it is larger by `shift` than in the record. With `empty`, -1 in the record is null in
    JSON; with `unseen`, -2 in a redacted record is '?'; `also` has numbers of the record that are
    words. `item` describes the number itself, where it stands in a list or may be null, and
    `is_seat` says that it must be the number of a seat at which somebody plays.
    """

    def plain() -> Any:
        return Annotated[int, About(ge=least, le=most, lt=below, description=item)]

    last = most if below is None else below - 1
    assert last is not None
    special = _special(empty, unseen) | dict(also or {})
    span = least - shift, last - shift
    kind = Value(plain, special, span, tuple(special.values()), shift=shift, is_seat=is_seat)
    return Field(kind, about=about, **particulars)


def seat(seats: int, about: str | None = None, **more: Any) -> Any:
    """Declare the number of a seat; it takes what `number` takes."""
    return number(0, None, about, below=seats, is_seat=True, **more)


def flag(about: str | None = None, **particulars: Any) -> Any:
    """Declare a yes or no."""
    return Field(Value(lambda: bool, {0: False, 1: True}, (0, 1)), about=about, **particulars)


def one_of(
    names: Sequence[str] | Mapping[Any, int],
    about: str | None = None,
    *,
    empty: bool = False,
    none: int = EMPTY,
    unseen: bool = False,
    pattern: str | None = None,
    item: str | None = None,
    **particulars: Any,
) -> Any:
    """Declare a number that is told by a name: those of 0, 1, 2 and so on, or each with its own.

    With `empty`, it can be null in JSON, which is -1 in the record unless `none` says otherwise;
    with `unseen`, -2 in a redacted record is '?' in JSON. A `pattern` may describe the names better
    than a list of them (an empty one: any text); `item` describes the name itself, where it stands
    in a list or may be null.
    """
    numbers = names if isinstance(names, Mapping) else {name: k for k, name in enumerate(names)}

    def plain() -> Any:
        if pattern == "":
            return str
        if pattern is not None:
            return Annotated[str, About(pattern=pattern, description=item)]
        named: Any = Literal[tuple(numbers)]
        return named if item is None else Annotated[named, About(description=item)]

    special = _special(empty, unseen, none)
    said = {number: name for name, number in numbers.items()} | special
    kind = Value(plain, said, (min(numbers.values()), 0), tuple(special.values()))
    return Field(kind, about=about, **particulars)


def _special(empty: bool, unseen: bool, none: int = EMPTY) -> dict[int, str | None]:
    said: dict[int, str | None] = {HIDDEN: UNSEEN} if unseen else {}
    return said | {none: None} if empty else said


def some_of(
    things: Any, about: str | None = None, *, twice: bool = False, **particulars: Any
) -> Any:
    """Declare bits that are told as a list: of names from the lowest bit on, or of declared things.

    With `twice`, naming one twice does no harm.
    """
    thing: Any = things if isinstance(things, Field) else one_of(things)
    return Field(Bits(thing.kind, twice=twice), about=about, **particulars)


def counts(
    names: Sequence[str],
    most: int,
    about: str | None = None,
    *,
    least: int = 0,
    all_named: bool = False,
    without: tuple[str, int] | None = None,
    **particulars: Any,
) -> Any:
    """Declare an array of numbers from `least` to `most` that are told by name.

    With `all_named`, those of which there are none are named too. `without` has a field of the
    table, and how many of the names are told while it is 0.
    """
    kind = Counts(names, least, most, all_named=all_named, without=without)
    return Field(kind, about=about, **particulars)


def split(*parts: Any) -> Any:
    """Declare an array that holds several `counts` one after the other, each with its key."""
    return Field(Split(parts))


def each(one: Any, length: int, about: str | None = None, **particulars: Any) -> Any:
    """Declare an array that is told as a list with an entry for every place."""
    return Field(Each(one.kind, length), about=about, **particulars)


def listed(
    one: Any,
    length: int,
    about: str | None = None,
    *,
    size: str = "",
    beside: bool = False,
    secret: bool = False,
    most: int | None = None,
    **particulars: Any,
) -> Any:
    """Declare an array that is told as a list of what lies in it.

    The field `size` says how many lie in it; without one, it is all that are not -1. A list
    `beside` another one has the same size. With `secret`, it is null in every view. `most` is the
    largest number of entries, where the type shall say so.
    """
    kind = Listed(one.kind, length, size=size, beside=beside, secret=secret, most=most)
    return Field(kind, about=about, **particulars)


def records(length: int, *, least: int, **particulars: Any) -> Any:
    """Declare an array of records, told as a list of objects: one for each player."""
    return Field(Records(length, least), **particulars)


def told_in(key: str, *lengths: int, **particulars: Any) -> Any:
    """Declare a field that is told under a key by functions of the game's `position.py`."""
    return Field(Silent(*lengths, key=key), **particulars)


def hidden(*lengths: int, start: Any = 0) -> Any:
    """Declare a field that is not told: bookkeeping, or what follows from other fields."""
    return Field(Silent(*lengths), start=start)


def fixed(*lengths: int) -> Any:
    """Declare a field that holds options or components: not told, and not cleared."""
    return Field(Silent(*lengths), start=KEEP)
