"""Tournaments: who takes part, the deal of each round, and what was reached at each table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def _person() -> sa.ForeignKey:
    return sa.ForeignKey("persons.id", ondelete="SET NULL")


def _contest() -> sa.ForeignKey:
    return sa.ForeignKey("contests.id", ondelete="CASCADE")


def upgrade() -> None:
    """Make room for tournaments."""
    op.create_table(
        "contests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("system", sa.String(8), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("pace", sa.String(40), nullable=False),
        sa.Column("hours", sa.Float, nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("host", sa.String(32), _person(), nullable=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("begins", sa.Float, nullable=True),
        sa.Column("ended", sa.Float, nullable=True),
    )
    for column in ("state", "host", "ended"):
        op.create_index(f"ix_contests_{column}", "contests", [column])
    op.create_table(
        "entrants",
        sa.Column("contest", sa.String(32), _contest(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), _person(), nullable=True),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
    )
    op.create_index("ix_entrants_person", "entrants", ["person"])
    op.create_table(
        "contest_rounds",
        sa.Column("contest", sa.String(32), _contest(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("byes", sa.JSON, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=True),
    )
    op.create_table(
        "contest_tables",
        sa.Column("match_id", sa.String(32), primary_key=True),
        sa.Column("contest", sa.String(32), _contest(), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("result", sa.JSON, nullable=True),
    )
    op.create_index("ix_contest_tables_contest", "contest_tables", ["contest"])


def downgrade() -> None:
    """Forget all tournaments."""
    for table in ("contest_tables", "contest_rounds", "entrants", "contests"):
        op.drop_table(table)
