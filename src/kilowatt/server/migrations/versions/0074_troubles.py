"""Why the last delivery to a person or a chat room failed."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "troubles",
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("why", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("kind", "target", name="pk_troubles"),
    )


def downgrade() -> None:
    op.drop_table("troubles")
