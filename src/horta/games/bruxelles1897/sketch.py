"""Bruxelles 1897 in characters, for terminals and logs: the same view that the drawing gets."""

from __future__ import annotations

from horta.core.game import Json


def sketch(view: Json, lang: str, colour: bool) -> str:
    """Return the table as text; with colour, by ANSI codes."""
    raise NotImplementedError
