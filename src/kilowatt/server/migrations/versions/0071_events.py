"""Notifications of more events: when a bot took over, what is switched off, and whom a webhook mentions."""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("away_since", sa.Double, nullable=True))
    op.add_column("calls", sa.Column("off", sa.String(64), nullable=False, server_default=""))
    op.add_column("hooks", sa.Column("language", sa.String(8), nullable=False, server_default="en"))
    op.add_column("hooks", sa.Column("zone", sa.String(64), nullable=False, server_default="UTC"))
    op.add_column("hooks", sa.Column("off", sa.String(64), nullable=False, server_default=""))
    op.add_column("hooks", sa.Column("mentions", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    for name in ("mentions", "off", "zone", "language"):
        op.drop_column("hooks", name)
    op.drop_column("calls", "off")
    op.drop_column("seats", "away_since")
