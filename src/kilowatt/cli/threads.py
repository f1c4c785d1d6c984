"""How many threads a process of a command uses. Must be called before NumPy is imported."""

from __future__ import annotations

import os

VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def one_thread_each() -> None:
    """Let NumPy's matrix products use one thread, in the processes that this one starts too.

    A bot's network is small, and there are as many processes as cores. On busy cores two threads cost many times the
    processor time of one: each spins while it waits for the other.
    """
    for name in VARIABLES:
        os.environ.setdefault(name, "1")
