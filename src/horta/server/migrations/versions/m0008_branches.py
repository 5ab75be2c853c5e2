"""Trees of branches that were explored from steps of matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for branches."""
    op.create_table(
        "branches",
        sa.Column(
            "match_id",
            sa.String(32),
            sa.ForeignKey("matches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("known", sa.String(8), primary_key=True),
        sa.Column("nodes", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("origin", sa.String(24), nullable=False),
        sa.Column("owner", sa.String(24), nullable=False),
    )
    op.create_index("ix_branches_origin", "branches", ["origin"])
    op.create_index("ix_branches_owner", "branches", ["owner"])


def downgrade() -> None:
    """Let go of the branches."""
    op.drop_table("branches")
