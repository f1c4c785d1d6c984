"""The maker of a table and how much it stores, and tables packed into one row."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "makers",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=True),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_makers"),
    )
    op.create_index("ix_makers_device", "makers", ["device"])
    op.create_index("ix_makers_address", "makers", ["address"])
    op.execute(
        "insert into makers (code, device, imported, bytes) "
        "select code, owner, case when state = 'review' then true else false end, 0 from tables"
    )
    op.create_table(
        "archive",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_archive"),
    )
    op.create_index("ix_archive_at", "archive", ["at"])


def downgrade() -> None:
    op.drop_table("archive")
    op.drop_table("makers")
