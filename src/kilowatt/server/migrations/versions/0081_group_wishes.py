"""What a group usually plays, what its members vote for, and which of its messages they do not want."""

import sqlalchemy as sa
from alembic import op

revision = "0081"
down_revision = "0080"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("groups", sa.Column("usual", sa.Text, nullable=True))
    op.add_column("members", sa.Column("off", sa.Text, nullable=True))
    op.add_column("members", sa.Column("vote", sa.String(64), nullable=True))
    op.add_column("members", sa.Column("voted", sa.Double, nullable=True))


def downgrade() -> None:
    for name in ("voted", "vote", "off"):
        op.drop_column("members", name)
    op.drop_column("groups", "usual")
