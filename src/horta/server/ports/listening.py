"""Events over PostgreSQL: NOTIFY tells, and every process listens on a connection of its own.

What is told with a transaction (`put`) reaches the others if and when it is committed: whoever is
killed after that has told it, whoever is killed before has changed nothing. When the connection was
lost, anything may have been missed: everybody here looks again as soon as it is back, and until
then nobody trusts what they know (`is_hearing`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.types import ARRAY, Text

from horta.server.database import Database
from horta.server.ports.events import Events, Told
from horta.server.ports.jobs import FAREWELL

CHANNEL = "horta"
FIRST_WAIT, LONGEST_WAIT = 0.1, 2.0
"""Seconds between two attempts to listen."""
ALIVE = 5.0
"""Seconds between two looks whether the connection still answers."""
REACH = 2.0
"""Seconds that everybody has to answer."""
MOST_UNTOLD = 1000
"""Events that wait to be told; of more, everybody is told that anything may have changed."""

_NOTIFY = select(func.pg_notify(CHANNEL, func.unnest(bindparam("said", type_=ARRAY(Text)))))


class PostgresEvents(Events):
    """The events of a house of many processes."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database
        self._sender = secrets.token_urlsafe(6)
        self._untold: dict[tuple[str, str], None] = {}
        self._to_tell = asyncio.Event()
        self._hearing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def is_hearing(self) -> bool:
        """Whether all that is told anywhere is heard here now."""
        return self._hearing

    @property
    def reach(self) -> float:
        """Seconds in which what is told is heard by all, and their answers are heard here."""
        return REACH

    def tell(self, topic: str, about: str) -> None:
        """Tell everybody, here at once and elsewhere soon, after something has changed."""
        if len(self._untold) >= MOST_UNTOLD:
            self._untold = {(one, ""): None for one, _ in self._untold}
        self._untold[topic, about] = None
        self._to_tell.set()
        super().tell(topic, about)

    def put(self, connection: Connection, topic: str, about: Iterable[str]) -> None:
        """Tell all other processes if and when this transaction is committed, and not before."""
        connection.execute(_NOTIFY, {"said": [self._said(topic, one) for one in about]})

    def _said(self, topic: str, about: str) -> str:
        return json.dumps([self._sender, topic, about])

    async def open(self) -> None:
        """Begin to listen."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="horta events")

    async def close(self) -> None:
        """Hear no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=FAREWELL)

    async def _run(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                connection = await self._connect()
            except Exception:  # away for whatever reason: whoever asks the database is told why
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                continue
            wait = FIRST_WAIT
            try:
                with contextlib.suppress(Exception):
                    await self._listen(connection)
            finally:
                self._hearing = False
                connection.terminate()

    async def _connect(self) -> Any:
        import asyncpg

        url = make_url(self._database.url)
        _, how = url.get_dialect()().create_connect_args(url)
        how = {name: value for name, value in how.items() if not name.startswith("prepared_")}
        seconds = self._database.seconds
        return await asyncpg.connect(**how, timeout=seconds, command_timeout=seconds)

    async def _listen(self, connection: Any) -> None:
        """Listen and tell, until the connection breaks."""
        connection.add_termination_listener(lambda _: self._to_tell.set())
        await connection.add_listener(CHANNEL, self._heard)
        self._hearing = True
        self._anything()
        while not connection.is_closed():
            self._to_tell.clear()
            await self._tell_all(connection)
            try:
                await asyncio.wait_for(self._to_tell.wait(), ALIVE)
            except TimeoutError:
                await connection.execute("SELECT 1")

    async def _tell_all(self, connection: Any) -> None:
        telling = list(self._untold)
        if telling:
            said = [self._said(*one) for one in telling]
            await connection.execute(
                "SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said", CHANNEL, said
            )
            for one in telling:
                self._untold.pop(one, None)

    def _heard(self, *heard: Any) -> None:
        try:
            sender, topic, about = json.loads(heard[3])
        except ValueError:  # somebody else speaks on our channel
            return
        if sender != self._sender:
            self._deliver(Told(str(topic), str(about), here=False))


def events_over(database: Database) -> Events:
    """Return the events of a house over a database."""
    return Events() if database.is_sqlite else PostgresEvents(database)
