"""Profiles without a password: reserved names, further devices, passkeys, codes to sign in."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def _main() -> sa.Column[str]:
    return sa.Column("main", sa.String(64), sa.ForeignKey("profiles.main", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "profiles",
        sa.Column("main", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("skeleton", sa.String(64), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("recovery", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("main", name="pk_profiles"),
    )
    op.create_index("ix_profiles_skeleton", "profiles", ["skeleton"], unique=True)
    op.create_table(
        "devices",
        sa.Column("device", sa.String(64), nullable=False),
        _main(),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_devices"),
    )
    op.create_index("ix_devices_main", "devices", ["main"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(512), nullable=False),
        _main(),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_main", "passkeys", ["main"])
    op.create_table(
        "signin_codes",
        sa.Column("hash", sa.String(64), nullable=False),
        _main(),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_signin_codes"),
    )


def downgrade() -> None:
    for name in ("signin_codes", "passkeys", "devices", "profiles"):
        op.drop_table(name)
