"""Environments on the kernel: ids, masks and observations as plain functions on flat records."""
