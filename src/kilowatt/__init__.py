"""Kilowatt: the Power Grid family of board games as a library. Unofficial; the games' names belong to their owners.

Everything a bot writer or a researcher needs is a name of this module: see `docs/library.md`. The names are listed in
`kilowatt/public.py`, which is loaded when one of them is first asked for, so that importing is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kilowatt.engine.refusals import Refusal, render_with

if TYPE_CHECKING:
    from kilowatt.public import *  # noqa: F403 - the list is there
    from kilowatt.public import __all__ as __all__

__version__ = "1.0.0"

if not TYPE_CHECKING:  # a type checker reads the imports above, and would believe any name of a module with this

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
        """Load the public names when one is first asked for."""
        public = import_module("kilowatt.public")
        if name != "__all__" and name not in public.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(public, name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module("kilowatt.public").__all__})


def _sentence(refusal: Refusal) -> str:
    """Load the text catalogues for the first refusal that is shown; they render all later ones themselves."""
    from kilowatt.table.messages import install

    install()
    return str(refusal)


render_with(_sentence)
