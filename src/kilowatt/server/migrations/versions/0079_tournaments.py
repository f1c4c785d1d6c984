"""Tournaments: who takes part, and the tables of their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0079"
down_revision = "0078"
branch_labels = None
depends_on = None


def _tournament() -> sa.Column[str]:
    return sa.Column("id", sa.String(16), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("group_id", sa.String(16), sa.ForeignKey("groups.id", ondelete="CASCADE"), nullable=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("ended", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    for name in ("group_id", "state", "owner"):
        op.create_index(f"ix_tournaments_{name}", "tournaments", [name])
    op.create_table(
        "entrants",
        _tournament(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("left", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("id", "number", name="pk_entrants"),
    )
    op.create_index("ix_entrants_device", "entrants", ["device"])
    op.create_table(
        "pairings",
        _tournament(),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("code", sa.String(16), nullable=True),
        sa.Column("sat", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", "round", "number", name="pk_pairings"),
    )


def downgrade() -> None:
    for name in ("pairings", "entrants", "tournaments"):
        op.drop_table(name)
