"""The settings of the server: read once from the environment, then handed around."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

DATABASE = "HORTA_DATABASE"
SECRET = "HORTA_SECRET"


def data_folder() -> Path:
    """Return the folder of the user's data, where the SQLite file lies by default."""
    from platformdirs import user_data_path

    return user_data_path("horta", appauthor=False)


def default_database() -> str:
    """Return the URL of the database: `HORTA_DATABASE`, or a file in the user's data folder."""
    given = os.environ.get(DATABASE, "")
    return given or f"sqlite:///{data_folder() / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """How the server runs."""

    database: str = field(default_factory=default_database)
    secret: str = field(default_factory=lambda: os.environ.get(SECRET, ""))
    """Signs seat tokens; without one, the store draws one and keeps it."""
    largest_body: int = 1 << 20
    """Bytes; a transcript of a long game is a hundred times smaller."""
    rate: float = 30.0
    """Requests a second that one address may send on average."""
    burst: int = 240
    """Requests that one address may send at once."""
    most_tables: int = 2_000
    """Tables kept in memory; the others come back from the store when somebody asks."""
    most_watchers: int = 64
    """Open event streams for one table."""
    bot_pause: float = 0.6
    """Seconds that a bot takes at least, so that people can follow."""
    bot_threads: int = 2
    attention: float = 60.0
    """Seconds after the last request for a table that its bots play on when nobody listens."""


def async_url(url: str) -> str:
    """Return the URL with the driver that SQLAlchemy needs for asyncio."""
    for plain, driver in (
        ("sqlite:", "sqlite+aiosqlite:"),
        ("postgresql:", "postgresql+asyncpg:"),
        ("postgres:", "postgresql+asyncpg:"),
    ):
        if url.startswith(plain):
            return driver + url[len(plain) :]
    return url
