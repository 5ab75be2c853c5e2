"""Migrating: the tables of a database are brought up to date, or found to be."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from horta.core.errors import HortaError
from horta.server.ports.queue import apply_schema

NO_HOUSE = "there is no house of Horta in this database"
LOCK = 18931897
"""The number of PostgreSQL's lock that migrations take."""


def migrate(connection: Any) -> None:
    """Bring the tables of a database up to date; of several processes, one does it."""
    from alembic import command

    # Of two that begin at once the second waits, and finds it done; SQLite's write lock does that.
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    config = alembic_config()
    config.attributes["connection"] = connection
    with contextlib.redirect_stdout(None):
        command.upgrade(config, "head")
    if connection.dialect.name == "postgresql":
        apply_schema(connection)


def is_current(connection: Any) -> None:
    """Refuse a database of another version: who only visits a house does not migrate it."""
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    found = MigrationContext.configure(connection).get_current_revision()
    ours = ScriptDirectory.from_config(alembic_config()).get_current_head()
    if found is None:
        raise HortaError(NO_HOUSE)
    if found != ours:
        raise HortaError(
            f"the database is of another version of Horta ({found}, not {ours}); use that version"
        )


def alembic_config() -> Any:
    """Return where the migrations lie."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
