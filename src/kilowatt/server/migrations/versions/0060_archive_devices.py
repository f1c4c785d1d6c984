"""The devices of packed tables in rows beside them, and indexes for everything that is stored for one device."""

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0050"
branch_labels = None
depends_on = None

OWNER, MAKER = -1, -2
INDEXES = {"tables": "owner", "chats": "device", "reports": "device"}
archive = sa.table(
    "archive", sa.column("code", sa.String), sa.column("owner", sa.String), sa.column("body", sa.LargeBinary)
)
held = sa.table(
    "archive_devices", sa.column("code", sa.String), sa.column("seat", sa.Integer), sa.column("device", sa.String)
)


def upgrade() -> None:
    for table, column in INDEXES.items():
        op.create_index(f"ix_{table}_{column}", table, [column])
    op.create_table(
        "archive_devices",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("code", "seat", "device", name="pk_archive_devices"),
        sa.ForeignKeyConstraint(["code"], ["archive.code"], ondelete="CASCADE", name="fk_archive_devices_code_archive"),
    )
    op.create_index("ix_archive_devices_device", "archive_devices", ["device"])
    for code, whole in _packed():
        rows = {(seat, device) for seat, device in whole.pop("holders")}
        rows.add((OWNER, whole["table"]["owner"]))
        whole["table"]["owner"] = ""
        if whole["maker"] is not None:
            rows.add((MAKER, whole["maker"]["device"]))
            whole["maker"]["device"] = ""
        values = [{"code": code, "seat": seat, "device": device} for seat, device in sorted(rows) if device]
        if values:
            op.get_bind().execute(sa.insert(held), values)
        _put(code, whole)
    op.drop_column("archive", "owner")


def downgrade() -> None:
    op.add_column("archive", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    connection = op.get_bind()
    for code, whole in _packed():
        rows = connection.execute(sa.select(held.c.seat, held.c.device).where(held.c.code == code)).all()
        whole["holders"] = sorted([row.seat, row.device] for row in rows if row.seat >= 0)
        whole["table"]["owner"] = next((row.device for row in rows if row.seat == OWNER), "")
        if whole["maker"] is not None:
            whole["maker"]["device"] = next((row.device for row in rows if row.seat == MAKER), "")
        _put(code, whole)
        owner = whole["table"]["owner"]
        connection.execute(sa.update(archive).where(archive.c.code == code).values(owner=owner))
    op.drop_table("archive_devices")
    for table, column in INDEXES.items():
        op.drop_index(f"ix_{table}_{column}", table)


def _packed() -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the packed tables one at a time: there may be many."""
    connection = op.get_bind()
    for code in connection.execute(sa.select(archive.c.code)).scalars().all():
        body = connection.execute(sa.select(archive.c.body).where(archive.c.code == code)).scalar_one()
        yield code, msgspec.json.decode(zlib.decompress(body))


def _put(code: str, whole: dict[str, Any]) -> None:
    body = zlib.compress(msgspec.json.encode(whole), 9)
    op.get_bind().execute(sa.update(archive).where(archive.c.code == code).values(body=body))
