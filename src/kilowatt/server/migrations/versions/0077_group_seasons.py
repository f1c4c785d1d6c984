"""Groups: seasons with rounds, finished games that stay, chat, and when members were last there."""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0076"
branch_labels = None
depends_on = None


def _group(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(16), sa.ForeignKey("groups.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.add_column("members", sa.Column("seen", sa.Double, nullable=True))
    op.add_column("members", sa.Column("read", sa.Integer, nullable=True))
    op.create_table(
        "group_seasons",
        _group("id"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("began", sa.Double, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("ended", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("id", "number", name="pk_group_seasons"),
    )
    _games()
    _chat()


def _games() -> None:
    op.create_table(
        "group_games",
        sa.Column("code", sa.String(16), nullable=False),
        _group("id"),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("ended", sa.Double, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("measure", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_group_games"),
    )
    op.create_index("ix_group_games_id", "group_games", ["id", "ended"])
    op.create_table(
        "group_places",
        sa.Column("code", sa.String(16), sa.ForeignKey("group_games.code", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("code", "seat", name="pk_group_places"),
    )
    op.create_index("ix_group_places_device", "group_places", ["device"])


def _chat() -> None:
    op.create_table(
        "group_chats",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        _group("code"),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.String(16), nullable=True),
        sa.Column("device", sa.String(64), nullable=True),
        sa.Column("address", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_group_chats"),
    )
    op.create_index("ix_group_chats_code", "group_chats", ["code", "id"])
    op.create_index("ix_group_chats_device", "group_chats", ["device"])
    op.create_table(
        "group_hides",
        sa.Column("device", sa.String(64), nullable=False),
        _group("code"),
        sa.Column("who", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("device", "code", "who", name="pk_group_hides"),
    )


def downgrade() -> None:
    for name in ("group_hides", "group_chats", "group_places", "group_games", "group_seasons"):
        op.drop_table(name)
    op.drop_column("members", "read")
    op.drop_column("members", "seen")
