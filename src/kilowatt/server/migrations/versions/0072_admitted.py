"""The devices that have shown the invitation to a closed server."""

import sqlalchemy as sa
from alembic import op

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "admitted",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_admitted"),
    )


def downgrade() -> None:
    op.drop_table("admitted")
