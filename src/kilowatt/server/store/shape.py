"""The shape of the database. `migrations/` brings an older one here; a test checks that both agree."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
    true,
)

CODE = 16
HASH = 64
KEY = 64
NAME = 64
FOREVER = 1e15
"""A time that never comes."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("code", String(CODE), primary_key=True),
    Column("state", String(NAME), nullable=False),
    Column("visibility", String(NAME), nullable=False),
    Column("owner", String(HASH), nullable=False),
    Column("plan", Text, nullable=False),  # JSON: ruleset, options, seats, clock, hints, name
    Column("header", Text, nullable=True),  # JSON: the record's first line; null until the game starts
    Column("seed", Text, nullable=True),  # secret until the last entry; null for imported records
    Column("seq", Integer, nullable=False),
    Column("version", Integer, nullable=False),  # counts changes that are no entries
    Column("live", Text, nullable=False),  # JSON: clock, and what lists show of the game
    Column("wake", Double, nullable=True),  # when the server itself must act; null: a person is to act, no clock
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("rematch", String(CODE), nullable=True),
    Column("fork_code", String(CODE), nullable=True),
    Column("fork_seq", Integer, nullable=True),
    Column("group_id", String(CODE), nullable=True),  # the group whose members play here
    Index("ix_tables_lists", "archived", "visibility", "state", "touched"),
    Index("ix_tables_wake", "wake"),
    Index("ix_tables_group_id", "group_id"),
    Index("ix_tables_owner", "owner"),
)

seats = Table(
    "seats",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(NAME), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("level", String(NAME), nullable=True),
    Column("restore", String(HASH), nullable=True),  # hash of the restore code
    Column("away", String(NAME), nullable=True),  # null, or why a bot plays: "left", "late", "absent" or "resigned"
    Column("agreed", Boolean, nullable=False),
    Column("away_since", Double, nullable=True),  # when the bot took over
    Column("token", String(CODE), nullable=True),  # id of the bot token whose bot plays it
    PrimaryKeyConstraint("code", "seat"),
    Index("ix_seats_token", "token"),
)

holders = Table(
    "holders",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("device", String(HASH), nullable=False),  # hash of the device's token
    PrimaryKeyConstraint("code", "seat", "device"),
    Index("ix_holders_device", "device"),
)

entries = Table(
    "entries",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),  # the record's line
    PrimaryKeyConstraint("code", "seq"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),  # the state is that after this entry
    Column("body", LargeBinary, nullable=False),  # compressed JSON; the record stays the truth
    PrimaryKeyConstraint("code", "seq"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("body", LargeBinary, nullable=False),  # compressed JSON: the rows of the coach's review of a finished game
    Column("summary", Text, nullable=True),  # JSON: what lists show of it, one part per seat
    PrimaryKeyConstraint("code"),
)

keys = Table(
    "keys",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("key", String(KEY + HASH), nullable=False),  # idempotency key, within a device
    Column("seq", Integer, nullable=False),
    Column("digest", String(HASH), nullable=False),  # of what was asked, to tell a repeat from a reuse
    PrimaryKeyConstraint("code", "key"),
)

orders = Table(
    "orders",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("proxy", Text, nullable=True),
    Column("auto", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("advance", Text, nullable=True),  # JSON: orders in advance and what was done by them
    PrimaryKeyConstraint("code", "seat"),
)

presence = Table(
    "presence",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),  # -1: anybody who looked at the table
    Column("seen", Double, nullable=False),  # when a device of its player was last connected
    Column("address", String(HASH), nullable=True),  # keyed hash of the address it came from
    Column("looking", Double, nullable=True),  # until when its player counts as looking; ahead while a page is visible
    Column("read", Integer, nullable=True),  # the last line of chat that its player has read
    PrimaryKeyConstraint("code", "seat"),
    Index("ix_presence_address", "address"),
)


def chat_columns() -> list[Column[Any]]:
    """Make the columns of a line of chat, at a table or in a group, beyond its number and its place."""
    return [
        Column("seat", Integer, nullable=True),
        Column("name", String(NAME), nullable=False),
        Column("text", Text, nullable=False),
        Column("at", Double, nullable=False),
        Column("who", String(CODE), nullable=True),  # its author within this place, as everybody there sees it
        Column("device", String(HASH), nullable=True),  # hash of the author's token
        Column("address", String(HASH), nullable=True),  # keyed hash of the address it came from
    ]


chats = Table(
    "chats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    *chat_columns(),
    Index("ix_chats_code", "code", "id"),
    Index("ix_chats_device", "device"),
)

hides = Table(
    "hides",
    metadata,
    Column("device", String(HASH), nullable=False),
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("who", String(CODE), nullable=False),  # whose chat this device does not want to see
    PrimaryKeyConstraint("device", "code", "who"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(CODE), nullable=False),  # no foreign key: a report outlives its table
    Column("at", Double, nullable=False),
    Column("device", String(HASH), nullable=False),  # who reports
    Column("reason", Text, nullable=False),
    Column("lines", Text, nullable=False),  # JSON: copies of the chat lines that are meant
    Column("closed", Boolean, nullable=False),
    Column("board", String(KEY), nullable=True),  # the shared board that is meant, where it is no chat
    Index("ix_reports_device", "device"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("address", String(HASH), primary_key=True),  # keyed hash
    Column("at", Double, nullable=False),
    Column("until", Double, nullable=True),  # null: for good
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(NAME), primary_key=True),
    Column("at", Double, nullable=False),
    Column("text", Text, nullable=True),
)

makers = Table(
    "makers",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("device", String(HASH), nullable=False),
    Column("address", String(HASH), nullable=True),  # keyed hash of the address the table was made from
    Column("imported", Boolean, nullable=False),
    Column("bytes", Integer, nullable=False),  # what the table was made with: an imported or forked record
    Index("ix_makers_device", "device"),
    Index("ix_makers_address", "address"),
)

boards = Table(
    "boards",
    metadata,
    Column("id", String(HASH), primary_key=True),  # the hash of its data
    Column("at", Double, nullable=False),
    Column("device", String(HASH), nullable=False),  # its maker
    Column("address", String(HASH), nullable=True),  # keyed hash of the address it came from
    Column("title", String(NAME), nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("approved", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=false()),  # its maker shows it in the gallery
    Index("ix_boards_device", "device"),
    Index("ix_boards_address", "address"),
)

archive = Table(
    "archive",
    metadata,
    Column("code", String(CODE), primary_key=True),
    Column("at", Double, nullable=False),  # when it was packed
    Column("state", String(NAME), nullable=False),
    Column("body", LargeBinary, nullable=False),  # the whole table, compressed, without its devices
    Index("ix_archive_at", "at"),
)

archive_devices = Table(
    "archive_devices",
    metadata,
    Column("code", String(CODE), ForeignKey("archive.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),  # the seat it holds; -1: it owns the table; -2: it made the table
    Column("device", String(HASH), nullable=False),
    PrimaryKeyConstraint("code", "seat", "device"),
    Index("ix_archive_devices_device", "device"),
)

calls = Table(
    "calls",
    metadata,
    Column("device", String(HASH), primary_key=True),  # hash of the token of the device to notify
    Column("at", Double, nullable=False),  # when it was last changed
    Column("language", String(8), nullable=False),
    Column("zone", String(NAME), nullable=False),  # name of the time zone that quiet hours are in
    Column("quiet_from", Integer, nullable=True),  # minutes after midnight; null: no quiet hours
    Column("quiet_to", Integer, nullable=True),
    Column("push", Text, nullable=True),  # JSON: the browser's push subscription
    Column("mail", String(254), nullable=True),
    Column("mail_on", Boolean, nullable=False),  # the address was confirmed
    Column("mail_key", String(HASH), nullable=True),  # random; in links of mails, to confirm and to unsubscribe
    Column("mailed", Double, nullable=False),  # when the last mail was sent
    Column("off", String(HASH), nullable=False, server_default=""),  # events that are switched off
    Index("ix_calls_mail_key", "mail_key", unique=True),
)

hooks = Table(
    "hooks",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(NAME), nullable=False),  # discord, slack or matrix
    Column("url", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("language", String(8), nullable=False, server_default="en"),
    Column("zone", String(NAME), nullable=False, server_default="UTC"),  # name of the time zone of times in it
    Column("off", String(HASH), nullable=False, server_default=""),  # events that are switched off
    Column("mentions", Text, nullable=False, server_default="{}"),  # JSON: seat -> what the service calls its player
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(CODE), nullable=False),  # of a table, or of a group for its chat
    Column("seat", Integer, nullable=False),
    Column("event", String(NAME), nullable=False, server_default="turn"),  # what happened: see notifications/events.py
    Column("turn", Integer, nullable=False),  # the number of the event among its kind: of a turn as the clock counts
    Column("kind", String(NAME), nullable=False),  # push, mail or hook
    Column("target", String(HASH), nullable=False),  # a device; "" for the table's webhook
    Column("made", Double, nullable=False),
    Column("due", Double, nullable=False),
    Column("state", String(NAME), nullable=False),  # waiting, sending, sent, withdrawn or failed
    Column("tries", Integer, nullable=False),
    Column("sender", String(NAME), nullable=True),  # the process that began to send it
    Column("batch", String(HASH), nullable=True),  # id of the message it went out with, the same in every try
    Index("ix_outbox_event", "code", "event", "turn", "kind", "target", unique=True),
    Index("ix_outbox_due", "state", "due"),
)

profiles = Table(
    "profiles",
    metadata,
    Column("main", String(HASH), primary_key=True),  # hash of the device that everything of the person belongs to
    Column("name", String(NAME), nullable=False),
    Column("skeleton", String(NAME), nullable=False),  # the name without what looks alike: reserved here
    Column("made", Double, nullable=False),
    Column("first", Boolean, nullable=False, server_default=true()),  # the device it was made on is still signed in
    Column("rated", Boolean, nullable=False, server_default=false()),  # agrees to be rated
    Column("public", Boolean, nullable=False, server_default=false()),  # wants a page that everybody can open
    Index("ix_profiles_skeleton", "skeleton", unique=True),
)

devices = Table(
    "devices",
    metadata,
    Column("device", String(HASH), primary_key=True),  # hash of the token of a further device of the person
    Column("main", String(HASH), ForeignKey("profiles.main", ondelete="CASCADE"), nullable=False),
    Column("label", String(NAME), nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_devices_main", "main"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(512), primary_key=True),  # the credential's id
    Column("main", String(HASH), ForeignKey("profiles.main", ondelete="CASCADE"), nullable=False),
    Column("key", LargeBinary, nullable=False),  # its public key
    Column("count", Integer, nullable=False),
    Column("label", String(NAME), nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_passkeys_main", "main"),
)

troubles = Table(
    "troubles",
    metadata,
    Column("kind", String(NAME), nullable=False),  # push, mail or hook
    Column("target", String(HASH), nullable=False),  # a device, or the table of a webhook
    Column("at", Double, nullable=False),
    Column("why", String(NAME), nullable=False),  # gone, refused or unreached
    PrimaryKeyConstraint("kind", "target"),
)

admitted = Table(
    "admitted",
    metadata,
    Column("device", String(HASH), primary_key=True),  # hash of the token of a device that has shown the invitation
    Column("at", Double, nullable=False),
    Column("invitation", String(HASH), nullable=False),  # hash of the invitation it has shown
)

signin_codes = Table(
    "signin_codes",
    metadata,
    Column("hash", String(HASH), primary_key=True),
    Column("main", String(HASH), ForeignKey("profiles.main", ondelete="CASCADE"), nullable=False),
    Column("until", Double, nullable=False),  # FOREVER: a recovery code
    Index("ix_signin_codes_main", "main"),
)
