"""How far each player has read the chat of a table."""

import sqlalchemy as sa
from alembic import op

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("presence", sa.Column("read", sa.Integer, nullable=True))
    # what was said before this was counted is not new
    op.execute(
        "update presence set read = (select max(chats.id) from chats where chats.code = presence.code) where seat >= 0"
    )


def downgrade() -> None:
    op.drop_column("presence", "read")
