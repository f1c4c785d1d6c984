"""Changes of the database's shape, run by Alembic.

Before a new one is written, `python -m tests.server.old_database tests/server/databases` keeps a database of the last.
"""
