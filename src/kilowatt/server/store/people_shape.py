"""The shape of the database, continued: ratings and groups, which only people who want them have."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
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

from kilowatt.server.store.shape import CODE, HASH, NAME, chat_columns, metadata, tables

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
    Column("usual", Text, nullable=True),  # JSON: what new tables are filled in with
    Index("ix_groups_link", "link", unique=True),
)

members = Table(
    "members",
    metadata,
    Column("id", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(HASH), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("at", Double, nullable=False),
    Column("seen", Double, nullable=True),  # when the member last had the group's page open, to the minute
    Column("read", Integer, nullable=True),  # the last line of the group's chat that the member has read
    Column("off", Text, nullable=True),  # messages about the group that the member does not want, with spaces between
    Column("vote", String(NAME), nullable=True),  # the game that the member wants to play in the next round
    Column("voted", Double, nullable=True),  # when: a vote counts for the round after the one in which it was given
    PrimaryKeyConstraint("id", "device"),
    Index("ix_members_device", "device"),
)

days_off = Table(
    "days_off",
    metadata,
    Column("device", String(HASH), nullable=False),  # of the person whose clocks rest
    Column("day", String(10), nullable=False),  # 2026-11-19
    Column("begins", Double, nullable=False),  # midnight in the zone that the person was in when taking it
    Column("ends", Double, nullable=False),
    PrimaryKeyConstraint("device", "day"),
)

group_seasons = Table(
    "group_seasons",
    metadata,
    Column("id", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("began", Double, nullable=False),
    Column("days", Integer, nullable=False),  # of each round
    Column("rounds", Integer, nullable=False),
    Column("points", Text, nullable=False),  # JSON: points by place
    Column("ended", Double, nullable=True),  # when the next season began before this one's end
    PrimaryKeyConstraint("id", "number"),
)

group_games = Table(
    "group_games",
    metadata,
    # no foreign key to the table: a finished game stays in the league also when its table is packed or deleted
    Column("code", String(CODE), primary_key=True),
    Column("id", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    Column("made", Double, nullable=False),  # when its table was made: this decides its round
    Column("ended", Double, nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("ruleset", String(NAME), nullable=False),
    Column("title", Text, nullable=False),
    Column("measure", String(NAME), nullable=False),  # what the first number that decides counts
    Index("ix_group_games_id", "id", "ended"),
)

group_places = Table(
    "group_places",
    metadata,
    Column("code", String(CODE), ForeignKey("group_games.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("device", String(HASH), nullable=False),  # "" for a bot, or a person who has deleted everything
    Column("name", String(NAME), nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("resigned", Boolean, nullable=False),
    PrimaryKeyConstraint("code", "seat"),
    Index("ix_group_places_device", "device"),
)

group_chats = Table(
    "group_chats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    *chat_columns(),
    Index("ix_group_chats_code", "code", "id"),
    Index("ix_group_chats_device", "device"),
)

group_hides = Table(
    "group_hides",
    metadata,
    Column("device", String(HASH), nullable=False),
    Column("code", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    Column("who", String(CODE), nullable=False),  # whose chat this device does not want to see
    PrimaryKeyConstraint("device", "code", "who"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(CODE), primary_key=True),
    Column("group_id", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=True),  # null: the host's
    Column("owner", String(HASH), nullable=False),  # hash of the device of its organiser; "" for the server's host
    Column("name", String(NAME), nullable=False),
    Column("plan", Text, nullable=False),  # JSON: what it is played with and by which system
    Column("seed", String(NAME), nullable=False),  # decides draws of the pairing
    Column("state", String(NAME), nullable=False),  # open, starting, playing or over
    Column("round", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),  # 0 until it begins, where the system decides
    Column("made", Double, nullable=False),
    Column("ended", Double, nullable=True),
    Index("ix_tournaments_group_id", "group_id"),
    Index("ix_tournaments_state", "state"),
    Index("ix_tournaments_owner", "owner"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("id", String(CODE), ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("device", String(HASH), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("at", Double, nullable=False),
    Column("left", Double, nullable=True),  # when the player left; from then on they are not paired
    PrimaryKeyConstraint("id", "number"),
    Index("ix_entrants_device", "device"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("id", String(CODE), ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", String(NAME), nullable=False),  # planned, playing, done, abandoned or bye
    # no foreign key: the result stays when the table is packed or deleted
    Column("code", String(CODE), nullable=True),
    Column("sat", Text, nullable=False),  # JSON: the players, their places once the game is over
    PrimaryKeyConstraint("id", "round", "number"),
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

bot_tokens = Table(
    "bot_tokens",
    metadata,
    Column("id", String(CODE), primary_key=True),
    Column("hash", String(HASH), nullable=False),
    Column("device", String(HASH), nullable=False),  # its maker
    Column("name", String(NAME), nullable=False),  # what the bot is called at the table
    # valid at one table, or at all tables of a group
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=True),
    Column("group_id", String(CODE), ForeignKey("groups.id", ondelete="CASCADE"), nullable=True),
    Column("made", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index("ix_bot_tokens_hash", "hash", unique=True),
    Index("ix_bot_tokens_device", "device"),
    Index("ix_bot_tokens_code", "code"),
    Index("ix_bot_tokens_group_id", "group_id"),
    Index("ix_bot_tokens_until", "until"),
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
