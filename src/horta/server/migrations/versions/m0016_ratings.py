"""Ratings: which tables count, who played there, and how good everybody is since."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for rated tables, their players and what they are rated."""
    op.create_table(
        "rated",
        sa.Column("match_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("ended", sa.Float, nullable=True),
    )
    op.create_index("ix_rated_ended", "rated", ["ended"])
    person = sa.ForeignKey("persons.id", ondelete="SET NULL")
    op.create_table(
        "rated_players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), person, nullable=True, unique=True),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
    )
    op.create_table(
        "rated_seats",
        sa.Column(
            "match_id",
            sa.String(32),
            sa.ForeignKey("rated.match_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("rated_players.id"), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
    op.create_index("ix_rated_seats_player", "rated_seats", ["player"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(32), sa.ForeignKey("rated_players.id"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Forget all ratings."""
    for table in ("ratings", "rated_seats", "rated_players", "rated"):
        op.drop_table(table)
