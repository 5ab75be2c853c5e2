"""Files: transcripts, positions and component tables, read and written without losing anything."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

from horta.core import limits
from horta.core.errors import BadComponents, BadFile, BadJson, BadTranscript
from horta.core.match import Match
from horta.core.transcripts import replay, resume


def read_json(path: Path) -> Any:
    """Read a JSON file; `BadFile` says what is wrong with it."""
    try:
        with path.open("rb") as file:
            raw = file.read(limits.LARGEST_JSON + 1)
    except OSError as problem:
        raise BadFile(f"{path}: cannot be read ({problem.strerror})") from None
    try:
        return limits.read_json(raw)
    except BadJson as problem:
        raise BadFile(f"{path}: {problem}") from None


def read_components(path: Path | None) -> dict[str, Any] | None:
    """Read an owner's component tables, if a file is named."""
    if path is None:
        return None
    given = read_json(path)
    if not isinstance(given, dict):
        raise BadComponents(f"{path}: a JSON object with component tables is needed")
    return given


def read_match(path: Path) -> Match:
    """Read a transcript or a position."""
    given = read_json(path)
    if not isinstance(given, dict) or "game" not in given:
        raise BadFile(f"{path}: is neither a transcript nor a position of Horta")
    if "actions" in given:
        return replay(given)
    if "table" in given:
        return resume(limits.check_game(given["game"]), given)
    raise BadTranscript(f"{path}: it has neither 'actions' nor a 'table'; is it cut off?")


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all: a full disk leaves the old one as it was."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file that is no text, whole or not at all."""
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError as problem:
        raise BadFile(f"{path}: cannot be written ({problem.strerror}); nothing was lost") from None
    finally:
        with contextlib.suppress(OSError):
            if temporary:
                os.unlink(temporary)
