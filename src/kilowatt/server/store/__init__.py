"""The store: tables, seats, entries and secrets in SQLite or PostgreSQL. Knows no rules and no sockets."""
