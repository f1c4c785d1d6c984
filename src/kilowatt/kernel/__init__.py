"""The kernel: the rules of the engine as plain functions on flat records, compiled to C where there is a compiler.

`Batch` plays many positions at once. `COMPILED` says whether this machine has the compiled kernel.
"""

from __future__ import annotations

from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.kernel.batch import COMPILED, Batch
from kilowatt.kernel.flat_record import Unsupported

__all__ = ["CHANCE", "COMPILED", "OVER", "Batch", "Unsupported"]
