"""Runs of the lab."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for runs of the lab."""
    op.create_table(
        "lab_runs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("experiment", sa.JSON, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("problem", sa.JSON, nullable=True),
        sa.Column("rows", sa.LargeBinary, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
    )
    op.create_index("ix_lab_runs_touched", "lab_runs", ["touched"])


def downgrade() -> None:
    """Let go of the runs."""
    op.drop_table("lab_runs")
