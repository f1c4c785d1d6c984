"""The tests; `kit` lays out situations for those of the rules."""
