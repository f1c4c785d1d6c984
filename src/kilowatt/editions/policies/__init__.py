"""One small module per quirk, named for its rule, and the policies that the composer chooses from.

A module is found by being here. Its policy is the class whose name is the module's; data name it as the module, or as
its `key` says.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kilowatt.engine.policies import Policy


def class_name(module: str) -> str:
    """Name the class of a module."""
    return "".join([part.capitalize() for part in module.split("_")])


def _found() -> dict[str, Any]:
    """Return every policy by the name that data have for it."""
    modules = sorted([found.name for found in iter_modules(__path__)])
    made: list[type[Policy]] = [getattr(import_module(f"{__name__}.{name}"), class_name(name)) for name in modules]
    return {policy.key or module: policy for module, policy in zip(modules, made, strict=True)}


POLICIES: dict[str, Any] = _found()
