"""The rows of the log: each is filled in once, however long the log grows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from markupsafe import Markup

from horta.core.game import Json
from horta.core.memo import Memo
from horta.server import views
from horta.server.i18n import words
from horta.server.page import environment
from horta.server.room import Room

KEPT = 8 << 20
"""Characters of rows that are kept."""

_rows: Memo[Markup] = Memo(KEPT)


@functools.cache
def _row() -> Callable[..., Markup]:
    module: Any = environment().get_template("log-row.html.jinja").module
    made: Callable[..., Markup] = module.row
    return made


def log_rows(room: Room, seat: int | None, log: Sequence[Json], lang: str) -> Markup:
    """Return what happened in rows, the newest first; what tells nothing has none.

    `log` is the end of what happened, with all that is not settled. What is settled looks the same
    until something is taken back: its rows are put together once.
    """
    done = views.settled(room, seat)
    key = (seat, lang, len(room.happened), *room.names(lang))
    known, below = room.settled.get(key, (0, Markup()))
    if known > done:  # more can be taken back than before
        known, below = 0, Markup()
    if known < log[0]["action"]:
        log = views.log(room, seat, lang, known)
    rows = _rows_of(views.whole_log(room, log, lang), known, lang)
    if known < done:
        below = _joined(row for action, row in rows if known <= action < done) + below
        room.settled[key] = done, below
    return _joined(row for action, row in rows if action >= done) + below


def _rows_of(log: Sequence[Json], first: int, lang: str) -> list[tuple[int, Markup]]:
    """Return the rows of a log from an action on, each with the number of its action."""
    say, fill = words(lang), _row()
    last, made = len(log) - 1, []
    for number, one in enumerate(log):
        if not one["lines"] or one["action"] < first:
            continue
        newest, fresh = number == last, one["fresh"]
        # Above it stands all that came after the viewer's last turn.
        since = fresh and not (number and log[number - 1]["fresh"])
        key = (lang, one["action"], one["seat"], fresh, one["back"], newest, since, *one["lines"])
        made.append(
            (one["action"], _rows.get(key, functools.partial(fill, one, newest, since, say)))
        )
    return made


def _joined(rows: Iterable[Markup]) -> Markup:
    return Markup("".join(reversed(list(rows))))
