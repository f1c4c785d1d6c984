"""Which bots can enter: built-in ones by name, a class in a file, or a program that reads and writes lines of JSON."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import shlex
import shutil
import sys
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kilowatt import bots
from kilowatt.arena.lines import Forfeit, LineBot
from kilowatt.arena.rows import PROGRAM, is_class
from kilowatt.arena.workers import Worker
from kilowatt.bots import bot_names, make_bot

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import ModuleType

    from kilowatt.bots import Bot

ADVISER = "adviser"
"""Does what the coach advises."""
START = 60.0
"""Seconds an external class has to be loaded and made."""
CHUNK = 1 << 20
"""Bytes of a file read at once: programs and weights may be large."""
LONGEST = 300
"""Letters of an error that are kept."""


class BadEntrant(ValueError):
    """A name that stands for no bot."""


def one_line(error: BaseException) -> str:
    """Return an error as one line, even one whose text cannot be made."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - it is somebody else's class
        text = ""
    return f"{type(error).__name__}: {text}"[:LONGEST] if text else type(error).__name__


def enter(name: str, seed: int, limit: float) -> Bot:
    """Make the bot of a name."""
    if name.startswith(PROGRAM):
        return LineBot(name.removeprefix(PROGRAM), seed, limit)
    if ":" in name:
        return _from_file(name, seed)
    if name == ADVISER:
        from kilowatt.coach.adviser import AdviserBot

        return AdviserBot(seed)
    if name not in bot_names():
        known = ", ".join([*bot_names(), ADVISER])
        raise BadEntrant(f"there is no bot {name!r}; there are {known}, file.py:Class and {PROGRAM}COMMAND")
    return make_bot(name, seed)


def file_of(where: str) -> Path | None:
    """Return the file of a bot's class, named by its path or as a module that Python finds from here; runs nothing."""
    path = Path(where)
    if path.is_file():
        return path
    parts = where.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    places = [Path(folder).joinpath(*parts) for folder in (".", *sys.path)]
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return next((file for file in files if file.is_file()), None)


def _module_of(where: str, path: Path) -> ModuleType:
    """Load the module of a file; one that was named as a module is imported under that name."""
    if path != Path(where):
        if str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
        return importlib.import_module(where)
    path = path.resolve()
    module_name = f"kilowatt_entrant_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise BadEntrant(f"{where} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # a bot of several files imports its neighbours
    spec.loader.exec_module(module)
    return module


def _from_file(name: str, seed: int) -> Bot:
    where, _, kind = name.rpartition(":")
    path = file_of(where)
    if path is None:
        raise BadEntrant(f"{name}: there is no file {where}")
    try:
        module = _module_of(where, path)
    except (Forfeit, KeyboardInterrupt):
        raise
    except BadEntrant as error:
        raise BadEntrant(f"{name}: {error}") from None
    except BaseException as error:  # a file that calls sys.exit does not load either
        raise BadEntrant(f"{name}: {where} does not load: {one_line(error)}") from error
    maker: Any = getattr(module, kind, None)
    if maker is None:
        raise BadEntrant(f"{name}: {where} has no {kind}")
    call = f"{kind}()"
    try:
        if "seed" in inspect.signature(maker).parameters:
            call = f"{kind}(seed={seed})"
            bot: Bot = maker(seed=seed)
        else:
            bot = maker()
    except (Forfeit, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise BadEntrant(f"{name}: {call} of {where} fails: {one_line(error)}") from error
    if not callable(getattr(bot, "advise", None)):
        raise BadEntrant(f"{name}: {kind} has no advise(state, seat, budget)")
    return bot


def code_of(names: list[str]) -> str:
    """Name the code these entrants are played by: other built-in bots or another file give another name.

    Of a class count all Python files in the folder of its file, of a program those its command names.
    """
    files = sorted(Path(bots.__file__).parent.glob("*.py"))
    for name in names:
        if name.startswith(PROGRAM):
            files += _named(_words(name))
        elif is_class(name):
            where = name.rpartition(":")[0]
            path = file_of(where) or Path(where)
            files += [path, *sorted([other for other in path.parent.glob("*.py") if other.is_file() and other != path])]
    digest = sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0")
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    return digest.hexdigest()[:12]


def _words(name: str) -> list[str]:
    try:
        return shlex.split(name.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadEntrant(f"{name}: the command cannot be read: {error}") from None


def _named(words: list[str]) -> list[Path]:
    """Return the files a command names, as `bot.js` or `--weights=w.bin`, and the program itself where it is found."""
    names = [shutil.which(word) or word for word in words[:1]]
    for word in words[1:]:
        names += [word, word.partition("=")[2]]
    return [Path(word) for word in names if word and Path(word).is_file()]


def check_entrants(names: list[str]) -> None:
    """Refuse a name that stands for no bot, before any game is played."""
    for name in dict.fromkeys(names):
        if name.startswith(PROGRAM):
            words = _words(name)
            if not words:
                raise BadEntrant(f"{name}: no command; expected one as in exec:node bot.js")
            if shutil.which(words[0]) is None:
                raise BadEntrant(f"{name}: there is no program {words[0]} that could be started")
        elif is_class(name) and file_of(name.rpartition(":")[0]) is not None:
            _check_class(name)
        else:
            enter(name, 0, 1.0)


def _check_class(name: str) -> None:
    """Make a bot of a class once, in a process of its own: its code may end the process it runs in, or never return."""
    worker = Worker(partial(_try_out, name=name))
    try:
        if not worker.line.poll(START):
            raise BadEntrant(f"{name}: not loaded and made within {START:g} seconds")
        wrong: str = worker.line.recv()
    except EOFError:
        wrong = f"{name}: its code ends the process when it is loaded or made ({worker.how_it_ended()})"
    finally:
        worker.stop()
    if wrong:
        raise BadEntrant(wrong)


def _try_out(line: Connection, name: str) -> None:
    try:
        enter(name, 0, 1.0)
    except BadEntrant as error:
        line.send(str(error))
    else:
        line.send("")
