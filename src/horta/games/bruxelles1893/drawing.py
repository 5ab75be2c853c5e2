"""The drawing of Bruxelles 1893: `table.svg.jinja` filled from a view, and from nothing else."""

from __future__ import annotations

from horta.core.game import Json, Target
from horta.games.bruxelles1893.table import Table


def draw(view: Json, lang: str) -> str:
    """Return the table as SVG."""
    raise NotImplementedError


def target(table: Table, action: int) -> Target:
    """Say where on the drawing an action lies."""
    raise NotImplementedError
