"""The rows of the log: each is filled in once, however long the log grows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from horta.core.game import Json
from horta.core.memo import Memo
from horta.server.i18n import words
from horta.server.page import environment

KEPT = 8 << 20
"""Characters of rows that are kept."""

_rows: Memo[Markup] = Memo(KEPT)


@functools.cache
def _row() -> Callable[..., Markup]:
    module: Any = environment().get_template("log-row.html.jinja").module
    made: Callable[..., Markup] = module.row
    return made


def log_rows(log: Sequence[Json], lang: str) -> Markup:
    """Return what happened in rows, the newest first; what tells nothing has none."""
    say, fill = words(lang), _row()
    last = len(log) - 1
    made = []
    for number in range(last, -1, -1):
        one = log[number]
        if not one["lines"]:
            continue
        newest, fresh = number == last, one["fresh"]
        # Above it stands all that came after the viewer's last turn.
        since = fresh and not (number and log[number - 1]["fresh"])
        key = (lang, one["action"], one["seat"], fresh, one["back"], newest, since, *one["lines"])
        made.append(_rows.get(key, functools.partial(fill, one, newest, since, say)))
    return Markup("".join(made))
