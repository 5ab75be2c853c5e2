"""What visitors bring as a file or as text: JSON within the limits, or a sentence why it is not."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import UploadFile

from horta.core import limits
from horta.core.errors import (
    BadComponents,
    BadJson,
    BadPosition,
    BadStudy,
    BadTranscript,
    HortaError,
)
from horta.core.game import Json
from horta.core.i18n import mark


@dataclass(frozen=True)
class Kind:
    """A kind of file, and how it is refused."""

    refusal: type[HortaError]
    unreadable: str
    no_object: str


TRANSCRIPT = Kind(
    BadTranscript,
    mark("the file is not a transcript: {problem}"),
    mark("the file is not a transcript of Horta"),
)
POSITION = Kind(
    BadPosition,
    mark("the position: {problem}"),
    mark("this is neither a position nor a transcript of Horta"),
)
COMPONENTS = Kind(
    BadComponents,
    mark("the file holds no component tables: {problem}"),
    mark("the file holds no component tables: an object is needed"),
)
STUDY = Kind(
    BadStudy, mark("the file cannot be read: {problem}"), mark("the file is no JSON object")
)


async def read_upload(kind: Kind, file: UploadFile | None, text: str = "") -> Json:
    """Read the JSON object of a file, or else of a text."""
    given: str | bytes = text
    if file is not None and file.filename:
        given = await file.read(limits.LARGEST_JSON + 1)
    try:
        read = limits.read_json(given)
    except BadJson as problem:
        raise kind.refusal(kind.unreadable, problem=problem) from None
    if not isinstance(read, dict):
        raise kind.refusal(kind.no_object)
    return read
