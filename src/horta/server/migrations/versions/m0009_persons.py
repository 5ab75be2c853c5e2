"""Persons: their passkeys, devices, tickets, and the keys that they hold."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def person(**how: Any) -> sa.Column[str]:
    """Return a column that names a person, and goes when the person goes."""
    gone = sa.ForeignKey("persons.id", ondelete="CASCADE")
    return sa.Column("person", sa.String(32), gone, **{"nullable": False, **how})


def upgrade() -> None:
    """Make room for persons."""
    op.create_table(
        "persons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("theme", sa.String(8), nullable=False),
        sa.Column("mail", sa.String(254), nullable=True, unique=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(32), primary_key=True),
        person(),
        sa.Column("credential", sa.String(1400), nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        person(),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "tickets",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        person(nullable=True),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "held",
        person(primary_key=True),
        sa.Column("thing", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    for table, column in (
        ("passkeys", "person"),
        ("sessions", "person"),
        ("sessions", "seen"),
        ("tickets", "person"),
        ("tickets", "until"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    """Forget all persons."""
    for table in ("held", "tickets", "sessions", "passkeys", "persons"):
        op.drop_table(table)
