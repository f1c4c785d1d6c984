"""Memory that the C library holds for a process: one pool for all threads.

By default each thread that allocates gets a pool of its own. What one thread frees is then of no use to another: with a
thread for batches and one for replays a table took about a tenth more. Python runs one thread at a time anyway.
"""

from __future__ import annotations

import ctypes

ARENA_MAX = -8
"""The number of this setting in glibc's malloc.h."""


def one_pool() -> bool:
    """Let all threads share one pool; call before the first starts. False where the C library has no such setting."""
    try:
        return bool(ctypes.CDLL(None).mallopt(ARENA_MAX, 1))
    except (AttributeError, OSError):
        return False
