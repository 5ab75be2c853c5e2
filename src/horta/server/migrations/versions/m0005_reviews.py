"""Reviews of finished matches, decision by decision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for reviews."""
    op.create_table(
        "reviews",
        _match(),
        sa.Column("depth", sa.String(16), primary_key=True),
        sa.Column("steps", sa.JSON, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "judged",
        _match(),
        sa.Column("depth", sa.String(16), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("found", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Let go of the reviews; whoever asks for one again gets it anew."""
    op.drop_table("judged")
    op.drop_table("reviews")


def _match() -> sa.Column[str]:
    return sa.Column(
        "match_id",
        sa.String(32),
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
    )
