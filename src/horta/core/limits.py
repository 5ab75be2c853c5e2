"""Limits: what may come in from outside, said once for pages, the API, files and Python alike.

Whatever is read passes here first: JSON is read by `read_json`, which refuses what no game ever
needs (deep nesting, endless lists, numbers that are none), and a name by `read_name`. What passes
is plain: it can be stored in every database, sent to every browser and told in every message.
Nothing is cut or stripped in silence; what does not fit is refused with a sentence.
"""

from __future__ import annotations

import json
import math
import operator
import unicodedata
from collections import Counter
from typing import Any, NoReturn

import numpy as np

from horta.core.errors import BadJson, BadName, BadTranscript
from horta.core.i18n import mark

LARGEST_JSON = 1 << 20
"""Bytes; the transcript of a long game has 5,000, a whole set of component tables as many."""
DEEPEST = 32
"""How deep lists and objects may lie in one another; positions and components need six."""
MOST_VALUES = 20_000
"""Values of one JSON text, counted with the names of objects' entries."""
LONGEST_TEXT = 1_000
"""Characters of any text in JSON."""
WIDEST_NUMBER = 64
"""Bits of a whole number; each field has its own range beside it."""

LONGEST_NAME = 40
LONGEST_ACTION = 200
LONGEST_GAME = 64
LONGEST_BOT = 60
MOST_SEATS = 16
MOST_STEPS = 1_000_000
MOST_ACTIONS = 5_000
"""Entries of a transcript; no game comes near it."""
LONGEST_SHOWN = 80
"""Characters of what was given, where a message shows it again."""
TABLE_ID = r"^[A-Za-z0-9_-]{6,32}$"


# JSON


def read_json(raw: bytes | str) -> Any:
    """Read JSON from outside; `BadJson` says what does not fit."""
    if len(raw) > LARGEST_JSON:
        raise BadJson(mark("this is larger than {most} bytes"), most=LARGEST_JSON)
    if isinstance(raw, bytes):
        try:
            raw = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadJson(mark("this is not text in UTF-8")) from None
    # Reading costs time in proportion to the values: what is far too much is not even begun.
    if raw.count(",") > MOST_VALUES:
        raise _too_many()
    try:
        found = _decoder.decode(raw)
    except json.JSONDecodeError as problem:
        raise BadJson(
            mark("this is not valid JSON (line {line}, column {column})"),
            line=problem.lineno,
            column=problem.colno,
        ) from None
    except RecursionError:
        raise _too_deep() from None
    check_json(found)
    return found


def check_json(value: Any) -> None:
    """Refuse values that JSON from outside may not have; they may come from Python as well."""
    waiting, count = [(value, 1)], 0
    while waiting:
        one, depth = waiting.pop()
        count += 1
        if isinstance(one, str):
            _check_text(one)
        elif isinstance(one, dict | list | tuple):
            if depth > DEEPEST:
                raise _too_deep()
            if isinstance(one, dict):
                count += len(one)
                for name in one:
                    _check_text(name)
                one = one.values()
            waiting += [(inner, depth + 1) for inner in one]
        elif isinstance(one, float):
            _check_finite(one)
        elif isinstance(one, int):
            _check_width(one)
        elif one is not None:
            raise BadJson(mark("this cannot be written as JSON: {value}"), value=shown(one))
        if count + len(waiting) > MOST_VALUES:
            raise _too_many()


def _check_text(text: Any) -> None:
    if not isinstance(text, str):
        raise BadJson(mark("the names in a JSON object are texts, not {value}"), value=shown(text))
    if len(text) > LONGEST_TEXT:
        raise BadJson(
            mark("a text has at most {most} characters; this one has {length}: {value}"),
            most=LONGEST_TEXT,
            length=len(text),
            value=shown(text),
        )
    if "\0" in text:
        raise BadJson(mark("a text holds the character NUL: {value}"), value=shown(text))
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise BadJson(mark("a text holds half a character: {value}"), value=shown(text))


def _whole(digits: str) -> int:
    if len(digits) > WIDEST_NUMBER:  # before the conversion, which takes long for long numbers
        raise _too_wide(digits)
    number = int(digits)
    _check_width(number)
    return number


def _check_width(number: int) -> None:
    if number.bit_length() > WIDEST_NUMBER:
        raise _too_wide(number)


def _float(text: str) -> float:
    number = float(text)
    _check_finite(number, text)
    return number


def _check_finite(number: float, text: str | None = None) -> None:
    if not math.isfinite(number):
        _no_number(shown(number) if text is None else text)


def _no_number(text: str) -> NoReturn:
    raise BadJson(mark("{value} is not a number"), value=cut(text))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise BadJson(mark("{name} is given twice"), name=shown(counts.most_common(1)[0][0]))
    return found


_decoder = json.JSONDecoder(
    parse_int=_whole, parse_float=_float, parse_constant=_no_number, object_pairs_hook=_object
)


def _too_deep() -> BadJson:
    return BadJson(mark("lists and objects are nested more than {most} deep"), most=DEEPEST)


def _too_many() -> BadJson:
    return BadJson(mark("this has more than {most} values"), most=MOST_VALUES)


def _too_wide(number: object) -> BadJson:
    return BadJson(
        mark("a whole number has at most {most} bits: {value}"),
        most=WIDEST_NUMBER,
        value=shown(number),
    )


# names


INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # joiners, fillers and the blank Braille
)
"""Signs that show nothing although Unicode does not call them control signs."""


def whole(value: object) -> int | None:
    """Return a whole number of any kind, NumPy's too, as an int; None for whatever is none.

    `True` is a bool and no number here, and 2.0 is no whole number: who sends them is mistaken.
    """
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def read_name(given: Any) -> str:
    """Return a person's name with single spaces; `BadName` says what does not fit.

    Signs that cannot be seen are refused, not dropped: they change how the text around them reads,
    or make two names look the same.
    """
    if not isinstance(given, str):
        raise BadName(mark("a name is a text, not {given}"), given=shown(given))
    for sign in given:
        if unicodedata.category(sign)[0] == "C" or sign in INVISIBLE or sign in "\u2028\u2029":
            raise BadName(
                mark(
                    "the name {given} contains an invisible character (U+{code}): names have "
                    "no control characters, no characters that change the direction of "
                    "writing, and none without width"
                ),
                given=shown(given),
                code=f"{ord(sign):04X}",
            )
    name = " ".join(given.split())
    if len(name) > LONGEST_NAME:
        raise BadName(
            mark("a name has at most {most} characters; {given} has {length}"),
            most=LONGEST_NAME,
            given=shown(given),
            length=len(name),
        )
    return name


# transcripts


def check_game(name: Any) -> str:
    """Return the name of a game, if it is a text."""
    if not isinstance(name, str):
        raise BadTranscript(
            mark("'game': the name of a game is needed, not {given}"), given=shown(name)
        )
    return name


def check_actions(actions: Any) -> list[str]:
    """Return the actions of a transcript, if they are texts and not too many."""
    if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
        raise BadTranscript(mark("'actions' must be a list of texts"))
    if len(actions) > MOST_ACTIONS:
        raise BadTranscript(mark("the transcript has more than {most} actions"), most=MOST_ACTIONS)
    for number, text in enumerate(actions, 1):
        if len(text) > LONGEST_ACTION:
            raise BadTranscript(
                mark("action {number} of the transcript is longer than {most} characters"),
                number=number,
                most=LONGEST_ACTION,
            )
    return actions


def check_seats(seats: Any, players: int) -> list[str] | None:
    """Return the names in a transcript, one for each seat, if they are names."""
    if seats is None:
        return None
    if not isinstance(seats, list) or len(seats) != players:
        raise BadTranscript(mark("'seats' must be a list of {seats} names"), seats=players)
    try:
        return [read_name(name) for name in seats]
    except BadName as problem:
        raise BadTranscript(mark("'{place}': {problem}"), place="seats", problem=problem) from None


# messages


def shown(value: object) -> str:
    """Return a value as a message may show it again: as Python writes it, cut where it is long."""
    if isinstance(value, str):
        return cut(ascii(value) if _is_hidden(value[:LONGEST_SHOWN]) else repr(value))
    try:
        return cut(repr(value))
    except (ValueError, RecursionError):  # a number of thousands of digits, a list in itself
        return f"<{type(value).__name__}>"


def cut(text: str) -> str:
    """Return a text that is not too long for a message."""
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def _is_hidden(text: str) -> bool:
    return any(unicodedata.category(sign)[0] == "C" or sign in INVISIBLE for sign in text)
