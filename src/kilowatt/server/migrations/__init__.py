"""Changes of the database's shape, run by Alembic."""
