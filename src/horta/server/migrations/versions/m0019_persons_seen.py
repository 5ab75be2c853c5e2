"""When a person was last there: who never comes back need not be kept for ever."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keep it; of whom no device tells it any more, it is counted from now on."""
    op.add_column("persons", sa.Column("seen", sa.Float, nullable=True))
    op.create_index("ix_persons_seen", "persons", ["seen"])
    op.execute(
        sa.text(
            "update persons set seen = coalesce((select max(sessions.seen) from sessions"
            " where sessions.person = persons.id), :now)"
        ).bindparams(now=time.time())
    )


def downgrade() -> None:
    """Let go of it."""
    with op.batch_alter_table("persons") as table:
        table.drop_index("ix_persons_seen")
        table.drop_column("seen")
