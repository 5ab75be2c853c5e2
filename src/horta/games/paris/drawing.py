"""The drawing of Paris: `table.svg.jinja` filled from a view, and from nothing else."""

from __future__ import annotations

from horta.core.game import Json


def draw(view: Json, lang: str) -> str:
    """Return the table as SVG."""
    raise NotImplementedError
