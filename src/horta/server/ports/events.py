"""Events: who must look again, in this process and in all others over the same database.

An event is a topic and what it is about (a table, a review), and says no more: whoever hears it
looks at the database. So nothing is lost if it comes twice, and when one may have been missed (the
database was away), everybody hears that anything may have changed, and looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from horta.server.quiet import Quiet

STEP = "step"
"""Something was played at a table: `table:step`, the number of the last step, and after a space,
where it is short, what was played (`stored.write_entries`)."""
TABLE = "table"
"""Who sits at a table, who hosts it, its rematch, or that it has gone: its id."""
PEOPLE = "people"
"""A person, a device or a key has changed; nobody is named."""
REVIEW = "review"
"""A review has come further: the id of its table."""


@dataclass(frozen=True)
class Told:
    """What somebody heard."""

    topic: str
    about: str
    """Which one; empty: any of them may have changed."""
    here: bool = True
    """Whether this process has told it itself."""


Listener = Callable[[Told], None]


class Events:
    """The events of a house that is one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}
        self._quiet = Quiet()

    @property
    def is_hearing(self) -> bool:
        """Whether all that is told anywhere is heard here now."""
        return True

    @property
    def reach(self) -> float:
        """Seconds in which what is told is heard by all, and their answers are heard here."""
        return 0.0

    def hear(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Call somebody at every event of a topic, until what this returns is called.

        A listener does not wait for anything: it sets an event, or starts a task.
        """
        heard = self._listeners.setdefault(topic, [])
        heard.append(listener)
        return lambda: heard.remove(listener)

    def tell(self, topic: str, about: str) -> None:
        """Tell everybody, here at once and elsewhere soon, after something has changed."""
        self._deliver(Told(topic, about))

    def put(self, connection: Connection, topic: str, about: Iterable[str]) -> None:
        """Tell all other processes if and when this transaction is committed, and not before."""

    async def open(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Hear no more."""

    def _deliver(self, told: Told) -> None:
        for listener in list(self._listeners.get(told.topic, ())):
            try:
                listener(told)
            except Exception:  # one who stumbles must not keep the others in the dark
                self._quiet.error(("event", told.topic), "an event was not heard", trace=True)

    def _anything(self) -> None:
        """Tell everybody here that anything may have changed."""
        for topic in list(self._listeners):
            self._deliver(Told(topic, "", here=False))
