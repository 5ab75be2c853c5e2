"""Who waits for reviews: their work is a job of the house, wherever somebody looks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for those who wait."""
    op.create_table(
        "review_waits",
        sa.Column(
            "match_id",
            sa.String(32),
            sa.ForeignKey("matches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("depth", sa.String(16), primary_key=True),
        sa.Column("origin", sa.String(24), nullable=False),
        sa.Column("owner", sa.String(24), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("problem", sa.JSON, nullable=True),
        sa.Column("stopped", sa.Float, nullable=False),
    )
    for column in ("origin", "until"):
        op.create_index(f"ix_review_waits_{column}", "review_waits", [column])


def downgrade() -> None:
    """Let go of them; whoever looks waits again."""
    op.drop_table("review_waits")
