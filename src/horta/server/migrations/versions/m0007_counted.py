"""Who agrees that a game counts in the explorer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let every seat say it; nobody has agreed yet."""
    column = sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", column)


def downgrade() -> None:
    """Take it away."""
    op.drop_column("seats", "counted")
