"""Recovery codes in rows, each used up by its deletion; what a device brought along when it signed in."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

FOREVER = 1e15
profiles = sa.table("profiles", sa.column("main", sa.String), sa.column("recovery", sa.Text))
codes = sa.table(
    "signin_codes", sa.column("hash", sa.String), sa.column("main", sa.String), sa.column("until", sa.Double)
)


def upgrade() -> None:
    op.add_column("profiles", sa.Column("first", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "merges",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("main", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_merges"),
    )
    op.create_index("ix_merges_main", "merges", ["main"])
    op.create_index("ix_merges_at", "merges", ["at"])
    op.create_index("ix_signin_codes_main", "signin_codes", ["main"])
    connection = op.get_bind()
    for row in connection.execute(sa.select(profiles)).all():
        rows = [{"hash": code, "main": row.main, "until": FOREVER} for code in json.loads(row.recovery)]
        if rows:
            connection.execute(sa.insert(codes), rows)
    op.drop_column("profiles", "recovery")


def downgrade() -> None:
    op.add_column("profiles", sa.Column("recovery", sa.Text, nullable=False, server_default="[]"))
    connection = op.get_bind()
    for main in connection.execute(sa.select(profiles.c.main)).scalars().all():
        kept = sa.select(codes.c.hash).where(codes.c.main == main, codes.c.until == FOREVER)
        hashes = list(connection.execute(kept).scalars())
        here = profiles.c.main == main
        connection.execute(sa.update(profiles).where(here).values(recovery=json.dumps(hashes, separators=(",", ":"))))
    connection.execute(sa.delete(codes).where(codes.c.until == FOREVER))
    op.drop_index("ix_signin_codes_main", "signin_codes")
    op.drop_table("merges")
    op.drop_column("profiles", "first")
