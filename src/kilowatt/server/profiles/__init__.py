"""Profiles without a password: a reserved name, several devices of one person, and how to sign in on the next one."""
