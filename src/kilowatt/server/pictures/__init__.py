"""Pictures of a table for links and blogs: the board and who stands where, drawn from the view that everybody has."""
