"""The lobby: which tables are open to everybody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for a list of open tables."""
    gone = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "lobby",
        sa.Column("match_id", sa.String(32), gone, primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
    )
    op.create_index("ix_lobby_since", "lobby", ["since"])


def downgrade() -> None:
    """Close all tables to strangers."""
    op.drop_table("lobby")
