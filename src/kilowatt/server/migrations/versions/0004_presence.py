"""When each seat's player, and anybody at all, was last at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("address", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("code", "seat", name="pk_presence"),
    )
    op.create_index("ix_presence_address", "presence", ["address"])
    # nobody may lose a seat because the time before this migration is unknown
    op.execute(
        "insert into presence (code, seat, seen) select seats.code, seats.seat, tables.touched "
        "from seats join tables on tables.code = seats.code where seats.kind = 'person'"
    )


def downgrade() -> None:
    op.drop_table("presence")
