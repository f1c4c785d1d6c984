"""Who may enter: bots of the house by name, a class of a file, or a program that speaks lines of JSON."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kilowatt import bots
from kilowatt.bots import bot_names, make_bot

if TYPE_CHECKING:
    from kilowatt.bots import Bot

PROGRAM = "exec:"
"""What the name of a program starts with, as in `exec:node bot.js`."""


class BadEntrant(ValueError):
    """A name that stands for no bot."""


def is_outside(name: str) -> bool:
    """Tell bots from outside, which get a time limit, from those of the house."""
    return name.startswith(PROGRAM) or ":" in name


def enter(name: str, seed: int, limit: float) -> Bot:
    """Make the bot of a name."""
    if name.startswith(PROGRAM):
        from kilowatt.arena.lines import LineBot

        return LineBot(name.removeprefix(PROGRAM), seed, limit)
    if ":" in name:
        return _from_file(name, seed)
    if name not in bot_names():
        msg = f"there is no bot {name!r}; there are {', '.join(bot_names())}, file.py:Class and {PROGRAM}COMMAND"
        raise BadEntrant(msg)
    return make_bot(name, seed)


def _from_file(name: str, seed: int) -> Bot:
    where, _, kind = name.rpartition(":")
    path = Path(where).resolve()
    if not path.is_file():
        raise BadEntrant(f"{name}: there is no file {where}")
    module_name = f"kilowatt_entrant_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise BadEntrant(f"{name}: {where} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadEntrant(f"{name}: {where} does not load: {type(error).__name__}: {error}") from error
    maker: Any = getattr(module, kind, None)
    if maker is None:
        raise BadEntrant(f"{name}: {where} has no {kind}")
    takes_seed = "seed" in inspect.signature(maker).parameters
    bot: Bot = maker(seed=seed) if takes_seed else maker()
    if not callable(getattr(bot, "advise", None)):
        raise BadEntrant(f"{name}: {kind} has no advise(state, seat, budget)")
    return bot


def code_of(names: list[str]) -> str:
    """Name the code these entrants are played by: other bots of the house or another file give another name."""
    files = sorted(Path(bots.__file__).parent.glob("*.py"))
    files += [Path(name.rpartition(":")[0]) for name in names if ":" in name and not name.startswith(PROGRAM)]
    digest = sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def check_entrants(names: list[str]) -> None:
    """Say at once what is wrong with a name, before any game is played."""
    for name in names:
        if name.startswith(PROGRAM):
            if not name.removeprefix(PROGRAM).strip():
                raise BadEntrant(f"{name}: no command")
        else:
            enter(name, 0, 1.0)
