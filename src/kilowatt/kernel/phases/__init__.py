"""The phases of play on flat records, file by file and function by function as in the reference."""
