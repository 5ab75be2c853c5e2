"""Pieces: what a page shows, cut so that only what has changed is sent.

A state is cut into pieces of text: the regions of the drawing, the parts of the page, the actions,
the rest. Each has a tag, a digest of what it holds. A page that has a piece of this tag is sent
nothing; one whose older piece the server still knows is sent the lines that changed; all others are
sent the piece. The same change is worked out once for all who see it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import orjson

from horta.core.game import Json
from horta.core.memo import Memo
from horta.core.regions import Region, tag_of
from horta.core.regions import cut as in_regions

IN_LINES = ("actions", "refused", "rules")
"""What is written line by line, so that a line can change alone."""
_ACTIONS, _PAIRS = ('},{"action":', '},\n{"action":'), ('","', '",\n"')
"""Where an action or a pair ends and the next one begins: no text within JSON has a bare quote."""
SHARED = 512
"""Pieces that are shared by all who show them: style and gradients, and what is public."""
KEPT = 1 << 19
"""Characters of changes that are remembered for the others who see the same, in the same moment."""
WORTH = 0.7
"""A change that is longer than this share of the piece is no gain."""
EACH = 240
"""Bytes of a piece besides its text: its tag, and its place among the others."""
SMALLEST = 320
"""Characters of a piece that is sent as it is: to look for what changed would take longer."""


class Piece(NamedTuple):
    """A piece of what a page shows."""

    tag: str
    text: str

    @classmethod
    def of(cls, text: str) -> Piece:
        """Return the piece of a text."""
        return cls(tag_of(text), text)


def size_of(pieces: Mapping[str, Piece]) -> int:
    """Return the bytes of pieces, nearly."""
    return sum(map(sys.getsizeof, [piece.text for piece in pieces.values()])) + EACH * len(pieces)


@lru_cache(maxsize=SHARED)
def piece_of(text: str) -> Piece:
    """Return the piece of a text; all tables and viewers share it while it is in use."""
    return Piece.of(text)


def cut(state: Json, before: Mapping[str, Piece] | None = None) -> dict[str, Piece]:
    """Cut a state into pieces; those that have not changed are the very ones of `before`."""
    known = before or {}
    made: dict[str, Piece] = {}
    for name, text in _texts(state):
        old = known.get(name)
        if old is not None and old.text == text:
            made[name] = old
        else:
            made[name] = Piece(text.tag, text) if isinstance(text, Region) else piece_of(text)
    return made


def _texts(state: Json) -> Iterable[tuple[str, str]]:
    head = {}
    for name, value in state.items():
        if name == "svg":
            for number, region in enumerate(in_regions(value) if isinstance(value, str) else value):
                yield f"svg/{number}", region
        elif name == "parts":
            for part, html in value.items():
                yield f"part/{part}", str(html)
        elif name == "actions":
            yield "json/actions", _json(value).replace(*_ACTIONS)
        elif name in IN_LINES:
            yield f"json/{name}", _in_lines(value)
        else:
            head[name] = value
    yield "json/", _json(head)


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


class Lines(dict[str, str]):
    """A dictionary that nobody changes any more; its text is written once."""

    @cached_property
    def text(self) -> str:
        """The dictionary as JSON, line by line."""
        return _lines(self)


def _in_lines(value: Mapping[str, str]) -> str:
    return value.text if isinstance(value, Lines) else _lines(value)


def _lines(value: Mapping[str, str]) -> str:
    text = _json(value)
    # A text that is a comma alone looks like the end of a pair: then all stays on one line.
    return text if "," in value or "," in value.values() else text.replace(*_PAIRS)


def join(pieces: Mapping[str, str]) -> Json:
    """Put the texts of pieces together again; the same as `join` of the page's script."""
    state: Json = json.loads(pieces["json/"])
    state["parts"] = {name[5:]: text for name, text in pieces.items() if name.startswith("part/")}
    regions = sorted(int(name[4:]) for name in pieces if name.startswith("svg/"))
    state["svg"] = "\n".join(pieces[f"svg/{number}"] for number in regions)
    for name in IN_LINES:
        state[name] = json.loads(pieces[f"json/{name}"])
    return state


# changes


def changes(old: str, new: str) -> list[Any]:
    """Say how a text comes from another one: new lines, and [first, how many] lines of the old."""
    a, b = f"{old}\n", f"{new}\n"  # whole lines, all of them
    head = a.rfind("\n", 0, _alike(a, b)) + 1
    a_tail, b_tail = _tails(a, b, head)
    before, gone = a.count("\n", 0, head), a[head:a_tail].split("\n")[:-1]
    said: list[Any] = [[0, before]] if before else []
    said += _changes(gone, b[head:b_tail].split("\n")[:-1], before)
    if a_tail < len(a):
        said.append([before + len(gone), a.count("\n", a_tail)])
    return said


def _alike(a: str, b: str) -> int:
    """Return how many signs two texts begin with alike; whole runs are compared at once."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a.startswith(b[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _tails(a: str, b: str, head: int) -> tuple[int, int]:
    """Return where the lines begin with which both texts end alike, after a common head."""
    of_a, of_b = len(a), len(b)
    low, high = 0, min(of_a, of_b) - head
    while low < high:
        middle = (low + high + 1) // 2
        if a.startswith(b[of_b - middle : of_b - low], of_a - middle):
            low = middle
        else:
            high = middle - 1
    start, other = of_a - low, of_b - low
    if not (_begins_line(a, start, head) and _begins_line(b, other, head)):
        start = a.find("\n", start) + 1 or of_a
    return start, of_b - (of_a - start)


def _begins_line(text: str, place: int, head: int) -> bool:
    return place == head or text[place - 1] == "\n"


def _changes(a: list[str], b: list[str], offset: int) -> list[Any]:
    """Say the same of lines that begin and end differently; `offset` lines stand before them."""
    where = dict(zip(a, range(len(a)), strict=True))
    if where.keys().isdisjoint(b):
        return ["\n".join(b)] if b else []
    said: list[Any] = []
    of_a, of_b = len(a), len(b)
    fresh = j = after = 0  # the lines from `fresh` up to `j` are new
    while j < of_b:
        i = where.get(b[j])
        if i is None:
            j += 1
            continue
        # After a run of old lines the next one is most often the one that followed it.
        if fresh == j and after < of_a and a[after] == b[j]:
            i = after
        if fresh < j:
            said.append("\n".join(b[fresh:j]))
        first, ahead = j, i - j
        while j < of_b and ahead + j < of_a and a[ahead + j] == b[j]:
            j += 1
        said.append([offset + i, j - first])
        fresh, after = j, ahead + j
    if fresh < of_b:
        said.append("\n".join(b[fresh:]))
    return said


def follow(old: str, said: list[Any]) -> str:
    """Carry out changes."""
    lines = old.split("\n")
    return "\n".join(
        one if isinstance(one, str) else "\n".join(lines[one[0] : one[0] + one[1]]) for one in said
    )


_written: Memo[str] = Memo(KEPT)


def _whole(piece: Piece) -> str:
    return _json([piece.tag, piece.text])


def _change(old: Piece, new: Piece) -> str:
    if len(new.text) < SMALLEST or "\n" not in new.text or "\n" not in old.text:
        return _whole(new)

    def write() -> str:
        said = _json([new.tag, changes(old.text, new.text)])
        return said if len(said) < WORTH * len(new.text) else _whole(new)

    return _written.get((old.tag, new.tag), write)


def message(
    key: str, old: Mapping[str, Piece], new: Mapping[str, Piece], have: Mapping[str, str]
) -> str:
    """Return what is sent to a page: `old` are its pieces, and `have` the tags of those unknown.

    A piece comes as `[tag, text]` or as `[tag, changes]`.
    """
    sent = []
    for name, piece in new.items():
        before = old.get(name)
        if before is not None:
            if before.tag != piece.tag:
                sent.append(f'"{name}":{_change(before, piece)}')
        elif have.get(name) != piece.tag:
            sent.append(f'"{name}":{_whole(piece)}')
    gone = [name for name in {**have, **old} if name not in new]
    rest = f',"gone":{json.dumps(gone)}' if gone else ""
    return f'{{"key":{json.dumps(key)},"kind":"state","pieces":{{{",".join(sent)}}}{rest}}}'
