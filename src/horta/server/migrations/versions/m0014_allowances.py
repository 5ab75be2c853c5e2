"""Bounds of their own for visitors, persons and addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for bounds that an operator sets."""
    op.create_table(
        "allowances",
        sa.Column("who", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("most", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Let the settings hold for everybody."""
    op.drop_table("allowances")
