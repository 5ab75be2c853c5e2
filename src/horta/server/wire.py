"""The wire between the house and its workers: messages of JSON and bytes, and errors in them.

Nothing that runs is sent, so a worker that a hostile table has taken over can only tell lies. An
error travels with its message and what fills it, so that the house can say it in the language of
whoever asked.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from horta.core import errors
from horta.core.errors import Called, HortaError, Told
from horta.core.game import Json
from horta.core.i18n import LANGUAGES

HEAD = struct.Struct(">II")
"""The lengths of what follows: the JSON, and all bytes behind it."""
LARGEST = 1 << 26
"""Bytes of a message: five thousand tables of a game that nobody has written yet."""


class BadMessage(Exception):
    """What came over the wire is no message."""


def encode(content: Any, blobs: Sequence[bytes] = ()) -> bytes:
    """Return a message as it goes over the wire."""
    text = json.dumps([content, [len(blob) for blob in blobs]]).encode()
    rest = b"".join(blobs)
    return HEAD.pack(len(text), len(rest)) + text + rest


def lengths(head: bytes) -> tuple[int, int]:
    """Return how much follows the head of a message: JSON, and bytes behind it."""
    text, rest = HEAD.unpack(head)
    if text + rest > LARGEST:
        raise BadMessage(f"a message of {text + rest} bytes")
    return text, rest


def decode(text: bytes, rest: bytes) -> tuple[Any, list[bytes]]:
    """Return the JSON of a message and the bytes behind it."""
    try:
        content, sizes = json.loads(text)
        blobs, place = [], 0
        for size in sizes:
            blobs.append(rest[place : place + size])
            place += size
    except (ValueError, TypeError) as problem:
        raise BadMessage(str(problem)) from None
    return content, blobs


@dataclass(frozen=True)
class Phrase:
    """Something that was said in every language where it came from."""

    says: dict[str, str]

    def told(self, lang: str) -> str:
        """Say it in a language."""
        return self.says.get(lang, self.says["en"])

    def __str__(self) -> str:
        return self.says["en"]


def write_error(problem: HortaError) -> Json:
    """Return an error as JSON."""
    return {
        "kind": type(problem).__name__,
        "message": problem.message,
        "values": {name: _write_value(value) for name, value in problem.values.items()},
    }


def _write_value(value: object) -> Any:
    if isinstance(value, HortaError):
        return {"error": write_error(value)}
    if isinstance(value, Called):
        return {"called": str(value), "label": value.label}
    if isinstance(value, Told):
        return {"says": {lang: value.told(lang) for lang in LANGUAGES}}
    return value if isinstance(value, str | int | float | bool) else str(value)


def read_error(given: Json) -> HortaError:
    """Return an error as it was before it went over the wire."""
    kind = getattr(errors, str(given["kind"]), HortaError)
    if not (isinstance(kind, type) and issubclass(kind, HortaError)):
        kind = HortaError
    values = {name: _read_value(value) for name, value in given["values"].items()}
    return kind(given["message"], **values)


def _read_value(value: Any) -> object:
    if not isinstance(value, dict):
        return value
    if "called" in value:
        return Called(str(value["called"]), str(value["label"]))
    return read_error(value["error"]) if "error" in value else Phrase(value["says"])
