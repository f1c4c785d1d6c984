"""Orders in advance of each seat."""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("orders", sa.Column("advance", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("orders", "advance")
