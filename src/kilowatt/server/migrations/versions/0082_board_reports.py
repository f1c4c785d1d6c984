"""Reports of shared boards."""

import sqlalchemy as sa
from alembic import op

revision = "0082"
down_revision = "0081"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("board", sa.String(64), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "board")
