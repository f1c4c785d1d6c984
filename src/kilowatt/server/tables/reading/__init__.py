"""What is read of tables: lists, earlier moments, curves, reviews, hints, records. Nothing here changes one."""
