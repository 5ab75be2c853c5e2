"""Action spaces: every decision of a game as one integer out of named spans.

    SPACE = ActionSpace(
        Span("pass"),
        Span("tile", Axis("square", SQUARES), Axis("turn", 4)),
    )
    PASS = SPACE.parse("pass")
    tile_action = SPACE["tile"].encoder()    # rules: tile_action(square, turn) -> action
    tile_of = SPACE["tile"].decoder()        # tile_of(action) -> (square, turn)
    offer_tile = SPACE["tile"].offering()    # offer_tile(out, n, bits) -> n

Each action also has a text (`tile B3 1`) that parses back, for transcripts, logs and terminals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from horta.core.bits import WORD
from horta.core.errors import BadText
from horta.core.i18n import mark
from horta.core.limits import shown, whole
from horta.core.offers import Offers, offer, offer_bits
from horta.core.rule import Rule

MOST_REMEMBERED = 8192
"""Actions that a space has taken apart, or put into words, and remembers."""
MOST_NAMED = 12
"""So many values of an axis are named when a word is none of them."""


class Axis:
    """One coordinate of a span: a name, and a name for each of its values."""

    def __init__(self, name: str, values: int | Sequence[str]) -> None:
        self.name = name
        self.values = (
            tuple(str(v) for v in range(values)) if isinstance(values, int) else tuple(values)
        )
        self._index = {value.lower(): k for k, value in enumerate(self.values)}
        if len(self._index) != len(self.values):
            raise ValueError(f"axis {name}: two values have the same name")

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"Axis({self.name!r}, {self.values!r})"

    def parse(self, word: str) -> int:
        """Return the index of a value's name."""
        try:
            return self._index[word.lower()]
        except KeyError:
            some = ", ".join(self.values[:MOST_NAMED])
            some += ", …" if len(self.values) > MOST_NAMED else ""
            raise BadText(
                mark("'{word}' is not a valid {axis}; it must be one of {some}"),
                word=word,
                axis=self.name,
                some=some,
            ) from None


@dataclass
class Span:
    """A run of actions of one kind, counted with the last axis running fastest."""

    name: str
    axes: tuple[Axis, ...]
    start: int = field(default=-1, compare=False)

    def __init__(self, name: str, *axes: Axis) -> None:
        self.name = name
        self.axes = axes
        self.start = -1

    @property
    def size(self) -> int:
        """How many actions the span has."""
        size = 1
        for axis in self.axes:
            size *= len(axis)
        return size

    @property
    def stop(self) -> int:
        """The first action after the span."""
        return self.start + self.size

    def encode(self, *values: int) -> int:
        """Return the action with these coordinates."""
        if len(values) != len(self.axes):
            raise BadText(
                mark("'{name}' takes {wanted} values, not {given}"),
                name=self.name,
                wanted=len(self.axes),
                given=len(values),
            )
        index = 0
        for axis, value in zip(self.axes, values, strict=True):
            if not 0 <= value < len(axis):
                raise BadText(
                    mark("{name}: {axis} is 0 to {most}, not {given}"),
                    name=self.name,
                    axis=axis.name,
                    most=len(axis) - 1,
                    given=value,
                )
            index = index * len(axis) + value
        return self.start + index

    def decode(self, action: int) -> tuple[int, ...]:
        """Return the coordinates of an action of this span."""
        index = action - self.start
        values: list[int] = []
        for axis in reversed(self.axes):
            index, value = divmod(index, len(axis))
            values.append(value)
        return tuple(reversed(values))

    def encoder(self) -> Rule[..., int]:
        """Return a rule from coordinates to the action; it trusts that they are in range."""
        if self.start < 0:
            raise ValueError(f"{self.name}: the span belongs to no action space yet")
        start = self.start
        match [len(axis) for axis in self.axes]:
            case [_]:
                return Rule(lambda a: start + a)
            case [_, last]:
                return Rule(lambda a, b: start + a * last + b)
            case [_, middle, last]:
                return Rule(lambda a, b, c: start + (a * middle + b) * last + c)
        raise ValueError(f"{self.name}: rules name spans of one to three axes")

    def offering(self) -> Rule[[Offers, int, int], int]:
        """Return a rule that offers the actions of this span that are given as bits.

        Like `offer` it takes the list and its length, and returns the new length.
        """
        if self.start < 0:
            raise ValueError(f"{self.name}: the span belongs to no action space yet")
        start, size = self.start, self.size
        if size < WORD:
            every = (1 << size) - 1
            return Rule(lambda out, n, bits: offer_bits(out, n, start, bits & every))

        def offer_some(out: Offers, n: int, bits: int) -> int:
            for k in range(size):
                if (bits >> k) & 1:
                    n = offer(out, n, start + k)
            return n

        return Rule(offer_some)

    def decoder(self) -> Rule[..., Any]:
        """Return a rule from an action of this span to its coordinate, or to a tuple of them."""
        if self.start < 0:
            raise ValueError(f"{self.name}: the span belongs to no action space yet")
        start = self.start
        match [len(axis) for axis in self.axes]:
            case [_]:
                return Rule(lambda action: action - start)
            case [_, last]:
                return Rule(lambda action: ((action - start) // last, (action - start) % last))
            case [_, middle, last]:
                return Rule(
                    lambda action: (
                        (action - start) // (middle * last),
                        (action - start) // last % middle,
                        (action - start) % last,
                    )
                )
        raise ValueError(f"{self.name}: rules name spans of one to three axes")


class Action(NamedTuple):
    """An action taken apart: the span's name and the coordinates."""

    kind: str
    values: tuple[int, ...]


T = TypeVar("T")


def _remember(known: dict[int, T], action: int, value: T) -> None:
    if len(known) >= MOST_REMEMBERED:
        known.clear()
    known[action] = value


class ActionSpace:
    """The fixed, flat action space of a game."""

    def __init__(self, *spans: Span) -> None:
        self.spans = spans
        self._by_name = {span.name: span for span in spans}
        if len(self._by_name) != len(spans):
            raise ValueError("two spans have the same name")
        start = 0
        self._starts: list[int] = []
        for span in spans:
            span.start = start
            self._starts.append(start)
            start += span.size
        self.size = start
        self._known: dict[int, Action] = {}
        self._texts: dict[int, str] = {}

    def __getitem__(self, name: str) -> Span:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def __len__(self) -> int:
        return self.size

    def number(self, action: Any) -> int:
        """Return an action as a plain number; `BadText` if the game has no such action."""
        found = whole(action)
        if found is None or not 0 <= found < self.size:
            raise BadText(
                mark("there is no action {action}; actions run from 0 to {last}"),
                action=shown(action),
                last=self.size - 1,
            )
        return found

    def span(self, action: int) -> Span:
        """Return the span that an action belongs to."""
        from bisect import bisect_right

        return self.spans[bisect_right(self._starts, self.number(action)) - 1]

    def decode(self, action: int) -> Action:
        """Take an action apart; what a game asks for again and again is remembered."""
        found = self._known.get(action) if type(action) is int else None
        if found is None:
            span, number = self.span(action), self.number(action)
            found = Action(span.name, span.decode(number))
            _remember(self._known, number, found)
        return found

    def text(self, action: int) -> str:
        """Return the text of an action; `parse` reads it back."""
        found = self._texts.get(action) if type(action) is int else None
        if found is None:
            span, number = self.span(action), self.number(action)
            values = zip(span.axes, span.decode(number), strict=True)
            found = " ".join((span.name, *(axis.values[value] for axis, value in values)))
            _remember(self._texts, number, found)
        return found

    def parse(self, text: str) -> int:
        """Return the action that a text names."""
        if not isinstance(text, str):
            raise BadText(mark("an action is written as a text, not as {given}"), given=shown(text))
        words = text.split()
        if not words or words[0].lower() not in self._by_name:
            names = ", ".join(self._by_name)
            raise BadText(
                mark("'{text}' names no action; actions begin with {names}"),
                text=text.strip(),
                names=names,
            )
        span = self._by_name[words[0].lower()]
        if len(words) - 1 != len(span.axes):
            form = " ".join((span.name, *(f"<{axis.name}>" for axis in span.axes)))
            raise BadText(
                mark("'{text}' is not complete; the form is '{form}'"),
                text=text.strip(),
                form=form,
            )
        return span.encode(
            *(axis.parse(word) for axis, word in zip(span.axes, words[1:], strict=True))
        )
