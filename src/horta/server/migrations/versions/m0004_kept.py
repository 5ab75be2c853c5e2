"""The tables of every match as they were, with their layouts, and how it ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for what is kept; it is filled in when a table is opened."""
    op.create_table(
        "layouts",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("layout", sa.JSON, nullable=False),
    )
    op.add_column("matches", sa.Column("first", sa.LargeBinary, nullable=True))
    op.add_column("matches", sa.Column("layout", sa.String(32), nullable=True))
    op.add_column("matches", sa.Column("result", sa.JSON, nullable=True))
    op.add_column("actions", sa.Column("kept", sa.LargeBinary, nullable=True))


def downgrade() -> None:
    """Let go of what is kept; the transcripts stay."""
    op.drop_column("actions", "kept")
    for name in ("result", "layout", "first"):
        op.drop_column("matches", name)
    op.drop_table("layouts")
