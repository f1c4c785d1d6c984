"""Which kernel this machine has: the compiled one of the wheel, or the engine behind the same names."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from kilowatt.engine import asks, tasks
from kilowatt.kernel import plain_core
from kilowatt.kernel.record_layout import Game
from kilowatt.kernel.rule_tables import Unsupported


class Missing:
    """What stands for an environment of the compiled kernel where there is none: the reference plays."""

    def __init__(self, *args: object) -> None:
        raise Unsupported("kernel", "this machine has no compiled kernel")


def _module() -> object:
    try:
        module = import_module("kilowatt.kernel._compiled")
    except ImportError:  # no compiled wheel on this machine
        return plain_core
    fields = [(field.name, field.code, field.sizes) for field in Game.fields]
    if (tasks.NAMES, asks.NAMES, fields) != module.NAMES:
        raise ImportError("the compiled kernel was built from other rules than this package has: build it again")
    return module


_found: Final = _module()
COMPILED: Final[bool] = getattr(_found, "COMPILED")  # noqa: B009 - either module has it, with one type
Core: Final[type[plain_core.Core]] = getattr(_found, "Core")  # noqa: B009
Environment: Final[Any] = getattr(_found, "Environment", Missing)
Solo: Final[Any] = getattr(_found, "Solo", Missing)
