"""Public names of Python as plain data: a function by its parameters, a class by everything one may call or read."""

from __future__ import annotations

import inspect
import re
from types import ModuleType
from typing import Any

import msgspec


def described(thing: object) -> Any:  # noqa: ANN401 - plain data
    """Return what a name offers: of functions the signature, of classes and modules each public part."""
    if isinstance(thing, ModuleType):
        return {name: described(part) for name, part in sorted(vars(thing).items()) if _own(thing, name, part)}
    if isinstance(thing, type):
        return _class(thing)
    return _signature(thing) if callable(thing) else _plain(thing)


def _own(module: ModuleType, name: str, part: object) -> bool:
    """Return whether a module made a name itself and means it for others."""
    if name.startswith("_") or isinstance(part, ModuleType):
        return False
    return getattr(part, "__module__", module.__name__) == module.__name__ and name != "TYPE_CHECKING"


def _plain(value: object) -> str:
    names = sorted(map(str, value)) if isinstance(value, dict | tuple | list | set | frozenset) else []
    return f"{type(value).__name__}: {', '.join(names)}" if names else type(value).__name__


def _class(kind: type) -> dict[str, str]:
    """Return how a class is made, its fields, properties and methods, those of its own bases included."""
    parts = {"(made with)": _made(kind)}
    if issubclass(kind, BaseException):
        parts["(is)"] = ", ".join(base.__name__ for base in kind.__mro__[1:-2])
    if issubclass(kind, msgspec.Struct):
        parts |= {field.encode_name: _annotation(kind, field.name) for field in msgspec.structs.fields(kind)}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] == kind.__module__.partition(".")[0]:
            parts |= _members(base)
    return {name: text for name, text in sorted(parts.items()) if text}


def _made(kind: type) -> str:
    """Return what a class is called with, or nothing where it has no way of its own to be made."""
    if issubclass(kind, msgspec.Struct):
        return ", ".join(f"{one.name}{'' if one.required else '?'}" for one in msgspec.structs.fields(kind))
    own = any("__init__" in vars(base) for base in kind.__mro__ if base.__module__.startswith(kind.__module__[:4]))
    return _signature(kind) if own and not getattr(kind, "_is_protocol", False) else ""


def _members(base: type) -> dict[str, str]:
    names = {name: str(text) for name, text in getattr(base, "__annotations__", {}).items()}
    names |= {name: "value" for name in getattr(base, "__slots__", ()) if name not in names}
    names |= {name: _member(part) for name, part in vars(base).items() if not inspect.ismemberdescriptor(part)}
    return {name: text for name, text in names.items() if text and not name.startswith("_")}


def _member(part: object) -> str:
    if isinstance(part, property):
        return f"property {_signature(part.fget).rpartition('-> ')[2]}"
    if isinstance(part, classmethod | staticmethod):
        return f"{type(part).__name__} {_signature(part.__func__)}"
    return _signature(part) if callable(part) else ""


def _annotation(kind: type, name: str) -> str:
    for base in kind.__mro__:
        if name in getattr(base, "__annotations__", {}):
            return str(base.__annotations__[name])
    return "value"


def _signature(thing: Any) -> str:  # noqa: ANN401 - anything that can be called
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(thing)))
    except ValueError:
        return "class"
