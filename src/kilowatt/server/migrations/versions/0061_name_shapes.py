"""What reserved names look like, worked out again: more letters count as look-alikes."""

import sqlalchemy as sa
from alembic import op

from kilowatt.host.names import skeleton

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    profiles = sa.table(
        "profiles",
        sa.column("main", sa.String),
        sa.column("name", sa.String),
        sa.column("skeleton", sa.String),
        sa.column("made", sa.Double),
    )
    connection = op.get_bind()
    rows = connection.execute(sa.select(profiles).order_by(profiles.c.made)).all()
    taken = {row.skeleton for row in rows}
    for row in rows:
        looks = skeleton(row.name)
        # of two names that look alike from now on the later keeps its old shape: both stay with their people
        if looks not in taken:
            taken.add(looks)
            connection.execute(sa.update(profiles).where(profiles.c.main == row.main).values(skeleton=looks))


def downgrade() -> None:
    """Leave the shapes: an earlier version only compares them."""
