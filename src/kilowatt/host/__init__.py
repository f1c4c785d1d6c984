"""A host of games: what a table does without network and store. The server uses it, and the page's worker."""
