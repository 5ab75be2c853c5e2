"""Horta: the digital home of the Belle Époque board games.

    import horta

    match = horta.start("paris", seed=7)
    match.play(match.legal[0])
    match.position, match.view(0), match.scores

The heavy parts (NumPy, Numba) are loaded when a game is, not when `horta` is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from horta.core.errors import (
    BadComponents,
    BadFile,
    BadJson,
    BadName,
    BadOption,
    BadPosition,
    BadStudy,
    BadText,
    BadTranscript,
    HortaError,
    IllegalAction,
    UnknownGame,
)

if TYPE_CHECKING:
    from horta.core.match import Match
    from horta.core.registry import games
    from horta.core.transcripts import replay, resume, start

__version__ = "0.2.0"

_LAZY = {
    "Match": "horta.core.match",
    "start": "horta.core.transcripts",
    "resume": "horta.core.transcripts",
    "replay": "horta.core.transcripts",
}

_ROOMS = ("games", "corpus", "lab", "review", "study")
"""Packages that are there without an import of their own; `games` answers to a call."""

__all__ = [
    "BadComponents",
    "BadFile",
    "BadJson",
    "BadName",
    "BadOption",
    "BadPosition",
    "BadStudy",
    "BadText",
    "BadTranscript",
    "HortaError",
    "IllegalAction",
    "Match",
    "UnknownGame",
    "games",
    "replay",
    "resume",
    "start",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    if name in _ROOMS:
        return import_module(f"horta.{name}")
    raise AttributeError(f"module 'horta' has no attribute '{name}'")
