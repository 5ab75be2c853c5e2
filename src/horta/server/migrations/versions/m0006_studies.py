"""Studies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for studies."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("origin", sa.String(24), nullable=False),
        sa.Column("owner", sa.String(24), nullable=False),
    )
    op.create_index("ix_studies_origin", "studies", ["origin"])


def downgrade() -> None:
    """Let go of the studies."""
    op.drop_table("studies")
