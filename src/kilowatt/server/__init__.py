"""The server: tables kept in a database, played over sockets. Needs the extra `serve`."""
