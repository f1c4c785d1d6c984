"""Notifications: whom to notify and how, webhooks of tables, and the outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=True),
        sa.Column("quiet_to", sa.Integer, nullable=True),
        sa.Column("push", sa.Text, nullable=True),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("mail_on", sa.Boolean, nullable=False),
        sa.Column("mail_key", sa.String(64), nullable=True),
        sa.Column("mailed", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_calls"),
    )
    op.create_index("ix_calls_mail_key", "calls", ["mail_key"], unique=True)
    op.create_table(
        "hooks",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_hooks"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sender", sa.String(64), nullable=True),
        sa.Column("batch", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
    )
    op.create_index("ix_outbox_turn", "outbox", ["code", "turn", "kind", "target"], unique=True)
    op.create_index("ix_outbox_due", "outbox", ["state", "due"])


def downgrade() -> None:
    for name in ("outbox", "hooks", "calls"):
        op.drop_table(name)
