"""How many threads a process of a training run uses. Must be called before NumPy is imported."""

from __future__ import annotations

import os


def one_thread_each() -> None:
    """Let NumPy's matrix products use one thread: there are as many processes as cores, and a fit has threads."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
