"""Clocks: which tables are to be looked at, and when; time off, and time that was up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def table() -> sa.Column[str]:
    """Return a column that names a table, and goes when the table goes."""
    gone = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match_id", sa.String(32), gone, primary_key=True)


def upgrade() -> None:
    """Make room for clocks."""
    op.create_table("clocks", table(), sa.Column("look", sa.Float, nullable=False))
    op.create_index("ix_clocks_look", "clocks", ["look"])
    op.create_table(
        "clock_events",
        table(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("since", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Stop all clocks."""
    op.drop_table("clock_events")
    op.drop_table("clocks")
