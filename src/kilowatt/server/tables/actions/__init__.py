"""What people do at tables, and what the server does for them: one module per use case."""
