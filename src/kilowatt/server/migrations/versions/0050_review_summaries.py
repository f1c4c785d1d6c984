"""What lists show of a review, stored beside it; worked out here for reviews that are stored already."""

import msgspec
import sqlalchemy as sa
from alembic import op

from kilowatt.host.review_summary import summary_of, unpack

revision = "0050"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reviews", sa.Column("summary", sa.Text, nullable=True))
    reviews = sa.table(
        "reviews", sa.column("code", sa.String), sa.column("body", sa.LargeBinary), sa.column("summary", sa.Text)
    )
    connection = op.get_bind()
    # one at a time: a review is large, and there may be many
    for code in connection.execute(sa.select(reviews.c.code)).scalars().all():
        here = reviews.c.code == code
        body = connection.execute(sa.select(reviews.c.body).where(here)).scalar_one()
        try:
            summary = summary_of(unpack(body))
        except msgspec.MsgspecError:
            continue  # of an older form: its game is listed without a curve
        connection.execute(sa.update(reviews).where(here).values(summary=summary))


def downgrade() -> None:
    # not by Alembic's batches: on SQLite they make the table anew, and dropping the old one deletes what refers to it
    op.drop_column("reviews", "summary")
