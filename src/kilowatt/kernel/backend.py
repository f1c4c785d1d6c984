"""Which kernel this machine has: the compiled one of the wheel, or plain Python."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from kilowatt.kernel import core
from kilowatt.kernel.environment import core as environment


def _module() -> object:
    try:
        return import_module("kilowatt.kernel._compiled")
    except ImportError:  # no compiled wheel on this machine
        return core


_found: Final = _module()
COMPILED: Final[bool] = getattr(_found, "COMPILED")  # noqa: B009 - either module has it, with one type
Core: Final[type[core.Core]] = getattr(_found, "Core")  # noqa: B009
Environment: Final[type[environment.Environment]] = getattr(_found, "Environment", environment.Environment)
