"""Chat lines with their authors, hidden authors, reports, and addresses that may not chat."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, length in (("who", 16), ("device", 64), ("address", 64)):
        op.add_column("chats", sa.Column(name, sa.String(length), nullable=True))
    op.create_table(
        "hides",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
        sa.Column("who", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("device", "code", "who", name="pk_hides"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_table(
        "mutes",
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("address", name="pk_mutes"),
    )


def downgrade() -> None:
    for name in ("mutes", "reports", "hides"):
        op.drop_table(name)
    with op.batch_alter_table("chats") as batch:
        for name in ("who", "device", "address"):
            batch.drop_column(name)
