"""Environments for researchers, on one encoding of the game. PettingZoo, Gymnasium, OpenSpiel and batched stepping.

Importing this package registers `Kilowatt-v0` with Gymnasium where that is installed (extra `rl`). The encoding alone
needs neither NumPy nor any environment library.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kilowatt.envs.encoding import Encoding, IllegalId, NotEncodable
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import GRAINS, make_encoding
from kilowatt.envs.rewards import REWARDS, rewards

if TYPE_CHECKING:
    from kilowatt.envs.observation import Observer
    from kilowatt.envs.single import KilowattEnv
    from kilowatt.envs.vector import VectorTable

__all__ = [
    "GRAINS",
    "REWARDS",
    "Encoding",
    "Episode",
    "IllegalId",
    "KilowattEnv",
    "NotEncodable",
    "Observer",
    "VectorTable",
    "make_encoding",
    "rewards",
]

_LATER = {"Observer": "observation", "KilowattEnv": "single", "VectorTable": "vector"}
"""Names that need the `rl` extra, and where they live."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Load what needs NumPy on first use."""
    if name in _LATER:
        return getattr(import_module(f"kilowatt.envs.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if find_spec("gymnasium") is not None:
    from gymnasium.envs.registration import register, registry

    if "Kilowatt-v0" not in registry:
        register(id="Kilowatt-v0", entry_point="kilowatt.envs.single:KilowattEnv")
