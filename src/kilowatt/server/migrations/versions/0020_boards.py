"""Boards that people share, by the hash of their data."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("approved", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
    )
    op.create_index("ix_boards_device", "boards", ["device"])
    op.create_index("ix_boards_address", "boards", ["address"])


def downgrade() -> None:
    op.drop_table("boards")
