"""Tests of the kernel: the second implementation of the rules."""
