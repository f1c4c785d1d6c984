"""The shape of the database, continued: ratings and groups, which only people who want them have."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from kilowatt.server.store.shape import CODE, HASH, NAME, metadata, tables

IS_RATED = tables.c.plan.like('%"rated":true%')
"""Whether a table is rated, as its stored plan says."""

seasons = Table(
    "seasons",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),  # ratings before the first season have number 0
    Column("name", String(NAME), nullable=False),
    Column("began", Double, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("season", Integer, nullable=False),
    Column("edition", String(NAME), nullable=False),
    Column("main", String(HASH), ForeignKey("profiles.main", ondelete="CASCADE"), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("season", "edition", "main"),
    Index("ix_ratings_main", "main"),
)

rated_games = Table(
    "rated_games",
    metadata,
    # no foreign key: a game is rated once, also if its table is packed and comes back
    Column("code", String(CODE), primary_key=True),
    Column("at", Double, nullable=False),
    Column("season", Integer, nullable=False),
    Column("edition", String(NAME), nullable=False),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("code", String(CODE), ForeignKey("rated_games.code", ondelete="CASCADE"), nullable=False),
    Column("main", String(HASH), ForeignKey("profiles.main", ondelete="CASCADE"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("mu_after", Double, nullable=False),
    PrimaryKeyConstraint("code", "main"),
    Index("ix_rating_changes_main", "main"),
)

groups = Table(
    "groups",
    metadata,
    Column("id", String(CODE), primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("owner", String(HASH), nullable=False),  # hash of the device of the member who looks after it
    Column("link", String(HASH), nullable=False),  # what its link ends with: whoever has it may join
    Column("made", Double, nullable=False),
    Column("visited", Double, nullable=False),  # when a member last opened it, to the day
    Index("ix_groups_link", "link", unique=True),
)

members = Table(
    "members",
    metadata,
    Column("id", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(HASH), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("id", "device"),
    Index("ix_members_device", "device"),
)

standing_tables = Table(
    "standing_tables",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("body", Text, nullable=False),  # JSON: what a table is made with
    Column("at", Double, nullable=False),
    Index("ix_standing_tables_id", "id"),
)

merges = Table(
    "merges",
    metadata,
    Column("device", String(HASH), primary_key=True),  # a device that signed in
    Column("main", String(HASH), nullable=False),  # whose its things are now
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),  # JSON: what it brought along, to give it back for a day
    Index("ix_merges_main", "main"),
    Index("ix_merges_at", "at"),
)
