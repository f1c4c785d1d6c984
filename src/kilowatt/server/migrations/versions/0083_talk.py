"""The outbox takes messages about groups too: its code is no longer that of a table alone."""

import sqlalchemy as sa
from alembic import op

revision = "0083"
down_revision = "0082"
branch_labels = None
depends_on = None

KEY = "fk_outbox_code_tables"


def upgrade() -> None:
    with op.batch_alter_table("outbox") as batch:
        batch.drop_constraint(KEY, type_="foreignkey")


def downgrade() -> None:
    tables, outbox = sa.table("tables", sa.column("code")), sa.table("outbox", sa.column("code"))
    op.execute(sa.delete(outbox).where(outbox.c.code.not_in(sa.select(tables.c.code))))
    with op.batch_alter_table("outbox") as batch:
        batch.create_foreign_key(KEY, "tables", ["code"], ["code"], ondelete="CASCADE")
