"""Bots that connect from outside: their tokens, and the seats they play."""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0074"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bot_tokens",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("code", sa.String(16), nullable=True),
        sa.Column("group_id", sa.String(16), nullable=True),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bot_tokens"),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], name="fk_bot_tokens_code_tables", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_bot_tokens_group_id_groups", ondelete="CASCADE"),
    )
    op.create_index("ix_bot_tokens_hash", "bot_tokens", ["hash"], unique=True)
    op.create_index("ix_bot_tokens_device", "bot_tokens", ["device"])
    op.create_index("ix_bot_tokens_code", "bot_tokens", ["code"])
    op.create_index("ix_bot_tokens_group_id", "bot_tokens", ["group_id"])
    op.create_index("ix_bot_tokens_until", "bot_tokens", ["until"])
    op.add_column("seats", sa.Column("token", sa.String(16), nullable=True))
    op.create_index("ix_seats_token", "seats", ["token"])


def downgrade() -> None:
    op.drop_index("ix_seats_token", "seats")
    op.drop_column("seats", "token")
    op.drop_table("bot_tokens")
