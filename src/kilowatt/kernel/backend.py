"""Which kernel this machine has: the compiled one of the wheel, or the engine behind the same names."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from kilowatt.kernel import plain_core
from kilowatt.kernel.flat_record import Unsupported
from kilowatt.kernel.sources import difference


class Missing:
    """What stands for an environment of the compiled kernel where there is none: the reference plays."""

    def __init__(self, *args: object) -> None:
        raise Unsupported("kernel", "this machine has no compiled kernel")


def _module() -> object:
    try:
        module = import_module("kilowatt.kernel._compiled")
    except ImportError:  # no compiled wheel on this machine
        return plain_core
    changed = difference(module.SOURCES)
    if changed:
        raise ImportError(f"{module.__file__} was made from another {changed} than this package has: build it again")
    return module


_found: Final = _module()
COMPILED: Final[bool] = getattr(_found, "COMPILED")  # noqa: B009 - either module has it, with one type
Core: Final[type[plain_core.Core]] = getattr(_found, "Core")  # noqa: B009
Environment: Final[Any] = getattr(_found, "Environment", Missing)
Solo: Final[Any] = getattr(_found, "Solo", Missing)
