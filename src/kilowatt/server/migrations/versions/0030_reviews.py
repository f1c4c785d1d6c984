"""Reviews of finished games, one per table."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_reviews"),
    )


def downgrade() -> None:
    op.drop_table("reviews")
