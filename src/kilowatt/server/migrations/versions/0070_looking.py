"""Until when a player counts as looking at a table, and notifications of more than a turn's beginning."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("presence", sa.Column("looking", sa.Double, nullable=True))
    op.add_column("outbox", sa.Column("event", sa.String(64), nullable=False, server_default="turn"))
    op.drop_index("ix_outbox_turn", "outbox")
    op.create_index("ix_outbox_event", "outbox", ["code", "event", "turn", "kind", "target"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_outbox_event", "outbox")
    op.execute("delete from outbox where event <> 'turn'")
    op.create_index("ix_outbox_turn", "outbox", ["code", "turn", "kind", "target"], unique=True)
    op.drop_column("outbox", "event")
    op.drop_column("presence", "looking")
