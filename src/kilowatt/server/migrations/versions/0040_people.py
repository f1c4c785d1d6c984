"""Ratings and seasons, public player pages, groups with their standing tables."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0030"
branch_labels = None
depends_on = None


def _main() -> sa.Column[str]:
    return sa.Column("main", sa.String(64), sa.ForeignKey("profiles.main", ondelete="CASCADE"), nullable=False)


def _group() -> sa.Column[str]:
    return sa.Column("id", sa.String(16), sa.ForeignKey("groups.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    for name in ("rated", "public"):
        op.add_column("profiles", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("group_id", sa.String(16), nullable=True))
    op.create_index("ix_tables_group_id", "tables", ["group_id"])
    _ratings()
    _groups()


def _ratings() -> None:
    op.create_table(
        "seasons",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("began", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_seasons"),
    )
    op.create_table(
        "ratings",
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        _main(),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("season", "edition", "main", name="pk_ratings"),
    )
    op.create_index("ix_ratings_main", "ratings", ["main"])
    op.create_table(
        "rated_games",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_rated_games"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("code", sa.String(16), sa.ForeignKey("rated_games.code", ondelete="CASCADE"), nullable=False),
        _main(),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("mu_after", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("code", "main", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_main", "rating_changes", ["main"])


def _groups() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("visited", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_groups"),
    )
    op.create_index("ix_groups_link", "groups", ["link"], unique=True)
    op.create_table(
        "members",
        _group(),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", "device", name="pk_members"),
    )
    op.create_index("ix_members_device", "members", ["device"])
    op.create_table(
        "standing_tables",
        sa.Column("number", sa.Integer, autoincrement=True, nullable=False),
        _group(),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_standing_tables"),
    )
    op.create_index("ix_standing_tables_id", "standing_tables", ["id"])


def downgrade() -> None:
    for name in ("standing_tables", "members", "groups", "rating_changes", "rated_games", "ratings", "seasons"):
        op.drop_table(name)
    op.drop_index("ix_tables_group_id", "tables")
    # not by Alembic's batches: on SQLite they make the table anew, and dropping the old one deletes what refers to it
    op.drop_column("tables", "group_id")
    for name in ("rated", "public"):
        op.drop_column("profiles", name)
