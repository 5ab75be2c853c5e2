"""Whose table it is: two keyed hashes, so that everybody gets a fair share."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add where a table was put up from, and by whom."""
    op.execute("ALTER TABLE matches ADD COLUMN origin VARCHAR(24)")
    op.execute("ALTER TABLE matches ADD COLUMN owner VARCHAR(24)")
    op.create_index("ix_matches_origin", "matches", ["origin"])


def downgrade() -> None:
    """Take it away."""
    op.drop_index("ix_matches_origin", "matches")
    op.execute("ALTER TABLE matches DROP COLUMN owner")
    op.execute("ALTER TABLE matches DROP COLUMN origin")
