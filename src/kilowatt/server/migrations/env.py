"""Alembic's entry: runs migrations on the connection that `store/upgrade.py` hands over."""

from alembic import context

from kilowatt.server.store import people_shape  # noqa: F401 - declares its tables
from kilowatt.server.store.shape import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
