"""Tables, seats, entries, keys, orders and chats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def code() -> sa.Column[str]:
    return sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("visibility", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=True),
        sa.Column("seed", sa.Text, nullable=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("live", sa.Text, nullable=False),
        sa.Column("wake", sa.Double, nullable=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("rematch", sa.String(16), nullable=True),
        sa.Column("fork_code", sa.String(16), nullable=True),
        sa.Column("fork_seq", sa.Integer, nullable=True),
        sa.PrimaryKeyConstraint("code", name="pk_tables"),
    )
    op.create_index("ix_tables_lists", "tables", ["archived", "visibility", "state", "touched"])
    op.create_index("ix_tables_wake", "tables", ["wake"])
    op.create_table(
        "seats",
        code(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.String(64), nullable=True),
        sa.Column("restore", sa.String(64), nullable=True),
        sa.Column("away", sa.String(64), nullable=True),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("code", "seat", name="pk_seats"),
    )
    op.create_table(
        "holders",
        code(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("code", "seat", "device", name="pk_holders"),
    )
    op.create_index("ix_holders_device", "holders", ["device"])
    op.create_table(
        "entries",
        code(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", "seq", name="pk_entries"),
    )
    op.create_table(
        "keys",
        code(),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("code", "key", name="pk_keys"),
    )
    op.create_table(
        "orders",
        code(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("proxy", sa.Text, nullable=True),
        sa.Column("auto", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("code", "seat", name="pk_orders"),
    )
    op.create_table(
        "chats",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        code(),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chats"),
    )
    op.create_index("ix_chats_code", "chats", ["code", "id"])


def downgrade() -> None:
    for name in ("chats", "orders", "keys", "entries", "holders", "seats", "tables"):
        op.drop_table(name)
