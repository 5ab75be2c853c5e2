"""What happens and is said at a table beside its actions, what players plan, and invitations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _match(primary_key: bool = False) -> sa.Column[str]:
    gone = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match_id", sa.String(32), gone, primary_key=primary_key, nullable=False)


def _person(name: str, then: str = "CASCADE") -> sa.Column[str]:
    gone = sa.ForeignKey("persons.id", ondelete=then)
    return sa.Column(name, sa.String(32), gone, nullable=True)


def upgrade() -> None:
    """Make room for happenings, talk, reports, plans and invitations."""
    op.create_table(
        "happenings",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        _match(),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("standing", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("ix_happenings_match_id", "happenings", ["match_id"])
    _talk()
    _plans()


def _talk() -> None:
    op.create_table(
        "chat",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        _match(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        _person("person"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("phrase", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_chat_match_id", "chat", ["match_id"])
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "mutes",
        _match(primary_key=True),
        sa.Column("reader", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        _match(),
        sa.Column("message", NUMBER, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        _person("person"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said", sa.Float, nullable=False),
        sa.Column("by_seat", sa.Integer, nullable=False),
        _person("by_person", "SET NULL"),
        sa.Column("by_name", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.UniqueConstraint("message", "by_seat", name="uq_reports_message"),
    )
    op.create_index("ix_reports_match_id", "reports", ["match_id"])
    op.create_index("ix_reports_state", "reports", ["state"])


def _plans() -> None:
    op.create_table(
        "plans",
        _match(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("passes", sa.Boolean, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("told", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "invitations",
        _match(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column(
            "person",
            sa.String(32),
            sa.ForeignKey("persons.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])


def downgrade() -> None:
    """Forget all of it."""
    for name in ("invitations", "plans", "reports", "mutes", "chat", "happenings"):
        op.drop_table(name)
