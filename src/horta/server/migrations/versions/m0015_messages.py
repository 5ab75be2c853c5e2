"""Messages: who wants to hear of a turn, and how, and what is to be sent."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def key(name: str, size: int, where: str, **how: Any) -> sa.Column[str]:
    """Return a column of keys: a row goes with what it belongs to."""
    foreign = sa.ForeignKey(where, ondelete="CASCADE", onupdate=how.pop("onupdate", None))
    return sa.Column(name, sa.String(size), foreign, **how)


def upgrade() -> None:
    """Make room for choices, browsers, webhooks and messages."""
    make_ways()
    make_messages()
    for table, column in INDEXES:
        op.create_index(f"ix_{table}_{column}", table, [column])


def make_ways() -> None:
    """Make room for how people hear of turns."""
    op.create_table(
        "message_choices",
        key("person", 32, "persons.id", primary_key=True),
        sa.Column("mail", sa.String(8), nullable=False),
        sa.Column("digest_at", sa.Integer, nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_until", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
    )
    op.create_table(
        "push_browsers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        key("person", 32, "persons.id", nullable=True),
        # the digest of a device changes with the secret of the house
        key("session", 64, "sessions.digest", nullable=True, onupdate="CASCADE"),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "push_seats",
        key("browser", 32, "push_browsers.id", primary_key=True),
        key("match_id", 32, "matches.id", primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_table(
        "hooks",
        sa.Column("id", sa.String(32), primary_key=True),
        key("person", 32, "persons.id", nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )


def make_messages() -> None:
    """Make room for what is to be sent."""
    op.create_table(
        "messages",
        sa.Column("way", sa.String(8), primary_key=True),
        sa.Column("target", sa.String(32), primary_key=True),
        key("match_id", 32, "matches.id", primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        key("person", 32, "persons.id", nullable=True),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
    )
    op.create_table(
        "messages_seen",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )


INDEXES = (
    ("push_browsers", "person"),
    ("push_browsers", "session"),
    ("push_seats", "match_id"),
    ("hooks", "person"),
    ("messages", "match_id"),
    ("messages", "person"),
    ("messages", "due"),
)


def downgrade() -> None:
    """Tell nobody any more."""
    names = ("messages_seen", "messages", "hooks", "push_seats", "push_browsers", "message_choices")
    for name in names:
        op.drop_table(name)
