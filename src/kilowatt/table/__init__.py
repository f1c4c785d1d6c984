"""A game at a table, without a network: records, dealers, the referee, views, notation and texts."""
